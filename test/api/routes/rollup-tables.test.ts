import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import {deleteOrganization} from "../../../bin/org-delete/delete-organization.ts";
import {sql} from "../../../shared/core/db.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {collectTables} from "../../../worker/rollup-builds/collect-tables.ts";
import type {RunningWorker} from "../../../worker/start.ts";
import {takeDue} from "../../../worker/tasks/take-due.ts";
import {addPerson} from "../../support/people.ts";
import {spawnWorker} from "../../support/spawn-worker.ts";
import {until} from "../../support/until.ts";
import {shopGraph, shopInDuckDb, shopInPostgres} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let worker: RunningWorker;
let drop: () => Promise<void>;
let admin: pg.Client;
let connections: {reader: string; writer: string; duckdb: string};
let projectId: string;
let as: (user: string, password: string) => {url: string};

const roles = crypto.randomUUID().slice(0, 8);
const [reader, writer] = [`reader_${roles}`, `writer_${roles}`];
/** As documented in `docs/rollups.md`. */
const MAKES_WRITER = [
  `create role ${writer} login password 'w'`,
  "create schema rollups",
  `grant usage, create on schema rollups to ${writer}`,
];
const LETS_READ = [
  `grant usage on schema rollups to ${reader}`,
  `alter default privileges for role ${writer} in schema rollups grant select on tables to ${reader}`,
];

beforeAll(async () => {
  service = await testService();
  worker = service.worker;
  const shop = await shopInPostgres();
  drop = shop.drop;
  admin = new pg.Client({connectionString: shop.url});
  await admin.connect();
  for (const statement of [
    `create role ${reader} login password 'r'`,
    `grant select on all tables in schema public to ${reader}`,
    ...MAKES_WRITER,
  ])
    await admin.query(statement);
  as = (user, password) => {
    const url = new URL(`${shop.url}?sslmode=disable`);
    url.username = user;
    url.password = password;
    return {url: url.href};
  };
  await shopInDuckDb(service.warehouseDir, service.org.id);
  connections = {
    reader: await create("/api/connections", {name: "shop", type: "postgres", config: as(reader, "r")}),
    writer: await create("/api/connections", {name: "rollups", type: "postgres", config: as(writer, "w")}),
    duckdb: await create("/api/connections", {name: "file", type: "duckdb", config: {path: "shop.duckdb"}}),
  };
  projectId = await create("/api/projects", {name: "shop", connectionId: connections.reader});
  await apply({...shopGraph("postgres", "public")});
});

afterAll(async () => {
  await service.stop();
  for (const role of [writer, reader]) await admin.query(`drop owned by ${role} cascade`);
  for (const role of [writer, reader]) await admin.query(`drop role ${role}`);
  await admin.end();
  await drop();
});

async function create(path: string, body: object): Promise<string> {
  const made = await service.call("POST", path, {body});
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

async function apply(graph: Graph, replace = false): Promise<void> {
  const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {
    body: {...graph, replace},
  });
  expect(applied.status, applied.text).toBe(201);
}

const daily = (storage = {connectionId: connections.writer, schema: "rollups"}) => ({
  name: "daily",
  model: "orders",
  dimensions: ["orders.status"],
  measures: ["orders.count", "orders.total"],
  time: {dimension: "orders.placed_at", grain: "day" as const},
  storage,
});

/** Waits until the last build has ended and the web process knows it. */
async function settled(name: string) {
  const one = await until(async () => {
    const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
    const found = body.find((one: {name: string}) => one.name === name);
    return found?.lastBuild?.finishedAt ? found : undefined;
  });
  await service.web.notices.caughtUp();
  return one;
}

async function build(name: string) {
  const queued = await service.call("POST", `/api/projects/${projectId}/rollups/${name}/build`);
  expect(queued.status, queued.text).toBe(202);
  return settled(name);
}

const ask = (query: Partial<Query>, more: object = {}) =>
  service.call("POST", "/api/query", {body: {projectId, model: "orders", ...query}, ...more});

/** The names of the tables in the schema. */
async function tables(): Promise<string[]> {
  const {rows} = await admin.query("select tablename from pg_tables where schemaname = 'rollups' order by 1");
  return rows.map(({tablename}) => tablename);
}

test("a connection that cannot store the roll-up is refused with the path and the reason", async () => {
  const refused = async (connectionId: string, of = projectId) => {
    const body = {models: [], rollups: [daily({connectionId, schema: "rollups"})]};
    const answer = await service.call("POST", `/api/projects/${of}/introspect`, {body});
    expect(answer.status).toBe(422);
    const fault = answer.body.errors.at(-1);
    expect(fault.path).toBe("/rollups/0/storage/connectionId");
    return fault.message;
  };
  expect(await refused("conn_x")).toContain('there is no connection "conn_x"');
  expect(await refused(connections.reader)).toContain("the connection that people query");
  expect(await refused(connections.duckdb)).toContain('"file" is of type "duckdb"');
  const ofFile = await create("/api/projects", {name: "file", connectionId: connections.duckdb});
  expect(await refused(connections.writer, ofFile)).toContain(
    "Tables are made in PostgreSQL, MySQL, MariaDB, ClickHouse",
  );
});

test("a table that the readers' connection cannot read is refused with the grant that is missing", async () => {
  await apply({models: [], rollups: [daily()]});
  const failed = await settled("daily");
  expect(failed).toMatchObject({state: "unbuilt", lastBuild: {status: "failed"}});
  expect(failed.lastBuild.error).toContain(
    'grant usage on schema "rollups" to <the user of the connection "shop">; alter default privileges for role <the user of the connection "rollups"> in schema "rollups" grant select on tables to <the user of the connection "shop">',
  );
  expect(await tables()).toEqual([]);
  for (const statement of LETS_READ) await admin.query(statement);
  // The writer may not read the source of the roll-up, so the writer's connection cannot have read it.
  await expect(admin.query(`set role ${writer}; select * from public.orders`)).rejects.toThrow(
    "permission denied",
  );
  await admin.query("reset role");
  expect(await build("daily")).toMatchObject({state: "fresh", rowCount: 4, lastBuild: {error: null}});
  expect(await tables()).toHaveLength(1);
});

test("queries are answered from the table over the readers' connection, in the warehouse's dialect", async () => {
  const query: Partial<Query> = {
    dimensions: ["orders.status", "orders.placed_at.month"],
    measures: ["orders.count", "orders.total"],
    filters: [{field: "orders.placed_at", op: ">=", value: "2026-01-31"}],
    orderBy: ["orders.total desc"],
    totals: true,
  };
  // By hand from the shop's rows. Nulls are sorted last.
  const rows =
    '"rows":[["paid","2026-02-01",1,99999999999999999999.99],["paid","2026-01-01",1,10.5],["open","2026-02-01",1,0.1],["paid","2026-03-01",1,null]]';
  const source = await ask({...query, rollups: false});
  expect(source.text).toContain(rows);
  const [table] = await tables();
  await admin.query("update public.orders set status = 'lost' where status = 'open'");
  const fast = await ask(query);
  expect(fast.text).toContain(rows);
  expect(fast.headers.get("x-data-as-of")).toBe(fast.body.dataAsOf);
  expect((await ask(query, {headers: {"cache-control": "no-cache"}})).text).toContain('"lost"');
  await admin.query("update public.orders set status = 'open' where status = 'lost'");
  const {body} = await service.call("POST", "/api/query/detail", {
    body: {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
  });
  expect(body.rollups.chosen).toEqual({rollup: "daily", dataAsOf: fast.body.dataAsOf});
  // The history is written a moment later.
  await until(async () => (await settled("daily")).hits === 1);
  const {rows: comments} = await admin.query("select obj_description($1::regclass) as text", [
    `rollups.${table}`,
  ]);
  expect(comments[0].text).toContain('Roll-up "daily"');
});

test("queries that depend on the warehouse's collation, types and arithmetic are answered from the table, too", async () => {
  for (const statement of [
    "create type size as enum ('small', 'large')",
    "create domain price as numeric(8, 3) check (value >= 0)",
    `create table things (span int4range, word text collate "en-x-icu", size size, price price, part real, day date)`,
    `insert into things values ('[1,3)', 'a', 'large', 1.500, 0.1, '2024-01-01'), (null, 'B', 'small', 2, 0.2, '2024-01-03'),
      (null, 'c', null, 4, 0.4, null)`,
    `grant select on things to ${reader}`,
    "grant usage on schema public to public",
  ])
    await admin.query(statement);
  const things = {
    name: "things",
    table: {schema: "public", name: "things"},
    dimensions: [
      {name: "word", type: "string" as const, column: "word"},
      {name: "size", type: "string" as const, column: "size"},
      {name: "span", type: "string" as const, column: "span"},
      {name: "part", type: "number" as const, column: "part"},
      {name: "day", type: "date" as const, column: "day"},
    ],
    measures: [
      {name: "count", type: "count" as const},
      {name: "total", type: "sum" as const, column: "price"},
      {name: "mean", type: "avg" as const, column: "price"},
      {name: "whole", type: "sum" as const, sql: "extract(day from day)::int"},
      {name: "each", type: "number" as const, sql: "${whole} / ${count}"},
      {name: "sizes", type: "count_distinct_approx" as const, column: "size"},
    ],
  };
  const rollup = {
    name: "things",
    model: "things",
    dimensions: ["things.word", "things.size", "things.part", "things.span"],
    measures: ["things.count", "things.total", "things.mean", "things.each", "things.sizes"],
    time: {dimension: "things.day", grain: "day" as const},
    storage: {connectionId: connections.writer, schema: "rollups"},
  };
  await apply({models: [things], rollups: [rollup]});
  expect(await settled("things")).toMatchObject({state: "fresh", lastBuild: {error: null}, rowCount: 3});
  const {rows: types} = await admin.query(
    `select format_type(atttypid, atttypmod) as type from pg_attribute a join pg_class c on c.oid = attrelid
    where attnum > 0 and relname = $1 order by attnum`,
    [(await tables()).at(-1)],
  );
  expect(types.map(({type}) => type)).toEqual([
    "text",
    "size",
    "real",
    "int4range",
    "date",
    "bigint",
    "numeric",
    "bigint",
    "bigint",
    "bigint",
  ]);
  const asked: Partial<Query>[] = [
    {dimensions: ["things.word"], measures: ["things.each"], orderBy: ["things.word"]},
    {measures: ["things.total", "things.mean", "things.each"]},
    {dimensions: ["things.size"], measures: ["things.total"], orderBy: ["things.size desc"]},
    {
      dimensions: ["things.word"],
      filters: [{field: "things.word", op: ">", value: "a"}],
      orderBy: ["things.word"],
    },
    {dimensions: ["things.part"], measures: ["things.count"], orderBy: ["things.part"]},
  ];
  const answers = await Promise.all(asked.map(query => ask({...query, model: "things"})));
  for (const answer of answers) expect(answer.headers.get("x-data-as-of"), answer.text).not.toBeNull();
  expect(answers.map(({body}) => body.rows)).toEqual([
    [
      ["a", 1],
      ["B", 3],
      ["c", null],
    ],
    [[7.5, 2.5, 4 / 3]],
    [
      ["large", 1.5],
      ["small", 2],
      [null, 4],
    ],
    [["B"], ["c"]],
    [
      [0.1, 1],
      [0.2, 1],
      [0.4, 1],
    ],
  ]);
});

test("estimated distinct counts are stored as numbers, which serve the table's own groups only", async () => {
  const passed = await service.call("POST", "/api/query/detail", {
    body: {projectId, model: "things", measures: ["things.sizes"]},
  });
  expect(passed.body.rollups.passed).toContainEqual({
    rollup: "things",
    why: '"things.sizes" is stored only for the groups of the roll-up, as a table stores no sketches',
  });
});

test("row access applies to the rows of the table", async () => {
  const rollup = {
    name: "regions",
    model: "customers",
    dimensions: ["customers.region"],
    measures: ["customers.count"],
    storage: {connectionId: connections.writer, schema: "rollups"},
  };
  await apply({models: [], rollups: [rollup]});
  expect(await settled("regions")).toMatchObject({state: "fresh", rowCount: 3});
  const query = {model: "customers", dimensions: ["customers.region"], measures: ["customers.count"]};
  const north = await addPerson(service, {attributes: {region: ["north"]}});
  const nobody = await addPerson(service, {});
  for (const [token, rows] of [
    [north.token, [["north", 1]]],
    [nobody.token, []],
  ] as const) {
    const answer = await ask(query, {token});
    expect(answer.headers.get("x-data-as-of")).not.toBeNull();
    expect(answer.body.rows).toEqual(rows);
  }
});

test("an incremental build copies the periods before its window, and reads the others", async () => {
  const rollup = {
    ...daily(),
    name: "recent",
    dimensions: ["orders.id"],
    incremental: {window: "7d", partition: "month" as const},
  };
  await apply({models: [], rollups: [rollup]});
  expect(await settled("recent")).toMatchObject({state: "fresh", rowCount: 4});
  await admin.query("update orders set amount = 99 where id = 9007199254740994");
  await admin.query(
    "insert into orders values (5, 1, 'new', 7, now() at time zone 'utc'), (6, 1, 'new', 8, null)",
  );
  expect(await build("recent")).toMatchObject({state: "fresh", rowCount: 6});
  const totalOf = async (id: string) => {
    const filters = [{field: "orders.id", op: "=" as const, value: id}];
    // The last build answers until the web process knows the new one.
    const {body} = await until(async () => {
      const answer = await ask({dimensions: ["orders.id"], measures: ["orders.total"], filters});
      return answer.body.rows.length > 0 ? answer : undefined;
    });
    expect(body.dataAsOf).toBeString();
    return body.rows[0][1];
  };
  // By design the row of an earlier month is unchanged.
  expect(await Promise.all(["5", "6", "9007199254740994"].map(totalOf))).toEqual([7, 8, 0.1]);
  await admin.query("delete from orders where id in (5, 6)");
  await admin.query("update orders set amount = 0.10 where id = 9007199254740994");
});

test("a layer that changes a measure causes another table, and the old one is dropped", async () => {
  await collectTables(worker.worker, 0);
  const before = await tables();
  const {models} = shopGraph("postgres", "public");
  const orders = models[0]!;
  const total = orders.measures?.find(({name}) => name === "total");
  if (total) total.where = "status = 'paid'";
  await apply({models: [orders]});
  const query = {measures: ["orders.total"]};
  // The warehouse or a new build answers, but not the old build.
  expect((await ask(query)).text).toContain('"rows":[[100000000000000000010.49]]');
  for (const name of ["daily", "recent"]) expect(await settled(name)).toMatchObject({state: "fresh"});
  expect(await tables()).toHaveLength(before.length + 2);
  // Readers of the old table may still be running.
  await collectTables(worker.worker);
  expect(await tables()).toHaveLength(before.length + 2);
  await collectTables(worker.worker, 0);
  const after = await tables();
  expect(after).toHaveLength(before.length);
  const built = await ask(query);
  expect(built.headers.get("x-data-as-of")).not.toBeNull();
  expect(built.text).toContain('"rows":[[100000000000000000010.49]]');
});

test("a table that somebody has dropped is no longer read, and the warehouse answers", async () => {
  await admin.query(`drop table rollups.${(await tables()).at(-1)}, rollups.${(await tables()).at(-2)}`);
  const answer = await ask({dimensions: ["orders.status"], measures: ["orders.total"]});
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get("x-data-as-of")).toBeNull();
  // A worker has noticed by then, so that no other query is refused first.
  const why = "can no longer read the roll-up's table";
  await until(async () => {
    const {state, why: told} = await settled("daily");
    return state === "unbuilt" && told.includes(why);
  });
  await until(async () => {
    const {body} = await service.call("POST", "/api/query/detail", {
      body: {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.total"]},
    });
    const daily = body.rollups.passed.find(({rollup}: {rollup: string}) => rollup === "daily");
    return daily?.why === "it has not been built";
  });
  expect(await build("daily")).toMatchObject({state: "fresh", why: null, lastBuild: {status: "succeeded"}});
  // No query has used this one since. Periods before its window cannot be copied from a missing table.
  expect(await build("recent")).toMatchObject({state: "fresh", rowCount: 4, lastBuild: {error: null}});
});

/** Makes the roll-up come due, and waits for its build. */
async function comeDue(name: string) {
  const before = (await settled(name)).lastBuild.id;
  const {id} = await service.db
    .selectFrom("rollups")
    .select("id")
    .where("project_id", "=", projectId)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  await sql`update cadences set next_at = now() where org_id = ${service.org.id} and id = ${id}`.execute(
    service.db,
  );
  await takeDue(service.db);
  for (;;) {
    const found = await settled(name);
    if (found.lastBuild.id !== before) return found;
    await Bun.sleep(25);
  }
}

test("a table is rebuilt when it is due and the statement of its refresh has a new value", async () => {
  const rollup = {...daily(), name: "watched", refresh: {when: "select count(*) from orders"}};
  await apply({models: [], rollups: [rollup]});
  const first = await settled("watched");
  expect(first).toMatchObject({state: "fresh", rowCount: 4, nextBuild: expect.any(String)});
  const before = await tables();
  expect(await comeDue("watched")).toMatchObject({
    state: "fresh",
    dataAsOf: first.dataAsOf,
    lastBuild: {status: "skipped", trigger: {type: "cadence"}},
  });
  expect(await tables()).toEqual(before);
  await admin.query("insert into orders values (7, 1, 'new', 7, '2026-04-01')");
  expect(await comeDue("watched")).toMatchObject({
    state: "fresh",
    rowCount: 5,
    lastBuild: {status: "succeeded", trigger: {type: "cadence"}},
  });
  expect(await tables()).toHaveLength(before.length + 1);
  await admin.query("delete from orders where id = 7");
  await collectTables(worker.worker, 0);
  expect(await tables()).toHaveLength(before.length);
});

test("a build that may not create a table leaves the last one, and causes an event", async () => {
  const effect = {
    type: "email",
    recipients: ["ada@example.com"],
    subject: "failed",
    message: "A roll-up failed.",
  };
  const action = await create("/api/actions", {
    name: "told",
    trigger: {type: "event", event: "rollup.failed"},
    effects: [effect],
  });
  await admin.query(`revoke create on schema rollups from ${writer}`);
  const failed = await build("daily");
  await admin.query(`grant create on schema rollups to ${writer}`);
  expect(failed).toMatchObject({state: "fresh", why: null, lastBuild: {status: "failed"}});
  expect(failed.lastBuild.error).toContain(
    'needs the right: grant usage, create on schema "rollups" to <the user of the connection "rollups">',
  );
  const answer = await ask({dimensions: ["orders.status"], measures: ["orders.total"]});
  expect(answer.headers.get("x-data-as-of")).toBe(failed.dataAsOf);
  await until(
    async () => (await service.call("GET", `/api/actions/${action}/runs`)).body[0]?.status === "succeeded",
  );
  expect((await service.call("DELETE", `/api/actions/${action}`)).status).toBe(204);
});

test("a build whose worker is killed is repeated in another table, and its leftovers are dropped", async () => {
  const slow = (seconds: number) =>
    `create or replace view slow as select g as n, pg_sleep(${seconds}) is null as s from generate_series(1, 5) g`;
  for (const statement of [slow(60), `grant select on slow to ${reader}`]) await admin.query(statement);
  await service.worker.stop();
  const doomed = await spawnWorker(service);
  const model = {
    name: "slow",
    table: {schema: "public", name: "slow"},
    dimensions: [{name: "n", type: "number" as const, column: "n"}],
    measures: [{name: "count", type: "count" as const, where: "not s"}],
  };
  const before = await tables();
  const rollup = {...daily(), name: "slow", model: "slow", dimensions: ["slow.n"], measures: ["slow.count"]};
  const {time: _, ...kept} = rollup;
  await apply({models: [model], rollups: [kept]});
  let left: string | undefined;
  while (left === undefined) {
    left = (await tables()).find(name => !before.includes(name));
    await Bun.sleep(20);
  }
  await doomed.kill("SIGKILL");
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [reader]);
  await admin.query(slow(0));
  worker = await service.addWorker();
  expect(await settled("slow")).toMatchObject({state: "fresh", rowCount: 5, lastBuild: {error: null}});
  await collectTables(worker.worker, 0);
  const after = await tables();
  expect(after).not.toContain(left);
  expect(after).toHaveLength(before.length + 1);
});

test("suggestions come without row counts while the warehouse is away, with the reason", async () => {
  const asked = {model: "numbers", dimensions: ["numbers.label"], measures: ["numbers.count"], limit: 3};
  expect((await ask(asked)).headers.get("x-data-as-of")).toBeNull();
  const path = `/api/projects/${projectId}/rollups/suggest`;
  await admin.query(`alter role ${reader} nologin`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1", [reader]);
  try {
    await until(async () => {
      // The history is written a moment later. The test pretends that each query took ten minutes.
      await service.db
        .updateTable("query_runs")
        .set({duration_ms: 600_000})
        .where("project_id", "=", projectId)
        .where("connection_id", "not like", "rlb%")
        .execute();
      const {status, body, text} = await service.call("POST", path);
      expect(status, text).toBe(200);
      const found = body.suggestions.find(
        ({rollup}: {rollup: {model: string}}) => rollup.model === "numbers",
      );
      if (found !== undefined) {
        expect(body.uncounted).toContain(`does not let the user "${reader}" in.`);
        expect(found).toMatchObject({rows: null});
      }
      return found !== undefined;
    });
  } finally {
    await admin.query(`alter role ${reader} login`);
  }
  const {body} = await service.call("POST", path);
  expect(body.uncounted).toBeUndefined();
  expect(body.unanswered).toContainEqual(
    expect.objectContaining({why: "a roll-up of it would have 50000 rows, and its source has 50000"}),
  );
});

test("a connection is deleted when its tables are gone, or cannot be dropped", async () => {
  const remove = () => service.call("DELETE", `/api/connections/${connections.writer}`);
  const gone = service.db.transaction().execute(async tx => {
    await tx.deleteFrom("orgs").where("id", "=", service.org.id).execute();
    await sql`set constraints all immediate`.execute(tx);
    throw new Error("nothing is left that would be in the way");
  });
  await expect(gone).rejects.toThrow("nothing is left");
  const used = await remove();
  expect(used.status).toBe(409);
  expect(used.text).toContain('\\"daily\\" of \\"shop\\"');
  await apply(shopGraph("postgres", "public"), true);
  const waiting = await remove();
  expect(waiting.status).toBe(409);
  expect(waiting.text).toContain("has yet to drop tables");
  await admin.query(`alter role ${writer} nologin`);
  await collectTables(worker.worker, 0);
  const left = await tables();
  expect(left.length).toBeGreaterThan(0);
  expect((await remove()).status).toBe(204);
  const {details} = await service.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "connection.delete")
    .executeTakeFirstOrThrow();
  expect(details).toMatchObject({
    name: "rollups",
    leftTables: expect.arrayContaining(left.map(name => `rollups.${name}`)),
  });
});

test("the tables of an organization's roll-ups are dropped when an operator deletes it", async () => {
  const before = await tables();
  await admin.query(`alter role ${writer} login`);
  connections.writer = await create("/api/connections", {
    name: "rollups",
    type: "postgres",
    config: as(writer, "w"),
  });
  await apply({models: [], rollups: [daily()]} as Graph);
  expect(await settled("daily")).toMatchObject({state: "fresh"});
  expect(await tables()).toHaveLength(before.length + 1);
  const {tablesLeft} = await deleteOrganization(worker.worker, service.org.id);
  expect([tablesLeft, await tables()]).toEqual([[], before]);
  expect((await service.call("GET", "/api/projects")).status).toBe(401);
});
