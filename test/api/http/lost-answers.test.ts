import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {join} from "node:path";
import {sql} from "../../../shared/core/db.ts";
import {overDatabase, type TestApp} from "../../support/app.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {openPostgresProxy, type PostgresProxy} from "../../support/postgres-proxy.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

/** The answer to one of a request's commits is lost: the commit was made, and the caller does not know. */

let direct: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let proxy: PostgresProxy;
let t: TestApp;

beforeAll(async () => {
  direct = await testService();
  shops = await shopProjects(direct);
  proxy = await openPostgresProxy(direct.databaseUrl);
  const {dataDir} = direct.web.config;
  const llm = {LLM_BASE_URL: "http://127.0.0.1:9"};
  t = await overDatabase(proxy.url, {DATA_DIR: dataDir, ...llm}, direct.org);
});

afterAll(async () => {
  await t.stop();
  proxy.stop();
  await direct.stop();
  await shops.drop();
});

const ROUNDS = inLongRun(6, 60);

/** Sends the request and loses the answer to its `n`th commit. Returns whether there was such a commit. */
async function losing<A>(n: number, request: () => Promise<A>): Promise<{answer: A; lost: boolean}> {
  let seen = 0;
  const before = proxy.counts.lostCommits;
  proxy.losesCommit = () => ++seen === n;
  try {
    const answer = await request();
    return {answer, lost: proxy.counts.lostCommits > before};
  } finally {
    proxy.losesCommit = () => false;
  }
}

/** Creations by a route, each with how to count the things of its name. */
const CREATIONS: [string, (name: string) => {path: string; body: object}][] = [
  ["team", name => ({path: `/api/orgs/${t.org.id}/teams`, body: {name}})],
  [
    "service account",
    name => ({path: `/api/orgs/${t.org.id}/service-accounts`, body: {name, scopes: ["read"]}}),
  ],
  ["dashboard", name => ({path: "/api/dashboards", body: {name}})],
  ["sheet", name => ({path: "/api/sheets", body: {name}})],
  [
    "chart",
    name => ({
      path: "/api/charts",
      body: {name, type: "table", query: {model: "orders", measures: ["orders.count"]}},
    }),
  ],
  [
    "connection",
    name => ({path: "/api/connections", body: {name, type: "duckdb", config: {path: "shop.duckdb"}}}),
  ],
  [
    "verified question",
    name => ({
      path: `/api/projects/${shops.duckdb.projectId}/verified-questions`,
      body: {question: name, query: {model: "orders", measures: ["orders.count"]}},
    }),
  ],
  ["question", name => ({path: "/api/ask", body: {question: name, model: "local/none"}})],
  ["project", name => ({path: "/api/projects", body: {name, connectionId: shops.duckdb.connectionId}})],
];

async function countNamed(name: string): Promise<number> {
  const {rows} = await sql<{count: number}>`
    select count(*)::int as count from (
      select name from teams union all select name from principals union all select name from content
      union all select name from connections union all select name from projects
      union all select question from verified_questions union all select title from conversations) named
    where name = ${name}`.execute(direct.db);
  return rows[0]?.count ?? 0;
}

describe("a creation under a key, when the answer to a commit is lost,", () => {
  test.each(CREATIONS)(
    "is done once, and a repeated request returns it: %s",
    async (_, creation) => {
      let losses = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const name = `N ${crypto.randomUUID()}`;
        const {path, body} = creation(name);
        // A question is queued, and its answer does not contain the question.
        const [made, names] = path === "/api/ask" ? [202, '"status":"queued"'] : [201, name];
        const headers = {"idempotency-key": crypto.randomUUID()};
        const ask = () => t.callOnce("POST", path, {body, headers});
        const {answer, lost} = await losing(1 + (round % 3), ask);
        if (lost) losses++;
        expect([made, 503]).toContain(answer.status);
        if (answer.status === 503) {
          expect([answer.body.code, answer.headers.get("retry-after")]).toEqual([
            "database_unavailable",
            "2",
          ]);
        }
        const again = await ask();
        expect([again.status, again.text]).toEqual([made, expect.stringContaining(names)]);
        expect(await countNamed(name)).toBe(1);
      }
      expect(losses).toBeGreaterThanOrEqual(ROUNDS / 3);
    },
    longTimeoutMs(),
  );

  test(
    "applies a layer once",
    async () => {
      const path = `/api/projects/${shops.duckdb.projectId}/introspect`;
      const versions = async () =>
        (await direct.call("GET", `/api/projects/${shops.duckdb.projectId}/layer/versions`)).body.length;
      for (let round = 0; round < 3; round++) {
        const body = {
          models: [
            {
              name: `m${round}`,
              table: {schema: "main", name: "orders"},
              primaryKey: ["id"],
              dimensions: [{name: "id", type: "number", column: "id"}],
              measures: [{name: "count", type: "count"}],
            },
          ],
        };
        const headers = {"idempotency-key": crypto.randomUUID()};
        const ask = () => t.callOnce("POST", path, {body, headers});
        const before = await versions();
        await losing(1 + round, ask);
        expect((await ask()).status).toBe(201);
        expect(await versions()).toBe(before + 1);
      }
    },
    longTimeoutMs(),
  );
});

describe("a snapshot, when the answer to a commit is lost,", () => {
  const file = (id: string) => join(direct.web.config.dataDir, "snapshots", t.org.id, `${id}.parquet`);

  async function noJobsLeft(): Promise<void> {
    await until(async () => {
      const {rows} = await sql`
        select from graphile_worker.jobs
        where task_identifier = 'delete_snapshot' and run_at <= now()`.execute(direct.db);
      return rows.length === 0;
    });
  }

  test.each(["", "key"])(
    "has its file exactly as long as it has its row %s",
    async keyed => {
      for (let round = 0; round < ROUNDS; round++) {
        const name = `S ${crypto.randomUUID()}`;
        const body = {name, kind: "snapshot", snapshotCsv: "a,b\n1,2\n3,4\n"};
        const headers: Record<string, string> = keyed ? {"idempotency-key": crypto.randomUUID()} : {};
        const path = `/api/projects/${shops.duckdb.projectId}/datasets`;
        await losing(1 + (round % 2), () => t.callOnce("POST", path, {body, headers}));
        if (keyed) expect((await t.callOnce("POST", path, {body, headers})).status).toBe(201);
        await noJobsLeft();
        const {rows} = await sql<{id: string}>`select id from content where name = ${name}`.execute(
          direct.db,
        );
        expect(rows.length).toBeLessThanOrEqual(1);
        if (keyed) expect(rows).toHaveLength(1);
        for (const {id} of rows) {
          expect(await Bun.file(file(id)).exists()).toBe(true);
          const data = await direct.call("GET", `/api/datasets/${id}/data`);
          expect([data.status, data.body.rows]).toEqual([
            200,
            [
              [1, 2],
              [3, 4],
            ],
          ]);
        }
      }
    },
    longTimeoutMs(),
  );
});
