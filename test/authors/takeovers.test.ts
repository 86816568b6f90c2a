import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {ALL, type AuthorsService, authorsService, type Person} from "./service.ts";

let t: AuthorsService;
beforeAll(async () => {
  t = await authorsService();
});
afterAll(() => t?.stop());

const BO = /^Bo$/m;
const BOTH = {region: ["north", "south"]};
const NORTHERN = {region: ["north"]};
const COUNTED = {
  type: "threshold",
  query: {model: "customers", measures: ["customers.count"]},
  measure: "customers.count",
  op: ">",
};

type Role = "lead" | "member";

function member(attributes: typeof BOTH, more: {id: string; role: Role}[] = [], role: Role = "member") {
  return addPerson(t, {teams: [{id: t.teamId, role}, ...more], attributes});
}

const delivered = (id: string, {token}: Person) =>
  until(async () => {
    const {body} = await t.call("GET", `/api/deliveries/${id}`, {token});
    return body.finishedAt ? body : undefined;
  });
const mailed = (email: string) =>
  t
    .mailTo(email)
    .map(({mail}) => mail.text ?? "")
    .join("\n");

function scheduleOf(chartId: string, recipients: string[], more: object = {}) {
  return {
    resourceType: "chart",
    resourceId: chartId,
    cron: "0 8 * * 1",
    teamId: t.teamId,
    recipients,
    ...more,
  };
}

test("a test run for other recipients waits for a concurrent change, and is refused if the change gives the schedule another principal", async () => {
  const mallory = await member(NORTHERN);
  const chartId = await t.chart(t.alice, ALL);
  const {id} = await t.made("/api/schedules", scheduleOf(chartId, ["a@example.com"]), mallory.token);
  const path = `/api/schedules/${id}`;
  let send: ReturnType<typeof t.call> | undefined;
  await t.db.transaction().execute(async tx => {
    // Locks the schedule, as Alice's change does until its commit.
    await sql`select from content where id = ${id} for update`.execute(tx);
    send = t.call("POST", `${path}/run`, {token: mallory.token, body: {recipients: ["evil@example.com"]}});
    await until(async () => {
      const {rows} = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%content%' and datname = current_database()`.execute(
        t.db,
      );
      return rows.length > 0 ? true : undefined;
    });
    await sql`update schedules set run_as = ${t.alice.id} where id = ${id}`.execute(tx);
  });
  expect((await send)?.status).toBe(403);
  expect(mailed("evil@example.com")).toBe("");
});

test("a delivery that failed before rendering is not sent to recipients who are no longer named", async () => {
  const [author, lead] = [await member(BOTH), await member(NORTHERN, [], "lead")];
  const chartId = await t.chart(author, ALL);
  const condition = {...COUNTED, value: 0};
  const body = scheduleOf(chartId, ["gone@rival.example"], {condition});
  const {id} = await t.made("/api/schedules", body, author.token);
  await t.setAttributes(author, {});
  const failed = await t.due(id);
  expect(failed.status).toBe("failed");
  await t.setAttributes(author, BOTH);
  const retry = () => t.call("POST", `/api/deliveries/${failed.id}/retry`, {token: lead.token});
  await t.call("PUT", `/api/schedules/${id}`, {
    token: author.token,
    body: {...body, recipients: ["new@example.com"]},
  });
  expect((await retry()).status).toBe(409);
  // Neither is it if the person whose rows are sent started it by hand.
  await sql`update deliveries set trigger = 'test', sent_by = run_as where id = ${failed.id}`.execute(t.db);
  expect((await retry()).status).toBe(409);
  // Once the recipient is named again, it is sent again.
  await t.call("PUT", `/api/schedules/${id}`, {token: author.token, body});
  expect((await retry()).status).toBe(202);
  await delivered(failed.id, author);
  expect(mailed("gone@rival.example")).toMatch(BO);
});

test("a delivery that failed before rendering is not sent with the rows of a former principal", async () => {
  const [author, lead] = [await member(BOTH), await member(NORTHERN, [], "lead")];
  const chartId = await t.chart(author, ALL);
  const condition = {...COUNTED, value: 0};
  const body = scheduleOf(chartId, ["lead@example.com"], {condition});
  const {id} = await t.made("/api/schedules", body, author.token);
  await t.setAttributes(author, {});
  const failed = await t.due(id);
  await t.setAttributes(author, BOTH);
  for (const recipients of [["other@example.com"], ["lead@example.com"]]) {
    const taken = await t.call("PUT", `/api/schedules/${id}`, {
      token: lead.token,
      body: {...body, recipients},
    });
    expect(taken.body.runAs).toBe(lead.id);
    const retry = await t.call("POST", `/api/deliveries/${failed.id}/retry`, {token: lead.token});
    expect(retry.status).toBe(409);
  }
  expect(mailed("lead@example.com")).toBe("");
});

test("a delivery that ends after its schedule was taken over leaves no rows to compare with", async () => {
  const [author, other] = [await member(BOTH), await member(NORTHERN)];
  const chartId = await t.chart(author, ALL);
  const {id} = await t.made("/api/schedules", scheduleOf(chartId, ["h@example.com"]), author.token);
  const {id: deliveryId} = await t.due(id);
  const hash = async () =>
    (await t.db.selectFrom("schedules").select("rows_hash").where("id", "=", id).executeTakeFirst())
      ?.rows_hash;
  expect(await hash()).toBeString();
  // As if the schedule were taken over before the end.
  await sql`update schedules set run_as = ${other.id}, rows_hash = null where id = ${id}`.execute(t.db);
  await sql`
    with m as (
      update deliveries set status = 'running', finished_at = null where id = ${deliveryId} returning org_id, id)
    select graphile_worker.add_job('run_delivery', json_build_object('orgId', org_id, 'deliveryId', id)) from m`.execute(
    t.db,
  );
  expect((await delivered(deliveryId, author)).status).toBe("succeeded");
  expect(await hash()).toBeNull();
});

test("a running action freezes nothing for a team to which somebody else has moved the action", async () => {
  const other = await addTeam(t, "Other");
  const [bob, outsider] = [
    await member(NORTHERN, [{id: other, role: "member"}]),
    await addPerson(t, {teams: [{id: other, role: "member"}], attributes: NORTHERN}),
  ];
  const boss = await addPerson(t, {teams: [{id: t.teamId, role: "member"}], attributes: BOTH, role: "admin"});
  const body = {
    name: "Freeze",
    trigger: {type: "manual"},
    effects: [{type: "snapshot_dataset", name: "Everyone", query: ALL}],
    teamId: t.teamId,
  };
  const {id} = await t.made("/api/actions", body, boss.token);
  const first = await t.acted(boss, id);
  const {datasetId} = first.effects[0].result;
  // A run of an action waits for the end of the one before.
  await sql`update action_runs set status = 'running', finished_at = null where id = ${first.id}`.execute(
    t.db,
  );
  const {id: runId} = await t.made(`/api/actions/${id}/runs`, {}, bob.token);
  const moved = await t.call("PUT", `/api/actions/${id}`, {token: bob.token, body: {...body, teamId: other}});
  expect(moved.body.runAs).toBe(bob.id);
  await sql`update action_runs set status = 'succeeded', finished_at = now() where id = ${first.id}`.execute(
    t.db,
  );
  const run = await until(async () => {
    const got = (await t.call("GET", `/api/actions/${id}/runs/${runId}`, {token: boss.token})).body;
    return got.finishedAt ? got : undefined;
  });
  expect(run.effects).toMatchObject([{status: "failed", error: expect.stringContaining("Somebody else")}]);
  // The earlier run names no dataset to new readers who do not see it.
  const seen = await t.call("GET", `/api/actions/${id}/runs/${first.id}`, {token: outsider.token});
  expect((await t.call("GET", `/api/datasets/${datasetId}`, {token: outsider.token})).status).toBe(404);
  expect(seen.body.effects[0].result).toEqual({datasetId});
});

test("a person who has all rows attached, where the mail showed only some, has their own rows sent", async () => {
  const [author, lead] = [await member(BOTH), await member(NORTHERN, [], "lead")];
  const chartId = await t.chart(author, ALL, {name: "Names"});
  const body = scheduleOf(chartId, ["whole@example.com"]);
  const {id} = await t.made("/api/schedules", body, author.token);
  const put = async (formats: string[], {token}: Person) =>
    (await t.call("PUT", `/api/schedules/${id}`, {token, body: {...body, formats}})).body.runAs;
  expect(await put(["html", "pdf"], lead)).toBe(author.id);
  expect(await put(["html", "pdf", "csv"], lead)).toBe(lead.id);
  const {id: deliveryId} = await t.sent(id, lead.token);
  const path = `/api/deliveries/${deliveryId}/files/names.csv`;
  const file = await t.call("GET", path, {token: lead.token, headers: {accept: "*/*"}});
  expect(file.text).toContain("Ada");
  expect(file.text).not.toContain("Bo");
  // The same rows in another format, or fewer rows, are no further rows.
  expect(await put(["html", "pdf", "csv"], author)).toBe(lead.id);
  expect(await put(["xlsx"], author)).toBe(lead.id);
  expect(await put(["html"], author)).toBe(lead.id);
});

test("the reason why a tile failed is for the person whose rows are sent and for org-admins", async () => {
  const insiders = await addTeam(t, "Insiders");
  const [insider, reader] = [await member(BOTH, [{id: insiders, role: "member"}]), await member(BOTH)];
  const secret = await t.chart(insider, ALL, {teamId: insiders, name: "Severance of Bob"});
  const board = await t.board(insider, [secret]);
  const body = {...scheduleOf(board, ["x@example.com"]), resourceType: "dashboard"};
  const {id} = await t.made("/api/schedules", body, insider.token);
  await t.setAttributes(insider, {});
  const {id: deliveryId} = await t.sent(id, insider.token);
  const errorFor = async (token: string) =>
    (await t.call("GET", `/api/deliveries/${deliveryId}`, {token})).body.resources[0].error;
  expect(await errorFor(reader.token)).toBe("Only the account that it runs as can see why it failed.");
  for (const token of [insider.token, t.org.admin.token])
    expect(await errorFor(token)).toContain("Severance of Bob");
});

test("a dry run names a project only to readers who are org-admins", async () => {
  const insiders = await addTeam(t, "Planners");
  const boss = await addPerson(t, {teams: [{id: t.teamId, role: "member"}], role: "admin"});
  const {connectionId} = t.shops.duckdb;
  const project = {name: "Layoffs 2027", connectionId, teamIds: [insiders]};
  const {id: projectId} = await t.made("/api/projects", project);
  const git = {repository: "acme/secret-layoffs", branch: "plan-b", path: "", installationId: "1"};
  await sql`update projects set git = ${JSON.stringify(git)}::jsonb, git_repository_id = 77 where id = ${projectId}`.execute(
    t.db,
  );
  const effects = [{type: "sync_project", projectId}];
  const body = {name: "Sync", trigger: {type: "manual"}, effects, teamId: t.teamId};
  const {id} = await t.made("/api/actions", body, boss.token);
  const run = await t.acted(boss, id, {dryRun: true});
  expect(run.effects[0].result.would).toContain("acme/secret-layoffs");
  const seen = await t.call("GET", `/api/actions/${id}/runs/${run.id}`, {token: t.eve.token});
  expect(seen.status).toBe(200);
  expect(seen.text).not.toMatch(/layoffs|plan-b/i);
});

test.each([
  ["both", BOTH],
  ["one", NORTHERN],
])(
  "a person who takes over a threshold learns nothing of its state: before, %s of the rows counted",
  async (_, attributes) => {
    const [owner, spy] = [await member(attributes), await member(NORTHERN)];
    const effects = [{type: "email", recipients: ["o@example.com"], subject: "S", message: "M"}];
    const trigger = {...COUNTED, value: 1, mode: "changed", cron: "0 8 * * 1"};
    const body = {name: "Watch", trigger, effects, teamId: t.teamId};
    const {id} = await t.made("/api/actions", body, owner.token);
    await t.acted(owner, id);
    await t.call("PUT", `/api/actions/${id}`, {
      token: spy.token,
      body: {...body, effects: [{...effects[0], subject: "Mine"}]},
    });
    const {status, rows} = await t.acted(spy, id);
    expect({status, rows: rows?.length ?? 0}).toEqual({status: "succeeded", rows: 0});
  },
);
