import {problemOf} from "../../core/problem.ts";
import {bytesOf, runOfBatch} from "../../querying/queries/batch.ts";
import {joinInOrder} from "../../querying/queries/ordered-prefetch.ts";
import type {QueryContext, QueryRunner} from "../../querying/queries/query-runner.ts";
import {prepareChart} from "../charts/charts.ts";
import type {FilteredTile} from "./filter-tiles.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * `{"tiles": […]}` in the order of the tiles, which run as one batch. A tile that fails before its first byte does not
 * affect the others.
 */
export async function* dashboardDataOf(
  runner: QueryRunner,
  queryContext: QueryContext,
  tiles: readonly FilteredTile[],
  now: Date,
): AsyncIterableIterator<Uint8Array> {
  yield* joinInOrder(tiles, queryContext.signal, ['{"tiles":[', "]}"], (tile, signal) =>
    runTile(runner, {...queryContext, signal}, tile, now),
  );
}

async function* runTile(
  runner: QueryRunner,
  queryContext: QueryContext,
  {chartId, chart, reports, fault, prepared}: FilteredTile,
  now: Date,
): AsyncIterableIterator<Uint8Array> {
  if (!chart) {
    yield encode(JSON.stringify({chartId, chart: null, filters: []}));
    return;
  }
  const {actor, requestId} = queryContext;
  const {id, name, type} = chart;
  const head = {chartId, chart: {id, name, type}, filters: reports};
  if (fault) {
    yield encode(JSON.stringify({...head, error: problemOf(fault, requestId, actor)}));
    return;
  }
  const prepare = async () => prepared ?? (await prepareChart(runner, actor, chart, now, queryContext));
  const outcome = await runOfBatch(runner, queryContext, chart.query, prepare);
  if ("problem" in outcome) {
    yield encode(JSON.stringify({...head, error: outcome.problem}));
    return;
  }
  yield encode(`${JSON.stringify(head).slice(0, -1)},"result":`);
  yield* bytesOf(outcome.body);
  yield encode("}");
}
