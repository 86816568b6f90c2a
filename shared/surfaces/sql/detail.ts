import {explainQuery} from "../../querying/queries/prepare.ts";
import type {Query} from "../../semantic/documents.ts";
import type {SqlPlan} from "./plan.ts";
import type {SqlContext} from "./sql-context.ts";

/**
 * The plan of a statement: the queries of the layer, their statements in the warehouse, and `rest`, the statement that
 * the worker's own Postgres runs over their rows; null if one query answers the whole statement.
 */
export interface SqlDetail {
  queries: Query[];
  sql: string[];
  rest: string | null;
}

export async function detailOf(
  {runner, queryContext}: Pick<SqlContext, "runner" | "queryContext">,
  plan: SqlPlan,
): Promise<SqlDetail> {
  const queries = plan.kind === "query" ? [plan.query] : plan.inputs.map(({query}) => query);
  const sql: string[] = [];
  for (const query of queries) {
    const {detail} = await explainQuery(runner, queryContext.actor, query, new Date(), {forSql: true});
    sql.push(detail.sql);
  }
  return {queries, sql, rest: plan.kind === "query" ? null : plan.sql};
}
