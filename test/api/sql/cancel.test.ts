import {afterAll, beforeAll, expect, test} from "bun:test";
import pg from "pg";
import * as frontend from "./support/frontend.ts";
import {errorFields, RawClient} from "./support/raw-client.ts";
import {type SqlOverShops, sqlOverShops} from "./support/sql-over-shops.ts";

let sides: SqlOverShops;
let elsewhere: number;
let listener: pg.Client;
const notices: string[] = [];

beforeAll(async () => {
  sides = await sqlOverShops();
  elsewhere = await sides.another();
  listener = new pg.Client({connectionString: sides.service.databaseUrl});
  await listener.connect();
  listener.on("notification", ({payload}) => notices.push(payload ?? ""));
  await listener.query("listen analytics_service");
});
afterAll(async () => {
  await listener.end();
  await sides.stop();
});

const signIn = (version?: number) => {
  const password = sides.service.org.admin.token;
  const target = {host: "127.0.0.1", port: sides.port, user: "ada", database: "shop postgres", password};
  return RawClient.signIn(target, {}, version);
};

async function cancel(port: number, processId: number, key: Buffer): Promise<void> {
  const client = await RawClient.open({host: "127.0.0.1", port});
  client.send(frontend.cancelPacket(processId, key));
  expect(await client.receive()).toBeUndefined();
}

/** Runs a statement and cancels it again and again, because a cancel request may arrive before the statement. */
async function untilCancelled(client: RawClient, port: number): Promise<string | undefined> {
  client.send(frontend.query("select measure(count) from slow"));
  let isOver = false;
  const answer = client.untilReady().finally(() => {
    isOver = true;
  });
  while (!isOver) await cancel(port, client.processId, client.key);
  const error = (await answer).find(({type}) => type === "E");
  return errorFields(error?.body ?? Buffer.alloc(5)).get("C");
}

/** The cancel requests that were passed on to other processes. */
const sentOn = () => notices.filter(text => JSON.parse(text).kind === "sql_cancel");

async function heardOf(count: number): Promise<void> {
  while (sentOn().length < count) await Bun.sleep(5);
}

test.each([196_608, 196_610])(
  "a cancel request that reaches another web process ends the statement (version %d)",
  async version => {
    const before = sentOn().length;
    const client = await signIn(version);
    client.send(frontend.query("select measure(count) from slow"));
    const answer = client.untilReady();

    await cancel(elsewhere, client.processId, Buffer.alloc(client.key.length));
    await cancel(elsewhere, client.processId + 1, client.key);
    await heardOf(before + 2);
    // All earlier notices have been handled.
    await sides.service.web.notices.caughtUp();
    expect(await Promise.race([answer, Promise.resolve("runs")])).toBe("runs");

    await cancel(elsewhere, client.processId, client.key);
    const error = (await answer).find(({type}) => type === "E");
    expect(errorFields(error?.body ?? Buffer.alloc(5)).get("C")).toBe("57014");
    // The process that runs the statement may get the notice before this test's listener does.
    await heardOf(before + 3);
    expect(sentOn()).toHaveLength(before + 3);

    const [encoded] = [client.key].map(key => key.toString("base64url").slice(0, 20));
    for (const text of sentOn())
      for (const shown of [encoded, client.key.toString("hex"), client.key.toString("base64")])
        expect(text).not.toContain(shown);

    client.send(frontend.query("select 1"));
    expect((await client.untilReady()).map(({type}) => type).join("")).toBe("TDCZ");
    client.end();
  },
);

test("a cancel request for a statement of the same process is not passed on", async () => {
  const before = sentOn().length;
  const client = await signIn();
  expect(await untilCancelled(client, sides.port)).toBe("57014");
  expect(sentOn()).toHaveLength(before);
  client.end();
});

test("cancel requests with invalid keys do not flood the other processes", async () => {
  const before = sentOn().length;
  const startedAt = performance.now();
  for (let round = 0; round < 15; round++)
    await Promise.all(
      Array.from({length: 20}, (_, i) => cancel(elsewhere, 7_000_000 + i, Buffer.alloc(4, i))),
    );
  await listener.query("select 1");
  const seconds = Math.ceil((performance.now() - startedAt) / 1000) + 1;
  expect(sentOn().length - before).toBeLessThanOrEqual(Math.min(300, 100 * seconds));
  // Valid requests work again in the next second.
  const client = await signIn();
  expect(await untilCancelled(client, elsewhere)).toBe("57014");
  client.end();
});
