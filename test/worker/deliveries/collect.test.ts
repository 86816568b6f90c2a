import {afterAll, beforeAll, expect, test} from "bun:test";
import {utimes} from "node:fs/promises";
import {join} from "node:path";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {collectDeliveryFiles} from "../../../worker/tasks/collect-delivery-files.ts";
import {collectGarbage} from "../../../worker/tasks/collect-garbage.ts";
import {type Bucket, startBucket} from "../../support/bucket.ts";
import {type TestService, testService} from "../../support/worker.ts";

let service: TestService;
let bucket: Bucket;
let inBucket: TestService;

beforeAll(async () => {
  bucket = startBucket();
  service = await testService();
  inBucket = await testService(bucket.environment);
});

afterAll(async () => {
  await service.stop();
  await inBucket.stop();
  await bucket.stop();
});

interface Traits {
  orgId?: string;
  status?: string;
  createdAgo?: string;
  finishedAgo?: string | null;
}

async function addDelivery(
  {db, org}: TestService,
  {orgId = org.id, status = "succeeded", createdAgo = "1 minute", finishedAgo = "0 minutes"}: Traits = {},
): Promise<string> {
  const id = newId("dlv");
  await sql`
    insert into deliveries (id, org_id, source_type, source_id, trigger, name, run_as, status, created_at, finished_at)
    values (${id}, ${orgId}, 'agent', 'agent_x', 'agent', 'Sales', 'svc_x', ${status},
      now() - ${createdAgo}::interval, now() - ${finishedAgo}::interval)`.execute(db);
  await sql`
    insert into delivery_recipients (org_id, delivery_id, position, email)
    values (${orgId}, ${id}, 0, 'ada@example.com')`.execute(db);
  return id;
}

test.each(["a folder", "a bucket"])(
  "files in %s are removed when they are old, or belong to no delivery of their organization",
  async where => {
    const t = where === "a bucket" ? inBucket : service;
    const {worker} = t.worker;
    const other = await t.addOrg("Other");
    const put = (orgId: string, id: string) => worker.deliveryFiles.put(orgId, id, "a.csv", Buffer.from("x"));
    const age = async (id: string, days: number) => {
      const then = new Date(Date.now() - days * 24 * 3_600_000);
      if (where === "a folder") {
        await utimes(join(worker.config.dataDir, "deliveries", t.org.id, id), then, then);
      } else bucket.objects.get(`deliveries/${t.org.id}/${id}/a.csv`)!.at = then;
    };
    const [kept, young, old] = [await addDelivery(t), await addDelivery(t), await addDelivery(t)];
    const orphan = newId("dlv");
    for (const id of [kept, young, old, orphan]) await put(t.org.id, id);
    await put(other.id, kept);
    await age(young, 6.9);
    await age(old, 7.1);
    await collectDeliveryFiles(worker);
    await collectDeliveryFiles(worker);
    const left = await Array.fromAsync(worker.deliveryFiles.list());
    expect(left.map(({orgId, deliveryId}) => [orgId, deliveryId]).toSorted()).toEqual(
      [
        [t.org.id, kept],
        [t.org.id, young],
      ].toSorted(),
    );
  },
);

test("a delivery is deleted, with its recipients, when it ended longer ago than history is kept", async () => {
  const {db} = service;
  const other = await service.addOrg("Third");
  const long = {createdAgo: "40 days"};
  const kept = [
    await addDelivery(service, {...long, finishedAgo: "29 days"}),
    await addDelivery(service, {...long, finishedAgo: null, status: "running"}),
    await addDelivery(service, {...long, finishedAgo: null, status: "queued"}),
  ];
  const forgotten = [
    await addDelivery(service, {...long, finishedAgo: "31 days"}),
    await addDelivery(service, {...long, finishedAgo: "31 days", status: "failed", orgId: other.id}),
    await addDelivery(service, {...long, finishedAgo: null, status: "skipped"}),
  ];
  await collectGarbage(service.worker.worker);
  await collectGarbage(service.worker.worker);
  const all = [...kept, ...forgotten];
  const {rows} = await sql<{
    id: string;
  }>`select id from deliveries where id = any (${all}) order by id`.execute(db);
  expect(rows.map(({id}) => id)).toEqual(kept.toSorted());
  const left = await sql<{id: string}>`
    select delivery_id as id from delivery_recipients where delivery_id = any (${all}) order by 1`.execute(
    db,
  );
  expect(left.rows.map(({id}) => id)).toEqual(kept.toSorted());
});

test("the count of a day's messages is deleted after that time, too", async () => {
  await sql`
    insert into mail_days (org_id, day, messages)
    select ${service.org.id}, (now() at time zone 'UTC')::date - n, 5 from unnest(array[0, 30, 31, 400]) as n`.execute(
    service.db,
  );
  await collectGarbage(service.worker.worker);
  const {rows} = await sql<{ago: number}>`
    select (now() at time zone 'UTC')::date - day as ago from mail_days where org_id = ${service.org.id} order by 1`.execute(
    service.db,
  );
  expect(rows.map(({ago}) => ago)).toEqual([0, 30]);
});
