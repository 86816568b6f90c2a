import {afterAll, beforeAll, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {homedir, tmpdir} from "node:os";
import {join} from "node:path";
import {hasPython, PYTHON} from "../support/python.ts";
import type {Target} from "../support/raw-client.ts";
import {openTwoSides, type TwoSides} from "./two-sides.ts";

/**
 * Clients from the distribution or a registry. Each prints what it sees of the models of an airline, and of a real Postgres
 * with the same tables.
 */

const JDBC = "/usr/share/java/postgresql.jar";
const GO_PATH = "/usr/share/gocode";
/**
 * Outside of the folder for temporary files, which is new in each run, so that compiled packages are there for the next run.
 */
const GO_CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "analytics-service/go");
const file = (name: string) => join(import.meta.dir, name);
const ODBC = ["x86_64", "aarch64"].map(machine => `/usr/lib/${machine}-linux-gnu/odbc/psqlodbcw.so`);

function runs(...command: string[]): boolean {
  return Bun.which(command[0] ?? "") !== null && Bun.spawnSync(command).exitCode === 0;
}

interface Client {
  name: string;
  isInstalled: boolean;
  /** Builds a program in a folder, once for both sides. */
  build?: (folder: string) => {command: string[]; env?: Record<string, string>};
  command: (folder: string) => string[];
  /** Removes what differs between two equal servers. */
  without?: (printed: string) => string;
}

/** Removes the object identifiers of tables. */
const withoutOids = (printed: string) => printed.replaceAll(/\b\d{5,10} +(?=\| 0 +\| )/g, "oid ");

/** Functions and views of Postgres itself belong to the superuser, whose name differs. */
const withoutSuperuser = (printed: string) => printed.replaceAll(/\bpostgres\b/g, "analytics");

/** Removes sizes and estimated row counts, and the column widths that they cause. */
const withoutSizes = (printed: string) =>
  printed
    .replaceAll(/\b\d+ (kB|bytes)/g, "size")
    .replaceAll(/[ -]{2,}/g, " ")
    .replaceAll(/ (?=\n)/g, "");

const python = (name: string, ...modules: string[]): Client => ({
  name,
  isInstalled: hasPython(...modules),
  command: () => [PYTHON, file(`${name}_client.py`)],
});

const psql = (name: string, without: (printed: string) => string = printed => printed): Client => ({
  name: `psql, ${name},`,
  isInstalled: Bun.which("psql") !== null,
  command: () => ["psql", "-X", "-a", "-f", file(`psql-${name}.sql`)],
  without,
});

const CLIENTS: Client[] = [
  psql("browsing", printed => withoutSizes(withoutSuperuser(printed))),
  psql("asking"),
  python("psycopg3", "psycopg"),
  python("sqlalchemy", "sqlalchemy", "pandas", "psycopg2"),
  python("pgcli", "pgcli.pgexecute"),
  {
    name: "psql's completion",
    isInstalled: Bun.which("psql") !== null && hasPython("pty"),
    command: () => [PYTHON, file("psql_completion.py")],
  },
  {
    name: "pgjdbc",
    isInstalled: Bun.which("javac") !== null && existsSync(JDBC),
    build: folder => ({command: ["javac", "-cp", JDBC, "-d", folder, file("JdbcMetadata.java")]}),
    command: folder => [
      "java",
      "-XX:TieredStopAtLevel=1",
      "-XX:+UseSerialGC",
      "-cp",
      `${JDBC}:${folder}`,
      "JdbcMetadata",
    ],
    // The number of rows and pages of an index.
    without: printed => printed.replaceAll(/(_pkey \| 3 \| \d+ \| \w+ \| A) \| \d+ \| \d+/g, "$1"),
  },
  {
    name: "lib/pq and pgx",
    isInstalled:
      Bun.which("go") !== null &&
      existsSync(`${GO_PATH}/src/github.com/lib/pq`) &&
      existsSync(`${GO_PATH}/src/github.com/jackc/pgx/v4`),
    build: folder => ({
      command: ["go", "build", "-o", join(folder, "client"), file("lib_pq_client.go")],
      env: {GO111MODULE: "off", GOPATH: GO_PATH, GOFLAGS: "", GOCACHE: GO_CACHE},
    }),
    command: folder => [join(folder, "client")],
  },
  {
    name: "postgres.js",
    isInstalled: true,
    command: () => [process.execPath, file("postgres-js.ts")],
  },
  {
    name: "Ruby's pg",
    isInstalled: runs("ruby", "-e", 'require "pg"'),
    command: () => ["ruby", file("ruby_pg_client.rb")],
  },
  {
    name: "R's RPostgreSQL",
    isInstalled: runs("Rscript", "-e", "library(RPostgreSQL)"),
    command: () => ["Rscript", file("r_client.R")],
  },
  {
    name: "isql",
    isInstalled: Bun.which("isql") !== null && ODBC.some(existsSync),
    command: () => ["sh", file("isql-client.sh")],
    without: withoutOids,
  },
];

let sides: TwoSides;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sql-clients-"));
  sides = await openTwoSides();
});
afterAll(async () => {
  await sides?.stop();
  await rm(folder, {recursive: true, force: true});
});

/**
 * What a program prints. Of psql, errors of statements in the second output are included; that of other clients has only
 * warnings.
 */
async function output(
  command: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<string> {
  const client = Bun.spawn([...command], {env: {...Bun.env, ...env}, stdout: "pipe", stderr: "pipe"});
  const [printed, errors, code] = await Promise.all([
    client.stdout.text(),
    client.stderr.text(),
    client.exited,
  ]);
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${printed}\n${errors}`);
  return command[0] === "psql" ? printed + errors : printed;
}

const place = (target: Target) => ({
  PGHOST: target.host,
  PGPORT: String(target.port),
  PGUSER: target.user,
  PGPASSWORD: target.password,
  PGDATABASE: target.database,
  LC_ALL: "C.UTF-8",
});

for (const {name, isInstalled, build, command, without = (printed: string) => printed} of CLIENTS) {
  test.skipIf(!isInstalled)(`${name} sees models as it sees real tables`, async () => {
    const built = build?.(folder);
    if (built) await output(built.command, built.env);
    const [real, ours] = await Promise.all([
      output(command(folder), place(sides.real)),
      output(command(folder), place(sides.ours)),
    ]);
    expect(without(ours)).toBe(without(real));
    expect(real.length).toBeGreaterThan(1000);
  });
}
