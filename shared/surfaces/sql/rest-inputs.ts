import type {RestSource} from "../../core/wire/query-source.ts";
import type {Prepared} from "../../querying/layers/query-caches.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import {runRequestOf} from "../../querying/queries/run-request-of.ts";
import type {SqlInput} from "./plan.ts";
import type {SqlContext} from "./sql-context.ts";

export type RestInputs = RestSource["inputs"];

/**
 * The inputs of the rest of a statement, as runs with the caller's rights. The runs read a roll-up if `fromRollups` is
 * true and one build answers all of them.
 */
export async function prepareInputs(
  context: SqlContext,
  inputs: readonly SqlInput[],
): Promise<(fromRollups: boolean) => RestInputs> {
  const {runner, queryContext, now = new Date()} = context;
  const prepared = await Promise.all(
    inputs.map(async input => ({
      input,
      query: await prepareQuery(runner, queryContext.actor, input.query, now, {forSql: true}),
    })),
  );
  const isOfOneBuild = areOfOneBuild(prepared.map(({query}) => query));
  return fromRollups =>
    prepared.map(({input, query}) => runOf(context, input, query, fromRollups && isOfOneBuild));
}

/** Whether one build answers all inputs: rows of different times would together give numbers that were never true. */
function areOfOneBuild(prepared: readonly Prepared[]): boolean {
  const builds = new Set(prepared.map(({rollups}) => rollups?.chosen?.buildId));
  return builds.size === 1 && !builds.has(undefined);
}

export function columnsOf({name, columns}: SqlInput) {
  return {name, columns: columns.map(({name: column, type}) => ({name: column, type}))};
}

function runOf(
  {runner, queryContext}: SqlContext,
  input: SqlInput,
  prepared: Prepared,
  fromRollups: boolean,
): RestInputs[number] {
  const {actor, requestId, fresh = false, traceparent} = queryContext;
  const run = runRequestOf(prepared, actor, input.query, {
    format: "data_rows",
    trigger: "sql",
    requestId,
    traceparent,
    timeoutMs: queryContext.timeoutMs ?? runner.config.queryTimeoutMs,
    fresh,
    fromRollups,
    sqlColumns: input.columns,
  });
  const {source} = run;
  if (source.kind === "rest") throw new Error("a query of the layer runs in a warehouse");
  return {...columnsOf(input), run: {...run, source}};
}
