import {moved} from "../filters/moved.ts";
import {boundsOf, type Value} from "../filters/predicates.ts";
import {PERIODS, type Period, type PeriodGrain, unitOf} from "../layer/grains.ts";
import type {Branch, Periods, Window} from "../plan/plan.ts";
import {addKeyAndInputs, type BranchSource, writeDimensions, writePlaced} from "./branch-source.ts";
import {withMoments, writeMoment, writePer, writePlace} from "./ends.ts";
import {writeDimension, writeGrain, writeStart} from "./field.ts";
import {namePeriods, writeEnds} from "./periods.ts";
import {writeBranchFrom} from "./picked.ts";
import {nameTables, writeConditions, writeFrom} from "./scope.ts";
import {writeSelect} from "./select.ts";
import type {Writer} from "./writer.ts";

/**
 * Joins the rows, each with its day, to the requested periods: a row belongs to every period whose span contains its
 * day. For a total, the rows that belong to any period, each once.
 */
export function windowSource(
  writer: Writer,
  branch: Branch,
  window: Window,
  periods: Periods,
  pad: string,
): BranchSource {
  const {facts, inputs, kept} = nameFacts(writer, branch, window, periods);
  const period = writer.own(periods.grain === "day" ? "day" : "period");
  const dimensions = branch.dimensions.map((_, i) => writer.own(`d${i}`));
  const along = writer.own(`d${periods.index}`);
  const rows = nameExtent(writer, periods, facts, period);
  const ends = writeEnds(writer, {...periods, field: window.dimension}, rows);
  const spine = namePeriods(writer, {column: along, grain: periods.grain, ...ends});
  const start = periods.total ? `${spine}.${along}` : along;
  const span = writeSpan(window, start, periods.grain, writer);
  const source: Source = periods.total
    ? totalSource(writer, branch, periods, {facts, spine, span, kept}, pad)
    : {from: `${facts}\n${pad}join ${spine} on ${span}`, where: ""};
  const kind = branch.special?.ends;
  if (kind === undefined) return {...source, dimensions, input: (_field, i) => inputs[i]};
  const inner = `${pad}  `;
  const values = inputs.filter((name, i) => name !== undefined && inputs.indexOf(name) === i);
  const per = kind.per.map((_, i) => writer.own(`p${i}`));
  const moment = writer.own("moment");
  const first = writer.own("place");
  const place = writePlace(writer, kind, {
    groups: [...withMoments(kind, branch, dimensions), ...per],
    moment,
  });
  const columns = [...dimensions, ...values.flatMap(name => name ?? []), `${place} as ${first}`];
  const select = writeSelect({columns, ...indented(source)}, inner);
  return {
    from: `(\n${inner}${select}\n${pad}) as ${writer.own("placed")}`,
    where: "",
    dimensions,
    input: (_field, i) => `case when ${first} = 1 then ${inputs[i] ?? "1"} end`,
  };
}

/**
 * The columns with the first and last period of the query's rows: those of this branch and of the branches beside it.
 */
function nameExtent(
  writer: Writer,
  {index, beside, from, to}: Periods,
  facts: string,
  period: string,
): {first: string; last: string; from: string} {
  if (beside.length === 0 || (from !== undefined && to !== undefined)) {
    return {first: period, last: period, from: facts};
  }
  const [first, last] = [writer.own("earliest"), writer.own("latest")];
  const columns = (sql: string) => [
    `${writer.dialect.aggregate("min", sql, 0)} as ${first}`,
    `${writer.dialect.aggregate("max", sql, 0)} as ${last}`,
  ];
  const selects = beside.map(({scope, placed}) => {
    const names = nameTables(writer, scope);
    const tables = writeFrom(writer, scope, names, "  ");
    const moment = writePlaced(writer, placed[index]!, names);
    const where = writeConditions(writer, scope.conditions, names, "  ");
    return writeSelect({columns: columns(moment), from: tables, where}, "  ");
  });
  const own = writeSelect({columns: columns(period), from: facts}, "  ");
  return {first, last, from: writer.nameSelect("extent", [own, ...selects].join("\n  union all\n  "))};
}

interface Source {
  from: string;
  where: string;
}

/** Indents the parts for use within another select. */
function indented({from, where}: Source): Source {
  return {from: from.replaceAll("\n", "\n  "), where: where.replaceAll("\n", "\n  ")};
}

interface Facts {
  /** The name of the select. */
  facts: string;
  /** The name of each measure's input in it. */
  inputs: (string | undefined)[];
  /** The columns that distinguish its rows, whatever the groups are. */
  kept: string[];
}

/** Names the select of all rows that the periods may contain, with groups, day, period and the measures' inputs. */
function nameFacts(writer: Writer, branch: Branch, window: Window, periods: Periods): Facts {
  const names = nameTables(writer, branch.scope, {enclosesOthers: branch.named !== undefined});
  const home = names.table(branch.scope.root);
  const along = names.table(periods.node);
  const written = writeDimensions(writer, branch, branch.picked ?? branch.dimensions, names);
  const columns = written.flatMap((sql, i) =>
    i === periods.index ? [] : [`${sql} as ${writer.own(`d${i}`)}`],
  );
  columns.push(`${writeGrain(writer, window.dimension, "day", along)} as ${writer.own("day")}`);
  if (periods.grain !== "day") {
    columns.push(`${writeGrain(writer, window.dimension, periods.grain, along)} as ${writer.own("period")}`);
  }
  const stored = writeDimension(writer, window.dimension, along);
  const kept: string[] = [];
  const inputs = addKeyAndInputs(writer, branch, home, kept);
  const ends = branch.special?.ends;
  if (ends !== undefined) {
    kept.push(`${writeMoment(writer, ends, home)} as ${writer.own("moment")}`);
    kept.push(...writePer(writer, ends, home).map((sql, i) => `${sql} as ${writer.own(`p${i}`)}`));
  }
  const from = writeBranchFrom(writer, branch, names, "  ");
  const conditions = writeConditions(writer, branch.scope.conditions, names, "  ");
  const where = [conditions, ...writeReach(writer, window, periods, stored)]
    .filter(Boolean)
    .join("\n    and ");
  const select = {columns: [...columns, ...kept], distinct: branch.fansOut, from, where};
  const facts = writer.nameSelect("facts", writeSelect(select, "  "));
  return {facts, inputs, kept: kept.map(column => column.slice(column.lastIndexOf(" ") + 1))};
}

/** The rows within some period; if groups were filtered, within a period of a group that passed. */
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
    return {from: `(\n${pad}  ${select}\n${pad}) as ${writer.own("single")}`, where: ""};
  }
  let within = `from ${spine}`;
  const conditions = [span];
  if (picked !== undefined && writer.picked !== undefined) {
    const groups = writer.picked;
    const same = picked.map((_, i) =>
      writer.dialect.sameAs(
        `${groups}.${writer.own(`d${i}`)}`,
        `${i === index ? spine : facts}.${writer.own(`d${i}`)}`,
      ),
    );
    within += `\n${inner}join ${groups} on ${same[index] ?? "true"}`;
    conditions.push(...same.filter((_, i) => i !== index));
  }
  const where = `exists (\n${inner}select 1\n${inner}${within}\n${inner}where ${conditions.join(
    `\n${inner}  and `,
  )}\n${inner.slice(2)})`;
  if (!isSplit) return {from: facts, where};
  const select = writeSelect({columns: [...kept], distinct: true, from: facts, where}, `${pad}  `);
  return {from: `(\n${pad}  ${select}\n${pad}) as ${writer.own("single")}`, where: ""};
}

/** Whether a row's day, and its group if groups were filtered, is one of those within the periods. */
function writeListed(
  writer: Writer,
  {index, picked}: {index: number; picked: Branch["picked"]},
  {facts, spine, span}: {facts: string; spine: string; span: string},
  inner: string,
): string {
  const {together} = writer.dialect;
  if (together === undefined) throw new Error("a dialect whose subqueries look outwards");
  const [day, days] = [writer.own("day"), writer.own("days")];
  const within = `(select distinct ${day} from ${facts}) as ${days}\n${inner}join ${spine} on ${span}`;
  const groups = writer.picked;
  if (picked === undefined || groups === undefined) {
    return `${day} in (\n${inner}select ${day}\n${inner}from ${within}\n${inner.slice(2)})`;
  }
  const others = picked.flatMap((_, i) => (i === index ? [] : [writer.own(`d${i}`)]));
  const along = writer.own(`d${index}`);
  const same = writer.dialect.sameAs(`${groups}.${along}`, `${spine}.${along}`);
  const row = together([`${facts}.${day}`, ...others.map(name => `${facts}.${name}`)]);
  const list = together([`${days}.${day}`, ...others.map(name => `${groups}.${name}`)]);
  return (
    `${row} in (\n${inner}select ${list}\n${inner}from ${within}` +
    `\n${inner}join ${groups} on ${same}\n${inner.slice(2)})`
  );
}

/**
 * Conditions on the stored column that include every row of the requested periods and some more, so that an index or a
 * partition can skip the rest. They allow for one period and two days beyond the window.
 */
function writeReach(
  writer: Writer,
  {rolling, toDate, toStart, offset}: Window,
  {grain, tests}: Periods,
  stored: string,
): string[] {
  const shift = offset && {count: Math.abs(offset.count), unit: offset.unit};
  const isLater = offset !== undefined && offset.count < 0;
  const around: Step[] = [
    {count: 1, unit: unitOf(grain)},
    {count: 2, unit: "day"},
  ];
  const conditions: string[] = [];
  for (const test of tests) {
    const {from, to} = boundsOf(test);
    if (from !== undefined && rolling !== "unbounded") {
      const steps = [...around];
      if (rolling !== undefined) steps.push(rolling);
      if (toDate !== undefined) steps.push({count: 1, unit: unitOf(toDate)});
      if (toStart !== undefined) steps.push({count: 1, unit: unitOf(toStart)});
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

/**
 * The condition on a row's day for the period that begins at `start`. With an offset, a day is moved as it is, or to
 * the end of a shorter month. For longer periods both ends are moved, so that each day is in exactly one period even if
 * the units do not match.
 */
function writeSpan(
  {rolling, toDate, toStart, offset}: Window,
  shown: string,
  grain: PeriodGrain,
  writer: Writer,
): string {
  const start = toStart === undefined ? shown : writeStart(writer, toStart, shown);
  const set = (moment: string) => {
    if (offset === undefined) return moment;
    const step = {count: Math.abs(offset.count), unit: offset.unit};
    return writer.shift(moment, offset.count < 0 ? "+" : "-", step);
  };
  const next = {count: 1, unit: unitOf(grain)};
  const end =
    grain === "day" || offset === undefined || holds(offset.unit, grain)
      ? writer.shift(set(start), "+", next)
      : set(writer.shift(start, "+", next));
  const day = writer.own("day");
  if (rolling === "unbounded") return `${day} < ${end}`;
  if (toDate !== undefined) {
    const last = writer.shift(end, "-", {count: 1, unit: "day"});
    const began = writeStart(writer, toDate, `(${last})`);
    return `${day} >= ${began} and ${day} < ${end}`;
  }
  const first = rolling === undefined ? set(start) : writer.shift(end, "-", rolling);
  return `${day} >= ${first} and ${day} < ${end}`;
}

/** Whether the longer unit consists of whole shorter ones: both ways to compute the end then agree. */
function holds(unit: Period, counted: PeriodGrain): boolean {
  const grain = unitOf(counted);
  if (grain === "week" || unit === "week") return unit === grain;
  return PERIODS.indexOf(unit) >= PERIODS.indexOf(grain);
}
