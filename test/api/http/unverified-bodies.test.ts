import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {createHmac} from "node:crypto";
import {type Holding, UnverifiedBodies} from "../../../api/http/unverified-bodies.ts";
import {newId} from "../../../shared/core/ids.ts";
import {push} from "../../github/deliver.ts";
import {APP_ID, GithubStandIn} from "../../github/stand-in.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {until} from "../../support/until.ts";
import {hold, startWebProcess, type WebProcess} from "../../support/web-process.ts";

const MB = 1024 * 1024;
const github = new GithubStandIn();
let t: TestApp;
let web: WebProcess;
const projectId = newId("proj");

beforeAll(async () => {
  t = await testApp(github.environment());
  const connection = {id: newId("conn"), org_id: t.org.id, name: "c", type: "duckdb", config: "{}"};
  await t.db.insertInto("connections").values(connection).execute();
  const project = {id: projectId, org_id: t.org.id, name: "p", connection_id: connection.id};
  await t.db.insertInto("projects").values(project).execute();
  web = await startWebProcess(t.databaseUrl, {...github.environment(), BODY_WAIT_MS: "1500"});
});
afterAll(async () => {
  await web?.stop();
  await t?.stop();
  await github.stop();
});

const REAL = {
  "X-GitHub-Delivery": "d1",
  "X-GitHub-Event": "push",
  "X-Hub-Signature-256": `sha256=${"0".repeat(64)}`,
  "X-GitHub-Hook-Installation-Target-Type": "integration",
  "X-GitHub-Hook-Installation-Target-ID": String(APP_ID),
  "Content-Type": "application/json",
};

function head(path: string, headers: Record<string, string>): string {
  const lines = Object.entries({Host: "127.0.0.1", ...headers}).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

const delivery = (sizeBytes: number, headers: Record<string, string> = {}) =>
  head("/api/webhooks/github", {...REAL, "Content-Length": String(sizeBytes), ...headers});

/** A sender of a webhook delivery that announces 25 MB, sends this many bytes at once, and continues as `drip` says. */
const sender = (sentBytes: number, drip?: {text: string; everyMs: number}) =>
  hold(web.port, Buffer.concat([Buffer.from(delivery(25 * MB)), Buffer.alloc(sentBytes, 32)]), drip);

async function signed(): Promise<Response> {
  const repository = {id: 7, fullName: "acme/shop"};
  const body = JSON.stringify(push({installation: 11, repository, after: "a".repeat(40)}));
  const signature = createHmac("sha256", "new-secret").update(body).digest("hex");
  const headers = {
    ...REAL,
    "X-GitHub-Delivery": crypto.randomUUID(),
    "X-Hub-Signature-256": `sha256=${signature}`,
  };
  return fetch(`http://127.0.0.1:${web.port}/api/webhooks/github`, {method: "POST", body, headers});
}

describe("a delivery is refused by its headers, before its body arrives,", () => {
  const refusals = [
    [{"X-Hub-Signature-256": ""}, 401],
    [{"X-Hub-Signature-256": "sha256=00"}, 401],
    [{"X-GitHub-Hook-Installation-Target-Type": "repository"}, 403],
    [{"X-GitHub-Hook-Installation-Target-ID": "1"}, 403],
    [{"X-GitHub-Delivery": ""}, 400],
    [{"X-GitHub-Event": ""}, 400],
    [{"Content-Type": "application/x-www-form-urlencoded"}, 400],
  ] as const;
  test("without a signature, for another App, without an id, or of another type", async () => {
    const held = refusals.map(([headers]) => hold(web.port, delivery(25 * MB, headers)));
    for (const [i, {over}] of held.entries()) {
      const {text, afterMs} = await over;
      expect(text).toStartWith(`HTTP/1.1 ${refusals[i]?.[1]} `);
      expect(text).toContain('"requestId":');
      // Waiting for a missing body would take 1.5 s; the rest of a body is awaited for 1 s.
      expect(afterMs).toBeLessThan(onBusyMachine(3000));
    }
  });

  test("also if it is an event of Stripe", async () => {
    const stripe = await startWebProcess(t.databaseUrl, {
      STRIPE_SECRET_KEY: "sk_test_none",
      STRIPE_WEBHOOK_SECRET: "whsec_none",
    });
    try {
      for (const signature of ["", "t=1", `v1=${"0".repeat(64)}`]) {
        const headers = {"Stripe-Signature": signature, "Content-Length": "100000"};
        const {text} = await hold(stripe.port, head("/api/billing/webhook", headers)).over;
        expect(text).toStartWith("HTTP/1.1 400 ");
      }
    } finally {
      await stripe.stop();
    }
  });
});

describe("a pause in a body ends its request, however fast the rest came,", () => {
  const form = {"Content-Type": "application/x-www-form-urlencoded"};
  const json = {"Content-Type": "application/json"};
  const paths = [
    ["/api/webhooks/github", REAL, 12 * MB],
    ["/oauth/token", form, 30_000],
    ["/oauth/register", json, 30_000],
    ["/sign-in", form, 30_000],
    ["/api/query", json, 900_000],
    ["/mcp", {...json, Accept: "application/json, text/event-stream"}, 900_000],
    [`/api/projects/${projectId}/datasets`, json, 900_000],
    [`/api/projects/${projectId}/import`, {"Content-Type": "application/zip"}, 12 * MB],
  ] as const;
  const pauseAt = async ([path, headers, sizeBytes]: (typeof paths)[number]) => {
    const token = {Authorization: `Bearer ${t.org.admin.token}`};
    const announced = {...headers, ...(path.startsWith("/api/webhooks") ? {} : token)};
    const text = head(path, {
      ...announced,
      "Content-Length": String(sizeBytes + 1000),
    });
    const held = hold(web.port, Buffer.concat([Buffer.from(text), Buffer.alloc(sizeBytes, 32)]));
    const {text: answer, afterMs} = await held.over;
    expect([path, answer.slice(0, 12)]).toEqual([path, "HTTP/1.1 408"]);
    expect(afterMs).toBeLessThan(onBusyMachine(12_000));
  };

  test("on every path that reads a body", () => Promise.all(paths.map(pauseAt)));

  test("and a byte now and then does not prolong the wait", async () => {
    const {text, afterMs} = await sender(12 * MB, {text: "x", everyMs: 200}).over;
    expect(text).toMatch(/^HTTP\/1.1 408 |^$/);
    expect(afterMs).toBeLessThan(onBusyMachine(12_000));
  });
});

test("many senders of large bodies take no more than their share of memory, and a real delivery is accepted meanwhile", async () => {
  expect((await signed()).status).toBe(202);
  const before = await web.memoryBytes();
  const senders = Array.from({length: 12}, () => sender(24 * MB, {text: " ".repeat(20_000), everyMs: 500}));
  // The twelve do not fit together, so that one of them is dropped. On a busy machine, another one may time out first.
  const answers: string[] = [];
  for (const {over} of senders) void over.then(({text}) => answers.push(text));
  const isDropped = (text: string) => /^HTTP\/1.1 503 .*"code":"overloaded"|^$/s.test(text);
  let peakBytes = 0;
  for (let i = 0; i < 20; i++) {
    const startedAt = performance.now();
    expect((await signed()).status).toBe(202);
    expect(performance.now() - startedAt).toBeLessThan(onBusyMachine(3000));
    peakBytes = Math.max(peakBytes, (await web.memoryBytes()) - before);
    await Bun.sleep(100);
  }
  await until(() => answers.some(isDropped));
  expect(answers.filter(text => !isDropped(text) && !text.startsWith("HTTP/1.1 408 "))).toEqual([]);
  for (const {socket} of senders) socket.destroy();
  // One address may hold 32 MB, and garbage waits for the collector. All twelve would take 288 MB.
  expect(peakBytes).toBeLessThan(160 * MB);
});

describe("the memory for bodies of unknown callers", () => {
  const isDropped = ({dropped}: Holding) => dropped.aborted;
  const later = () => Bun.sleep(5);

  test("goes to the bodies whose bytes came last, and is freed afterwards", async () => {
    const all = new UnverifiedBodies(100);
    const slow = all.hold("a");
    slow.reserve(30);
    await later();
    const fast = all.hold("b");
    fast.reserve(30);
    // As many bytes as the slow one, a moment later.
    const other = all.hold("c");
    other.reserve(30);
    await later();
    const small = all.hold("d");
    small.reserve(20);
    expect([slow, fast, other, small].map(isDropped)).toEqual([true, false, false, false]);
    expect(slow.dropped.reason).toMatchObject({code: "overloaded"});
    expect(all.heldBytes).toBe(80);
    for (const holding of [slow, fast, other, small]) holding.release();
    expect(all.heldBytes).toBe(0);
  });

  test("is not for one network alone, whose own bodies are dropped first", async () => {
    const all = new UnverifiedBodies(100);
    const elsewhere = all.hold("b");
    elsewhere.reserve(40);
    await later();
    const first = all.hold("a");
    first.reserve(40);
    await later();
    const second = all.hold("a");
    second.reserve(20);
    expect([elsewhere, first, second].map(isDropped)).toEqual([false, true, false]);
  });

  test("is refused to a body that is the oldest itself, and if all others are complete", async () => {
    const all = new UnverifiedBodies(100);
    const old = all.hold("a");
    old.reserve(45);
    await later();
    const young = all.hold("b");
    young.reserve(45);
    expect(() => old.reserve(15)).toThrow(expect.objectContaining({code: "overloaded"}));
    expect(isDropped(young)).toBe(false);
    young.complete();
    const other = all.hold("c");
    other.reserve(50);
    other.complete();
    const last = all.hold("d");
    expect(() => last.reserve(10)).toThrow(
      expect.objectContaining({code: "overloaded", details: {headers: expect.anything()}}),
    );
    other.release();
    expect(() => all.hold("d").reserve(10)).not.toThrow();
  });
});
