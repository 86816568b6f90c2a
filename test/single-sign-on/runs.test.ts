import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {answer} from "../agents/service.ts";
import {ALL, type AuthorsService, authorsService} from "../authors/service.ts";
import {until} from "../support/until.ts";
import {claimedPerson, EMAIL} from "./claimed.ts";

let t: AuthorsService;
let token: string;
let signIn: Awaited<ReturnType<typeof claimedPerson>>["signIn"];
let scheduleId: string;
let actionId: string;
let agentId: string;

const mail = {type: "email", recipients: ["reader@example.com"], subject: "Customers", message: "{{value}}"};

beforeAll(async () => {
  t = await authorsService();
  const person = await claimedPerson(t);
  const {id} = person;
  ({token, signIn} = person);
  const chart = await t.chart({id, token}, ALL);
  const schedule = {resources: [{resourceType: "chart", resourceId: chart}], cron: "0 8 * * 1"};
  scheduleId = (await t.made("/api/schedules", {...schedule, recipients: ["reader@example.com"]}, token)).id;
  const trigger = {
    type: "threshold",
    query: {model: "customers", measures: ["customers.count"]},
    measure: "customers.count",
    op: ">",
    value: 0,
    mode: "while_true",
    cron: "0 8 * * 1",
  };
  actionId = (await t.made("/api/actions", {name: "Watch", trigger, effects: [mail]}, token)).id;
  const ask = {name: "run_query", arguments: {model: "customers", measures: ["customers.count"]}};
  const grounding = [{resourceType: "model", resourceId: `${t.shops.duckdb.projectId}/customers`}];
  const report = {title: "Customers", sections: [{text: "Done."}], figures: []};
  const given = {grounding, outputs: [{type: "report"}]};
  agentId = (await t.agent([{calls: [ask]}, answer(report)], given, {repeats: true})).id;
  // As after an inheritance: people do not save agents themselves.
  await t.db.updateTable("agents").set({run_as: id}).where("id", "=", agentId).execute();
});

afterAll(() => t?.stop());

let dues = 0;

/** The next delivery of the schedule's cadence. A slot makes one, so earlier ones are moved to days of their own. */
async function due() {
  const days = 2 ** dues++;
  await sql`update deliveries set slot = slot - ${days} * interval '1 day' where source_id = ${scheduleId}`.execute(
    t.db,
  );
  return t.due(scheduleId);
}

const read = async (path: string) => (await t.call("GET", path, {token})).body;

test("a run as a person whose claim is gone fails with the claim's name, and never sends fewer rows", async () => {
  expect((await due()).status).toBe("succeeded");
  await signIn();
  const delivery = await due();
  expect(delivery).toMatchObject({
    status: "failed",
    resources: [{status: "failed", error: expect.stringContaining('attribute "region"')}],
  });
  const {id: runId} = await t.made(`/api/actions/${actionId}/runs`, {}, token);
  const run = await until(async () => {
    const found = await read(`/api/actions/${actionId}/runs/${runId}`);
    return found.finishedAt ? found : undefined;
  });
  expect(run).toMatchObject({status: "failed", error: expect.stringContaining("region")});
  const {runId: agentRun} = await t.made(`/api/agents/${agentId}/run`, {}, t.org.admin.token);
  const {transcript} = await t.runEnded(agentId, agentRun, token);
  expect(JSON.stringify(transcript)).toContain("depend on attributes that Claimed does not have: region");
  expect(await read(`/api/schedules/${scheduleId}`)).toMatchObject({active: true});
});

test("a schedule, action or agent of a person whose values changed is paused with the reason, and the person is notified", async () => {
  await signIn(["north", "south"]);
  for (const path of [`schedules/${scheduleId}`, `actions/${actionId}`]) {
    await t.call("PATCH", `/api/${path}/active`, {token, body: {active: true}});
  }
  await signIn(["south", "north"]);
  expect(await read(`/api/schedules/${scheduleId}`)).toMatchObject({active: true});
  await signIn(["north"]);
  for (const path of [`schedules/${scheduleId}`, `actions/${actionId}`]) {
    const found = await read(`/api/${path}`);
    expect(found).toMatchObject({active: false, pausedBecause: expect.stringContaining("identity provider")});
  }
  await until(async () => t.mailTo(EMAIL).length >= 2 || undefined);
  const resumed = await t.call("PATCH", `/api/schedules/${scheduleId}/active`, {token, body: {active: true}});
  expect(resumed.body).toMatchObject({active: true});
  expect((await due()).status).toBe("succeeded");
});

test("work that was already paused is paused again with the reason, and the person gets no mail", async () => {
  await signIn(["north", "south"]);
  await t.call("PATCH", `/api/schedules/${scheduleId}/active`, {token, body: {active: false}});
  await t.call("PATCH", `/api/actions/${actionId}/active`, {token, body: {active: true}});
  const notices = async (sourceId: string) => {
    const found = await sql`select from deliveries where notice_of = ${sourceId}`.execute(t.db);
    return found.rows.length;
  };
  const before = {schedule: await notices(scheduleId), action: await notices(actionId)};
  await signIn(["north"]);
  expect(await read(`/api/schedules/${scheduleId}`)).toMatchObject({
    active: false,
    pausedBecause: expect.stringContaining("identity provider"),
  });
  expect(await notices(scheduleId)).toBe(before.schedule);
  expect(await notices(actionId)).toBe(before.action + 1);
  await t.call("PATCH", `/api/schedules/${scheduleId}/active`, {token, body: {active: true}});
});

test("runs no longer find what was visible through a team that a claim gave, once the team is gone", async () => {
  await signIn(["north"], []);
  expect(await due()).toMatchObject({status: "failed", resources: [{status: "failed"}]});
});
