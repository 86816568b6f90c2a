import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {chmod, mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import pg from "pg";
import {freePort} from "../../shared/core/postgres/server.ts";
import {mountSmallDisk} from "../faults/small-disk.ts";
import {emptyDatabase, testDatabase, testServerUrl} from "../support/postgres.ts";
import {until} from "../support/until.ts";

const root = join(import.meta.dir, "..", "..");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "start-faults-"));
});
afterAll(() => rm(folder, {recursive: true, force: true}));

const KEYS = [1, 2, 3].map(byte => Buffer.alloc(32, byte).toString("base64"));
const [KEY = "", OTHER = "", THIRD = ""] = KEYS;

/** Runs a command to its end. Returns its output without empty lines. */
async function run(
  command: string[],
  environment: Record<string, string>,
): Promise<{code: number; lines: string[]}> {
  const {DATABASE_URL: _url, ENCRYPTION_KEY: _key, ...inherited} = process.env;
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    env: {...inherited, ...environment},
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return {code, lines: `${out}\n${err}`.split("\n").filter(line => line.trim() !== "")};
}

/** The last line of the launcher's output, after the steps that it has begun. */
async function faultOfStart(environment: Record<string, string>): Promise<string | undefined> {
  const port = String(await freePort());
  const {code, lines} = await run(["bin/start.ts"], {
    PORT: port,
    DATA_DIR: join(folder, port),
    ...environment,
  });
  expect(code).toBe(1);
  expect(lines.filter(line => /^\s+at |Error:/.test(line))).toEqual([]);
  return lines.at(-1);
}

const over = (databaseUrl: string) => faultOfStart({DATABASE_URL: databaseUrl, ENCRYPTION_KEY: KEY});

describe("the error for a DATABASE_URL", () => {
  test("without a listener", async () => {
    const port = await freePort();
    expect(await over(`postgres://a:b@127.0.0.1:${port}/x`)).toBe(
      `Postgres at 127.0.0.1:${port} (DATABASE_URL) does not answer (ECONNREFUSED): start it, or correct DATABASE_URL`,
    );
  });

  test("of a server other than Postgres", async () => {
    const server = Bun.serve({port: 0, hostname: "127.0.0.1", fetch: () => new Response("hello")});
    try {
      expect(await over(`postgres://a:b@127.0.0.1:${server.port}/x`)).toBe(
        `What answers at 127.0.0.1:${server.port} (DATABASE_URL) is not Postgres, or does not answer in time: correct DATABASE_URL`,
      );
    } finally {
      await server.stop(true);
    }
  });

  test("with a wrong password, or a missing database", async () => {
    const url = new URL(testServerUrl());
    url.pathname = "/nowhere";
    expect(await over(url.href)).toBe(
      `Postgres at ${url.host} (DATABASE_URL) has no database "nowhere": create it, or correct DATABASE_URL`,
    );
    url.password = "wrong";
    expect(await over(url.href)).toStartWith(
      `Postgres at ${url.host} (DATABASE_URL) refuses the user "postgres"`,
    );
  });
});

describe("the error for a DATA_DIR", () => {
  test("that is a file", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    expect(await faultOfStart({DATA_DIR: file})).toBe(
      `${file} is a file where a folder is needed: set DATA_DIR to another folder`,
    );
  });

  const disk = mountSmallDisk(12);
  afterAll(() => disk?.unmount());

  test.skipIf(!disk)("on a disk that is full (skipped where none can be mounted)", async () => {
    const dir = join(disk!.path, "data");
    const fault = await faultOfStart({DATA_DIR: dir});
    expect(fault).toMatch(
      /^The embedded Postgres could not be set up: the disk of .*data\/postgres is full\. Make room/,
    );
    await disk!.fill(0);
    expect(await faultOfStart({DATA_DIR: join(disk!.path, "other")})).toMatch(
      /^The disk of .* is full: make room, or set DATA_DIR to a folder on another disk$/,
    );
    await disk!.free();
  });

  test.skipIf(!disk)("that is read-only (skipped if none can be mounted)", async () => {
    const dir = join(disk!.path, "kept");
    await mkdir(dir);
    await chmod(dir, 0o755);
    Bun.spawnSync(["mount", "-o", "remount,ro", disk!.path]);
    try {
      expect(await faultOfStart({DATA_DIR: dir})).toMatch(
        /cannot be written \((EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)\): make it writable for this user, or set DATA_DIR/,
      );
    } finally {
      Bun.spawnSync(["mount", "-o", "remount,rw", disk!.path]);
    }
  });
});

describe("SIGTERM ends a release that waits for another one", () => {
  /** Sends the signal once a release waits, and resolves when the release has gone. */
  async function endWaiting(
    command: string[],
    environment: Record<string, string>,
    pidOf = (started: number) => started,
  ): Promise<void> {
    const database = await emptyDatabase();
    const holder = new pg.Client({connectionString: database.url});
    await holder.connect();
    const {DATABASE_URL: _url, ENCRYPTION_KEY: _key, ...inherited} = process.env;
    const env = {...inherited, ...environment, DATABASE_URL: database.url, ENCRYPTION_KEY: KEY};
    const waiting =
      "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
    let child: Bun.Subprocess | undefined;
    try {
      await holder.query("select pg_advisory_lock(7113042)");
      child = Bun.spawn(command, {cwd: root, env, stdout: "ignore", stderr: "ignore"});
      await until(async () => (await holder.query(waiting)).rowCount === 1);
      process.kill(pidOf(child.pid), "SIGTERM");
      await until(async () => (await holder.query(waiting)).rowCount === 0);
      await child.exited;
    } finally {
      child?.kill("SIGKILL");
      await holder.end();
      await database.drop();
    }
  }

  test("of the launcher", async () => {
    const port = String(await freePort());
    await endWaiting([process.execPath, "bin/start.ts"], {PORT: port, DATA_DIR: join(folder, port)});
  });

  const unshare = ["unshare", "--pid", "--fork", "--kill-child"];
  const canUnshare = Bun.which("unshare") !== null && Bun.spawnSync([...unshare, "true"]).success;
  test.skipIf(!canUnshare)(
    "as the first process of a container (skipped without the right to make one)",
    async () => {
      await endWaiting([...unshare, process.execPath, "bin/release.ts"], {}, started =>
        Number(Bun.spawnSync(["pgrep", "-P", String(started)]).stdout.toString()),
      );
    },
  );
});

describe("an ENCRYPTION_KEY", () => {
  const WRONG = /^ENCRYPTION_KEY is not the key of this database: .*--new-key/;
  const release = (url: string, key: string, ...more: string[]) =>
    run(["bin/release.ts", ...more], {DATABASE_URL: url, ENCRYPTION_KEY: key});

  test("of another database ends the release, the start and each process with one line", async () => {
    const database = await emptyDatabase();
    try {
      expect((await release(database.url, KEY)).code).toBe(0);
      const refused = await release(database.url, OTHER);
      expect([refused.code, refused.lines]).toEqual([1, [expect.stringMatching(WRONG)]]);
      expect(await faultOfStart({DATABASE_URL: database.url, ENCRYPTION_KEY: OTHER})).toMatch(WRONG);
      const environment = {
        DATABASE_URL: database.url,
        ENCRYPTION_KEY: OTHER,
        PORT: "0",
        DATA_DIR: join(folder, "process"),
      };
      const ended = await Promise.all(
        ["api/main.ts", "worker/main.ts"].map(command => run([command], environment)),
      );
      for (const {code, lines} of ended) {
        expect([code, JSON.parse(lines.at(-1) ?? "").msg]).toEqual([
          1,
          expect.stringContaining("ENCRYPTION_KEY is not the key of this database"),
        ]);
      }
      // In a rotation the old key must be given once.
      expect((await release(database.url, `${OTHER},${KEY}`)).code).toBe(0);
      expect((await release(database.url, OTHER)).code).toBe(0);
      expect((await release(database.url, THIRD)).code).toBe(1);
      expect((await release(database.url, THIRD, "--new-key")).code).toBe(0);
      expect((await release(database.url, THIRD)).code).toBe(0);
    } finally {
      await database.drop();
    }
  });

  test("over a database from before keys were recorded is checked by its secrets", async () => {
    const database = await testDatabase();
    const client = new pg.Client({connectionString: database.url});
    await client.connect();
    try {
      await client.query("insert into orgs (id, name) values ('org_1', 'Acme')");
      await client.query(
        `insert into connections (id, org_id, name, type, config, secrets)
        values ('conn_1', 'org_1', 'C', 'postgres', '{}', $1)`,
        [await sealedElsewhere(Buffer.alloc(32, 1), "conn_1", '{"password":"p"}')],
      );
      expect((await release(database.url, OTHER)).code).toBe(1);
      expect((await release(database.url, KEY)).code).toBe(0);
    } finally {
      await client.end();
      await database.drop();
    }
  });

  test("that is missing in the folder of an embedded database is not generated again", async () => {
    const dir = join(folder, "lost-key");
    await mkdir(join(dir, "postgres", "cluster"), {recursive: true});
    expect(await faultOfStart({DATA_DIR: dir})).toMatch(
      /encryption-key is missing, and the database beside it needs it/,
    );
    expect(await Bun.file(join(dir, "encryption-key")).exists()).toBe(false);
  });
});

/** A secret as the service stores it, built without its code: version, nonce, tag, ciphertext of AES-256-GCM. */
async function sealedElsewhere(key: Buffer, context: string, plain: string): Promise<Buffer> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const imported = await crypto.subtle.importKey("raw", new Uint8Array(key), "AES-GCM", false, ["encrypt"]);
  const additionalData = new TextEncoder().encode(context);
  const sealed = await crypto.subtle.encrypt(
    {name: "AES-GCM", iv, additionalData, tagLength: 128},
    imported,
    new TextEncoder().encode(plain),
  );
  const bytes = Buffer.from(sealed);
  return Buffer.concat([Buffer.of(1), iv, bytes.subarray(-16), bytes.subarray(0, -16)]);
}

test("a release of an older version over a newer database is refused in one line", async () => {
  const database = await testDatabase();
  const client = new pg.Client({connectionString: database.url});
  await client.connect();
  try {
    await client.query("insert into pgmigrations (name, run_on) values ('9999_later', now())");
    const {code, lines} = await run(["bin/release.ts"], {DATABASE_URL: database.url, ENCRYPTION_KEY: KEY});
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/^The database is newer than this version .* 9999_later.* restore the back-up/)],
    ]);
  } finally {
    await client.end();
    await database.drop();
  }
});

test("an organization whose admin is a member elsewhere is refused with the address to change", async () => {
  const database = await testDatabase();
  try {
    const create = (name: string) =>
      run(["bin/org-create.ts", "--name", name, "--admin-email", "ada@example.com"], {
        DATABASE_URL: database.url,
        ENCRYPTION_KEY: KEY,
      });
    expect((await create("First")).code).toBe(0);
    const {code, lines} = await create("Second");
    expect([code, lines]).toEqual([
      1,
      [
        '"ada@example.com" already belongs to an organization. A person is a member of one: choose another address.',
      ],
    ]);
  } finally {
    await database.drop();
  }
});
