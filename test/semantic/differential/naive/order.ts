import type {Query} from "../../../../shared/semantic/query.ts";
import type {Cell} from "../../engines.ts";

/** Whether the order of a query's rows is known: engines put documents in orders of their own. */
export function isOrdered({dimensions = []}: Query): boolean {
  return !dimensions.some(name => name.endsWith(".j"));
}

/** The first rows of an answer, by what the query is ordered by, and then by its dimensions. Nulls are last. */
export function firstRows(query: Query, rows: readonly Cell[][]): Cell[][] {
  const {dimensions = [], measures = [], calculations = [], orderBy = [], limit = rows.length} = query;
  const groups = [
    ...dimensions,
    ...(query.funnel ? ["funnel.step"] : []),
    ...(query.retention ? ["retention.cohort", "retention.period"] : []),
  ];
  const values = query.funnel
    ? ["funnel.entities", "funnel.share_of_first", "funnel.share_of_previous"]
    : query.retention
      ? ["retention.share", "retention.retained", "retention.cohort_size"]
      : [...measures, ...calculations.map(({name}) => name)];
  const columns = [...groups, ...values];
  const order = [...orderBy, ...groups].map(entry => {
    const [, name = "", direction] = /^(.*?)(?: (asc|desc))?$/.exec(entry) ?? [];
    const sign = direction === "desc" ? -1 : 1;
    return {index: columns.indexOf(name), sign};
  });
  const compare = (one: Cell[], other: Cell[]): number => {
    for (const {index, sign} of order) {
      const [a = null, b = null] = [one[index], other[index]];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      return sign * compareCells(a, b);
    }
    return 0;
  };
  return rows.toSorted(compare).slice(0, limit);
}

const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/;

function compareCells(a: string, b: string): number {
  if (NUMBER.test(a) && NUMBER.test(b)) return Number(a) - Number(b);
  return a < b ? -1 : 1;
}
