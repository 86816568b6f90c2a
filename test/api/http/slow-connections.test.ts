import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {once} from "node:events";
import {newId} from "../../../shared/core/ids.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {until} from "../../support/until.ts";
import {type Held, hold, startWebProcess, type WebProcess} from "../../support/web-process.ts";

const MANY = inLongRun(300, 5000);

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

const webProcess = (environment: Record<string, string>, maxFiles?: number) =>
  startWebProcess(t.databaseUrl, environment, maxFiles);

const START =
  "POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n";
const ONE_OF_MANY = `${START}Content-Length: 30000\r\n\r\nx`;

/** The longest of some calls, made one after the other, in milliseconds. */
async function slowestHealth(port: number, calls: number): Promise<number> {
  let slowest = 0;
  for (let i = 0; i < calls; i++) {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(30_000);
    const {status} = await fetch(`http://127.0.0.1:${port}/healthz`, {signal, keepalive: false});
    expect(status).toBe(200);
    slowest = Math.max(slowest, performance.now() - startedAt);
    await Bun.sleep(50);
  }
  return slowest;
}

describe("a web process that waits 1.5 s for a body", () => {
  let web: WebProcess;
  beforeAll(async () => {
    web = await webProcess({
      BODY_WAIT_MS: "1500",
      REQUESTS_PER_ADDRESS: "10000",
      REQUESTS_AT_ONCE: "10000",
    });
  });
  afterAll(() => web?.stop());

  test(
    "ends requests whose bodies do not arrive, and answers others meanwhile",
    async () => {
      const {port} = web;
      const stalled = Array.from({length: MANY}, () => hold(port, ONE_OF_MANY));
      const dripped = [
        hold(port, ONE_OF_MANY, {text: "y", everyMs: 100}),
        hold(port, `${START}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n`, {
          text: "1\r\ny\r\n",
          everyMs: 100,
        }),
        hold(port, ONE_OF_MANY.replace("30000", "8000"), {text: "y", everyMs: 100}),
      ];
      expect(await slowestHealth(port, 10)).toBeLessThan(onBusyMachine(2000));
      for (const {over} of stalled) expect((await over).text).toStartWith("HTTP/1.1 408 ");
      // A client that writes on to a closed connection is reset, and may lose the answer.
      for (const {over} of dripped) expect((await over).text).toMatch(/^HTTP\/1.1 408 |^$/);
      const took = await Promise.all([...stalled, ...dripped].map(({over}) => over));
      const maxMs = Math.max(...took.map(({afterMs}) => afterMs));
      expect(maxMs).toBeLessThan(onBusyMachine(inLongRun(10_000, 60_000)));
    },
    longTimeoutMs(),
  );

  test("accepts a body that arrives slowly, but steadily", async () => {
    const {port} = web;
    const body = `grant_type=refresh_token&client_id=none&refresh_token=${"x".repeat(20_000)}`;
    const socket = hold(port, `${START}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`);
    await Bun.sleep(300);
    for (let at = 0; at < body.length; at += 4000) {
      socket.socket.write(body.slice(at, at + 4000));
      await Bun.sleep(300);
    }
    const {text} = await socket.over;
    expect(text).toContain("invalid_client");
  });
});

describe("a web process", () => {
  let web: WebProcess;
  beforeAll(async () => {
    web = await webProcess({SHUTDOWN_DRAIN_MS: "1000"});
  });
  afterAll(() => web?.stop());

  test(
    "ends connections that send no request, or do not end its headers",
    async () => {
      const {port} = web;
      const held = [
        hold(port, ""),
        hold(port, "POST /oauth/token HTTP/1.1\r\nHo"),
        hold(port, "POST /oauth/token HTTP/1.1\r\nX-A: ", {text: "a", everyMs: 500}),
      ];
      for (const {over} of held) expect((await over).afterMs).toBeLessThan(onBusyMachine(25_000));
      const many = Array.from({length: 2000}, (_, i) => `X-${i}: a\r\n`).join("");
      const {text} = await hold(port, `GET /healthz HTTP/1.1\r\nHost: a\r\n${many}\r\n`).over;
      expect(text).toStartWith("HTTP/1.1 431 ");
    },
    longTimeoutMs(),
  );

  test("closes a connection whose request it answers before the body has arrived", async () => {
    const {port} = web;
    const rest = "Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 30000\r\n\r\n{";
    const held = {
      "POST /api/query": 401,
      "POST /nothing/here": 404,
      "PUT /api/query": 405,
      "POST /mcp": 401,
      "GET /healthz": 200,
    };
    for (const [line, status] of Object.entries(held)) {
      const {over} = hold(port, `${line} HTTP/1.1\r\n${rest}`, {text: " ", everyMs: 100});
      const {text, afterMs} = await over;
      expect(text).toStartWith(`HTTP/1.1 ${status} `);
      expect(afterMs).toBeLessThan(onBusyMachine(8000));
    }
    // After a body that was read, the connection stays open for the next request.
    const {socket, over} = hold(port, `${START}Content-Length: 1\r\n\r\nx`);
    const answered = Promise.withResolvers<number>();
    socket.once("data", () => answered.resolve(performance.now()));
    const answeredAt = await answered.promise;
    setTimeout(() => socket.destroy(), 1000);
    const {text} = await over;
    expect(text).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(performance.now() - answeredAt).toBeGreaterThan(900);
  });

  describe("a body over the limit", () => {
    const MB = 1024 * 1024;
    const json = "Content-Type: application/json\r\n";
    /** The answer for a client that reads only after it has sent everything, as most clients do. */
    async function answered(head: string, sizeBytes: number): Promise<string> {
      const {socket, over} = hold(web.port, head);
      const block = Buffer.alloc(MB, " ");
      const chunked = Buffer.concat([Buffer.from("100000\r\n"), block, Buffer.from("\r\n")]);
      const isChunked = head.includes("chunked");
      await once(socket, "connect");
      socket.pause();
      for (let at = 0; at < sizeBytes; at += MB) {
        if (!socket.write(isChunked ? chunked : block)) await once(socket, "drain");
      }
      if (isChunked) socket.write("0\r\n\r\n");
      socket.resume();
      return (await over).text;
    }

    const paths = ["/api/query", "/api/projects/none/datasets", "/mcp", "/oauth/register"];
    test.each(paths)("at %s gets a problem, and then the connection is closed", async path => {
      const head =
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${t.org.admin.token}\r\n${json}` +
        "Accept: application/json, text/event-stream\r\n";
      for (const length of ["Content-Length: 251658240", "Transfer-Encoding: chunked"]) {
        const text = await answered(`${head}${length}\r\n\r\n`, 240 * MB);
        const isProject = path.startsWith("/api/projects");
        expect(text).toStartWith(isProject ? "HTTP/1.1 404 " : "HTTP/1.1 413 ");
        expect(text.toLowerCase()).toContain("\r\nconnection: close\r\n");
        if (path.startsWith("/oauth")) continue;
        expect(text.toLowerCase()).toContain("content-type: application/problem+json");
        expect(text).toContain(`"code":"${isProject ? "not_found" : "payload_too_large"}"`);
      }
    });

    test("of a snapshot over 201 MB is answered in the same way, whether or not its length was announced", async () => {
      const connection = {id: newId("conn"), org_id: t.org.id, name: "c", type: "duckdb", config: "{}"};
      await t.db.insertInto("connections").values(connection).execute();
      const project = {id: newId("proj"), org_id: t.org.id, name: "p", connection_id: connection.id};
      await t.db.insertInto("projects").values(project).execute();
      const head =
        `POST /api/projects/${project.id}/datasets HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        `Authorization: Bearer ${t.org.admin.token}\r\n${json}`;
      for (const length of ["Content-Length: 251658240", "Transfer-Encoding: chunked"]) {
        const text = await answered(`${head}${length}\r\n\r\n`, 240 * MB);
        expect(text).toStartWith("HTTP/1.1 413 ");
        expect(text).toContain('"code":"payload_too_large"');
      }
    });
  });

  test("that is told to stop says so, and answers until a proxy has noticed", async () => {
    const {port, ask, exited} = web;
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    expect((await get("/healthz")).headers.get("connection")).not.toBe("close");
    ask();
    let ready = await get("/readyz");
    // The signal takes a moment; until then the readiness is that of a process without workers.
    while ((await ready.clone().text()).includes("checks")) ready = await get("/readyz");
    expect([ready.status, await ready.json()]).toMatchObject([503, {status: "stopping"}]);
    const answer = await get("/healthz");
    expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
    expect(await exited).toBe(0);
  });
});

describe("a web process with few slots", () => {
  test("accepts a limited number of requests of one address at once, and its health can still be read", async () => {
    const {port, stop} = await webProcess({BODY_WAIT_MS: "3000", REQUESTS_PER_ADDRESS: "20"});
    const held = Array.from({length: 20}, () => hold(port, ONE_OF_MANY));
    // The requests are accepted one after the other.
    const refused = await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/whoami`);
      return answer.status !== 401 && answer;
    });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(await refused.json()).toMatchObject({code: "rate_limited", status: 429});
    await slowestHealth(port, 2);
    await Promise.all(held.map(({over}) => over));
    expect((await fetch(`http://127.0.0.1:${port}/api/whoami`)).status).toBe(401);
    await stop();
  });

  test(
    "closes idle connections when few file descriptors are left",
    async () => {
      const {port, stop} = await webProcess({}, MANY);
      const request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
      const resting: Held[] = [];
      for (let i = 0; i < MANY * 2; i++) {
        resting.push(hold(port, request));
        if (i % 50 === 0) await Bun.sleep(100);
      }
      expect(await slowestHealth(port, 10)).toBeLessThan(onBusyMachine(8000));
      for (const {socket} of resting) socket.destroy();
      await stop();
    },
    longTimeoutMs(),
  );
});
