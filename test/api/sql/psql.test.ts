import {afterAll, beforeAll, expect, test} from "bun:test";
import {openServer, type Sides} from "./support/open-server.ts";
import type {Target} from "./support/raw-client.ts";

const PSQL = Bun.which("psql");
let sides: Sides;

beforeAll(async () => {
  sides = await openServer();
});
afterAll(() => sides.stop());

/** What psql prints, on both outputs. */
async function psql(target: Target, ...commands: string[]): Promise<string> {
  const process = Bun.spawn(["psql", "-X", ...commands.flatMap(command => ["-c", command])], {
    env: {
      PGHOST: target.host,
      PGPORT: String(target.port),
      PGUSER: target.user,
      PGPASSWORD: target.password,
      PGDATABASE: target.database,
      PATH: Bun.env["PATH"],
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([process.stdout.text(), process.stderr.text()]);
  return output + errors;
}

const SESSIONS: [string, ...string[]][] = [
  ["values of all kinds", "select 1 as a, 'é' as b, null as c, true as d, now() is not null as e"],
  ["a description of a table", "\\d pg_class"],
  ["a list of functions", "\\df pg_catalog.abs"],
  ["an error with its position", "select 'é', nope from pg_class"],
  ["an error of the parser in a later statement", "select 'é'; selec 1"],
  ["a table of no rows and no columns", "select", "select where false"],
  [
    "several statements in one text",
    "select 1; select 2\\; select 3",
    "select 1; select 1/0; select 3",
    "select 4",
  ],
  [
    "a cursor",
    "begin",
    "declare c cursor for select g, 'é' || g from generate_series(1, 10) g",
    "fetch 3 from c",
    "move 2 in c",
    "fetch all from c",
    "fetch c",
    "close c",
    "fetch c",
    "rollback",
  ],
  ["a transaction that fails", "begin", "select 1/0", "select 1", "commit", "select 2"],
  [
    "savepoints",
    "begin",
    "savepoint a",
    "select 1/0",
    "rollback to a",
    "select 1",
    "release a",
    "rollback to a",
    "rollback",
  ],
  ["warnings", "commit", "begin; begin; rollback", "set local timezone = 'UTC'"],
  [
    "copies",
    "copy (select g, 'a\tb\\c', null from generate_series(1, 3) g) to stdout",
    "\\copy pg_am to stdout csv header",
  ],
  [
    "statements of its own",
    "prepare a(int) as select $1 + 1",
    "execute a(41)",
    "execute a(1 + 1)",
    "deallocate a",
    "execute a(1)",
  ],
  [
    "settings",
    "set timezone = 'Asia/Tokyo'",
    "select '2024-01-01 00:00+00'::timestamptz",
    "show timezone",
    "reset timezone",
    "show work_mem",
    "set statement_timeout = '5s'",
    "show statement_timeout",
    "set nope = 1",
  ],
];

for (const [title, ...commands] of SESSIONS) {
  test.skipIf(!PSQL)(`psql prints ${title} as from a real server`, async () => {
    expect(await psql(sides.ours, ...commands)).toBe(await psql(sides.real, ...commands));
  });
}

test.skipIf(!PSQL)("psql shows the duration of statements, including those that fail", async () => {
  const commands = ["\\timing on", "select 1 as a", "select 1/0", "\\timing off", "select 2 as b"];
  const told = async (target: Target) => (await psql(target, ...commands)).replaceAll(/[\d.]+ ms/g, "… ms");
  const ours = await told(sides.ours);
  expect(ours).toBe(await told(sides.real));
  expect(ours.match(/Time: … ms/g)).toHaveLength(2);
});

test.skipIf(!PSQL)("psql gets an error for a command that writes", async () => {
  expect(await psql(sides.ours, "create table t (a int)")).toContain(
    "cannot execute CREATE TABLE in a read-only transaction",
  );
});
