import type {ChartType} from "../../shared/core/wire/chart-config.ts";
import {type Ask, askOf, load} from "../client.ts";
import {say} from "../progress.ts";
import {times} from "../rounds.ts";
import {type Row, rowOf, type Scenario} from "../scenario.ts";
import {idOf, type Service} from "../stage/service.ts";

const TYPES: readonly ChartType[] = ["bar", "pie", "table", "treemap"];
const WARM_UP_MS = 1500;

/** A saved chart as PNG for one client that asks repeatedly; each time its query runs and it is drawn. */
export const chartImage: Scenario = {
  name: "chart-image",
  async run(stage) {
    const service = await stage.service();
    const rows: Row[] = [];
    for (const type of TYPES) {
      say(`drawing a ${type} chart`);
      const {ask, plain} = await askFor(service, type);
      await load(ask, {clients: 1, ms: WARM_UP_MS});
      const data = await load(plain, {clients: 1, ms: 500});
      const summary = await times(stage.quick ? 3 : 7, () => p50(ask, stage.quick ? 500 : 2000));
      const note = `its data alone ${data.p50Ms.toFixed(1)} ms`;
      rows.push(rowOf(`${type} chart as PNG: p50`, {atMost: 100, unit: "ms"}, summary, note));
    }
    return rows;
  },
};

async function p50(ask: Ask, ms: number): Promise<number> {
  return (await load(ask, {clients: 1, ms})).p50Ms;
}

/** Creates a chart of airports by state that the reading account may see, and asks for it as picture and as data. */
async function askFor(
  {api, address, token, accountId, projects}: Service,
  type: ChartType,
): Promise<{ask: Ask; plain: Ask}> {
  const query = {model: "airports", dimensions: ["airports.state"], measures: ["airports.airports"]};
  const chart = {name: `Airports as ${type}`, type, query, projectId: projects.postgres};
  const id = idOf(await api("/api/charts", chart));
  const grant = {resourceType: "chart", resourceId: id, granteeUserId: accountId, permission: "view"};
  await api("/api/grants", grant);
  const get = (path: string) =>
    askOf(address, {
      method: "GET",
      path: `/api/charts/${id}/${path}`,
      headers: {authorization: `Bearer ${token}`, accept: "*/*"},
    });
  return {ask: get("image.png"), plain: get("data")};
}
