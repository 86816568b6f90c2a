import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {Type} from "@sinclair/typebox";
import pg from "pg";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {readerOf} from "../../../shared/core/validate.ts";
import {queueBuild} from "../../../shared/modeling/rollups/queue-build.ts";
import {RollupFile} from "../../../shared/modeling/rollups/schemas.ts";
import {MAX_SHAPES, writeShapes} from "../../../shared/querying/layers/query-shapes.ts";
import type {Graph, Model} from "../../../shared/semantic/layer/graph.ts";
import type {Rollup} from "../../../shared/semantic/layer/rollup.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {beginBuild, resumeBuilds, saveProgress} from "../../../worker/rollup-builds/build-run.ts";
import {AttemptLost} from "../../../worker/takeover/attempt-lost.ts";
import {addPerson} from "../../support/people.ts";
import {type ShopProject, shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {shopGraph} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

const readFiles = readerOf(Type.Array(RollupFile), "the files of a build");

let service: TestService;
let shop: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  service = await testService();
  shop = await shopProjects(service);
});
afterAll(async () => {
  await service.stop();
  await shop.drop();
});

/** The shop's orders with roll-ups by status and day, and by month alone. */
function withRollups(type: ShopProject["type"]): Graph {
  const graph = shopGraph(type, type === "duckdb" ? "main" : "public");
  const orders = graph.models[0]!;
  orders.measures = [
    ...(orders.measures ?? []).filter(({name}) => name !== "broken"),
    {name: "average", type: "avg", column: "amount"},
    {name: "statuses", type: "count_distinct", column: "status"},
    {name: "about", type: "count_distinct_approx", column: "status"},
    {name: "each", type: "number", sql: "${total} / ${count}"},
    {name: "half", type: "percentile", percentile: 0.5, method: "discrete", column: "amount"},
  ];
  return {
    ...graph,
    rollups: [
      {
        name: "daily",
        model: "orders",
        dimensions: ["orders.status"],
        measures: [
          "orders.count",
          "orders.total",
          "orders.average",
          "orders.statuses",
          "orders.about",
          "orders.half",
        ],
        time: {dimension: "orders.placed_at", grain: "day"},
      },
      {
        name: "monthly",
        model: "orders",
        measures: ["orders.count"],
        time: {dimension: "orders.placed_at", grain: "month"},
      },
    ],
  };
}

/** Waits until the last build has ended and the web process knows it. */
async function built(projectId: string, name: string): Promise<Record<string, unknown>> {
  const one = await until(async () => {
    const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
    const found = body.find((one: {name: string}) => one.name === name);
    return found?.lastBuild?.finishedAt && found.lastBuild.status !== "queued" ? found : undefined;
  });
  await service.web.notices.caughtUp();
  return one;
}

async function ask(query: Query, headers: Record<string, string> = {}) {
  return service.call("POST", "/api/query", {body: query, headers});
}

describe.each(["duckdb", "postgres"] as const)("roll-ups of %s", type => {
  let projectId: string;
  beforeAll(async () => {
    projectId = shop[type].projectId;
    const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {
      body: withRollups(type),
    });
    expect(applied.status, applied.text).toBe(201);
    for (const name of ["daily", "monthly"]) {
      expect(await built(projectId, name)).toMatchObject({
        state: "fresh",
        lastBuild: {status: "succeeded", error: null},
      });
    }
  });

  test("answer comparisons of fields that they store, and leave others to the warehouse", async () => {
    const compared = (field: string, op: string, other: string) => {
      const query = {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
      return ask({...query, filters: [{field, op, other}]});
    };
    const asked = [
      await compared("orders.placed_at.month", ">", "orders.placed_at.quarter"),
      await compared("orders.total", ">", "orders.count"),
      await compared("orders.placed_at", ">=", "orders.placed_at.month"),
    ];
    expect(asked.map(({body, headers}) => [body.rows, headers.get("x-data-as-of") !== null])).toEqual([
      [
        [
          ["open", 1],
          ["paid", 2],
        ],
        true,
      ],
      [[["paid", 3]], true],
      [
        [
          ["open", 1],
          ["paid", 3],
        ],
        false,
      ],
    ]);
  });

  test("answer the models' part of a SQL statement if one build contains all of it", async () => {
    const run = async (statement: string) => {
      const body = {sql: statement, projectId};
      const {status, body: answer, headers} = await service.call("POST", "/api/sql", {body});
      expect(status, JSON.stringify(answer)).toBe(200);
      return [answer.rows, headers.get("x-data-as-of") !== null];
    };
    const groups = "select status, measure(count) as n from orders group by 1";
    const twice = [
      ["open", 2],
      ["paid", 6],
    ];
    expect(await run(`select status, n * 2 from (${groups}) g order by 1`)).toEqual([twice, true]);
    const both = `select a.status, a.n + b.n from (${groups}) a join (${groups}) b on a.status = b.status order by 1`;
    expect(await run(both)).toEqual([twice, true]);
    // Rows come from the warehouse, and so do the groups beside them.
    const mixed = `select status, n + (select count(*) from (select id, row_number() over () from orders) r where r.id < 0) from (${groups}) g order by 1`;
    expect(await run(mixed)).toEqual([twice.map(([status, n]) => [status, Number(n) / 2]), false]);
    // Two roll-ups may be of different ages.
    const months = "select date_trunc('month', placed_at) as m, measure(count) as n from orders group by 1";
    expect(await run(`select sum(m.n) * 0 + 4 from (${months}) m`)).toEqual([[[4]], true]);
    expect(await run(`select (select sum(n) from (${months}) m) - sum(g.n) from (${groups}) g`)).toEqual([
      [[0]],
      false,
    ]);
  });

  test("answer nested aggregates of groups that they store, and leave others to the warehouse", async () => {
    const nested = async (agg: "max" | "avg", of: string, per: string[], more: Partial<Query> = {}) => {
      const measure = {name: "v", agg, of, per};
      const query = {projectId, model: "orders", dimensions: ["orders.status"], measures: [measure], ...more};
      const {status, body, headers} = await ask(query);
      expect(status, JSON.stringify(body)).toBe(200);
      return [body.rows, headers.get("x-data-as-of") !== null];
    };
    const byMonth = ["orders.placed_at.month"];
    expect(await nested("max", "orders.count", byMonth)).toEqual([
      [
        ["open", 1],
        ["paid", 1],
      ],
      true,
    ]);
    const busy = {dimensions: [], filters: [{field: "v", op: ">", value: 1}], totals: true};
    expect(await nested("max", "orders.count", ["orders.status"], busy)).toEqual([[[3]], true]);
    expect(await nested("avg", "orders.count", ["orders.status"], {dimensions: []})).toEqual([[[2]], true]);
    const byDay = ["orders.placed_at.day", "orders.status"];
    expect(await nested("max", "orders.statuses", byDay, {dimensions: byMonth})).toEqual([
      [
        ["2026-01-01", 1],
        ["2026-02-01", 1],
        ["2026-03-01", 1],
      ],
      true,
    ]);
    // The warehouse answers: a filter by an average would depend on rounded digits, distinct counts belong to the roll-up's
    // own groups, and the customer is not stored.
    const rounded = {dimensions: [], filters: [{field: "v", op: ">", value: 1}]};
    expect(await nested("avg", "orders.count", ["orders.status"], rounded)).toEqual([[[2]], false]);
    expect((await nested("max", "orders.statuses", byMonth))[1]).toBe(false);
    expect((await nested("max", "orders.count", ["customers.name"]))[1]).toBe(false);
  });

  test("answer subtotals of measures that they can combine", async () => {
    const subtotals = async (measures: string[], dimensions: string[], more: Partial<Query> = {}) => {
      const query = {projectId, model: "orders", dimensions, measures, subtotals: true, ...more};
      const {status, body, headers} = await ask(query);
      expect(status, JSON.stringify(body)).toBe(200);
      return [body.rows, headers.get("x-data-as-of") !== null];
    };
    const byMonth = ["orders.status", "orders.placed_at.month"];
    // By hand from the shop's rows.
    expect(await subtotals(["orders.count"], byMonth)).toEqual([
      [
        ["open", "2026-02-01", 1, 2],
        ["open", null, 1, 1],
        ["paid", "2026-01-01", 1, 2],
        ["paid", "2026-02-01", 1, 2],
        ["paid", "2026-03-01", 1, 2],
        ["paid", null, 3, 1],
      ],
      true,
    ]);
    const most = {filters: [{field: "orders.count", op: ">", value: 1}], orderBy: ["orders.count desc"]};
    const byQuarter = ["orders.placed_at.quarter", "orders.status"];
    expect(await subtotals(["orders.count"], byQuarter, most)).toEqual([
      [
        ["2026-01-01", "paid", 3, 2],
        ["2026-01-01", null, 3, 1],
      ],
      true,
    ]);
    // Distinct counts of days cannot be combined to a month, and an average's last digits decide the order.
    const [distinct, isKept] = await subtotals(["orders.statuses"], [...byMonth].reverse());
    expect([distinct, isKept]).toEqual([
      [
        ["2026-01-01", "paid", 1, 2],
        ["2026-01-01", null, 1, 1],
        ["2026-02-01", "open", 1, 2],
        ["2026-02-01", "paid", 1, 2],
        ["2026-02-01", null, 2, 1],
        ["2026-03-01", "paid", 1, 2],
        ["2026-03-01", null, 1, 1],
      ],
      false,
    ]);
    const ordered = {orderBy: ["orders.average desc"]};
    expect((await subtotals(["orders.count", "orders.average"], byMonth, ordered))[1]).toBe(false);
  });

  test("answer a top of the least as well as of the greatest values, and the rest", async () => {
    const month = "orders.placed_at.month_of_year";
    const top = {dimension: month, by: "orders.count", count: 2, others: "Rest"};
    const query = {projectId, model: "orders", dimensions: [month], measures: ["orders.count"]};
    for (const [direction, rows] of [
      [
        "asc",
        [
          ["1", 1],
          ["3", 1],
          ["Rest", 2],
        ],
      ],
      [
        "desc",
        [
          ["1", 1],
          ["2", 2],
          ["Rest", 1],
        ],
      ],
    ] as const) {
      const {status, body, headers} = await ask({...query, top: {...top, direction}});
      expect(status, JSON.stringify(body)).toBe(200);
      expect([direction, body.rows, headers.get("x-data-as-of") !== null]).toEqual([direction, rows, true]);
    }
  });

  test("answer comparisons with an earlier span of whole periods", async () => {
    const compared = async (measures: string[], more: Partial<Query> = {}) => {
      const february = {field: "orders.placed_at", op: "=", value: "2026-02"};
      const query = {
        projectId,
        model: "orders",
        dimensions: ["orders.status"],
        measures,
        filters: [february],
        compare: {offset: {unit: "month" as const, count: 1}},
        ...more,
      };
      const {status, body, headers} = await ask(query);
      expect(status, JSON.stringify(body)).toBe(200);
      return [body.rows, headers.get("x-data-as-of") !== null];
    };
    // By hand from the shop's rows: one order in January, which was paid, and two in February.
    expect(await compared(["orders.count"], {orderBy: ["orders.count@change desc"]})).toEqual([
      [
        ["paid", 1, 1, 0],
        ["open", 1, 0, null],
      ],
      true,
    ]);
    expect(await compared(["orders.count"], {dimensions: ["orders.placed_at.month"], totals: true})).toEqual([
      [["2026-02-01", 2, 1, 1]],
      true,
    ]);
    const byDay = ["orders.placed_at.day"];
    // February has no day for January 31st.
    expect(await compared(["orders.statuses"], {dimensions: ["orders.status", ...byDay]})).toEqual([
      [
        ["open", "2026-02-01", 1, 0, null],
        ["paid", "2026-02-28", 1, 0, null],
      ],
      true,
    ]);
    expect((await compared(["orders.statuses"], {dimensions: byDay}))[1]).toBe(false);
    const busiest = {name: "most", agg: "max" as const, of: "orders.count", per: byDay};
    expect(await compared([], {dimensions: [], measures: [busiest]})).toEqual([[[1, 1, 0]], true]);
    // Engines agree on only a few digits of a change of averages. An order by a change of decimals would depend on its last
    // digits.
    expect((await compared(["orders.average"]))[1]).toBe(false);
    expect((await compared(["orders.total"]))[1]).toBe(true);
    expect((await compared(["orders.total"], {orderBy: ["orders.total@change"]}))[1]).toBe(false);
    const hours = {filters: [{field: "orders.placed_at", op: "<", value: "2026-02-01T12:00:00Z"}]};
    const halfDay = [...hours.filters, {field: "orders.placed_at", op: ">=", value: "2026-01-20"}];
    expect((await compared(["orders.count"], {filters: halfDay}))[1]).toBe(false);
  });

  test("answer as the warehouse would, and report the age of their data", async () => {
    const query: Query = {
      projectId,
      model: "orders",
      dimensions: ["orders.status", "orders.placed_at.month"],
      measures: ["orders.count", "orders.total"],
      filters: [{field: "orders.placed_at", op: ">=", value: "2026-01-31"}],
      orderBy: ["orders.total desc"],
      totals: true,
    };
    const fast = await ask(query);
    expect(fast.status, fast.text).toBe(200);
    // By hand from the shop's rows.
    expect(fast.text).toContain(
      '"rows":[["paid","2026-02-01",1,99999999999999999999.99],["paid","2026-01-01",1,10.5],["open","2026-02-01",1,0.1],["paid","2026-03-01",1,null]]',
    );
    const asOf = fast.headers.get("x-data-as-of");
    expect(fast.body.dataAsOf).toBe(asOf);
    const {rows} = await built(projectId, "daily").then(({dataAsOf}) => ({rows: dataAsOf}));
    expect(asOf).toBe(rows as string);
    for (const source of [
      await ask({...query, rollups: false}),
      await ask(query, {"cache-control": "no-cache"}),
    ]) {
      expect(source.headers.get("x-data-as-of")).toBeNull();
      expect(source.body.dataAsOf).toBeUndefined();
      expect(source.text.replace("}", "")).toBe(
        fast.text.replace(`,"dataAsOf":"${asOf}"`, "").replace("}", ""),
      );
    }
  });

  test("answer a discrete percentile of groups that they store, and leave others to the warehouse", async () => {
    const query = {projectId, model: "orders", measures: ["orders.half"]};
    const asked = [
      await ask({...query, dimensions: ["orders.status", "orders.placed_at.day"]}),
      await ask({...query, dimensions: ["orders.status"]}),
    ];
    expect(asked.map(({headers}) => headers.get("x-data-as-of") !== null)).toEqual([true, false]);
    const client = new pg.Client({connectionString: shop.postgresUrl});
    await client.connect();
    const half = "(percentile_disc(0.5) within group (order by amount))::float8";
    const byHand = [
      `select status, placed_at::date::text, ${half} from orders group by 1, 2 order by 1, 2`,
      `select status, ${half} from orders group by 1 order by 1`,
    ];
    for (const [i, text] of byHand.entries()) {
      const {rows} = await client.query({text, rowMode: "array"});
      expect(asked[i]?.body.rows).toEqual(rows);
    }
    await client.end();
  });

  test("answer calculations along the months that they store", async () => {
    const along = "orders.placed_at.month";
    const query: Query = {
      projectId,
      model: "orders",
      dimensions: [along],
      measures: ["orders.count"],
      calculations: [{name: "more", type: "difference", of: "orders.count", along}],
    };
    const {body, headers} = await ask(query);
    expect(headers.has("x-data-as-of")).toBe(type === "duckdb");
    expect(body.rows).toEqual([
      ["2026-01-01", 1, null],
      ["2026-02-01", 2, 1],
      ["2026-03-01", 1, -1],
    ]);
  });

  test("are named in the query's detail: which one answers, and why the others do not", async () => {
    const query = {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    const {body} = await service.call("POST", "/api/query/detail", {body: query});
    expect(body.rollups.chosen.rollup).toBe("daily");
    expect(body.rollups.passed).toEqual([{rollup: "monthly", why: '"orders.status" is not in it'}]);
    const split = {...query, filters: [{field: "orders.placed_at", op: ">=", value: "2026-02-01T00:10:00Z"}]};
    const {body: other} = await service.call("POST", "/api/query/detail", {body: split});
    expect(other.rollups.chosen).toBeNull();
    expect(other.rollups.passed).toContainEqual({
      rollup: "daily",
      why: 'the filter on "orders.placed_at" splits its days in UTC',
    });
  });

  test("are chosen by size, and answer distinct counts for their own groups only", async () => {
    const chosen = async (query: Partial<Query>) => {
      const {body} = await service.call("POST", "/api/query/detail", {
        body: {projectId, model: "orders", ...query},
      });
      return body.rollups.chosen?.rollup ?? null;
    };
    expect(await chosen({measures: ["orders.count"]})).toBe("monthly");
    expect(await chosen({measures: ["orders.total"]})).toBe("daily");
    expect(await chosen({measures: ["orders.each"]})).toBe("daily");
    expect(await chosen({measures: ["orders.statuses"]})).toBeNull();
    // Unless the count is declared as an estimate.
    expect(await chosen({measures: ["orders.about"]})).toBe("daily");
    const estimated = await ask({projectId, model: "orders", measures: ["orders.about"], totals: true});
    expect(estimated.headers.get("x-data-as-of")).not.toBeNull();
    expect(estimated.body).toMatchObject({rows: [[2]], totals: [2]});
    const own = ["orders.status", "orders.placed_at.day"];
    expect(await chosen({dimensions: own, measures: ["orders.statuses"]})).toBe("daily");
    expect(await chosen({dimensions: ["orders.placed_at.day"], measures: ["orders.count"]})).toBe("daily");
    const elsewhere = {
      dimensions: ["orders.placed_at.day"],
      measures: ["orders.count"],
      timezone: "Asia/Kolkata",
    };
    expect(await chosen(elsewhere)).toBeNull();
    expect(await chosen({measures: ["customers.count"]})).toBeNull();
  });
});

/** Waits until the last build has ended and the web process knows it, and returns the roll-up. */
async function settled(projectId: string, name: string) {
  const one = await until(async () => {
    const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
    const found = body.find((one: {name: string}) => one.name === name);
    return found?.lastBuild?.finishedAt ? found : undefined;
  });
  await service.web.notices.caughtUp();
  return one;
}

async function apply(projectId: string, graph: Graph) {
  const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {body: graph});
  expect(applied.status, applied.text).toBe(201);
}

async function buildByHand(projectId: string, name: string) {
  const queued = await service.call("POST", `/api/projects/${projectId}/rollups/${name}/build`);
  expect(queued.status, queued.text).toBe(202);
  return settled(projectId, name);
}

test("a build whose job is lost is done nevertheless", async () => {
  const {projectId} = shop.duckdb;
  const {id: rollupId} = await service.db
    .selectFrom("rollups")
    .select("id")
    .where("project_id", "=", projectId)
    .where("name", "=", "monthly")
    .executeTakeFirstOrThrow();
  const id = newId("rlb");
  await sql`
    insert into rollup_builds (id, org_id, rollup_id, trigger, created_at)
    values (${id}, ${service.org.id}, ${rollupId}, '{"type": "manual"}'::json, now() - interval '11 minutes')`.execute(
    service.db,
  );
  await resumeBuilds(service.db);
  expect((await settled(projectId, "monthly")).lastBuild).toMatchObject({id, status: "succeeded"});
});

test("a layer that changes a measure makes its roll-ups stale until they are rebuilt", async () => {
  const {projectId} = shop.duckdb;
  const graph = withRollups("duckdb");
  const before = await settled(projectId, "monthly");
  const total = graph.models[0]?.measures?.find(({name}) => name === "total");
  if (total) total.where = "status = 'paid'";
  await apply(projectId, graph);
  const query: Query = {projectId, model: "orders", measures: ["orders.total"]};
  // The warehouse or a new build answers, but not the old build.
  expect((await ask(query)).text).toContain('"rows":[[100000000000000000010.49]]');
  expect(await settled(projectId, "daily")).toMatchObject({state: "fresh"});
  const built = await ask(query);
  expect(built.headers.get("x-data-as-of")).not.toBeNull();
  expect(built.text).toContain('"rows":[[100000000000000000010.49]]');
  // A roll-up without a change is not rebuilt.
  expect((await settled(projectId, "monthly")).dataAsOf).toBe(before.dataAsOf);
});

test("a waiting build keeps the strongest of its reasons", async () => {
  const {projectId} = shop.duckdb;
  await apply(projectId, withRollups("duckdb"));
  await settled(projectId, "daily");
  const {id, org_id: orgId} = await service.db
    .selectFrom("rollups")
    .select(["id", "org_id"])
    .where("project_id", "=", projectId)
    .where("name", "=", "daily")
    .executeTakeFirstOrThrow();
  const kept = await service.db.transaction().execute(async tx => {
    for (const type of ["layer", "cadence", "manual", "cadence", "layer"] as const)
      await queueBuild(tx, {orgId, rollupId: id, trigger: {type}});
    return tx
      .selectFrom("rollup_builds")
      .select("trigger")
      .where("status", "=", "queued")
      .where("rollup_id", "=", id)
      .execute();
  });
  expect(kept.map(({trigger}) => trigger)).toEqual([{type: "manual"}]);
  await settled(projectId, "daily");
});

test("row access applies to stored rows", async () => {
  const {projectId} = shop.duckdb;
  const rollup = {
    name: "regions",
    model: "customers",
    dimensions: ["customers.region"],
    measures: ["customers.count"],
  };
  await apply(projectId, {models: [], rollups: [rollup]});
  expect(await settled(projectId, "regions")).toMatchObject({state: "fresh", rowCount: 3});
  const query: Query = {
    projectId,
    model: "customers",
    dimensions: ["customers.region"],
    measures: ["customers.count"],
  };
  const north = await addPerson(service, {attributes: {region: ["north"]}});
  const nobody = await addPerson(service, {});
  for (const [token, rows] of [
    [north.token, [["north", 1]]],
    [nobody.token, []],
  ] as const) {
    const answer = await service.call("POST", "/api/query", {body: query, token});
    expect(answer.headers.get("x-data-as-of")).not.toBeNull();
    expect(answer.body.rows).toEqual(rows);
  }
});

test("row access by texts that the warehouse compares in its own way is left to the warehouse", async () => {
  const {projectId} = shop.postgres;
  const client = new pg.Client({connectionString: shop.postgresUrl});
  await client.connect();
  await client.query(
    "create collation folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
  );
  await client.end();
  const model: Model = {
    name: "places",
    table: {
      sql: "select region collate folding as region from (values ('North'), ('north'), ('south')) as v(region)",
    },
    dimensions: [{name: "region", type: "string", column: "region"}],
    measures: [{name: "count", type: "count"}],
    rowAccess: [{dimension: "region", attribute: "region"}],
  };
  const rollup = {
    name: "places",
    model: "places",
    dimensions: ["places.region"],
    measures: ["places.count"],
  };
  await apply(projectId, {models: [model], rollups: [rollup]});
  expect(await settled(projectId, "places")).toMatchObject({state: "fresh", rowCount: 2});
  const {token} = await addPerson(service, {attributes: {region: ["north"]}});
  const query = {projectId, model: "places", measures: ["places.count"]};
  const {body} = await service.call("POST", "/api/query", {body: query, token});
  expect(body.rows).toEqual([[2]]);
});

test("an incremental build reads the periods of its window, and keeps the others", async () => {
  const {projectId} = shop.postgres;
  const rollup = {
    name: "recent",
    model: "orders",
    dimensions: ["orders.id"],
    measures: ["orders.total"],
    time: {dimension: "orders.placed_at", grain: "day" as const},
    incremental: {window: "7d", partition: "month" as const},
  };
  await apply(projectId, {models: [], rollups: [rollup]});
  expect(await settled(projectId, "recent")).toMatchObject({state: "fresh", rowCount: 4});
  const client = new pg.Client({connectionString: shop.postgresUrl});
  await client.connect();
  await client.query("update orders set amount = 99 where id = 9007199254740994");
  await client.query(
    "insert into orders values (5, 1, 'new', 7, now() at time zone 'utc'), (6, 1, 'new', 8, null)",
  );
  await client.end();
  expect(await buildByHand(projectId, "recent")).toMatchObject({state: "fresh", rowCount: 6});
  const query = (id: string): Query => ({
    projectId,
    model: "orders",
    dimensions: ["orders.id"],
    measures: ["orders.total"],
    filters: [{field: "orders.id", op: "=", value: id}],
  });
  const totals = await Promise.all(["5", "6", "9007199254740994"].map(id => ask(query(id))));
  // By design the row of an earlier month is unchanged.
  expect(totals.map(({body}) => body.rows[0][1])).toEqual([7, 8, 0.1]);
});

test("an incremental build reads everything since the last build, however long ago that was", async () => {
  const {projectId} = shop.postgres;
  const days: Model = {
    name: "days",
    table: {
      sql: "select now() at time zone 'utc' - i * interval '1 day' as at from generate_series(0, 99) as t(i)",
    },
    dimensions: [{name: "at", type: "timestamp", column: "at"}],
    measures: [{name: "count", type: "count"}],
  };
  const rollup: Rollup = {
    name: "late",
    model: "days",
    measures: ["days.count"],
    time: {dimension: "days.at", grain: "day"},
    incremental: {window: "2d", partition: "day"},
  };
  await apply(projectId, {models: [days], rollups: [rollup]});
  expect(await settled(projectId, "late")).toMatchObject({state: "fresh", rowCount: 100});
  // The test pretends that the roll-up was built fifty days ago, from the rows of that time.
  const {id, files} = await service.db
    .selectFrom("rollups as r")
    .innerJoin("rollup_builds as b", "b.id", "r.build_id")
    .select(["b.id", "b.files"])
    .where("r.name", "=", "late")
    .executeTakeFirstOrThrow();
  const then = new Date(Date.now() - 50 * 24 * 60 * 60_000);
  const early = readFiles(files).filter(({period}) => !period || period < then.toISOString());
  expect(early.length).toBeLessThan(60);
  await service.db
    .updateTable("rollup_builds")
    .set({data_as_of: then, files: JSON.stringify(early)})
    .where("id", "=", id)
    .execute();
  expect(await buildByHand(projectId, "late")).toMatchObject({state: "fresh", rowCount: 100});
});

describe("a roll-up of ten years, in a file for each month", () => {
  const series =
    "select g::timestamp as at from generate_series('2015-01-01'::date, '2024-12-01'::date, '1 month') g";
  const rollup: Rollup = {
    name: "long",
    model: "months",
    measures: ["months.count"],
    time: {dimension: "months.at", grain: "day"},
    incremental: {window: "7d", partition: "month"},
  };
  const applyTo = (projectId: string, days: string) => {
    const months: Model = {
      name: "months",
      table: {sql: `${series} union all select unnest(array[${days}]::timestamp[])`},
      dimensions: [{name: "at", type: "timestamp", column: "at"}],
      measures: [{name: "count", type: "count"}],
    };
    return apply(projectId, {models: [months], rollups: [rollup]});
  };
  const counted = async (projectId: string) => {
    const {body} = await ask({projectId, model: "months", measures: ["months.count"]});
    expect(body.dataAsOf).toBeString();
    return body.rows;
  };

  test("continues after the months that were stored when its worker died", async () => {
    const {projectId} = shop.postgres;
    await applyTo(projectId, "null");
    expect(await settled(projectId, "long")).toMatchObject({state: "fresh", rowCount: 121});
    const find = () =>
      service.db
        .selectFrom("rollups as r")
        .innerJoin("rollup_builds as b", "b.id", "r.build_id")
        .select(["b.rollup_id", "b.signature", "b.columns", "b.files"])
        .where("r.name", "=", "long")
        .executeTakeFirstOrThrow();
    const {rollup_id: rollupId, signature, columns, files} = await find();
    const stored = readFiles(files);
    expect(stored).toHaveLength(121);
    const early = stored.filter(({period}) => period?.startsWith("201"));
    await service.db.transaction().execute(async tx => {
      // Forces a build of everything, and not of the window alone.
      await tx.updateTable("rollups").set({build_id: null}).where("id", "=", rollupId).execute();
      const queued = await queueBuild(tx, {orgId: service.org.id, rollupId, trigger: {type: "manual"}});
      await tx
        .updateTable("rollup_builds")
        .set({status: "running", signature, columns: JSON.stringify(columns), files: JSON.stringify(early)})
        .where("id", "=", queued.buildId)
        .execute();
    });
    expect(await settled(projectId, "long")).toMatchObject({state: "fresh", rowCount: 121});
    const after = readFiles((await find()).files);
    expect(after.filter(({id}) => early.some(one => one.id === id))).toHaveLength(60);
    expect(after.map(({period}) => period).sort()).toEqual(stored.map(({period}) => period).sort());
    expect(await counted(projectId)).toEqual([[121]]);
  });

  test("records the files of its newest attempt alone", async () => {
    const {projectId} = shop.postgres;
    await applyTo(projectId, "null");
    await settled(projectId, "long");
    const {db} = service;
    const orgId = service.org.id;
    const {id: rollupId} = await db
      .selectFrom("rollups")
      .select("id")
      .where("name", "=", "long")
      .executeTakeFirstOrThrow();
    const id = newId("rlb");
    // Without a job: the attempts are begun here.
    await sql`
      insert into rollup_builds (id, org_id, rollup_id, status, trigger)
      values (${id}, ${orgId}, ${rollupId}, 'queued', '{"type": "manual"}')`.execute(db);
    const older = await beginBuild(db, orgId, rollupId);
    const newer = await beginBuild(db, orgId, rollupId);
    if (older?.id !== id || newer?.id !== id) throw new Error("another build was begun");
    const file = {id: newId("rlb"), rowCount: 1, sizeBytes: 1};
    await saveProgress(db, newer, "a", {columns: [], files: [file]});
    const late = saveProgress(db, older, "a", {columns: [], files: []});
    await expect(late).rejects.toThrow(AttemptLost);
    const {files} = await db
      .selectFrom("rollup_builds")
      .select("files")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(readFiles(files)).toEqual([file]);
    await db.deleteFrom("rollup_builds").where("id", "=", id).execute();
  });

  test("leaves out no day, even in years without four digits", async () => {
    const {projectId} = shop.postgres;
    await applyTo(projectId, "'-infinity', '0044-03-15 BC', '12000-07-01', 'infinity', null");
    for (const build of [settled, buildByHand]) {
      expect(await build(projectId, "long")).toMatchObject({state: "fresh", rowCount: 125});
      expect(await counted(projectId)).toEqual([[125]]);
    }
  });
});

test("days before the year 1 are answered by the warehouse, since files cannot keep them as Postgres writes them", async () => {
  const {projectId} = shop.postgres;
  const finds: Model = {
    name: "finds",
    table: {sql: "select unnest(array['0044-03-15 BC', '0044-03-15', '2024-01-31']::date[]) as found"},
    dimensions: [{name: "found", type: "date", column: "found"}],
    measures: [
      {name: "count", type: "count"},
      {name: "earliest", type: "min", column: "found"},
    ],
  };
  const rollup: Rollup = {
    name: "found",
    model: "finds",
    measures: ["finds.count", "finds.earliest"],
    time: {dimension: "finds.found", grain: "day"},
  };
  await apply(projectId, {models: [finds], rollups: [rollup]});
  expect(await settled(projectId, "found")).toMatchObject({state: "fresh", rowCount: 3});
  const asked = async (query: Partial<Query>) => (await ask({projectId, model: "finds", ...query})).body.rows;
  expect(await asked({dimensions: ["finds.found.day"], measures: ["finds.count"]})).toEqual([
    ["-0043-03-15", 1],
    ["0044-03-15", 1],
    ["2024-01-31", 1],
  ]);
  expect(await asked({dimensions: ["finds.found.year_number"], measures: ["finds.count"]})).toEqual([
    [-43, 1],
    [44, 1],
    [2024, 1],
  ]);
  expect(await asked({measures: ["finds.earliest"]})).toEqual([["-0043-03-15"]]);
  const {body} = await ask({projectId, model: "finds", measures: ["finds.count"]});
  expect(body).toMatchObject({rows: [[3]], dataAsOf: expect.any(String)});
});

describe("roll-ups that are only built by hand are built again", () => {
  let projectId: string;
  let connectionId: string;
  const config = () => ({url: `${shop.postgresUrl}?sslmode=disable`});
  const builds = async () => {
    const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
    return body.map((one: {name: string; state: string; lastBuild: {id: string; status: string}}) => [
      one.name,
      one.state,
      one.lastBuild.status,
      one.lastBuild.id,
    ]);
  };
  beforeAll(async () => {
    const input = {name: "rotated", type: "postgres", config: config()};
    const connection = await service.call("POST", "/api/connections", {body: input});
    connectionId = connection.body.id;
    const made = await service.call("POST", "/api/projects", {body: {name: "rotated", connectionId}});
    projectId = made.body.id;
    const {rollups: _, ...graph} = withRollups("postgres");
    const rollup = {model: "orders", measures: ["orders.count"]};
    const timed = (grain: "day" | "week") => ({
      ...rollup,
      name: grain,
      time: {dimension: "orders.placed_at", grain},
    });
    await apply(projectId, {...graph, rollups: [timed("day"), timed("week")]});
    for (const name of ["day", "week"])
      expect(await settled(projectId, name)).toMatchObject({state: "fresh"});
  });

  test("when the settings of their connection change, but not when its name does", async () => {
    const before = await builds();
    const change = async (body: object) => {
      const changed = await service.call("PATCH", `/api/connections/${connectionId}`, {body});
      expect(changed.status, changed.text).toBe(200);
    };
    await change({name: "renamed"});
    expect(await builds()).toEqual(before);
    await change({config: config()});
    for (const name of ["day", "week"])
      expect(await settled(projectId, name)).toMatchObject({state: "fresh"});
    const after = await builds();
    for (const [i, [name, , , id]] of after.entries()) {
      expect(after[i]).toEqual([name, "fresh", "succeeded", id]);
      expect(id).not.toBe(before[i][3]);
    }
  });

  test("when the first day of the project's weeks changes, where they store weeks", async () => {
    const before = await builds();
    const changed = await service.call("PATCH", `/api/projects/${projectId}`, {body: {weekStart: "sunday"}});
    expect(changed.status, changed.text).toBe(200);
    await settled(projectId, "day");
    expect(await settled(projectId, "week")).toMatchObject({state: "fresh"});
    const after = await builds();
    expect(after.map(([name, state, status]: string[]) => [name, state, status])).toEqual([
      ["day", "fresh", "skipped"],
      ["week", "fresh", "succeeded"],
    ]);
    expect(after[1][3]).not.toBe(before[1][3]);
  });
});

test("a build that fails leaves the last one, and causes an event", async () => {
  const {projectId} = shop.duckdb;
  const effect = {
    type: "email",
    recipients: ["ada@example.com"],
    subject: "failed",
    message: "A roll-up failed.",
  };
  const action = await service.call("POST", "/api/actions", {
    body: {name: "told", trigger: {type: "event", event: "rollup.failed"}, effects: [effect]},
  });
  expect(action.status, action.text).toBe(201);
  const rollup = {
    name: "regions",
    model: "customers",
    dimensions: ["customers.region"],
    measures: ["customers.count"],
    refresh: {when: "select max(updated_at) from customers"},
  };
  await apply(projectId, {models: [], rollups: [rollup]});
  await settled(projectId, "regions");
  const failed = await buildByHand(projectId, "regions");
  expect(failed).toMatchObject({state: "fresh", lastBuild: {status: "failed"}});
  expect(failed.lastBuild.error).toContain("The warehouse refused");
  await until(async () => (await service.call("GET", `/api/actions/${action.body.id}/runs`)).body.length > 0);
});

test("a roll-up is built when its refresh statement returns another value, even null, and not when it returns several values", async () => {
  const {projectId} = shop.postgres;
  const client = new pg.Client({connectionString: shop.postgresUrl});
  await client.connect();
  await client.query("create table marks (mark text)");
  const rollup = {
    name: "marked",
    model: "customers",
    dimensions: ["customers.region"],
    measures: ["customers.count"],
    refresh: {when: "select mark from marks"},
  };
  await apply(projectId, {models: [], rollups: [rollup]});
  expect(await settled(projectId, "marked")).toMatchObject({lastBuild: {status: "succeeded"}});
  const {id, org_id: orgId} = await service.db
    .selectFrom("rollups")
    .select(["id", "org_id"])
    .where("name", "=", "marked")
    .executeTakeFirstOrThrow();
  // The cadence of five minutes could start a build that takes up a change before the build that the test waits for.
  await service.db.deleteFrom("cadences").where("org_id", "=", orgId).where("id", "=", id).execute();
  const comesDue = async () => {
    const {buildId} = await queueBuild(service.db, {orgId, rollupId: id, trigger: {type: "cadence"}});
    return until(async () => {
      const {lastBuild} = await settled(projectId, "marked");
      return lastBuild.id === buildId ? lastBuild : undefined;
    });
  };
  expect(await comesDue()).toMatchObject({status: "skipped"});
  for (const change of [
    "insert into marks values (null)",
    "update marks set mark = '1'",
    "alter table marks alter mark type numeric using 1.0",
    "delete from marks",
  ]) {
    await client.query(change);
    expect(await comesDue(), change).toMatchObject({status: "succeeded"});
    expect(await comesDue(), change).toMatchObject({status: "skipped"});
  }
  await client.query("insert into marks values (1), (2)");
  await client.end();
  expect(await comesDue()).toMatchObject({status: "failed", error: expect.stringContaining("several rows")});
});

test("a roll-up that cannot be stored is refused with the path and the reason", async () => {
  const rollup = {
    name: "wrong",
    model: "orders",
    dimensions: ["orders.statis", "customers.region"],
    measures: ["orders.id", "customers.count"],
    time: {dimension: "orders.status", grain: "day"},
    storage: {connectionId: "conn_x", schema: "rollups"},
  };
  const path = `/api/projects/${shop.duckdb.projectId}/introspect`;
  const {status, body} = await service.call("POST", path, {body: {models: [], rollups: [rollup]}});
  expect(status).toBe(422);
  expect(body.errors.map(({path}: {path: string}) => path)).toEqual([
    "/rollups/0/dimensions/0",
    "/rollups/0/dimensions/1",
    "/rollups/0/time/dimension",
    "/rollups/0/measures/0",
    "/rollups/0/measures/1",
    "/rollups/0/storage/connectionId",
  ]);
  expect(body.errors[0].suggestions).toEqual(["orders.status"]);
});

test("texts of several periods are in the order of the warehouse's collation", async () => {
  const rows = "values ('a', date '2024-01-01'), ('c', date '2024-01-02'), ('B', date '2024-02-01')";
  const words = {
    name: "words",
    table: {sql: `select word collate "en-x-icu" as word, day from (${rows}) as v(word, day)`},
    dimensions: [
      {name: "word", type: "string", column: "word"},
      {name: "day", type: "date", column: "day"},
    ],
    measures: [{name: "count", type: "count"}],
  };
  const rollup = {
    name: "words_daily",
    model: "words",
    dimensions: ["words.word"],
    measures: ["words.count"],
    time: {dimension: "words.day", grain: "day"},
    incremental: {window: "7d", partition: "month"},
  };
  const {projectId} = shop.postgres;
  const graph = {models: [words], rollups: [rollup]};
  const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {body: {graph}});
  expect(applied.status).toBe(201);
  expect(await built(projectId, "words_daily")).toMatchObject({state: "fresh"});
  const query = {projectId, model: "words", dimensions: ["words.word"], measures: ["words.count"]};
  const {body} = await service.call("POST", "/api/query", {body: query});
  expect(body.rows).toEqual([
    ["a", 1],
    ["B", 1],
    ["c", 1],
  ]);
});

describe("suggested roll-ups", () => {
  const secret = "a value that nobody else may read";
  let path: string;
  let projectId: string;
  let questions: Query[];

  beforeAll(async () => {
    const {connectionId} = shop.duckdb;
    const made = await service.call("POST", "/api/projects", {body: {name: "suggested", connectionId}});
    projectId = made.body.id;
    path = `/api/projects/${projectId}`;
    const {rollups: _, ...graph} = withRollups("duckdb");
    // A thousand orders on fifty days, of which those with even numbers are paid.
    graph.models[0]!.table = {
      sql: "select i as id, 1 as customer_id, i as amount, case when i % 2 = 0 then 'paid' else 'open' end as status, timestamp '2026-01-01' + to_days(cast(i % 50 as integer)) as placed_at from range(1000) as t(i)",
    };
    expect((await service.call("POST", `${path}/introspect`, {body: graph})).status).toBe(201);
    const of = (more: Partial<Query>): Query => ({projectId, model: "orders", ...more});
    const monthly = (value: string) =>
      of({
        dimensions: ["orders.placed_at.month"],
        measures: ["orders.total"],
        filters: [
          {field: "orders.placed_at", op: ">=", value},
          {field: "orders.status", op: "!=", value: secret},
        ],
      });
    questions = [
      monthly("2026-01-01"),
      monthly("2027-01-01"),
      of({dimensions: ["orders.placed_at.day"], measures: ["orders.count"]}),
      of({dimensions: ["orders.status"], measures: ["orders.statuses"]}),
      of({dimensions: ["orders.placed_at.day"], measures: ["orders.count"], fillGaps: true}),
      of({measures: ["orders.count"], rollups: false}),
      of({dimensions: ["orders.id"], measures: ["orders.total"]}),
    ];
    for (const query of questions) {
      const {status, text} = await ask(query);
      expect(status, text).toBe(200);
    }
  });

  const shapes = () =>
    service.db.selectFrom("query_shapes").select("query").where("project_id", "=", projectId).execute();

  /**
   * Waits for the suggestions once the worker has written the runs and the web process the five query shapes. The test pretends
   * that each run took ten seconds.
   */
  function suggested(runs: number) {
    return until(async () => {
      const written = (await shapes()).length;
      await service.db
        .updateTable("query_runs")
        .set({duration_ms: 10_000})
        .where("project_id", "=", projectId)
        .where("connection_id", "not like", "rlb%")
        .execute();
      const {body} = await service.call("POST", `${path}/rollups/suggest`, {body: {days: 1}});
      return written >= 5 && body.warehouseMs === runs * 10_000 && body;
    });
  }

  test("would have answered queries: with how many, and why other queries could not be answered", async () => {
    const body = await suggested(7);
    expect(body).toMatchObject({runs: 7, already: {runs: 0}});
    const told = (grain: string | undefined) =>
      body.suggestions.find(({rollup}: {rollup: {time?: {grain: string}}}) => rollup.time?.grain === grain);
    expect(body.suggestions).toHaveLength(2);
    expect(told("day")).toMatchObject({
      rollup: {
        name: "orders_by_day",
        model: "orders",
        dimensions: ["orders.status"],
        measures: ["orders.count", "orders.total"],
        time: {dimension: "orders.placed_at", grain: "day"},
        refresh: {every: "1h"},
      },
      shapes: 2,
      runs: 3,
      // On even days all orders are paid, on odd days none.
      rows: 50,
      sourceRows: 1000,
      warehouseMs: 30_000,
      // A twentieth of the rows takes a twentieth of the time, and each query ten milliseconds more.
      savedMs: 30_000 * 0.95 - 3 * 10,
    });
    expect(told(undefined)).toMatchObject({
      rollup: {name: "orders_by_group", dimensions: ["orders.status"], measures: ["orders.statuses"]},
      runs: 1,
      rows: 2,
    });
    const why = Object.fromEntries(
      body.unanswered.map((one: {why: string; runs: number}) => [one.why, one.runs]),
    );
    expect(why['the query has "fillGaps"']).toBe(1);
    expect(why["a roll-up of it would have 1000 rows, and its source has 1000"]).toBe(1);
    expect(Object.keys(why).some(text => text.startsWith("it asks for the warehouse"))).toBe(true);
  });

  test("answer the predicted queries once they are declared", async () => {
    const {suggestions} = await suggested(7);
    const rollups = suggestions.map(({rollup}: {rollup: object}) => rollup);
    const applied = await service.call("POST", `${path}/introspect`, {body: {models: [], rollups}});
    expect(applied.status, applied.text).toBe(201);
    for (const name of ["orders_by_day", "orders_by_group"]) await built(projectId, name);
    const chosen = [];
    for (const query of questions) {
      const {body} = await service.call("POST", "/api/query/detail", {body: query});
      chosen.push(body.rollups.chosen?.rollup ?? null);
    }
    expect(chosen).toEqual([
      "orders_by_day",
      "orders_by_day",
      "orders_by_day",
      "orders_by_group",
      null,
      null,
      null,
    ]);
    const body = await suggested(7);
    expect(body).toMatchObject({runs: 7, already: {runs: 4}, suggestions: []});
  });

  test("are derived from the queries' shapes, which contain no value of a query", async () => {
    const rows = await shapes();
    expect(rows).toHaveLength(5);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain("2026-01-01");
  });

  test("are derived from the most recent shapes, up to a limit", async () => {
    const seen = (id: string, day: string) => ({
      orgId: service.org.id,
      projectId,
      id,
      query: {model: "orders", measures: ["orders.count"]},
      day,
    });
    await writeShapes(service.db, [
      seen("old", "2020-01-01"),
      ...Array.from({length: MAX_SHAPES}, (_, i) => seen(`s${i}`, "2999-01-01")),
      {...seen("elsewhere", "2999-01-01"), projectId: "proj_gone"},
    ]);
    const rows = await service.db
      .selectFrom("query_shapes")
      .select("id")
      .where("project_id", "=", projectId)
      .execute();
    expect(rows).toHaveLength(MAX_SHAPES);
    expect(rows.every(({id}) => id.startsWith("s"))).toBe(true);
    await service.db.deleteFrom("query_shapes").where("project_id", "=", projectId).execute();
  });

  test("are also derived from a query without dimensions", async () => {
    const {connectionId} = shop.duckdb;
    const made = await service.call("POST", "/api/projects", {body: {name: "one row", connectionId}});
    const {rollups: _, ...graph} = withRollups("duckdb");
    const at = `/api/projects/${made.body.id}`;
    expect((await service.call("POST", `${at}/introspect`, {body: graph})).status).toBe(201);
    const query: Query = {projectId: made.body.id, model: "orders", measures: ["orders.total"]};
    expect((await ask(query)).status).toBe(200);
    const known = () =>
      service.db.selectFrom("query_shapes").select("id").where("project_id", "=", made.body.id).execute();
    // The test pretends that the query took long enough for a roll-up to pay.
    const slowed = () =>
      service.db
        .updateTable("query_runs")
        .set({duration_ms: 600_000})
        .where("project_id", "=", made.body.id)
        .returning("id")
        .execute();
    while ((await known()).length === 0 || (await slowed()).length === 0) await Bun.sleep(25);
    const {status, body, text} = await service.call("POST", `${at}/rollups/suggest`, {body: {days: 1}});
    expect(status, text).toBe(200);
    expect(body.suggestions).toMatchObject([{rollup: {measures: ["orders.total"]}, rows: 1, runs: 1}]);
  });

  test("are for org-admins only", async () => {
    const person = await addPerson(service);
    const refused = await service.call("POST", `${path}/rollups/suggest`, {token: person.token});
    expect(refused.status).toBe(403);
    expect((await service.call("POST", `${path}/rollups/suggest`)).status).toBe(200);
    expect((await service.call("POST", `${path}/rollups/suggest`, {body: {days: 0}})).status).toBe(422);
  });
});
