import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from "bun:test";
import pg from "pg";
import {type Database, openDatabase, REQUEST_LIMITS, sql} from "../../../shared/core/db.ts";
import {ServiceError} from "../../../shared/core/errors.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {type TestDatabase, testDatabase} from "../../support/postgres.ts";
import {openPostgresProxy, type PostgresProxy} from "../../support/postgres-proxy.ts";

const PLACES = 4;

let database: TestDatabase;
let proxy: PostgresProxy;
let opened: Database;
let locker: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  proxy = await openPostgresProxy(database.url);
  locker = new pg.Client({connectionString: database.url});
  await locker.connect();
  await locker.query("create table locked (id integer)");
});

beforeEach(() => {
  opened = openDatabase(proxy.url, PLACES, makeLogger("test", "silent"), REQUEST_LIMITS);
});
afterEach(() => opened.pool.end());

afterAll(async () => {
  await locker.end();
  proxy.stop();
  await database.drop();
});

const ask = (seconds = 0) => sql`select pg_sleep(${seconds})`.execute(opened.db);
const atOnce = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from({length: count}, () => outcomeOf(work())));

interface Outcome {
  code: string;
  message: string;
  ms: number;
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  const started = performance.now();
  const end = (code: string, message: string) => ({code, message, ms: performance.now() - started});
  return work.then(
    () => end("done", ""),
    (error: unknown) =>
      error instanceof ServiceError ? end(error.code, error.message) : end(String(error), String(error)),
  );
}

const codes = (outcomes: Outcome[]) => outcomes.map(({code}) => code);
const longest = (outcomes: Outcome[]) => Math.max(...outcomes.map(({ms}) => ms));

test("statements on connections that the other end has forgotten are given up within five seconds", async () => {
  await atOnce(PLACES, () => ask(0.2));
  expect(proxy.counts.open).toBeGreaterThanOrEqual(PLACES);
  proxy.forget();
  const given = await atOnce(1, ask);
  expect(codes(given)).toEqual(["database_unavailable"]);
  expect(longest(given)).toBeLessThan(onBusyMachine(5000));
  // The other connections were as old, so none of them is tried.
  const after = await atOnce(12, ask);
  expect(codes(after)).toEqual(Array(12).fill("done"));
  expect(longest(after)).toBeLessThan(onBusyMachine(2000));
});

test("slow statements are left alone while others wait for a connection", async () => {
  const long = atOnce(PLACES, () => ask(4));
  const others = atOnce(2, ask);
  expect(codes(await long)).toEqual(Array(PLACES).fill("done"));
  expect(codes(await others)).toEqual(["done", "done"]);
});

test("statements are answered again as soon as the network is back after seconds of silence", async () => {
  await atOnce(PLACES, () => ask(0.2));
  proxy.silence();
  const silent = await atOnce(3 * PLACES, ask);
  expect(codes(silent)).toEqual(Array(3 * PLACES).fill("database_unavailable"));
  expect(longest(silent)).toBeLessThan(onBusyMachine(12_000));
  proxy.speak();
  const after = await atOnce(PLACES, ask);
  expect(codes(after)).toEqual(Array(PLACES).fill("done"));
  expect(longest(after)).toBeLessThan(onBusyMachine(3000));
});

test("a locked table refuses its statements after seconds, and leaves connections for the others", async () => {
  await locker.query("begin");
  await locker.query("lock table locked in access exclusive mode");
  const blocked = Promise.all(
    Array.from({length: 3 * PLACES}, () => outcomeOf(sql`select from locked`.execute(opened.db))),
  );
  const others: Outcome[] = [];
  for (let i = 0; i < 5; i++) others.push(await outcomeOf(ask()));
  expect(codes(others)).toEqual(Array(5).fill("done"));
  expect(longest(others)).toBeLessThan(onBusyMachine(5000));
  const refused = await blocked;
  expect(new Set(codes(refused))).toEqual(new Set(["database_unavailable"]));
  expect(refused.some(({message}) => /locked|busy/.test(message))).toBe(true);
  await locker.query("rollback");
  expect((await outcomeOf(sql`select from locked`.execute(opened.db))).code).toBe("done");
});

test("a statement that waits for a lock may wait longer if nobody waits for its connection", async () => {
  await locker.query("begin");
  await locker.query("lock table locked in access exclusive mode");
  const waiting = outcomeOf(sql`select from locked`.execute(opened.db));
  await Bun.sleep(2500);
  await locker.query("rollback");
  expect((await waiting).code).toBe("done");
});
