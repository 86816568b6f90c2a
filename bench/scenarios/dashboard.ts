import type {Query} from "../../shared/semantic/documents.ts";
import {type Ask, askOf, load} from "../client.ts";
import {answerOf} from "../compare.ts";
import {say} from "../progress.ts";
import {GRAPH, smallQuery} from "../questions.ts";
import {difference, inRounds, quotient} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import {idOf, type Service} from "../stage/service.ts";
import {rowsOf, type Stage} from "../stage/stage.ts";
import {warmUp} from "./serve.ts";

const TILES = 12;
const PER_TILE = 5;
const NAP_S = 0.1;

/**
 * A dashboard of twelve tiles that one client opens, uncached and shared by a grant, against its slowest tile alone.
 * With light tiles the difference is the dashboard's own cost; tiles that only wait show that all run at once.
 */
export const dashboard: Scenario = {
  name: "dashboard",
  async run(stage) {
    return [await light(stage), await napping(stage)];
  },
};

/** On Postgres, where twelve such statements use the cores for a millisecond or two. */
async function light(stage: Stage): Promise<Row> {
  say("light tiles");
  const [service, {postgresUrl}] = [await stage.service(), await stage.data()];
  const rows = await rowsOf<{iata: string}>(
    postgresUrl,
    "select iata from airports where state is not null order by iata limit $1",
    [TILES * PER_TILE],
  );
  const queries = Array.from({length: TILES}, (_, n) =>
    smallQuery(rows.slice(n * PER_TILE, (n + 1) * PER_TILE).map(({iata}) => iata)),
  );
  const asks = await openDashboard(service, service.projects.postgres, queries);
  const target = {atMost: 15, unit: "ms"} as const;
  const ms = stage.quick ? 300 : 1000;
  const summary = await inRounds({
    ...(await against(asks, ms)),
    compare: difference,
    roundCount: stage.quick ? 3 : 7,
  });
  return rowOf(`${TILES} light tiles, minus the slowest tile`, target, summary);
}

async function napping(stage: Stage): Promise<Row> {
  say("tiles that wait");
  const service = await stage.service();
  const projectId = await service.newProject("naps");
  const naps = {
    name: "naps",
    table: {sql: `select g as n from generate_series(1, 20) g, pg_sleep(${NAP_S})`},
    dimensions: [{name: "n", type: "number", column: "n"}],
    measures: [{name: "count", type: "count"}],
  };
  await service.api(`/api/projects/${projectId}/introspect`, {
    graph: {...GRAPH, models: [...GRAPH.models, naps]},
  });
  const queries = Array.from({length: TILES}, (_, n) => ({
    model: "naps",
    measures: ["naps.count"],
    filters: [{field: "naps.n", op: "!=", value: n}],
  }));
  const asks = await openDashboard(service, projectId, queries);
  const ms = stage.quick ? 500 : 1500;
  const summary = await inRounds({
    ...(await against(asks, ms)),
    compare: quotient,
    roundCount: stage.quick ? 3 : 7,
  });
  return rowOf(`${TILES} tiles that wait ${NAP_S} s each ÷ the slowest tile`, {atMost: 1.3}, summary);
}

interface Asks {
  whole: Ask;
  tiles: Ask[];
}

/** Saves the queries as charts of a dashboard, and grants the reading account access to all of them. */
export async function openDashboard(
  service: Service,
  projectId: string,
  queries: readonly Query[],
): Promise<Asks> {
  const {api, token, address, accountId} = service;
  const chartIds: string[] = [];
  for (const [n, query] of queries.entries()) {
    chartIds.push(idOf(await api("/api/charts", {name: `Tile ${n}`, type: "table", query, projectId})));
  }
  const id = idOf(await api("/api/dashboards", {name: "Bench"}));
  const tiles = chartIds.map((chartId, n) => ({
    chartId,
    x: (n % 6) * 6,
    y: Math.floor(n / 6) * 4,
    w: 6,
    h: 4,
  }));
  await api(`/api/dashboards/${id}/layout`, {tiles}, "PUT");
  await api("/api/grants", {
    resourceType: "dashboard",
    resourceId: id,
    granteeUserId: accountId,
    permission: "view",
    cascadeChartsPermission: "view",
  });
  const headers = {authorization: `Bearer ${token}`};
  const asks = {
    whole: askOf(address, {path: `/api/dashboards/${id}/data`, headers, body: {}}),
    tiles: chartIds.map(chartId =>
      askOf(address, {method: "GET", path: `/api/charts/${chartId}/data`, headers}),
    ),
  };
  await requireSameData(asks);
  return asks;
}

/** Throws where the dashboard's data differs from that of its tiles alone. */
async function requireSameData({whole, tiles}: Asks): Promise<void> {
  const together = await answerOf(whole);
  for (const tile of tiles) {
    const alone = await answerOf(tile);
    if (together.includes(`"result":${alone}`)) continue;
    throw new Error(
      `The dashboard's data lacks what a tile answers alone, so nothing is timed:\n  ${alone.slice(0, 600)}`,
    );
  }
}

/** One client opens the dashboard repeatedly; the anchor is the slowest of its tiles. */
async function against({whole, tiles}: Asks, ms: number) {
  const p50 = (ask: Ask, forMs: number) => load(ask, {clients: 1, ms: forMs}).then(({p50Ms}) => p50Ms);
  await warmUp(tiles, TILES);
  await warmUp([whole], 2);
  const alone: {ask: Ask; p50Ms: number}[] = [];
  for (const ask of tiles) alone.push({ask, p50Ms: await p50(ask, ms / 4)});
  const slowest = alone.reduce((a, b) => (b.p50Ms > a.p50Ms ? b : a)).ask;
  return {anchor: () => p50(slowest, ms), subject: () => p50(whole, ms)};
}
