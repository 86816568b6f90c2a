import {afterAll, beforeAll, expect, test} from "bun:test";
import {matchPage} from "../../../api/page-urls/addresses.ts";
import {SYNONYMS} from "../../../api/page-urls/synonyms.ts";
import {type TestApp, testApp} from "../../support/app.ts";

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});

afterAll(async () => {
  await t?.stop();
});

function opened(path: string, accept: string): Promise<Response> {
  return t.app.handle(new Request(`http://127.0.0.1${path}`, {headers: {accept}}));
}

test("a browser is redirected from an address that people guess to the page that they mean", async () => {
  const {status, headers} = await opened("/users", "text/html,*/*");
  expect([status, headers.get("location")]).toEqual([303, "/members"]);
  expect((await opened("/nothing-like-it", "text/html,*/*")).status).toBe(404);
  for (const [from, to] of SYNONYMS) {
    expect([from, matchPage(from)]).toEqual([from, undefined]);
    const {pathname} = new URL(to, "http://127.0.0.1");
    expect([to, pathname === "/sign-in" || matchPage(pathname) !== undefined]).toEqual([to, true]);
  }
});

test("a program is not redirected to a page", async () => {
  const {status, headers} = await opened("/users", "application/json");
  expect([status, headers.get("content-type")]).toEqual([404, "application/problem+json"]);
});
