import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {runSqlTool} from "../../shared/surfaces/tools/run-sql.ts";
import {type Seen, watched} from "../../worker/agent-runs/watched-runner.ts";
import {addChart} from "../support/content.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type AgentService, agentService, answer} from "./service.ts";

let t: AgentService;
let projectId: string;
let chartId: string;
/** The token of a principal who sees the north. */
let robot: string;

beforeAll(async () => {
  t = await agentService();
  ({projectId} = t.shops.duckdb);
  const account = await t.made(`/api/orgs/${t.org.id}/service-accounts`, {
    name: "north",
    scopes: ["read", "write"],
    orgRole: "admin",
    attributes: {region: ["north"]},
  });
  robot = account.token;
  chartId = await addChart(t, projectId, {ownerId: t.org.admin.id});
});

afterAll(async () => {
  await t?.stop();
});

const NOTHING = answer({title: "x", sections: [{text: "Nothing."}], figures: []});
const call = (name: string, given: object) => ({name, arguments: given});

interface Called {
  name: string;
  result: string;
  isError?: boolean;
}

async function called(calls: object[], body: object = {}): Promise<Called[]> {
  const run = await t.ran((await t.agent(JSON.parse(JSON.stringify([{calls}, NOTHING])), body)).id);
  return run.transcript[0].toolCalls;
}

test("SQL statements are no tool of a run, and leave no evidence", async () => {
  const statement = "select upper(status), count(*) from orders group by 1";
  const [refused] = await called([call("run_sql", {sql: statement, projectId})]);
  expect(refused).toMatchObject({isError: true, result: expect.stringContaining('no tool "run_sql"')});
  const {rows} = await sql`select 1 from query_runs where trigger = 'sql'`.execute(t.db);
  expect(rows).toEqual([]);
});

test("a runner that watches every query sees that of a statement, and refuses one that computes with rows", async () => {
  const seen: Seen[] = [];
  const runner = watched(t.web.runner, new Date(), one => seen.push(one));
  const ask = async (token: string, statement: string) => {
    const headers = {authorization: `Bearer ${token}`};
    const {actor} = await t.web.authenticate(new Request("http://service.test/", {headers}));
    const context = {actor, runner, requestId: "request", signal: AbortSignal.timeout(30_000)};
    return runSqlTool.call(context, {sql: statement, projectId});
  };
  await ask(robot, "select status, measure(count) from orders group by 1");
  expect(seen).toMatchObject([{statement: {query: {model: "orders", measures: ["orders.count"]}}}]);
  for (const statement of [
    "select upper(status), count(*) from orders group by 1",
    "select status, measure(count) * 2 from orders group by 1",
    "select 42",
  ])
    await expect(ask(robot, statement)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("run_query"),
    });
  await expect(ask(t.org.reader.token, "select name from customers")).rejects.toMatchObject({
    code: "missing_privilege",
    message: expect.stringContaining("region"),
  });
  expect(seen).toHaveLength(1);
});

test("nothing beyond the grounding is visible: by name, over joins, or in searches, lists and errors", async () => {
  const calls = await called([
    call("run_query", {model: "customers", dimensions: ["customers.name"]}),
    call("run_query", {model: "customer", dimensions: ["customer.name"]}),
    call("run_query", {model: "orders", dimensions: ["numbers.label"], measures: ["orders.count"]}),
    call("describe_model", {model: "customers"}),
    call("describe_model", {model: "numbers"}),
    call("list_field_values", {model: "customers", field: "customers.name"}),
    call("list_models", {projectId: t.shops.postgres.projectId}),
    call("get_data", {id: chartId}),
    call("get_resource", {id: chartId}),
  ]);
  for (const {isError} of calls) expect(isError).toBe(true);
  for (const {result} of calls) expect(result).not.toMatch(/Ada|customers\.|row 1|slow\b/);
  const [numbers, list] = await called([
    call("search_fields", {words: "label of numbers"}),
    call("list_models", {}),
  ]);
  for (const one of [numbers, list]) expect(one?.result).not.toMatch(/numbers\.|slow\b|\ncustomers/);
  expect(list?.result).toContain("orders");
});

test("a whole project can be read with its joins", async () => {
  const grounding = [{resourceType: "project", resourceId: projectId}];
  const query = {model: "orders", dimensions: ["customers.name"], measures: ["orders.count"], projectId};
  const turns = [{calls: [{name: "run_query", arguments: query}]}, NOTHING];
  const agent = await t.agent(turns, {grounding}, {token: robot});
  const {id} = await t.ran(agent.id);
  const run = await t.runEnded(agent.id, id, robot);
  expect(run.transcript[0].toolCalls[0].result).toContain("Ada");
});

test("a measure with the format of percents is read as a fraction, whatever its name", async () => {
  const graph = shopGraph("duckdb", "main");
  graph.models[0]?.measures?.push({name: "all_pct", type: "count", format: {style: "percent"}});
  await t.made(`/api/projects/${projectId}/introspect`, graph);
  try {
    const query = call("run_query", {model: "orders", measures: ["orders.all_pct"]});
    const of = {queryRunId: "$run1", row: 1, column: "orders.all_pct"};
    const figures = ["4%", "400%"].map((value, i) => ({id: `f${i}`, value, ...of}));
    const report = {title: "x", sections: [{text: "{{f0}} or {{f1}}"}], figures};
    const {outputs} = await t.ran((await t.agent([{calls: [query]}, answer(report)])).id);
    expect(outputs[0].markdown).toContain("4% (unverified) or 400%\n");
  } finally {
    await t.made(`/api/projects/${projectId}/introspect`, shopGraph("duckdb", "main"));
  }
});

test("a run's tools are the reading ones, restricted to the grounding, and described in less than 10 KB", async () => {
  const chart = {resourceType: "chart", resourceId: chartId};
  const project = {resourceType: "project", resourceId: projectId};
  const offered = async (grounding: object[]) => {
    const agent = await t.agent([NOTHING], {grounding});
    await t.ran(agent.id);
    const asked = t.provider.asked.find(({conversation}) => conversation === agent.instructions);
    const {tools}: {tools: {name: string; description: string; input_schema: object}[]} = JSON.parse(
      JSON.stringify(asked?.body),
    );
    const shown = tools.map(({name, description, input_schema}) => ({name, description, input_schema}));
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(10 * 1024);
    return tools.map(({name}) => name).sort();
  };
  expect(await offered([])).toEqual(["give_answer"]);
  expect(await offered([chart])).toEqual(["get_data", "get_resource", "give_answer"]);
  expect(await offered([project, chart])).toEqual([
    "describe_model",
    "get_data",
    "get_resource",
    "give_answer",
    "list_field_values",
    "list_models",
    "run_query",
    "search_fields",
  ]);
});

test("a person who may not read a run's rows reads nothing that its model wrote, in any field", async () => {
  const secret = "the-secret-of-a-row";
  const turns = [
    // Long enough to subscribe to the events before it.
    {
      calls: [call(secret, {}), call("run_query", {model: "orders", measures: ["orders.count"]})],
      delayMs: 1000,
    },
    {
      ...answer({
        title: secret,
        sections: [{text: secret}],
        figures: [],
        charts: [{name: secret, type: "bar", query: {model: secret, dimensions: [], measures: [secret]}}],
      }),
      delayMs: 1000,
    },
  ];
  const outputs = [{type: "report"}, {type: "chart", name: "x"}, {type: "dashboard", name: "y"}];
  const agent = await t.agent(JSON.parse(JSON.stringify(turns)), {outputs});
  const started = await t.made(`/api/agents/${agent.id}/run`, {});
  const token = t.org.reader.token;
  const path = `/api/agents/${agent.id}/runs/${started.runId}`;
  const watched = await t.call("GET", `${path}/events`, {token});
  // A tool may have finished before its event is read.
  expect(watched.text).toContain("Round 2");
  const run = await t.runEnded(agent.id, started.runId);
  expect(JSON.stringify(run)).toContain(secret);
  await sql`
    update agent_evidence set statement = jsonb_set(statement::jsonb, '{fingerprint}', '"of other rows"')::json
    where run_id = ${run.id}`.execute(t.db);
  const redacted = await t.call("GET", path, {token});
  expect(redacted.body).toMatchObject({redacted: true});
  for (const {text} of [watched, redacted, await t.call("GET", `/api/agents/${agent.id}/runs`, {token})]) {
    expect(text).not.toContain(secret);
  }
});

test("a run is told which of its models fit the words of its task, and of no other models", async () => {
  const instructions = "Look at the customers by region.";
  t.provider.script(instructions, [NOTHING], {repeats: true});
  const toldOf = async (grounding: object[]) => {
    const agent = await t.made("/api/agents", {instructions, model: "anthropic/test", grounding});
    await t.ran(agent.id);
    const told = JSON.stringify(t.provider.asked.at(-1)?.body);
    return ["customers", "orders"].filter(name => told.includes(`\\"model\\":\\"${name}\\"`));
  };
  expect(await toldOf([{resourceType: "project", resourceId: projectId}])).toEqual(["customers", "orders"]);
  expect(await toldOf(t.orders)).toEqual(["orders"]);
  expect(await toldOf([{resourceType: "chart", resourceId: chartId}])).toEqual([]);
});
