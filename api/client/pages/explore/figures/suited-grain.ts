import type {Session} from "../../../service/session.ts";
import type {Field} from "../fields.ts";

/** The grain for a field whose values span at least so many months. */
const GRAINS = [
  {months: 61, grain: "year"},
  {months: 37, grain: "quarter"},
  {months: 9, grain: "month"},
  {months: 3, grain: "week"},
  {months: 0, grain: "day"},
] as const;
const [LONGEST] = GRAINS;

/** The grain that suits the span of the field's values: days for two months, months for some years. */
export async function suitedGrain(
  session: Session,
  {model, projectId}: {model: string; projectId: string},
  {name, grains = []}: Field,
): Promise<string> {
  const fallback = grains.includes("month") ? "month" : (grains[0] ?? "");
  if (!grains.includes("month")) return fallback;
  const query = {model, projectId, dimensions: [`${name}.month`], limit: LONGEST.months};
  try {
    const {rows}: {rows: unknown[][]} = await (
      await session.request("POST", "/api/query", {body: query})
    ).json();
    const suited = GRAINS.find(({months}) => rows.length >= months)?.grain ?? fallback;
    return grains.includes(suited) ? suited : fallback;
  } catch {
    // The main query fails for the same reason and shows it.
    return fallback;
  }
}

const FINER: Readonly<Record<string, string>> = {
  year: "month",
  quarter: "month",
  month: "day",
  week: "day",
  day: "hour",
};
const GRAIN_ORDER = ["hour", "day", "week", "month", "quarter", "year"];

/**
 * The given grain, unless it would give a single point for a span of one `unit`: then a finer grain, if there is one.
 */
export function grainWithin(unit: string, grain: string, {grains = []}: Pick<Field, "grains">): string {
  const finer = FINER[unit];
  const isWithin = GRAIN_ORDER.indexOf(grain) < GRAIN_ORDER.indexOf(unit);
  return isWithin || finer === undefined || !grains.includes(finer) ? grain : finer;
}
