import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../support/people.ts";
import {shopGraph} from "../support/warehouse.ts";
import {ALL, type AuthorsService, authorsService, type Person} from "./service.ts";

let t: AuthorsService;

beforeAll(async () => {
  t = await authorsService();
});

afterAll(() => t?.stop());

const BOTH = {region: ["north", "south"]};
const newAuthor = (role: "admin" | "member" = "member") =>
  addPerson(t, {role, attributes: BOTH, teams: [{id: t.teamId, role: "member"}]});

/** Reads with all attributes, with one less, and with all again. */
async function readThrice<T>(person: Person, read: () => Promise<T>): Promise<T[]> {
  const answers = [await read()];
  await t.setAttributes(person, {region: ["north"]});
  answers.push(await read());
  await t.setAttributes(person, BOTH);
  answers.push(await read());
  return answers;
}

describe("the principal of a run can read its stored results only while seeing the rows of that time:", () => {
  test("files of deliveries, in lists and single", async () => {
    const author = await newAuthor();
    const chartId = await t.chart(author, ALL, {name: "Names"});
    const recipients = ["kept@example.com"];
    const body = {
      resourceType: "chart",
      resourceId: chartId,
      cron: "0 8 * * 1",
      recipients,
      formats: ["csv"],
    };
    const {id} = await t.made("/api/schedules", body, author.token);
    const {id: deliveryId} = await t.sent(id, author.token);
    const get = (path: string) => t.call("GET", path, {token: author.token, headers: {accept: "*/*"}});
    const answers = await readThrice(author, async () => ({
      one: (await get(`/api/deliveries/${deliveryId}`)).body,
      listed: (await get(`/api/schedules/${id}/deliveries`)).body[0],
      file: (await get(`/api/deliveries/${deliveryId}/files/names.csv`)).text,
    }));
    for (const {one, listed, file} of [answers[0]!, answers[2]!]) {
      expect(file).toContain("Bo");
      expect([one.redacted, listed.redacted]).toEqual([undefined, undefined]);
      expect([one.files.length, listed.files.length]).toEqual([1, 1]);
    }
    const {one, listed, file} = answers[1]!;
    expect(file).not.toContain("Bo");
    expect(one).toMatchObject({redacted: true, files: []});
    expect(listed).toMatchObject({redacted: true, files: []});
  });

  test("files of a chart with a filter that the dashboard opens to people who do not see its project", async () => {
    const hr = await addTeam(t, "HR");
    const teams = [hr, t.teamId].map(id => ({id, role: "member" as const}));
    const [insider, author] = [await addPerson(t, {teams, attributes: BOTH}), await newAuthor()];
    const {connectionId} = t.shops.duckdb;
    const {id: projectId} = await t.made("/api/projects", {name: "HR", connectionId, teamIds: [hr]});
    await t.made(`/api/projects/${projectId}/introspect`, shopGraph("duckdb", "main"));
    const query = {model: "orders", measures: ["orders.count"]};
    const chartId = await t.chart(insider, query, {projectId, name: "Count"});
    const board = await t.board(insider, [chartId], {filters: [{field: "orders.status"}]});
    const recipients = ["open@example.com"];
    const filters = [{field: "orders.status", op: "=", value: "paid"}];
    const body = {resourceType: "dashboard", resourceId: board, cron: "0 8 * * 1", recipients, filters};
    const {id} = await t.made("/api/schedules", {...body, formats: ["csv"]}, author.token);
    const {id: deliveryId, status} = await t.sent(id, author.token);
    expect(status).toBe("succeeded");
    const read = async () =>
      (await t.call("GET", `/api/deliveries/${deliveryId}`, {token: author.token})).body;
    expect(await read()).toMatchObject({files: [{contentType: expect.stringContaining("csv")}]});
    const path = `/api/dashboards/${board}`;
    expect((await t.call("PATCH", path, {token: insider.token, body: {filters: []}})).status).toBe(200);
    expect(await read()).toMatchObject({redacted: true, files: []});
  });

  test("rows of actions, and the findings of a dry run", async () => {
    const author = await newAuthor();
    const trigger = {
      type: "threshold",
      query: {...ALL, measures: ["customers.count"], orderBy: ["customers.name desc"]},
      measure: "customers.count",
      op: ">",
      value: 0,
      mode: "while_true",
      cron: "0 8 * * 1",
    };
    const effects = [
      {type: "email", recipients: ["rows@example.com"], subject: "{{count}} of them", message: "M"},
    ];
    const {id} = await t.made("/api/actions", {name: "A", trigger, effects}, author.token);
    for (const body of [{}, {dryRun: true}]) {
      const run = await t.acted(author, id, body);
      const path = `/api/actions/${id}/runs/${run.id}`;
      const read = async () => (await t.call("GET", path, {token: author.token})).body;
      const [before, without, again] = await readThrice(author, read);
      expect(before.rows).toEqual([
        ["Bo", 1],
        ["Ada", 1],
      ]);
      expect(again).toEqual(before);
      expect(without.redacted).toBe(true);
      expect(without.rows).toBeUndefined();
      expect(JSON.stringify(without)).not.toContain("2 of them");
    }
  });

  test("reports and transcripts of agents", async () => {
    const author = await newAuthor("admin");
    const turns = [
      {calls: [{name: "run_query", arguments: {...ALL, measures: []}}]},
      {calls: [{name: "give_answer", arguments: {title: "T", sections: [{text: "It is Bo."}], figures: []}}]},
    ];
    const grounding = [{resourceType: "model", resourceId: `${t.shops.duckdb.projectId}/customers`}];
    const agent = await t.agent(turns, {grounding}, {token: author.token});
    const {runId} = await t.made(`/api/agents/${agent.id}/run`, {}, author.token);
    await t.runEnded(agent.id, runId, author.token);
    const read = async () =>
      (await t.call("GET", `/api/agents/${agent.id}/runs/${runId}`, {token: author.token})).body;
    const [before, without, again] = await readThrice(author, read);
    expect(JSON.stringify(before.outputs)).toContain("It is Bo.");
    expect(before.transcript.length).toBeGreaterThan(0);
    expect(again).toEqual(before);
    expect(without).toMatchObject({redacted: true, status: "succeeded", outputs: []});
    expect(without.transcript).toBeUndefined();
  });
});
