import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {addRunJob as addActionJob} from "../../shared/automation/actions/create-runs.ts";
import {addRunJob as addAgentJob} from "../../shared/automation/agents/run-job.ts";
import {addJob} from "../../shared/automation/deliveries/create.ts";
import {sql} from "../../shared/core/db.ts";
import {enqueue} from "../../shared/core/jobs.ts";
import {answer} from "../agents/service.ts";
import {ALL, type AuthorsService, authorsService} from "../authors/service.ts";
import {until} from "../support/until.ts";
import {claimedPerson} from "./claimed.ts";

// Schedules, actions and agents run with the rights of the person who made them. The person sees the north and the south
// at first, and after another sign-in the north alone. To get work that waits during that sign-in, a test resets finished
// work to its state before it was carried out, without its job, and adds the job after the sign-in.

let t: AuthorsService;
let id: string;
let token: string;
let signIn: Awaited<ReturnType<typeof claimedPerson>>["signIn"];
let chartId: string;

beforeAll(async () => {
  t = await authorsService();
  ({id, token, signIn} = await claimedPerson(t));
  chartId = await t.chart({id, token}, ALL);
});

afterAll(() => t?.stop());

beforeEach(() => signIn(["north", "south"]));

const REASON = "attributes of the run's account have changed";
const skipped = {status: "skipped", error: expect.stringContaining(REASON)};
const byName = {
  type: "threshold",
  query: {model: "customers", dimensions: ["customers.name"], measures: ["customers.count"]},
  measure: "customers.count",
  op: ">",
  value: 0,
  mode: "while_true",
  cron: "0 8 * * 1",
};

const read = async (path: string, by = token) => (await t.call("GET", path, {token: by})).body;
const ended = (path: string) =>
  until(async () => {
    const found = await read(path);
    return found.finishedAt ? found : undefined;
  });

/** A schedule in the person's name with `email` as its recipient. */
async function scheduled(email: string): Promise<string> {
  const resources = [{resourceType: "chart", resourceId: chartId}];
  const schedule = {resources, cron: "0 8 * * 1", recipients: [email], teamId: t.teamId};
  return (await t.made("/api/schedules", schedule, token)).id;
}

/** A delivery of the schedule that failed before it was rendered, because the person had lost the right to read. */
async function failedDelivery(scheduleId: string): Promise<string> {
  const expire = (at: string) =>
    sql`update principals set expires_at = ${at}::timestamptz where id = ${id}`.execute(t.db);
  await expire("2020-01-01");
  const {deliveryId} = await t.made(`/api/schedules/${scheduleId}/run`, {}, t.org.admin.token);
  await until(async () => {
    const {status} = await read(`/api/deliveries/${deliveryId}`, t.org.admin.token);
    return status === "failed" || undefined;
  });
  await expire("infinity");
  await t.web.notices.caughtUp();
  return deliveryId;
}

test("a delivery that failed before it was rendered is not sent again with other rows", async () => {
  const scheduleId = await scheduled("retried@example.com");
  const deliveryId = await failedDelivery(scheduleId);
  await signIn(["north"]);
  const admin = t.org.admin.token;
  for (const by of [admin, token]) {
    const {status, body} = await t.call("POST", `/api/deliveries/${deliveryId}/retry`, {token: by});
    expect({status, detail: body.detail}).toEqual({status: 409, detail: expect.stringContaining(REASON)});
  }
  expect((await t.call("POST", `/api/schedules/${scheduleId}/run`, {token: admin})).status).toBe(403);
  // The principal whose rows are sent may still send the schedule, because this delivery is created after the pause.
  expect((await t.sent(scheduleId, token)).status).toBe("succeeded");
  expect(t.mailTo("retried@example.com")).toHaveLength(1);
});

test("a waiting delivery is skipped with the reason", async () => {
  const scheduleId = await scheduled("waiting@example.com");
  const deliveryId = await failedDelivery(scheduleId);
  await sql`
    with recipients as (
      update delivery_recipients set status = 'queued', answer = null where delivery_id = ${deliveryId})
    update deliveries set status = 'running', renderings = 1, finished_at = null, error = null
    where id = ${deliveryId}`.execute(t.db);
  await signIn(["north"]);
  await sql`select ${addJob()} from deliveries m where m.id = ${deliveryId}`.execute(t.db);
  expect(await ended(`/api/deliveries/${deliveryId}`)).toMatchObject({
    ...skipped,
    recipients: [{status: "skipped"}],
  });
  expect(t.mailTo("waiting@example.com")).toHaveLength(0);
});

test("a mail that is already rendered is sent unchanged", async () => {
  const scheduleId = await scheduled("rendered@example.com");
  const {id: deliveryId} = await t.sent(scheduleId, token);
  await sql`
    with recipients as (
      update delivery_recipients set status = 'queued', sent_at = null, answer = null
      where delivery_id = ${deliveryId})
    update deliveries set status = 'running', finished_at = null where id = ${deliveryId}`.execute(t.db);
  await signIn(["north"]);
  await sql`select ${addJob()} from deliveries m where m.id = ${deliveryId}`.execute(t.db);
  expect(await ended(`/api/deliveries/${deliveryId}`)).toMatchObject({status: "succeeded"});
  const texts = t.mailTo("rendered@example.com").map(({mail}) => mail.text);
  expect(texts).toHaveLength(2);
  for (const text of texts) expect(text).toMatch(/^Bo$/m);
});

/** An action of the person whose effect takes a snapshot of all customers, and a run of it that has ended. */
async function ranAction(): Promise<{actionId: string; runId: string; path: string}> {
  const effects = [{type: "snapshot_dataset", query: ALL, name: "Customers"}];
  const action = {name: "Keep", trigger: byName, effects, teamId: t.teamId};
  const {id: actionId} = await t.made("/api/actions", action, token);
  const {id: runId} = await t.acted({id, token}, actionId);
  return {actionId, runId, path: `/api/actions/${actionId}/runs/${runId}`};
}

const datasets = async () => (await sql`select from datasets`.execute(t.db)).rows.length;

/** Sets the run back to before its effect: not begun, or after a pause. */
async function putBack(runId: string, status: "queued" | "running"): Promise<void> {
  await sql`
    update action_runs r set status = ${status}, finished_at = null, error = null, cause = '{"type": "threshold"}',
      judged_at = case when ${status} = 'running' then judged_at end,
      effects = (select json_agg(json_build_object('effect', e.value -> 'effect', 'status', 'queued'))
        from json_array_elements(r.effects) e)
    where r.id = ${runId}`.execute(t.db);
}

test.each(["queued", "running"] as const)(
  "the run of an action that is %s takes no snapshot",
  async status => {
    const {runId, path} = await ranAction();
    await putBack(runId, status);
    const before = await datasets();
    await signIn(["north"]);
    await sql`select ${addActionJob()} from action_runs m where m.id = ${runId}`.execute(t.db);
    expect(await ended(path)).toMatchObject({...skipped, effects: [{status: "skipped"}]});
    expect(await datasets()).toBe(before);
  },
);

test("a check that waits for its group is skipped with the reason", async () => {
  const {runId, path} = await ranAction();
  await putBack(runId, "queued");
  await signIn(["north"]);
  await t.db
    .transaction()
    .execute(tx =>
      enqueue(
        tx,
        "check_group",
        {orgId: t.org.id, runIds: [runId]},
        {key: `check ${runId}`, queue: sql`'checks'`},
      ),
    );
  expect(await ended(path)).toMatchObject(skipped);
});

test("a waiting run of an agent asks nothing", async () => {
  const grounding = [{resourceType: "model", resourceId: `${t.shops.duckdb.projectId}/customers`}];
  const report = {title: "Customers", sections: [{text: "Done."}], figures: []};
  const given = {grounding, outputs: [{type: "report"}]};
  const ask = {name: "run_query", arguments: {model: "customers", measures: ["customers.count"]}};
  const {id: agentId} = await t.agent([{calls: [ask]}, answer(report)], given, {repeats: true});
  // As after an inheritance: people do not save agents themselves.
  await t.db.updateTable("agents").set({run_as: id}).where("id", "=", agentId).execute();
  const {runId} = await t.made(`/api/agents/${agentId}/run`, {}, t.org.admin.token);
  await t.runEnded(agentId, runId);
  await sql`
    update agent_runs set status = 'queued', finished_at = null, answer = null, outputs = '[]'
    where id = ${runId}`.execute(t.db);
  await sql`delete from agent_rounds where run_id = ${runId}`.execute(t.db);
  await signIn(["north"]);
  await sql`select ${addAgentJob} from agent_runs m where m.id = ${runId}`.execute(t.db);
  expect(await t.runEnded(agentId, runId)).toMatchObject(skipped);
  const rounds = await sql`select from agent_rounds where run_id = ${runId}`.execute(t.db);
  expect(rounds.rows).toHaveLength(0);
});
