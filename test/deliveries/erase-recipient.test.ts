import {afterAll, beforeAll, expect, test} from "bun:test";
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {sql} from "../../shared/core/db.ts";
import {stopToken} from "../../shared/core/recipients/unsubscribes.ts";
import {until} from "../support/until.ts";
import {testService} from "../support/worker.ts";
import {BY_STATUS, type MailService, mailService} from "../worker/deliveries/service.ts";

const ADA = "ada@example.com";
const GONE = "o'gone@example.com";
/** The mail server answers for this address only when `answers` is resolved. */
const SLOW = "slow@example.com";
const slow = {isAsked: false, answers: Promise.withResolvers<void>()};

let t: MailService;
let chartId: string;

beforeAll(async () => {
  t = await mailService({
    smtp: {
      async onRcptTo({address}, _, done) {
        const unknown = new Error(`5.1.1 <${address}>: no such user`);
        const refusal = [GONE, SLOW].includes(address)
          ? Object.assign(unknown, {responseCode: 550})
          : undefined;
        if (address === SLOW) {
          slow.isAsked = true;
          await slow.answers.promise;
        }
        done(refusal);
      },
    },
  });
  chartId = (await t.made("/api/charts", {name: "Orders", type: "table", query: BY_STATUS})).id;
});

afterAll(() => t?.stop());

const erase = (email: string, token?: string) =>
  t.call("DELETE", `/api/orgs/${t.org.id}/recipients/${encodeURIComponent(email)}`, token ? {token} : {});

const addSchedule = async (recipients: string[], headers: Record<string, string> = {}) => {
  const body = {resourceType: "chart", resourceId: chartId, cron: "0 8 * * 1", recipients};
  return (await t.call("POST", "/api/schedules", {body, headers, token: t.org.adminUser.token})).body.id;
};

/** The tables of all schemas, the queue's too, that have a row with the text. */
async function tablesWith(text: string): Promise<string[]> {
  const {rows} = await sql<{name: string}>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    t.db,
  );
  const found: string[] = [];
  for (const {name} of rows) {
    const {rowCount} = await t.web.pool.query(
      `select from ${name} r where position($1 in lower(r::text)) > 0 limit 1`,
      [text],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

/** The files of the service that have the text in their name or in their content. */
async function filesWith(dir: string, texts: string[]): Promise<string[]> {
  const paths = (await readdir(dir, {recursive: true, withFileTypes: true})).filter(one => one.isFile());
  const found: string[] = [];
  for (const {parentPath, name} of paths) {
    const content = await Bun.file(join(parentPath, name)).text();
    if (texts.some(text => name.includes(text) || content.includes(text))) found.push(name);
  }
  return found;
}

async function jobsDone(): Promise<void> {
  await until(async () => {
    const {rows} = await sql`
      select from graphile_worker.jobs where task_identifier = 'erase_recipient'`.execute(t.db);
    return rows.length === 0;
  });
}

const stop = (scheduleId: string, email: string) =>
  t.call("POST", `/unsubscribe?t=${stopToken(t.web.config.encryptionKeys, scheduleId, email)}`, {
    token: null,
    body: "List-Unsubscribe=One-Click",
    headers: {"content-type": "application/x-www-form-urlencoded"},
  });

test("an erased address is stored nowhere any more, and a person who has stopped the mail gets none when they are named again", async () => {
  const id = await addSchedule(["Ada@example.com", GONE], {"idempotency-key": crypto.randomUUID()});
  const failed = await t.due(id);
  expect(failed.status).toBe("failed");
  await t.made(`/api/schedules/${id}/run`, {recipients: [GONE, "bo@example.com"]}, t.org.adminUser.token);
  expect((await stop(id, ADA)).status).toBe(200);
  // The owner gets a notice of the scheduled failure; the admin who sent the schedule by hand gets one of the other.
  const notices = await until(async () => {
    const {rows} = await sql<{id: string}>`select id from deliveries where notice_of is not null`.execute(
      t.db,
    );
    return rows.length === 2 && rows;
  });
  for (const notice of notices) await t.ended(notice.id);
  expect(await tablesWith(ADA)).toContain("public.mail_stops");
  expect(await tablesWith(GONE)).toEqual(
    expect.arrayContaining(["public.audit_log", "public.deliveries", "public.idempotency_keys"]),
  );
  const {dataDir} = t.worker.worker.config;
  expect(await filesWith(dataDir, [GONE, "o&#39;gone@"])).toEqual(["~2Email.json", "~2Email.json"]);

  expect((await erase("ADA@Example.com")).status).toBe(204);
  expect((await erase(GONE)).status).toBe(204);
  await jobsDone();
  for (const address of [ADA, GONE]) expect(await tablesWith(address)).toEqual([]);
  expect(await filesWith(dataDir, [ADA, GONE, "o&#39;gone@"])).toEqual([]);

  const {body: schedule} = await t.call("GET", `/api/schedules/${id}`);
  expect(schedule).toMatchObject({recipients: [], active: false, nextRun: null});
  expect(schedule.pausedBecause).toContain("erased");
  expect(schedule.stopped).toEqual([expect.stringMatching(/^erased:[\w-]{43}$/)]);
  const record = (await t.call("GET", `/api/deliveries/${failed.id}`)).body;
  expect(record.recipients.map(({status}: {status: string}) => status)).toEqual(["sent", "failed"]);
  expect(record.recipients[0].email).toBe(schedule.stopped[0]);
  expect(record.recipients[1].error).toContain(`<${record.recipients[1].email}>: no such user`);

  const token = t.org.adminUser.token;
  expect((await t.call("POST", `/api/schedules/${id}/run`, {token})).status).toBe(409);
  const resume = () => t.call("PATCH", `/api/schedules/${id}/active`, {token, body: {active: true}});
  expect((await resume()).status).toBe(409);
  const body = {...schedule, recipients: [ADA, "bo@example.com"]};
  const named = await t.call("PUT", `/api/schedules/${id}`, {token, body});
  expect(named.body).toMatchObject({recipients: [ADA, "bo@example.com"], stopped: [ADA]});
  expect((await resume()).status).toBe(200);
  const sent = await t.sent(id, token);
  expect(sent.recipients).toMatchObject([
    {email: ADA, status: "skipped"},
    {email: "bo@example.com", status: "sent"},
  ]);
});

test("a recipient who is erased before a mail is sent gets none, and the others get theirs", async () => {
  const id = await addSchedule([ADA, "bo@example.com"]);
  const {deliveryId} = await t.made(`/api/schedules/${id}/run`, {}, t.org.adminUser.token);
  await t.ended(deliveryId);
  await sql`
    update delivery_recipients set status = 'queued', next_attempt_at = now() + interval '1 hour'
    where delivery_id = ${deliveryId} and email = ${ADA}`.execute(t.db);
  expect((await erase(ADA)).status).toBe(204);
  const {rows} = await sql<{status: string; answer: string}>`
    select status, answer from delivery_recipients where delivery_id = ${deliveryId} order by position`.execute(
    t.db,
  );
  expect(rows[0]).toEqual({status: "skipped", answer: "The address was erased."});
  expect(rows[1]?.status).toBe("sent");
  const {body} = await t.call("GET", `/api/schedules/${id}`);
  expect(body).toMatchObject({recipients: ["bo@example.com"], active: true});
});

test("an address that is erased while the mail server is asked is not stored again with its answer", async () => {
  const id = await addSchedule([SLOW, "bo@example.com"]);
  const {deliveryId} = await t.made(`/api/schedules/${id}/run`, {}, t.org.adminUser.token);
  await until(() => slow.isAsked);
  expect((await erase(SLOW)).status).toBe(204);
  slow.answers.resolve();
  const [erased, other] = (await t.ended(deliveryId)).recipients;
  expect(erased.error).toContain(`<${erased.email}>: no such user`);
  expect(erased).toMatchObject({email: expect.stringMatching(/^erased:/), status: "failed", messageId: null});
  expect(other).toMatchObject({status: "sent", messageId: expect.stringContaining(deliveryId)});
  expect(await tablesWith(SLOW)).toEqual([]);
});

test("a person who stops by an old mail after they were erased is stored by the hash alone", async () => {
  const id = await addSchedule([ADA, "bo@example.com"]);
  await erase(ADA);
  expect((await stop(id, ADA)).status).toBe(200);
  expect(await tablesWith(ADA)).toEqual([]);
  expect((await t.call("GET", `/api/schedules/${id}`)).body.stopped).toEqual([
    expect.stringMatching(/^erased:/),
  ]);
});

test("a longer address that contains the erased one stays, and so does the address in another organization", async () => {
  const longer = [`n${ADA}`, `${ADA}.au`, "bo@example.com"];
  const id = await addSchedule([...longer, ADA]);
  const other = await t.addOrg("Elsewhere");
  await sql`
    insert into mail_stops (org_id, source_id, email) values (${other.id}, 'sched_elsewhere', ${ADA})`.execute(
    t.db,
  );
  await erase(ADA);
  expect((await t.call("GET", `/api/schedules/${id}`)).body.recipients).toEqual(longer);
  const {rows} = await sql`
    select email from mail_stops where org_id = ${other.id}`.execute(t.db);
  expect(rows).toEqual([{email: ADA}]);
});

test("an address is not logged when it is erased", async () => {
  const logged: string[] = [];
  const {log} = t.web;
  const {level, debug} = log;
  log.level = "debug";
  log.debug = (...entry: unknown[]) => void logged.push(JSON.stringify(entry));
  await erase("dora@example.com");
  Object.assign(log, {level, debug});
  expect(logged.join()).toContain("/recipients/…");
  expect(logged.join()).not.toContain("dora");
});

test("a person who had stopped a schedule is forgotten with the schedule", async () => {
  const id = await addSchedule([ADA]);
  await stop(id, ADA);
  await t.call("DELETE", `/api/schedules/${id}`);
  const {rows} = await sql`select from mail_stops where source_id = ${id}`.execute(t.db);
  expect(rows).toEqual([]);
});

test("erasing needs an org-admin's token with manage; an address that nobody has is accepted, and an invalid one is refused", async () => {
  expect((await erase("nobody@example.com")).status).toBe(204);
  expect((await erase("nobody@example.com")).status).toBe(204);
  expect((await erase("nobody")).status).toBe(422);
  expect((await erase(ADA, t.org.member.token)).status).toBe(403);
  const {body} = await t.call("GET", `/api/orgs/${t.org.id}/audit-log`);
  expect(body[0]).toMatchObject({action: "recipient.erase", resourceType: "recipient", details: {}});
  expect(body[0].resourceId).toStartWith("erased:");
});

test("a mail in the outbox of a service without a mail server is removed", async () => {
  const service = await testService();
  try {
    const {worker} = service.worker;
    const message = (to: string) => ({
      to,
      subject: "s",
      html: {content: "<p>h</p>", mark: "0mark"},
      text: {content: "t", mark: "0mark"},
      attachments: [],
      messageId: "<dlv_01kah7c4e7hy0v5f9j1m3p6r8s.x@example.com>",
      unsubscribeUrl: "https://service.example/unsubscribe?t=x",
      feedbackId: "f",
    });
    for (const to of [ADA, "bo@example.com"])
      await worker.mail.send(message(to), new AbortController().signal);
    await service.call("DELETE", `/api/orgs/${service.org.id}/recipients/${ADA}`);
    const outbox = join(worker.config.dataDir, "outbox");
    const left = async () =>
      (await readdir(outbox, {recursive: true}))
        .filter(path => path.endsWith(".eml"))
        .map(path => path.slice(31));
    await until(async () => (await left()).length < 2);
    expect(await left()).toEqual(["bo%40example.com.eml"]);
  } finally {
    await service.stop();
  }
});
