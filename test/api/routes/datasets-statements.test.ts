import {afterAll, beforeAll, expect, test} from "bun:test";
import {callTool} from "../../support/mcp.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {shopGraph} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});

afterAll(async () => {
  await t.stop();
  await shops.drop();
});

async function make(path: string, body: object, token = t.org.admin.token) {
  const answer = await t.call("POST", path, {token, body});
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

test("a reader of a live dataset who cannot see its project gets neither the SQL over it nor names of roll-ups", async () => {
  const [insiders, outsiders] = [await addTeam(t, "layer owners"), await addTeam(t, "outside")];
  const {connectionId} = shops.duckdb;
  const {id: projectId} = await make("/api/projects", {name: "HR", connectionId, teamIds: [insiders]});
  const rollup = {name: "hidden_daily", model: "orders", measures: ["orders.count"]};
  await make(`/api/projects/${projectId}/introspect`, {...shopGraph("duckdb", "main"), rollups: [rollup]});
  const teams = [insiders, outsiders].map(id => ({id, role: "member" as const}));
  const [insider, outsider] = [await addPerson(t, {teams}), await addPerson(t, {teams: teams.slice(1)})];
  const definition = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  const datasets = `/api/projects/${projectId}/datasets`;
  const live = {name: "Open", kind: "live", definition, teamId: outsiders};
  const {slug} = await make(datasets, live, insider.token);
  const query = {model: slug, measures: [`${slug}.count`]};
  const detail = (token: string) => t.call("POST", "/api/query/detail", {token, body: query});
  const validated = (token: string) => callTool(t, "validate_query", query, token);

  const seen = await detail(insider.token);
  expect(seen.body.sql).toContain('"main"."orders"');
  expect(JSON.stringify(seen.body.rollups)).toContain('"hidden_daily"');
  expect((await validated(insider.token)).text).toContain("hidden_daily");

  const hidden = await detail(outsider.token);
  expect([hidden.status, hidden.body]).toEqual([200, {sql: "", dialect: "duckdb"}]);
  const {text, structuredContent} = await validated(outsider.token);
  expect(text).toBe(`Valid. Columns:\nname\ttype\n${slug}.count\tnumber`);
  expect(structuredContent).toMatchObject({sql: "", columns: [{name: `${slug}.count`, type: "number"}]});
  expect(structuredContent).not.toHaveProperty("rollups");
  const wrong = await t.call("POST", "/api/query/detail", {
    token: outsider.token,
    body: {...query, measures: ["orders.total"]},
  });
  expect(wrong.body.code).toBe("unknown_field");

  // The SQL over a snapshot names its own columns alone.
  const snapshot = {name: "Frozen", kind: "snapshot", snapshotCsv: "state\nCA\n", teamId: outsiders};
  const frozen = await make(datasets, snapshot, insider.token);
  const overSnapshot = {model: frozen.slug, measures: [`${frozen.slug}.count`]};
  const shown = await t.call("POST", "/api/query/detail", {token: outsider.token, body: overSnapshot});
  expect(shown.body.sql).toContain("count(*)");
});
