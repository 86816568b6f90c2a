import type {Query} from "../../../shared/semantic/query/query.ts";
import {dimensionNames, measureNames} from "../../../shared/semantic/query/selected-names.ts";
import type {Chance} from "./random-layer.ts";

/**
 * Measures whose values may differ in their last digits, so that engines disagree on which values are equal. Also
 * booleans.
 */
export const INEXACT =
  /\.(mean|middle|upper_third|ratio|ratio_sum|per_other|share_ago|rolled_mean|year_to_date|(running_|rolled_)?(any|all)_(a|big))$/;
const QUOTIENTS = new Set(["percent_of_total", "percent_change", "moving_average"]);

/** An order by some of a query's columns, and a limit. */
export function randomOrder(chance: Chance, query: Query): Pick<Query, "orderBy" | "limit"> {
  const {calculations = [], funnel, retention} = query;
  const [dimensions, measures] = [dimensionNames(query), measureNames(query)];
  const exact = measures.filter(name => !INEXACT.test(name));
  const columns = [
    ...dimensions.filter(name => !name.endsWith(".j")),
    ...exact,
    ...calculations.filter(({type, of}) => exact.includes(of) && !QUOTIENTS.has(type)).map(({name}) => name),
    ...(funnel ? ["funnel.entities"] : []),
    ...(retention ? ["retention.period", "retention.retained"] : []),
    ...(retention?.measures ?? []).filter(name => !INEXACT.test(name)),
  ];
  if (columns.length === 0) return {};
  const chosen = new Set([chance.pick(columns), chance.pick(columns)]);
  return {
    orderBy: [...chosen].map(name => `${name}${chance.pick(["", " asc", " desc", " desc"])}`),
    // The order of documents depends on the engine.
    ...(dimensions.some(name => name.endsWith(".j")) ? {} : {limit: chance.pick([1, 2, 3, 5, 10_000])}),
  };
}
