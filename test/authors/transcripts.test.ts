import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {answer} from "../agents/service.ts";
import {addPerson} from "../support/people.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type AuthorsService, authorsService, type Person} from "./service.ts";

let t: AuthorsService;
/** An org-admin with all rows, with whose rights the runs work. */
let author: Person;

beforeAll(async () => {
  t = await authorsService();
  author = await addPerson(t, {role: "admin", attributes: {region: ["north", "south"]}});
});

afterAll(() => t?.stop());

const NOTHING = answer({title: "T", sections: [{text: "Nothing."}], figures: []});

/** What Eve, who has fewer rows and is no admin, can read of a run of the author's agent. */
async function readByEve(agentId: string) {
  const {runId} = await t.made(`/api/agents/${agentId}/run`, {}, author.token);
  await t.runEnded(agentId, runId, author.token);
  const {body} = await t.call("GET", `/api/agents/${agentId}/runs/${runId}`, {token: t.eve.token});
  expect(body.redacted).toBeUndefined();
  expect(body.transcript.length).toBeGreaterThan(0);
  return body;
}

describe("the warehouse's own error message, which quotes rows, is in no transcript, even if an org-admin's rights apply:", () => {
  const BROKEN = {model: "customers", measures: ["customers.size"]};
  let projectId: string;

  beforeAll(async () => {
    const {connectionId} = t.shops.duckdb;
    ({id: projectId} = await t.made("/api/projects", {name: "Sizes", connectionId}));
    const graph = shopGraph("duckdb", "main");
    // The measure reads a text in Bo's row as a number, and fails with that text.
    const size = {
      name: "size",
      type: "max",
      sql: "cast(case when name = 'Bo' then name else '1' end as integer)",
    };
    const models = graph.models.map(model =>
      model.name === "customers" ? {...model, measures: [...(model.measures ?? []), size]} : model,
    );
    await t.made(`/api/projects/${projectId}/introspect`, {...graph, models});
  });

  test("the message for a query", async () => {
    const asked = await t.call("POST", "/api/query", {token: author.token, body: {...BROKEN, projectId}});
    // The org-admin sees the message in the API.
    expect(asked.body).toMatchObject({code: "warehouse_error", detail: expect.stringContaining("'Bo'")});
    const turns = [{calls: [{name: "run_query", arguments: {...BROKEN, projectId}}]}, NOTHING];
    const grounding = [{resourceType: "model", resourceId: `${projectId}/customers`}];
    const {id} = await t.agent(turns, {grounding}, {token: author.token});
    const {transcript} = await readByEve(id);
    const [{result}] = transcript[0].toolCalls;
    expect(result).toContain("Error warehouse_error: The warehouse refused the statement");
    expect(JSON.stringify(transcript)).not.toContain("'Bo'");
  });

  test("the message for a chart", async () => {
    const chartId = await t.chart(t.eve, BROKEN, {projectId});
    const turns = [{calls: [{name: "get_data", arguments: {id: chartId}}]}, NOTHING];
    const grounding = [{resourceType: "chart", resourceId: chartId}];
    const {id} = await t.agent(turns, {grounding}, {token: author.token});
    const {transcript} = await readByEve(id);
    const [{result}] = transcript[0].toolCalls;
    expect(result).toContain("Error: The warehouse refused the statement");
    expect(JSON.stringify(transcript)).not.toContain("'Bo'");
  });
});

test("a verified question with values of rows that a run's readers do not see is not used as an example in the run", async () => {
  const {projectId} = t.shops.duckdb;
  const questions = `/api/projects/${projectId}/verified-questions`;
  const named = {
    question: "How many customers have the name Bo?",
    query: {
      model: "customers",
      measures: ["customers.count"],
      filters: [{field: "customers.name", op: "=", value: "Bo"}],
    },
  };
  const {id: hiddenId} = await t.made(questions, named, author.token);
  expect((await t.call("GET", `${questions}/${hiddenId}`, {token: t.eve.token})).status).toBe(404);
  const open = {
    question: "How many orders of customers with a name are paid?",
    query: {
      model: "orders",
      measures: ["orders.count"],
      filters: [{field: "orders.status", op: "=", value: "paid"}],
    },
  };
  const {id: openId} = await t.made(questions, open, author.token);
  const instructions = "How many customers have a name, and how many orders are paid?";
  t.provider.script(instructions, [NOTHING]);
  const grounding = [{resourceType: "project", resourceId: projectId}];
  const body = {instructions, model: "anthropic/test", grounding};
  const {id} = await t.made("/api/agents", body, author.token);
  const {transcript} = await readByEve(id);
  expect(transcript[0].asked).toContain(openId);
  expect(transcript[0].asked).not.toContain(hiddenId);
  expect(transcript[0].asked).not.toContain("Bo");
});
