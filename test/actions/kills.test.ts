import {afterAll, beforeAll, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {type SpawnedWorker, spawnWorker} from "../support/spawn-worker.ts";
import {until} from "../support/until.ts";
import {type ActionService, actionService} from "./service.ts";

const ACTIONS = inLongRun(12, 240);
const KILLS = inLongRun(4, 60);
const WORKERS = 2;

/** The job that a worker is running when it is killed. */
const MOMENTS = ["run_action", "check_group", "take_event", "plan_checks"] as const;

let t: ActionService;
let environment: Record<string, string>;
const living = new Set<SpawnedWorker>();

beforeAll(async () => {
  t = await actionService();
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

/** A living worker that is running such a job. */
async function workerAt(moment: string): Promise<SpawnedWorker | undefined> {
  const {rows} = await sql<{worker: string}>`
    select w.id as worker from workers w
      join graphile_worker.jobs j on j.locked_by = any (w.queue_pool_ids)
    where j.task_identifier = ${moment}`.execute(t.db);
  return [...living].find(({id}) => rows.some(({worker}) => worker === id));
}

async function killAt(moment: string): Promise<boolean> {
  let victim = await workerAt(moment);
  for (const until = Date.now() + 2000; !victim && Date.now() < until; victim = await workerAt(moment))
    await Bun.sleep(1);
  const wasAt = victim !== undefined;
  victim ??= [...living][0];
  if (!victim) return false;
  await Bun.sleep(Math.random() * 30);
  living.delete(victim);
  await victim.kill("SIGKILL");
  return wasAt;
}

async function comeDue(ids: readonly string[]): Promise<void> {
  await sql`
    update cadences set next_at = date_trunc('minute', now()) where id = any (${ids}::text[])`.execute(t.db);
  await sql`select graphile_worker.add_job('take_due')`.execute(t.db);
}

/** Every action mails, freezes what it has found, and mails again. */
async function makeActions(): Promise<string[]> {
  const {projectId} = t.shops.postgres;
  const email = (recipient: string) => ({
    type: "email",
    recipients: [recipient],
    subject: "{{count}}",
    message: "x",
  });
  const ids: string[] = [];
  for (let i = 0; i < ACTIONS; i++) {
    const query = {model: "orders", projectId, dimensions: ["orders.status"], measures: ["orders.count"]};
    const trigger = {
      type: "threshold",
      query: {...query, limit: 100 + (i % 3)},
      measure: "orders.count",
      op: ">",
      value: 2,
      mode: "became_true",
      cron: "0 8 * * 1",
    };
    const snapshot = {type: "snapshot_dataset", name: `Series ${i}`, query};
    const effects = [email(`first.${i}@example.com`), snapshot, email(`last.${i}@example.com`)];
    ids.push((await t.made("/api/actions", {name: `Action ${i}`, trigger, effects})).id);
  }
  return ids;
}

interface Outcome {
  id: string;
  action_id: string;
  type: string;
  status: string;
  effects: {status: string; result?: {deliveryId?: string; datasetId?: string}}[];
  deliveries: number;
  datasets: number;
}

async function outcomes(): Promise<Outcome[]> {
  const {rows} = await sql<Outcome>`
    select r.id, r.action_id, r.trigger ->> 'type' as type, r.status, r.effects,
      (select count(*)::int from deliveries d where d.caused_by = r.id) as deliveries,
      (select count(*)::int from datasets d where starts_with(d.series, r.action_id || ' ')) as datasets
    from action_runs r order by r.id`.execute(t.db);
  return rows;
}

test(
  "workers that are killed at any moment omit no effect and repeat none",
  async () => {
    const ids = await makeActions();
    const listening = await t.made("/api/actions", {
      name: "Hears of each",
      trigger: {type: "event", event: "dataset.created"},
      effects: [{type: "email", recipients: ["heard@example.com"], subject: "s", message: "m"}],
    });
    await Promise.all(Array.from({length: WORKERS}, addWorker));
    const batch = Math.ceil(ACTIONS / KILLS);
    let struck = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      await comeDue(ids.slice(kill * batch, (kill + 1) * batch));
      if (await killAt(MOMENTS[kill % MOMENTS.length] ?? "run_action")) struck++;
      // The worker that survives the last kill ends the work.
      if (kill < KILLS - 1) await addWorker();
    }
    const isOver = async () => {
      const {rows} = await sql`
        select from graphile_worker.jobs
        where task_identifier in ('run_action', 'check_group', 'plan_checks', 'take_event', 'take_due')`.execute(
        t.db,
      );
      return rows.length === 0;
    };
    // Each outcome is waited for by itself: on a busy machine all of them take longer than one wait may. A dead worker is
    // noticed after 6 s, and the queue of its action waits for as long.
    for (let seen = 0; seen < 2 * ACTIONS; ) {
      seen = await until(async () => {
        const count = (await outcomes()).length;
        return count > seen && count;
      });
    }
    await until(isOver);

    const all = await outcomes();
    const checks = all.filter(({type}) => type === "threshold");
    expect(checks.map(run => run.action_id).toSorted()).toEqual(ids.toSorted());
    for (const {status, effects, deliveries, datasets} of checks) {
      expect({status, effects: effects.map(one => one.status), deliveries, datasets}).toEqual({
        status: "succeeded",
        effects: ["succeeded", "succeeded", "succeeded"],
        deliveries: 2,
        datasets: 1,
      });
    }
    // Each dataset was reported once.
    const heard = all.filter(({action_id}) => action_id === listening.id);
    expect(heard).toHaveLength(ACTIONS);
    expect(heard.filter(({status}) => status !== "succeeded" && status !== "skipped")).toEqual([]);
    for (const {status, deliveries} of heard) expect(deliveries).toBe(status === "succeeded" ? 1 : 0);
    // biome-ignore lint/suspicious/noConsole: the numbers are what the test is for
    console.log(`actions ${ACTIONS}, kills ${KILLS}, of them at the job that was meant ${struck}`);
  },
  longTimeoutMs(900_000),
);
