import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {clickhouseUrl} from "../../support/engines/clickhouse-url.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

const url = clickhouseUrl();
const database = `shop_${crypto.randomUUID().replaceAll("-", "")}`;

/** Columns are not nullable unless declared so, which is ClickHouse's default. */
const SHOP = [
  `create table ${database}.people (id Int32, name LowCardinality(String) comment 'In full', city Nullable(String), born String) engine = MergeTree order by id comment 'Who buys'`,
  `insert into ${database}.people values (1, 'Ada', 'oslo', '1915-12-10'), (2, 'Bo', null, '1990-01-31'), (3, 'Cy', 'rome', '1985-07-01')`,
  `create table ${database}.orders (id UInt64, buyer_id Int32, status Enum8('open' = 1, 'paid' = 2), amount Decimal(38, 2), units UInt256, placed_at DateTime64(3, 'Europe/Berlin'), day Date, is_paid Bool, tags Array(String)) engine = MergeTree order by id`,
  `insert into ${database}.orders values
    (18446744073709551615, 1, 'paid', 10.50, 7, '2026-02-01 00:30:00', '2026-02-01', true, ['a', 'b']),
    (2, 1, 'open', 0.10, 8, '2026-02-01 01:30:00', '2026-02-01', false, []),
    (3, 2, 'paid', '999999999999999999999999999999999999.99', '115792089237316195423570985008687907853269984665640564039457', '2026-02-28 13:00:00', '2026-02-28', true, []),
    (4, 9, 'open', '999999999999999999999999999999999999.99', 1, '2026-04-01 00:00:00', '2026-04-01', false, [])`,
  `insert into ${database}.orders select 100 + number, 3, 'paid', '999999999999999999999999999999999999.99', 1, '2026-04-01 00:00:00', '2026-04-01', true, [] from numbers(100)`,
];

async function admin(sql: string): Promise<string> {
  const {origin, username, password} = new URL(url ?? "");
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const answer = await fetch(origin, {method: "POST", headers: {authorization}, body: sql});
  if (answer.status !== 200) throw new Error(await answer.text());
  return answer.text();
}

describe.skipIf(url === undefined)("clickhouse, its real engine, over HTTP", () => {
  let service: TestService;
  let projectId: string;
  let connectionId: string;

  const configOf = (changes: object = {}) => {
    const {port, username, password} = new URL(url ?? "");
    return {host: "127.0.0.1", port: Number(port), database, user: username, password, ...changes};
  };
  const post = (path: string, body: unknown) => service.call("POST", path, {body});
  const create = (config: object) => post("/api/connections", {name: "Shop", type: "clickhouse", config});
  const query = async (body: object) => {
    const answer = await post("/api/query", {projectId, ...body});
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };

  beforeAll(async () => {
    service = await testService();
    await admin(`create database ${database}`);
    for (const statement of SHOP) await admin(statement);
    const connection = await create(configOf());
    expect(connection.status).toBe(201);
    connectionId = connection.body.id;
    projectId = (await post("/api/projects", {name: "Shop", connectionId})).body.id;
  });
  afterAll(async () => {
    await service.stop();
    await admin(`drop database ${database} sync`);
  });

  test("a connection reports its version, and a failing one the reason", async () => {
    const {body} = await post(`/api/connections/${connectionId}/test`, {});
    expect(body.version).toMatch(/^ClickHouse \d+\.\d+/);
    const denied = await create(configOf({password: "wrong"}));
    expect([denied.status, denied.body.code]).toEqual([422, "connection_failed"]);
    const missing = await create(configOf({database: "no_such_database"}));
    expect([missing.status, missing.body.code]).toEqual([422, "connection_failed"]);
  });

  test("a proposed layer runs, and its sums keep every digit past 38", async () => {
    const preview = await post(`/api/projects/${projectId}/introspect/preview`, {inferJoins: true});
    expect(preview.status).toBe(200);
    const {graph, notes} = preview.body;
    const orders = graph.models.find((model: {name: string}) => model.name === "orders");
    const types = orders.dimensions.map(({name, type}: {name: string; type: string}) => [name, type]);
    expect(Object.fromEntries(types)).toEqual({
      id: "number",
      buyer_id: "number",
      status: "string",
      amount: "number",
      units: "number",
      placed_at: "timestamp",
      day: "date",
      is_paid: "boolean",
      tags: "json",
    });
    const people = graph.models.find((model: {name: string}) => model.name === "people");
    expect([people.description, people.dimensions[1].description]).toEqual(["Who buys", "In full"]);
    expect(notes.map(({model, field, code}: Record<string, string>) => [model, field, code])).toContainEqual([
      "people",
      "born",
      "text_looks_like_date",
    ]);
    graph.joins = [
      {from: "orders", to: "people", relationship: "many_to_one", on: [{from: "buyer_id", to: "id"}]},
    ];
    for (const model of graph.models) model.primaryKey = ["id"];
    orders.dimensions.push({name: "large", type: "boolean", sql: "amount > 5"});
    expect((await post(`/api/projects/${projectId}/introspect`, graph)).status).toBe(201);

    const answer = await post("/api/query", {
      projectId,
      model: "orders",
      measures: ["orders.amount_sum", "orders.units_sum", "orders.count"],
    });
    expect(answer.text).toContain(
      "[[102000000000000000000000000000000000009.58,115792089237316195423570985008687907853269984665640564039573,104]]",
    );
  });

  test("instants, booleans, wide integers and nulls are returned unchanged", async () => {
    const answer = await post("/api/query", {
      projectId,
      model: "orders",
      dimensions: [
        "orders.id",
        "orders.status",
        "orders.placed_at",
        "orders.is_paid",
        "orders.large",
        "orders.tags",
        "people.name",
        "people.city",
      ],
      filters: [{field: "orders.id", op: "not_between", value: [100, 200]}],
      orderBy: ["orders.placed_at asc"],
      timezone: "America/New_York",
    });
    expect(answer.text).toContain(
      '[18446744073709551615,"paid","2026-01-31T18:30:00-05:00",true,true,["a","b"],"Ada","oslo"]',
    );
    expect(answer.text).toContain('[3,"paid","2026-02-28T07:00:00-05:00",true,true,[],"Bo",null]');
    expect(answer.text).toContain('[4,"open","2026-03-31T18:00:00-04:00",false,true,[],null,null]');
  });

  test("a row without a partner is kept under null, even if the column cannot be null", async () => {
    const {rows} = await query({
      model: "orders",
      dimensions: ["people.name"],
      measures: ["orders.count", "people.count"],
      filters: [{field: "orders.id", op: "not_between", value: [100, 200]}],
    });
    expect(rows).toEqual(
      [
        ["Ada", 2, 1],
        ["Bo", 1, 1],
        ["Cy", 0, 1],
        [null, 1, 0],
      ].filter(([name]) => name !== "Cy"),
    );
  });

  test("periods are filled between existing ones, and none without any", async () => {
    const months = {
      model: "orders",
      dimensions: ["orders.day.month"],
      measures: ["orders.count"],
      fillGaps: true,
    };
    expect((await query(months)).rows).toEqual([
      ["2026-02-01", 3],
      ["2026-03-01", 0],
      ["2026-04-01", 101],
    ]);
    const none = {
      ...months,
      filters: [
        {field: "orders.status", op: "=", value: "open"},
        {field: "people.name", op: "=", value: "Cy"},
      ],
    };
    expect((await query(none)).rows).toEqual([]);
  });

  test("a line break in a literal of the layer is kept, beside bound values", async () => {
    const graph = {
      models: [
        {
          name: "lines",
          table: {sql: `select id, 'a\nb' as text from ${database}.people`},
          primaryKey: ["id"],
          dimensions: [{name: "text", type: "string", column: "text"}],
          measures: [{name: "count", type: "count"}],
        },
      ],
    };
    expect((await post(`/api/projects/${projectId}/introspect`, graph)).status).toBe(201);
    const {rows} = await query({
      model: "lines",
      dimensions: ["lines.text"],
      measures: ["lines.count"],
      filters: [{field: "lines.text", op: "=", value: "a\nb"}],
    });
    expect(rows).toEqual([["a\nb", 3]]);
  });

  test("a pasted statement gives the same rows in another session", async () => {
    const body = {
      projectId,
      model: "orders",
      dimensions: ["people.city"],
      measures: ["orders.count"],
      filters: [{field: "people.name", op: "!=", value: "back\\slash's"}],
      limit: 10,
    };
    const {body: told} = await post("/api/query/detail", body);
    expect(told.dialect).toBe("clickhouse");
    const rows = (await admin(told.sql))
      .trimEnd()
      .split("\n")
      .map(line => line.split("\t"));
    const {rows: own} = await query(body);
    expect(rows).toEqual(own.map(([city, count]: [string | null, number]) => [city ?? "\\N", String(count)]));
  });

  test("a roll-up is stored as a table of the engine, with its types, and answers queries", async () => {
    const writer = await post("/api/connections", {name: "Roll-ups", type: "clickhouse", config: configOf()});
    const rollup = {
      name: "kept",
      model: "orders",
      dimensions: ["orders.status", "orders.is_paid"],
      measures: ["orders.count", "orders.amount_sum", "orders.units_sum"],
      time: {dimension: "orders.placed_at", grain: "hour"},
      incremental: {window: "1d", partition: "month"},
      storage: {connectionId: writer.body.id, schema: database},
    };
    const applied = await post(`/api/projects/${projectId}/introspect`, {models: [], rollups: [rollup]});
    expect(applied.status, applied.text).toBe(201);
    /** Waits until the last build has ended and the web process knows it. */
    const built = async () => {
      const one = await until(async () => {
        const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
        return body[0]?.lastBuild?.finishedAt ? body[0] : undefined;
      });
      await service.web.notices.caughtUp();
      return one;
    };
    expect(await built()).toMatchObject({state: "fresh", rowCount: 5, lastBuild: {error: null}});
    // In the second build the engine copies the rows before the window.
    expect((await post(`/api/projects/${projectId}/rollups/kept/build`, {})).status).toBe(202);
    expect(await built()).toMatchObject({state: "fresh", rowCount: 5, lastBuild: {error: null}});
    const asked = {
      model: "orders",
      dimensions: ["orders.placed_at.hour", "orders.status"],
      measures: ["orders.count", "orders.amount_sum", "orders.units_sum"],
      orderBy: ["orders.placed_at.hour", "orders.status"],
      timezone: "UTC",
    };
    const answer = await post("/api/query", {projectId, ...asked});
    expect(answer.headers.get("x-data-as-of"), answer.text).not.toBeNull();
    // By hand from the shop's rows: hours are those of Berlin, and an enumeration is sorted by its numbers.
    expect(answer.text).toContain(
      '[["2026-01-31T23:00:00Z","paid",1,10.5,7],["2026-02-01T00:00:00Z","open",1,0.1,8],' +
        '["2026-02-28T12:00:00Z","paid",1,999999999999999999999999999999999999.99,115792089237316195423570985008687907853269984665640564039457],' +
        '["2026-03-31T22:00:00Z","open",1,999999999999999999999999999999999999.99,1],' +
        '["2026-03-31T22:00:00Z","paid",100,99999999999999999999999999999999999999,100]]',
    );
  });

  test("a million rows are streamed, and a statement without a reader is killed", async () => {
    const graph = {
      models: [
        {
          name: "many",
          table: {sql: "select number as n from numbers(1000000)"},
          primaryKey: ["n"],
          dimensions: [{name: "n", type: "number", column: "n"}],
        },
        {
          name: "endless",
          table: {sql: "select sipHash64(number) % 7 as n from numbers(1000000000000)"},
          primaryKey: ["n"],
          dimensions: [{name: "n", type: "number", column: "n"}],
          measures: [{name: "count", type: "count"}],
        },
      ],
    };
    expect((await post(`/api/projects/${projectId}/introspect?dryRun=false`, graph)).status).toBe(201);
    const all = await service.call("POST", "/api/query", {
      body: {projectId, model: "many", dimensions: ["many.n"], limit: 1_000_000},
      headers: {accept: "text/csv"},
    });
    expect(all.text.split("\r\n").length - 2).toBe(1_000_000);

    const running = () =>
      admin(
        "select count() from system.processes where query like '%sipHash64%' and query not like '%system.processes%'",
      );
    const run = await service.call("POST", "/api/query", {
      body: {projectId, model: "endless", measures: ["endless.count"]},
      headers: {prefer: "respond-async"},
    });
    expect(run.status).toBe(202);
    await until(async () => (await running()).trim() === "1");
    expect(
      (await service.call("DELETE", new URL(run.headers.get("location")!, "http://x").pathname)).status,
    ).toBeLessThan(300);
    await until(async () => (await running()).trim() === "0");
  });

  test("a statement that would write is refused by the engine", async () => {
    const graph = {
      models: [
        {
          name: "writer",
          table: {sql: `insert into ${database}.people values (9, 'x', null, '')`},
          primaryKey: ["id"],
          dimensions: [{name: "id", type: "number", column: "id"}],
        },
      ],
    };
    expect((await post(`/api/projects/${projectId}/introspect`, graph)).status).toBe(422);
    expect((await admin(`select count() from ${database}.people`)).trim()).toBe("3");
  });
});
