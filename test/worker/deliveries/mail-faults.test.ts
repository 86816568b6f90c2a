import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import type {SMTPServerOptions} from "smtp-server";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import type {RunningWorker} from "../../../worker/start.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {refusal} from "../../support/smtp.ts";
import {until} from "../../support/until.ts";
import {type FaultRelay, openFaultRelay} from "./fault-relay.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

/** Whole deliveries while the mail server or the network fails; afterwards the fault is over. */

let t: MailService;
let relay: FaultRelay;
let chartId: string;
/** The only worker. Each test starts its own. */
let worker: RunningWorker | undefined;
let server: SMTPServerOptions = {};
let sequence = 0;

beforeAll(async () => {
  t = await mailService({
    smtp: {
      allowInsecureAuth: true,
      onConnect: (session, done) => (server.onConnect ? server.onConnect(session, done) : done()),
      onAuth: (auth, session, done) =>
        server.onAuth ? server.onAuth(auth, session, done) : done(null, {user: "reports"}),
      onRcptTo: (address, session, done) =>
        server.onRcptTo ? server.onRcptTo(address, session, done) : done(),
    },
  });
  relay = await openFaultRelay(t.smtp.url);
  chartId = (await t.made("/api/charts", {name: "Orders", type: "table", query: BY_STATUS})).id;
  await t.worker.stop();
});

beforeEach(() => {
  relay.state = "passing";
  server = {};
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

afterAll(async () => {
  await t?.stop();
  relay?.stop();
});

async function workerWith(url: string, more: Record<string, string> = {}): Promise<void> {
  await worker?.stop();
  worker = await t.addWorker({SMTP_URL: url, ...more});
}

interface Started {
  id: string;
  recipients: string[];
}

async function start(count = 3): Promise<Started> {
  const run = sequence++;
  const recipients = Array.from({length: count}, (_, i) => `r${i}.fault${run}@example.com`);
  const body = {resourceType: "chart", resourceId: chartId, cron: "0 8 * * 1", recipients};
  const {id} = await t.made("/api/schedules", body);
  return {id: (await t.made(`/api/schedules/${id}/run`, {})).deliveryId, recipients};
}

const read = async ({id}: Started) => (await t.call("GET", `/api/deliveries/${id}`)).body;

/** Waits until each recipient was tried once and no attempt is running. Returns the recipients' records. */
async function tried(delivery: Started) {
  const isTried = async () => {
    const {rows} = await sql`
      select from delivery_recipients r
      where r.delivery_id = ${delivery.id} and (r.attempts = 0 or r.status = 'sending')`.execute(t.db);
    const {rows: under} = await sql`
      select from graphile_worker.jobs where key = ${delivery.id} and (locked_at is not null or run_at < now())`.execute(
      t.db,
    );
    return rows.length + under.length === 0;
  };
  await until(isTried);
  return read(delivery);
}

/** Makes the next attempt due now. */
async function later({id}: Started): Promise<void> {
  await sql`update delivery_recipients set next_attempt_at = now() where delivery_id = ${id}`.execute(t.db);
  await sql`
    select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${id}), run_at => now())`.execute(
    t.db,
  );
}

function messages({recipients}: Started): number[] {
  return recipients.map(email => t.mailTo(email).length);
}

/** The expected state: every recipient waits for the next attempt, with the reason. */
function waiting(count: number, answer: RegExp) {
  return {
    status: "running",
    recipients: Array(count).fill({status: "queued", attempts: 1, error: expect.stringMatching(answer)}),
  };
}

const sentAtTheSecond = {status: "sent", attempts: 2};

describe("everyone gets the mail once, and the reason of the delay is recorded, when a mail server", () => {
  test("is silent after the connection", async () => {
    relay.state = "silent";
    await workerWith(relay.url);
    const delivery = await start();
    const answer = /^The mail server did not answer within 15 s/;
    expect(await tried(delivery)).toMatchObject(waiting(3, answer));
    relay.state = "passing";
    // A worker that has met the silence would not try the server again for a while.
    await workerWith(relay.url);
    await later(delivery);
    expect((await t.ended(delivery.id)).recipients).toMatchObject(Array(3).fill(sentAtTheSecond));
    expect(messages(delivery)).toEqual([1, 1, 1]);
  });

  test("is not running", async () => {
    relay.state = "closed";
    await workerWith("smtp://127.0.0.1:1");
    const delivery = await start();
    expect(await tried(delivery)).toMatchObject(waiting(3, /^The mail server could not be reached/));
    relay.state = "passing";
    await workerWith(relay.url);
    await later(delivery);
    expect((await t.ended(delivery.id)).recipients).toMatchObject(Array(3).fill(sentAtTheSecond));
    expect(messages(delivery)).toEqual([1, 1, 1]);
  });

  test("does not offer encryption", async () => {
    // Encryption is required, because this name of the host could be another machine's.
    await workerWith(relay.url.replace("127.0.0.1", "127.1"));
    const delivery = await start();
    const answer = /^The connection to the mail server could not be encrypted/;
    expect(await tried(delivery)).toMatchObject(waiting(3, answer));
    expect(messages(delivery)).toEqual([0, 0, 0]);
    await workerWith(relay.url);
    await later(delivery);
    expect((await t.ended(delivery.id)).recipients).toMatchObject(Array(3).fill(sentAtTheSecond));
    expect(messages(delivery)).toEqual([1, 1, 1]);
  });

  test("refuses the login", async () => {
    server.onAuth = (_auth, _session, done) => done(refusal(535, "5.7.8 wrong password"));
    await workerWith(relay.url.replace("//", "//reports:hush@"));
    const delivery = await start();
    const record = await tried(delivery);
    expect(record).toMatchObject(waiting(3, /^The mail server refused the login \(SMTP_URL\): 535 .*wrong/));
    expect(JSON.stringify(record)).not.toContain("hush");
    server = {};
    await later(delivery);
    expect((await t.ended(delivery.id)).recipients).toMatchObject(Array(3).fill(sentAtTheSecond));
    expect(messages(delivery)).toEqual([1, 1, 1]);
  });

  test("answers 421", async () => {
    server.onConnect = (_session, done) => done(refusal(421, "4.3.2 closing for maintenance"));
    await workerWith(relay.url);
    const delivery = await start();
    expect(await tried(delivery)).toMatchObject(waiting(3, /421 .*closing for maintenance/));
    server = {};
    await later(delivery);
    expect((await t.ended(delivery.id)).recipients).toMatchObject(Array(3).fill(sentAtTheSecond));
    expect(messages(delivery)).toEqual([1, 1, 1]);
  });
});

test("deliveries that wait for a silent mail server do not hold up all other background work", async () => {
  relay.state = "silent";
  // One slot, which is all that one organization's deliveries may take.
  await workerWith(relay.url, {WORKER_BACKGROUND_CONCURRENCY: "1"});
  const deliveries = await Promise.all(Array.from({length: 2}, () => start(20)));
  const isSending = async () => {
    const {rows} = await sql`select from delivery_recipients where status = 'sending'`.execute(t.db);
    return rows.length === 5;
  };
  await until(isSending);
  const {rows} = await sql<{id: string}>`
    select id::text from graphile_worker.add_job('delete_snapshot',
      ${JSON.stringify({orgId: t.org.id, datasetId: newId("ds")})}::json)`.execute(t.db);
  const isThere = async () => {
    const {rows: found} = await sql`
      select from graphile_worker.jobs where id = ${rows[0]?.id}::bigint`.execute(t.db);
    return found.length > 0;
  };
  const asked = performance.now();
  await until(async () => !(await isThere()));
  expect(performance.now() - asked).toBeLessThan(onBusyMachine(20_000));
  relay.state = "passing";
  for (const delivery of deliveries) await tried(delivery);
  await workerWith(relay.url);
  for (const delivery of deliveries) await later(delivery);
  for (const delivery of deliveries) expect((await t.ended(delivery.id)).status).toBe("succeeded");
  expect(new Set(deliveries.flatMap(messages))).toEqual(new Set([1]));
});

test("a message that was accepted, but not confirmed, is sent again with the same Message-ID", async () => {
  relay.state = "cutting";
  await workerWith(relay.url);
  const delivery = await start();
  const answer = /^The connection to the mail server broke off/;
  expect(await tried(delivery)).toMatchObject(waiting(3, answer));
  relay.state = "passing";
  await later(delivery);
  const record = await t.ended(delivery.id);
  expect(record.recipients).toMatchObject(Array(3).fill(sentAtTheSecond));
  // Each message was sent twice, because each connection was cut once.
  expect(messages(delivery)).toEqual([2, 2, 2]);
  expect(relay.cuts).toBe(3);
  for (const {email, messageId} of record.recipients)
    expect(t.mailTo(email).map(({mail}) => mail.messageId)).toEqual([messageId, messageId]);
});

test("a recipient who was refused for good is mailed by a retry, and the others are not", async () => {
  server.onRcptTo = ({address}, _session, done) =>
    done(/^r[13]\./.test(address) ? refusal(550, "5.1.1 no such mailbox") : undefined);
  await workerWith(relay.url);
  const delivery = await start(5);
  const [good, bad] = [
    {status: "sent", attempts: 1},
    {status: "failed", attempts: 1, error: expect.stringContaining("550 5.1.1 no such mailbox")},
  ];
  expect(await t.ended(delivery.id)).toMatchObject({
    status: "failed",
    recipients: [good, bad, good, bad, good],
  });
  server = {};
  expect((await t.call("POST", `/api/deliveries/${delivery.id}/retry`)).status).toBe(202);
  expect(await t.ended(delivery.id)).toMatchObject({
    status: "succeeded",
    recipients: Array(5).fill({status: "sent", attempts: 1}),
  });
  expect(messages(delivery)).toEqual([1, 1, 1, 1, 1]);
});
