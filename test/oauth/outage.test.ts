import {afterAll, beforeAll, expect, test} from "bun:test";
import {overDatabase, type TestApp} from "../support/app.ts";
import {type TestDatabase, testDatabase} from "../support/postgres.ts";
import {openPostgresProxy, type PostgresProxy} from "../support/postgres-proxy.ts";
import {addUser, authorization, codeFor, exchange, newClient, refresh, tokensOf, visitor} from "./people.ts";

let database: TestDatabase;
let proxy: PostgresProxy;
let t: TestApp;

beforeAll(async () => {
  database = await testDatabase();
  proxy = await openPostgresProxy(database.url);
  t = await overDatabase(proxy.url, {DATABASE_WAIT_MS: "5000"});
});

afterAll(async () => {
  await t.stop();
  proxy.stop();
  await database.drop();
});

test("applications are told to come back while the database is away", async () => {
  const user = await addUser(t);
  const {clientId, refresh: token} = await tokensOf(t, user);
  const request = authorization(t, await newClient(t));
  const code = await codeFor(t, user, request);
  await proxy.down();
  const answers = await Promise.all([refresh(t, clientId, token), exchange(t, request, code)]);
  const page = await visitor(t).send("GET", request.url);
  await proxy.up();
  for (const {status, body, headers} of answers) {
    expect([status, body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(headers.get("retry-after")).toBe("2");
  }
  expect(page.status).toBe(503);
  expect((await refresh(t, clientId, token)).status).toBe(200);
  expect((await exchange(t, request, code)).status).toBe(200);
});
