import type {ColumnRef, Node} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import {functionName, typeNameOf} from "../statement/nodes.ts";

/** A grain by which the layer groups a time, and the way to write Postgres' expression over the grain's column. */
export interface GrainExpression {
  /** The reference in the expression. */
  ref: ColumnRef;
  column: CatalogColumn;
  grain: string;
  type: "date" | "timestamp with time zone" | "bigint";
  /** Whether the expression's values have the order of the input's column. */
  keepsOrder: boolean;
  /** Writes the expression over the input's column. */
  write(column: string): string;
}

const PERIODS = new Set(["day", "week", "month", "quarter", "year"]);
const PARTS: Record<string, {grain: string; write?: (column: string) => string}> = {
  month: {grain: "month_of_year"},
  quarter: {grain: "quarter_of_year"},
  day: {grain: "day_of_month"},
  doy: {grain: "day_of_year"},
  isodow: {grain: "day_of_week"},
  dow: {grain: "day_of_week", write: column => `(${column} % 7)`},
  hour: {grain: "hour_of_day"},
};
/** The units whose part (`extract(year …)`) has one value for each period, so that the query groups by the period. */
const YEARS = new Set(["year"]);

export interface GrainContext {
  timezone: string;
  weekStart: "monday" | "sunday";
  columnOf(ref: ColumnRef): CatalogColumn | undefined;
}

/** The grain of an expression, if the layer's grain means the same in this timezone and with these weeks. */
export function grainOf(node: Node, context: GrainContext): GrainExpression | undefined {
  if ("TypeCast" in node) {
    const {arg, typeName} = node.TypeCast;
    if (typeNameOf(typeName) !== "date" || arg === undefined) return undefined;
    const inner = grainOf(arg, context);
    if (inner?.type === "date") return {...inner, write: column => column};
    return "ColumnRef" in arg ? dayOf(arg.ColumnRef, context) : undefined;
  }
  if (!("FuncCall" in node)) return undefined;
  const call = node.FuncCall;
  const name = functionName(call);
  const [first, second] = call.args ?? [];
  if (name === "date" && call.args?.length === 1 && first !== undefined && "ColumnRef" in first)
    return dayOf(first.ColumnRef, context);
  if (call.args?.length !== 2 || first === undefined || second === undefined) return undefined;
  const unit = "A_Const" in first ? first.A_Const.sval?.sval?.toLowerCase() : undefined;
  if (unit === undefined || !("ColumnRef" in second)) return undefined;
  const ref = second.ColumnRef;
  const column = context.columnOf(ref);
  if (column === undefined || (column.type !== "date" && column.type !== "timestamp with time zone"))
    return undefined;
  if (name === "date_trunc") return truncated(unit, ref, column, context);
  if (name === "extract" || name === "date_part")
    return part(unit, ref, column, name === "extract" ? "numeric" : "double precision");
  return undefined;
}

function dayOf(ref: ColumnRef, context: GrainContext): GrainExpression | undefined {
  const column = context.columnOf(ref);
  if (column?.type !== "timestamp with time zone") return undefined;
  return {ref, column, grain: "day", type: "date", keepsOrder: true, write: written => written};
}

function truncated(
  unit: string,
  ref: ColumnRef,
  column: CatalogColumn,
  context: GrainContext,
): GrainExpression | undefined {
  if (unit === "week" && !hasWeeks(context)) return undefined;
  if (PERIODS.has(unit)) {
    // The layer truncates to a date. Postgres makes midnight of it, as `date_trunc` does.
    const grain = unit;
    const write = (written: string) => `(${written})::timestamptz`;
    return {ref, column, grain, type: "date", keepsOrder: true, write};
  }
  if (column.type !== "timestamp with time zone") return undefined;
  if ((unit === "hour" && hasHours(context)) || unit === "minute" || unit === "second")
    return {
      ref,
      column,
      grain: unit,
      type: "timestamp with time zone",
      keepsOrder: true,
      write: written => written,
    };
  return undefined;
}

function part(
  unit: string,
  ref: ColumnRef,
  column: CatalogColumn,
  type: "numeric" | "double precision",
): GrainExpression | undefined {
  if (unit === "hour" && column.type === "date") return undefined;
  if (YEARS.has(unit)) {
    const write = (written: string) => `(extract(year from ${written}))::${type}`;
    return {ref, column, grain: "year", type: "date", keepsOrder: true, write};
  }
  const found = PARTS[unit];
  if (found === undefined) return undefined;
  const write = found.write ?? ((written: string) => written);
  return {
    ref,
    column,
    grain: found.grain,
    type: "bigint",
    keepsOrder: found.write === undefined,
    write: written => `(${write(written)})::${type}`,
  };
}

/** Whether the layer's weeks are those of Postgres, which begin on Monday. */
export function hasWeeks({weekStart}: Pick<GrainContext, "weekStart">): boolean {
  return weekStart === "monday";
}

const wholeHours = new Map<string, boolean>();

/** Whether the zone's offsets from UTC have been whole hours since 1970: only then are its hours hours of UTC. */
export function hasHours({timezone}: Pick<GrainContext, "timezone">): boolean {
  const known = wholeHours.get(timezone);
  if (known !== undefined) return known;
  let isWhole = true;
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from({
    year: 1970,
    month: 1,
    day: 1,
    timeZone: timezone,
  });
  for (let changes = 0; at !== null && changes < 400 && at.year < 2040; changes++) {
    if (at.offsetNanoseconds % 3_600_000_000_000 !== 0) isWhole = false;
    at = at.getTimeZoneTransition("next");
  }
  if (wholeHours.size > 1000) wholeHours.clear();
  wholeHours.set(timezone, isWhole);
  return isWhole;
}
