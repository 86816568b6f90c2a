import {afterAll, beforeAll, expect, test} from "bun:test";
import {until} from "../../support/until.ts";
import * as frontend from "./support/frontend.ts";
import {openServer, type Sides} from "./support/open-server.ts";
import {errorFields, RawClient} from "./support/raw-client.ts";

const PROTOCOL_3_2 = 196_610;
const ENDLESS = "select generate_series(1, 1000000000), repeat('x', 1000)";
let sides: Sides;

beforeAll(async () => {
  sides = await openServer({stallMs: 1000});
});
afterAll(() => sides.stop());

async function cancelled(count: number): Promise<void> {
  await until(() => sides.backend.counts.cancelled >= count);
  await until(() => sides.backend.counts.running === 0);
}

async function cancel(client: RawClient, key = client.key): Promise<void> {
  const other = await RawClient.open(sides.ours);
  other.send(frontend.cancelPacket(client.processId, key));
  expect(await other.receive()).toBeUndefined();
}

async function states(client: RawClient): Promise<string[]> {
  return (await client.untilReady())
    .filter(({type}) => type === "E" || type === "Z")
    .map(({type, body}) => type + (type === "E" ? errorFields(body).get("C") : body.toString("utf8", 5)));
}

test.each([196_608, PROTOCOL_3_2])(
  "a cancel request ends the statement, and only with the right key (version %d)",
  async version => {
    const before = sides.backend.counts.cancelled;
    const client = await RawClient.signIn(sides.ours, {}, version);
    client.send(frontend.query("select pg_sleep(60)"));
    await until(() => sides.backend.counts.running > 0);
    await cancel(client, Buffer.alloc(client.key.length));
    await cancel(client, Buffer.alloc(256));
    await Bun.sleep(50);
    expect(sides.backend.counts.running).toBe(1);
    await cancel(client);
    expect(await states(client)).toEqual(["E57014", "ZI"]);
    await cancelled(before + 1);
    // A late cancel request has no effect.
    await cancel(client);
    client.send(frontend.query("begin"), frontend.query("select 1"));
    expect([...(await states(client)), ...(await states(client))]).toEqual(["ZT", "ZT"]);
    client.end();
  },
);

test("a cancelled statement in a pipeline skips the rest of the pipeline", async () => {
  const client = await sides.client();
  client.send(
    ...[frontend.parse("", "begin"), frontend.bind(), frontend.execute()],
    ...[frontend.parse("", "select pg_sleep(60)"), frontend.bind(), frontend.execute()],
    ...[frontend.parse("", "select 1"), frontend.bind(), frontend.execute(), frontend.SYNC],
  );
  await until(() => sides.backend.counts.running > 0);
  await cancel(client);
  expect(await states(client)).toEqual(["E57014", "ZE"]);
  client.end();
});

test("`copy` in another encoding is refused, because its bytes would be UTF-8", async () => {
  const client = await sides.client();
  client.send(frontend.query("copy (select 'ü') to stdout (encoding 'latin1')"));
  expect(await states(client)).toEqual(["E0A000", "ZI"]);
  client.end();
});

test("statement_timeout ends a statement", async () => {
  const client = await sides.client();
  client.send(frontend.query("set statement_timeout = 100"), frontend.query("select pg_sleep(60)"));
  await client.untilReady();
  expect(await states(client)).toEqual(["E57014", "ZI"]);
  client.end();
});

test("a client that leaves in the middle of its rows ends the statement", async () => {
  for (const leave of [
    (client: RawClient) => client.socket.destroy(),
    (client: RawClient) => client.socket.end(),
    (client: RawClient) => client.end(),
  ]) {
    const before = sides.backend.counts.cancelled;
    const client = await sides.client();
    client.send(frontend.query(ENDLESS));
    for (let i = 0; i < 100; i++) await client.receive();
    leave(client);
    client.socket.resume();
    await cancelled(before + 1);
  }
});

test("a client that leaves before the first row ends its statement", async () => {
  const before = sides.backend.counts.cancelled;
  const client = await sides.client();
  client.send(frontend.query("select pg_sleep(60)"));
  await until(() => sides.backend.counts.running > 0);
  client.socket.destroy();
  await cancelled(before + 1);
});

test("a portal with unread rows ends with its transaction", async () => {
  const before = sides.backend.counts.cancelled;
  const client = await sides.client();
  client.send(
    frontend.query("begin"),
    frontend.parse("", ENDLESS),
    frontend.bind(),
    frontend.execute("", 5),
    frontend.SYNC,
  );
  await client.untilReady();
  await client.untilReady();
  expect(sides.backend.counts.running).toBe(1);
  client.send(frontend.query("commit"));
  await client.untilReady();
  await cancelled(before + 1);
  client.end();
});

test("a client that does not read its rows is disconnected, and its statement ends", async () => {
  const before = sides.backend.counts.cancelled;
  const client = await sides.client();
  client.socket.pause();
  client.send(frontend.query(ENDLESS));
  await cancelled(before + 1);
  await until(() => sides.server.sessions === 0);
  client.socket.destroy();
});

/** Messages that are cut off at every possible byte. */
const CONVERSATION = Buffer.concat([
  frontend.query("select 1"),
  frontend.parse("s", "select $1::int"),
  frontend.bind({statement: "s", parameters: ["1"]}),
  frontend.describe("P"),
  frontend.execute(),
  frontend.SYNC,
  frontend.query("begin; declare c cursor for select 1; fetch c"),
]);

test("a connection that is cut at any byte leaves nothing behind, and the server continues", async () => {
  const {counts} = sides.backend;
  for (let length = 1; length < CONVERSATION.length; length += 7) {
    const client = await sides.client();
    client.send(CONVERSATION.subarray(0, length));
    if (length % 2 === 0) await Bun.sleep(2);
    client.socket.destroy();
  }
  while (sides.server.sessions > 0 || counts.closed < counts.opened || counts.running > 0) await Bun.sleep(5);
});

test("messages that arrive byte by byte are read like whole ones", async () => {
  const client = await sides.client();
  for (let i = 0; i < CONVERSATION.length; i++) {
    client.send(CONVERSATION.subarray(i, i + 1));
    if (i % 16 === 0) await Bun.sleep(0);
  }
  expect((await client.untilReady()).map(({type}) => type).join("")).toBe("TDCZ");
  expect((await client.untilReady()).map(({type}) => type).join("")).toBe("12TDCZ");
  expect((await client.untilReady()).map(({type}) => type).join("")).toBe("CCTDCZ");
  client.end();
});

test.each([
  ["an unknown message", Buffer.from([1, 0, 0, 0, 4]), "08P01"],
  ["a message of a length that cannot be", Buffer.concat([Buffer.from("Q"), frontend.int32(-1)]), "08P01"],
  ["a message that is too long", Buffer.concat([Buffer.from("Q"), frontend.int32(1 << 30)]), "54000"],
])("%s ends the session", async (_, bytes, expected) => {
  const client = await sides.client();
  client.send(bytes);
  const [error, ...after] = await client.untilReady();
  expect(errorFields(error?.body ?? Buffer.alloc(5)).get("C")).toBe(expected);
  expect(after).toEqual([]);
});

test.each([
  ["text without an end", frontend.message("Q", Buffer.from("select 1")), "08P01"],
  ["text that is not UTF-8", frontend.message("Q", Buffer.from("select '\xff'\0", "latin1")), "22021"],
  ["more than its fields", frontend.message("Q", Buffer.from("select 1\0x")), "08P01"],
])("a query with %s is an error, after which the session continues", async (_, bytes, expected) => {
  const client = await sides.client();
  client.send(bytes);
  expect(await states(client)).toEqual([`E${expected}`, "ZI"]);
  client.send(frontend.query("select 1"));
  expect(await states(client)).toEqual(["ZI"]);
  client.end();
});

test("a bind that announces more values than it contains is an error", async () => {
  const client = await sides.client();
  const hostile = frontend.message(
    "B",
    frontend.text(""),
    frontend.text(""),
    frontend.int16(-1),
    frontend.int16(-1),
  );
  client.send(frontend.parse("", "select 1"), hostile, frontend.SYNC);
  expect(await states(client)).toEqual(["E08P01", "ZI"]);
  client.end();
});

test("a prepared statement is planned again when the tables have changed, unless its columns would change", async () => {
  const client = await sides.client();
  const real = await RawClient.signIn(sides.real);
  const run = async (sql: string) => {
    real.send(frontend.query(sql));
    await real.untilReady();
    sides.backend.version++;
  };
  const execute = async () => {
    client.send(frontend.bind({statement: "s"}), frontend.execute(), frontend.SYNC);
    return (await client.untilReady())
      .map(({type, body}) => (type === "E" ? errorFields(body).get("M") : type))
      .join(" ");
  };
  await run("create table changing as select 1 as a");
  client.send(frontend.parse("s", "select * from changing"), frontend.SYNC);
  await client.untilReady();
  expect(await execute()).toBe("2 D C Z");
  await run("create index on changing (a)");
  expect(await execute()).toBe("2 D C Z");
  await run("alter table changing add b int");
  expect(await execute()).toBe("cached plan must not change result type Z");
  await run("drop table changing");
  expect(await execute()).toBe('relation "changing" does not exist Z');
  client.end();
  real.end();
});

test("a prepared statement uses the current settings of its session", async () => {
  const client = await sides.client();
  client.send(frontend.parse("s", "select '2024-01-01 00:00+00'::timestamptz::text"), frontend.SYNC);
  await client.untilReady();
  const seen: (string | undefined)[] = [];
  for (const zone of ["UTC", "Asia/Tokyo", "UTC"]) {
    client.send(frontend.query(`set timezone = '${zone}'`));
    await client.untilReady();
    client.send(frontend.bind({statement: "s"}), frontend.execute(), frontend.SYNC);
    seen.push((await client.untilReady()).find(({type}) => type === "D")?.body.toString("utf8", 11));
  }
  expect(seen).toEqual(["2024-01-01 00:00:00+00", "2024-01-01 09:00:00+09", "2024-01-01 00:00:00+00"]);
  client.end();
});
