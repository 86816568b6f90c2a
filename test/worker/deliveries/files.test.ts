import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type Config, readConfig} from "../../../shared/core/config.ts";
import {newId} from "../../../shared/core/ids.ts";
import type {DeliveryFiles} from "../../../worker/storage/deliveries/files.ts";
import {openDeliveryFiles} from "../../../worker/storage/deliveries/open-files.ts";
import {openStore} from "../../../worker/storage/snapshots/open-store.ts";
import {type Bucket, startBucket} from "../../support/bucket.ts";

let bucket: Bucket;
let parent: string;

beforeAll(async () => {
  bucket = startBucket();
  parent = await mkdtemp(join(tmpdir(), "analytics-files-"));
});

afterAll(async () => {
  await bucket.stop();
  await rm(parent, {recursive: true});
});

function configFor(kind: string, environment: Record<string, string> = {}): Config {
  return readConfig({
    DATA_DIR: join(parent, kind),
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...environment,
  });
}

const bytes = (text: string) => new TextEncoder().encode(text);
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

describe.each(["folder", "bucket"])("files of deliveries in a %s", kind => {
  let files: DeliveryFiles;
  let config: Config;
  const [orgId, deliveryId] = [newId("org"), newId("dlv")];

  beforeAll(() => {
    config = configFor(kind, kind === "bucket" ? bucket.environment : {});
    files = openDeliveryFiles(config);
  });

  const text = async (name: string, org = orgId) => (await files.read(org, deliveryId, name))?.toString();

  /** The paths of all stored files, from the root of the bucket or the folder. */
  async function stored(): Promise<string[]> {
    if (kind === "bucket") return [...bucket.objects.keys()];
    const found = await readdir(join(config.dataDir, "deliveries"), {recursive: true, withFileTypes: true});
    return found
      .filter(entry => !entry.isDirectory())
      .map(entry => join(entry.parentPath, entry.name).slice(config.dataDir.length + 1));
  }

  test("are read as they were stored, and a new file of the same name replaces the old one", async () => {
    expect(await files.put(orgId, deliveryId, "sales.csv", bytes("a,b\r\n1,é"))).toBe(9);
    expect(await text("sales.csv")).toBe("a,b\r\n1,é");
    expect(await files.put(orgId, deliveryId, "sales.csv", bytes(""))).toBe(0);
    expect(await text("sales.csv")).toBe("");
    expect(await text("missing.csv")).toBeUndefined();
    expect(await files.readPart(orgId, newId("dlv"), "sales.csv", 0, 10)).toBeUndefined();
  });

  test("may be stored from a temporary file, which is then removed", async () => {
    const path = files.temporaryPath("xlsx");
    const content = random(300_000);
    await writeFile(path, content);
    expect(await files.put(orgId, deliveryId, "sales.xlsx", {path})).toBe(300_000);
    expect(await Bun.file(path).exists()).toBe(false);
    expect((await files.read(orgId, deliveryId, "sales.xlsx"))?.equals(content)).toBe(true);
  });

  test("are read in parts, and a part ends with the file", async () => {
    await files.put(orgId, deliveryId, "parts", bytes("0123456789"));
    const part = async (offset: number, length: number) => {
      const found = await files.readPart(orgId, deliveryId, "parts", offset, length);
      return [Buffer.from(found?.bytes ?? []).toString(), found?.sizeBytes];
    };
    expect(await part(0, 4)).toEqual(["0123", 10]);
    expect(await part(4, 4)).toEqual(["4567", 10]);
    expect(await part(8, 4)).toEqual(["89", 10]);
    expect(await part(10, 4)).toEqual(["", 10]);
    expect(await part(99, 4)).toEqual(["", 10]);
  });

  test("belong to their organization", async () => {
    const other = newId("org");
    await files.put(orgId, deliveryId, "own.csv", bytes("ours"));
    expect(await text("own.csv", other)).toBeUndefined();
    await files.put(other, deliveryId, "own.csv", bytes("theirs"));
    expect(await text("own.csv")).toBe("ours");
    await files.removeAll(other, deliveryId);
    expect(await text("own.csv", other)).toBeUndefined();
    expect(await text("own.csv")).toBe("ours");
  });

  test("can have any text as their name, which is never a path", async () => {
    const names = [
      "..",
      ".",
      "../../escaped",
      "/etc/passwd",
      "a/b",
      "a~2Fb",
      "a\\b",
      "a%2Fb",
      "a b.csv",
      "a+b.csv",
      "a\0b",
      "Umsätze 2026 😀.csv",
      "-rf",
      "~",
      "~~",
      ".hidden",
      "'; drop table deliveries; --",
      `${"ä".repeat(200)}1.csv`,
      `${"ä".repeat(200)}2.csv`,
    ];
    const own = newId("dlv");
    const before = await stored();
    for (const name of names) await files.put(orgId, own, name, bytes(name));
    for (const name of names) expect((await files.read(orgId, own, name))?.toString()).toBe(name);
    const added = (await stored()).filter(path => !before.includes(path));
    expect(added).toHaveLength(names.length);
    for (const path of added) {
      const [folder, org, delivery, file = "", ...more] = path.split("/");
      expect([folder, org, delivery, more]).toEqual(["deliveries", orgId, own, []]);
      expect(file).toMatch(/^[\w~-][\w.~-]{0,199}$/);
    }
    await files.removeAll(orgId, own);
    expect((await stored()).toSorted()).toEqual(before.toSorted());
  });

  test.each(["", "x".repeat(256), "\ud800"])("cannot have the name %j", async name => {
    await expect(files.put(orgId, deliveryId, name, bytes("x"))).rejects.toThrow("is not the name of a file");
    await expect(files.read(orgId, deliveryId, name)).rejects.toThrow("is not the name of a file");
  });

  test.each([
    ["org_../../x", "dlv_01jd0000000000000000000000"],
    ["org_01jd0000000000000000000000", "dlv_01jd0000000000000000000000/../x"],
    ["org_01jd0000000000000000000000", "dlv_01jd0000000000000000000000\n"],
    ["org_01jd0000000000000000000000", "ds_01jd0000000000000000000000"],
    ["org_01jd0000000000000000000000", ".."],
    ["", ""],
  ])("cannot belong to the ids %j and %j", async (org, delivery) => {
    const message = "are not the ids of an organization and a delivery";
    await expect(files.put(org, delivery, "a", bytes("x"))).rejects.toThrow(message);
    await expect(files.read(org, delivery, "a")).rejects.toThrow(message);
    await expect(files.removeAll(org, delivery)).rejects.toThrow(message);
  });

  test("are read in one version only, while others replace them", async () => {
    const own = newId("dlv");
    const version = (n: number) => new Uint8Array(200_000 + n).fill(n);
    await files.put(orgId, own, "x", version(0));
    let writing = true;
    const writer = (async () => {
      for (let n = 1; n <= 20; n++) await files.put(orgId, own, "x", version(n));
      writing = false;
    })();
    while (writing) {
      const seen = await files.read(orgId, own, "x");
      const n = seen?.[0] ?? -1;
      expect(seen?.equals(version(n))).toBe(true);
    }
    await writer;
    await files.removeAll(orgId, own);
  });

  test("are listed by delivery, and other files beside them are not", async () => {
    for (const old of await Array.fromAsync(files.list())) await files.removeAll(old.orgId, old.deliveryId);
    const [a, b] = [newId("dlv"), newId("dlv")];
    const other = newId("org");
    await files.put(orgId, a, "1", bytes("1"));
    await files.put(orgId, a, "2", bytes("2"));
    await files.put(other, b, "1", bytes("3"));
    const snapshots = openStore(config);
    const datasetId = newId("ds");
    await writeFile(join(snapshots.tempDir, "half.parquet"), "x");
    await snapshots.save(orgId, datasetId, join(snapshots.tempDir, "half.parquet"));
    if (kind === "bucket") {
      bucket.objects.set("deliveries/org_x/dlv_y/z", {bytes: Buffer.from("x"), at: new Date()});
    } else {
      await mkdir(join(config.dataDir, "deliveries", "org_x", "dlv_y"), {recursive: true});
      await writeFile(join(config.dataDir, "deliveries", orgId, newId("dlv")), "a file");
      await writeFile(join(config.dataDir, "deliveries", newId("org")), "a file");
    }
    const listed = await Array.fromAsync(files.list());
    expect(listed.map(found => [found.orgId, found.deliveryId]).toSorted()).toEqual(
      [
        [orgId, a],
        [other, b],
      ].toSorted(),
    );
    for (const {modifiedAt} of listed) expect(Date.now() - modifiedAt.getTime()).toBeWithin(-2000, 60_000);
    expect((await Array.fromAsync(snapshots.list())).map(found => found.datasetId)).toEqual([datasetId]);
    await files.removeAll(orgId, a);
    expect((await Array.fromAsync(files.list())).map(found => found.deliveryId)).toEqual([b]);
    expect((await Array.fromAsync(snapshots.list())).map(found => found.datasetId)).toEqual([datasetId]);
    await snapshots.close();
  });
});

describe("in a folder", () => {
  test("only the service's own account can read them", async () => {
    const config = configFor("modes");
    const files = openDeliveryFiles(config);
    const [orgId, deliveryId] = [newId("org"), newId("dlv")];
    await files.put(orgId, deliveryId, "a", bytes("x"));
    const path = files.temporaryPath("csv");
    await writeFile(path, "x", {mode: 0o644});
    await files.put(orgId, deliveryId, "b", {path});
    const mode = async (...parts: string[]) =>
      ((await stat(join(config.dataDir, "deliveries", ...parts))).mode & 0o777).toString(8);
    expect(await mode("tmp")).toBe("700");
    expect(await mode(orgId)).toBe("700");
    expect(await mode(orgId, deliveryId)).toBe("700");
    expect(await mode(orgId, deliveryId, "a")).toBe("600");
    expect(await mode(orgId, deliveryId, "b")).toBe("600");
  });

  test("an incomplete file of a process that has ended is deleted", async () => {
    const files = openDeliveryFiles(configFor("left"));
    const path = files.temporaryPath("csv");
    await writeFile(path, "x");
    const daysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
    await utimes(path, daysAgo, daysAgo);
    await files.tidy();
    expect(await Bun.file(path).exists()).toBe(false);
  });
});

describe("in a bucket", () => {
  const ids = () => [newId("org"), newId("dlv")] as const;
  const open = (environment: Record<string, string> = {}) =>
    openDeliveryFiles(configFor("faults", {...bucket.environment, ...environment}));

  test("a request that fails is retried, and given up after some tries", async () => {
    const files = open();
    const [orgId, deliveryId] = ids();
    bucket.fail(2, request => request.startsWith("PUT"));
    await files.put(orgId, deliveryId, "a", bytes("x"));
    bucket.fail(2, request => request.startsWith("GET"));
    expect((await files.read(orgId, deliveryId, "a"))?.toString()).toBe("x");
    bucket.fail(100);
    await expect(files.read(orgId, deliveryId, "a")).rejects.toMatchObject({
      code: "worker_unavailable",
      message: "The storage of files does not answer. Try again in a moment.",
    });
    bucket.fail(0);
  });

  test("a wrong signature is reported at once", async () => {
    const [orgId, deliveryId] = ids();
    const before = bucket.refusals();
    await expect(
      open({S3_SECRET_ACCESS_KEY: "another"}).put(orgId, deliveryId, "a", bytes("x")),
    ).rejects.toMatchObject({
      code: "worker_unavailable",
      details: {adminDetail: expect.stringContaining("SignatureDoesNotMatch")},
    });
    expect(bucket.refusals() - before).toBe(1);
  });

  test("a large file is uploaded in parts, and exists only when all of them are there", async () => {
    const files = open();
    const [orgId, deliveryId] = ids();
    const path = files.temporaryPath("csv");
    const content = random(12_000_000);
    await writeFile(path, content);
    bucket.requests.length = 0;
    const putting = files.put(orgId, deliveryId, "large.csv", {path});
    for (let looks = 0; looks < 20; looks++) {
      const seen = await files.readPart(orgId, deliveryId, "large.csv", 0, 1);
      if (seen) expect(seen.sizeBytes).toBe(12_000_000);
    }
    expect(await putting).toBe(12_000_000);
    expect(bucket.requests.filter(request => request.includes(" part ")).length).toBeGreaterThan(1);
    expect((await files.read(orgId, deliveryId, "large.csv"))?.equals(content)).toBe(true);
  });

  test("only the requested part is downloaded", async () => {
    const files = open();
    const [orgId, deliveryId] = ids();
    await files.put(orgId, deliveryId, "a", bytes("0123456789"));
    bucket.requests.length = 0;
    await files.readPart(orgId, deliveryId, "a", 2, 3);
    const key = `deliveries/${orgId}/${deliveryId}/a`;
    expect(bucket.requests).toEqual([`HEAD ${key}`, `GET ${key} bytes=2-4`]);
  });

  test("many deliveries are listed page by page, and so are the files of one delivery", async () => {
    const files = open();
    const [orgId, deliveryId] = ids();
    const others = Array.from({length: 600}, () => newId("dlv"));
    for (const id of others) {
      for (const name of ["a", "b"]) {
        bucket.objects.set(`deliveries/${orgId}/${id}/${name}`, {bytes: Buffer.from("x"), at: new Date(0)});
      }
    }
    for (let i = 0; i < 1500; i++) {
      bucket.objects.set(`deliveries/${orgId}/${deliveryId}/${i}`, {
        bytes: Buffer.from("x"),
        at: new Date(i),
      });
    }
    const listed = (await Array.fromAsync(files.list())).filter(found => found.orgId === orgId);
    expect(listed.map(found => found.deliveryId).toSorted()).toEqual([...others, deliveryId].toSorted());
    expect(listed.find(found => found.deliveryId === deliveryId)?.modifiedAt).toEqual(new Date(1499));
    await files.removeAll(orgId, deliveryId);
    expect([...bucket.objects.keys()].filter(key => key.includes(deliveryId))).toEqual([]);
    expect([...bucket.objects.keys()].filter(key => key.includes(orgId))).toHaveLength(1200);
  });
});
