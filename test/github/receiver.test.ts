import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {sql} from "../../shared/core/db.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {deliver, push} from "./deliver.ts";
import {GithubStandIn} from "./stand-in.ts";

const github = new GithubStandIn();
let t: TestApp;

beforeAll(async () => {
  t = await testApp(github.environment());
});
afterAll(async () => {
  await t?.stop();
  await github.stop();
});

const REPOSITORY = {id: 7, fullName: "acme/shop"};
const payload = (more: object = {}) => ({
  ...push({installation: 11, repository: REPOSITORY, after: "a".repeat(40)}),
  ...more,
});

async function countStored(): Promise<{deliveries: number; jobs: number}> {
  const {rows} = await sql<{deliveries: number; jobs: number}>`
    select (select count(*)::int from github_deliveries) as deliveries,
      (select count(*)::int from graphile_worker.jobs where task_identifier = 'take_github_delivery') as jobs`.execute(
    t.db,
  );
  return rows[0]!;
}

/** The status of an answer, and how many deliveries and jobs were stored meanwhile. */
async function after(work: () => Promise<{status: number}>) {
  const before = await countStored();
  const {status} = await work();
  const now = await countStored();
  return {status, deliveries: now.deliveries - before.deliveries, jobs: now.jobs - before.jobs};
}

const NOTHING = {deliveries: 0, jobs: 0};

test("a delivery and its job are stored together, and answered with 202", async () => {
  expect(await after(() => deliver(t, payload()))).toEqual({status: 202, deliveries: 1, jobs: 1});
});

test("the old secret is accepted during a rotation", async () => {
  expect((await after(() => deliver(t, payload(), {secret: "old-secret"}))).status).toBe(202);
});

describe("a delivery without a valid signature is refused with 401 and stores nothing", () => {
  const body = JSON.stringify(payload());
  test.each([
    ["another secret", () => deliver(t, body, {secret: "theirs"})],
    ["no signature", () => deliver(t, body, {headers: {"x-hub-signature-256": ""}})],
    [
      "a signature of the older kind alone",
      () => deliver(t, body, {headers: {"x-hub-signature-256": "sha1=00"}}),
    ],
    ["an empty body", () => deliver(t, "")],
    ["bytes that are no UTF-8", () => deliver(t, new Uint8Array([0x7b, 0xff, 0x7d]))],
  ])("%s", async (_, send) => {
    expect(await after(send)).toEqual({status: 401, ...NOTHING});
  });

  test("even if its changed bytes mean the same", async () => {
    const {createHmac} = await import("node:crypto");
    const signature = `sha256=${createHmac("sha256", "new-secret").update(body).digest("hex")}`;
    const changed = body.replace(":", ": ");
    const send = () => deliver(t, changed, {headers: {"x-hub-signature-256": signature}});
    expect(await after(send)).toEqual({status: 401, ...NOTHING});
  });
});

describe("a delivery for another App, or for none, is refused with 403 and stores nothing", () => {
  const type = "x-github-hook-installation-target-type";
  test.each([
    ["another App", payload(), {"x-github-hook-installation-target-id": "4712"}],
    ["a hook of a repository", payload(), {[type]: "repository"}],
    ["a body about another App", payload({installation: {id: 11, app_id: 99}}), {}],
  ])("%s", async (_, body, headers) => {
    const send = () => deliver(t, body, {headers, event: "installation"});
    expect(await after(send)).toEqual({status: 403, ...NOTHING});
  });
});

describe("a signed delivery that cannot be read is refused with 400", () => {
  test.each([
    ["no JSON", "{", {}],
    ["JSON after a byte order mark", `\uFEFF${JSON.stringify(payload())}`, {}],
    ["a list", "[]", {}],
    ["an installation without a number", JSON.stringify({installation: {id: "11"}}), {}],
    ["a ref with U+0000", JSON.stringify(payload({ref: "refs/heads/\0"})), {}],
    ["no id", JSON.stringify(payload()), {"x-github-delivery": ""}],
    ["an invalid name of an event", JSON.stringify(payload()), {"x-github-event": "Push!"}],
  ])("%s", async (_, body, headers) => {
    expect(await after(() => deliver(t, body, {headers}))).toEqual({status: 400, ...NOTHING});
  });
});

test("a delivery that arrives twice is stored once, even if the second has another id", async () => {
  const body = payload();
  const first = await after(() => deliver(t, body, {id: "one"}));
  expect(first).toEqual({status: 202, deliveries: 1, jobs: 1});
  expect(await after(() => deliver(t, body, {id: "one"}))).toEqual({status: 202, ...NOTHING});
  expect(await after(() => deliver(t, body, {id: "two"}))).toEqual({status: 202, ...NOTHING});
  expect(await after(() => deliver(t, payload(), {id: "one"}))).toEqual({status: 202, ...NOTHING});
});

test("only one of ten equal deliveries at once is stored", async () => {
  const body = payload();
  const before = await countStored();
  const answers = await Promise.all(Array.from({length: 10}, () => deliver(t, body)));
  expect(answers.map(({status}) => status)).toEqual(Array(10).fill(202));
  expect((await countStored()).deliveries - before.deliveries).toBe(1);
});

test("events that change nothing here are accepted and only counted", async () => {
  const send = () => deliver(t, payload({action: "created"}), {event: "star"});
  expect(await after(send)).toEqual({status: 202, ...NOTHING});
  expect(await after(() => deliver(t, {zen: "Keep it.", hook_id: 1}, {event: "ping"}))).toEqual({
    status: 202,
    ...NOTHING,
  });
  const metrics = await t.web.metrics.registry.metrics();
  expect(metrics).toContain('github_deliveries_total{reception="ignored"} 2');
});

test("a body of 25 MB is accepted, and one byte more is not", async () => {
  const body = JSON.stringify(payload());
  const filled = (size: number) => body + " ".repeat(size - body.length);
  const limit = 25 * 1024 * 1024;
  expect((await deliver(t, filled(limit))).status).toBe(202);
  expect(await after(() => deliver(t, filled(limit + 1)))).toEqual({status: 413, ...NOTHING});
});

test("without an App, a delivery gets 404", async () => {
  const other = await testApp();
  try {
    expect((await deliver(other, payload())).status).toBe(404);
  } finally {
    await other.stop();
  }
});
