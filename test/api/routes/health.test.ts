import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {makeApp} from "../../../api/app.ts";
import manifest from "../../../package.json";
import {PROTOCOL} from "../../../shared/core/process/protocol-version.ts";
import {overDatabase, type TestApp, testApp} from "../../support/app.ts";
import {testServerUrl} from "../../support/postgres.ts";
import {until} from "../../support/until.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

const reading = (protocol: number) => ({protocol_oldest: protocol, protocol_newest: protocol});

/** Reads the readiness after its cache time of half a second. */
async function readyz() {
  await Bun.sleep(600);
  return t.call("GET", "/readyz", {token: null});
}

test("a live process says so without a token", async () => {
  const {status, body} = await t.call("GET", "/healthz", {token: null});
  expect([status, body.status]).toEqual([200, "ok"]);
});

test("a process without a worker is not ready, and is ready once one has registered", async () => {
  const before = await readyz();
  expect(before.status).toBe(503);
  expect(before.body).toEqual({
    status: "not_ready",
    version: manifest.version,
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    checks: {
      database: {ok: true},
      migrations: {ok: true},
      worker: {ok: false, message: "No worker has sent a heartbeat in the last 10 s."},
      notices: {ok: true},
    },
  });
  const id = "worker_1";
  // Workers without a protocol version, as before there were any, and of versions that this process does not support.
  for (const protocols of [{}, reading(PROTOCOL + 1), reading(PROTOCOL - 1)]) {
    await t.db
      .insertInto("workers")
      .values({id, runners: ["interactive"], ...protocols})
      .execute();
    expect((await readyz()).status).toBe(503);
    await t.db.deleteFrom("workers").execute();
  }
  await t.db
    .insertInto("workers")
    .values({id, runners: ["interactive"], ...reading(PROTOCOL)})
    .execute();
  const after = await readyz();
  expect(after.status).toBe(200);
  expect(after.body.status).toBe("ready");
  await t.db
    .updateTable("workers")
    .set({heartbeat_at: new Date(Date.now() - 11_000)})
    .where("id", "=", id)
    .execute();
  expect((await readyz()).status).toBe(503);
});

test("a process is not ready while its demo is loading", async () => {
  const demoFile = join(await mkdtemp(join(tmpdir(), "analytics-test-")), "first-start");
  const loading = await overDatabase(t.databaseUrl, {DEMO_FILE: demoFile}, t.org);
  const check = async () => (await loading.call("GET", "/readyz", {token: null})).body;
  const message = "The first organization and its demo are being created.";
  expect(await check()).toMatchObject({status: "not_ready", checks: {demo: {ok: false, message}}});
  await Bun.write(demoFile, "");
  await Bun.sleep(100);
  expect((await check()).checks.demo).toEqual({ok: true});
  await loading.stop();
});

test("a process ahead of its database is not ready", async () => {
  const {rows} = await t.web.pool.query("delete from pgmigrations where name like '0001%' returning *");
  const {status, body} = await readyz();
  expect(status).toBe(503);
  expect(body.checks.migrations).toEqual({
    ok: false,
    message: `The migrations are not current: run the release. The database lacks ${rows[0].name}.`,
  });
  await t.web.pool.query("insert into pgmigrations (name, run_on) values ($1, $2)", [
    rows[0].name,
    rows[0].run_on,
  ]);
  expect((await readyz()).body.checks.migrations).toEqual({ok: true});
});

test("a process that is behind its database says so, and is ready", async () => {
  await t.web.pool.query("insert into pgmigrations (name, run_on) values ('9999_later', now())");
  expect((await readyz()).body.checks.migrations).toEqual({
    ok: true,
    message: expect.stringMatching(/^The database is newer than this version .* 9999_later/),
  });
  await t.web.pool.query("delete from pgmigrations where name = '9999_later'");
});

test("a process without its database is alive and not ready, and is ready again when the database is back", async () => {
  const lost = await testApp();
  const name = new URL(lost.databaseUrl).pathname.slice(1);
  await lost.db
    .insertInto("workers")
    .values({id: "worker_1", runners: [], ...reading(PROTOCOL)})
    .execute();
  expect((await lost.call("GET", "/readyz")).status).toBe(200);

  await onServer(`alter database ${name} with allow_connections false`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await Bun.sleep(600);
  const {status, body} = await lost.call("GET", "/readyz");
  expect(status).toBe(503);
  expect(body.checks.database).toEqual({ok: false, message: "Postgres does not answer."});
  expect((await lost.call("GET", "/healthz")).status).toBe(200);
  const whoami = await lost.call("GET", "/api/whoami");
  expect([whoami.status, whoami.body.code]).toEqual([500, "internal_error"]);

  await onServer(`alter database ${name} with allow_connections true`);
  await until(async () => (await lost.call("GET", "/readyz")).status === 200);
  expect((await lost.call("GET", "/api/whoami")).status).toBe(200);
  await lost.stop();
});

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({connectionString: testServerUrl()});
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("metrics count requests, the queue, caches and the pool", async () => {
  await t.call("GET", "/api/whoami");
  await t.call("GET", "/api/whoami", {token: "svc_pat_wrong"});
  await t.call("GET", "/nowhere");
  await t.web.pool.query("select graphile_worker.add_job('run_query', '{}'::json)");
  const {status, headers, text} = await t.call("GET", "/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toStartWith("text/plain");
  for (const line of [
    /^http_request_duration_seconds_count\{route="\/api\/whoami",method="GET",status="200"\} \d+$/m,
    /^http_request_duration_seconds_count\{route="\/api\/whoami",method="GET",status="401"\} \d+$/m,
    /^http_request_duration_seconds_count\{route="none",method="GET",status="404"\} \d+$/m,
    /^queue_jobs\{task="run_query",state="ready"\} 1$/m,
    /^queue_oldest_ready_job_age_seconds \d/m,
    /^cache_requests_total\{cache="tokens",result="hit"\} \d+$/m,
    /^database_pool_connections\{state="total"\} [1-9]/m,
    /^# TYPE query_phase_duration_seconds histogram$/m,
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toContain(t.org.id);
});

test("the dashboard for Grafana uses metrics and labels that exist", async () => {
  await t.call("POST", "/api/query", {body: {model: "nothing", measures: ["nothing.count"]}});
  const {text} = await t.call("GET", "/metrics");
  const {panels} = await Bun.file(join(import.meta.dir, "../../../docs/grafana-dashboard.json")).json();
  const asked: string[] = panels.flatMap((panel: {targets: {expr: string}[]}) =>
    panel.targets.map(({expr}) => expr),
  );
  expect(asked.length).toBeGreaterThan(5);
  for (const expression of asked) {
    const [metric = "nothing"] = /[a-z]+_[a-z_]+(?=[[)])/.exec(expression) ?? [];
    const family = metric.replace(/_(bucket|count|sum)$/, "");
    expect({expression, isThere: text.includes(`# TYPE ${family} `)}).toEqual({expression, isThere: true});
    const lines = text.split("\n").filter(line => line.startsWith(`${metric}{`));
    const [, by = ""] = /by \(([^)]*)\)/.exec(expression) ?? [];
    for (const label of by.split(", ").filter(Boolean))
      if (lines.length > 0)
        expect({expression, label, isThere: lines[0]?.includes(`${label}="`)}).toMatchObject({isThere: true});
  }
});

test("metrics need a token under the public address, also through a local proxy that adds no header", async () => {
  const statuses: number[] = [];
  for (const [baseUrl, port] of [
    ["https://analytics.example.com", 443],
    ["http://analytics.example.com", 3000],
    ["http://analytics.example.com:3000", 3000],
  ] as const) {
    const app = makeApp({...t.web, config: {...t.web.config, baseUrl, port}});
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request, server) => {
        app.server = server;
        return app.handle(request);
      },
    });
    const {status} = await fetch(`${server.url}metrics`, {headers: {host: new URL(baseUrl).host}});
    statuses.push(status);
    await server.stop(true);
  }
  // Under the last address nothing but the process itself can listen.
  expect(statuses).toEqual([401, 401, 200]);
});

test("metrics are open on loopback, and need an org-admin's token from elsewhere", async () => {
  const elsewhere = await t.call("GET", "/metrics", {token: null});
  expect([elsewhere.status, elsewhere.body.code]).toEqual([401, "unauthenticated"]);
  expect((await t.call("GET", "/metrics", {token: t.org.member.token})).body.code).toBe("missing_privilege");

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => {
      t.app.server = server;
      return t.app.handle(request);
    },
  });
  try {
    expect((await fetch(`${server.url}metrics`)).status).toBe(200);
    const headers = {"x-forwarded-for": "203.0.113.9"};
    expect((await fetch(`${server.url}metrics`, {headers})).status).toBe(401);
    // A website whose own name resolves to this machine.
    expect((await fetch(`${server.url}metrics`, {headers: {host: "pages.example"}})).status).toBe(401);
    expect((await fetch(`${server.url}metrics`, {headers: {host: "localhost:9999"}})).status).toBe(200);
  } finally {
    t.app.server = null;
    await server.stop(true);
  }
});
