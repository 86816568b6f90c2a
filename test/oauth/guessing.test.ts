import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {PasswordHashing} from "../../shared/identity/sign-in/password-hash.ts";
import {addPasswordLink} from "../../shared/identity/sign-in/passwords.ts";
import {REFRESHES, takeTurn} from "../../shared/identity/sign-in/throttle.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {
  addUser,
  authorization,
  forgetThrottles,
  newClient,
  PASSWORD,
  refresh,
  tokensOf,
  visitor,
} from "./people.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());
beforeEach(() => forgetThrottles(t));

/** How often each status was returned. */
function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("after thirty unknown password links further ones get 429; a valid link still opens", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 40; i++) {
    const token = `${i}`.padStart(43, "A");
    statuses.push((await visitor(t).open(`/password?token=${token}`)).status);
  }
  expect(tally(statuses)[410]).toBeGreaterThanOrEqual(30);
  expect(tally(statuses)[410]).toBeLessThan(33);
  const [last] = statuses.slice(-1);
  expect(last).toBe(429);
  const refused = await visitor(t).open(`/password?token=${"B".repeat(43)}`);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
  expect(refused.headers.get("content-type")).toStartWith("text/html");
  const person = await addUser(t);
  const {url} = await addPasswordLink(t.db, t.org.id, person.id, "");
  expect((await visitor(t).open(url)).status).toBe(200);
});

test("after a hundred unknown embed tokens further ones get 429; a valid token still works", async () => {
  const ask = (token: string) => t.call("GET", "/api/embed/resource", {token});
  const statuses: number[] = [];
  for (let i = 0; i < 110; i++) statuses.push((await ask(`a.b.${i}`)).status);
  expect(tally(statuses)[401]).toBeGreaterThanOrEqual(100);
  expect(tally(statuses)[401]).toBeLessThan(105);
  const refused = await ask("a.b.c");
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(30);
  const sheet = await t.call("POST", "/api/dashboards", {body: {name: "Empty"}});
  const body = {resourceType: "dashboard", resourceId: sheet.body.id, attributes: {}};
  const made = await t.call("POST", `/api/orgs/${t.org.id}/embed-tokens`, {body});
  expect(made.status).toBe(201);
  expect((await ask(made.body.token)).status).toBe(200);
});

test("the authorizations that one address begins are limited, because each is stored for a while", async () => {
  const {url} = authorization(t, await newClient(t));
  const statuses: number[] = [];
  for (let i = 0; i < 320; i++) statuses.push((await visitor(t).send("GET", url)).status);
  expect(tally(statuses)[303]).toBeGreaterThanOrEqual(300);
  expect(tally(statuses)[303]).toBeLessThan(320);
  expect(statuses.at(-1)).toBe(429);
  const {rows} = await sql<{kept: number}>`select count(*)::int as kept from oauth_interactions`.execute(
    t.db,
  );
  expect(rows[0]?.kept).toBeLessThan(320);
});

test("the refreshes of one grant are limited, and a refused one uses up no token", async () => {
  const tokens = await tokensOf(t, await addUser(t));
  const {rows} = await sql<{
    id: string;
  }>`select id from oauth_grants order by created_at desc limit 1`.execute(t.db);
  for (let i = 0; i < 59; i++) expect(await takeTurn(t.web, REFRESHES, rows[0]!.id)).toBe(0);
  const last = await refresh(t, tokens.clientId, tokens.refresh);
  expect(last.status).toBe(200);
  const refused = await refresh(t, tokens.clientId, last.body.refresh_token);
  expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await forgetThrottles(t);
  expect((await refresh(t, tokens.clientId, last.body.refresh_token)).status).toBe(200);
});

describe("comparing passwords", () => {
  test("is done for few at once: others are refused, except for known browsers, which come first", async () => {
    const passwords = new PasswordHashing();
    const hash = await passwords.hash(PASSWORD);
    const order: string[] = [];
    const ask = (name: string, isKnown: boolean) =>
      passwords.verify(PASSWORD, hash, isKnown).then(
        isRight => {
          order.push(name);
          return String(isRight);
        },
        (error: {code?: string}) => String(error.code),
      );
    const strangers = Array.from({length: 200}, () => ask("stranger", false));
    const known = await Promise.all(Array.from({length: 5}, () => ask("known", true)));
    const answers = await Promise.all(strangers);
    expect(known).toEqual(["true", "true", "true", "true", "true"]);
    const counts = Map.groupBy(answers, answer => answer);
    expect(counts.get("true")?.length).toBeGreaterThanOrEqual(64);
    expect(counts.get("rate_limited")?.length).toBeGreaterThan(100);
    expect(order.lastIndexOf("known")).toBeLessThan(order.length / 2);
  });
});
