import {afterAll, beforeAll, expect, test} from "bun:test";
import {Writable} from "node:stream";
import pino from "pino";
import {type Database, openDatabase, sql} from "../../../shared/core/db.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {type TestDatabase, testDatabase} from "../../support/postgres.ts";
import {openPostgresProxy, type PostgresProxy} from "../../support/postgres-proxy.ts";
import {until} from "../../support/until.ts";

let database: TestDatabase;
let proxy: PostgresProxy;
let opened: Database;
const said: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  proxy = await openPostgresProxy(database.url);
  const log = pino(
    {level: "info"},
    new Writable({
      write(line, _, done) {
        said.push(JSON.parse(String(line)).msg);
        done();
      },
    }),
  );
  opened = openDatabase(proxy.url, 3, log);
});

afterAll(async () => {
  await opened.pool.end();
  proxy.stop();
  await database.drop();
});

const ask = () => sql<{one: number}>`select 1 as one`.execute(opened.db);

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ServiceError ? [error.code, error.details.headers] : error;
}

const UNAVAILABLE = ["database_unavailable", {"retry-after": "2"}];

test("a statement without a connection waits for a database that is being restarted", async () => {
  await ask();
  await proxy.down();
  // Waits until the pool knows that its idle connection is gone.
  await until(() => opened.pool.totalCount === 0);
  const waiting = Promise.all(Array.from({length: 50}, ask));
  await Bun.sleep(1000);
  await proxy.up();
  expect((await waiting).map(({rows}) => rows[0]?.one)).toEqual(Array.from({length: 50}, () => 1));
});

test("a statement that was running fails when the database goes away, and is not repeated", async () => {
  const running = failureOf(sql`select pg_sleep(20)`.execute(opened.db));
  await Bun.sleep(200);
  await proxy.down();
  expect(await running).toEqual(UNAVAILABLE);
  await proxy.up();
});

test("a transaction that has begun is not repeated on another connection", async () => {
  const work = opened.db.transaction().execute(async tx => {
    await sql`select 1`.execute(tx);
    await proxy.down();
    await proxy.up();
    await sql`select 2`.execute(tx);
  });
  expect(await failureOf(work)).toEqual(UNAVAILABLE);
  expect((await ask()).rows).toEqual([{one: 1}]);
});

test("the wait for a database ends after some time", async () => {
  await proxy.down();
  await until(() => opened.pool.totalCount === 0);
  const started = performance.now();
  expect(await failureOf(ask())).toEqual(UNAVAILABLE);
  expect(performance.now() - started).toBeWithin(4000, onBusyMachine(8000));
  await proxy.up();
});

test("an outage is logged once, and the failures in it are counted", async () => {
  await ask();
  said.length = 0;
  const before = opened.watch.failures;
  const running = Array.from({length: 3}, () => failureOf(sql`select pg_sleep(20)`.execute(opened.db)));
  await Bun.sleep(200);
  await proxy.down();
  await Promise.all(running);
  await proxy.up();
  await ask();
  expect(opened.watch.failures - before).toBe(3);
  expect(said.filter(line => line === "the database does not answer")).toHaveLength(1);
  expect(said.filter(line => line === "the database answers again")).toHaveLength(1);
});

test("an error of the database itself is reported unchanged", async () => {
  expect(await failureOf(sql`select 1 / 0`.execute(opened.db))).toMatchObject({code: "22012"});
});
