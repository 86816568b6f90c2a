import {afterAll, beforeAll, beforeEach, expect, test} from "bun:test";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Bucket, type BucketLimits} from "../../../worker/storage/bucket.ts";
import {type Bucket as StandIn, startBucket} from "../../support/bucket.ts";

/** A storage that takes requests and falls silent. */

const STALL_MS = 700;
/** More than needed, because an answer may be late on a busy machine. */
const LIMITS: BucketLimits = {stallMs: STALL_MS, uploadMsPerByte: 1 / 5000, mostStalls: 4};

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

test("a request that is never answered is sent again", async () => {
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

test("an answer that stops halfway is asked for again, and gives each byte once", async () => {
  const bytes = stored("half", 200_000);
  standIn.hang(1, request => request === "GET half", 70_000);
  expect((await read("half"))?.equals(bytes)).toBe(true);
  expect(standIn.requests.length).toBeGreaterThan(1);
});

test("a storage that stays silent is away after two requests", async () => {
  stored("silent", 1000);
  standIn.hang(100);
  const silent = open({...LIMITS, stallMs: 200, mostStalls: 2});
  await expect(silent.read("silent", object => object.sizeBytes())).rejects.toMatchObject(AWAY);
  await expect(silent.write("silent", new Uint8Array(10))).rejects.toMatchObject(AWAY);
  await expect(Array.fromAsync(silent.list("x"))).rejects.toMatchObject(AWAY);
  await expect(silent.remove("silent")).rejects.toMatchObject(AWAY);
  expect(standIn.requests).toHaveLength(8);
});

test("a download may take as long as it likes while its bytes come", async () => {
  const bytes = stored("slow", 100_000);
  standIn.pace = {pieceBytes: 5000, pauseMs: STALL_MS / 7};
  const began = performance.now();
  expect((await read("slow"))?.equals(bytes)).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(2 * STALL_MS);
});

test("an upload has longer the larger it is", async () => {
  const path = join(dir, "large");
  await writeFile(path, new Uint8Array(12_000_000));
  standIn.hang(1, request => request.includes(" part 2"));
  const began = performance.now();
  await bucket.write("large", Bun.file(path));
  expect(performance.now() - began).toBeGreaterThan(STALL_MS + 12_000_000 * LIMITS.uploadMsPerByte - 1);
  expect(standIn.objects.get("large")?.bytes).toHaveLength(12_000_000);
});
