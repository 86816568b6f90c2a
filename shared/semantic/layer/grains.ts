import type {DimensionType} from "./graph.ts";

/** Periods to which a moment can be truncated, shortest first. */
export const PERIODS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;
export type Period = (typeof PERIODS)[number];

export type Intraday = "second" | "minute" | "hour";

/** Numbers that can be extracted from a moment. */
const PARTS = [
  "hour_of_day",
  "day_of_week",
  "day_of_month",
  "day_of_year",
  "week_of_year",
  "month_of_year",
  "quarter_of_year",
] as const;
export type Part = (typeof PARTS)[number];

export type Grain = Period | Part;

const DATE_GRAINS: readonly Grain[] = [...PERIODS.slice(3), ...PARTS.slice(1)];
export const TIMESTAMP_GRAINS: readonly Grain[] = [...PERIODS, ...PARTS];
const GRAINS: ReadonlySet<string> = new Set(TIMESTAMP_GRAINS);
const PERIOD_SET: ReadonlySet<string> = new Set(PERIODS);

export function isGrain(name: string): name is Grain {
  return GRAINS.has(name);
}

export function isPeriod(name: string): name is Period {
  return PERIOD_SET.has(name);
}

/** Whether a period is shorter than a day. Such periods cut instants, longer ones local days. */
export function isIntraday(period: Period): period is Intraday {
  return period === "second" || period === "minute" || period === "hour";
}

/** The grains at which a dimension of this type can be queried. */
export function grainsOf(type: DimensionType): readonly Grain[] {
  if (type === "date") return DATE_GRAINS;
  return type === "timestamp" ? TIMESTAMP_GRAINS : [];
}

/** The type of a dimension's values at a grain. */
export function typeAtGrain(type: DimensionType, grain: Grain | undefined): DimensionType {
  if (grain === undefined) return type;
  if (!isPeriod(grain)) return "number";
  return isIntraday(grain) ? "timestamp" : "date";
}
