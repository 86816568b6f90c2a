import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdir, rename} from "node:fs/promises";
import {join} from "node:path";
import {readProcfile} from "../../bin/start/procfile.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {versionedPath} from "../../shared/core/process/protocol-version.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {shopInDuckDb} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  // Readers that stall are not ended during the test: other queries must be answered beside them.
  service = await testService({READER_STALL_MS: "600000"});
  shops = await shopProjects(service);
});

afterAll(async () => {
  await service.stop();
  await shops.drop();
});

const BIG = "select a.n, b.label from numbers a, numbers b where b.n <= 40";
const ENDLESS = {
  postgres: "select count(*) as n from pg_sleep(600)",
  duckdb: "select count(*) as n from numbers a, numbers b, numbers c where a.n + b.n + c.n = 7",
};

let made = 0;
function requestOf(engine: "postgres" | "duckdb", principalId: string, sql: string): RunRequest {
  return {
    orgId: service.org.id,
    source: {kind: "connection", id: shops[engine].connectionId, version: 1},
    sql,
    parameters: [],
    columns: [{name: "n", type: "number"}, ...(sql === BIG ? [{name: "l", type: "string"} as const] : [])],
    timezone: "UTC",
    format: "csv",
    ...(sql === BIG ? {} : {limit: 10}),
    timeoutMs: 120_000,
    fresh: true,
    fingerprint: `${++made}`,
    record: {
      runId: `run_${made}`,
      principalId,
      projectId: shops[engine].projectId,
      model: "m",
      trigger: "interactive",
      requestId: "req_x",
    },
  };
}

/** Sends a statement to the worker, as the web process does. */
function ask(
  engine: "postgres" | "duckdb",
  principalId: string,
  sql: string,
  signal = new AbortController().signal,
) {
  const body = JSON.stringify(requestOf(engine, principalId, sql));
  return fetch(`http://worker${versionedPath("/run")}`, {
    method: "POST",
    unix: service.worker.address ?? "",
    body,
    signal,
  });
}

/**
 * Runs so many statements of one member that they wait for each other: exports that are read only at their beginning, or
 * endless work.
 */
async function flood(engine: "postgres" | "duckdb", sql: string, count: number) {
  const leaving = new AbortController();
  const unread: Response[] = [];
  for (let n = 0; n < count; n++) {
    ask(engine, "greedy", sql, leaving.signal).then(
      response => unread.push(response),
      () => undefined,
    );
  }
  await until(() => service.worker.executor.running >= count);
  if (sql === BIG) while (unread.length < 7) await Bun.sleep(10);
  return {
    begun: () => unread.length,
    async leave() {
      leaving.abort();
      await until(() => service.worker.executor.running === 0);
    },
  };
}

describe.each(["postgres", "duckdb"] as const)("on %s", engine => {
  test("150 unread exports of one member hold up neither small queries of anybody, nor another member's export", async () => {
    const {begun, leave} = await flood(engine, BIG, 150);
    try {
      for (const member of ["other", "greedy", "third"]) {
        const answer = await ask(engine, member, "select 7 as n");
        expect(await answer.text()).toBe("n\r\n7\r\n");
      }
      const text = await (await ask(engine, "other", BIG)).text();
      expect(text.trimEnd().split("\r\n")).toHaveLength(2_000_001);
      // Of the sixteen places, exports have eight, and the last of those is for a member who holds none.
      expect(begun()).toBe(7);
    } finally {
      await leave();
    }
  });

  test("long statements of one member leave places for the others", async () => {
    const {leave} = await flood(engine, ENDLESS[engine], 40);
    try {
      for (let n = 0; n < 5; n++) {
        const answers = await Promise.all(["b", "c"].map(member => ask(engine, member, "select 7 as n")));
        for (const answer of answers) expect(await answer.text()).toBe("n\r\n7\r\n");
      }
    } finally {
      await leave();
    }
  });
});

test("an organization's long statements in many DuckDB files leave threads for another organization's", async () => {
  const other = await service.addOrg("Other");
  const leaving = new AbortController();
  const connect = async (orgId: string, token: string, name: string) => {
    const folder = join(service.warehouseDir, orgId);
    await mkdir(folder, {recursive: true});
    await rename(await shopInDuckDb(join(folder, "new"), orgId), join(folder, `${name}.duckdb`));
    const body = {name, type: "duckdb", config: {path: `${name}.duckdb`}};
    const made = await service.call("POST", "/api/connections", {token, body});
    expect(made.status).toBe(201);
    return {orgId, source: {kind: "connection", id: made.body.id, version: 1}};
  };
  const theirs: object[] = [];
  for (const n of [1, 2, 3]) {
    theirs.push(await connect(service.org.id, service.org.admin.token, `many-${n}`));
  }
  const own = await connect(other.id, other.admin.token, "own");
  const send = (to: object, sql: string) => {
    const body = JSON.stringify({...requestOf("duckdb", "x", sql), ...to});
    const {signal} = leaving;
    return fetch(`http://worker${versionedPath("/run")}`, {
      method: "POST",
      unix: service.worker.address ?? "",
      body,
      signal,
    });
  };
  const endless = theirs.flatMap(to => Array.from({length: 16}, () => send(to, ENDLESS.duckdb)));
  const ended = Promise.allSettled(endless);
  await until(() => service.worker.executor.running >= 48);
  // Until the statements have all the threads that they can get.
  await Bun.sleep(500);
  try {
    expect(await (await send(own, "select 7 as n")).text()).toBe("n\r\n7\r\n");
  } finally {
    leaving.abort();
    await ended;
    await until(() => service.worker.executor.running === 0);
  }
});

test("300 queries that wait in a web process leave room for the next one", async () => {
  const web = await spawnWeb(service);
  const head = `Authorization: Bearer ${service.org.admin.token}\r\nContent-Type: application/json\r\n`;
  const send = async (query: object) => {
    const body = JSON.stringify(query);
    const text = `POST /api/query HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const answer = Promise.withResolvers<string>();
    let heard = "";
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: web.port,
      socket: {
        data(_, bytes) {
          heard += bytes.toString();
        },
        close: () => answer.resolve(heard),
      },
    });
    socket.write(text);
    return {answer: answer.promise, leave: () => socket.terminate()};
  };
  const slow = (n: number) => ({
    projectId: shops.postgres.projectId,
    model: "slow",
    measures: ["slow.count"],
    filters: [{field: "slow.n", op: ">", value: -n}],
  });
  const waiting = await Promise.all(Array.from({length: 300}, (_, n) => send(slow(n))));
  try {
    // All of them have reached the worker, each as a statement of its own.
    await until(() => service.worker.executor.running >= 300);
    const small = {projectId: shops.duckdb.projectId, model: "orders", measures: ["orders.count"]};
    const {answer} = await send(small);
    expect(await answer).toContain('"rows":[[4]]');
  } finally {
    for (const {leave} of waiting) leave();
    await web.stop();
  }
});

/** A web process with the command line of the Procfile. */
async function spawnWeb({databaseUrl, web: {config}}: TestService) {
  const line = readProcfile()["web"]!;
  const port = await freePort();
  const web = Bun.spawn(line.command, {
    cwd: join(import.meta.dir, "../.."),
    stdout: "ignore",
    stderr: "inherit",
    env: {
      ...line.environment,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: config.encryptionKeys.map(key => key.toString("base64")).join(),
      DATA_DIR: config.dataDir,
      LOG_LEVEL: "error",
      PORT: String(port),
    },
  });
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ok}) => ok,
      () => false,
    );
  await until(isThere);
  return {
    port,
    async stop() {
      web.kill();
      await web.exited;
    },
  };
}
