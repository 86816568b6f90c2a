import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Bucket, type BucketLimits} from "../../../worker/storage/bucket.ts";
import {type Bucket as StandIn, startBucket} from "../../support/bucket.ts";
import {until} from "../../support/until.ts";

/** A storage that accepts requests and then falls silent. */

const STALL_MS = 700;
/** More tries than necessary, because an answer may be late on a busy machine. */
const LIMITS: BucketLimits = {stallMs: STALL_MS, uploadMsPerByte: 1 / 5000, maxStalls: 4};

let standIn: StandIn;
let bucket: Bucket;
let dir: string;

beforeAll(async () => {
  standIn = startBucket();
  dir = await mkdtemp(join(tmpdir(), "analytics-bucket-"));
  bucket = open(LIMITS);
});

afterAll(async () => {
  await standIn.stop();
  await rm(dir, {recursive: true});
});

function open(limits: BucketLimits): Bucket {
  const {S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY} = standIn.environment;
  const config = {
    bucket: S3_BUCKET!,
    endpoint: S3_ENDPOINT!,
    region: S3_REGION!,
    accessKeyId: S3_ACCESS_KEY_ID!,
    secretAccessKey: S3_SECRET_ACCESS_KEY!,
  };
  return new Bucket(config, "files", limits);
}

beforeEach(() => {
  standIn.hang(0);
  standIn.pace = undefined;
  standIn.requests.length = 0;
});

const read = (key: string) =>
  bucket.read(key, async object => Buffer.concat(await Array.fromAsync(object.chunks())));

function stored(key: string, length: number): Buffer {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(length)));
  standIn.objects.set(key, {bytes, at: new Date()});
  return bytes;
}

const AWAY = {
  code: "worker_unavailable",
  message: "The storage of files does not answer. Try again in a moment.",
  details: {adminDetail: expect.stringContaining("no answer within")},
};

test("a request without an answer is sent again", async () => {
  const bytes = stored("read", 1000);
  standIn.hang(1, request => request === "GET read");
  expect((await read("read"))?.equals(bytes)).toBe(true);
  expect(standIn.requests.length).toBeGreaterThan(1);

  standIn.hang(1, request => request === "PUT written");
  await bucket.write("written", bytes);
  expect(standIn.objects.get("written")?.bytes.equals(bytes)).toBe(true);

  standIn.hang(1, request => request === "HEAD read");
  expect(await bucket.read("read", object => object.sizeBytes())).toBe(1000);

  standIn.hang(1, request => request === "GET ");
  expect((await Array.fromAsync(bucket.list("wri"))).map(({key}) => key)).toEqual(["written"]);

  standIn.hang(1, request => request.startsWith("DELETE"));
  await bucket.remove("written");
  expect(standIn.objects.has("written")).toBe(false);
});

test("an answer that stops half-way is continued by another request, and each byte is read once", async () => {
  const bytes = stored("half", 200_000);
  standIn.hang(1, request => request === "GET half", 70_000);
  expect((await read("half"))?.equals(bytes)).toBe(true);
  expect(standIn.requests.length).toBeGreaterThan(1);
});

test("a storage that stays silent is given up after two requests", async () => {
  stored("silent", 1000);
  standIn.hang(100);
  const silent = open({...LIMITS, stallMs: 200, maxStalls: 2});
  await expect(silent.read("silent", object => object.sizeBytes())).rejects.toMatchObject(AWAY);
  await expect(silent.write("silent", new Uint8Array(10))).rejects.toMatchObject(AWAY);
  await expect(Array.fromAsync(silent.list("x"))).rejects.toMatchObject(AWAY);
  await expect(silent.remove("silent")).rejects.toMatchObject(AWAY);
  expect(standIn.requests).toHaveLength(8);
});

test("a download may take any time while its bytes arrive", async () => {
  const bytes = stored("slow", 100_000);
  standIn.pace = {pieceBytes: 5000, pauseMs: STALL_MS / 7};
  const began = performance.now();
  expect((await read("slow"))?.equals(bytes)).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(2 * STALL_MS);
});

const MEGABYTE = 1_000_000;

async function large(sizeBytes = 12 * MEGABYTE): Promise<{path: string; bytes: Buffer}> {
  const bytes = Buffer.alloc(sizeBytes, crypto.getRandomValues(new Uint8Array(9999)));
  const path = join(dir, crypto.randomUUID());
  await writeFile(path, bytes);
  return {path, bytes};
}

test("an upload with larger parts gets more time, and repeats only the part without an answer", async () => {
  const {path, bytes} = await large();
  standIn.hang(1, request => request.includes(" part 2"));
  const began = performance.now();
  await bucket.write("large", Bun.file(path));
  // Two parts share the bandwidth.
  const partMs = 2 * 5 * 1024 * 1024 * LIMITS.uploadMsPerByte;
  expect(performance.now() - began).toBeGreaterThan(STALL_MS + partMs - 1);
  expect(standIn.objects.get("large")?.bytes.equals(bytes)).toBe(true);
  const parts = standIn.requests.filter(request => request.startsWith("PUT large part"));
  expect(parts.sort()).toEqual([
    "PUT large part 1",
    "PUT large part 2",
    "PUT large part 2",
    "PUT large part 3",
  ]);
  expect(standIn.uploads.size).toBe(0);
});

test.each(["part 1", "part 3"])(
  "an upload whose %s is never answered leaves nothing behind, even later",
  async part => {
    const {path} = await large();
    const carryOn = standIn.delay(request => request.endsWith(part));
    const impatient = open({...LIMITS, stallMs: 200, uploadMsPerByte: 0, maxStalls: 2});
    await expect(impatient.write("given-up", Bun.file(path))).rejects.toMatchObject(AWAY);
    expect(standIn.uploads.size).toBe(0);
    carryOn();
    // This request is answered after the late ones.
    await Array.fromAsync(bucket.list("x"));
    expect(standIn.uploads.size).toBe(0);
    expect(standIn.objects.has("given-up")).toBe(false);
  },
);

test("an upload that was completed without an answer counts as completed", async () => {
  const {path, bytes} = await large();
  const carryOn = standIn.delay(request => request === "POST ended" && standIn.uploads.size === 1);
  const impatient = open({...LIMITS, stallMs: 300, uploadMsPerByte: 1 / 5000, maxStalls: 4});
  const writing = impatient.write("ended", Bun.file(path));
  await until(() => standIn.requests.filter(request => request === "POST ended").length >= 3);
  carryOn();
  await writing;
  expect(standIn.objects.get("ended")?.bytes.equals(bytes)).toBe(true);
});

test("an upload is aborted if the storage refuses a part or cannot join the parts", async () => {
  const {path} = await large();
  standIn.fail(100, request => request.endsWith("part 2"));
  await expect(bucket.write("refused", Bun.file(path))).rejects.toMatchObject({code: "worker_unavailable"});
  standIn.fail(0);
  expect(standIn.uploads.size).toBe(0);
  expect(standIn.objects.has("refused")).toBe(false);
});

test("names with special characters are signed as they are sent", async () => {
  const before = standIn.refusals();
  await bucket.write("a name/with spaces+'(signs)*", new Uint8Array([1, 2, 3]));
  expect([...standIn.objects.keys()]).toContain("a name/with spaces+'(signs)*");
  expect(standIn.refusals()).toBe(before);
});
