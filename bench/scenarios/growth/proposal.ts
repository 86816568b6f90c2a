import {newId} from "../../../shared/core/ids.ts";
import type {Graph} from "../../../shared/semantic/documents.ts";
import {type Ask, askOf, askOnce, load} from "../../client.ts";
import {say} from "../../progress.ts";
import {manyModels} from "../../questions.ts";
import {percentile, summaryOf, times} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import type {Service} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";
import {watch} from "../big-memory.ts";
import {insertLayer} from "../models.ts";

/** Each model has eight fields on average, so that there are fifty thousand fields. */
const MODELS = 6250;
const CHARTS = 1000;
/** Charts whose measure the proposal lacks. */
const BROKEN = 100;

/**
 * A layer of fifty thousand fields with a thousand charts: a proposal that reports what it would break, not applied and
 * applied; the list of models, and the list of tools beside it.
 */
export const growthProposal: Scenario = {
  name: "growth-proposal",
  byHand: true,
  async run(stage) {
    const service = await stage.service();
    const projectId = await insertLayer(service, MODELS);
    await addCharts(service, projectId);
    say("measuring");
    return [...(await lists(stage, service, projectId)), ...(await proposals(stage, service, projectId))];
  },
};

/** Adds charts, each of which queries the measure of one of the first thousand models of airports. */
async function addCharts({databaseUrl, orgId, accountId}: Service, projectId: string): Promise<void> {
  const ids = Array.from({length: CHARTS}, () => newId("chart"));
  await rowsOf(
    databaseUrl,
    `with charts_ as (select id, n - 1 as n from unnest($3::text[]) with ordinality c (id, n)),
       made as (
         insert into content (id, org_id, type, name, owner_id)
         select id, $1, 'chart', 'Airports ' || n, $4 from charts_ returning id)
     insert into charts (id, org_id, project_id, type, query)
     select id, $1, $2, 'bar', json_build_object('model', 'airports_' || n,
       'dimensions', json_build_array('airports_' || n || '.state'),
       'measures', json_build_array('airports_' || n || '.airports'), 'limit', 20)
     from charts_ join made using (id)`,
    [orgId, projectId, ids, accountId],
  );
}

async function lists(stage: Stage, {address, adminToken, token}: Service, projectId: string): Promise<Row[]> {
  const models = askOf(address, {
    method: "GET",
    path: `/api/projects/${projectId}/models`,
    headers: {authorization: `Bearer ${adminToken}`},
  });
  const tools = askOf(address, {
    path: "/mcp",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: {jsonrpc: "2.0", id: 1, method: "tools/list"},
  });
  const roundCount = stage.quick ? 3 : 7;
  const p50 = (ask: Ask) => times(roundCount, async () => (await load(ask, {clients: 1, ms: 500})).p50Ms);
  await askOnce(models);
  const listed = [];
  for (let n = 0; n < roundCount; n++) listed.push(await askOnce(models));
  const [first] = listed;
  return [
    rowOf(`tools/list with a layer of ${MODELS * 8} fields, p50`, {atMost: 5, unit: "ms"}, await p50(tools)),
    rowOf(
      "list of models, first byte",
      {atMost: 50, unit: "ms"},
      summaryOf(listed.map(({firstMs}) => firstMs)),
    ),
    rowOf(
      "list of models, last byte",
      {atMost: 500, unit: "ms"},
      summaryOf(listed.map(({lastMs}) => lastMs)),
      `${((first?.sizeBytes ?? 0) / 1e6).toFixed(1)} MB`,
    ),
  ];
}

/** The layer without the measure of the first hundred models of airports. */
function proposed(): Graph {
  const graph = manyModels(MODELS);
  const without = new Set(Array.from({length: BROKEN}, (_, n) => `airports_${n}`));
  return {
    ...graph,
    models: graph.models.map(model => (without.has(model.name) ? {...model, measures: []} : model)),
  };
}

async function proposals(stage: Stage, service: Service, projectId: string): Promise<Row[]> {
  const {address, adminToken} = service;
  const send = (graph: Graph, query: string, status: number, broken: number) => {
    const body = JSON.stringify({graph, replace: true});
    return async () => {
      const response = await fetch(`${address}/api/projects/${projectId}/introspect${query}`, {
        method: "POST",
        headers: {authorization: `Bearer ${adminToken}`, "content-type": "application/json"},
        body,
      });
      const text = await response.text();
      if (response.status !== status)
        throw new Error(`It was answered ${response.status}: ${text.slice(0, 300)}`);
      const found = JSON.parse(text).broken.length;
      if (found !== broken) throw new Error(`${found} charts would break, and not ${broken}`);
    };
  };
  const roundCount = stage.quick ? 2 : 7;
  const [preview, apply] = [
    send(proposed(), "?dryRun=true", 200, BROKEN),
    send(manyModels(MODELS), "", 201, 0),
  ];
  await preview();
  const grown = watch(service.web);
  const waits: number[] = [];
  const beside = async (work: () => Promise<void>) => {
    let isOver = false;
    const probing = (async () => {
      while (!isOver) {
        const started = performance.now();
        await (await fetch(`${address}/healthz`)).arrayBuffer();
        waits.push(performance.now() - started);
        await Bun.sleep(5);
      }
    })();
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    isOver = true;
    await probing;
    return seconds;
  };
  const previewed = await times(roundCount, () => beside(preview));
  const applied = await times(roundCount, () => beside(apply));
  const growth = await grown();
  const queried = service.ask(projectId, {
    model: "airports_3124",
    dimensions: ["airports_3124.state"],
    measures: ["airports_3124.airports"],
    limit: 5,
  });
  const firsts: number[] = [];
  for (let n = 0; n < roundCount; n++) {
    await apply();
    const started = performance.now();
    await askOnce(queried);
    firsts.push(performance.now() - started);
  }
  return [
    rowOf(
      `trying a proposal that would break ${BROKEN} of ${CHARTS} charts`,
      {atMost: 2, unit: "s"},
      previewed,
    ),
    rowOf("applying a proposal that breaks no chart", {atMost: 2, unit: "s"}, applied),
    rowOf(
      "another request while proposals are tried and applied, p99",
      {atMost: 100, unit: "ms"},
      summaryOf([percentile(waits, 0.99)]),
    ),
    rowOf("first query after a proposal was applied", {atMost: 500, unit: "ms"}, summaryOf(firsts)),
    rowOf(
      "memory growth of the web process over all proposals",
      {atMost: 300, unit: "MB"},
      summaryOf([growth]),
    ),
  ];
}
