import {onBusyMachine} from "../support/busy-machine.ts";
import type {Creation, Ledger} from "./ledger.ts";
import type {System} from "./system.ts";

/** The longest time that an answer may take, also an answer that something is unavailable; longer on a busy machine. */
const LIMIT_MS = 20_000;
const BUSY_LIMIT_MS = 60_000;
const AGAIN_MS = 100;
/** Each client's pause between its requests. It leaves processors some time for the restarted processes. */
const PAUSE_MS = 20;
/** Long enough for a run in the queue that two workers begin and do not end, because they are killed. */
const RUN_LIMIT_MS = 40_000;
const BUSY_RUN_LIMIT_MS = 120_000;

export interface Answer {
  status: number;
  text: string;
}

/** One request to one of the web processes; `undefined` where the connection broke, or was refused. */
export async function ask(
  {addresses, token}: System,
  ledger: Ledger,
  method: string,
  path: string,
  {
    body,
    headers = {},
    at = Math.floor(Math.random() * 2),
  }: {body?: unknown; headers?: object; at?: number} = {},
): Promise<Answer | undefined> {
  ledger.requests++;
  const started = performance.now();
  try {
    const response = await fetch(`${addresses[at]}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : {"content-type": "application/json"}),
        ...headers,
      },
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
      signal: AbortSignal.timeout(BUSY_LIMIT_MS),
    });
    const text = await response.text();
    if (isLate(started, LIMIT_MS)) ledger.unanswered.push(`${method} ${path}`);
    judge(ledger, `${method} ${path}`, response.status, text);
    return {status: response.status, text};
  } catch {
    if (isLate(started, LIMIT_MS)) ledger.unanswered.push(`${method} ${path}`);
    ledger.refusals++;
    return undefined;
  }
}

/** Whether more than `limitMs` have passed, or accordingly more on a busy machine. */
function isLate(startedMs: number, limitMs: number): boolean {
  const tookMs = performance.now() - startedMs;
  return tookMs >= limitMs && tookMs >= onBusyMachine(limitMs);
}

const UNAVAILABLE = new Set(["database_unavailable", "worker_unavailable"]);

function judge(ledger: Ledger, what: string, status: number, text: string): void {
  if (status < 500) return;
  if (status === 503 && UNAVAILABLE.has(JSON.parse(text).code)) ledger.refusals++;
  else ledger.wrong.push(`${what}: ${status} ${text.slice(0, 300)}`);
}

/** Runs clients that create, read, query and delete, until `isOver`. */
export async function runLoad(system: System, ledger: Ledger, isOver: () => boolean): Promise<void> {
  const clients = [
    ...Array.from({length: 4}, (_, i) => creating(system, i)),
    creatingWithoutKey(system),
    reading(system),
    reading(system),
    readingMuch(system),
    queueing(system),
  ];
  const loops = clients.map(async client => {
    while (!isOver()) {
      await client(ledger);
      await Bun.sleep(PAUSE_MS);
    }
  });
  const probing = async () => {
    for (let at = 0; !isOver(); at = 1 - at) {
      const answer = await ask(system, ledger, "GET", "/api/dashboards?limit=1", {at});
      if (answer?.status === 200) ledger.served();
      await Bun.sleep(20);
    }
  };
  await Promise.all([...loops, probing()]);
}

type Client = (ledger: Ledger) => Promise<void>;

const KINDS: ((system: System, name: string) => Pick<Creation, "path" | "body">)[] = [
  (_, name) => ({path: "/api/dashboards", body: {name}}),
  ({projectId}, name) => ({
    path: `/api/projects/${projectId}/datasets`,
    body: {name, kind: "snapshot", snapshotCsv: SNAPSHOT_CSV},
  }),
  (_, name) => ({path: "/api/sheets", body: {name, tabs: [{name: "One", cells: {A1: 20, A2: "=A1+1"}}]}}),
  ({projectId}, name) => ({
    path: `/api/projects/${projectId}/datasets`,
    body: {name, kind: "snapshot", query: {model: "orders", dimensions: ["orders.status"]}},
  }),
];

export const SNAPSHOT_CSV = "region,amount\nnorth,1\nsouth,2\n";

/** Creates content with a key, up to five times until it is answered, reads it back, and deletes some of it. */
function creating(system: System, i: number): Client {
  return async ledger => {
    const name = `keyed ${crypto.randomUUID()}`;
    const creation: Creation = {name, key: crypto.randomUUID(), ...KINDS[i]!(system, name)};
    ledger.creations.set(name, creation);
    for (let attempt = 0; attempt < 5 && creation.id === undefined; attempt++) {
      if (attempt > 0) await Bun.sleep(AGAIN_MS);
      await create(system, ledger, creation);
    }
    if (creation.id === undefined) return;
    await readBack(system, ledger, creation);
    if (Math.random() < 0.3) await remove(system, ledger, creation);
  };
}

function creatingWithoutKey(system: System): Client {
  return async ledger => {
    const name = `unkeyed ${crypto.randomUUID()}`;
    const creation: Creation = {name, path: "/api/dashboards", body: {name}};
    ledger.creations.set(name, creation);
    await create(system, ledger, creation);
    await readBack(system, ledger, creation);
  };
}

/** Requests a creation and records the answer. A different id than before is wrong. */
export async function create(system: System, ledger: Ledger, creation: Creation): Promise<void> {
  const headers = creation.key === undefined ? {} : {"idempotency-key": creation.key};
  const answer = await ask(system, ledger, "POST", creation.path, {body: creation.body, headers});
  if (answer === undefined || answer.status >= 500) return;
  if (answer.status === 409 && JSON.parse(answer.text).code === "idempotency_conflict") return;
  if (answer.status !== 201) {
    ledger.wrong.push(`POST ${creation.path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return;
  }
  const {id} = JSON.parse(answer.text);
  if (creation.id !== undefined && creation.id !== id)
    ledger.wrong.push(`${creation.name}: ${creation.id}, then ${id}`);
  creation.id = id;
}

/** Reads created content, perhaps from the web process that did not create it. */
async function readBack(system: System, ledger: Ledger, {id, path}: Creation): Promise<void> {
  if (id === undefined) return;
  const answer = await ask(system, ledger, "GET", `${pathOf(path)}/${id}`);
  if (answer && answer.status < 500 && answer.status !== 200) {
    ledger.wrong.push(`${id} was created, but reading it gives ${answer.status}`);
  }
}

async function remove(system: System, ledger: Ledger, creation: Creation): Promise<void> {
  creation.deleted = "requested";
  const answer = await ask(system, ledger, "DELETE", `${pathOf(creation.path)}/${creation.id}`);
  if (answer?.status === 204) creation.deleted = "done";
}

export function pathOf(path: string): string {
  return path.startsWith("/api/projects/") ? "/api/datasets" : path;
}

export const BY_STATUS = {
  model: "orders",
  dimensions: ["orders.status"],
  measures: ["orders.count"],
  orderBy: ["orders.status"],
};
export const ROWS_BY_STATUS = '[["open",1],["paid",3]]';

function reading(system: System): Client {
  return async ledger => {
    const body = {...BY_STATUS, projectId: system.projectId};
    const answer = await ask(system, ledger, "POST", "/api/query", {body});
    if (answer && answer.status < 500) expectRows(ledger, answer);
  };
}

function expectRows(ledger: Ledger, {status, text}: Answer): void {
  const rows = status === 200 ? JSON.stringify(JSON.parse(text).rows) : text;
  if (rows !== ROWS_BY_STATUS) ledger.wrong.push(`a query: ${status} ${rows.slice(0, 300)}`);
}

const LABELS = 50_000;

/** Reads a result of many chunks. A result that ends without an error must have all of its rows. */
function readingMuch(system: System): Client {
  return async ledger => {
    const body = {
      projectId: system.projectId,
      model: "numbers",
      dimensions: ["numbers.n", "numbers.label"],
      limit: LABELS,
    };
    const headers = {accept: "text/csv"};
    const answer = await ask(system, ledger, "POST", "/api/query", {body, headers});
    if (answer === undefined || answer.status >= 500) return;
    const lines = answer.text.split("\r\n").length - 2;
    if (answer.status !== 200 || lines !== LABELS)
      ledger.wrong.push(`a long result: ${answer.status} with ${lines} rows`);
    await Bun.sleep(200);
  };
}

/** Queues a run and waits until it ends: with its rows, or with an error that something is unavailable. */
function queueing(system: System): Client {
  return async ledger => {
    const body = {...BY_STATUS, projectId: system.projectId};
    const started = await ask(system, ledger, "POST", "/api/query", {
      body,
      headers: {prefer: "respond-async"},
    });
    if (started?.status !== 202) return;
    const path = `/api/query/runs/${JSON.parse(started.text).id}`;
    const begunAt = performance.now();
    while (performance.now() - begunAt < BUSY_RUN_LIMIT_MS) {
      const run = await ask(system, ledger, "GET", path);
      const status = run?.status === 200 ? JSON.parse(run.text).status : "unknown";
      if (isLate(begunAt, RUN_LIMIT_MS)) break;
      if (status === "succeeded") {
        const result = await ask(system, ledger, "GET", `${path}/result`);
        // A crash of the database loses stored results, which is then answered with 410.
        if (result && result.status < 500 && result.status !== 410) expectRows(ledger, result);
        return;
      }
      if (status === "failed") {
        const {error} = JSON.parse(run?.text ?? "");
        if (!UNAVAILABLE.has(error?.code))
          ledger.wrong.push(`a run in the queue failed: ${JSON.stringify(error)}`);
        return;
      }
      await Bun.sleep(AGAIN_MS);
    }
    ledger.unanswered.push(`${path} has not ended`);
  };
}
