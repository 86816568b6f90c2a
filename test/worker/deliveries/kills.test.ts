import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {type SpawnedWorker, spawnWorker} from "../../support/spawn-worker.ts";
import {until} from "../../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

const SCHEDULES = inLongRun(20, 240);
const RECIPIENTS = 5;
const KILLS = inLongRun(3, 60);
const WORKERS = 2;

const MOMENTS = ["sending", "rendering", "handing over", "any"] as const;

let t: MailService;
let environment: Record<string, string>;
const living = new Set<SpawnedWorker>();

beforeAll(async () => {
  t = await mailService({
    smtp: {onMailFrom: (_address, _session, done) => void setTimeout(done, Math.random() * 100)},
    kept: () => Bun.sleep(100 + Math.random() * 400),
  });
  environment = {
    SMTP_URL: t.smtp.url,
    MAIL_FROM: "Reports <reports@service.example>",
    BASE_URL: "https://analytics.example",
  };
  // Work is done only by processes that can be killed.
  await t.worker.stop();
});

afterAll(async () => {
  for (const worker of living) await worker.kill("SIGKILL");
  await t?.stop();
});

async function addWorker(): Promise<void> {
  living.add(await spawnWorker(t, environment));
}

/**
 * Records, by triggers in the database, each recipient that was taken over from a worker that was sending to it, and each
 * worker that was signed off. That may be the killed worker or, on a busy machine, a living one that was silent for too long.
 */
async function recordTakeovers(): Promise<void> {
  await sql`create table test_takeovers (delivery_id text, email text, from_worker text)`.execute(t.db);
  await sql`create table test_gone_workers (id text)`.execute(t.db);
  await sql`
    create function test_record_takeover() returns trigger language plpgsql as $$ begin
      insert into test_takeovers values (old.delivery_id, old.email, old.claimed_by);
      return null;
    end $$`.execute(t.db);
  await sql`
    create trigger test_record_takeover after update on delivery_recipients for each row
      when (old.status = 'sending' and new.status = 'sending') execute function test_record_takeover()`.execute(
    t.db,
  );
  await sql`
    create function test_record_gone() returns trigger language plpgsql as $$ begin
      insert into test_gone_workers values (old.id);
      return null;
    end $$`.execute(t.db);
  await sql`
    create trigger test_record_gone after delete on workers for each row execute function test_record_gone()`.execute(
    t.db,
  );
}

/** How often each recipient was taken over, by delivery and address. */
async function takeovers(): Promise<Map<string, number>> {
  const {rows} = await sql<{at: string; times: number}>`
    select delivery_id || ' ' || email as at, count(*)::int as times from test_takeovers
    where from_worker in (select id from test_gone_workers) group by 1`.execute(t.db);
  return new Map(rows.map(({at, times}) => [at, times]));
}

type Moment = (typeof MOMENTS)[number];

/** A living worker that is doing this now. */
async function workerAt(moment: Moment): Promise<SpawnedWorker | undefined> {
  const alive = [...living];
  if (moment === "any") return alive[0];
  const {rows} = await sql<{worker: string; email: string | null}>`
    select w.id as worker, r.email from workers w join delivery_recipients r on r.claimed_by = w.id
    where r.status = 'sending' and ${moment} <> 'rendering'
    union all
    select w.id, null from workers w join graphile_worker._private_jobs j on j.locked_by = any (w.queue_pool_ids)
      join deliveries d on d.id = j.key
    where d.status = 'running' and d.rendered_at is null and ${moment} = 'rendering'`.execute(t.db);
  const isAt = ({email}: {email: string | null}) =>
    moment !== "handing over" || t.mailTo(email ?? "").length > 0;
  return alive.find(({id}) => rows.some(row => row.worker === id && isAt(row)));
}

/** Kills a worker as soon as one is doing this. */
async function killAt(moment: Moment): Promise<void> {
  let victim = await workerAt(moment);
  for (const until = Date.now() + 8000; !victim && Date.now() < until; victim = await workerAt(moment))
    await Bun.sleep(5);
  victim ??= await workerAt("any");
  if (!victim) return;
  // The mail server takes up to half a second for a message.
  await Bun.sleep(Math.random() * (moment === "handing over" ? 50 : 400));
  living.delete(victim);
  await victim.kill("SIGKILL");
}

async function comeDue(ids: readonly string[]): Promise<void> {
  await sql`
    update cadences set next_at = date_trunc('minute', now()) where id = any (${ids}::text[])`.execute(t.db);
  await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
}

async function makeSchedules(): Promise<string[]> {
  const {id: resourceId} = await t.made("/api/charts", {name: "Orders", type: "bar", query: BY_STATUS});
  const ids: string[] = [];
  for (let s = 0; s < SCHEDULES; s++) {
    const recipients = Array.from({length: RECIPIENTS}, (_, r) => `r${r}.s${s}@example.com`);
    const body = {resourceType: "chart", resourceId, cron: "0 8 * * 1", recipients, message: `Number ${s}`};
    ids.push((await t.made("/api/schedules", body)).id);
  }
  return ids;
}

interface Outcome {
  schedule: string;
  id: string;
  status: string;
  recipients: {email: string; status: string; message_id: string | null}[];
}

async function outcomes(): Promise<Outcome[]> {
  const {rows} = await sql<Outcome>`
    select d.source_id as schedule, d.id, d.status, (
      select json_agg(json_build_object('email', r.email, 'status', r.status, 'message_id', r.message_id))
      from delivery_recipients r where r.delivery_id = d.id) as recipients
    from deliveries d`.execute(t.db);
  return rows;
}

test(
  "workers that are killed at any moment lose no recipient, and repeat only the messages that they were sending",
  async () => {
    const schedules = await makeSchedules();
    await recordTakeovers();
    await Promise.all(Array.from({length: WORKERS}, addWorker));
    const batch = Math.ceil(SCHEDULES / KILLS);
    for (let kill = 0; kill < KILLS; kill++) {
      await comeDue(schedules.slice(kill * batch, (kill + 1) * batch));
      await killAt(MOMENTS[kill % MOMENTS.length] ?? "any");
      await addWorker();
    }
    const isOver = async () => {
      const all = await outcomes();
      return all.length >= SCHEDULES && all.every(({status}) => status !== "queued" && status !== "running");
    };
    // A dead worker is noticed after 6 s, and its queues wait for as long.
    await until(isOver);

    const all = await outcomes();
    const takenOver = await takeovers();
    expect(all.map(({schedule}) => schedule).toSorted()).toEqual(schedules.toSorted());
    expect(all.filter(({status}) => status !== "succeeded")).toEqual([]);
    const repeated: string[] = [];
    let [lost, doubled] = [0, 0];
    for (const {id, recipients} of all) {
      expect(recipients).toHaveLength(RECIPIENTS);
      for (const {email, status, message_id: messageId} of recipients) {
        const mails = t.mailTo(email);
        if (mails.length === 0 || status !== "sent") lost++;
        doubled += Math.max(0, mails.length - 1);
        if (mails.length > 1 + (takenOver.get(`${id} ${email}`) ?? 0)) repeated.push(email);
        expect(new Set(mails.map(({mail}) => mail.messageId ?? ""))).toEqual(new Set([messageId ?? "none"]));
      }
    }
    const whileSending = [...takenOver.values()].reduce((sum, times) => sum + times, 0);
    // biome-ignore lint/suspicious/noConsole: the numbers are what the test is for
    console.log(
      `deliveries ${all.length}, messages ${t.smtp.received.length}, kills ${KILLS}, ` +
        `taken over while sending ${whileSending}, lost ${lost}, doubled ${doubled}`,
    );
    expect({lost, repeated}).toEqual({lost: 0, repeated: []});
  },
  longTimeoutMs(),
);
