import {afterAll, beforeAll, expect, test} from "bun:test";
import {addChart, addDashboard} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {type AgentService, agentService, answer, BY_STATUS} from "./service.ts";

let t: AgentService;
let projectId: string;

beforeAll(async () => {
  t = await agentService();
  ({projectId} = t.shops.duckdb);
});

afterAll(async () => {
  await t?.stop();
});

const NOTHING = answer({title: "x", sections: [{text: "Nothing."}], figures: []});
const call = (name: string, given: object) => ({name, arguments: given});

test("an id outside of the grounding opens nothing, of whatever kind it is", async () => {
  const chartId = await addChart(t, projectId, {ownerId: t.org.admin.id});
  const connection = (await t.call("GET", "/api/connections")).body[0];
  const other = await t.agent([{calls: [BY_STATUS]}, NOTHING]);
  const {evidence} = await t.ran(other.id);
  const ids = [connection.id, projectId, evidence[0].queryRunId, other.id];
  const turns = [{calls: ids.map(id => call("get_resource", {id}))}, NOTHING];
  const agent = await t.agent(turns, {grounding: [{resourceType: "chart", resourceId: chartId}]});
  const {transcript} = await t.ran(agent.id);
  const results: {result: string; isError?: boolean}[] = transcript[0].toolCalls;
  expect(results.map(({isError = false}) => isError)).toEqual(ids.map(() => true));
  for (const {result} of results) expect(result).not.toMatch(/select|"name"/i);
});

test("a person who cannot see a chart of a dashboard reads nothing of it in a run over the dashboard", async () => {
  const teamId = await addTeam(t, "colleagues");
  const reader = await addPerson(t, {teams: [{id: teamId, role: "member"}]});
  const chartId = await addChart(t, projectId, {ownerId: t.org.admin.id});
  const tiles = [{chartId, placedBy: t.org.admin.id}];
  const dashboardId = await addDashboard(t, {ownerId: t.org.admin.id, teamId, tiles});
  const turns = [
    {calls: [call("get_resource", {id: dashboardId}), call("get_resource", {id: chartId})]},
    NOTHING,
  ];
  const agent = await t.agent(turns, {grounding: [{resourceType: "dashboard", resourceId: dashboardId}]});
  const run = await t.ran(agent.id);
  expect(run.transcript[0].toolCalls[1].result).toContain("orders.count");
  const path = `/api/agents/${agent.id}/runs/${run.id}`;
  const seen = await t.call("GET", path, {token: reader.token});
  expect(seen.body).toMatchObject({redacted: true});
  expect(seen.text).not.toContain("orders.count");
});
