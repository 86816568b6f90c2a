import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {chmod, rm} from "node:fs/promises";
import {join} from "node:path";
import {sql} from "../../../shared/core/db.ts";
import {type Bucket, startBucket} from "../../support/bucket.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {shopGraph} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

/** Files of roll-ups and snapshots that others have changed or removed, in a folder and in a bucket. */

const QUERY = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
const OF_FROZEN = {model: "frozen", dimensions: ["frozen.region"], measures: ["frozen.n_sum"]};

describe.each(["folder", "bucket"] as const)("in a %s", place => {
  let bucket: Bucket | undefined;
  let service: TestService;
  let shop: Awaited<ReturnType<typeof shopProjects>>;
  let projectId: string;

  beforeAll(async () => {
    bucket = place === "bucket" ? startBucket() : undefined;
    service = await testService(bucket?.environment);
    shop = await shopProjects(service);
    projectId = shop.duckdb.projectId;
    const graph = {
      ...shopGraph("duckdb", "main"),
      rollups: [
        {name: "by_status", model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
      ],
    };
    const applied = await service.call("POST", `/api/projects/${projectId}/introspect`, {body: graph});
    expect(applied.status, applied.text).toBe(201);
  });
  afterAll(async () => {
    await service.stop();
    await shop.drop();
    await bucket?.stop();
  });

  /** Waits until the roll-up is fresh, and returns it. */
  const fresh = async () => {
    const state = await until(async () => {
      const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
      return body[0]?.state === "fresh" ? body[0] : undefined;
    });
    await service.web.notices.caughtUp();
    return state;
  };

  beforeEach(async () => {
    // A build whose file was damaged recently is not repaired at once.
    await sql`update rollup_builds set error = null where org_id = ${service.org.id}`.execute(service.db);
    await service.call("POST", `/api/projects/${projectId}/rollups/by_status/build`);
    await until(async () => {
      const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
      return body[0]?.lastBuild?.status === "succeeded" && body[0]?.state === "fresh";
    });
    await service.web.notices.caughtUp();
  });

  /** Starts a worker that has opened no file and has none on its own disk. */
  const anotherWorker = async () => {
    await service.worker.stop();
    service.worker = await service.addWorker();
  };

  const ask = async (body: object = {...QUERY, projectId}) => {
    const answer = await service.call("POST", "/api/query", {body});
    return {...answer, isFromRollup: answer.headers.has("x-data-as-of")};
  };

  let asked = 0;
  /** Runs a query that no cache has an answer to. */
  const askAnew = () => {
    const filters = [{field: "orders.count", op: ">", value: -++asked}];
    return ask({...QUERY, projectId, filters});
  };

  const keyOfRollup = async () => {
    const {rows} = await sql<{id: string}>`
      select f ->> 'id' as id from rollups r join rollup_builds b on b.id = r.build_id, json_array_elements(b.files) f
      where r.org_id = ${service.org.id}`.execute(service.db);
    return `${service.org.id}/${rows[0]!.id}.parquet`;
  };
  const pathOf = (key: string) => join(service.web.config.dataDir, "snapshots", key);

  async function change(key: string, changed: (bytes: Buffer) => Buffer): Promise<void> {
    if (bucket) {
      const object = bucket.objects.get(key)!;
      object.bytes = changed(Buffer.from(object.bytes));
      return;
    }
    const bytes = changed(Buffer.from(await Bun.file(pathOf(key)).arrayBuffer()));
    await chmod(pathOf(key), 0o600);
    await Bun.write(pathOf(key), bytes);
  }

  /** Changes one bit in the first page of the file. */
  const flip = (bytes: Buffer) => {
    bytes[40]! ^= 1;
    return bytes;
  };

  const remove = async (key: string) => {
    if (bucket) bucket.objects.delete(key);
    else await rm(pathOf(key));
  };

  test.each([
    ["with another bit", (key: string) => change(key, flip)],
    ["that is cut off", (key: string) => change(key, bytes => bytes.subarray(0, bytes.length - 20))],
    ["that is gone", remove],
  ])("the file of a roll-up %s is not read, and the roll-up is rebuilt", async (_, harm) => {
    const before = await ask({...QUERY, projectId, rollups: false});
    const {lastBuild} = await fresh();
    await anotherWorker();
    await harm(await keyOfRollup());
    const answer = await ask();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.rows).toEqual(before.body.rows);
    expect(answer.isFromRollup).toBe(false);
    await until(async () => (await fresh()).lastBuild.id !== lastBuild.id);
    const {rows} = await sql<{error: string}>`
      select error from rollup_builds where id = ${lastBuild.id}`.execute(service.db);
    expect(rows[0]?.error).toContain("damaged or gone");
    const after = await ask();
    expect(after.body.rows).toEqual(before.body.rows);
    expect(after.isFromRollup).toBe(true);
  });

  test("a roll-up whose files are damaged again and again waits for its next build", async () => {
    for (const isRepaired of [true, false]) {
      const {lastBuild} = await fresh();
      await anotherWorker();
      await remove(await keyOfRollup());
      expect((await ask()).isFromRollup).toBe(false);
      if (isRepaired) await until(async () => (await fresh()).lastBuild.id !== lastBuild.id);
    }
    const state = await until(async () => {
      const {body} = await service.call("GET", `/api/projects/${projectId}/rollups`);
      return body[0]?.state === "unbuilt" ? body[0] : undefined;
    });
    expect(state.why).toContain("for the second time within an hour");
    expect(state.lastBuild.status).toBe("succeeded");
  });

  test("files of builds and snapshots without a stored checksum are read", async () => {
    const made = await service.call("POST", `/api/projects/${projectId}/datasets`, {
      body: {name: "Earlier", kind: "snapshot", snapshotCsv: "region,n\nnorth,1\nsouth,2\n"},
    });
    expect(made.status, made.text).toBe(201);
    await sql`update datasets set crc32 = null where org_id = ${service.org.id}`.execute(service.db);
    await sql`
      update rollup_builds set files = (
        select json_agg(f::jsonb - 'crc32') from json_array_elements(files) f)
      where org_id = ${service.org.id} and json_array_length(files) > 0`.execute(service.db);
    await anotherWorker();
    const frozen = await ask({model: "earlier", measures: ["earlier.n_sum"]});
    expect(frozen.body.rows).toEqual([[3]]);
    expect((await ask()).isFromRollup).toBe(true);
    // Without a checksum, only the engine's error shows that a file is damaged.
    await anotherWorker();
    const {lastBuild} = await fresh();
    await change(await keyOfRollup(), bytes => bytes.fill(255, 4, bytes.length - 4));
    expect((await askAnew()).isFromRollup).toBe(false);
    await until(async () => (await fresh()).lastBuild.id !== lastBuild.id);
  });

  test("a damaged or missing snapshot file is no fault of the caller, and the error names a remedy", async () => {
    const made = await service.call("POST", `/api/projects/${projectId}/datasets`, {
      body: {name: "Frozen", kind: "snapshot", snapshotCsv: "region,n\nnorth,1\nsouth,2\n"},
    });
    expect(made.status, made.text).toBe(201);
    const key = `${service.org.id}/${made.body.id}.parquet`;
    const sound = await ask(OF_FROZEN);
    expect(sound.body.rows).toEqual([
      ["north", 1],
      ["south", 2],
    ]);
    await anotherWorker();
    await change(key, flip);
    const damaged = await ask(OF_FROZEN);
    expect(damaged.status, damaged.text).toBe(502);
    expect(damaged.body).toMatchObject({code: "warehouse_error"});
    expect(damaged.body.detail).toContain("is damaged");
    expect(damaged.body.detail).toContain("backup");
    await change(key, flip);
    expect((await ask(OF_FROZEN)).body.rows).toEqual(sound.body.rows);
    await anotherWorker();
    await remove(key);
    const gone = await ask(OF_FROZEN);
    expect(gone.status, gone.text).toBe(502);
    expect(gone.body.detail).toContain("is gone");
  });

  test("a file that changes while it is open is checked again", async () => {
    if (place === "bucket") return;
    await anotherWorker();
    expect((await ask()).isFromRollup).toBe(true);
    const {lastBuild} = await fresh();
    await change(await keyOfRollup(), flip);
    // An open file is checked once a second.
    await until(async () => !(await askAnew()).isFromRollup);
    await until(async () => (await fresh()).lastBuild.id !== lastBuild.id);
  });
});
