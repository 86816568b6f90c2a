import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type AgentService, agentService, answer} from "./service.ts";

let t: AgentService;
let projectId: string;
/** The token of a principal who sees the orders of northern customers. */
let northern: string;

const NOTHING = answer({title: "x", sections: [{text: "Nothing."}], figures: []});

interface Called {
  name: string;
  result: string;
  isError?: boolean;
}

/**
 * Orders are joined to their buyer, and buyers to the hidden climate of their region; refunds are joined to orders and buyers.
 */
function shop(): Graph {
  const {models} = shopGraph("duckdb", "main");
  const [orders, customers] = models;
  if (!orders || !customers) throw new Error("The shop has orders and customers");
  orders.measures?.push(
    {name: "north", type: "count", where: "${buyer.region} = 'north'"},
    {name: "each", type: "number", sql: "${count} / ${buyer.count}"},
    {name: "refunded", type: "number", sql: "${refunds.count} / ${count}"},
    {name: "refunded_percent", type: "number", sql: "100 * ${refunded}"},
  );
  customers.dimensions.push({name: "hint", type: "string", column: "region", hidden: true});
  delete customers.rowAccess;
  const areas = "select 'north' as name, 'cold' as climate union all select 'south', 'warm'";
  return {
    models: [
      ...models,
      {
        name: "areas",
        hidden: true,
        table: {sql: areas},
        primaryKey: ["name"],
        dimensions: [
          {name: "name", type: "string", column: "name"},
          {name: "climate", type: "string", column: "climate"},
        ],
      },
      {
        name: "refunds",
        table: {sql: "select id as order_id, customer_id, 'broken glass' as reason from orders"},
        primaryKey: ["order_id"],
        dimensions: [{name: "reason", type: "string", column: "reason"}],
        measures: [{name: "count", type: "count"}],
      },
    ],
    joins: [
      {
        name: "buyer",
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "customer_id", to: "id"}],
      },
      {from: "customers", to: "areas", relationship: "many_to_one", on: [{from: "region", to: "name"}]},
      {from: "refunds", to: "orders", relationship: "many_to_one", on: [{from: "order_id", to: "id"}]},
      {from: "refunds", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
    ],
  };
}

beforeAll(async () => {
  t = await agentService();
  ({projectId} = t.shops.duckdb);
  const account = await t.made(`/api/orgs/${t.org.id}/service-accounts`, {
    name: "north",
    scopes: ["read", "write"],
    orgRole: "admin",
    attributes: {region: ["north"]},
  });
  northern = account.token;
  await t.made(`/api/projects/${projectId}/introspect`, {graph: shop(), replace: true});
});

afterAll(async () => {
  await t?.stop();
});

const call = (name: string, given: object) => ({name, arguments: given});
const query = (given: object) => call("run_query", {model: "orders", ...given});
const BOUGHT = ["orders.count"];

async function called(calls: object[], token?: string, body: object = {}): Promise<Called[]> {
  // A round may have this many tool calls.
  const rounds = Array.from({length: Math.ceil(calls.length / 16)}, (_, i) =>
    calls.slice(16 * i, 16 * i + 16),
  );
  const turns = JSON.parse(JSON.stringify([...rounds.map(some => ({calls: some})), NOTHING]));
  const agent = await t.agent(turns, body, token === undefined ? {} : {token});
  const {id} = await t.ran(agent.id);
  const {transcript}: {transcript: {toolCalls: Called[]}[]} = await t.runEnded(agent.id, id, token);
  return transcript.slice(0, rounds.length).flatMap(({toolCalls}) => toolCalls);
}

test("a model can be queried by dimensions over to-one joins, under their roles", async () => {
  const [byRegion, filtered, names, north, each, described, searched] = await called([
    query({dimensions: ["buyer.region"], measures: BOUGHT}),
    query({measures: BOUGHT, filters: [{field: "customers.name", op: "=", value: "Bo"}]}),
    call("list_field_values", {model: "orders", field: "buyer.name"}),
    query({measures: ["orders.north"]}),
    query({measures: ["orders.each"]}),
    call("describe_model", {model: "orders"}),
    call("search_fields", {words: "region"}),
  ]);
  // By hand, of four orders: two of Ada in the north, one of Bo in the south, one of nobody.
  expect(byRegion?.result).toMatch(/north\t2\nsouth\t1\nnull\t1\n/);
  expect(filtered?.result).toContain("\n1\n");
  expect(names?.result).toContain("Ada\nBo\n");
  // Cy has bought nothing, so that no order is joined to him.
  expect(names?.result).not.toContain("Cy");
  expect(north?.result).toContain("\n2\n");
  // Four orders and three customers: the inputs of the model's own measure are counted for everyone.
  expect(each?.result).toContain("1.333");
  expect(described?.result).toContain("buyer.region");
  expect(searched?.result).toContain("buyer.region");
  for (const one of [described, searched])
    expect(one?.result).not.toMatch(/buyer\.count|hint\t|refund|climate/);
});

describe("a model that is only joined cannot be queried itself, and shows neither measures nor hidden fields: by", () => {
  const attacks: [string, object][] = [
    ["its name", call("run_query", {model: "customers", dimensions: ["customers.name"]})],
    ["its role", call("run_query", {model: "buyer", dimensions: ["buyer.name"]})],
    [
      "its project and name",
      call("run_query", {model: "customers", projectId: "$project", measures: ["customers.count"]}),
    ],
    ["a measure by its role", query({measures: ["buyer.count"]})],
    ["a measure by its name", query({measures: ["customers.count"]})],
    ["a measure as an order", query({measures: BOUGHT, orderBy: ["buyer.count desc"]})],
    [
      "a measure as a filter",
      query({measures: BOUGHT, filters: [{field: "buyer.count", op: ">", value: 1}]}),
    ],
    [
      "a measure of groups",
      query({
        measures: BOUGHT,
        filters: [{per: ["buyer.name"], field: "buyer.count", op: ">", value: 0}],
      }),
    ],
    [
      "a measure of the greatest",
      query({
        dimensions: ["buyer.name"],
        measures: BOUGHT,
        top: {dimension: "buyer.name", by: "buyer.count", count: 1},
      }),
    ],
    ["a hidden field", query({dimensions: ["buyer.hint"], measures: BOUGHT})],
    ["a hidden field's values", call("list_field_values", {model: "orders", field: "buyer.hint"})],
    [
      "a hidden field as a filter",
      query({measures: BOUGHT, filters: [{field: "buyer.hint", op: "=", value: "north"}]}),
    ],
    [
      "a comparison with a hidden field",
      query({measures: BOUGHT, filters: [{field: "orders.status", op: "<", other: "buyer.hint"}]}),
    ],
    [
      "a comparison with a hidden model's field",
      query({measures: BOUGHT, filters: [{field: "buyer.region", op: "=", other: "areas.climate"}]}),
    ],
    [
      "a comparison with a many side's field",
      query({measures: BOUGHT, filters: [{not: {field: "buyer.name", op: ">", other: "refunds.reason"}}]}),
    ],
    [
      "a comparison with a measure",
      query({measures: BOUGHT, filters: [{field: "orders.count", op: "<", other: "buyer.count"}]}),
    ],
    ["a hidden model's field", query({dimensions: ["buyer.areas.climate"], measures: BOUGHT})],
    ["a hidden model's field by its name", query({dimensions: ["areas.climate"], measures: BOUGHT})],
    ["a many side", query({dimensions: ["refunds.reason"], measures: BOUGHT})],
    ["a many side's measure", query({measures: ["refunds.count"]})],
    ["a many side behind the one side", query({dimensions: ["buyer.refunds.reason"], measures: BOUGHT})],
    ["rows of a many side", query({measures: BOUGHT, filters: [{some: "refunds", filters: []}]})],
    ["no rows of a many side", query({measures: BOUGHT, filters: [{none: "refunds"}]})],
    [
      "a hidden field among rows",
      query({
        measures: BOUGHT,
        filters: [{some: "buyer", filters: [{field: "customers.hint", op: "=", value: "north"}]}],
      }),
    ],
    ["a measure that is computed from a many side", query({measures: ["orders.refunded"]})],
    ["a measure that is computed from that one", query({measures: ["orders.refunded_percent"]})],
    [
      "a step of a funnel",
      query({
        funnel: {
          entity: "buyer.name",
          steps: [
            {name: "a", time: "orders.placed_at"},
            {name: "b", model: "customers", entity: "customers.name", time: "customers.name"},
          ],
          within: {unit: "day", count: 3},
        },
      }),
    ],
    [
      "a measure of a retention",
      query({
        retention: {
          entity: "buyer.name",
          grain: "month",
          time: "orders.placed_at",
          returns: {model: "customers", entity: "customers.name", time: "customers.name"},
          measures: ["customers.count"],
        },
      }),
    ],
    [
      "a measure of a retention behind the one side",
      query({
        retention: {
          entity: "buyer.name",
          grain: "month",
          time: "orders.placed_at",
          measures: ["buyer.count"],
        },
      }),
    ],
    ["the description", call("describe_model", {model: "customers"})],
    ["the description by its role", call("describe_model", {model: "buyer"})],
    ["the description of a hidden model", call("describe_model", {model: "areas"})],
    [
      "the values of its own fields",
      call("list_field_values", {model: "customers", field: "customers.name"}),
    ],
  ];
  let results: Called[];
  beforeAll(async () => {
    const calls = attacks.map(([, one]) => JSON.parse(JSON.stringify(one).replace("$project", projectId)));
    results = await called(calls, undefined, {maxTokensPerRun: 10_000_000});
  });

  test.each(attacks.map(([name], index) => [name, index] as const))("%s", (_, index) => {
    expect(results[index]).toMatchObject({isError: true});
    expect(results[index]?.result).not.toMatch(/Ada|Bo\b|Cy|cold|warm|broken glass/);
    expect(results[index]?.result).not.toContain("not run");
    // Errors do not name what cannot be queried, either.
    expect(results[index]?.result).not.toMatch(/Did you mean[^?]*(count"|hint|climate|refund)/);
  });
});

test("lists and searches do not show a model that is only joined", async () => {
  const [list, count, glass, climate] = await called([
    call("list_models", {}),
    call("search_fields", {words: "customers count"}),
    call("search_fields", {words: "reason of refunds"}),
    call("search_fields", {words: "climate"}),
  ]);
  expect(list?.result).toMatch(/^model\S*\t.*\norders\t[^\n]*$/);
  for (const one of [count, glass, climate]) {
    expect(one?.result).not.toMatch(/customers\.count|buyer\.count|refunds\.|climate\t|areas\./);
  }
});

test("a many side that the grounding also names can be queried over the join", async () => {
  const grounding = ["orders", "refunds"].map(name => ({
    resourceType: "model",
    resourceId: `${projectId}/${name}`,
  }));
  const [refunded, some] = await called(
    [query({measures: ["orders.refunded_percent"]}), query({measures: BOUGHT, filters: [{some: "refunds"}]})],
    undefined,
    {grounding},
  );
  // Every order has one refund.
  expect(refunded?.result).toContain("\n100\n");
  expect(some?.result).toContain("\n4\n");
});

test("row access over a hidden model restricts rows, and opens nothing of that model", async () => {
  const graph = shop();
  const [orders] = graph.models;
  if (!orders) throw new Error("The shop has orders");
  orders.rowAccess = [{dimension: "buyer.areas.name", attribute: "region"}];
  await t.made(`/api/projects/${projectId}/introspect`, {graph, replace: true});
  try {
    const asked = [
      query({measures: BOUGHT}),
      query({dimensions: ["areas.name"], measures: BOUGHT}),
      call("run_query", {model: "areas", dimensions: ["areas.name"]}),
      call("run_query", {model: "customers", dimensions: ["customers.name"]}),
    ];
    const [rows, ...others] = await called(asked, northern);
    // Two of the four orders belong to northern customers.
    expect(rows?.result).toContain("\n2\n");
    for (const one of others) expect(one).toMatchObject({isError: true});
    const [lacking] = await called([query({measures: BOUGHT})]);
    expect(lacking).toMatchObject({isError: true, result: expect.stringContaining("region")});
  } finally {
    await t.made(`/api/projects/${projectId}/introspect`, {graph: shop(), replace: true});
  }
});

test("an agent lists the models and fields that its grounding includes, for readers who see the project", async () => {
  const {id} = await t.agent([NOTHING]);
  const path = `/api/agents/${id}`;
  const {groundedModels} = (await t.call("GET", path)).body;
  expect(groundedModels).toEqual([
    {
      projectId,
      name: "orders",
      dimensions: ["orders.id", "orders.status", "orders.placed_at", "buyer.name", "buyer.region"],
      measures: ["orders.count", "orders.total", "orders.broken", "orders.north", "orders.each"],
    },
  ]);
  const [listed] = (await t.call("GET", "/api/agents")).body;
  expect(listed).not.toHaveProperty("groundedModels");
  const whole = await t.agent([NOTHING], {grounding: [{resourceType: "project", resourceId: projectId}]});
  expect(whole).not.toHaveProperty("groundedModels");
});
