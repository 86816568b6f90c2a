import type {Period} from "./grains.ts";
import {moved} from "./moved.ts";
import type {Branch} from "./plan.ts";
import type {Periods, Window} from "./plan-special.ts";
import {writeMoment, writePer, writePlace} from "./render-ends.ts";
import {namePeriods} from "./render-periods.ts";
import {nameTables, writeConditions, writeFrom} from "./render-scope.ts";
import {writeSelect} from "./render-select.ts";
import {addKeyAndInputs, type BranchSource, writePlaced} from "./render-source.ts";
import {boundsOf, type Value} from "./tests.ts";
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
  const start = periods.total ? `${spine}.d${periods.index}` : `d${periods.index}`;
  const span = writeSpan(window, start, periods.grain, writer);
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
  if (writer.dialect.together !== undefined) {
    const single = {from: facts, where: writeListed(writer, {index, picked}, {facts, spine, span}, inner)};
    if (!isSplit) return single;
    const select = writeSelect({columns: [...kept], distinct: true, ...single}, `${pad}  `);
    return {from: `(\n${pad}  ${select}\n${pad}) as single`, where: ""};
  }
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

/** Whether a row's day, with its group where some were picked, is among those of the periods. */
function writeListed(
  writer: Writer,
  {index, picked}: {index: number; picked: Branch["picked"]},
  {facts, spine, span}: {facts: string; spine: string; span: string},
  inner: string,
): string {
  const {together} = writer.dialect;
  if (together === undefined) throw new Error("a dialect whose subqueries look outwards");
  const days = `(select distinct day from ${facts}) as days\n${inner}join ${spine} on ${span}`;
  const groups = writer.picked;
  if (picked === undefined || groups === undefined) {
    return `day in (\n${inner}select day\n${inner}from ${days}\n${inner.slice(2)})`;
  }
  const others = picked.flatMap((_, i) => (i === index ? [] : [`d${i}`]));
  const same = writer.dialect.sameAs(`${groups}.d${index}`, `${spine}.d${index}`);
  const row = together([`${facts}.day`, ...others.map(name => `${facts}.${name}`)]);
  const list = together(["days.day", ...others.map(name => `${groups}.${name}`)]);
  return (
    `${row} in (\n${inner}select ${list}\n${inner}from ${days}` +
    `\n${inner}join ${groups} on ${same}\n${inner.slice(2)})`
  );
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
  const shift = offset && {count: Math.abs(offset.count), unit: offset.unit};
  const isLater = offset !== undefined && offset.count < 0;
  const around: Step[] = [
    {count: 1, unit: grain},
    {count: 2, unit: "day"},
  ];
  const conditions: string[] = [];
  for (const test of tests) {
    const {from, to} = boundsOf(test);
    if (from !== undefined && rolling !== "unbounded") {
      const steps = [...around];
      if (rolling !== undefined) steps.push(rolling);
      if (shift !== undefined && !isLater) steps.push(shift);
      conditions.push(`${stored} >= ${writeMoved(writer, from, "-", steps)}`);
    }
    if (to !== undefined) {
      const steps = isLater && shift !== undefined ? [...around, shift] : around;
      conditions.push(`${stored} < ${writeMoved(writer, to, "+", steps)}`);
    }
  }
  return conditions;
}

interface Step {
  count: number;
  unit: Period;
}

function writeMoved(writer: Writer, value: Value, sign: "+" | "-", steps: readonly Step[]): string {
  if (writer.dialect.shift !== undefined) {
    return writer.bind(steps.reduce((moment, step) => moved(moment, sign, step), value));
  }
  return steps.reduce((moment, step) => writer.shift(moment, sign, step), writer.bind(value));
}

/** The days that count for a period which begins at `start`. */
function writeSpan({rolling, offset}: Window, start: string, grain: Period, writer: Writer): string {
  const moment =
    offset === undefined
      ? start
      : writer.shift(start, offset.count < 0 ? "+" : "-", {
          count: Math.abs(offset.count),
          unit: offset.unit,
        });
  const end = writer.shift(moment, "+", {count: 1, unit: grain});
  if (rolling === "unbounded") return `day < ${end}`;
  const first = rolling === undefined ? moment : writer.shift(end, "-", rolling);
  return `day >= ${first} and day < ${end}`;
}
