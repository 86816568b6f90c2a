import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {publish} from "../../../shared/core/change-notices.ts";
import {sql} from "../../../shared/core/db.ts";
import {PermitRequest, shareOf} from "../../../worker/concurrency/fair-semaphore.ts";
import {collectGarbage} from "../../../worker/tasks/collect-garbage.ts";
import {runQuery} from "../../../worker/tasks/run-query.ts";
import {type ShopProject, shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
const shopOf = (name: "duckdb" | "postgres"): ShopProject => shops[name];

beforeAll(async () => {
  service = await testService();
  shops = await shopProjects(service);
});

afterAll(async () => {
  await service.stop();
  await shops.drop();
});

const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  token = service.org.admin.token,
) => service.call("POST", path, {body, headers, token});

describe.each(["duckdb", "postgres"] as const)("on %s", name => {
  const query = (more: object) => ({projectId: shopOf(name).projectId, model: "orders", ...more});

  test("columns have the layer's descriptions on request, and rows are unchanged", async () => {
    const asked = query({dimensions: ["orders.placed_at.month"], measures: ["orders.total"]});
    const plain = (await post("/api/query", asked)).text;
    // Once from the warehouse and once from the cache.
    for (let twice = 0; twice < 2; twice++) {
      const {text} = await post("/api/query?meta=1", asked, twice === 0 ? {"cache-control": "no-cache"} : {});
      expect(text.slice(text.indexOf('"rows"'))).toBe(plain.slice(plain.indexOf('"rows"')));
      expect(JSON.parse(text).columns).toEqual([
        {
          name: "orders.placed_at.month",
          type: "date",
          role: "dimension",
          label: "Placed at (month)",
          grain: "month",
        },
        {name: "orders.total", type: "number", role: "measure", label: "Total"},
      ]);
    }
    const csv = await post("/api/query?meta=1", asked, {accept: "text/csv"});
    expect(csv.text).toStartWith("orders.placed_at.month,orders.total\r\n");
    expect((await post("/api/query?meta=yes", asked)).body.errors[0]).toMatchObject({
      path: "/meta",
      allowed: ["1"],
    });
  });

  test("a query returns typed columns and rows, with how they were computed", async () => {
    const answer = await post(
      "/api/query",
      query({
        dimensions: ["orders.status"],
        measures: ["orders.count", "orders.total"],
        orderBy: ["orders.count desc"],
      }),
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      '{"columns":[{"name":"orders.status","type":"string"},{"name":"orders.count","type":"number"},{"name":"orders.total","type":"number"}],' +
        '"rows":[["paid",3,100000000000000000010.49],["open",1,0.1]],"truncated":false}',
    );
    expect(answer.headers.get("x-cache")).toBe("miss");
    expect(answer.headers.get("x-row-limit")).toBe("1000");
    expect(answer.headers.get("server-timing")).toMatch(
      /^auth;dur=[\d.]+, compile;dur=[\d.]+, queue;dur=[\d.]+, warehouse;dur=[\d.]+$/,
    );
  });

  test("rows that span too many periods for fillGaps are a fault of the query, not of the warehouse", async () => {
    const {connectionId} = shopOf(name);
    const project = await post("/api/projects", {name: `far apart ${name}`, connectionId});
    const table = {sql: "select timestamp '1990-01-01' as at union all select timestamp '2024-01-01'"};
    const moments = {
      name: "moments",
      table,
      dimensions: [{name: "at", type: "timestamp", column: "at"}],
      measures: [{name: "count", type: "count"}],
    };
    await post(`/api/projects/${project.body.id}/introspect`, {models: [moments]});
    const filled = (grain: string) => ({
      projectId: project.body.id,
      model: "moments",
      dimensions: [`moments.at.${grain}`],
      measures: ["moments.count"],
      fillGaps: true,
    });
    const answer = await post("/api/query", filled("second"));
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_request"]);
    expect(answer.body.errors).toEqual([
      {
        path: "",
        message:
          '"fillGaps", measures and calculations along periods can cover at most 100,000 periods, but the rows span more. Filter a shorter time, or use a longer grain.',
      },
    ]);
    expect((await post("/api/query", filled("year"))).body.rows).toHaveLength(35);
  });

  test("a filter on a 64-bit id is exact, as a number and as a string", async () => {
    const body = (value: string) =>
      `{"projectId":"${shopOf(name).projectId}","model":"orders","dimensions":["orders.id"],"filters":[{"field":"orders.id","op":"=","value":${value}}]}`;
    for (const value of ["9007199254740993", '"9007199254740993"']) {
      const answer = await post("/api/query", body(value));
      expect(answer.text).toContain('"rows":[[9007199254740993]]');
    }
  });

  test("a query has fields over a join, grains and a timezone", async () => {
    const answer = await post(
      "/api/query",
      query({dimensions: ["orders.placed_at.month"], measures: ["orders.count"], timezone: "Europe/Berlin"}),
    );
    expect(answer.body.columns[0]).toEqual({name: "orders.placed_at.month", type: "date"});
    expect(answer.body.rows).toEqual([
      ["2026-02-01", 3],
      ["2026-03-01", 1],
    ]);
  });

  test("the first day of the year 1 can be compared with in every timezone, and invalid days are refused", async () => {
    const ask = (op: string, value: string, timezone: string) => {
      const filters = [{field: "orders.placed_at", op, value}];
      return post("/api/query", query({measures: ["orders.count"], filters, timezone}));
    };
    for (const timezone of ["UTC", "Asia/Tokyo", "America/New_York"]) {
      expect((await ask(">=", "0001-01-01", timezone)).body.rows).toEqual([[4]]);
      expect((await ask("<", "0001-01-01T00:00:00+05:00", timezone)).body.rows).toEqual([[0]]);
      for (const value of ["-0000-01-01", "-0001-12-32T23:00:00"]) {
        const {status, body} = await ask(">=", value, timezone);
        expect([status, body.code]).toEqual([422, "invalid_filter"]);
        expect(body.detail).toContain(`"${value}" is not a moment`);
      }
    }
  });

  test("row access excludes rows that the caller may not see, also from counts", async () => {
    const answer = await post("/api/query", {...query({measures: ["customers.count"]}), model: "customers"});
    expect(answer.body.rows).toEqual([[0]]);
    await service.db
      .updateTable("principals")
      .set({attributes: JSON.stringify({region: ["south"]})})
      .where("id", "=", service.org.member.id)
      .execute();
    await service.call("GET", "/api/whoami", {token: service.org.member.token});
    const own = await post(
      "/api/query",
      {...query({dimensions: ["customers.name"]}), model: "customers"},
      {},
      service.org.member.token,
    );
    expect(own.body.rows).toEqual([["Bo"]]);
  });

  test("CSV and NDJSON are the same result in another format, and other formats are 406", async () => {
    const body = query({dimensions: ["orders.status"], measures: ["orders.count"]});
    const csv = await post("/api/query", body, {accept: "text/csv"});
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.text).toBe("orders.status,orders.count\r\nopen,1\r\npaid,3\r\n");
    const lines = await post("/api/query", body, {accept: "application/x-ndjson"});
    expect(lines.text).toBe(
      '{"orders.status":"open","orders.count":1}\n{"orders.status":"paid","orders.count":3}\n',
    );
    expect((await post("/api/query", body, {accept: "application/vnd.ms-excel"})).body).toMatchObject({
      status: 406,
      code: "not_acceptable",
    });
  });

  test("a nested aggregate has a column in every format, with its total", async () => {
    const per = ["orders.placed_at.month"];
    const measures = [
      "orders.count",
      {name: "busiest", agg: "max", of: "orders.count", per},
      {name: "months", agg: "count", of: "orders.count", per},
    ];
    const body = query({dimensions: ["orders.status"], measures, totals: true, orderBy: ["busiest desc"]});
    const {columns, rows, totals} = (await post("/api/query", body)).body;
    expect(columns.map(({name, type}: {name: string; type: string}) => [name, type])).toEqual([
      ["orders.status", "string"],
      ["orders.count", "number"],
      ["busiest", "number"],
      ["months", "number"],
    ]);
    // Orders were paid in three months and opened in one, in which one was paid, too.
    expect(rows).toEqual([
      ["open", 1, 1, 1],
      ["paid", 3, 1, 3],
    ]);
    expect(totals).toEqual([null, 4, 2, 3]);
    const csv = await post("/api/query", body, {accept: "text/csv"});
    expect(csv.text).toBe("orders.status,orders.count,busiest,months\r\nopen,1,1,1\r\npaid,3,1,3\r\n");
    const wrong = query({measures: [{name: "busiest", agg: "mode", of: "orders.count", per}]});
    const refused = await post("/api/query", wrong);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "/measures/0/agg"]);
  });

  test("an unknown media type changes nothing beside a known one", async () => {
    const body = query({measures: ["orders.count"]});
    for (const unknown of ["constructor", "toString", "__proto__", "x/y"]) {
      const answer = await post("/api/query", body, {accept: `${unknown}, application/json;q=0.1`});
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.body).toMatchObject({rows: [[4]], truncated: false});
    }
  });

  test("a limit that cut the result is reported", async () => {
    const answer = await post("/api/query", {
      ...query({dimensions: ["numbers.n"], orderBy: ["numbers.n desc"], limit: 2}),
      model: "numbers",
    });
    expect(answer.body).toMatchObject({rows: [[50000], [49999]], truncated: true});
    expect(answer.headers.get("x-row-limit")).toBe("2");
    const standard = await post("/api/query", {...query({dimensions: ["numbers.n"]}), model: "numbers"});
    expect({rows: standard.body.rows.length, truncated: standard.body.truncated}).toEqual({
      rows: 1000,
      truncated: true,
    });
    const none = await post("/api/query", {
      ...query({dimensions: ["numbers.n"], limit: 0}),
      model: "numbers",
    });
    expect(none.body).toMatchObject({rows: [], truncated: true});
  });

  test("a big result is streamed completely", async () => {
    const answer = await post("/api/query", {
      ...query({dimensions: ["numbers.n", "numbers.label"], limit: 50_000}),
      model: "numbers",
    });
    expect(answer.body.rows).toHaveLength(50_000);
    expect(new Set(answer.body.rows.map(([n]: [number]) => n)).size).toBe(50_000);
  });

  test("the SQL of detail gives the same rows as the query", async () => {
    const body = query({
      dimensions: ["orders.status"],
      measures: ["orders.total"],
      filters: [{field: "orders.status", op: "in", value: ["paid", 'it\'s \\ "odd" %']}],
    });
    const detail = await post("/api/query/detail", body);
    expect(detail.body.dialect).toBe(name);
    using lease = await service.worker.worker.leaseWarehouse(
      service.org.id,
      {kind: "connection", id: shopOf(name).connectionId, version: 1},
      new PermitRequest(shareOf("a test", "interactive")),
    );
    expect(await lease.warehouse.rows({sql: detail.body.sql, parameters: []})).toEqual([
      ["paid", "100000000000000000010.49"],
    ]);
  });

  test("a refusal by the warehouse is a 502 whose original message only org-admins see", async () => {
    const body = query({measures: ["orders.broken"]});
    const admin = await post("/api/query", body);
    const member = await post("/api/query", body, {}, service.org.reader.token);
    expect(admin.body).toMatchObject({status: 502, code: "warehouse_error"});
    expect(admin.body.detail).toMatch(/invalid input syntax|Could not convert/);
    expect(member.body.detail).toBe(
      `The warehouse refused the statement (${name === "postgres" ? "22P02" : "Conversion"}).`,
    );
  });

  test("a statement past its time limit is 504 and cancelled", async () => {
    const another = await service.another();
    Object.assign(another.web.config, {queryTimeoutMs: 300});
    const answer = await another.call("POST", "/api/query", {
      body: {...query({measures: ["slow.count"]}), model: "slow"},
    });
    expect(answer.body).toMatchObject({status: 504, code: "query_timeout"});
    expect(service.worker.executor.running).toBe(0);
  });

  test("a client that leaves cancels its statement", async () => {
    const leaving = new AbortController();
    const asked = service.app.handle(
      new Request("http://service.test/api/query", {
        method: "POST",
        signal: leaving.signal,
        headers: {authorization: `Bearer ${service.org.admin.token}`, "content-type": "application/json"},
        body: JSON.stringify({...query({measures: ["slow.count"]}), model: "slow"}),
      }),
    );
    await until(() => service.worker.executor.running > 0);
    leaving.abort();
    await Promise.resolve(asked).catch(() => undefined);
    await until(() => service.worker.executor.running === 0, 3000);
    expect(service.worker.executor.running).toBe(0);
  });
});

describe("the model's project", () => {
  test("is the default one or the named one; an unknown name is refused with the nearest", async () => {
    const body = {model: "orders", measures: ["orders.count"]};
    expect((await post("/api/query/detail", body)).body.dialect).toBe("duckdb");
    expect(
      (await post("/api/query/detail", {...body, projectId: shops.postgres.projectId})).body.dialect,
    ).toBe("postgres");
    expect((await post("/api/query", {...body, projectId: "proj_01jd3w2b8mfxrtq3a1c9k7e5hz"})).status).toBe(
      404,
    );
    const wrong = await post("/api/query", {...body, model: "ordres"});
    expect(wrong.body).toMatchObject({
      status: 422,
      code: "unknown_model",
      errors: [{path: "/model", suggestions: ["orders"]}],
    });
  });

  test("is not found in another organization", async () => {
    const other = await service.addOrg("Other");
    const answer = await post(
      "/api/query",
      {model: "orders", projectId: shops.duckdb.projectId, measures: ["orders.count"]},
      {},
      other.admin.token,
    );
    expect(answer.status).toBe(404);
    expect(
      (await post("/api/query", {model: "orders", measures: ["orders.count"]}, {}, other.admin.token)).body
        .code,
    ).toBe("unknown_model");
  });
});

describe("the result cache", () => {
  test("answers within the project's cache time, is bypassed by no-cache, and never crosses row access", async () => {
    const path = `/api/projects/${shops.duckdb.projectId}`;
    const heard = service.web.notices.waitFor("project", shops.duckdb.projectId, 60_000);
    expect((await service.call("PATCH", path, {body: {cacheTtlSeconds: 60}})).status).toBe(200);
    expect(await heard).toBe(true);
    const body = {model: "customers", dimensions: ["customers.name"]};
    const cacheOf = async (token: string, headers = {}) => {
      const answer = await post("/api/query", body, headers, token);
      return [answer.headers.get("x-cache"), answer.body.rows.length];
    };
    const {admin, member} = service.org;
    const give = async (attributes: object) => {
      const changed = service.web.notices.waitFor("principal", member.id, 60_000);
      await service.db
        .updateTable("principals")
        .set({attributes: JSON.stringify(attributes)})
        .where("id", "=", member.id)
        .execute();
      await publish(service.db, {kind: "principal", id: member.id});
      expect(await changed).toBe(true);
    };
    await give({region: ["south"]});
    expect(await cacheOf(admin.token)).toEqual(["miss", 0]);
    expect(await cacheOf(admin.token)).toEqual(["hit", 0]);
    expect(await cacheOf(admin.token, {"cache-control": "no-cache"})).toEqual(["miss", 0]);
    expect(await cacheOf(member.token)).toEqual(["miss", 1]);
    const hit = await post("/api/query", body, {}, member.token);
    expect(hit.headers.get("age")).toMatch(/^\d+$/);
    // The same queries repeatedly, by both callers, and by one whose rights have changed in between.
    for (let again = 0; again < 3; again++) {
      expect(await cacheOf(admin.token)).toEqual(["hit", 0]);
      expect(await cacheOf(member.token)).toEqual(["hit", 1]);
    }
    await give({region: ["south", "north"]});
    expect(await cacheOf(member.token)).toEqual(["miss", 2]);
    expect(await cacheOf(member.token)).toEqual(["hit", 2]);
    await give({region: ["south"]});
    expect(await cacheOf(member.token)).toEqual(["hit", 1]);
    await service.call("PATCH", path, {body: {cacheTtlSeconds: 0}});
    await until(async () => (await cacheOf(member.token))[0] === "miss", 1000);
    expect(await cacheOf(member.token)).toEqual(["miss", 1]);
  });
});

describe("an edited layer", () => {
  test("gives a query its new types, although the statement is the same", async () => {
    const {projectId} = shops.postgres;
    const path = `/api/projects/${projectId}`;
    const apply = async (type: string) => {
      const heard = service.web.notices.waitFor("project", projectId, 60_000);
      const model = {
        name: "typed",
        table: {schema: "public", name: "numbers"},
        primaryKey: ["n"],
        dimensions: [{name: "n", type, column: "n"}],
        measures: [],
      };
      expect((await post(`${path}/introspect`, {models: [model]})).status).toBe(201);
      expect(await heard).toBe(true);
    };
    const ask = async () =>
      (await post("/api/query", {projectId, model: "typed", dimensions: ["typed.n"], limit: 1})).body;
    await service.call("PATCH", path, {body: {cacheTtlSeconds: 60}});
    await apply("number");
    for (let again = 0; again < 3; again++)
      expect(await ask()).toMatchObject({columns: [{type: "number"}], rows: [[1]]});
    await apply("string");
    for (let again = 0; again < 3; again++)
      expect(await ask()).toMatchObject({columns: [{type: "string"}], rows: [["1"]]});
    await service.call("PATCH", path, {body: {cacheTtlSeconds: 0}});
  });
});

describe("a batch of queries", () => {
  test("answers in request order, and only the failing query fails", async () => {
    const count = {model: "orders", measures: ["orders.count"]};
    const answer = await post("/api/query/batch", {
      queries: [
        count,
        {model: "nothing", measures: ["nothing.x"]},
        {...count, projectId: shops.postgres.projectId},
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject([
      {rows: [[4]]},
      {error: {status: 422, code: "unknown_model"}},
      {rows: [[4]]},
    ]);
    expect((await post("/api/query/batch", [count, count])).body).toHaveLength(2);
    expect((await post("/api/query/batch", [])).body).toEqual([]);
  });

  test("with big results that nobody reads holds few of them in memory, and returns all of them in the end", async () => {
    const {projectId} = shops.duckdb;
    const table = {sql: "select range as n, repeat('x', 100) as pad from range(250000)"};
    const field = (name: string, type: string) => ({name, type, column: name});
    const dimensions = [field("n", "number"), field("pad", "string")];
    const wide = {name: "wide", table, primaryKey: ["n"], dimensions, measures: []};
    expect((await post(`/api/projects/${projectId}/introspect`, {models: [wide]})).status).toBe(201);
    const queries = [0, 1, 2, 3, 4, 5, 6, 7].map(value => ({
      projectId,
      model: "wide",
      dimensions: ["wide.n", "wide.pad"],
      filters: [{field: "wide.n", op: ">=", value}],
      limit: 250_000,
    }));
    const {runLog} = service.worker.executor;
    let sizeBytes = 0;
    const add = runLog.add.bind(runLog);
    runLog.add = entry => {
      sizeBytes += entry.stats.sizeBytes;
      add(entry);
    };
    const response = await service.app.handle(
      new Request("http://service.test/api/query/batch", {
        method: "POST",
        headers: {authorization: `Bearer ${service.org.admin.token}`, "content-type": "application/json"},
        body: JSON.stringify({queries}),
      }),
    );
    for (let before = -1; before !== sizeBytes || sizeBytes === 0; await Bun.sleep(500)) before = sizeBytes;
    expect(sizeBytes).toBeLessThan(120 * 1024 * 1024);
    const results: {rows: unknown[]; truncated: boolean}[] = JSON.parse(await response.text());
    expect(results.map(({rows, truncated}) => [rows.length, truncated])).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map(value => [250_000 - value, false]),
    );
    expect(sizeBytes).toBeGreaterThan(8 * 25 * 1024 * 1024);
    runLog.add = add;
  });

  test("takes at most a hundred queries", async () => {
    const count = {model: "orders", measures: ["orders.count"]};
    expect((await post("/api/query/batch", Array(100).fill(count))).body).toHaveLength(100);
    expect((await post("/api/query/batch", Array(101).fill(count))).body.code).toBe("invalid_request");
  });
});

describe("an asynchronous run", () => {
  const ask = (more: object = {}, token = service.org.admin.token) =>
    post(
      "/api/query",
      {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"], ...more},
      {prefer: "respond-async"},
      token,
    );
  function ended(path: string) {
    return until(async () => {
      const {body} = await service.call("GET", path);
      return ["queued", "running"].includes(body.status) ? undefined : body;
    });
  }

  test("is answered with 202 at once, and its result is stored", async () => {
    const accepted = await ask();
    expect(accepted.status).toBe(202);
    const location = accepted.headers.get("location") ?? "";
    expect(location).toBe(`/api/query/runs/${accepted.body.id}`);
    expect(await ended(location)).toMatchObject({
      status: "succeeded",
      rowCount: 2,
      trigger: "async",
      error: null,
    });
    const result = await service.call("GET", `${location}/result`);
    expect(result.body).toMatchObject({
      rows: [
        ["open", 1],
        ["paid", 3],
      ],
      truncated: false,
    });
    expect(result.headers.get("x-row-limit")).toBe("1000");
    await service.db.deleteFrom("query_result_chunks").where("run_id", "=", accepted.body.id).execute();
    expect((await service.call("GET", `${location}/result`)).body.code).toBe("gone");
  });

  test("with a big result stores it in chunks and returns it whole", async () => {
    const accepted = await ask({
      model: "numbers",
      dimensions: ["numbers.n", "numbers.label"],
      measures: [],
      limit: 50_000,
    });
    const location = `/api/query/runs/${accepted.body.id}`;
    await ended(location);
    expect((await service.call("GET", `${location}/result`)).body.rows).toHaveLength(50_000);
  });

  test("whose job runs twice has the result of the first time", async () => {
    const accepted = await ask();
    const location = `/api/query/runs/${accepted.body.id}`;
    await ended(location);
    const {worker, executor} = service.worker;
    const job = {orgId: service.org.id, runId: String(accepted.body.id)};
    await runQuery(worker, executor, job, new AbortController().signal);
    expect((await service.call("GET", `${location}/result`)).status).toBe(200);
  });

  test("ends even if the database has lost its beginning in a crash", async () => {
    await sql`
      create function lose_beginning() returns trigger language plpgsql
      as $$ begin new.status := 'queued'; return new; end $$`.execute(service.db);
    await sql`
      create trigger lose_beginning before update on query_runs
      for each row when (new.status = 'running') execute function lose_beginning()`.execute(service.db);
    try {
      const accepted = await ask();
      const location = `/api/query/runs/${accepted.body.id}`;
      expect((await ended(location)).status).toBe("succeeded");
      expect((await service.call("GET", `${location}/result`)).status).toBe(200);
    } finally {
      await sql`drop function lose_beginning cascade`.execute(service.db);
    }
  });

  test("that failed returns its own error", async () => {
    const accepted = await ask({
      projectId: shops.postgres.projectId,
      dimensions: [],
      measures: ["orders.broken"],
    });
    const location = `/api/query/runs/${accepted.body.id}`;
    expect(await ended(location)).toMatchObject({status: "failed", error: {code: "warehouse_error"}});
    expect((await service.call("GET", `${location}/result`)).body).toMatchObject({
      status: 502,
      code: "warehouse_error",
    });
  });

  test("that is cancelled stops in the warehouse and has no result", async () => {
    const accepted = await ask({model: "slow", dimensions: [], measures: ["slow.count"]});
    const location = `/api/query/runs/${accepted.body.id}`;
    await until(() => service.worker.executor.running > 0);
    expect((await service.call("GET", `${location}/result`)).body.code).toBe("conflict");
    // As if some of its rows had been stored.
    await sql`insert into query_result_chunks values (${accepted.body.id}, 0, 'half')`.execute(service.db);
    expect((await service.call("DELETE", location)).status).toBe(204);
    expect((await ended(location)).status).toBe("cancelled");
    expect((await service.call("GET", `${location}/result`)).body.code).toBe("gone");
    await until(() => service.worker.executor.running === 0, 3000);
    expect(service.worker.executor.running).toBe(0);
    const chunks = () =>
      sql`select from query_result_chunks where run_id = ${accepted.body.id}`.execute(service.db);
    await until(async () => (await chunks()).rows.length === 0, 3000);
    expect((await chunks()).rows).toEqual([]);
  });

  test("has its result for 24 hours, which is gone after that", async () => {
    const [{body: old}, {body: young}] = [await ask(), await ask()];
    for (const [{id}, age] of [
      [old, "24 hours 1 minute"],
      [young, "23 hours 59 minutes"],
    ] as const) {
      await ended(`/api/query/runs/${id}`);
      await sql`update query_runs set created_at = now() - ${age}::interval where id = ${id}`.execute(
        service.db,
      );
    }
    await collectGarbage(service.worker.worker);
    const result = async (id: string) => (await service.call("GET", `/api/query/runs/${id}/result`)).status;
    expect([await result(old.id), await result(young.id)]).toEqual([410, 200]);
  });

  test("leaves nothing of a result that was cut off", async () => {
    const accepted = await ask();
    const location = `/api/query/runs/${accepted.body.id}`;
    await ended(location);
    const id = String(accepted.body.id);
    const chunks = async () =>
      (await sql`select from query_result_chunks where run_id = ${id}`.execute(service.db)).rows.length;
    await collectGarbage(service.worker.worker);
    expect(await chunks()).toBe(1);
    await sql`update query_runs set status = 'failed' where id = ${id}`.execute(service.db);
    await collectGarbage(service.worker.worker);
    expect(await chunks()).toBe(0);
  });

  test("fails if no worker will continue it", async () => {
    const accepted = await ask({model: "slow", dimensions: [], measures: ["slow.count"]});
    const id = String(accepted.body.id);
    await until(() => service.worker.executor.running > 0);
    const status = async () => (await service.call("GET", `/api/query/runs/${id}`)).body.status;
    await sql`update query_runs set created_at = now() - interval '1 minute' where id = ${id}`.execute(
      service.db,
    );
    await collectGarbage(service.worker.worker);
    expect(await status()).toBe("running");
    await sql`delete from graphile_worker._private_jobs where key = ${id}`.execute(service.db);
    await collectGarbage(service.worker.worker);
    expect(await status()).toBe("failed");
    await publish(service.db, {kind: "cancel", id});
  });

  test("is visible to its caller only, and runs are listed newest first", async () => {
    const accepted = await ask();
    const path = `/api/query/runs/${accepted.body.id}`;
    expect((await service.call("GET", path, {token: service.org.member.token})).status).toBe(404);
    expect((await service.call("DELETE", path, {token: service.org.member.token})).status).toBe(404);
    await service.worker.executor.runLog.flush();
    const listed = await service.call("GET", "/api/query/runs?limit=5");
    expect(listed.body).toHaveLength(5);
    expect(listed.body.map(({id}: {id: string}) => id)).toEqual(
      listed.body
        .map(({id}: {id: string}) => id)
        .sort()
        .reverse(),
    );
    expect(listed.headers.get("link")).toContain('rel="next"');
    expect(
      listed.body.some(
        ({trigger}: {trigger: string}) =>
          trigger === "interactive" || trigger === "async" || trigger === "batch",
      ),
    ).toBe(true);
  });
});
