import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {connect} from "node:net";
import {makeApp} from "../../../api/app.ts";
import {Admission, release} from "../../../api/http/admission.ts";
import type {WebServer} from "../../../api/server/web-server.ts";
import {shopProjects} from "../../support/shop.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let app: WebServer;
let base: string;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
  app = makeApp(t.web).listen({port: 0, hostname: "127.0.0.1"});
  base = `http://127.0.0.1:${app.server?.port}`;
});

afterAll(async () => {
  await app.server?.stop(true);
  await t.stop();
  await shops.drop();
});

const numbers = () => ({
  projectId: shops.duckdb.projectId,
  model: "numbers",
  dimensions: ["numbers.n", "numbers.label"],
  measures: ["numbers.count"],
});

function ask(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = {authorization: `Bearer ${t.org.admin.token}`, "content-type": "application/json"};
  return fetch(`${base}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...(signal ? {signal} : {}),
  });
}

/** Waits until no request is under way, because an end may be noticed a moment later. */
async function settled(): Promise<number> {
  await until(() => app.underWay === 0);
  return app.underWay;
}

describe("a request is under way", () => {
  test("until it is answered, whatever the answer", async () => {
    const statuses = await Promise.all([
      ...Array.from({length: 20}, () => fetch(`${base}/api/whoami`)),
      ask("/api/query", numbers()),
      ask("/api/query", {...numbers(), model: "nothing"}),
      ask("/api/query", "no query"),
      fetch(`${base}/nothing`),
      fetch(`${base}/readyz`),
      fetch(`${base}/api/query`, {method: "OPTIONS"}),
      fetch(`${base}/api/whoami`, {method: "HEAD"}),
    ]);
    for (const response of statuses) await response.arrayBuffer();
    expect(await settled()).toBe(0);
  });

  test("until its stream has ended, or its reader has left", async () => {
    const streamed = await ask("/api/query/batch", [numbers(), numbers()]);
    expect(JSON.parse(await streamed.text())).toHaveLength(2);
    expect(await settled()).toBe(0);

    const leaving = new AbortController();
    const left = await ask("/api/query/batch", Array.from({length: 10}, numbers), leaving.signal);
    await left.body?.getReader().read();
    leaving.abort();
    expect(await settled()).toBe(0);

    for (const afterMs of [0, 5, 50]) {
      const socket = connect(app.server?.port ?? 0, "127.0.0.1");
      const body = JSON.stringify(Array.from({length: 10}, numbers));
      socket.write(
        `POST /api/query/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${t.org.admin.token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await Bun.sleep(afterMs);
      socket.destroy();
    }
    expect(await settled()).toBe(0);
  });

  test("while its answer is awaited, and while its stream is", async () => {
    const slow = {
      projectId: shops.postgres.projectId,
      model: "slow",
      dimensions: [],
      measures: ["slow.count"],
    };
    for (const [path, body] of [
      ["/api/query", slow],
      ["/api/query/batch", [slow]],
    ] as const) {
      const leaving = new AbortController();
      const asked = ask(path, body, leaving.signal).then(response => response.text());
      await until(() => app.underWay > 0);
      await Bun.sleep(200);
      expect([path, app.underWay]).toEqual([path, 1]);
      leaving.abort();
      await expect(asked).rejects.toThrow();
      expect([path, await settled()]).toEqual([path, 0]);
    }
  });

  test("until its stream has broken off", async () => {
    const broken = {...numbers(), model: "orders", dimensions: [], measures: ["orders.broken"]};
    const response = await ask("/api/query/batch", [numbers(), broken]);
    await response.text().catch(() => undefined);
    expect(await settled()).toBe(0);
  });

  test("no longer if its reader asked for no body", async () => {
    const query = {...numbers(), limit: 5};
    const {body} = await t.call("POST", "/api/charts", {body: {name: "n", type: "table", query}});
    const headers = {authorization: `Bearer ${t.org.admin.token}`};
    const response = await fetch(`${base}/api/charts/${body.id}/data`, {method: "HEAD", headers});
    expect(response.status).toBe(200);
    expect(await settled()).toBe(0);
  });
});

test("each address may have a limited number of requests, and requests before the server was busy count", () => {
  const limits = {requestsAtOnce: 8, requestsPerAddress: 3, unverifiedBodyBytes: 1024, readerStallMs: 1000};
  const admission = new Admission({trustedProxies: 1, bodyWaitMs: 1000, ...limits});
  const server = app.server;
  const come = (address: string) => {
    const request = new Request(base, {headers: {"x-forwarded-for": address}});
    admission.admit(request, server);
    return () => release(request, server);
  };
  const refused = (what: string) =>
    expect.objectContaining({code: "rate_limited", message: expect.stringContaining(what)});
  const [one, two] = [come("192.0.2.1"), come("192.0.2.1")];
  const other = come("192.0.2.2");
  come("192.0.2.1");
  expect(() => come("192.0.2.1")).toThrow(refused("your address"));
  come("192.0.2.2");
  one();
  come("192.0.2.1");
  expect(() => come("192.0.2.1")).toThrow(refused("your address"));
  two();
  other();
  const many = ["192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.3", "192.0.2.4"].map(come);
  expect(admission.underWay).toBe(8);
  expect(() => come("192.0.2.5")).toThrow(refused("this service"));
  for (const leave of many) leave();
  expect(admission.underWay).toBe(3);
  come("192.0.2.1");
  expect(() => come("192.0.2.1")).toThrow(refused("your address"));
});

test("a caller who invents an address still counts as the same caller", () => {
  const limits = {requestsAtOnce: 8, requestsPerAddress: 3, unverifiedBodyBytes: 1024, readerStallMs: 1000};
  const admission = new Admission({trustedProxies: 2, bodyWaitMs: 1000, ...limits});
  // The caller bypasses the outer proxy, so that the second address from the right is the caller's invention.
  const come = (madeUp: string) => {
    const headers = {"x-forwarded-for": `${madeUp}, 192.0.2.1`};
    admission.admit(new Request(base, {headers}), app.server);
  };
  for (const madeUp of ["caller-1", "unknown", "[::g]:1"]) come(madeUp);
  expect(() => come("1.2.3")).toThrow("your address");
});
