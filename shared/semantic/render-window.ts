import type {Branch} from "./plan.ts";
import type {Periods, Window} from "./plan-special.ts";
import {writeMoment, writePer, writePlace} from "./render-ends.ts";
import {namePeriods} from "./render-periods.ts";
import {nameTables, writeConditions, writeFrom} from "./render-scope.ts";
import {writeSelect} from "./render-select.ts";
import {addKeyAndInputs, type BranchSource, writePlaced} from "./render-source.ts";
import {boundsOf} from "./tests.ts";
import {writeDimension, writeGrain} from "./write-field.ts";
import {writeTest} from "./write-test.ts";
import type {Writer} from "./writer.ts";

/**
 * The rows, each with its day, beside the periods from the first to the last that is asked for: a row
 * belongs to every period whose span it lies in. Of a total, the rows that belong to any, each once.
 */
export function windowSource(
  writer: Writer,
  branch: Branch,
  window: Window,
  periods: Periods,
  pad: string,
): BranchSource {
  const {facts, inputs, kept} = nameFacts(writer, branch, window, periods);
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
  const start = periods.total ? `${spine}.d${periods.index}` : `d${periods.index}`;
  const span = writeSpan(window, start, step, writer);
  const source: Source = periods.total
    ? totalSource(writer, branch, periods, {facts, spine, span, kept}, pad)
    : {from: `${facts}\n${pad}join ${spine} on ${span}`, where: ""};
  const dimensions = branch.dimensions.map((_, i) => `d${i}`);
  const ends = branch.special?.ends;
  if (ends === undefined) return {...source, dimensions, input: (_field, i) => inputs[i]};
  const inner = `${pad}  `;
  const values = inputs.filter((name, i) => name !== undefined && inputs.indexOf(name) === i);
  const per = ends.per.map((_, i) => `p${i}`);
  const place = writePlace(writer, ends, {groups: [...dimensions, ...per], moment: "moment"});
  const columns = [...dimensions, ...values.flatMap(name => name ?? []), `${place} as place`];
  const select = writeSelect({columns, ...indented(source)}, inner);
  return {
    from: `(\n${inner}${select}\n${pad}) as placed`,
    where: "",
    dimensions,
    input: (_field, i) => `case when place = 1 then ${inputs[i] ?? "1"} end`,
  };
}

interface Source {
  from: string;
  where: string;
}

/** What lies within another select lies deeper. */
function indented({from, where}: Source): Source {
  return {from: from.replaceAll("\n", "\n  "), where: where.replaceAll("\n", "\n  ")};
}

interface Facts {
  /** The name of the select. */
  facts: string;
  /** What the measures aggregate of it, measure by measure. */
  inputs: (string | undefined)[];
  /** The columns that make a row one of its own, whatever its groups are. */
  kept: string[];
}

/** Names the select of the rows that the periods may hold: groups, day and period, and what is aggregated. */
function nameFacts(writer: Writer, branch: Branch, window: Window, periods: Periods): Facts {
  const names = nameTables(branch.scope);
  const home = names.table(branch.scope.root);
  const along = names.table(periods.node);
  const columns = (branch.picked ?? branch.dimensions).flatMap((dimension, i) =>
    i === periods.index ? [] : [`${writePlaced(writer, dimension, names)} as d${i}`],
  );
  columns.push(`${writeGrain(writer, window.dimension, "day", along)} as day`);
  if (periods.grain !== "day") {
    columns.push(`${writeGrain(writer, window.dimension, periods.grain, along)} as period`);
  }
  const stored = writeDimension(writer, window.dimension, along);
  if (periods.tests.length > 0) {
    columns.push(`${periods.tests.map(test => writeTest(writer, stored, test)).join(" and ")} as asked`);
  }
  const kept: string[] = [];
  const inputs = addKeyAndInputs(writer, branch, home, kept);
  const ends = branch.special?.ends;
  if (ends !== undefined) {
    kept.push(`${writeMoment(writer, ends, home)} as moment`);
    kept.push(...writePer(writer, ends, home).map((sql, i) => `${sql} as p${i}`));
  }
  const from = writeFrom(writer, branch.scope, names, "  ");
  const conditions = writeConditions(writer, branch.scope.conditions, names, "  ");
  const where = [conditions, ...writeReach(writer, window, periods, stored)]
    .filter(Boolean)
    .join("\n    and ");
  const select = {columns: [...columns, ...kept], distinct: branch.fansOut, from, where};
  const facts = writer.nameSelect("facts", writeSelect(select, "  "));
  return {facts, inputs, kept: kept.map(column => column.slice(column.lastIndexOf(" ") + 1))};
}

/** The rows that lie in some period; where groups were picked, in one of a group that passed. */
function totalSource(
  writer: Writer,
  {picked, fansOut}: Branch,
  {index}: Periods,
  {facts, spine, span, kept}: {facts: string; spine: string; span: string; kept: readonly string[]},
  pad: string,
): Source {
  const isSplit = picked !== undefined && fansOut;
  const inner = isSplit ? `${pad}    ` : `${pad}  `;
  let within = `from ${spine}`;
  const conditions = [span];
  if (picked !== undefined && writer.picked !== undefined) {
    const groups = writer.picked;
    const same = picked.map((_, i) =>
      writer.dialect.sameAs(`${groups}.d${i}`, `${i === index ? spine : facts}.d${i}`),
    );
    within += `\n${inner}join ${groups} on ${same[index] ?? "true"}`;
    conditions.push(...same.filter((_, i) => i !== index));
  }
  const where = `exists (\n${inner}select 1\n${inner}${within}\n${inner}where ${conditions.join(
    `\n${inner}  and `,
  )}\n${inner.slice(2)})`;
  if (!isSplit) return {from: facts, where};
  const select = writeSelect({columns: [...kept], distinct: true, from: facts, where}, `${pad}  `);
  return {from: `(\n${pad}  ${select}\n${pad}) as single`, where: ""};
}

/**
 * Conditions on the stored column that every row of the periods asked for fulfils, and some others: so that
 * an index or a partition spares the rest. A period and two days more than the window leave room for all.
 */
function writeReach(
  writer: Writer,
  {rolling, offset}: Window,
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
function writeSpan({rolling, offset}: Window, start: string, step: string, {dialect}: Writer): string {
  const back =
    offset === undefined
      ? ""
      : ` ${offset.count < 0 ? "+" : "-"} ${dialect.interval(Math.abs(offset.count), offset.unit)}`;
  const end = `${start}${back} + ${step}`;
  if (rolling === "unbounded") return `day < ${end}`;
  const first =
    rolling === undefined ? `${start}${back}` : `${end} - ${dialect.interval(rolling.count, rolling.unit)}`;
  return `day >= ${first} and day < ${end}`;
}
