import type {Query} from "../../../../shared/semantic/query/query.ts";
import {dimensionNames, measureNames} from "../../../../shared/semantic/query/selected-names.ts";
import {comparedNames} from "../../../../shared/semantic/resolve/result-columns.ts";
import type {Cell} from "../../engines.ts";

/**
 * Whether the order of an answer is defined. The order of documents, and of rows without `orderBy`, depends on the
 * engine.
 */
export function isOrdered(query: Query): boolean {
  if (query.rows === true && query.orderBy === undefined) return false;
  return !dimensionNames(query).some(name => name.endsWith(".j"));
}

/** The fields of `orderBy` in a query of rows that are not columns of the answer. */
export function hiddenIn(query: Query): string[] {
  if (query.rows !== true) return [];
  const columns = dimensionNames(query);
  return (query.orderBy ?? [])
    .map(entry => entry.replace(/ (asc|desc)$/, ""))
    .filter(name => !columns.includes(name));
}

/** The first rows of an answer, in the query's order and then in the order of its dimensions, with nulls last. */
export function firstRows(query: Query, rows: readonly Cell[][]): Cell[][] {
  const {calculations = [], orderBy = [], limit = rows.length} = query;
  // Rows with hidden order fields are already in order.
  if (hiddenIn(query).length > 0) return rows.slice(0, limit);
  const measures = measureNames(query);
  const groups = [
    ...dimensionNames(query),
    ...(query.funnel ? ["funnel.step"] : []),
    ...(query.retention ? ["retention.cohort", "retention.period"] : []),
  ];
  const values = query.funnel
    ? [
        "funnel.entities",
        "funnel.share_of_first",
        "funnel.share_of_previous",
        ...(query.funnel.timing ? ["funnel.median_seconds"] : []),
      ]
    : query.retention
      ? [
          "retention.share",
          "retention.retained",
          "retention.cohort_size",
          ...(query.retention.measures ?? []),
        ]
      : [
          ...(query.compare ? measures.flatMap(comparedNames) : measures),
          ...calculations.map(({name}) => name),
        ];
  const columns = [...groups, ...values];
  const order = [...orderBy, ...groups].map(entry => {
    const [, name = "", direction] = /^(.*?)(?: (asc|desc))?$/.exec(entry) ?? [];
    const sign = direction === "desc" ? -1 : 1;
    return {index: columns.indexOf(name), sign};
  });
  if (query.subtotals === true) return nested(rows, dimensionNames(query).length, order).slice(0, limit);
  return rows.toSorted((one, other) => compareRows(one, other, order)).slice(0, limit);
}

const NUMBER = /^-?(\d+(\.\d+)?(e[-+]?\d+)?|Infinity)$/;

function compareCells(a: string, b: string): number {
  if (NUMBER.test(a) && NUMBER.test(b)) return Number(a) - Number(b);
  return a < b ? -1 : 1;
}

type Order = readonly {index: number; sign: number}[];

function compareRows(one: Cell[], other: Cell[], order: Order): number {
  for (const {index, sign} of order) {
    const [a = null, b = null] = [one[index], other[index]];
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1;
    return sign * compareCells(a, b);
  }
  return 0;
}

/** Groups in the order of their subtotals. The members of each group come before its subtotal. */
function nested(rows: readonly Cell[][], width: number, order: Order, depth = 1): Cell[][] {
  // This dimension distinguishes the groups. Each earlier dimension has one value in all of them.
  const own = order.filter(({index}) => index === depth - 1 || index >= width);
  const heads = rows.filter(row => row.at(-1) === String(depth));
  const sorted = heads.toSorted((one, other) => compareRows(one, other, own));
  if (depth === width) return sorted;
  return sorted.flatMap(head => {
    const inside = rows.filter(
      row => Number(row.at(-1)) > depth && head.slice(0, depth).every((cell, i) => cell === row[i]),
    );
    return [...nested(inside, width, order, depth + 1), head];
  });
}
