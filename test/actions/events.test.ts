import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {sql} from "../../shared/core/db.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {type ActionService, actionService} from "./service.ts";

const ORDERS = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const CSV = "name,amount\na,1\nb,2\n";

let t: ActionService;
let warehouse: pg.Client;
let projectId: string;
let otherProjectId: string;

beforeAll(async () => {
  // No server accepts mail for this domain, so that a delivery to it fails for good.
  t = await actionService({judge: ({to}) => (to[0]?.startsWith("refused") ? refusal() : undefined)});
  projectId = t.shops.postgres.projectId;
  otherProjectId = t.shops.duckdb.projectId;
  warehouse = new pg.Client({connectionString: t.shops.postgresUrl});
  await warehouse.connect();
});

afterAll(async () => {
  await warehouse?.end();
  await t?.stop();
});

function refusal(): Error {
  return Object.assign(new Error("no such mailbox"), {responseCode: 550});
}

const email = (recipient: string, more: object = {}) => ({
  type: "email",
  recipients: [recipient],
  subject: "{{event}} of {{resource}}",
  message: "Run {{run}}.",
  ...more,
});

const onEvent = (event: string, resourceId?: string) => ({
  type: "event",
  event,
  ...(resourceId === undefined ? {} : {resourceId}),
});

async function action(
  trigger: object,
  effects: object[],
  {token, ...more}: {token?: string; teamId?: string; name?: string} = {},
): Promise<string> {
  return (await t.made("/api/actions", {name: "Waits", trigger, effects, ...more}, token)).id;
}

const dataset = (name: string, project = projectId, more: object = {}, token?: string) =>
  t.made(`/api/projects/${project}/datasets`, {name, kind: "snapshot", snapshotCsv: CSV, ...more}, token);

describe("an action that waits for datasets", () => {
  test("runs once for each new one, names it, and does not run for those of other projects", async () => {
    const id = await action(onEvent("dataset.created", projectId), [email("made@example.com")]);
    expect((await t.call("GET", `/api/actions/${id}`)).body.nextRun).toBeUndefined();
    await dataset("Elsewhere", otherProjectId);
    const {id: datasetId} = await dataset("Here");
    const [run, ...others] = await t.runs(id, 1);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      status: "succeeded",
      trigger: {type: "event", event: "dataset.created", resourceId: datasetId},
    });
    await t.ended(run.effects[0].result.deliveryId);
    expect(t.mailTo("made@example.com")[0]?.mail).toMatchObject({
      subject: `dataset.created of ${datasetId}`,
      text: expect.stringContaining(`Run ${run.id}.`),
    });
    await t.call("DELETE", `/api/actions/${id}`);
  });

  test("is notified only of datasets that its principal can see, and of nothing while it is paused", async () => {
    const [author, other] = [await addPerson(t), await addPerson(t)];
    const id = await action(onEvent("dataset.created"), [email("a@example.com")], {token: author.token});
    await dataset("Private", projectId, {}, other.token);
    await t.call("PATCH", `/api/actions/${id}/active`, {token: author.token, body: {active: false}});
    await dataset("While paused", projectId, {}, author.token);
    await t.allTaken();
    await t.call("PATCH", `/api/actions/${id}/active`, {token: author.token, body: {active: true}});
    const {id: seen} = await dataset("Own", projectId, {}, author.token);
    const runs = await t.runs(id, 1);
    expect(runs.map(run => run.trigger.resourceId)).toEqual([seen]);
    await t.call("DELETE", `/api/actions/${id}`);
  });

  test("names the dataset only to readers who can see it", async () => {
    const teamId = await addTeam(t, "Listeners");
    const member = () => addPerson(t, {teams: [{id: teamId, role: "member"}]});
    const [author, reader] = [await member(), await member()];
    const id = await action(onEvent("dataset.created"), [email("b@example.com")], {
      token: author.token,
      teamId,
    });
    const {id: datasetId} = await dataset("Of the author alone", projectId, {}, author.token);
    const [run] = await t.runs(id, 1);
    const path = `/api/actions/${id}/runs/${run.id}`;
    const seen = async (token: string) => (await t.call("GET", path, {token})).body.trigger;
    expect(await seen(author.token)).toEqual({
      type: "event",
      event: "dataset.created",
      resourceId: datasetId,
    });
    expect(await seen(reader.token)).toEqual({type: "event", event: "dataset.created"});
    await t.call("DELETE", `/api/actions/${id}`);
  });

  test("has a run for each of several datasets created at once, one after another, in their order", async () => {
    const id = await action(onEvent("dataset.created", otherProjectId), [email("many@example.com")]);
    const made = await Promise.all(Array.from({length: 12}, (_, i) => dataset(`Many ${i}`, otherProjectId)));
    const runs = await t.runs(id, 12);
    expect(runs.map(run => run.trigger.resourceId).toSorted()).toEqual(made.map(one => one.id).toSorted());
    expect(new Set(runs.map(run => run.status))).toEqual(new Set(["succeeded"]));
    const times = runs.toReversed().map(({startedAt, finishedAt}) => [startedAt, finishedAt]);
    expect(times.flat()).toEqual(times.flat().toSorted());
    await t.call("DELETE", `/api/actions/${id}`);
  });
});

test("a subject of several lines becomes a mail, and a delivery, with one line", async () => {
  const subject = "First\r\nBcc: x@example.com\n\tlast";
  const body = {name: "Lines", trigger: {type: "manual"}, effects: [email("lines@example.com", {subject})]};
  const {id} = await t.made("/api/actions", body);
  const run = await t.ran(id);
  const {deliveryId} = run.effects[0].result;
  await t.ended(deliveryId);
  expect(t.mailTo("lines@example.com")[0]?.mail.subject).toBe("First Bcc: x@example.com last");
  const {rows} = await sql`select name from deliveries where id = ${deliveryId}`.execute(t.db);
  expect(rows).toEqual([{name: "First Bcc: x@example.com last"}]);
  await t.call("DELETE", `/api/actions/${id}`);
});

test("no event is stored if no action waits for it, or if it was rolled back", async () => {
  await dataset("Unheard");
  const id = await action(onEvent("dataset.created"), [email("none@example.com")]);
  const body = {name: "Nameless", kind: "snapshot", snapshotCsv: CSV, teamId: "team_none"};
  expect((await t.call("POST", `/api/projects/${projectId}/datasets`, {body})).status).toBeGreaterThan(399);
  await t.allTaken();
  expect((await t.call("GET", `/api/actions/${id}/runs`)).body).toEqual([]);
  await t.call("DELETE", `/api/actions/${id}`);
});

test("an action is notified of its principal's failing queries, even if others run the same query", async () => {
  const other = await addPerson(t);
  const id = await action(onEvent("query.failed", projectId), [email("queries@example.com")]);
  const asyncId = await action(onEvent("query.failed"), [email("async@example.com")]);
  await warehouse.query("alter table orders rename to gone");
  try {
    const ask = (token = t.org.admin.token, headers: Record<string, string> = {}) =>
      t.call("POST", "/api/query", {token, headers, body: {...ORDERS, projectId}});
    expect((await ask(other.token)).status).toBeGreaterThan(399);
    expect((await ask()).status).toBeGreaterThan(399);
    const [run] = await t.runs(id, 1);
    expect(run.trigger).toMatchObject({type: "event", event: "query.failed"});
    const listed = (await t.call("GET", `/api/query/runs/${run.trigger.resourceId}`)).body;
    expect(listed).toMatchObject({status: "failed", model: "orders", projectId});
    await t.runs(asyncId, 1);
    expect((await ask(undefined, {prefer: "respond-async"})).status).toBe(202);
    await t.runs(asyncId, 2);
    await t.allTaken();
    expect(await t.runs(id, 2)).toHaveLength(2);
  } finally {
    await warehouse.query("alter table gone rename to orders");
  }
  for (const one of [id, asyncId]) await t.call("DELETE", `/api/actions/${one}`);
});

test("a chain of actions ends if one would run itself, and that is reported", async () => {
  await sql`update principals set email = 'loops@example.com' where id = ${t.org.adminUser.id}`.execute(t.db);
  // The action's own mail fails, which is the event that it waits for.
  const id = await action(onEvent("delivery.failed"), [email("refused@example.com")], {name: "Circle"});
  const starter = await action({type: "manual"}, [email("refused.first@example.com")]);
  const first = await t.ran(starter);
  const [loop, run] = await t.runs(id, 2);
  expect(run).toMatchObject({
    status: "succeeded",
    trigger: {type: "event", event: "delivery.failed", resourceId: starter},
    cause: {actionId: starter, runId: first.id},
  });
  expect(loop).toMatchObject({
    status: "skipped",
    error: expect.stringContaining("loop"),
    cause: {actionId: id, runId: run.id},
  });
  await t.allTaken();
  expect(await t.runs(id, 2)).toHaveLength(2);
  const told = () => t.mailTo("loops@example.com").filter(({mail}) => mail.subject?.includes("loop"));
  await until(() => told().length > 0);
  expect(told()).toHaveLength(1);
  expect(told()[0]?.mail.text).toContain("You get this mail because you own the action");
  for (const one of [id, starter]) await t.call("DELETE", `/api/actions/${one}`);
});

test("a chain has at most five actions", async () => {
  const ids = [await action({type: "manual"}, [email("refused.0@example.com")])];
  for (let i = 1; i < 7; i++) {
    ids.push(await action(onEvent("delivery.failed", ids[i - 1]), [email(`refused.${i}@example.com`)]));
  }
  await t.ran(ids[0] ?? "");
  const [sixth] = await t.runs(ids[5] ?? "", 1);
  expect(sixth).toMatchObject({status: "skipped", error: expect.stringContaining("loop: 5 actions")});
  for (const id of ids.slice(0, 5)) expect((await t.runs(id, 1))[0].status).toBe("succeeded");
  await t.allTaken();
  expect((await t.call("GET", `/api/actions/${ids[6]}/runs`)).body).toEqual([]);
  for (const id of ids) await t.call("DELETE", `/api/actions/${id}`);
});

describe("an action that waits for an event is refused", () => {
  const freeze = (project = projectId) => ({
    type: "snapshot_dataset",
    name: "Frozen",
    query: ORDERS,
    projectId: project,
  });

  test("if it is narrowed to a subject that is missing, cannot be seen, or never has the event", async () => {
    const stranger = await addPerson(t);
    const hidden = await action({type: "manual"}, [email("c@example.com")]);
    for (const [event, resourceId, words, token] of [
      ["dataset.created", "proj_none", "proj_none", undefined],
      ["dataset.created", "sched_none", "proj_…", undefined],
      ["delivery.failed", hidden, hidden, stranger.token],
      ["query.failed", "conn_none", "conn_none", undefined],
      ["dataset.created", "constructor_x", "proj_…", undefined],
      ["dataset.created", "__proto___x", "proj_…", undefined],
    ] as const) {
      const body = {
        name: "Narrow",
        trigger: onEvent(event, resourceId),
        effects: [email("d@example.com")],
      };
      const answer = await t.call("POST", "/api/actions", {body, ...(token ? {token} : {})});
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual([
        expect.objectContaining({path: "/trigger/resourceId", message: expect.stringContaining(words)}),
      ]);
    }
    await t.call("DELETE", `/api/actions/${hidden}`);
  });

  test("if an effect would run it again, directly or through other visible actions", async () => {
    const refusedAt = async (trigger: object, effects: object[]) => {
      const answer = await t.call("POST", "/api/actions", {body: {name: "Loop", trigger, effects}});
      expect(answer.status).toBe(422);
      return answer.body.errors[0];
    };
    const own = await refusedAt(onEvent("dataset.created"), [email("e@example.com"), freeze()]);
    expect(own.path).toBe("/effects/1");
    const {id: resourceId} = await t.made("/api/charts", {name: "Orders", type: "bar", query: ORDERS});
    const schedule = await t.made("/api/schedules", {
      resourceType: "chart",
      resourceId,
      cron: "0 8 * * 1",
      recipients: ["f@example.com"],
    });
    const again = [{type: "run_delivery", scheduleId: schedule.id}];
    expect((await refusedAt(onEvent("delivery.failed", schedule.id), again)).path).toBe("/effects/0");
    const there = await action(onEvent("dataset.created", projectId), [freeze(otherProjectId)], {
      name: "There",
    });
    const back = await refusedAt(onEvent("dataset.created", otherProjectId), [freeze(projectId)]);
    expect(back).toMatchObject({
      path: "/effects/0",
      message: expect.stringContaining('Through "There", this leads to'),
    });
    // Another effect on the created thing is no loop.
    const body = (await t.call("GET", `/api/actions/${there}`)).body;
    expect((await t.call("PUT", `/api/actions/${there}`, {body})).status).toBe(200);
    await t.call("DELETE", `/api/actions/${there}`);
  });
});
