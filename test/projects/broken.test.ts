import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {leastOf, onBusyMachine} from "../support/busy-machine.ts";
import {addChart} from "../support/content.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let path: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  path = `/api/projects/${shops.duckdb.projectId}`;
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

const save = (query: object, projectId = shops.duckdb.projectId) =>
  addChart(t, projectId, {ownerId: t.org.member.id, query});

/** A sheet of two tabs: the first has no query or the first of these, the second has the others. */
async function addSheetOf(...queries: object[]): Promise<string> {
  const projectId = shops.duckdb.projectId;
  const [first, ...others] = queries.map(query => ({anchor: "C3", query: {...query, projectId}}));
  const tabs = [
    {name: "Empty"},
    {name: "First", cells: {A1: 1}, queries: [first]},
    {name: "Second", queries: others},
  ];
  const made = await t.call("POST", "/api/sheets", {body: {name: "Asked", tabs}});
  expect(made.status).toBe(201);
  return made.body.id;
}

/** The layer with another dimension in the place of `orders.status`. */
async function renamed(): Promise<Graph> {
  const graph: Graph = (await t.call("GET", `${path}/layer`)).body;
  const orders = graph.models.find(model => model.name === "orders");
  for (const dimension of orders?.dimensions ?? []) if (dimension.name === "status") dimension.name = "state";
  for (const model of graph.models)
    model.rowAccess = model.name === "orders" ? [{dimension: "state", attribute: "state"}] : [];
  return {...graph, models: graph.models.filter(model => model.name !== "numbers")};
}

test("the preview and the application of a layer name the saved charts that it breaks", async () => {
  const byStatus = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  const fine = await save({model: "orders", measures: ["orders.total"]});
  const field = await save(byStatus);
  const again = await save({...byStatus, limit: 3});
  const filter = await save({
    model: "orders",
    measures: ["orders.count"],
    filters: [{field: "orders.status", op: "=", value: "paid"}],
  });
  const compared = await save({
    model: "orders",
    measures: ["orders.count"],
    filters: [{not: {field: "customers.name", op: "=", other: "orders.status"}}],
  });
  const model = await save({model: "numbers", measures: ["numbers.count"]});
  const joined = await save({model: "orders", dimensions: ["customers.region"]});
  await save(byStatus, shops.postgres.projectId);
  const sheet = await addSheetOf({model: "orders", measures: ["orders.total"]}, byStatus);
  await addSheetOf({model: "orders", measures: ["orders.total"]});

  const graph = await renamed();
  const dry = await t.call("POST", `${path}/introspect?dryRun=true`, {body: {graph, replace: true}});
  expect(dry.status).toBe(200);
  expect(dry.body.broken).toEqual([
    {resourceType: "chart", id: model, name: model, message: 'There is no model "numbers".'},
    {
      resourceType: "chart",
      id: compared,
      name: compared,
      message: expect.stringContaining('"orders.status"'),
    },
    {resourceType: "chart", id: filter, name: filter, message: expect.stringContaining('"orders.status"')},
    {resourceType: "chart", id: again, name: again, message: expect.stringContaining('"orders.status"')},
    {resourceType: "chart", id: field, name: field, message: expect.stringContaining("orders.state")},
    {
      resourceType: "sheet",
      id: sheet,
      name: "Asked",
      message: expect.stringMatching(/^Second!C3: .*orders.state/),
    },
  ]);
  expect((await t.call("GET", `/api/charts/${field}/data`)).status).toBe(200);
  const applied = await t.call("POST", `${path}/introspect`, {body: {graph, replace: true}});
  expect([applied.status, applied.body.broken]).toEqual([201, dry.body.broken]);
  for (const [id, status] of [
    [fine, 200],
    [joined, 200],
    [field, 422],
    [model, 422],
  ] as const) {
    expect((await t.call("GET", `/api/charts/${id}/data`)).status).toBe(status);
  }
});

test("the preview and the application of a layer name the live datasets that it breaks, and the charts over them", async () => {
  const {id: projectId} = (
    await t.call("POST", "/api/projects", {body: {name: "Over", connectionId: shops.duckdb.connectionId}})
  ).body;
  const at = `/api/projects/${projectId}`;
  const graph: Graph = (await t.call("GET", `/api/projects/${shops.postgres.projectId}/layer`)).body;
  for (const model of graph.models) if (model.table && "name" in model.table) model.table.schema = "main";
  graph.models = graph.models.filter(model => model.name !== "slow");
  expect((await t.call("POST", `${at}/introspect`, {body: {graph}})).body.broken).toEqual([]);
  const make = async (name: string, more: object) => {
    const made = await t.call("POST", `${at}/datasets`, {body: {name, ...more}});
    expect(made.text).toContain('"id":"ds_');
    return made.body;
  };
  const live = (definition: object) => ({kind: "live", definition});
  const status = await make(
    "By status",
    live({model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]}),
  );
  const filtered = await make(
    "Paid",
    live({model: "orders", filters: [{field: "orders.status", op: "=", value: "paid"}]}),
  );
  const whole = await make("All orders", live({model: "orders"}));
  const frozen = await make("Frozen", {kind: "snapshot", snapshotCsv: "status,n\npaid,1\n"});
  const chart = async (query: object) => {
    const made = await t.call("POST", "/api/charts", {body: {name: "Over it", type: "table", query}});
    expect(made.status).toBe(201);
    return made.body.id;
  };
  const overStatus = await chart({model: status.slug, dimensions: [`${status.slug}.status`]});
  const overCount = await chart({model: status.slug, measures: [`${status.slug}.count`]});
  await chart({model: whole.slug, measures: [`${whole.slug}.count`]});
  const overWhole = await chart({model: whole.slug, dimensions: [`${whole.slug}.status`]});
  await chart({model: frozen.slug, dimensions: [`${frozen.slug}.status`]});
  const orders = graph.models.find(model => model.name === "orders");
  for (const dimension of orders?.dimensions ?? []) if (dimension.name === "status") dimension.name = "state";
  const dry = await t.call("POST", `${at}/introspect?dryRun=true`, {body: {graph, replace: true}});
  expect(
    dry.body.broken.map((one: {resourceType: string; id: string}) => [one.resourceType, one.id]),
  ).toEqual([
    ["dataset", filtered.id],
    ["dataset", status.id],
    ["chart", overWhole],
    ["chart", overStatus],
  ]);
  expect((await t.call("POST", `${at}/introspect`, {body: {graph, replace: true}})).body.broken).toEqual(
    dry.body.broken,
  );
  // A chart that is not named still runs.
  expect((await t.call("GET", `/api/charts/${overCount}/data`)).status).toBe(200);
  expect((await t.call("GET", `/api/charts/${overStatus}/data`)).status).toBe(422);
});

test("the preview and the application of a layer name the schedules and actions whose queries it breaks", async () => {
  const body = {name: "Watched", connectionId: shops.duckdb.connectionId};
  const {id: projectId} = (await t.call("POST", "/api/projects", {body})).body;
  const at = `/api/projects/${projectId}`;
  const purchases = (dimension: string): Graph => ({
    models: [
      {
        name: "purchases",
        table: {schema: "main", name: "orders"},
        dimensions: [{name: dimension, type: "string", column: "status"}],
        measures: [{name: "count", type: "count"}],
      },
    ],
  });
  const make = async (route: string, input: object) => {
    const made = await t.call("POST", route, {body: input});
    if (made.status !== 201) throw new Error(made.text);
    return made.body;
  };
  await make(`${at}/introspect`, purchases("status"));
  // The queries name no project: no other one has the model.
  const count = {model: "purchases", measures: ["purchases.count"]};
  const byStatus = {...count, dimensions: ["purchases.status"]};
  const definition = {model: "purchases", dimensions: ["purchases.status"], measures: ["purchases.count"]};
  const dataset = await make(`${at}/datasets`, {name: "Watched by status", kind: "live", definition});
  const overDataset = {
    model: dataset.slug,
    dimensions: [`${dataset.slug}.status`],
    measures: [`${dataset.slug}.count`],
  };
  const elsewhere = {
    model: "orders",
    dimensions: ["orders.status"],
    measures: ["orders.count"],
    projectId: shops.postgres.projectId,
  };
  const chart = await make("/api/charts", {name: "Count", type: "big_number", query: count});
  const threshold = (query: {measures: string[]}) => ({
    type: "threshold",
    query,
    measure: query.measures[0],
    op: ">",
    value: 1,
  });
  const schedule = (query: {model: string; measures: string[]; projectId?: string}) =>
    make("/api/schedules", {
      resources: [{resourceType: "chart", resourceId: chart.id}],
      recipients: ["ada@example.com"],
      cron: "0 8 * * 1",
      condition: threshold(query),
    });
  const email = {type: "email", recipients: ["ada@example.com"], subject: "Many", message: "Many"};
  const action = (trigger: object, effect: object = email) =>
    make("/api/actions", {name: "Watch", trigger, effects: [effect]});
  const watched = (query: {measures: string[]}) =>
    action({...threshold(query), mode: "became_true", cron: "0 8 * * 1"});
  const frozen = await make(`${at}/datasets`, {
    name: "Watched and frozen",
    kind: "snapshot",
    snapshotCsv: "status,n\npaid,1\n",
  });
  await schedule(count);
  await schedule({projectId, model: frozen.slug, measures: [`${frozen.slug}.count`]});
  await schedule(elsewhere);
  const brokenSchedule = await schedule(byStatus);
  const scheduleOverDataset = await schedule(overDataset);
  await watched(count);
  await watched(elsewhere);
  const brokenAction = await watched(byStatus);
  const brokenEffect = await action(
    {type: "manual"},
    {type: "snapshot_dataset", name: "Kept by status", query: byStatus},
  );
  const dry = await t.call("POST", `${at}/introspect?dryRun=true`, {body: purchases("state")});
  const withReason = (resourceType: string, {id, name}: {id: string; name: string}) => ({
    resourceType,
    id,
    name,
    message: expect.stringContaining('.status"'),
  });
  expect(dry.body.broken).toEqual([
    withReason("dataset", dataset),
    withReason("schedule", scheduleOverDataset),
    withReason("schedule", brokenSchedule),
    withReason("action", brokenEffect),
    withReason("action", brokenAction),
  ]);
  const applied = await t.call("POST", `${at}/introspect`, {body: purchases("state")});
  expect([applied.status, applied.body.broken]).toEqual([201, dry.body.broken]);
});

test("ten thousand charts are checked, broken or not, while other requests are served", async () => {
  const wide: Graph = {
    models: [
      {
        name: "wide",
        table: {schema: "main", name: "numbers"},
        dimensions: Array.from({length: 300}, (_, i) => ({
          name: `dimension_${i}`,
          type: "number",
          column: "n",
        })),
        measures: [{name: "count", type: "count"}],
      },
    ],
  };
  const body = {name: "Wide", connectionId: shops.duckdb.connectionId};
  const {id: projectId} = (await t.call("POST", "/api/projects", {body})).body;
  await fill(projectId, 10_000);
  const at = `/api/projects/${projectId}/introspect?dryRun=true`;
  const dimension = wide.models[0]!.dimensions[0]!;
  for (const [name, brokenCount] of [
    ["dimension_0", 0],
    ["dimension_zero", 5000],
  ] as const) {
    dimension.name = name;
    // Without pauses, other requests would wait nearly all of this time; with a search for each chart, the time would be
    // minutes.
    const share = await leastOf(0.5, async () => {
      const {answer, ms, maxMs} = await timed(() => t.call("POST", at, {body: wide}));
      expect(answer.body.broken).toHaveLength(brokenCount);
      expect(ms).toBeLessThan(onBusyMachine(15_000));
      return maxMs / Math.max(400, ms);
    });
    expect(share).toBeLessThan(0.5);
  }
});

/** Adds charts of one field each. Every second chart has the first field. */
async function fill(projectId: string, count: number): Promise<void> {
  const ids = Array.from({length: count}, () => newId("chart"));
  const queries = ids.map((_, i) =>
    JSON.stringify({
      model: "wide",
      dimensions: [`wide.dimension_${i % 2 === 0 ? 0 : 1 + (i % 299)}`],
      measures: ["wide.count"],
      limit: i,
    }),
  );
  const {id: orgId, member} = t.org;
  await sql`
    insert into content (id, org_id, type, name, owner_id)
    select id, ${orgId}, 'chart', id, ${member.id} from unnest(${ids}::text[]) as id`.execute(t.db);
  await sql`
    insert into charts (id, org_id, project_id, type, query)
    select id, ${orgId}, ${projectId}, 'table', query
    from unnest(${ids}::text[], ${queries}::json[]) as chart (id, query)`.execute(t.db);
}

/** Measures the work, and the longest time during which it blocked the event loop. */
async function timed<T>(work: () => Promise<T>): Promise<{answer: T; ms: number; maxMs: number}> {
  let maxMs = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    maxMs = Math.max(maxMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const started = performance.now();
  const answer = await work();
  const ms = performance.now() - started;
  clearInterval(ticks);
  return {answer, ms, maxMs};
}
