import type {Actor} from "../shared/actor.ts";
import {prepareChart} from "../shared/charts/charts.ts";
import type {FilteredTile} from "../shared/dashboards/filter-tiles.ts";
import {problemOf} from "./problem.ts";
import {joinedAhead} from "./run-ahead.ts";
import {type BatchOptions, bytesOf, runOfBatch} from "./run-batch.ts";
import type {Web} from "./web.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** `{"tiles": […]}` in tile order, all run as one batch. A tile that fails before its first byte fails alone. */
export async function* dashboardDataOf(
  web: Web,
  actor: Actor,
  tiles: readonly FilteredTile[],
  now: Date,
  options: BatchOptions,
): AsyncIterableIterator<Uint8Array> {
  yield* joinedAhead(tiles, options.signal, ['{"tiles":[', "]}"], (tile, signal) =>
    runTile(web, actor, tile, now, {...options, signal}),
  );
}

async function* runTile(
  web: Web,
  actor: Actor,
  {chartId, chart, reports, fault}: FilteredTile,
  now: Date,
  options: BatchOptions,
): AsyncIterableIterator<Uint8Array> {
  if (!chart) {
    yield encode(JSON.stringify({chartId, chart: null, filters: []}));
    return;
  }
  const {id, name, type} = chart;
  const head = {chartId, chart: {id, name, type}, filters: reports};
  if (fault) {
    yield encode(JSON.stringify({...head, error: problemOf(fault, options.requestId, actor)}));
    return;
  }
  const prepare = () => prepareChart(web, actor, chart, now);
  const outcome = await runOfBatch(web, actor, chart.query, prepare, options);
  if ("problem" in outcome) {
    yield encode(JSON.stringify({...head, error: outcome.problem}));
    return;
  }
  yield encode(`${JSON.stringify(head).slice(0, -1)},"result":`);
  yield* bytesOf(outcome.body);
  yield encode("}");
}
