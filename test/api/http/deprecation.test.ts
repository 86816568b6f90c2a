import {afterAll, beforeAll, expect, test} from "bun:test";
import {openApiDocument} from "../../../api/openapi/document.ts";
import {Operations} from "../../../api/server/operations.ts";
import {type TestApp, testApp} from "../../support/app.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

const spec = {summary: "An old call", scope: "read" as const, handle: () => ({ok: true})};
const going = {since: "2026-11-26", sunset: "2027-05-27", instead: "Call `GET /api/new`."};

function appOf(web: TestApp["web"]) {
  return new Operations(web, "Service")
    .add("GET", "/api/old", {...spec, deprecated: going})
    .add("GET", "/api/new", {...spec, summary: "A call"}).app;
}

const ask = (path: string, token: string) =>
  appOf(t.web).handle(new Request(`http://localhost${path}`, {headers: {authorization: `Bearer ${token}`}}));

test("each answer of a deprecated endpoint says since when, until when, and where to read more", async () => {
  for (const [token, status] of [
    [t.org.reader.token, 200],
    ["svc_pat_unknown", 401],
  ] as const) {
    const answer = await ask("/api/old", token);
    expect(answer.status).toBe(status);
    // Seconds since 1970 of 2026-11-26, computed by hand: 20783 days.
    expect(answer.headers.get("deprecation")).toBe(`@${20_783 * 86_400}`);
    expect(answer.headers.get("sunset")).toBe("Thu, 27 May 2027 00:00:00 GMT");
    expect(answer.headers.get("link")).toMatch(/<http.*\/swagger>; rel="deprecation"/);
  }
});

test("an endpoint that is not deprecated has no such headers", async () => {
  const {status, headers} = await ask("/api/new", t.org.reader.token);
  expect([status, headers.get("deprecation"), headers.get("sunset")]).toEqual([200, null, null]);
});

test("a deprecated endpoint is marked in the document, which names its replacement", () => {
  const {paths} = JSON.parse(JSON.stringify(openApiDocument(appOf(t.web), t.web.config, {})));
  expect(paths["/api/old"].get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining("may be removed from 2027-05-27 on. Call `GET /api/new`."),
    responses: {200: {headers: {Deprecation: {}, Sunset: {}}}},
  });
  expect(paths["/api/new"].get.deprecated).toBeUndefined();
});
