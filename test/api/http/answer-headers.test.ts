import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {connect} from "node:net";
import pino from "pino";
import {makeApp} from "../../../api/app.ts";
import {type TestApp, testApp} from "../../support/app.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

/** Sends these bytes to a listener of its own. Returns the answer and the log. */
async function overTcp(
  bytes: string,
  {hangUpAfterMs}: {hangUpAfterMs?: number} = {},
): Promise<{text: string; logged: string[]}> {
  const logged: string[] = [];
  const log = pino({level: "warn"}, {write: (line: string) => void logged.push(line)});
  const app = makeApp({...t.web, log}).listen({port: 0, hostname: "127.0.0.1"});
  const socket = connect(app.server?.port ?? 0, "127.0.0.1");
  let text = "";
  const ended = new Promise<void>(resolve => {
    socket.on("data", data => {
      text += data.toString("latin1");
      if (!hangUpAfterMs && text.includes("\r\n\r\n")) resolve();
    });
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
  });
  socket.write(bytes);
  if (hangUpAfterMs) {
    await Bun.sleep(hangUpAfterMs);
    socket.destroy();
    await Bun.sleep(200);
  }
  await ended;
  socket.destroy();
  await app.server?.stop(true);
  return {text, logged};
}

describe("every answer", () => {
  test("declares its content type as final, and may load and run only what it needs", async () => {
    const seen: string[] = [];
    for (const token of [null, t.org.admin.token]) {
      for (const {method, path} of t.app.routes) {
        if (method === "ALL") continue;
        const {status, headers} = await t.call(method, path.replace(/:\w+/g, "x"), {
          token,
          ...(method === "GET" || method === "HEAD" ? {} : {body: {}}),
        });
        const name = `${method} ${path} ${status}`;
        expect([name, headers.get("x-content-type-options")]).toEqual([name, "nosniff"]);
        const policy = headers.get("content-security-policy") ?? "";
        expect([name, policy.split("; ").includes("default-src 'none'")]).toEqual([name, true]);
        expect([name, policy]).toEqual([name, expect.stringContaining("frame-ancestors")]);
        expect([name, headers.has("cache-control")]).toEqual([name, true]);
        seen.push(name);
      }
    }
    expect(seen.length).toBeGreaterThan(200);
    for (const path of ["/nothing", "/api/nothing"]) {
      const {headers} = await t.call("GET", path, {token: null});
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    }
  });

  test("to a caller is not stored by caches, and one with an ETag is revalidated each time", async () => {
    const whoami = await t.call("GET", "/api/whoami");
    expect(whoami.headers.get("cache-control")).toBe("private, no-store");
    expect((await t.call("GET", "/api/projects")).headers.get("cache-control")).toBe("private, no-store");
    const refused = await t.call("GET", "/api/whoami", {token: null});
    expect(refused.headers.get("cache-control")).toContain("no-store");
    const {id} = (await t.call("POST", "/api/sheets", {body: {name: "One", tabs: [{name: "A", cells: {}}]}}))
      .body;
    const sheet = await t.call("GET", `/api/sheets/${id}`);
    expect([sheet.status, sheet.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    const headers = {"if-none-match": sheet.headers.get("etag") ?? ""};
    const again = await t.call("GET", `/api/sheets/${id}`, {headers});
    expect([again.status, again.text, again.headers.get("cache-control")]).toEqual([
      304,
      "",
      "private, no-cache",
    ]);
  });
});

describe("a request", () => {
  test("with an invalid Host is refused with 400, and not logged as an error", async () => {
    const {text, logged} = await overTcp("GET /api/whoami HTTP/1.1\r\nHost: a b/c\r\n\r\n");
    expect(text).toStartWith("HTTP/1.1 400 ");
    expect(text).toContain('"code":"malformed_request"');
    expect(logged).toEqual([]);
  });

  test.each(["/oauth/token", "/oauth/revoke", "/oauth/register", "/sign-in"])(
    "to %s whose caller leaves in the middle of its body is not logged as an error",
    async path => {
      const type = path === "/oauth/register" ? "application/json" : "application/x-www-form-urlencoded";
      for (const length of [100, 30_000]) {
        const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\nx`;
        const {logged} = await overTcp(head, {hangUpAfterMs: 100});
        expect(logged).toEqual([]);
      }
    },
  );
});
