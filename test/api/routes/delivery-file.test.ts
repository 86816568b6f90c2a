import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {deliveryFileStream} from "../../../api/content/schedules/delivery-file.ts";
import {publish} from "../../../shared/core/change-notices.ts";
import {sql} from "../../../shared/core/db.ts";
import {newId} from "../../../shared/core/ids.ts";
import {type Bucket, startBucket} from "../../support/bucket.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

const MB = 1024 * 1024;

let bucket: Bucket;
let service: TestService;
let deliveryId: string;

beforeAll(async () => {
  bucket = startBucket();
  service = await testService(bucket.environment);
});

afterAll(async () => {
  await service.stop();
  await bucket.stop();
});

beforeEach(async () => {
  deliveryId = await addDelivery("1 minute");
  bucket.requests.length = 0;
  bucket.fail(0);
});

/** A delivery of this age. */
async function addDelivery(age: string): Promise<string> {
  const id = newId("dlv");
  await sql`
    insert into deliveries (id, org_id, source_type, source_id, trigger, name, run_as, created_at)
    values (${id}, ${service.org.id}, 'agent', 'agent_x', 'agent', 'Sales', ${service.org.admin.id},
      now() - ${age}::interval)`.execute(service.db);
  return id;
}

const put = (name: string, content: Uint8Array) =>
  service.worker.worker.deliveryFiles.put(service.org.id, deliveryId, name, content);

function open(name: string, {web = service.web, orgId = service.org.id, id = deliveryId} = {}) {
  const options = {requestId: "req_test", signal: new AbortController().signal};
  return deliveryFileStream(web, {orgId, deliveryId: id, name}, options);
}

const wholeOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer());
const partsFetched = () => bucket.requests.filter(request => request.startsWith("GET")).length;

describe("a file of a delivery", () => {
  test("is downloaded whole, whatever its size", async () => {
    for (const length of [0, 1, MB, 4 * MB, 9 * MB + 1]) {
      const content = new Uint8Array(length).map((_, i) => i % 251);
      await put("file.csv", content);
      const {stream, sizeBytes} = await open("file.csv");
      expect(sizeBytes).toBe(length);
      expect((await wholeOf(stream)).equals(content)).toBe(true);
    }
  });

  test("comes through Postgres if no worker can be reached directly", async () => {
    const content = new Uint8Array(5 * MB).map((_, i) => i % 251);
    await put("file.csv", content);
    await onlyAddress("/nowhere/worker.sock");
    const other = await service.another();
    try {
      const {stream} = await open("file.csv", {web: other.web});
      expect((await wholeOf(stream)).equals(content)).toBe(true);
    } finally {
      await onlyAddress(service.worker.address);
    }
  });

  test("is read no faster than its reader takes it, and no further once the reader has left", async () => {
    await put("file.csv", new Uint8Array(40 * MB));
    const {stream} = await open("file.csv");
    const reader = stream.getReader();
    await reader.read();
    // Parts that are read ahead may arrive late on a busy machine.
    let fetched = 0;
    while (fetched !== partsFetched()) {
      fetched = partsFetched();
      await Bun.sleep(300);
    }
    expect(fetched).toBeLessThan(5);
    await reader.cancel();
    await Bun.sleep(300);
    // One part may have been on its way.
    expect(partsFetched()).toBeLessThanOrEqual(fetched + 1);
  });

  test("breaks off if it is removed while it is read", async () => {
    await put("file.csv", new Uint8Array(40 * MB));
    const {stream} = await open("file.csv");
    await service.worker.worker.deliveryFiles.removeAll(service.org.id, deliveryId);
    await expect(wholeOf(stream)).rejects.toMatchObject({code: "not_found"});
  });

  test("is not found in another organization", async () => {
    await put("file.csv", new Uint8Array(1));
    const other = await service.addOrg("Other");
    await expect(open("file.csv", {orgId: other.id})).rejects.toMatchObject({code: "not_found"});
  });

  test.each(["other.csv", "", "../file.csv", `../${"x".repeat(400)}`, "\ud800", "a\0b"])(
    "%j is not found if no file has that name",
    async name => {
      await put("file.csv", new Uint8Array(1));
      await expect(open(name)).rejects.toMatchObject({code: "not_found"});
    },
  );

  test.each(["dlv_../../x", "..", "", "ds_01jd0000000000000000000000"])(
    "of the delivery %j is not found",
    async id => {
      await expect(open("file.csv", {id})).rejects.toMatchObject({code: "not_found"});
    },
  );

  test("is 410 when its seven days are over", async () => {
    deliveryId = await addDelivery("8 days");
    await expect(open("file.csv")).rejects.toMatchObject({
      code: "gone",
      message: "The files of a delivery are stored for 7 days, and this time is over.",
    });
  });

  test("waits for storage that fails once, and reports storage that stays away", async () => {
    await put("file.csv", new Uint8Array(10));
    bucket.fail(1);
    expect(await wholeOf((await open("file.csv")).stream)).toHaveLength(10);
    bucket.fail(100);
    await expect(open("file.csv")).rejects.toMatchObject({code: "worker_unavailable"});
  });
});

/** Makes this the only address that workers announce. */
async function onlyAddress(address: string | null): Promise<void> {
  await service.db.updateTable("workers").set({endpoint: address}).execute();
  await publish(service.db, {kind: "worker", id: "any"});
  await until(async () =>
    (await service.web.workers.candidates("any")).every(worker => worker.address === address),
  );
}
