import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {chown, mkdir, mkdtemp, stat} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {sql} from "../../../shared/core/db.ts";
import {type PostgresServer, startPostgres} from "../../../shared/core/postgres/server.ts";
import {mountSmallDisk} from "../../faults/small-disk.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

/**
 * The tables of the service's own database are on a small disk that is really full; the write-ahead log is not. No other test
 * uses this server, because it cannot make a checkpoint then.
 */

// Every user may enter this folder.
const disk = mountSmallDisk(128, "/var/tmp");
const ROWS = 20_000;

async function serverOnDisk(at: string): Promise<PostgresServer> {
  const dir = await mkdtemp(join(tmpdir(), "full-database-"));
  const server = await startPostgres({dir, logFile: join(dir, "log"), listen: "tcp", temporary: true});
  const location = join(at, "tables");
  await mkdir(location);
  const {uid, gid} = await stat(join(dir, "cluster"));
  await chown(location, uid, gid);
  const client = new pg.Client({connectionString: server.url});
  await client.connect();
  await client.query(`create tablespace small location '${location}'`);
  await client.end();
  return server;
}

describe.skipIf(!disk)("when the database's disk is full (skipped if none can be mounted)", () => {
  let server: PostgresServer;
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let projectId: string;

  beforeAll(async () => {
    server = await serverOnDisk(disk!.path);
    t = await testService({}, {server: server.url, tablespace: "small"});
    shops = await shopProjects(t);
    const {connectionId} = shops.duckdb;
    const made = async (path: string, body: object) => (await t.call("POST", path, {body})).body;
    projectId = (await made("/api/projects", {name: "numbers", connectionId})).id;
    await made(`/api/projects/${projectId}/introspect`, {
      models: [
        {
          name: "numbers",
          table: {sql: `select range as n, repeat(md5(range::varchar), 4) as label from range(${ROWS})`},
          dimensions: [
            {name: "n", type: "number", column: "n"},
            {name: "label", type: "string", column: "label"},
          ],
        },
      ],
    });
  });

  afterAll(async () => {
    await disk!.free();
    await t?.stop();
    await shops?.drop();
    await server?.stop();
    await disk!.unmount();
  });

  /** A quarter of a megabyte of text that cannot be compressed. */
  const bigSheet = () => {
    const text = () => Buffer.from(crypto.getRandomValues(new Uint8Array(384))).toString("base64");
    const cells = Object.fromEntries(Array.from({length: 500}, (_, i) => [`A${i + 1}`, text()]));
    return {name: "Big", tabs: [{name: "One", cells}]};
  };

  test("a request that writes is 503 with the reason, and one that only reads is answered", async () => {
    await disk!.fill(0);
    const refused: {status: number; code: string; detail: string}[] = [];
    for (let i = 0; refused.length < 3 && i < 200; i++) {
      const {status, body} = await t.call("POST", "/api/sheets", {body: bigSheet()});
      if (status !== 201) refused.push({status, code: body.code, detail: body.detail});
    }
    expect(refused).toEqual(
      Array(3).fill({
        status: 503,
        code: "database_unavailable",
        detail: expect.stringContaining("The disk of the service's database is full"),
      }),
    );
    expect((await t.call("GET", "/api/sheets?limit=1")).status).toBe(200);
    await disk!.free();
    expect((await t.call("POST", "/api/sheets", {body: bigSheet()})).status).toBe(201);
  });

  test("a queued run waits for space, however often it is tried", async () => {
    await disk!.fill(512 * 1024);
    const body = {projectId, model: "numbers", dimensions: ["numbers.n", "numbers.label"], limit: ROWS};
    const queued = await t.call("POST", "/api/query", {body, headers: {prefer: "respond-async"}});
    expect(queued.status).toBe(202);
    const path = `/api/query/runs/${queued.body.id}`;
    const tries = new Set<string>();
    await until(async () => {
      const {rows} = await sql<{attempts: number; at: string; error: string | null}>`
        select attempts, run_at::text as at, last_error as error from graphile_worker.jobs
        where task_identifier like 'run_query%' and last_error is not null and locked_at is null`.execute(
        t.db,
      );
      for (const {attempts, at, error} of rows) {
        expect(attempts).toBe(0);
        expect(error).toContain("disk");
        tries.add(at);
      }
      return tries.size === 2;
    });
    expect(["queued", "running"]).toContain((await t.call("GET", path)).body.status);
    await disk!.free();
    await until(async () => (await t.call("GET", path)).body.status === "succeeded");
    expect((await t.call("GET", `${path}/result`)).body.rows).toHaveLength(ROWS);
  });
});
