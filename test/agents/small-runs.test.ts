import {afterAll, beforeAll, expect, test} from "bun:test";
import {demoLayer} from "../../bin/demo/layer.ts";
import type {Dimension, Graph} from "../../shared/semantic/layer/graph.ts";
import {type AgentService, agentService, answer, GOOD} from "./service.ts";

let t: AgentService;
/** A service whose provider counts a token for each byte, which no real one does. */
let dear: AgentService;
let flights: {resourceType: string; resourceId: string}[];

const column = (name: string, type: Dimension["type"] = "string"): Dimension => ({name, type, column: name});

/** The demo's layer over five flights, two of which are more than 15 minutes late. */
function fewFlights(): Graph {
  const rows = [
    "('2001-01-01', 3, 100, 'ORD', 'JFK')",
    "('2001-01-01', 40, 200, 'ORD', 'LAX')",
    "('2001-01-02', -5, 300, 'LAX', 'ORD')",
    "('2001-01-02', 16, 400, 'LAX', 'JFK')",
    "('2001-01-03', 15, 500, 'LAX', 'JFK')",
  ];
  const airports =
    "('ORD', 'O''Hare', 'Chicago', 'IL'), ('LAX', 'Los Angeles', 'Los Angeles', 'CA'), ('JFK', 'Kennedy', 'New York', 'NY')";
  return demoLayer({
    models: [
      {
        name: "flights",
        label: "Flights",
        table: {
          sql: `select d::date as date, delay, distance, origin, destination from (values ${rows.join(", ")}) as f (d, delay, distance, origin, destination)`,
        },
        dimensions: [
          column("date", "date"),
          column("delay", "number"),
          column("distance", "number"),
          column("origin"),
          column("destination"),
        ],
      },
      {
        name: "airports",
        label: "Airports",
        table: {sql: `select * from (values ${airports}) as a (iata, name, city, state)`},
        primaryKey: ["iata"],
        dimensions: ["iata", "name", "city", "state"].map(name => column(name)),
      },
    ],
  });
}

beforeAll(async () => {
  [t, dear] = await Promise.all([
    agentService(),
    agentService({provider: {bytesPerToken: 1}, environment: {LLM_MAX_OUTPUT_TOKENS: "1000"}}),
  ]);
  const {projectId} = t.shops.duckdb;
  await t.made(`/api/projects/${projectId}/introspect`, {graph: fewFlights()});
  flights = [{resourceType: "model", resourceId: `${projectId}/flights`}];
});

afterAll(async () => {
  await t?.stop();
  await dear?.stop();
});

const describeFlights = {name: "describe_model", arguments: {model: "flights"}};
const lateByState = {
  name: "run_query",
  arguments: {
    model: "flights",
    dimensions: ["origin.state"],
    measures: ["flights.late_share", "flights.count"],
    orderBy: ["origin.state"],
  },
};
const report = answer({
  title: "Late flights",
  sections: [{text: "From Illinois {{il}} of flights were late, of {{count}}."}],
  figures: [
    {id: "il", value: "50%", queryRunId: "$run1", row: 2, column: "flights.late_share"},
    {id: "count", value: "2", queryRunId: "$run1", row: 2, column: "flights.count"},
  ],
});

test.each(["anthropic/test", "local/test"])(
  "a run of %s with 20,000 tokens reads the demo's model, queries it, and reports verified figures",
  async model => {
    const turns = JSON.parse(JSON.stringify([{calls: [describeFlights]}, {calls: [lateByState]}, report]));
    const agent = await t.agent(turns, {model, grounding: flights, maxTokensPerRun: 20_000});
    const run = await t.ran(agent.id);
    expect(run).toMatchObject({status: "succeeded", rounds: 3});
    expect(run.outputs[0].figures).toMatchObject([{status: "verified"}, {status: "verified"}]);
    expect(run.tokens.total).toBeLessThanOrEqual(20_000);
    expect(run.transcript[0].toolCalls[0].result).toContain("origin.state");
  },
);

test("fewer tokens than one round needs are 422 with the minimum, with which a run gives an answer", async () => {
  const body = {instructions: "Look.", model: "anthropic/test", grounding: flights};
  const refused = await t.call("POST", "/api/agents", {body: {...body, maxTokensPerRun: 1000}});
  expect([refused.status, refused.body.code]).toEqual([422, "invalid_request"]);
  const [error] = refused.body.errors;
  expect(error.path).toBe("/maxTokensPerRun");
  const fewest = Number(/needs (\d+) tokens/.exec(error.message)?.[1]);
  expect(fewest).toBeGreaterThan(4000);
  expect(fewest).toBeLessThan(14_000);
  const one = await t.call("POST", "/api/agents", {body: {...body, maxTokensPerRun: fewest - 10}});
  expect(one.status).toBe(422);
  const turns = JSON.parse(JSON.stringify([{calls: [lateByState]}, report]));
  const instructions = `Task ${crypto.randomUUID()}.`;
  const longer = await t.call("POST", "/api/agents", {body: {...body, instructions, maxTokensPerRun: 1000}});
  const needed = Number(/needs (\d+) tokens/.exec(longer.body.detail)?.[1]);
  const agent = await t.agent(turns, {grounding: flights, instructions, maxTokensPerRun: needed});
  t.provider.script(instructions, turns);
  const run = await t.ran(agent.id);
  expect(run.outputs[0].figures).toMatchObject([{status: "verified"}, {status: "verified"}]);
  const path = `/api/agents/${agent.id}`;
  const replaced = await t.call("PUT", path, {body: {...agent, maxTokensPerRun: needed - 10}});
  expect([replaced.status, replaced.body.errors[0].path]).toEqual([422, "/maxTokensPerRun"]);
});

test("tokens of a call beyond its reservation are counted, and the run ends with one last call", async () => {
  const before = await dear.budget();
  const turns = [GOOD[0]!, GOOD[0]!, GOOD[1]!];
  const run = await dear.ran((await dear.agent([GOOD[0]!, GOOD[1]!])).id);
  expect(run).toMatchObject({status: "stopped", error: expect.stringMatching(/^A call took \d+ tokens/)});
  // The report of its last call is stored.
  expect(run.outputs[0].figures).toMatchObject([{status: "verified"}]);
  const spent = dear.provider.tokens();
  expect(run.tokens.total).toBe(spent);
  expect(await dear.budget()).toMatchObject({used: before.used + spent, reserved: 0});
  // A model that will not end is not asked again.
  const goesOn = await dear.ran((await dear.agent(turns)).id);
  expect(goesOn).toMatchObject({status: "stopped", outputs: []});
  expect(goesOn.transcript).toHaveLength(2);
});
