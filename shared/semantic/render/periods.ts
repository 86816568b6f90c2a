import {moved} from "../filters/moved.ts";
import {isIntraday, type PeriodGrain, unitOf} from "../layer/grains.ts";
import type {DimensionField, LayerModel} from "../layer/layer.ts";
import {type Bound, type Bounds, MAX_PERIODS} from "../plan/bounds.ts";
import {writeSource} from "./accessible-rows.ts";
import {type TableName, writeColumn, writeDimension, writeGrainOf} from "./field.ts";
import {writeSelect} from "./select.ts";
import type {Writer} from "./writer.ts";

interface RequestedPeriods extends Ends {
  column: string;
  grain: PeriodGrain;
  /**
   * Whether the statement also fails if the rows span more than `MAX_PERIODS` periods; it always fails for periods
   * without end.
   */
  limited?: boolean;
}

/** The error message of a statement whose rows span too many periods. Engines truncate it after 32 characters. */
export const TOO_MANY_PERIODS = `fillGaps: over ${MAX_PERIODS} periods`;

/** The first and last period as expressions: aggregates over `from`, or without `from` constants. */
export interface Ends {
  first: string;
  last: string;
  from: string | undefined;
  /** Whether `last` is an aggregate; else `first` is. Only meaningful with `from`. */
  endsWithRows: boolean;
}

/** The first and last period: from the filters, or at an end without a filter from the columns of `rows`. */
export function writeEnds(
  writer: Writer,
  {field, grain, from, to}: Bounds & {field: DimensionField; grain: PeriodGrain},
  rows: {first: string; last: string; from: string},
): Ends {
  const start = (bound: Bound, inwards: "+" | "-") =>
    writeGrainOf(writer, field, grain, writeInside(writer, bound, inwards));
  return {
    first: from === undefined ? writer.dialect.aggregate("min", rows.first, 0) : start(from, "+"),
    last: to === undefined ? writer.dialect.aggregate("max", rows.last, 0) : start(to, "-"),
    from: from === undefined || to === undefined ? rows.from : undefined,
    endsWithRows: to === undefined,
  };
}

/** The bound itself or, if it is exclusive, the next moment inside. */
function writeInside(writer: Writer, {value, inclusive, unit}: Bound, inwards: "+" | "-"): string {
  if (inclusive) return writer.bind(value);
  if (writer.dialect.shift !== undefined) return writer.bind(moved(value, inwards, {count: 1, unit}));
  return `(${writer.bind(value)} ${inwards} ${writer.dialect.interval(1, unit)})`;
}

/** Names a select with the start of each period from the first to the last. */
export function namePeriods(writer: Writer, given: RequestedPeriods): string {
  const requested = {...given, last: writeLast(writer, given)};
  const {column, grain, first, last, from} = requested;
  const {dialect} = writer;
  if (dialect.spine !== undefined) return nameSpine(writer, requested, dialect.spine(unitOf(grain)));
  if (dialect.series === undefined) return nameDoublingPeriods(writer, requested);
  const step = dialect.interval(1, unitOf(grain));
  const list = isIntraday(grain)
    ? dialect.series(first, last, step)
    : dialect.cast(
        dialect.series(dialect.cast(first, "timestamp"), dialect.cast(last, "timestamp"), step),
        "date",
      );
  const columns = [`${list} as ${column}`];
  const sql = from === undefined ? `select ${columns[0]!}` : writeSelect({columns, from}, "  ");
  return writer.nameSelect("periods", sql);
}

/**
 * Names a select of one row with the first and the last period. For hours and shorter periods, the statement fails if
 * there are too many; the last of longer periods may be infinite.
 */
export function nameEnds(
  writer: Writer,
  given: Omit<RequestedPeriods, "column" | "limited">,
  [lo, hi]: readonly [string, string],
): string {
  const written = [
    given.first,
    isIntraday(given.grain) ? writeLast(writer, {...given, limited: true}) : given.last,
  ];
  const [first = "", last = ""] = isIntraday(given.grain)
    ? written
    : written.map(end => writer.dialect.cast(end, "date"));
  const columns = [`${first} as ${lo}`, `${last} as ${hi}`];
  const sql =
    given.from === undefined
      ? `select\n    ${columns.join(",\n    ")}`
      : writeSelect({columns, from: given.from}, "  ");
  return writer.nameSelect("bounds", sql);
}

/**
 * The last period, or an error if it is too far from the first. The distance is checked only with `limited` and for
 * periods shorter than a month. In all other cases the error is for infinite times alone, over which engines would
 * generate periods until they fail.
 */
function writeLast(
  writer: Writer,
  {grain, first, last, from, endsWithRows, limited}: Omit<RequestedPeriods, "column">,
): string {
  if (from === undefined) return last;
  const {dialect} = writer;
  const known = endsWithRows ? last : first;
  const isShort = isIntraday(grain) || ((grain === "day" || grain === "week") && dialect.hasFewDays !== true);
  if (limited !== true || !isShort) return writeUnlessEndless(writer, [first, last], {last, grain, known});
  const kind = isIntraday(grain) ? "timestamp" : "date";
  const most = writer.shift(first, "+", {count: MAX_PERIODS, unit: unitOf(grain)}, kind);
  return writeUnlessTooMany(writer, `${last} >= ${most}`, {last, grain, known});
}

interface LastPeriod {
  last: string;
  grain: PeriodGrain;
  /** The SQL of a value that comes from the rows and is not null. */
  known: string;
}

/** The last period, or an error if one of the ends is infinite. */
export function writeUnlessEndless(writer: Writer, ends: readonly string[], last: LastPeriod): string {
  const {dialect} = writer;
  if (dialect.isFinite === undefined) return last.last;
  return writeUnlessTooMany(writer, ends.map(end => `not ${dialect.isFinite?.(end)}`).join(" or "), last);
}

function writeUnlessTooMany({dialect}: Writer, condition: string, {last, grain, known}: LastPeriod): string {
  // The error's text includes a value of the rows, because a cast of a constant would fail before the statement runs.
  const text = `concat('${TOO_MANY_PERIODS}', substr(${dialect.cast(known, "text")}, 1, 0))`;
  const failure = dialect.fail?.(text) ?? dialect.cast(text, isIntraday(grain) ? "timestamp" : "date");
  return `case when ${condition} then ${failure} else ${last} end`;
}

/** Generates the periods with the dialect's spine, from one row with the first and the last one. */
function nameSpine(
  writer: Writer,
  {column, first, last, from}: RequestedPeriods,
  {value, join = "", where: within}: {value: string; join?: string; where?: string},
): string {
  const columns = [`${first} as lo`, `${last} as hi`];
  const bounds = from === undefined ? `select ${columns.join(", ")}` : writeSelect({columns, from}, "    ");
  const rows = `(\n    ${bounds}\n  ) as bounds${join === "" ? "" : `\n  ${join}`}`;
  const select = {columns: [`${value} as ${column}`], from: rows, where: within ?? ""};
  return writer.nameSelect("periods", writeSelect(select, "  "));
}

/** A recursive select in which the n-th period yields the 2n-th and the next: engines limit the depth of recursion. */
function nameDoublingPeriods(writer: Writer, {column, grain, first, last, from}: RequestedPeriods): string {
  const columns = ["1 as n", `${first} as ${column}`, `${first} as first`, `${last} as last`];
  const start =
    from === undefined ? `select\n    ${columns.join(",\n    ")}` : writeSelect({columns, from}, "  ");
  const next = `first + ${writer.dialect.interval("(n * 2 + bit - 1)", unitOf(grain))}`;
  return writer.nameSelect(
    "periods",
    name =>
      `${start}\n  having first <= last\n  union all\n` +
      `  select n * 2 + bit, ${next}, first, last\n` +
      `  from ${name}\n  cross join (select 0 as bit union all select 1) as bits\n  where ${next} <= last`,
  );
}

/**
 * Names a select with the calendar's periods between the bounds of the filters. At an end without a bound, the first or
 * last group is the bound.
 */
export function nameCalendarPeriods(
  writer: Writer,
  {field, grain, from, to}: Bounds & {field: DimensionField; grain: DimensionField},
  {column, groups}: {column: string; groups: string},
): string {
  const table: TableName = {alias: writer.own("calendar"), alone: true};
  const day = writeDayOf(writer, grain.model, table);
  const value = writeDimension(writer, grain, table, {asOperand: false});
  const source = writeSource(writer, grain.model, table.alias, "  ", false);
  const end = (bound: Bound | undefined, inwards: "+" | "-") => {
    if (bound !== undefined) return writeGrainOf(writer, field, "day", writeInside(writer, bound, inwards));
    const own = `${value} in (select ${column} from ${groups})`;
    const ends = writer.dialect.aggregate(inwards === "+" ? "min" : "max", day, 0);
    return `(\n    ${writeSelect({columns: [ends], from: source, where: own}, "    ")}\n  )`;
  };
  const where = `${value} is not null\n    and ${day} >= ${end(from, "+")}\n    and ${day} <= ${end(to, "-")}`;
  const columns = [`${value} as ${column}`];
  return writer.nameSelect("periods", writeSelect({columns, distinct: true, from: source, where}, "  "));
}

function writeDayOf(writer: Writer, {source}: LayerModel, table: TableName): string {
  const day = source.dimensions.find(({name}) => name === source.calendar?.day)?.column;
  if (day === undefined) throw new Error(`${source.name} is not a calendar`);
  return writeColumn(writer, day, table);
}
