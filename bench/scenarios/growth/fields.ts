import type {Query} from "../../../shared/semantic/documents.ts";
import {compile} from "../../../shared/semantic/index.ts";
import {buildLayer} from "../../../shared/semantic/layers.ts";
import {type Ask, askOf, load} from "../../client.ts";
import {COUNTRY, IATA, manyModels} from "../../questions.ts";
import {percentile, times} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import type {Service} from "../../stage/service.ts";
import type {Stage} from "../../stage/stage.ts";
import {insertLayer} from "../models.ts";

/** Each model has eight fields on average, so that there are fifty thousand fields. */
const MODELS = 6250;
const COMPILED = 2000;

/**
 * A layer of fifty thousand fields: the times to build and compile it, to find a field in it, and to list the tools
 * beside it.
 */
export async function manyFields(stage: Stage): Promise<Row[]> {
  const service = await stage.service();
  const graph = manyModels(MODELS);
  const layer = buildLayer(graph);
  const fields = [...layer.models.values()].reduce((sum, {fields}) => sum + fields.size, 0);
  const projectId = await insertLayer(service, MODELS);
  const search = toolAsk(service, "search_fields", {projectId, words: "average delay"});
  const describe = toolAsk(service, "describe_model", {projectId, model: "flights_2000"});
  const roundCount = stage.quick ? 3 : 7;
  const p50 = (ask: Ask) =>
    times(roundCount, async () => (await load(ask, {clients: 1, ms: stage.quick ? 300 : 1000})).p50Ms);
  await load([search, describe], {clients: 1, ms: 10_000, count: 20});
  return [
    rowOf(
      `building a layer of ${fields} fields`,
      {atMost: 1000, unit: "ms"},
      await times(roundCount, async () => elapsedMs(() => buildLayer(graph))),
    ),
    rowOf(
      "compiling a query over that layer, p50",
      {atMost: 0.1, unit: "ms"},
      await times(roundCount, async () => compiledMs(layer)),
    ),
    rowOf("search_fields over that layer, p50", {atMost: 50, unit: "ms"}, await p50(search)),
    rowOf("describe_model over that layer, p50", {atMost: 5, unit: "ms"}, await p50(describe)),
  ];
}

function compiledMs(layer: ReturnType<typeof buildLayer>): number {
  const durations: number[] = [];
  for (let i = 0; i < COMPILED; i++) {
    const model = `airports_${(i * 7) % (MODELS / 2)}`;
    const query: Query = {
      model,
      dimensions: [`${model}.state`, `${model}.city`],
      measures: [`${model}.airports`],
      filters: [{field: `${model}.iata`, op: "in", value: IATA}],
    };
    durations.push(
      elapsedMs(() =>
        compile(layer, query, {
          dialect: "postgres",
          timezone: "UTC",
          weekStart: "monday",
          attributes: {country: [COUNTRY]},
          now: new Date(0),
        }),
      ),
    );
  }
  return percentile(durations, 0.5);
}

function elapsedMs(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function toolAsk({address, token}: Service, name: string, parameters: object): Ask {
  return askOf(address, {
    path: "/mcp",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: {jsonrpc: "2.0", id: 1, method: "tools/call", params: {name, arguments: parameters}},
  });
}
