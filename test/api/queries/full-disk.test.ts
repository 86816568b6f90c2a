import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtempSync} from "node:fs";
import {mkdir, readdir, readFile, rm, truncate} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {forwardLog, LogFile, linesFrom} from "../../../bin/start/log-file.ts";
import {mountSmallDisk} from "../../faults/small-disk.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

const ROWS = 900_000;
const root = mkdtempSync(join(tmpdir(), "full-disk-"));
/** The disk of the data folder. */
const small = mountSmallDisk(192);
const disk = small?.path ?? "";

afterAll(async () => {
  await small?.unmount();
  await rm(root, {recursive: true, force: true});
});

/** Leaves a little space for small files. */
const fill = (leftBytes = 256 * 1024) => small?.fill(leftBytes);
const free = () => small?.free();

describe.skipIf(!small)("when the disk is full (skipped if none can be mounted)", () => {
  let service: TestService;
  let projectId: string;

  beforeAll(async () => {
    const warehouses = join(root, "warehouses");
    service = await testService({
      DATA_DIR: disk,
      WAREHOUSE_DIR: warehouses,
      DUCKDB_MEMORY_LIMIT: "80MB",
      DUCKDB_THREADS: "1",
      WORKER_LISTEN: join(root, "worker.sock"),
    });
    const folder = join(warehouses, service.org.id);
    await mkdir(folder, {recursive: true});
    const instance = await DuckDBInstance.create(join(folder, "events.duckdb"));
    const made = await instance.connect();
    await made.run(
      `create table events as
       select 'key ' || md5(range::varchar) as key, 'value ' || range as value from range(${ROWS})`,
    );
    made.closeSync();
    instance.closeSync();
    const post = async (path: string, body: unknown) => {
      const answer = await service.call("POST", path, {body});
      if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const config = {path: "events.duckdb"};
    const connection = await post("/api/connections", {name: "events", type: "duckdb", config});
    const project = await post("/api/projects", {name: "events", connectionId: connection.id});
    projectId = project.id;
    await post(`/api/projects/${projectId}/introspect`, {
      models: [
        {
          name: "events",
          table: {sql: "select key, max(value) as value from events group by key"},
          dimensions: [{name: "key", type: "string", column: "key"}],
          measures: [{name: "last", type: "max", column: "value"}],
        },
      ],
    });
  });

  afterAll(async () => {
    await free();
    await service?.stop();
  });

  const spilledFiles = async () =>
    (await readdir(join(disk, "tmp"), {recursive: true})).filter(name => /\.(tmp|block)$/.test(name));

  const heavy = () =>
    service.call("POST", "/api/query", {
      body: {
        model: "events",
        projectId,
        dimensions: ["events.key"],
        measures: ["events.last"],
        orderBy: ["events.last desc", "events.key"],
        limit: 1,
      },
    });

  test("a statement that spills is refused with the reason, and is answered when there is space", async () => {
    await fill();
    const refused = await heavy();
    expect(refused.body).toMatchObject({status: 507, code: "storage_full"});
    expect(refused.body.detail).toContain("DATA_DIR");
    const asMember = await service.call("POST", "/api/query", {
      token: service.org.reader.token,
      body: {model: "events", projectId, dimensions: ["events.key"], measures: ["events.last"], limit: 1},
    });
    expect(asMember.text).not.toContain("DATA_DIR");
    await free();
    const answered = await heavy();
    expect(answered.status).toBe(200);
    // The engine holds on to files that it could not finish until it is closed, and another engine takes its place.
    while ((await spilledFiles()).length > 0) {
      await Bun.sleep(200);
      expect((await heavy()).status).toBe(200);
    }
  });

  test("a CSV is refused as a whole, and stored when there is space", async () => {
    const csv = `n,text\n${Array.from({length: 60_000}, (_, n) => `${n},some text of the row ${n}\n`).join("")}`;
    const create = (name: string) =>
      service.call("POST", `/api/projects/${projectId}/datasets`, {
        body: {name, kind: "snapshot", snapshotCsv: csv},
      });
    await fill();
    expect((await create("refused")).body).toMatchObject({status: 507, code: "storage_full"});
    const files = await readdir(join(disk, "snapshots"), {recursive: true});
    expect(files.filter(name => /\.(csv|parquet)$/.test(name))).toEqual([]);
    expect((await service.call("GET", "/api/datasets")).body).toEqual([]);
    await free();
    const kept = await create("kept");
    expect(kept.status).toBe(201);
    const count = {model: kept.body.slug, measures: [`${kept.body.slug}.count`]};
    expect((await service.call("POST", "/api/query", {body: count})).body.rows).toEqual([[60_000]]);
  });

  test("a log loses lines, reports that once, and continues", async () => {
    const file = new LogFile(join(disk, "worker.log"));
    await fill(0);
    const shown: string[] = [];
    const lines = new TransformStream<Uint8Array, Uint8Array>();
    const writer = lines.writable.getWriter();
    const level = linesFrom("worker", () => "error");
    const kept = forwardLog(lines.readable, file, line => shown.push(line), level);
    const entry = (msg: string) => new TextEncoder().encode(`${JSON.stringify({level: "info", msg})}\n`);
    for (const msg of ["lost", "lost, too"]) await writer.write(entry(msg.padEnd(100_000)));
    await until(() => shown.length > 0);
    await free();
    await truncate(file.path, 0);
    await writer.write(entry("kept"));
    await writer.close();
    await kept;
    file.close();
    expect(shown).toEqual([
      expect.stringMatching(/worker\.log cannot be written \(ENOSPC.*: lines are lost$/),
    ]);
    expect(await readFile(file.path, "utf8")).toBe('{"level":"info","msg":"kept"}\n');
  });
});
