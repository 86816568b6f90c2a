import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../../shared/core/db.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {openPostgresProxy, type PostgresProxy} from "../../support/postgres-proxy.ts";
import {type SpawnedWorker, spawnWorker} from "../../support/spawn-worker.ts";
import {until} from "../../support/until.ts";
import {BY_STATUS, type MailService, mailService} from "./service.ts";

/** Two worker processes, a mail server that takes its time, and a database that goes away. */

let t: MailService;
let proxy: PostgresProxy;
let chartId: string;
/** How long the mail server takes to confirm a message that it has received. */
let takesMs = 0;
let sequence = 0;
const living = new Set<SpawnedWorker>();

beforeAll(async () => {
  t = await mailService({kept: () => Bun.sleep(takesMs)});
  proxy = await openPostgresProxy(t.databaseUrl);
  chartId = (await t.made("/api/charts", {name: "Orders", type: "bar", query: BY_STATUS})).id;
  // Work is done only by separate processes, which reach the database through the proxy.
  await t.worker.stop();
  for (let i = 0; i < 2; i++) {
    const environment = {
      SMTP_URL: t.smtp.url,
      MAIL_FROM: "Reports <reports@service.example>",
      BASE_URL: "https://analytics.example",
    };
    living.add(await spawnWorker({...t, databaseUrl: proxy.url}, environment));
  }
});

afterAll(async () => {
  for (const worker of living) await worker.kill("SIGKILL");
  proxy?.stop();
  await t?.stop();
});

/** Waits until both workers are registered. They return by themselves after an outage of the database. */
async function twoWorkers(): Promise<void> {
  await until(async () => {
    const rows = await t.db.selectFrom("workers").select("id").execute();
    return [...living].every(({id}) => rows.some(row => row.id === id));
  });
}

interface Started {
  id: string;
  recipients: string[];
}

async function start(count: number): Promise<Started> {
  const run = sequence++;
  const recipients = Array.from({length: count}, (_, i) => `r${i}.run${run}@example.com`);
  const body = {resourceType: "chart", resourceId: chartId, cron: "0 8 * * 1", recipients};
  const {id} = await t.made("/api/schedules", body);
  return {id: (await t.made(`/api/schedules/${id}/run`, {})).deliveryId, recipients};
}

/** How many messages each recipient has got. */
function messages({recipients}: Started): number[] {
  return recipients.map(email => t.mailTo(email).length);
}

/** Like the service's `ended`, but waits through an outage of the database. */
async function ended({id}: Started): Promise<ReturnType<typeof JSON.parse>> {
  const read = async () => (await t.call("GET", `/api/deliveries/${id}`)).body;
  return until(async () => {
    const delivery = await read();
    return delivery.finishedAt && delivery;
  });
}

/**
 * A delivery that is being rendered. Rendering may be over between two polls on a busy machine; then another delivery is
 * started.
 */
async function rendering(): Promise<Started> {
  for (;;) {
    const delivery = await start(4);
    let state: {status: string; rendered: boolean} | undefined;
    do {
      const {rows} = await sql<NonNullable<typeof state>>`
        select status, rendered_at is not null as rendered from deliveries where id = ${delivery.id}`.execute(
        t.db,
      );
      state = rows[0];
      if (state?.status === "running" && !state.rendered) return delivery;
    } while (!state?.rendered);
    await ended(delivery);
  }
}

/** The worker that is sending a delivery. */
async function senderOf({id}: Started): Promise<SpawnedWorker> {
  const {rows} = await sql<{id: string}>`
    select claimed_by as id from delivery_recipients where delivery_id = ${id} and claimed_by is not null limit 1`.execute(
    t.db,
  );
  const sender = [...living].find(worker => worker.id === rows[0]?.id);
  if (!sender) throw new Error("nobody sends it");
  return sender;
}

describe("an outage of the database", () => {
  // The longer outage exceeds the silence after which a worker counts as dead.
  test.each([1000, 9000])("of %d ms while mail is sent: everyone gets it once", async awayMs => {
    takesMs = 1500;
    await twoWorkers();
    const delivery = await start(8);
    await until(() => messages(delivery).some(count => count > 0));
    await proxy.down();
    await Bun.sleep(awayMs);
    await proxy.up();
    expect(await ended(delivery)).toMatchObject({
      status: "succeeded",
      recipients: delivery.recipients.map(email => ({email, status: "sent", attempts: 1})),
    });
    expect(messages(delivery)).toEqual(Array(8).fill(1));
  });

  test("while a mail is rendered: everyone gets it once", async () => {
    takesMs = 0;
    await twoWorkers();
    const delivery = await rendering();
    await proxy.down();
    await Bun.sleep(1000);
    await proxy.up();
    expect((await ended(delivery)).status).toBe("succeeded");
    expect(messages(delivery)).toEqual([1, 1, 1, 1]);
  });
});

describe("a worker that is told to stop while it sends", () => {
  test("ends in time, confirms what it has begun, and leaves the rest to a living worker", async () => {
    takesMs = 1500;
    await twoWorkers();
    const delivery = await start(20);
    await until(() => messages(delivery).some(count => count > 0));
    // The delivery is under way for longer than a dead worker takes to be given up.
    await Bun.sleep(1000);
    const sender = await senderOf(delivery);
    const asked = performance.now();
    await sender.kill("SIGTERM");
    expect(performance.now() - asked).toBeLessThan(onBusyMachine(6000));
    living.delete(sender);
    expect((await ended(delivery)).recipients.map((one: {status: string}) => one.status)).toEqual(
      Array(20).fill("sent"),
    );
    expect(messages(delivery)).toEqual(Array(20).fill(1));
  });
});
