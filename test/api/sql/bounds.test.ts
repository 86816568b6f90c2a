import {afterAll, beforeAll, expect, test} from "bun:test";
import {MessageMemory} from "../../../api/sql/session/message-memory.ts";
import * as frontend from "./support/frontend.ts";
import {openServer, type Sides} from "./support/open-server.ts";
import {errorFields, type RawClient} from "./support/raw-client.ts";

let sides: Sides;
beforeAll(async () => {
  sides = await openServer({stallMs: 1000});
});
afterAll(() => sides.stop());

/** The code and the hint of the error that answers the messages; empty texts if there is no error. */
async function faultOf(client: RawClient, ...messages: Buffer[]): Promise<{code: string; hint: string}> {
  client.send(...messages);
  const error = (await client.untilReady()).find(({type}) => type === "E");
  const fields = errorFields(error?.body ?? Buffer.alloc(5));
  return {code: fields.get("C") ?? "", hint: fields.get("H") ?? ""};
}

const NONE = {code: "", hint: ""};

test("a session holds a thousand prepared statements, and the error explains how to make room", async () => {
  const client = await sides.client();
  const prepared = Array.from({length: 1000}, (_, i) => frontend.parse(`s${i}`, "show timezone"));
  expect(await faultOf(client, ...prepared, frontend.SYNC)).toEqual(NONE);
  const oneMore = [frontend.parse("more", "show timezone"), frontend.SYNC];
  expect(await faultOf(client, ...oneMore)).toEqual({
    code: "53400",
    hint: "Close statements that are no longer needed: DEALLOCATE name, or DEALLOCATE ALL.",
  });
  expect(await faultOf(client, frontend.query("prepare more as select 1"))).toMatchObject({code: "53400"});
  expect(await faultOf(client, frontend.query("deallocate s7"))).toEqual(NONE);
  expect(await faultOf(client, ...oneMore)).toEqual(NONE);
  expect(await faultOf(client, frontend.query("deallocate all"), frontend.query("show timezone"))).toEqual(
    NONE,
  );
  client.end();
});

test("the texts of a session's prepared statements are limited in total", async () => {
  const client = await sides.client();
  const long = `show timezone -- ${"x".repeat(900_000)}`;
  const codes: string[] = [];
  for (let i = 0; i < 10; i++)
    codes.push((await faultOf(client, frontend.parse(`s${i}`, long), frontend.SYNC)).code);
  expect(codes).toEqual([...Array(9).fill(""), "53200"]);
  // The unnamed statement replaces the one before.
  expect(await faultOf(client, frontend.close("S", "s0"), frontend.SYNC)).toEqual(NONE);
  for (let i = 0; i < 5; i++)
    expect(await faultOf(client, frontend.parse("", long), frontend.SYNC)).toEqual(NONE);
  client.end();
});

test("a session holds 500 portals", async () => {
  const client = await sides.client();
  await faultOf(client, frontend.query("begin"));
  const portals = Array.from({length: 500}, (_, i) => frontend.bind({portal: `p${i}`}));
  expect(await faultOf(client, frontend.parse("", "select 1"), ...portals, frontend.SYNC)).toEqual(NONE);
  const oneMore = await faultOf(client, frontend.query("declare c cursor for select 1"));
  expect(oneMore.code).toBe("53400");
  expect(oneMore.hint).toContain("CLOSE");
  await faultOf(client, frontend.query("rollback"));
  expect(await faultOf(client, frontend.query("begin; declare c cursor for select 1"))).toEqual(NONE);
  client.end();
});

test("the parameters of a session's portals are limited in total", async () => {
  const client = await sides.client();
  await faultOf(client, frontend.query("begin"));
  const bind = (i: number) =>
    frontend.bind({portal: `p${i}`, statement: "s", parameters: ["x".repeat(6 * 1024 * 1024)]});
  expect(await faultOf(client, frontend.parse("s", "select $1::text"), frontend.SYNC)).toEqual(NONE);
  const codes: string[] = [];
  for (let i = 0; i < 6; i++) codes.push((await faultOf(client, bind(i), frontend.SYNC)).code);
  expect(codes).toEqual(["", "", "", "", "", "53200"]);
  client.end();
});

test("rows that cursors store to be read backwards are limited for the session", async () => {
  const client = await sides.client();
  const declare = (name: string) =>
    frontend.query(
      `declare ${name} scroll cursor for select repeat('x', 1000000) from generate_series(1, 40)`,
    );
  await faultOf(client, frontend.query("begin"));
  expect(await faultOf(client, declare("a"))).toEqual(NONE);
  expect(await faultOf(client, declare("b"))).toEqual(NONE);
  expect(await faultOf(client, frontend.query("move all from a"))).toEqual(NONE);
  expect(await faultOf(client, frontend.query("move all from b"))).toMatchObject({code: "53200"});
  await faultOf(client, frontend.query("rollback"));
  await faultOf(client, frontend.query("begin"));
  await faultOf(client, declare("b"));
  expect(await faultOf(client, frontend.query("move all from b"))).toEqual(NONE);
  client.end();
});

test("the settings and savepoints of a session are limited", async () => {
  const client = await sides.client();
  const sets = Array.from({length: 300}, (_, i) => `set my.name${i} = 'x'`).join(";");
  expect(await faultOf(client, frontend.query(sets))).toMatchObject({code: "53400"});
  expect(await faultOf(client, frontend.query(`set my.name = '${"x".repeat(300_000)}'`))).toMatchObject({
    code: "53200",
  });
  const savepoints = "savepoint a;".repeat(10_001);
  expect(await faultOf(client, frontend.query(`begin;${savepoints}`))).toMatchObject({code: "53400"});
  client.end();
});

test("a statement whose text is too long is refused with a remedy", async () => {
  const client = await sides.client();
  const long = `select ${" ".repeat(1_000_000)}1`;
  const expected = {code: "54000", hint: expect.stringContaining("= any ($1)")};
  expect(await faultOf(client, frontend.query(long))).toEqual(expected);
  expect(await faultOf(client, frontend.parse("", long), frontend.SYNC)).toEqual(expected);
  expect(await faultOf(client, frontend.query("select 1"))).toEqual(NONE);
  client.end();
});

test("statements that cannot be parsed, and long ones, count against the rate limit", async () => {
  const client = await sides.client();
  sides.backend.allowance = 3;
  try {
    const wrong = frontend.parse("", "selec 1");
    const codes: string[] = [];
    for (let i = 0; i < 4; i++) codes.push((await faultOf(client, wrong, frontend.SYNC)).code);
    expect(codes).toEqual(["42601", "42601", "42601", "53400"]);
    sides.backend.allowance = 3;
    const long = `show timezone -- ${"x".repeat(100_000)}`;
    expect(await faultOf(client, frontend.query(long))).toEqual(NONE);
    expect(await faultOf(client, frontend.query(long))).toMatchObject({code: "53400"});
  } finally {
    sides.backend.allowance = Number.POSITIVE_INFINITY;
  }
  client.end();
});

test("answers to a client that does not read are not collected in memory", async () => {
  const client = await sides.client();
  const columns = Array.from({length: 1500}, (_, i) => `1 as column_${i}`).join();
  expect(await faultOf(client, frontend.parse("wide", `select ${columns}`), frontend.SYNC)).toEqual(NONE);
  client.socket.pause();
  const before = process.memoryUsage.rss();
  // Each of these seven-byte messages asks for 45 kilobytes: 4.5 GB in all.
  const describes = Buffer.concat(Array.from({length: 100_000}, () => frontend.describe("S", "wide")));
  client.send(describes);
  while (sides.server.sessions > 0) await Bun.sleep(5);
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  client.socket.destroy();
});

test("a client that sends a part of a message and nothing more gets an error", async () => {
  const client = await sides.client();
  client.send(Buffer.concat([Buffer.from("Q"), frontend.int32(1000), Buffer.from("select")]));
  const [error] = await client.untilReady();
  expect(errorFields(error?.body ?? Buffer.alloc(5)).get("C")).toBe("08P01");
});

test("large messages share the memory of the process, and small ones are free", () => {
  const memory = new MessageMemory({all: 100_000_000, org: 60_000_000});
  const [a, b, other] = [memory.shareOf("org_1"), memory.shareOf("org_1"), memory.shareOf("org_2")];
  a.take(50_000_000);
  expect(() => b.take(20_000_000)).toThrow(/no memory/);
  b.take(60_000);
  other.take(45_000_000);
  a.release();
  b.take(55_000_000);
  expect(() => other.take(46_000_000)).toThrow(/no memory/);
  b.release();
  // A client's earlier memory is released when the client takes memory again.
  other.take(60_000_000);
  other.take(60_000_000);
});
