import {afterAll, beforeAll, expect, test} from "bun:test";
import {addPerson, addTeam} from "../support/people.ts";
import {type ActionService, actionService} from "./service.ts";

let t: ActionService;
let projectId: string;
let teamId: string;

beforeAll(async () => {
  t = await actionService();
  projectId = t.shops.postgres.projectId;
  teamId = await addTeam(t, "Readers");
});

afterAll(() => t?.stop());

const member = (region = "north") =>
  addPerson(t, {attributes: {region: [region]}, teams: [{id: teamId, role: "member"}]});

const email = (more: object = {}) => ({
  type: "email",
  recipients: ["readers@example.com"],
  subject: "The first is {{value}} of {{count}}",
  message: "Look.",
  ...more,
});

const action = async (body: object, token: string) =>
  (await t.made("/api/actions", {name: "Read by others", ...body}, token)).id;

async function rehearsed(id: string, token: string): Promise<string> {
  const {id: runId} = await t.made(`/api/actions/${id}/runs`, {dryRun: true}, token);
  await t.runEnded(id, runId);
  return `/api/actions/${id}/runs/${runId}`;
}

const effectOf = async (path: string, token: string) => (await t.call("GET", path, {token})).body.effects[0];

test("a dry run shows its values only to people with the same rows", async () => {
  const [author, same, other] = [await member(), await member(), await member("south")];
  const trigger = {
    type: "threshold",
    query: {model: "customers", projectId, dimensions: ["customers.region"], measures: ["customers.count"]},
    measure: "customers.count",
    op: ">",
    value: 0,
    mode: "became_true",
    cron: "0 8 * * 1",
  };
  const path = await rehearsed(
    await action({trigger, effects: [email()], teamId}, author.token),
    author.token,
  );
  const would = 'Mails "The first is 1 of 1" to readers@example.com.';
  expect((await effectOf(path, author.token)).result).toEqual({would});
  expect((await effectOf(path, same.token)).result).toEqual({would});
  expect((await effectOf(path, other.token)).result).toEqual({});
});

test("a dry run names a schedule and a chart only to people who see them", async () => {
  const [author, reader] = [await member(), await member()];
  const query = {model: "orders", measures: ["orders.count"]};
  const chart = await t.made("/api/charts", {name: "Hidden", projectId, type: "table", query}, author.token);
  const schedule = {
    name: "Hidden mail",
    resources: [{resourceType: "chart", resourceId: chart.id}],
    cron: "0 8 * * 1",
    recipients: ["hidden@example.com"],
  };
  const {id: scheduleId} = await t.made("/api/schedules", schedule, author.token);
  for (const effect of [{type: "run_delivery", scheduleId}, email({chartId: chart.id})]) {
    const id = await action({trigger: {type: "manual"}, effects: [effect], teamId}, author.token);
    const path = await rehearsed(id, author.token);
    expect((await effectOf(path, author.token)).result.would).toContain("Hidden");
    expect((await effectOf(path, reader.token)).result).toEqual({});
  }
});

test("a run names the action that led to it only to people who see that action", async () => {
  const [maker, hearer] = [await member(), await member()];
  const onDataset = {type: "event", event: "dataset.created"};
  const heard = await action({trigger: onDataset, effects: [email()]}, hearer.token);
  const query = {model: "orders", projectId, measures: ["orders.count"]};
  const freezes = {trigger: {type: "manual"}, effects: [{type: "snapshot_dataset", name: "Shared", query}]};
  const id = await action({...freezes, teamId}, maker.token);
  const {id: runId} = await t.made(`/api/actions/${id}/runs`, {}, maker.token);
  await t.runEnded(id, runId);
  const [run] = await t.runs(heard, 1);
  const path = `/api/actions/${heard}/runs/${run.id}`;
  const causeFor = async (token: string) => (await t.call("GET", path, {token})).body.cause;
  expect(await causeFor(hearer.token)).toEqual({actionId: id, runId});
  expect(
    (await t.call("PUT", `/api/actions/${id}`, {body: {name: "Own again", ...freezes, teamId: null}})).status,
  ).toBe(200);
  expect((await t.call("GET", `/api/actions/${id}`, {token: hearer.token})).status).toBe(404);
  expect(await causeFor(hearer.token)).toBeUndefined();
  await t.call("DELETE", `/api/actions/${heard}`);
});

test("a snapshot that could not be deleted is named to everybody, and the content that uses it only to the principal", async () => {
  const [author, reader] = [await member(), await member()];
  const query = {model: "orders", projectId, dimensions: ["orders.status"]};
  const effect = {type: "snapshot_dataset", name: "Kept", query, keep: 1};
  const id = await action({trigger: {type: "manual"}, effects: [effect], teamId}, author.token);
  const freeze = async () => {
    const {id: runId} = await t.made(`/api/actions/${id}/runs`, {}, author.token);
    await t.runEnded(id, runId);
    return `/api/actions/${id}/runs/${runId}`;
  };
  const {result: first} = await effectOf(await freeze(), author.token);
  const chart = {
    name: "Of the author",
    type: "table",
    query: {model: first.slug, dimensions: [`${first.slug}.status`]},
  };
  await t.made("/api/charts", chart, author.token);
  const path = await freeze();
  const kept = async (token: string) => (await effectOf(path, token)).result.kept[0];
  expect(await kept(author.token)).toEqual({
    id: first.datasetId,
    because: expect.stringContaining("Of the author"),
  });
  expect(await kept(reader.token)).toEqual({
    id: first.datasetId,
    because: "The dataset is in use, or must not be deleted.",
  });
});
