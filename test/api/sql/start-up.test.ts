import {afterAll, afterEach, beforeAll, expect, test} from "bun:test";
import {join} from "node:path";
import {connect, type TLSSocket} from "node:tls";
import {Certificate} from "../../../api/sql/certificate.ts";
import type {SqlServerOptions} from "../../../api/sql/server.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import type {Message} from "../../support/postgres-messages.ts";
import {until} from "../../support/until.ts";
import * as frontend from "./support/frontend.ts";
import {openServer, type Sides} from "./support/open-server.ts";
import {errorFields, RawClient} from "./support/raw-client.ts";

const PROTOCOL_3_0 = 196_608;
const PROTOCOL_3_2 = 196_610;
const log = makeLogger("web", "silent");
const file = (name: string) => join(import.meta.dir, "..", "..", "support", name);
const tls = new Certificate({cert: file("worker-cert.pem"), key: file("worker-key.pem")}, log);

let sides: Sides;
const others: Sides[] = [];
const clients: RawClient[] = [];

beforeAll(async () => {
  sides = await openServer({tls});
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.destroy();
  for (const other of others.splice(0)) await other.stop();
});
afterAll(() => sides.stop());

async function other(options: Partial<SqlServerOptions>): Promise<Sides> {
  const opened = await openServer(options);
  others.push(opened);
  return opened;
}

async function plain(to = sides): Promise<RawClient> {
  const client = await RawClient.open(to.ours);
  clients.push(client);
  return client;
}

async function signedIn(
  to = sides,
  parameters: Record<string, string> = {},
  version = PROTOCOL_3_0,
): Promise<RawClient> {
  const client = await RawClient.signIn(to.ours, parameters, version);
  clients.push(client);
  return client;
}

/** The bytes of the first answer, which is not a message. */
function firstBytes(client: RawClient): Promise<string> {
  return new Promise(resolve => {
    client.socket.removeAllListeners("data");
    client.socket.once("data", bytes => resolve(bytes.toString("latin1")));
  });
}

function secured(client: RawClient, options: {ALPNProtocols?: string[]} = {}): Promise<TLSSocket> {
  client.socket.removeAllListeners("data");
  return new Promise((resolve, reject) => {
    const socket = connect({socket: client.socket, rejectUnauthorized: false, ...options}, () =>
      resolve(socket),
    );
    socket.once("error", reject);
  });
}

const startup = (parameters: Record<string, string> = {}, version = PROTOCOL_3_0) =>
  frontend.startupPacket(version, {user: "ann", database: "postgres", ...parameters});

const RUNNING =
  "select count(*) from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(60)' and state = 'active'";

async function rest(client: RawClient): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const message = await client.receive();
    if (!message) return messages;
    messages.push(message);
  }
}

const errorOf = (messages: readonly Message[]) => {
  const error = messages.find(({type}) => type === "E");
  const fields = errorFields(error?.body ?? Buffer.alloc(5));
  return `${fields.get("S")} ${fields.get("C")}`;
};

async function answerOf(client: RawClient, sql: string): Promise<string> {
  client.send(frontend.query(sql));
  const row = (await client.untilReady()).find(({type}) => type === "D");
  return row?.body.toString("utf8", 11) ?? "";
}

test("a client gets the parameters that drivers wait for", async () => {
  const client = await signedIn(sides, {
    application_name: "test",
    TimeZone: "Asia/Tokyo",
    options: "-c work_mem=8MB --statement-timeout=5s",
  });
  const real = await RawClient.signIn(sides.real, {application_name: "test", TimeZone: "Asia/Tokyo"});
  const own = {is_superuser: "off", in_hot_standby: "on", default_transaction_read_only: "on"};
  expect(Object.fromEntries(client.parameters)).toEqual({...Object.fromEntries(real.parameters), ...own});
  expect(await answerOf(client, "show work_mem")).toBe("8MB");
  expect(await answerOf(client, "show statement_timeout")).toBe("5s");
  expect(await answerOf(client, "set work_mem = '1MB'; reset work_mem; show work_mem")).toBe("8MB");
  real.end();
});

test("encryption by GSS is declined, and TLS can follow on the same connection", async () => {
  const client = await plain();
  client.send(frontend.GSS_REQUEST);
  expect(await firstBytes(client)).toBe("N");
  client.send(frontend.SSL_REQUEST);
  expect(await firstBytes(client)).toBe("S");
  const encrypted = new RawClient(await secured(client));
  encrypted.send(startup());
  await encrypted.authenticate("secret");
  expect(await answerOf(encrypted, "select 42")).toBe("42");
});

test("a server without a certificate declines TLS", async () => {
  const client = await plain(await other({}));
  client.send(frontend.SSL_REQUEST);
  expect(await firstBytes(client)).toBe("N");
});

test("a client may begin with TLS if it names the protocol", async () => {
  const socket = await secured(await plain(), {ALPNProtocols: ["postgresql"]});
  expect(socket.alpnProtocol).toBe("postgresql");
  const client = new RawClient(socket);
  client.send(startup());
  await client.authenticate("secret");
  expect(await answerOf(client, "select 42")).toBe("42");

  const unnamed = new RawClient(await secured(await plain()));
  unnamed.send(startup());
  expect(await rest(unnamed)).toEqual([]);
});

test("unencrypted bytes after a request for TLS are refused", async () => {
  const client = await plain();
  client.send(Buffer.concat([frontend.SSL_REQUEST, startup()]));
  expect(errorOf(await rest(client))).toBe("FATAL 08P01");
});

test("unencrypted bytes after requests for GSS and TLS, or in place of the handshake, are refused", async () => {
  const behind = await plain();
  behind.send(Buffer.concat([frontend.GSS_REQUEST, frontend.SSL_REQUEST, startup()]));
  expect(await firstBytes(behind)).toMatch(/^NE.*08P01/s);
  const instead = await plain();
  instead.send(frontend.SSL_REQUEST);
  expect(await firstBytes(instead)).toBe("S");
  instead.send(startup());
  // A TLS alert.
  expect(await firstBytes(instead)).toStartWith("\u0015");
});

test("inside TLS, another request for TLS is declined, and a cancel request is accepted", async () => {
  const client = await signedIn();
  const other = await plain();
  other.send(frontend.SSL_REQUEST);
  expect(await firstBytes(other)).toBe("S");
  const encrypted = new RawClient(await secured(other));
  encrypted.send(frontend.SSL_REQUEST);
  expect(await firstBytes(encrypted)).toBe("N");
  client.send(frontend.query("select pg_sleep(60)"));
  await until(async () => (await answerOf(await signedIn(), RUNNING)) === "1");
  encrypted.send(frontend.cancelPacket(client.processId, client.key));
  expect(errorOf(await client.untilReady())).toBe("ERROR 57014");
});

test("newer versions and unknown options are negotiated", async () => {
  const client = await plain();
  client.send(startup({"_pq_.first": "1", "_pq_.second": "2"}, (3 << 16) | 9999));
  const negotiation = await client.receive();
  expect(negotiation?.type).toBe("v");
  expect(negotiation?.body.readInt32BE(5)).toBe(PROTOCOL_3_2);
  expect(negotiation?.body.readInt32BE(9)).toBe(2);
  expect(negotiation?.body.toString("utf8", 13)).toBe("_pq_.first\0_pq_.second\0");
  await client.authenticate("secret");
  expect(client.key.length).toBe(32);
  expect(await answerOf(client, "select 42")).toBe("42");
  expect((await signedIn()).key.length).toBe(4);
});

test.each([
  ["another protocol", startup({}, 2 << 16), "FATAL 0A000"],
  ["no user", frontend.startupPacket(PROTOCOL_3_0, {database: "x"}), "FATAL 28000"],
  ["replication", startup({replication: "database"}), "FATAL 0A000"],
  ["a packet that is too long", Buffer.concat([frontend.int32(20_000), Buffer.alloc(100)]), "FATAL 54000"],
  ["a length that cannot be", Buffer.concat([frontend.int32(2), Buffer.alloc(100)]), "FATAL 08P01"],
  [
    "parameters without an end",
    Buffer.concat([frontend.int32(12), frontend.int32(PROTOCOL_3_0), Buffer.from("user")]),
    "FATAL 08P01",
  ],
  ["HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n"), "FATAL 54000"],
])("%s is refused", async (_, packet, expected) => {
  const client = await plain();
  client.send(packet);
  expect(errorOf(await rest(client))).toBe(expected);
});

test.each([
  ["a wrong password", {}, "wrong", "FATAL 28P01"],
  ["no password", {}, "", "FATAL 28P01"],
  ["an unknown database", {database: "nowhere"}, "secret", "FATAL 3D000"],
  ["an unknown parameter", {nope: "1"}, "secret", "FATAL 42704"],
  ["another encoding", {client_encoding: "LATIN1"}, "secret", "FATAL 0A000"],
  ["an invalid option", {options: "-x"}, "secret", "FATAL 42601"],
])("%s ends the start-up", async (_, parameters, password, expected) => {
  const client = await plain();
  client.send(startup(parameters), frontend.password(password));
  expect(errorOf(await rest(client))).toBe(expected);
});

test("a client with the right password gets in, however often others behind the same proxy have failed", async () => {
  const to = await other({failureDelayMs: 1});
  for (let i = 0; i < 40; i++) {
    const other = await plain(to);
    other.send(startup(), frontend.password("wrong"));
    expect(errorOf(await rest(other))).toBe("FATAL 28P01");
  }
  const client = await plain(to);
  client.send(startup());
  await client.authenticate("secret");
  expect(await answerOf(client, "select 42")).toBe("42");
});

test("clients that do not complete the sign-in are disconnected", async () => {
  const to = await other({startupMs: 2000});
  const silent = await plain(to);
  const half = await plain(to);
  half.send(startup().subarray(0, 10));
  const without = await plain(to);
  without.send(startup());
  const messages = await Promise.all([silent, half, without].map(rest));
  expect(messages.map(all => all.map(({type}) => type).join(""))).toEqual(["", "", "R"]);
  const patient = await signedIn(to);
  await Bun.sleep(2200);
  expect(await answerOf(patient, "select 42")).toBe("42");
});

test("TLS handshakes that do not complete are disconnected", async () => {
  const to = await other({tls, startupMs: 2000});
  const hello = Buffer.from("16030100c8010000c40303", "hex");
  const [silent, half, direct] = [await plain(to), await plain(to), await plain(to)];
  const ends = [silent, half, direct].map(
    ({socket}) => new Promise(resolve => socket.once("close", resolve)),
  );
  silent.send(frontend.SSL_REQUEST);
  expect(await firstBytes(silent)).toBe("S");
  half.send(frontend.SSL_REQUEST);
  expect(await firstBytes(half)).toBe("S");
  half.send(hello);
  direct.send(hello);
  for (const {socket} of [silent, half, direct]) socket.resume();
  await Promise.all(ends);
  expect(await answerOf(await signedIn(to), "select 42")).toBe("42");
});

test("sessions are limited in all and for each organization", async () => {
  for (const limits of [{maxSessions: 2}, {maxSessionsOfOrg: 2}]) {
    const to = await other(limits);
    const first = await signedIn(to);
    await signedIn(to);
    const third = await plain(to);
    third.send(startup(), frontend.password("secret"));
    expect(errorOf(await rest(third))).toBe("FATAL 53300");
    first.end();
    await rest(first);
    await until(() => to.server.sessions <= 1);
    expect(await answerOf(await signedIn(to), "select 42")).toBe("42");
    await until(() => to.backend.counts.closed >= 2);
  }
});

test("a session whose token is revoked ends at once with an error, idle or not", async () => {
  const to = await other({});
  const idle = await signedIn(to);
  const busy = await signedIn(to);
  busy.send(frontend.query("select pg_sleep(60)"));
  await until(() => to.backend.counts.running > 0);
  const {SqlError} = await import("../../../shared/surfaces/sql/sql-error.ts");
  to.backend.ended.abort(new SqlError("28P01", "the token was revoked"));
  expect(errorOf(await rest(idle))).toBe("FATAL 28P01");
  expect(errorOf(await rest(busy))).toBe("FATAL 28P01");
  await until(() => to.backend.counts.running === 0);
  expect(to.backend.counts.cancelled).toBe(1);
});

test("a server that stops informs its clients, and accepts no more", async () => {
  const to = await other({});
  const idle = await signedIn(to);
  const busy = await signedIn(to);
  busy.send(frontend.query("select pg_sleep(60)"));
  await until(() => to.backend.counts.running > 0);
  await to.server.stop();
  expect(errorOf(await rest(idle))).toBe("FATAL 57P01");
  expect(errorOf(await rest(busy))).toBe("FATAL 57P01");
  expect(RawClient.open(to.ours)).rejects.toThrow();
  expect(to.server.sessions).toBe(0);
});

test("a server that stops lets a statement end within its grace period, and informs idle clients at once", async () => {
  const to = await other({});
  const holder = await RawClient.signIn(to.real);
  clients.push(holder);
  await answerOf(holder, "select pg_advisory_lock(7)");
  const idle = await signedIn(to);
  const busy = await signedIn(to);
  busy.send(frontend.query("select pg_advisory_lock(7)"));
  await until(() => to.backend.counts.running > 0);
  const stopped = to.server.stop(600_000);
  expect(errorOf(await rest(idle))).toBe("FATAL 57P01");
  await answerOf(holder, "select pg_advisory_unlock(7)");
  const messages = await rest(busy);
  expect(messages.map(({type}) => type)).toEqual(["T", "D", "C", "Z", "E"]);
  expect(errorOf(messages)).toBe("FATAL 57P01");
  await stopped;
});

test("a server that stops disconnects clients that have not begun to sign in, and informs those that have", async () => {
  const to = await other({tls});
  // Clients are accepted in the order in which they connect.
  const silent = await plain(to);
  const negotiating = await plain(to);
  negotiating.send(frontend.SSL_REQUEST);
  expect(await firstBytes(negotiating)).toBe("S");
  const asked = await plain(to);
  asked.send(startup());
  expect(await asked.receive()).toMatchObject({type: "R"});
  const closed = [silent, negotiating].map(
    ({socket}) => new Promise(resolve => socket.once("close", resolve)),
  );
  await to.server.stop(600_000);
  expect(errorOf(await rest(asked))).toBe("FATAL 57P01");
  await Promise.all(closed);
  expect(await rest(silent)).toEqual([]);
});

test("a server that stops lets a transaction end within its grace period, with the rest of a cursor's rows", async () => {
  const to = await other({});
  const [idle, client] = [await signedIn(to), await signedIn(to)];
  await answerOf(client, "begin");
  await answerOf(client, "declare c cursor for select * from generate_series(41, 43)");
  expect(await answerOf(client, "fetch 1 from c")).toBe("41");
  const stopped = to.server.stop(600_000);
  expect(errorOf(await rest(idle))).toBe("FATAL 57P01");
  expect(await answerOf(client, "fetch 1 from c")).toBe("42");
  client.send(frontend.query("commit"));
  const messages = await rest(client);
  expect(messages.map(({type}) => type)).toEqual(["C", "Z", "E"]);
  expect(errorOf(messages)).toBe("FATAL 57P01");
  await stopped;
});

test("idle sessions end after the timeout that the client has set", async () => {
  const idle = await signedIn(sides, {options: "-c idle_session_timeout=100ms"});
  expect(errorOf(await rest(idle))).toBe("FATAL 57P05");
  const open = await signedIn(sides, {options: "-c idle_in_transaction_session_timeout=100ms"});
  await Bun.sleep(200);
  open.send(frontend.query("begin"));
  expect(errorOf(await rest(open))).toBe("FATAL 25P03");
});
