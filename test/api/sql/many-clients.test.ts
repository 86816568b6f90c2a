import {afterAll, beforeAll, expect, test} from "bun:test";
import * as frontend from "./support/frontend.ts";
import {errorFields, RawClient} from "./support/raw-client.ts";
import {openServerProcess, type ServerProcess} from "./support/server-process.ts";

const IDLE = 2000;
let server: ServerProcess;
beforeAll(async () => {
  server = await openServerProcess({maxSessions: IDLE, stallMs: 60_000});
});
afterAll(() => server.stop());

const ENDLESS = "select generate_series(1, 1000000000), repeat('x', 1000)";

test("the memory for a client that reads slowly does not grow", async () => {
  const client = await RawClient.signIn(server.target);
  client.send(frontend.query(ENDLESS));
  for (let i = 0; i < 20_000; i++) await client.receive();
  client.socket.pause();
  const before = (await server.usage()).rssBytes;
  const used: number[] = [];
  for (let pause = 0; pause < 10; pause++) {
    client.socket.resume();
    for (let i = 0; i < 4000; i++) await client.receive();
    client.socket.pause();
    used.push((await server.usage()).rssBytes - before);
  }
  expect(Math.max(...used) / 1024 / 1024).toBeLessThan(40);
  client.socket.destroy();
  while ((await server.usage()).sessions > 0) await Bun.sleep(5);
});

test(`${IDLE} idle clients take little memory, and one more is refused as one too many`, async () => {
  const before = await server.usage();
  const clients: RawClient[] = [];
  while (clients.length < IDLE) {
    const next = Math.min(100, IDLE - clients.length);
    clients.push(...(await Promise.all(Array.from({length: next}, () => RawClient.signIn(server.target)))));
  }
  const {rssBytes, sessions} = await server.usage();
  expect(sessions).toBe(IDLE);
  const idleMb = (rssBytes - before.rssBytes) / 1024 / 1024;
  expect(idleMb).toBeLessThan(200);

  const tooMany = await RawClient.open(server.target);
  const {user, database, password} = server.target;
  tooMany.send(frontend.startupPacket(196_608, {user, database}), frontend.password(password));
  let error = await tooMany.receive();
  while (error && error.type !== "E") error = await tooMany.receive();
  const fields = errorFields(error?.body ?? Buffer.alloc(5));
  expect([fields.get("S"), fields.get("C")]).toEqual(["FATAL", "53300"]);

  // Each client still gets answers.
  const chosen = [0, 999, 1999].map(i => clients[i]!);
  for (const client of chosen) {
    client.send(frontend.query("show timezone"));
    expect((await client.untilReady()).map(({type}) => type).join("")).toBe("TDCZ");
  }
  for (const client of clients) client.end();
  while ((await server.usage()).sessions > 0) await Bun.sleep(20);
});
