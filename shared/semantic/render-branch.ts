import type {Rank} from "./dialects/dialect.ts";
import {isIntraday, type Period} from "./grains.ts";
import type {MeasureField} from "./layer.ts";
import type {Branch, PlacedDimension} from "./plan.ts";
import type {Fold} from "./plan-fold.ts";
import type {Periods, Special} from "./plan-special.ts";
import {writeFolded} from "./render-fold.ts";
import {nameTables, type ScopeNames, writeConditions, writeFrom} from "./render-scope.ts";
import {writeSelect} from "./render-select.ts";
import {boundsOf} from "./tests.ts";
import {
  type TableName,
  writeBareInput,
  writeColumn,
  writeDimension,
  writeGrain,
  writeInput,
  writeMeasureFilter,
} from "./write-field.ts";
import {writeTest} from "./write-test.ts";
import type {Writer} from "./writer.ts";

/** What a branch's rows are taken from, and how its dimensions and inputs are written over that. */
export interface BranchSource {
  from: string;
  where: string;
  /** By measure, where the dialect computes it from ranks. */
  ranks?: (Rank | undefined)[];
  dimensions: string[];
  /** What a measure aggregates: `undefined` for the rows themselves. */
  input(field: MeasureField, index: number): string | undefined;
}

export function branchSource(writer: Writer, branch: Branch, pad: string): BranchSource {
  const isRanked = branch.measures.map(field => writer.dialect.needsRank(field.source.type));
  if (!isRanked.includes(true)) return rowSource(writer, branch, pad);
  return rankedSource(writer, branch, rowSource(writer, branch, `${pad}  `), isRanked, pad);
}

/** The rows of a source, with the places of their values among those of their group. */
function rankedSource(
  writer: Writer,
  branch: Branch,
  source: BranchSource,
  isRanked: readonly boolean[],
  pad: string,
): BranchSource {
  const inner = `${pad}  `;
  const columns = source.dimensions.map((sql, i) => (sql === `d${i}` ? sql : `${sql} as d${i}`));
  const group = source.dimensions.length > 0 ? `partition by ${source.dimensions.join(", ")}` : "";
  const names = new Map<string, string>();
  const inputs = branch.measures.map((field, i) => {
    const input = source.input(field, i);
    if (input === undefined) return undefined;
    const name = names.get(input) ?? `v${names.size}`;
    if (!names.has(input)) columns.push(input === name ? name : `${input} as ${name}`);
    names.set(input, name);
    return name;
  });
  const ranked = new Set<string>();
  const ranks = branch.measures.map((field, i) => {
    const [input, name] = [source.input(field, i), inputs[i]];
    if (!isRanked[i] || input === undefined || name === undefined) return undefined;
    const rank = {place: name.replace("v", "r"), count: name.replace("v", "n")};
    if (!ranked.has(name)) {
      const order = `order by ${writer.dialect.order(input, false, input)}`;
      const over = group === "" ? order : `${group} ${order}`;
      columns.push(
        `row_number() over (${over}) as ${rank.place}`,
        `count(${input}) over (${group}) as ${rank.count}`,
      );
    }
    ranked.add(name);
    return rank;
  });
  const select = writeSelect({columns, from: source.from, where: source.where}, inner);
  return {
    from: `(\n${inner}${select}\n${pad}) as ranked`,
    where: "",
    dimensions: source.dimensions.map((_, i) => `d${i}`),
    input: (_field, i) => inputs[i],
    ranks,
  };
}

/** Tables joined as they are, where each row counts once; else a select that makes the rows first. */
function rowSource(writer: Writer, branch: Branch, pad: string): BranchSource {
  const {special, periods} = branch;
  if (special?.kind === "window" && periods !== undefined) {
    return windowSource(writer, branch, special, periods, pad);
  }
  if (branch.fansOut && branch.folds !== undefined) return foldedSource(writer, branch, branch.folds, pad);
  if (branch.fansOut || special?.kind === "nonAdditive") return singleSource(writer, branch, pad);
  const names = nameTables(branch.scope);
  const home = names.table(branch.scope.root);
  return {
    from: writeFrom(writer, branch.scope, names, pad),
    dimensions: branch.dimensions.map(dimension => writePlaced(writer, dimension, names)),
    where: writeConditions(writer, branch.scope.conditions, names, pad),
    input: field => writeInput(writer, field, home),
  };
}

/** Rows of the home model, each beside the distinct groups that it belongs to. */
function foldedSource(writer: Writer, branch: Branch, folds: readonly Fold[], pad: string): BranchSource {
  const names = nameTables(branch.scope);
  const home = names.table(branch.scope.root);
  return {
    from: writeFolded(writer, branch, folds, names, pad),
    dimensions: branch.dimensions.map((dimension, i) => {
      const fold = folds.find(({nodes}) => nodes.has(dimension.node));
      if (fold === undefined) return writePlaced(writer, dimension, names);
      return `${writer.quote(names.table(fold.root).alias)}.d${i}`;
    }),
    where: writeConditions(writer, branch.scope.conditions, names, pad),
    input: field => writeInput(writer, field, home),
  };
}

function writePlaced(writer: Writer, {node, field, grain}: PlacedDimension, names: ScopeNames): string {
  return writeGrain(writer, field, grain, names.table(node));
}

/** Each row of the home model once per group, and where only its first or last count, their rank. */
function singleSource(writer: Writer, branch: Branch, pad: string): BranchSource {
  const inner = `${pad}  `;
  const names = nameTables(branch.scope);
  const home = names.table(branch.scope.root);
  const nonAdditive = branch.special?.kind === "nonAdditive" ? branch.special : undefined;
  const dimensions = branch.dimensions.map(dimension => writePlaced(writer, dimension, names));
  const columns = dimensions.map((sql, i) => `${sql} as d${i}`);
  const inputs = addKeyAndInputs(writer, branch, home, columns);
  if (nonAdditive !== undefined) columns.push(`${writeRank(writer, nonAdditive, dimensions, home)} as place`);
  const select = writeSelect(
    {
      columns,
      distinct: branch.fansOut,
      from: writeFrom(writer, branch.scope, names, inner),
      where: writeConditions(writer, branch.scope.conditions, names, inner),
    },
    inner,
  );
  return {
    from: `(\n${inner}${select}\n${pad}) as ${writer.quote(home.alias)}`,
    where: "",
    dimensions: dimensions.map((_, i) => `d${i}`),
    input: (_field, i) =>
      nonAdditive === undefined ? inputs[i] : `case when place = 1 then ${inputs[i] ?? "1"} end`,
  };
}

/** The place of a row in time among those of its group: all of the first moment are first, rows of none have none. */
function writeRank(
  writer: Writer,
  special: Extract<Special, {kind: "nonAdditive"}>,
  dimensions: readonly string[],
  home: TableName,
): string {
  const per = special.per.map(each =>
    "field" in each ? writeDimension(writer, each.field, home) : writeColumn(writer, each.column, home),
  );
  const groups = [...dimensions, ...per];
  const partition = groups.length > 0 ? `partition by ${groups.join(", ")} ` : "";
  const stored = writeDimension(writer, special.dimension, home);
  const moment =
    special.picks === undefined
      ? stored
      : `case when ${writeMeasureFilter(writer, special.picks, home)} then ${stored} end`;
  const rank = `rank() over (${partition}order by ${writer.dialect.order(moment, special.take === "last", moment)})`;
  const picked = special.picks === undefined ? moment : `(${moment})`;
  return `case when ${picked} is not null then ${rank} end`;
}

/**
 * The rows, each with its day, beside the periods from the first to the last that is asked for: a row
 * belongs to every period whose span it lies in.
 */
function windowSource(
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

/**
 * What keeps rows apart when they are made single, and what the measures aggregate of them, each once.
 * Returns the names of the latter, measure by measure.
 */
function addKeyAndInputs(
  writer: Writer,
  branch: Branch,
  home: TableName,
  columns: string[],
): (string | undefined)[] {
  if (branch.fansOut) {
    const key = branch.scope.root.model.source.primaryKey ?? [];
    columns.push(...key.map((column, i) => `${writeColumn(writer, column, home)} as k${i}`));
  }
  const picks = branch.special?.kind === "nonAdditive" && branch.special.picks !== undefined;
  const names = new Map<string, string>();
  return branch.measures.map(field => {
    if (countsRows(field)) return undefined;
    const input = (picks ? writeBareInput(writer, field, home) : writeInput(writer, field, home)) ?? "1";
    const known = names.get(input);
    if (known !== undefined) return known;
    const name = `v${names.size}`;
    names.set(input, name);
    columns.push(`${input} as ${name}`);
    return name;
  });
}

function countsRows({source}: MeasureField): boolean {
  return source.column === undefined && source.sql === undefined && source.where === undefined;
}
