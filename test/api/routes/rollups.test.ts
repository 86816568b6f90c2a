import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import type {Query} from "../../../shared/semantic/query.ts";
import {type ShopProject, shopProjects} from "../../support/shop.ts";
import {shopGraph} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

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

/** The shop's orders by status and day, and by nothing but the month. */
function withRollups(type: ShopProject["type"]): Graph {
  const graph = shopGraph(type, type === "duckdb" ? "main" : "public");
  const orders = graph.models[0]!;
  orders.measures = [
    ...(orders.measures ?? []).filter(({name}) => name !== "broken"),
    {name: "average", type: "avg", column: "amount"},
    {name: "statuses", type: "count_distinct", column: "status"},
    {name: "each", type: "number", sql: "${total} / ${count}"},
  ];
  return {
    ...graph,
    rollups: [
      {
        name: "daily",
        model: "orders",
        dimensions: ["orders.status"],
        measures: ["orders.count", "orders.total", "orders.average", "orders.statuses"],
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

async function built(projectId: string, name: string): Promise<Record<string, unknown>> {
  for (let i = 0; i < 400; i++) {
    const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
    const found = body.find((one: {name: string}) => one.name === name);
    if (found?.lastBuild?.finishedAt && found.lastBuild.status !== "queued") return found;
    await Bun.sleep(25);
  }
  throw new Error(`the roll-up ${name} was not built`);
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

  test("answer what the warehouse would, and say of when it is", async () => {
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
});
