import {afterAll, beforeAll, expect, test} from "bun:test";
import {answer} from "../agents/service.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {shopGraph} from "../support/warehouse.ts";
import {type AuthorsService, authorsService, type Person} from "./service.ts";

let t: AuthorsService;
let insider: Person;
let chartId: string;

beforeAll(async () => {
  t = await authorsService();
  const hr = await addTeam(t, "HR");
  const teams = [hr, t.teamId].map(id => ({id, role: "member" as const}));
  insider = await addPerson(t, {teams, role: "admin"});
  const {connectionId} = t.shops.duckdb;
  const {id: projectId} = await t.made("/api/projects", {name: "HR", connectionId, teamIds: [hr]});
  await t.made(`/api/projects/${projectId}/introspect`, shopGraph("duckdb", "main"));
  chartId = await t.chart(insider, {model: "orders", measures: ["orders.total"]}, {projectId});
});

afterAll(() => t?.stop());

const DATA = {name: "get_data", arguments: {id: "" as string}};
const figures = [{id: "a", value: "60", queryRunId: "$run1", row: 1, column: "orders.total"}];
const turns = () => [
  {calls: [{...DATA, arguments: {id: chartId}}]},
  answer({title: "T", sections: [{text: "It is {{a}}."}], figures}),
];
const grounding = () => [{resourceType: "chart", resourceId: chartId}];

test("the statement behind a chart is shown in a run only to people who see its project", async () => {
  const {id} = await t.agent(turns(), {grounding: grounding()}, {token: insider.token});
  const {runId} = await t.made(`/api/agents/${id}/run`, {}, insider.token);
  await t.runEnded(id, runId, insider.token);
  const read = async ({token}: Person) =>
    (await t.call("GET", `/api/agents/${id}/runs/${runId}`, {token})).body;
  expect((await read(insider)).evidence).toMatchObject([
    {sql: expect.stringContaining("sum("), columns: ["orders.total"]},
  ]);
  // Eve sees the chart and its rows.
  const {redacted, evidence, transcript} = await read(t.eve);
  expect(redacted).toBeUndefined();
  expect(transcript[0].toolCalls[0].result).toContain("orders.total");
  expect(evidence).toMatchObject([{sql: "", columns: ["orders.total"]}]);
});

test("the statement behind a chart is shown in an answer only to people who see its project", async () => {
  const sqlFor = async ({token}: Person, question: string) => {
    t.provider.script(`The question:\n${question}`, [
      {calls: [{...DATA, arguments: {id: chartId}}]},
      answer({text: "It is {{a}}.", figures}),
    ]);
    const asked = {question, model: "anthropic/test", grounding: grounding()};
    const {runId} = await t.made("/api/ask", asked, token);
    for (;;) {
      const {body} = await t.call("GET", `/api/ask/${runId}`, {token});
      if (body.finishedAt === null) await Bun.sleep(50);
      else return body.evidence.map(({sql}: {sql: string}) => sql);
    }
  };
  expect(await sqlFor(insider, "What is the total?")).toEqual([expect.stringContaining("sum(")]);
  expect(await sqlFor(t.eve, "And what is the total here?")).toEqual([""]);
});
