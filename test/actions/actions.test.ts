import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {requireVisible} from "../../shared/automation/actions/part-faults.ts";
import {sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {newId} from "../../shared/core/ids.ts";
import {UNSEEN} from "../support/content.ts";
import {addPerson, addTeam} from "../support/people.ts";
import {until} from "../support/until.ts";
import {type MailService, mailService} from "../worker/deliveries/service.ts";

const SUMS = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};

let t: MailService;
let warehouse: pg.Client;
let projectId: string;

beforeAll(async () => {
  t = await mailService();
  ({projectId} = t.shops.postgres);
  warehouse = new pg.Client({connectionString: t.shops.postgresUrl});
  await warehouse.connect();
});

afterAll(async () => {
  await warehouse?.end();
  await t?.stop();
});

const email = (recipient: string, more: object = {}) => ({
  type: "email",
  recipients: [recipient],
  subject: "{{count}} crossed",
  message: "{{action}}: {{measure}} is too high.",
  ...more,
});

const threshold = (more: object = {}) => ({
  type: "threshold",
  query: {...SUMS, projectId},
  measure: "orders.count",
  op: ">",
  value: 2,
  mode: "became_true",
  cron: "0 8 * * 1",
  ...more,
});

async function made(body: object, token?: string): Promise<string> {
  return (await t.made("/api/actions", {name: "Too many", ...body}, token)).id;
}

async function ended(actionId: string, runId: string) {
  return until(async () => {
    const {body} = await t.call("GET", `/api/actions/${actionId}/runs/${runId}`);
    return body.finishedAt ? body : undefined;
  });
}

const ran = async (actionId: string, body: object = {}) =>
  ended(actionId, (await t.made(`/api/actions/${actionId}/runs`, body)).id);

/** Adds this many orders with a status. */
async function orders(status: string, count: number): Promise<void> {
  await warehouse.query("delete from orders where status = $1", [status]);
  await warehouse.query(
    "insert into orders (id, customer_id, status, amount, placed_at) select (extract(epoch from clock_timestamp()) * 1000000)::bigint + g, 1, $1, 1, now() from generate_series(1, $2::int) g",
    [status, count],
  );
  // The rows of a statement are reused for a minute.
  await t.worker.stop();
  t.worker = await t.addWorker();
}

describe("an action", () => {
  test("is not refused because the service's database does not answer", async () => {
    const outage = new ServiceError("database_unavailable", "It does not answer.");
    await expect(requireVisible("/effects/0", () => Promise.reject(outage))).rejects.toBe(outage);
  });

  test("is returned as it was written, and requires what all content requires", async () => {
    const body = {name: "Watch", trigger: threshold(), effects: [email("ada@example.com")]};
    const answer = await t.call("POST", "/api/actions", {body});
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...body,
      active: true,
      runAs: t.org.admin.id,
      lastRun: null,
      teamId: null,
    });
    expect(new Date(answer.body.nextRun).getUTCDay()).toBe(1);
    const path = `/api/actions/${answer.body.id}`;
    const got = await t.call("GET", path);
    expect(got.body).toEqual(answer.body);
    expect((await t.call("GET", "/api/actions")).body[0]).toEqual({...answer.body, ...UNSEEN});
    expect((await t.call("PUT", path, {body: got.body})).status).toBe(200);
    const stranger = await addPerson(t);
    for (const [method, rest] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/runs"],
      ["GET", "/runs"],
    ] as const) {
      expect(
        (await t.call(method, path + rest, {token: stranger.token, ...(method === "PUT" ? {body} : {})}))
          .status,
      ).toBe(404);
    }
    const paused = await t.call("PATCH", `${path}/active`, {body: {active: false}});
    expect(paused.body).toMatchObject({active: false, nextRun: null});
    expect((await t.call("DELETE", path)).status).toBe(204);
    expect((await t.call("GET", path)).status).toBe(404);
  });

  test("is saved with a warning of each part that lacks an attribute of row access", async () => {
    const query = {model: "customers", measures: ["customers.count"], projectId};
    const {id: chartId} = await t.made("/api/charts", {name: "Customers", type: "big_number", query});
    const body = {
      name: "Customers",
      trigger: threshold({query, measure: "customers.count"}),
      effects: [
        email("ada@example.com"),
        email("ada@example.com", {chartId}),
        {type: "snapshot_dataset", name: "Customers", query},
      ],
    };
    const lacking = (part: string) => expect.stringMatching(new RegExp(`^${part}: .* attributes? .*region`));
    const warnings = ["The trigger", "Effect 1", "Effect 2"].map(lacking);
    const answer = await t.call("POST", "/api/actions", {body});
    expect([answer.status, answer.body.warnings]).toEqual([201, warnings]);
    const path = `/api/actions/${answer.body.id}`;
    expect((await t.call("PUT", path, {body: answer.body})).body.warnings).toEqual(warnings);
    expect((await t.call("GET", path)).body).not.toHaveProperty("warnings");
    const northern = await addPerson(t, {attributes: {region: ["north"]}, role: "admin"});
    const own = await t.call("POST", "/api/actions", {body, token: northern.token});
    expect(own.body.warnings).toBeUndefined();
    // The rights of a run are those of `runAs`, whoever saves the name.
    const renamed = {...own.body, name: "Others"};
    expect((await t.call("PUT", `/api/actions/${own.body.id}`, {body: renamed})).body).toEqual({
      ...renamed,
      updatedAt: expect.any(String),
    });
  });

  test.each([
    ["a cron of six fields", {trigger: {type: "schedule", cron: "0 0 8 * * 1"}}, "/trigger/cron"],
    ["no value", {trigger: threshold({value: undefined})}, "/trigger/value"],
    ["two values", {trigger: threshold({compare: {measure: "orders.count"}})}, "/trigger/value"],
    ["a measure that is not asked", {trigger: threshold({measure: "orders.total"})}, "/trigger/measure"],
    [
      "a field that is not there",
      {trigger: threshold({query: {...SUMS, measures: ["orders.count", "orders.nope"]}})},
      "/trigger/query/measures/1",
    ],
    [
      "a reminder that never comes",
      {trigger: threshold({remindEvery: {unit: "day", count: 1}})},
      "/trigger/remindEvery",
    ],
    ["an invalid address", {effects: [email("nobody")]}, "/effects/0/recipients/0"],
    [
      "an unknown placeholder",
      {effects: [email("a@example.com", {message: "{{cuont}}"})]},
      "/effects/0/message",
    ],
    [
      "a section",
      {effects: [email("a@example.com", {message: "{{#count}}x{{/count}}"})]},
      "/effects/0/message",
    ],
    [
      "a placeholder without an end",
      {effects: [email("a@example.com", {subject: "{{count"})]},
      "/effects/0/subject",
    ],
    [
      "a schedule that is not there",
      {effects: [{type: "run_delivery", scheduleId: newId("sched")}]},
      "/effects/0/scheduleId",
    ],
    [
      "a chart that is not there",
      {effects: [email("a@example.com", {chartId: newId("chart")})]},
      "/effects/0/chartId",
    ],
    ["no effect", {effects: []}, "/effects"],
  ])("is refused with %s, with the path of the fault", async (_, wrong, path) => {
    const body = {name: "Wrong", trigger: {type: "manual"}, effects: [email("a@example.com")], ...wrong};
    const answer = await t.call("POST", "/api/actions", {body});
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].path).toBe(path);
  });

  test("run by hand mails its message, as a delivery of its own from which one can unsubscribe", async () => {
    const id = await made({
      name: "By hand",
      trigger: {type: "manual"},
      effects: [email("hand@example.com", {subject: "From {{action}}", message: "At {{time}}"})],
    });
    const run = await ran(id);
    expect(run).toMatchObject({
      status: "succeeded",
      trigger: {type: "manual", by: t.org.admin.id},
      effects: [{type: "email", status: "succeeded"}],
    });
    const delivery = await t.ended(run.effects[0].result.deliveryId);
    expect(delivery).toMatchObject({
      source: {type: "action", id},
      scheduleId: null,
      trigger: "action",
      status: "succeeded",
      recipients: [{email: "hand@example.com", status: "sent"}],
    });
    const [received] = t.mailTo("hand@example.com");
    expect(received?.mail.subject).toBe("From By hand");
    const stop = /https:\/\/analytics\.example(\/unsubscribe\?t=[\w.-]+)/.exec(
      received?.mail.text ?? "",
    )?.[1];
    const stopping = new Request(`http://service.test${stop}`, {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
      headers: {"content-type": "application/x-www-form-urlencoded"},
    });
    expect((await t.app.handle(stopping)).status).toBe(200);
    const again = await ran(id);
    const skipped = await t.ended(again.effects[0].result.deliveryId);
    expect(skipped.recipients).toMatchObject([{status: "skipped"}]);
    expect(t.mailTo("hand@example.com")).toHaveLength(1);
    expect((await t.call("GET", `/api/actions/${id}`)).body.lastRun).toMatchObject({
      id: again.id,
      status: "succeeded",
    });
  });

  test("sends a schedule's delivery, and continues after an effect that may fail", async () => {
    const chart = await t.made("/api/charts", {name: "Orders", type: "table", query: {...SUMS, projectId}});
    const schedule = (recipient: string) =>
      t.made("/api/schedules", {
        resourceType: "chart",
        resourceId: chart.id,
        cron: "0 8 * * 1",
        recipients: [recipient],
      });
    const [gone, kept] = [await schedule("gone@example.com"), await schedule("kept@example.com")];
    const effects = [
      {type: "run_delivery", scheduleId: gone.id, onFailure: "continue"},
      {type: "run_delivery", scheduleId: kept.id},
      {type: "run_delivery", scheduleId: gone.id},
      email("never@example.com"),
    ];
    const id = await made({trigger: {type: "manual"}, effects});
    await t.call("DELETE", `/api/schedules/${gone.id}`);
    const run = await ran(id);
    expect(run).toMatchObject({
      status: "failed",
      effects: [
        {status: "failed", error: expect.stringContaining("There is no schedule")},
        {status: "succeeded"},
        {status: "failed"},
        {status: "skipped"},
      ],
    });
    const delivery = await t.ended(run.effects[1].result.deliveryId);
    expect(delivery).toMatchObject({scheduleId: kept.id, trigger: "action", status: "succeeded"});
    expect(t.mailTo("kept@example.com")).toHaveLength(1);
    expect(t.mailTo("never@example.com")).toEqual([]);
  });

  test("sends a schedule with the condition `changed` only when the rows have changed since the last delivery", async () => {
    const query = {...SUMS, filters: [{field: "orders.status", op: "=", value: "moved"}]};
    const chart = await t.made("/api/charts", {name: "Sums", type: "table", query, projectId});
    const schedule = await t.made("/api/schedules", {
      resourceType: "chart",
      resourceId: chart.id,
      cron: "0 8 * * 1",
      recipients: ["unchanged@example.com"],
      condition: {type: "changed"},
    });
    const effects = [{type: "run_delivery", scheduleId: schedule.id}];
    const id = await made({trigger: {type: "manual"}, effects});
    const sent = async () => t.ended((await ran(id)).effects[0].result.deliveryId);
    const first = await sent();
    expect(first.status).toBe("succeeded");
    expect((await sent()).status).toBe("skipped");
    expect((await t.due(schedule.id)).status).toBe("skipped");
    await orders("moved", 3);
    expect((await sent()).status).toBe("succeeded");
    // As if the first delivery had waited for the retry of a recipient until now.
    await sql`
      with m as (
        update deliveries set status = 'running', finished_at = null where id = ${first.id} returning org_id, id)
      select graphile_worker.add_job('run_delivery', json_build_object('orgId', org_id, 'deliveryId', id)) from m`.execute(
      t.db,
    );
    expect((await t.ended(first.id)).status).toBe("succeeded");
    expect((await sent()).status).toBe("skipped");
    expect(t.mailTo("unchanged@example.com")).toHaveLength(2);
  });

  test("with two waiting runs gets no third one", async () => {
    const id = await made({trigger: {type: "manual"}, effects: [email("waits@example.com")]});
    await t.worker.stop();
    const first = await t.made(`/api/actions/${id}/runs`, {});
    const second = await t.made(`/api/actions/${id}/runs`, {});
    expect(second).toMatchObject({status: "skipped", error: expect.stringContaining("already waiting")});
    const cancelled = await t.call("DELETE", `/api/actions/${id}/runs/${first.id}`);
    expect(cancelled.status).toBe(204);
    expect((await t.call("DELETE", `/api/actions/${id}/runs/${first.id}`)).status).toBe(409);
    t.worker = await t.addWorker();
    expect((await ran(id)).status).toBe("succeeded");
    expect((await t.call("GET", `/api/actions/${id}/runs/${first.id}`)).body.status).toBe("cancelled");
    const statuses = (await t.call("GET", `/api/actions/${id}/runs`)).body.map(
      ({status}: {status: string}) => status,
    );
    expect(statuses).toEqual(["succeeded", "skipped", "cancelled"]);
  });
});

test("the chart in the mail of a late run has the rows of the run's slot, as its threshold has", async () => {
  const today = {field: "orders.placed_at", op: "in_current", value: {unit: "day", count: 1}};
  const query = {...SUMS, filters: [today]};
  const chart = await t.made("/api/charts", {name: "Today", type: "table", query, projectId});
  // One order was placed on 28 February 2026, and none is placed today.
  const trigger = threshold({query: {...query, projectId}, value: 0, cron: "0 18 28 2 *"});
  const id = await made({trigger, effects: [email("late@example.com", {chartId: chart.id})]});
  await sql`update cadences set next_at = '2026-02-28T18:00Z' where id = ${id}`.execute(t.db);
  await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
  const run = await until(async () => {
    const {body} = await t.call("GET", `/api/actions/${id}/runs`);
    return body[0]?.finishedAt && body[0];
  });
  expect(run).toMatchObject({status: "succeeded", rows: [["paid", 1]]});
  const delivery = await t.ended(run.effects[0].result.deliveryId);
  expect(delivery.slot).toBe("2026-02-28T18:00:00.000Z");
  const [, chartPart] = (t.mailTo("late@example.com")[0]?.mail.text ?? "").split("Today");
  expect(chartPart).toContain("paid");
});

test("a run whose job is lost ends as failed, and does not prevent later runs", async () => {
  const id = await made({trigger: {type: "manual"}, effects: [email("abandoned@example.com")]});
  await t.worker.stop();
  const lost = await t.made(`/api/actions/${id}/runs`, {});
  await sql`select graphile_worker.remove_job(${lost.id})`.execute(t.db);
  await sql`update action_runs set created_at = now() - interval '11 minutes' where id = ${lost.id}`.execute(
    t.db,
  );
  expect((await t.made(`/api/actions/${id}/runs`, {})).status).toBe("skipped");
  t.worker = await t.addWorker();
  await sql`select graphile_worker.add_job('collect_garbage')`.execute(t.db);
  expect(await ended(id, lost.id)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("its worker ended"),
  });
  expect((await ran(id)).status).toBe("succeeded");
});

describe("a threshold", () => {
  test("fires once for each value that crossed, with its rows, and again after the value was below", async () => {
    await orders("high", 3);
    await orders("low", 1);
    const id = await made({name: "Too many", trigger: threshold(), effects: [email("watch@example.com")]});
    const dry = await ran(id, {dryRun: true});
    expect(dry).toMatchObject({status: "succeeded", dryRun: true, effects: [{status: "queued"}]});
    expect(dry.effects[0].result.would).toMatch(/^Mails "\d+ crossed" to watch@example.com\.$/);
    const dryId = (await t.made(`/api/actions/${id}/runs`, {dryRun: true})).id;
    const first = await ran(id);
    await ended(id, dryId);
    const keys = (run: {rows: [string, number][]}) => run.rows.map(([status]) => status).toSorted();
    expect(keys(first)).toContain("high");
    expect(keys(first)).not.toContain("low");
    expect(keys(dry)).toEqual(keys(first));
    await t.ended(first.effects[0].result.deliveryId);
    const text = t.mailTo("watch@example.com")[0]?.mail.text ?? "";
    expect(text).toContain("Too many: orders.count is too high.");
    expect(text).toMatch(/^high +3$/m);
    expect(await ran(id)).toMatchObject({
      status: "succeeded",
      rowCount: 0,
      effects: [{status: "skipped"}],
    });
    await orders("high", 1);
    expect((await ran(id)).rowCount).toBe(0);
    await orders("high", 4);
    await orders("low", 5);
    expect(keys(await ran(id))).toEqual(["high", "low"]);
    expect(t.mailTo("watch@example.com").length).toBeGreaterThanOrEqual(1);
  });

  test("stores what each check has measured, whether it fires or not", async () => {
    const filters = [{field: "orders.status", op: "=", value: "gauge"}];
    await orders("gauge", 2);
    const id = await made({
      trigger: threshold({query: {...SUMS, projectId, filters}}),
      effects: [email("gauge@example.com")],
    });
    const measured = (value: number) => ({
      measure: "orders.count",
      groups: [{group: ["gauge"], value, against: 2}],
    });
    expect(await ran(id, {dryRun: true})).toMatchObject({rowCount: 0, measured: measured(2)});
    expect(await ran(id)).toMatchObject({rowCount: 0, measured: measured(2)});
    await orders("gauge", 3);
    const fired = await ran(id);
    expect(fired).toMatchObject({rowCount: 1, measured: measured(3)});
    const {definition} = await t.db
      .selectFrom("deliveries")
      .select("definition")
      .where("id", "=", fired.effects[0].result.deliveryId)
      .executeTakeFirstOrThrow();
    expect(definition).toMatchObject({found: {count: 1}});
    expect(definition).not.toHaveProperty("found.measured");
  });

  test("whose query fails is unknown and not false: its state is kept, and the third failure in a row is reported", async () => {
    await sql`update principals set email = 'admin@example.com' where id = ${t.org.adminUser.id}`.execute(
      t.db,
    );
    await orders("steady", 9);
    const id = await made({name: "Failing", trigger: threshold(), effects: [email("fails@example.com")]});
    expect((await ran(id)).rowCount).toBeGreaterThan(0);
    await warehouse.query("alter table orders rename to gone");
    await t.worker.stop();
    t.worker = await t.addWorker();
    try {
      for (let n = 0; n < 3; n++) {
        expect(await ran(id)).toMatchObject({
          status: "failed",
          error: expect.any(String),
          effects: [{status: "skipped"}],
        });
      }
    } finally {
      await warehouse.query("alter table gone rename to orders");
    }
    const told = () => t.mailTo("admin@example.com").filter(({mail}) => mail.subject?.includes("Failing"));
    await until(() => told().length > 0);
    expect(told()).toHaveLength(1);
    await t.worker.stop();
    t.worker = await t.addWorker();
    expect(await ran(id)).toMatchObject({status: "succeeded", rowCount: 0});
  });

  test("is checked once for each slot", async () => {
    await orders("due", 7);
    const id = await made({trigger: threshold(), effects: [email("due@example.com")]});
    await sql`update cadences set next_at = date_trunc('minute', now()) where id = ${id}`.execute(t.db);
    for (let i = 0; i < 3; i++) await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
    await until(() => t.mailTo("due@example.com").length > 0);
    const runs = (await t.call("GET", `/api/actions/${id}/runs`)).body;
    expect(runs).toMatchObject([{status: "succeeded", trigger: {type: "threshold"}}]);
  });

  test("shows its rows to people who would get the same, and a count to others", async () => {
    const teamId = await addTeam(t, "Watchers");
    const member = (region: string) =>
      addPerson(t, {teams: [{id: teamId, role: "member"}], attributes: {region: [region]}});
    const [author, same, other] = [await member("north"), await member("north"), await member("south")];
    const query = {
      model: "customers",
      projectId,
      dimensions: ["customers.region"],
      measures: ["customers.count"],
    };
    const trigger = {
      type: "threshold",
      query,
      measure: "customers.count",
      op: ">",
      value: 0,
      mode: "became_true",
      cron: "0 8 * * 1",
    };
    const id = await made({trigger, effects: [email("rows@example.com")], teamId}, author.token);
    const run = await ran(id);
    const read = async (token: string) =>
      (await t.call("GET", `/api/actions/${id}/runs/${run.id}`, {token})).body;
    for (const {token} of [author, same]) {
      expect(await read(token)).toMatchObject({
        rows: [["north", 1]],
        rowCount: 1,
        measured: {groups: [{group: ["north"], value: 1, against: 0}]},
      });
    }
    for (const token of [other.token, t.org.admin.token]) {
      const seen = await read(token);
      expect(seen).toMatchObject({status: "succeeded", redacted: true});
      expect(seen.rows).toBeUndefined();
      expect(seen.measured).toBeUndefined();
    }
  });
});

describe("the principal of an action", () => {
  test("is the person who last changed its trigger or effects, and changes to an heir", async () => {
    const teamId = await addTeam(t, "Actors");
    const person = () => addPerson(t, {teams: [{id: teamId, role: "member"}]});
    const [author, colleague, heir] = [await person(), await person(), await person()];
    const body = {name: "Ours", trigger: {type: "manual"}, effects: [email("a@example.com")], teamId};
    const id = await made(body, author.token);
    const put = async (more: object) =>
      (await t.call("PUT", `/api/actions/${id}`, {token: colleague.token, body: {...body, ...more}})).body
        .runAs;
    expect(await put({name: "Renamed"})).toBe(author.id);
    expect(await put({effects: [email("b@example.com")]})).toBe(colleague.id);
    const path = `/api/orgs/${t.org.id}/service-accounts/${colleague.id}`;
    expect((await t.call("DELETE", path)).status).toBe(409);
    expect((await t.call("DELETE", `${path}?transferTo=${heir.id}`)).status).toBe(204);
    expect((await t.call("GET", `/api/actions/${id}`)).body.runAs).toBe(heir.id);
  });

  test("does not send a chart that was changed by somebody who gets other rows, until the principal saves the action again", async () => {
    const teamId = await addTeam(t, "Editors");
    const member = (region: string) =>
      addPerson(t, {teams: [{id: teamId, role: "member"}], attributes: {region: [region]}});
    const [author, other] = [await member("north"), await member("south")];
    const query = {model: "customers", dimensions: ["customers.region"], measures: ["customers.count"]};
    const chart = {name: "Ours", type: "table", query, teamId};
    const chartId = (await t.made("/api/charts", chart, other.token)).id;
    const effects = [email("chart@example.com", {chartId})];
    const body = {name: "Mail", trigger: {type: "manual"}, effects, teamId};
    const id = await made(body, author.token);
    const mailed = async () => {
      const {effects: done} = await ran(id);
      const {deliveryId} = done[0].result;
      const sent = async () => (await t.call("GET", `/api/deliveries/${deliveryId}`)).body;
      await until(async () => (await sent()).finishedAt !== null);
      return {status: (await sent()).status, text: t.mailTo("chart@example.com").at(-1)?.mail.text};
    };
    expect(await mailed()).toMatchObject({status: "succeeded", text: expect.stringContaining("north")});
    const edit = {query: {...query, dimensions: ["customers.region", "customers.name"]}};
    const patched = await t.call("PATCH", `/api/charts/${chartId}`, {token: other.token, body: edit});
    expect(patched.status).toBe(200);
    // A person who only renames the action takes no responsibility for its rows.
    const renamed = {...body, name: "Mail again"};
    expect((await t.call("PUT", `/api/actions/${id}`, {token: other.token, body: renamed})).status).toBe(200);
    const refused = await mailed();
    expect(refused.status).toBe("failed");
    expect(refused.text).toContain("It was changed by");
    expect(refused.text).not.toContain("Ada");
    expect((await t.call("PUT", `/api/actions/${id}`, {token: author.token, body})).status).toBe(200);
    expect(await mailed()).toMatchObject({status: "succeeded", text: expect.stringContaining("Ada")});
  });
});
