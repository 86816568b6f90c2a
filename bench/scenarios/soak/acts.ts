import {Type} from "@sinclair/typebox";
import {parserOf} from "../../../shared/core/validate.ts";
import {smallQuery} from "../../questions.ts";
import {idOf, type Service} from "../../stage/service.ts";

type Act = (service: Service) => Promise<number>;

/** Actions of people and programs; each returns how many requests it made. */
export const ACTS: [string, Act][] = [
  ["a query of DuckDB", service => query(service, service.projects.duckdb)],
  ["a query of Postgres", service => query(service, service.projects.postgres)],
  ["a cached query", service => query(service, service.projects.cached)],
  ["a query that is CSV", service => query(service, service.projects.duckdb, {accept: "text/csv"})],
  ["a result as a workbook", service => query(service, service.projects.postgres, {accept: XLSX})],
  ["a dashboard that comes and goes", dashboard],
  ["a snapshot that comes and goes", snapshot],
  ["a run in the queue", queued],
  ["a list", list],
];

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function query(
  service: Service,
  projectId: string,
  headers: Record<string, string> = {},
): Promise<number> {
  await send(service, "POST", "/api/query", {...smallQuery(), projectId}, headers, service.token);
  return 1;
}

async function dashboard(service: Service): Promise<number> {
  const key = {"idempotency-key": crypto.randomUUID()};
  const id = idOf(await send(service, "POST", "/api/dashboards", {name: "Soak"}, key));
  await send(service, "GET", `/api/dashboards/${id}`);
  await send(service, "DELETE", `/api/dashboards/${id}`);
  return 3;
}

async function snapshot(service: Service): Promise<number> {
  const rows = Array.from({length: 1000}, (_, i) => `${i},row ${i}`).join("\n");
  const body = {name: "Soak", kind: "snapshot", snapshotCsv: `n,label\n${rows}\n`};
  const path = `/api/projects/${service.projects.duckdb}/datasets`;
  const id = idOf(await send(service, "POST", path, body));
  await send(service, "GET", `/api/datasets/${id}/data?limit=10`);
  await send(service, "DELETE", `/api/datasets/${id}`);
  return 3;
}

async function queued(service: Service): Promise<number> {
  const body = {...smallQuery(), projectId: service.projects.duckdb};
  const headers = {prefer: "respond-async"};
  const id = idOf(await send(service, "POST", "/api/query", body, headers, service.token));
  for (let asked = 2; ; asked++) {
    const {status} = parseRun(
      await send(service, "GET", `/api/query/runs/${id}`, undefined, {}, service.token),
    );
    if (status === "succeeded") return asked;
    if (status !== "queued" && status !== "running") throw new Error(`a run is ${status}`);
    await Bun.sleep(20);
  }
}

async function list(service: Service): Promise<number> {
  await send(service, "GET", "/api/projects");
  return 1;
}

const parseRun = parserOf(Type.Object({status: Type.String()}), "answer");

/** The answer's JSON where it is JSON; the body is read in any case. */
async function send(
  {address, adminToken}: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  token = adminToken,
): Promise<unknown> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {authorization: `Bearer ${token}`, "content-type": "application/json", ...headers},
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${path.replace(/\w{3,}_\w+/g, "…")}: ${response.status}`);
  return answer;
}
