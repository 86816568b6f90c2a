import {isIntraday, isPeriod} from "../../layer/grains.ts";
import type {Branch, Periods} from "../../plan/plan.ts";
import type {Window} from "../../resolve/window.ts";
import {writePlaced} from "../branch-source.ts";
import {writeGrainOf, writeStart} from "../field.ts";
import {withMoments, writePlace} from "../first-last-moment.ts";
import {writeCombined} from "../partial-aggregates.ts";
import {namePeriods, writeEnds} from "../periods.ts";
import {nameTables, writeConditions, writeFrom} from "../scope.ts";
import {writeSelect} from "../select.ts";
import type {BranchSource} from "../sources/source.ts";
import type {Writer} from "../writer.ts";
import {type Facts, isOfPeriod, isSummed, nameFacts} from "./facts.ts";
import {frameOf} from "./frame.ts";
import {framedSource} from "./framed.ts";
import {stepOf, writeSpan} from "./span.ts";
import {type Source, totalSource} from "./total.ts";

/**
 * Assigns the rows, each with its day, to the requested periods: a row belongs to every period whose span contains its
 * day. For a total, each row that belongs to any period is taken once. Measures with partial aggregates are first
 * aggregated by day and group.
 */
export function windowSource(
  writer: Writer,
  branch: Branch,
  window: Window,
  periods: Periods,
  pad: string,
): BranchSource {
  const isFramed = writer.dialect.framesTime === true && !periods.total && isSummed(branch);
  const frame = isFramed ? frameOf(window, periods.grain) : undefined;
  const {grain} = periods;
  const step = frame === undefined ? stepOf(window, grain, writer.calendar.timezone) : grain;
  const facts = nameFacts(writer, branch, window, periods, step, frame);
  const along = writer.own(`d${periods.index}`);
  const period = grain === step ? facts.step : writeStart(writer, grain, facts.step);
  const rows = nameExtent(writer, periods, facts.facts, period);
  const ends = writeEnds(writer, {...periods, field: window.dimension}, rows);
  const dimensions = branch.dimensions.map((_, i) => writer.own(`d${i}`));
  const {parts} = facts;
  if (frame !== undefined && parts !== undefined) {
    const groups = dimensions.filter((_, i) => !isOfPeriod(periods, i));
    const spansFacts = ends.from === facts.facts && periods.from === undefined && periods.to === undefined;
    const framed = {window, frame, ...facts, groups, parts, grain, ends, spansFacts};
    const {period: start, ...source} = framedSource(writer, framed, pad);
    dimensions[periods.index] = start;
    for (const {index, sql} of writeImplied(writer, window, periods, start)) dimensions[index] = sql;
    return {...source, dimensions, input: () => undefined};
  }
  const listed = namePeriods(writer, {column: along, grain, ...ends, limited: isIntraday(grain)});
  const isOfAll = periods.total && branch.picked === undefined;
  const implied = isOfAll ? [] : writeImplied(writer, window, periods, along);
  const columns = [along, ...implied.map(({index, sql}) => `${sql} as ${writer.own(`d${index}`)}`)];
  const spine =
    implied.length === 0 ? listed : writer.nameSelect("told", writeSelect({columns, from: listed}, "  "));
  const start = periods.total ? `${spine}.${along}` : along;
  const span = writeSpan(window, start, {grain, step}, writer);
  const isAll = dimensions.every((_, i) => isOfPeriod(periods, i));
  const source: Source = periods.total
    ? totalSource(writer, branch, periods, {...facts, spine, span}, pad)
    : joinedSource(writer, facts, {spine, span, periodColumns: periodColumnsOf(writer, periods), isAll}, pad);
  if (parts !== undefined) {
    const value = (i: number) => writeCombined(writer, parts, i);
    return {...source, dimensions, input: () => undefined, value};
  }
  return branch.preparation?.ends === undefined
    ? {...source, dimensions, input: (_field, i) => facts.inputs[i]}
    : placedSource(writer, branch, {source, dimensions, inputs: facts.inputs}, pad);
}

/** The columns of the period and of the dimensions that it implies. */
function periodColumnsOf(writer: Writer, {index, implied}: Periods): string[] {
  return [index, ...implied.map(one => one.index)].map(i => writer.own(`d${i}`));
}

/** The dimensions that are implied by the period that begins at `periodColumns`, each with its index. */
function writeImplied(
  writer: Writer,
  {dimension}: Window,
  {implied, grain: counted}: Periods,
  start: string,
): {index: number; sql: string}[] {
  return implied.map(({index, grain}) => {
    if (isIntraday(counted)) return {index, sql: writeGrainOf(writer, dimension, grain, start)};
    return {
      index,
      sql: isPeriod(grain) ? writeStart(writer, grain, start) : writer.dialect.part(grain, start),
    };
  });
}

/**
 * The rows joined to the periods by their days. No engine joins fast on a range, so the range join is made for the
 * distinct days only, unless there is just one row for each day.
 */
function joinedSource(
  writer: Writer,
  {facts, step, parts}: Facts,
  {
    spine,
    span,
    periodColumns,
    isAll,
  }: {spine: string; span: string; periodColumns: readonly string[]; isAll: boolean},
  pad: string,
): Source {
  if (parts !== undefined && isAll)
    return {
      from: `${facts}
${pad}join ${spine} on ${span}`,
      where: "",
    };
  const [days, onDay] = [writer.own("days"), writer.own("on_day")];
  const spans = writer.nameSelect(
    "spans",
    writeSelect(
      {
        columns: [`${step} as ${onDay}`, ...periodColumns],
        distinct: writer.dialect.repeatsSelects === true,
        from: `(select distinct ${step} from ${facts}) as ${days}
  join ${spine} on ${span}`,
      },
      "  ",
    ),
  );
  return {
    from: `${facts}
${pad}join ${spans} on ${onDay} = ${step}`,
    where: "",
  };
}

/** The rows with their rank by time within their group. */
function placedSource(
  writer: Writer,
  branch: Branch,
  {source, dimensions, inputs}: {source: Source; dimensions: string[]; inputs: Facts["inputs"]},
  pad: string,
): BranchSource {
  const kind = branch.preparation?.ends;
  if (kind === undefined) throw new Error("ranks without a moment");
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
 * The columns with the first and last period of the rows in this branch and in the branches beside it, and the select
 * that has these columns.
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

/** Indents a source for use within another select. */
function indented({from, where}: Source): Source {
  return {from: from.replaceAll("\n", "\n  "), where: where.replaceAll("\n", "\n  ")};
}
