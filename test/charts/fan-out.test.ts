import {afterAll, beforeAll, expect, test} from "bun:test";
import {updateChart} from "../../shared/content/charts/charts.ts";
import {describeDrawing} from "../../shared/content/charts/describe-drawing.ts";
import {chartSpec} from "../../shared/content/charts/vega/chart-spec.ts";
import {publish} from "../../shared/core/change-notices.ts";
import {sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {loadRunAs} from "../../shared/core/load-run-as.ts";
import type {Drawing} from "../../shared/core/wire/drawing.ts";
import type {LayerDeps} from "../../shared/querying/layers/query-caches.ts";
import {runQueryTool} from "../../shared/surfaces/tools/run-query.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  // Customers are seen by their region.
  const attributes = JSON.stringify({region: ["north", "south"]});
  await sql`update principals set attributes = ${attributes}::jsonb where id = ${t.org.admin.id}`.execute(
    t.db,
  );
  await publish(t.db, {kind: "principal", id: t.org.admin.id});
  await t.web.notices.caughtUp();
});
afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** Ada has an open and a paid order, and Bo a paid one: two customers who are three in the groups by status. */
const byStatus = {model: "customers", dimensions: ["orders.status"], measures: ["customers.count"]};
const byRegion = {model: "customers", dimensions: ["customers.region"], measures: ["customers.count"]};

for (const shop of ["postgres", "duckdb"] as const) {
  const preview = (type: string, query: object, config: object = {}) =>
    t.call("POST", "/api/charts/preview", {
      body: {name: "C", type, query, config, projectId: shops[shop].projectId},
    });
  const additive = async (query: object): Promise<unknown> => {
    const {columns} = (await preview("bar", query)).body;
    return columns
      .filter(({role}: {role: string}) => role === "measure")
      .map((one: {additive: boolean}) => one.additive);
  };

  test(`a number that is counted in several groups does not add up, whichever model is queried (${shop})`, async () => {
    expect(await additive(byRegion)).toEqual([true]);
    expect(await additive(byStatus)).toEqual([false]);
    expect(await additive({...byStatus, model: "orders"})).toEqual([false]);
    // Each order has at most one region, and so is in one group.
    const orders = {model: "orders", dimensions: ["customers.region"], measures: ["orders.count"]};
    expect(await additive(orders)).toEqual([true]);
    expect(await additive({...byStatus, measures: ["orders.count", "customers.count"]})).toEqual([
      true,
      false,
    ]);
  });

  test(`groups add up if each row lies in one group of the query (${shop})`, async () => {
    const buyers = (per: string[], agg = "count") => ({name: "n", agg, of: "orders.count", per});
    const of = (dimension: string, measure: object) =>
      additive({model: "orders", dimensions: [dimension], measures: [measure]});
    expect(await of("orders.status", buyers(["orders.status"]))).toEqual([true]);
    expect(await of("orders.status", buyers(["customers.name"]))).toEqual([false]);
    // An order has one status and one customer, who has one region; several customers may share a name.
    expect(await of("orders.status", buyers(["orders.id"]))).toEqual([true]);
    expect(await of("customers.region", buyers(["orders.id"], "sum"))).toEqual([true]);
    expect(await of("customers.region", buyers(["orders.id"], "max"))).toEqual([false]);
    expect(await of("customers.region", buyers(["customers.name"]))).toEqual([false]);
    const bins = {field: "orders.id", bin: {width: 5}};
    const binned = {model: "orders", dimensions: [bins], measures: [buyers(["orders.status"])]};
    expect(await additive(binned)).toEqual([false]);
  });

  test(`a pie of overlapping groups is refused, and bars of them are neither stacked nor summed (${shop})`, async () => {
    expect((await preview("pie", byRegion)).status).toBe(200);
    const pie = await preview("pie", byStatus);
    expect(pie.status).toBe(422);
    expect(pie.body.errors[0].path).toBe("/type");
    expect(pie.body.errors[0].message).toContain("does not add up");
    // A saved chart becomes no such pie, either.
    const {projectId} = shops[shop];
    const saved = await t.call("POST", "/api/charts", {
      body: {name: "C", type: "bar", query: byStatus, projectId},
    });
    const path = `/api/charts/${saved.body.id}`;
    expect((await t.call("PATCH", path, {body: {type: "pie"}})).body.errors?.[0].path).toBe("/type");
    expect((await t.call("PATCH", path, {body: {type: "line"}})).status).toBe(200);
    // While the service's database does not answer, nobody knows whether it does.
    const actor = await loadRunAs(t.db, t.org.id, t.org.admin.id);
    const restarting: LayerDeps = {
      db: t.db,
      memory: t.web.memory,
      restrictLayer() {
        throw new ServiceError("database_unavailable", "It does not answer.");
      },
    };
    const edited = updateChart(restarting, actor, saved.body.id, async () => ({type: "pie"}));
    await expect(edited).rejects.toMatchObject({code: "database_unavailable"});
    expect((await t.call("PATCH", path, {body: {type: "pie", query: byRegion}})).status).toBe(200);
    const both = {...byStatus, dimensions: ["customers.region", "orders.status"]};
    const {body} = await preview("bar", both, {stacking: "percent"});
    const drawing: Drawing = {...body, title: "C", theme: "light"};
    expect(describeDrawing(drawing)).toContain("Shares are not shown");
    expect(JSON.stringify(chartSpec(drawing, {width: 640, height: 400}))).toContain("xOffset");
    const one = {...drawing, type: "pie" as const};
    expect(describeDrawing(one)).toContain("does not add up to a whole");
  });

  const share = {name: "share", type: "percent_of_total", of: "customers.count"};
  const ask = async (query: object) =>
    (await t.call("POST", "/api/query", {body: {...query, projectId: shops[shop].projectId}})).body;

  test(`a share of overlapping groups says what it is a share of (${shop})`, async () => {
    const {rows, notes} = await ask({
      ...byStatus,
      calculations: [share],
      orderBy: ["share desc", "orders.status"],
    });
    expect(rows).toEqual([
      ["paid", 2, expect.closeTo(2 / 3, 9)],
      ["open", 1, expect.closeTo(1 / 3, 9)],
    ]);
    expect(notes).toMatchObject([{column: "share", code: "not_of_the_whole"}]);
    expect(notes[0].message).toContain('can be in several groups of "orders.status"');
    expect(await ask({...byRegion, calculations: [share]})).not.toHaveProperty("notes");
    // Within each status the regions have different customers.
    const both = {...byStatus, dimensions: ["customers.region", "orders.status"]};
    const within = {...share, within: ["orders.status"]};
    expect(await ask({...both, calculations: [within]})).not.toHaveProperty("notes");
  });
}

test("shares of distinct counts and averages have a note, for agents too", async () => {
  const {projectId} = shops.duckdb;
  const rows = "select * from (values ('a', 1), ('a', 2), ('b', 1)) as t(team, person)";
  const measures = [
    {name: "people", type: "count_distinct", column: "person"},
    {name: "rows", type: "count"},
    {name: "average", type: "avg", column: "person"},
  ];
  const model = {
    name: "visits",
    table: {sql: rows},
    dimensions: [{name: "team", type: "string", column: "team"}],
    measures,
  };
  expect(
    (await t.call("POST", `/api/projects/${projectId}/introspect`, {body: {graph: {models: [model]}}}))
      .status,
  ).toBe(201);
  const query = {
    model: "visits",
    dimensions: ["visits.team"],
    measures: measures.map(({name}) => `visits.${name}`),
    calculations: measures.map(({name}) => ({
      name: `share of ${name}`,
      type: "percent_of_total" as const,
      of: `visits.${name}`,
    })),
  };
  const {body} = await t.call("POST", "/api/query", {body: query});
  expect(body.notes.map(({column}: {column: string}) => column)).toEqual([
    "share of people",
    "share of average",
  ]);
  const actor = await loadRunAs(t.db, t.org.id, t.org.admin.id);
  const context = {runner: t.web.runner, actor, requestId: "req_test", signal: new AbortController().signal};
  const {text} = await runQueryTool.call(context, query);
  expect(text).toContain('Note: "share of people" is a share of the sum of the groups');
});
