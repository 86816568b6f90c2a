import {isIntraday, type Period} from "./grains.ts";
import type {Branch} from "./plan.ts";
import type {Periods, Special} from "./plan-special.ts";
import {nameTables, writeConditions, writeFrom} from "./render-scope.ts";
import {writeSelect} from "./render-select.ts";
import {addKeyAndInputs, type BranchSource, writePlaced} from "./render-source.ts";
import {boundsOf} from "./tests.ts";
import {writeDimension, writeGrain} from "./write-field.ts";
import {writeTest} from "./write-test.ts";
import type {Writer} from "./writer.ts";

/**
 * The rows, each with its day, beside the periods from the first to the last that is asked for: a row
 * belongs to every period whose span it lies in.
 */
export function windowSource(
  writer: Writer,
  branch: Branch,
  special: Extract<Special, {kind: "window"}>,
  periods: Periods,
  pad: string,
): BranchSource {
  const names = nameTables(branch.scope);
  const home = names.table(branch.scope.root);
  const columns = branch.dimensions.flatMap((dimension, i) =>
    i === periods.index ? [] : [`${writePlaced(writer, dimension, names)} as d${i}`],
  );
  columns.push(`${writeGrain(writer, special.dimension, "day", home)} as day`);
  if (periods.grain !== "day") {
    columns.push(`${writeGrain(writer, special.dimension, periods.grain, home)} as period`);
  }
  if (periods.tests.length > 0) {
    const stored = writeDimension(writer, special.dimension, home);
    columns.push(`${periods.tests.map(test => writeTest(writer, stored, test)).join(" and ")} as asked`);
  }
  const inputs = addKeyAndInputs(writer, branch, home, columns);
  const from = writeFrom(writer, branch.scope, names, "  ");
  const conditions = writeConditions(writer, branch.scope.conditions, names, "  ");
  const reach = writeReach(writer, special, periods, writeDimension(writer, special.dimension, home));
  const where = [conditions, ...reach].filter(Boolean).join("\n    and ");
  const facts = writer.nameSelect(
    "facts",
    writeSelect({columns, distinct: branch.fansOut, from, where}, "  "),
  );
  const period = periods.grain === "day" ? "day" : "period";
  const spine = namePeriods(writer, {
    column: `d${periods.index}`,
    grain: periods.grain,
    first: `min(${period})`,
    last: `max(${period})`,
    from: facts,
    where: periods.tests.length > 0 ? "asked" : "",
  });
  const step = writer.dialect.interval(1, periods.grain);
  return {
    from: `${facts}\n${pad}join ${spine} on ${writeSpan(writer, special, `d${periods.index}`, step)}`,
    where: "",
    dimensions: branch.dimensions.map((_, i) => `d${i}`),
    input: (_field, i) => inputs[i],
  };
}

/**
 * Conditions on the stored column that every row of the periods asked for fulfils, and some others: so that
 * an index or a partition spares the rest. A period and two days more than the window leave room for all.
 */
function writeReach(
  writer: Writer,
  {rolling, offset}: Extract<Special, {kind: "window"}>,
  {grain, tests}: Periods,
  stored: string,
): string[] {
  const {dialect} = writer;
  const shift = offset === undefined ? "" : dialect.interval(Math.abs(offset.count), offset.unit);
  const isLater = offset !== undefined && offset.count < 0;
  const around = [dialect.interval(1, grain), dialect.interval(2, "day")];
  const conditions: string[] = [];
  for (const test of tests) {
    const {from, to} = boundsOf(test);
    if (from !== undefined && rolling !== "unbounded") {
      const steps = [...around];
      if (rolling !== undefined) steps.push(dialect.interval(rolling.count, rolling.unit));
      if (shift !== "" && !isLater) steps.push(shift);
      conditions.push(`${stored} >= ${[writer.bind(from), ...steps].join(" - ")}`);
    }
    if (to !== undefined) {
      const steps = isLater ? [...around, shift] : around;
      conditions.push(`${stored} < ${[writer.bind(to), ...steps].join(" + ")}`);
    }
  }
  return conditions;
}

/** The days that count for a period which begins at `start`. */
function writeSpan(
  writer: Writer,
  special: Extract<Special, {kind: "window"}>,
  start: string,
  step: string,
): string {
  const {rolling, offset} = special;
  const back =
    offset === undefined
      ? ""
      : ` ${offset.count < 0 ? "+" : "-"} ${writer.dialect.interval(Math.abs(offset.count), offset.unit)}`;
  const end = `${start}${back} + ${step}`;
  if (rolling === "unbounded") return `day < ${end}`;
  const first =
    rolling === undefined
      ? `${start}${back}`
      : `${end} - ${writer.dialect.interval(rolling.count, rolling.unit)}`;
  return `day >= ${first} and day < ${end}`;
}

interface PeriodsAsked {
  column: string;
  grain: Period;
  /** Starts of periods: aggregates of the rows in `from`, or where that is `undefined` expressions. */
  first: string;
  last: string;
  from: string | undefined;
  where?: string;
}

/** Names a select with the start of each period from the first to the last. */
export function namePeriods(writer: Writer, asked: PeriodsAsked): string {
  const {column, grain, first, last, from, where = ""} = asked;
  const {dialect} = writer;
  if (dialect.series === undefined) return nameDoublingPeriods(writer, asked);
  const step = dialect.interval(1, grain);
  const list = isIntraday(grain)
    ? dialect.series(first, last, step)
    : dialect.cast(
        dialect.series(dialect.cast(first, "timestamp"), dialect.cast(last, "timestamp"), step),
        "date",
      );
  const columns = [`${list} as ${column}`];
  const sql = from === undefined ? `select ${columns[0]!}` : writeSelect({columns, from, where}, "  ");
  return writer.nameSelect("periods", sql);
}

/** The n-th period brings the 2n-th and the one after it: engines limit how often a select may go on from its rows. */
function nameDoublingPeriods(
  writer: Writer,
  {column, grain, first, last, from, where = ""}: PeriodsAsked,
): string {
  const columns = ["1 as n", `${first} as ${column}`, `${first} as first`, `${last} as last`];
  const start =
    from === undefined ? `select\n    ${columns.join(",\n    ")}` : writeSelect({columns, from, where}, "  ");
  const next = `first + ${writer.dialect.interval("(n * 2 + bit - 1)", grain)}`;
  return writer.nameSelect(
    "periods",
    name =>
      `${start}\n  having first <= last\n  union all\n` +
      `  select n * 2 + bit, ${next}, first, last\n` +
      `  from ${name}\n  cross join (select 0 as bit union all select 1) as bits\n  where ${next} <= last`,
  );
}
