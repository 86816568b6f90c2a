import type {DimensionType, Graph} from "./graph.ts";

/** Periods to which a moment can be truncated, shortest first. */
export const PERIODS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;
export type Period = (typeof PERIODS)[number];

export type Intraday = "second" | "minute" | "hour";

/** Periods that begin with the layer's fiscal year. */
const FISCAL = {fiscal_quarter: "quarter", fiscal_year: "year"} as const;
export type FiscalPeriod = keyof typeof FISCAL;

/** A grain that counts periods. */
export type PeriodGrain = Period | FiscalPeriod;

/** Numbers that can be extracted from a moment. */
const PARTS = [
  "millisecond_of_second",
  "hour_of_day",
  "day_of_week",
  "day_of_month",
  "day_of_year",
  "week_of_year",
  "month_of_year",
  "quarter_of_year",
  "year_number",
] as const;
export type Part = (typeof PARTS)[number];

export type Grain = PeriodGrain | Part;

const FISCAL_GRAINS: readonly FiscalPeriod[] = ["fiscal_quarter", "fiscal_year"];
const DATE_GRAINS: readonly Grain[] = [...PERIODS.slice(3), ...FISCAL_GRAINS, ...PARTS.slice(2)];
export const TIMESTAMP_GRAINS: readonly Grain[] = [...PERIODS, ...FISCAL_GRAINS, ...PARTS];
const GRAINS: ReadonlySet<string> = new Set(TIMESTAMP_GRAINS);
const PERIOD_SET: ReadonlySet<string> = new Set([...PERIODS, ...FISCAL_GRAINS]);

export function isGrain(name: string): name is Grain {
  return GRAINS.has(name);
}

export function isPeriod(name: string): name is PeriodGrain {
  return PERIOD_SET.has(name);
}

export function isFiscal(grain: Grain): grain is FiscalPeriod {
  return grain in FISCAL;
}

/** The calendar unit of a grain's periods: a fiscal quarter is a quarter. */
export function unitOf(grain: PeriodGrain): Period {
  return isFiscal(grain) ? FISCAL[grain] : grain;
}

/** Whether a period is shorter than a day. Such periods truncate instants, longer ones local days. */
export function isIntraday(period: PeriodGrain): period is Intraday {
  return period === "second" || period === "minute" || period === "hour";
}

/** The grains that a dimension of this type can have. */
export function grainsOf(type: DimensionType): readonly Grain[] {
  if (type === "date") return DATE_GRAINS;
  return type === "timestamp" ? TIMESTAMP_GRAINS : [];
}

/** The grains at which a dimension of this type can be queried: fiscal periods only if the layer has a fiscal year. */
export function grainsIn({calendar}: Pick<Graph, "calendar">, type: DimensionType): readonly Grain[] {
  const all = grainsOf(type);
  return calendar?.fiscalYearStart === undefined ? all.filter(grain => !isFiscal(grain)) : all;
}

/** The names of these grains, with those of the layer's calendar. */
export function grainNames(
  {graph, calendar}: {graph: Pick<Graph, "calendar">; calendar?: {grains: ReadonlySet<string>}},
  type: DimensionType,
): readonly string[] {
  const own = grainsIn(graph, type);
  return calendar === undefined || own.length === 0 ? own : [...own, ...calendar.grains];
}

/** The type of a dimension's values at a grain. */
export function typeAtGrain(type: DimensionType, grain: Grain | undefined): DimensionType {
  if (grain === undefined) return type;
  if (!isPeriod(grain)) return "number";
  return isIntraday(grain) ? "timestamp" : "date";
}
