import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {setEmbedCors} from "../../api/http/cors.ts";
import {type TestApp, testApp} from "../support/app.ts";

const ALLOWED = "https://app.example.com";
let t: TestApp;

beforeAll(async () => {
  t = await testApp({EMBED_FRAME_ANCESTORS: `${ALLOWED} http://*.dev.example.com:*`});
});
afterAll(() => t.stop());

function corsOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => /^access-control-|^vary$/.test(name)));
}

describe("a script of another origin", () => {
  test("from a configured origin may call what embed tokens open, and can read errors too", async () => {
    const {status, headers} = await t.call("GET", "/api/embed/resource", {
      token: null,
      headers: {origin: ALLOWED},
    });
    expect(status).toBe(401);
    expect(corsOf(headers)).toEqual({
      "access-control-allow-origin": ALLOWED,
      "access-control-expose-headers": "retry-after, x-request-id",
      vary: "origin",
    });
  });

  test("is told by the preflight what it may send, and never gets cookies included", async () => {
    const preflight = {
      origin: ALLOWED,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    };
    const {status, headers} = await t.call("OPTIONS", "/api/embed/charts/chart_x/data", {
      token: null,
      headers: preflight,
    });
    expect(status).toBe(204);
    expect(corsOf(headers)).toEqual({
      "access-control-allow-origin": ALLOWED,
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "authorization, content-type",
      "access-control-max-age": "7200",
      vary: "origin",
    });
  });

  test.each(["https://evil.example.com", "null", "https://app.example.com.evil.com", `${ALLOWED}/`, ""])(
    "from %p, which is not configured, gets no header except Vary",
    async origin => {
      const {headers} = await t.call("GET", "/api/embed/resource", {token: null, headers: {origin}});
      expect(corsOf(headers)).toEqual({vary: "origin"});
    },
  );

  test.each(["/api/query", "/api/orgs/x/embed-tokens", "/api/embedded", "/embed", "/"])(
    "is not allowed at %s",
    async path => {
      const {headers} = await t.call("GET", path, {headers: {origin: ALLOWED}});
      expect(headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});

describe("the script for pages of other origins", () => {
  const get = (name: string, headers: Record<string, string> = {}) =>
    t.app.handle(new Request(`http://127.0.0.1/embed/${name}`, {headers: {origin: ALLOWED, ...headers}}));

  test("is small without the drawing code, which it loads when something is drawn", async () => {
    const text = await (await get("client.js")).text();
    // The modules that the script imports at once; the drawing code is behind an `import(…)`.
    const parts = [...text.matchAll(/from\s*"\.\/(part-\w+\.js)"/g)].map(([, name = ""]) => name);
    expect(text).toContain("import(");
    let sizeBytes = 0;
    for (const name of ["client.js", ...new Set(parts)]) {
      const response = await get(name, {"accept-encoding": "gzip"});
      expect(response.headers.get("content-encoding")).toBe("gzip");
      sizeBytes += (await response.arrayBuffer()).byteLength;
    }
    expect(sizeBytes).toBeGreaterThan(1000);
    expect(sizeBytes).toBeLessThan(10_240);
  });

  test.each([
    ["br, gzip;q=0.5", "gzip"],
    ["GZIP", "gzip"],
    ["gzip;q=0", null],
    ["br, gzip ; q=0.000", null],
    ["identity", null],
  ])("is compressed as Accept-Encoding %s allows", async (accepted, encoding) => {
    const {headers} = await get("client.js", {"accept-encoding": accepted});
    expect(headers.get("content-encoding")).toBe(encoding);
  });

  test("keeps its name, so it is requested anew; its parts change their names, so they are cached", async () => {
    const script = await get("client.js");
    expect(script.headers.get("access-control-allow-origin")).toBe(ALLOWED);
    expect(script.headers.get("cache-control")).toBe("public, no-cache");
    const etag = script.headers.get("etag") ?? "";
    expect((await get("client.js", {"if-none-match": etag})).status).toBe(304);
    const part = /part-\w+\.js/.exec(await script.text())?.[0] ?? "";
    expect((await get(part)).headers.get("cache-control")).toContain("immutable");
    expect(await (await get("client.d.ts")).text()).toContain("export declare function mount(");
    expect((await get("part-0000.js")).status).toBe(404);
  });
});

describe("the origins that may frame a page are those of scripts", () => {
  const base = "https://analytics.example.com";
  test.each([
    ["*", "https://anything.example", "*"],
    ["*", "null", "*"],
    ["'none'", "https://anything.example", null],
    ["'self'", base, base],
    ["'self'", "https://other.example", null],
    ["https:", "https://anything.example:8443", "https://anything.example:8443"],
    ["https:", "http://anything.example", null],
    ["http:", "https://anything.example", "https://anything.example"],
    ["http://a.example", "https://a.example", "https://a.example"],
    ["https://a.example", "http://a.example", null],
    ["https://a.example", "https://a.example:8443", null],
    ["https://a.example:8443", "https://a.example:8443", "https://a.example:8443"],
    ["https://a.example:*", "https://a.example:8443", "https://a.example:8443"],
    ["https://*.a.example", "https://x.a.example", "https://x.a.example"],
    ["https://*.a.example", "https://a.example", null],
    ["https://*.a.example", "https://xa.example", null],
    ["https://A.example", "https://a.example", "https://a.example"],
    ["https://a.example https://b.example", "https://b.example", "https://b.example"],
  ])("%s allows %s: %p", (embedFrameAncestors, origin, allowed) => {
    const headers = new Headers({vary: "accept-encoding"});
    const request = new Request(`${base}/embed/client.js`, {headers: {origin}});
    setEmbedCors({embedFrameAncestors, baseUrl: base}, request, headers);
    expect(headers.get("access-control-allow-origin")).toBe(allowed);
    expect(headers.get("vary")).toBe(
      embedFrameAncestors === "*" ? "accept-encoding" : "accept-encoding, origin",
    );
  });
});
