import {afterAll, beforeAll, expect, test} from "bun:test";
import {prepared} from "../../../shared/core/database/prepared.ts";
import {type Db, openDatabase, sql, type Tx} from "../../../shared/core/db.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {type TestDatabase, testDatabase} from "../../support/postgres.ts";

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  // There is one connection, so that the next statement finds what the last one has left.
  opened = openDatabase(database.url, 1, makeLogger("test", "silent"));
  ({db} = opened);
  await sql`create table things (id integer primary key, size integer not null)`.execute(db);
  await sql`insert into things values (1, 10), (2, 20)`.execute(db);
});

afterAll(async () => {
  await opened.pool.end();
  await database.drop();
});

async function sizeOf(id: number, using: Db | Tx = db): Promise<unknown> {
  const {rows} = await sql<{size: unknown}>`
    ${prepared} select size from things where id = ${id}`.execute(using);
  return rows[0]?.size;
}

async function failureOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "none",
    error => String(error),
  );
}

async function kept(): Promise<string[]> {
  const {rows} = await sql<{statement: string}>`
    select statement from pg_prepared_statements where statement like '%from things%'`.execute(db);
  return rows.map(row => row.statement);
}

test("a marked statement is planned once on a connection, whatever its values, and in a transaction too", async () => {
  expect(await sizeOf(1)).toBe(10);
  expect(await sizeOf(2)).toBe(20);
  expect(await db.transaction().execute(tx => sizeOf(2, tx))).toBe(20);
  expect(await kept()).toHaveLength(1);
});

test("a statement without the mark leaves nothing on its connection", async () => {
  const before = await kept();
  await sql`select id from things where id = ${1}`.execute(db);
  expect(await kept()).toEqual(before);
});

test("a marked statement still works after a migration has changed its columns", async () => {
  expect(await sizeOf(1)).toBe(10);
  await sql`alter table things alter column size type text`.execute(db);
  expect(await sizeOf(1)).toBe("10");
  await sql`alter table things alter column size type integer using size::integer`.execute(db);
  expect(await sizeOf(1)).toBe(10);
});

test("a marked statement with changed columns fails once in a transaction, and works the next time", async () => {
  expect(await sizeOf(1)).toBe(10);
  await sql`alter table things alter column size type text`.execute(db);
  const broken = db.transaction().execute(tx => sizeOf(1, tx));
  expect(await failureOf(broken)).toContain("transaction is aborted");
  expect(await db.transaction().execute(tx => sizeOf(1, tx))).toBe("10");
});

test("an error of a marked statement is reported like that of any other", async () => {
  const broken = sql`${prepared} select id / ${0}::integer from things where id = ${1}`.execute(db);
  expect(await failureOf(broken)).toContain("division by zero");
  expect(await sizeOf(2)).toBe("20");
});
