import {isIntraday} from "../../layer/grains.ts";
import type {Branch, Periods} from "../../plan/plan.ts";
import {writeSelect} from "../select.ts";
import type {Writer} from "../writer.ts";
import {isOfPeriod} from "./facts.ts";

export interface Source {
  from: string;
  where: string;
}

interface Listed {
  facts: string;
  /** The column with the step of each row. */
  step: string;
  spine: string;
  /**
   * The SQL condition that the step of a row lies in the span of a period, which is the time from which the period
   * takes rows.
   */
  span: string;
}

/**
 * The rows that lie in any requested period; if groups were filtered, in a period of a group that passed the filter.
 */
export function totalSource(
  writer: Writer,
  {picked, fansOut}: Branch,
  periods: Periods,
  {facts, step, spine, span, identity}: Listed & {identity: readonly string[]},
  pad: string,
): Source {
  const {index} = periods;
  const isSplit = picked !== undefined && fansOut;
  const inner = isSplit ? `${pad}    ` : `${pad}  `;
  if (writer.dialect.together !== undefined || picked === undefined) {
    const single = {
      from: facts,
      where: writeListed(writer, {periods, picked}, {facts, step, spine, span}, inner),
    };
    if (!isSplit) return single;
    const select = writeSelect({columns: [...identity], distinct: true, ...single}, `${pad}  `);
    return {from: `(\n${pad}  ${select}\n${pad}) as ${writer.own("single")}`, where: ""};
  }
  let within = `from ${spine}`;
  const conditions = [span];
  if (writer.picked !== undefined) {
    const groups = writer.picked;
    // Hours in the groups have the type of the column, hours in the periods the type of the filters.
    const moment = (i: number, sql: string) =>
      i === index && isIntraday(periods.grain) ? writer.dialect.cast(sql, "timestamp") : sql;
    const same = picked.map((_, i) =>
      writer.dialect.sameAs(
        moment(i, `${groups}.${writer.own(`d${i}`)}`),
        moment(i, `${isOfPeriod(periods, i) ? spine : facts}.${writer.own(`d${i}`)}`),
      ),
    );
    within += `\n${inner}join ${groups} on ${same[index] ?? "true"}`;
    conditions.push(...same.filter((_, i) => i !== index));
  }
  const where = `exists (\n${inner}select 1\n${inner}${within}\n${inner}where ${conditions.join(
    `\n${inner}  and `,
  )}\n${inner.slice(2)})`;
  if (!isSplit) return {from: facts, where};
  const select = writeSelect({columns: [...identity], distinct: true, from: facts, where}, `${pad}  `);
  return {from: `(\n${pad}  ${select}\n${pad}) as ${writer.own("single")}`, where: ""};
}

/**
 * The condition that a row's day lies in a period and, if groups were filtered, that its group passed the filter there.
 */
function writeListed(
  writer: Writer,
  {periods, picked}: {periods: Periods; picked: Branch["picked"]},
  {facts, step, spine, span}: Listed,
  inner: string,
): string {
  const days = writer.own("days");
  const within = `(select distinct ${step} from ${facts}) as ${days}\n${inner}join ${spine} on ${span}`;
  const groups = writer.picked;
  if (picked === undefined || groups === undefined) {
    return `${step} in (\n${inner}select ${step}\n${inner}from ${within}\n${inner.slice(2)})`;
  }
  const {together} = writer.dialect;
  if (together === undefined) throw new Error("a dialect whose subqueries look outwards");
  const others = picked.flatMap((_, i) => (isOfPeriod(periods, i) ? [] : [writer.own(`d${i}`)]));
  // A group of another measure may differ in a dimension that the period implies. Such a group has no rows here.
  const same = picked
    .flatMap((_, i) => (isOfPeriod(periods, i) ? [writer.own(`d${i}`)] : []))
    .map(name => writer.dialect.sameAs(`${groups}.${name}`, `${spine}.${name}`))
    .join(" and ");
  const row = together([`${facts}.${step}`, ...others.map(name => `${facts}.${name}`)]);
  const list = together([`${days}.${step}`, ...others.map(name => `${groups}.${name}`)]);
  return (
    `${row} in (\n${inner}select ${list}\n${inner}from ${within}` +
    `\n${inner}join ${groups} on ${same}\n${inner.slice(2)})`
  );
}
