import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {TestSqlServer} from "./sql-server.ts";

let sql: TestSqlServer;
beforeAll(async () => {
  sql = await TestSqlServer.start({QUERY_TIMEOUT_MS: "4000", SQL_REST_MB: "16", SQL_REST_MEMORY_MB: "128"});
});
afterAll(() => sql.stop());

const VICTIM = {
  secrets: {columns: [["word", "text"]] as [string, "text"][], rows: [["the victim's row"]]},
};

/** The SQLSTATE of a statement's error, or its rows. */
async function outcome(statement: string, id = "attacker"): Promise<unknown> {
  return sql.ask(statement, {id}).catch(error => {
    if (error instanceof ServiceError) return error.details.sqlState;
    throw error;
  });
}

const othersWork = async () =>
  expect(await sql.ask("select word from pg_temp.secrets", {id: "victim", tables: VICTIM})).toEqual([
    ["the victim's row"],
  ]);

const FORBIDDEN = "42501";
const READ_ONLY = "25006";
const UNDEFINED = ["42883", "42704", "42P01"];

describe("a statement that reaches beyond its caller is refused", () => {
  test.each([
    ["files", "select pg_read_file('/etc/passwd')", FORBIDDEN],
    ["files", "select pg_read_binary_file('PG_VERSION')", FORBIDDEN],
    ["folders", "select pg_ls_dir('/')", FORBIDDEN],
    ["files by copy", "copy (select 1) to '/tmp/out'", FORBIDDEN],
    ["programs", "copy (select 1) to program 'id'", FORBIDDEN],
    ["waiting", "select pg_sleep(60)", FORBIDDEN],
    ["waiting", "select pg_sleep_for('1 minute')", FORBIDDEN],
    ["large objects", "select lo_create(0)", FORBIDDEN],
    ["large objects", "select lo_from_bytea(0, 'x')", FORBIDDEN],
    ["large objects", "select lo_import('/etc/passwd')", FORBIDDEN],
    ["other sessions", "select pg_terminate_backend(1)", FORBIDDEN],
    ["other sessions", "select pg_cancel_backend(1)", FORBIDDEN],
    ["other sessions", "select * from pg_stat_get_activity(null)", FORBIDDEN],
    ["other sessions", "select * from pg_locks", FORBIDDEN],
    ["other sessions", "select * from pg_all_stat_activity", FORBIDDEN],
    ["other databases", "select * from pg_all_databases", FORBIDDEN],
    ["other roles", "select * from pg_all_roles", FORBIDDEN],
    ["other roles", "select * from pg_authid", FORBIDDEN],
    ["settings", "select set_any_config('work_mem', '1GB', false)", FORBIDDEN],
    ["settings", "select current_setting('data_directory')", FORBIDDEN],
    ["locks", "select pg_advisory_lock(1)", FORBIDDEN],
    ["notices", "select pg_notify('a', 'b')", FORBIDDEN],
    ["statements as text", "select query_to_xml('select 1', true, true, '')", FORBIDDEN],
    ["statements as text", "select ts_stat('select 1')", FORBIDDEN],
    ["the log", "select pg_current_wal_lsn()", FORBIDDEN],
    ["another role", "set role analytics", FORBIDDEN],
    ["another role", "set session authorization analytics", FORBIDDEN],
    ["tables", "create table public.t (a int)", READ_ONLY],
    ["temporary tables", "create temp table t (a int)", READ_ONLY],
    ["functions", "create function pg_temp.f() returns int language sql as 'select 1'", READ_ONLY],
    ["its own password", "alter role current_user password 'x'", READ_ONLY],
    ["blocks of code", "do $$ begin perform 1; end $$", UNDEFINED[1] ?? ""],
    ["operators of others", "select * from dblink('a', 'b') as t (a int)", UNDEFINED[0] ?? ""],
  ])("%s: %s", async (_, statement, sqlState) => {
    expect(await outcome(statement)).toBe(sqlState);
  });

  test("an input is read-only, and cannot fill the disk", async () => {
    const tables = {t: {columns: [["n", "bigint"]] as [string, "bigint"][], rows: [["1"]]}};
    const writing =
      "with x as (insert into pg_temp.t select generate_series(1, 10) returning n) select count(*) from x";
    await expect(sql.ask(writing, {id: "attacker", tables})).rejects.toMatchObject({
      details: {sqlState: FORBIDDEN},
    });
  });

  test("a setting of one statement does not last in the session", async () => {
    await outcome("set statement_timeout = 0");
    await outcome("set work_mem = '1TB'");
    await outcome("set default_transaction_read_only = off");
    await outcome(
      "select set_config('statement_timeout', '0', false), set_config('search_path', 'nowhere', false)",
    );
    const left =
      "select current_setting('statement_timeout'), current_setting('work_mem'), current_setting('search_path')";
    expect(await outcome(left)).toEqual([["4s", "4MB", '"$user", public']]);
    expect(await outcome("create temp table t (a int)")).toBe(READ_ONLY);
  });

  test("set_config changes settings of a statement's meaning, and no limits", async () => {
    const set = (name: string, value: string) => `set_config('${name}', '${value}', false)`;
    const names = `select ${[set("work_mem", "1GB"), set("TimeZone", "Asia/Tokyo"), set("role", "analytics")].join(", ")}`;
    expect(await outcome(names)).toEqual([["4MB", "Asia/Tokyo", "none"]]);
  });
});

describe("nothing about others is visible", () => {
  test("no other caller's database, role or session", async () => {
    await othersWork();
    const ids = "select count(*) from";
    expect(await outcome("select datname from pg_database")).toEqual([["analytics"]]);
    expect(await outcome("select rolname from pg_roles where rolname !~ '^pg_' order by 1")).toEqual([
      ["ada"],
      ["analytics"],
    ]);
    expect(await outcome("select usename, datname from pg_stat_activity")).toEqual([["ada", "analytics"]]);
    expect(await outcome(`${ids} pg_catalog.pg_user where usename not in ('ada', 'analytics')`)).toEqual([
      ["0"],
    ]);
    // The numbers of roles are near each other, so that they can be guessed.
    expect(
      await outcome(
        "select distinct pg_get_userbyid(n::oid) from generate_series(16000, 17000) as n order by 1",
      ),
    ).toEqual([["ada"], ["unknown"]]);
    const numbers = "from generate_series(10, 17000) as n";
    expect(
      await outcome(`${ids} (select n::oid::regrole::text as r ${numbers}) where r !~ '^\\d+$'`),
    ).toEqual([["0"]]);
    expect(await outcome(`select format('%s', 10::regrole), 10::regrole`)).toEqual([["10", "10"]]);
    expect(await outcome("select to_regrole('postgres')")).toBe(FORBIDDEN);
    expect(await outcome("select regroleout(10)")).toBe(FORBIDDEN);
    expect(await outcome("select makeaclitem(10, 10, 'SELECT', false)")).toBe(FORBIDDEN);
    expect(await outcome(`${ids} pg_auth_members where member > 16383`)).toEqual([["0"]]);
  });

  test("no temporary tables of other sessions, while they exist", async () => {
    const seen = Promise.withResolvers<void>();
    const held = (async () => {
      const slow = async function* () {
        yield [["held"]];
        await seen.promise;
        yield [["end"]];
      };
      const tables = {secrets: {columns: VICTIM.secrets.columns, rows: slow}};
      return sql.ask("select count(*) from pg_temp.secrets", {id: "attacker", tables});
    })();
    // Another statement of the same caller, in a session of its own.
    const found = "select count(*) from pg_class where relname = 'secrets'";
    expect(await outcome(found)).toEqual([["0"]]);
    expect(await outcome("select * from pg_temp.secrets")).toBe("42P01");
    seen.resolve();
    expect(await held).toEqual([["2"]]);
  });
});

const ENDLESS: [string, string, string[]][] = [
  ["rows without end", "select count(*) from generate_series(1, 1e12::bigint) a", ["57014", "54000"]],
  [
    "a recursion without end",
    "with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r",
    ["57014", "54000"],
  ],
  [
    "a sort that fills the disk",
    "select repeat(md5(a::text), 20) as t from generate_series(1, 100000000) a order by t",
    ["54000", "57014"],
  ],
  [
    "a join without end",
    "select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b",
    ["57014", "54000"],
  ],
  [
    "an array that fills the memory",
    "select array_length(array_agg(repeat('x', 1000)), 1) from generate_series(1, 100000000)",
    ["53200", "54000", "57014"],
  ],
  [
    "a text that fills the memory",
    "select length(string_agg(repeat('x', 100000), '')) from generate_series(1, 100000)",
    ["53200", "54000", "57014"],
  ],
  ["a number that takes long", "select factorial(100000)", ["57014", "22003"]],
  [
    "a pattern that takes long",
    "select repeat('a', 100000) ~ '^(a+)+(b|c)+(a+)*$(\\1)'",
    ["57014", "2201B", "54000", "XX000"],
  ],
];

describe("a statement without end is ended, and others run meanwhile", () => {
  test.each(ENDLESS)("%s", async (_, statement, sqlStates) => {
    const running = outcome(statement);
    await othersWork();
    const ended = await running;
    // A fast machine may finish a pattern in time.
    if (typeof ended === "string") expect(sqlStates).toContain(ended);
    else expect(statement).toContain("~");
    await othersWork();
  });

  test("many at once leave room for others, and the server survives", async () => {
    const pid = "select pg_postmaster_start_time()";
    const before = await outcome(pid);
    const running = ENDLESS.slice(0, 6).map(([, statement]) => outcome(statement));
    await othersWork();
    expect((await Promise.all(running)).every(one => typeof one === "string")).toBe(true);
    await othersWork();
    expect(await outcome(pid)).toEqual(before);
  });
});
