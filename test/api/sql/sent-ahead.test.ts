import {afterAll, expect, test} from "bun:test";
import {once} from "node:events";
import {type AddressInfo, connect, createServer, type Socket} from "node:net";
import {MessageMemory} from "../../../api/sql/session/message-memory.ts";
import {Channel} from "../../../api/sql/wire/channel.ts";
import {until} from "../../support/until.ts";

const KB = 1024;
const MB = 1024 * KB;
/** More than the network holds between two sockets. */
const SENT_BYTES = 64 * MB;
/** What a socket may read at once. */
const READ_BYTES = MB;

const servers: {close(): void}[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A channel whose client sends a cancel request and then other bytes; only the request is read. */
async function opened(more: Buffer): Promise<{channel: Channel; readBytes: () => number; client: Socket}> {
  const {promise, resolve} = Promise.withResolvers<Socket>();
  const server = createServer(resolve).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  const socket = await promise;
  const channel = new Channel(socket, 60_000);
  const packet = Buffer.alloc(16);
  for (const [place, word] of [16, 80_877_102, 1, 2].entries()) packet.writeInt32BE(word, 4 * place);
  client.write(packet);
  await channel.read(false, 10_000);
  client.write(more);
  return {channel, readBytes: () => socket.bytesRead, client};
}

/** The bytes that the channel has read when it reads no more. */
async function settled(readBytes: () => number): Promise<number> {
  let before = -1;
  await until(() => {
    const isSettled = readBytes() === before && before > 16;
    before = readBytes();
    return isSettled;
  });
  return before;
}

test("of a client that has not signed in, little more than its message is read ahead", async () => {
  const {channel, readBytes, client} = await opened(Buffer.alloc(SENT_BYTES));
  expect(await settled(readBytes)).toBeLessThan(64 * KB + READ_BYTES);
  client.destroy();
  channel.destroy();
});

test("of a client that has signed in, messages are read ahead up to a megabyte", async () => {
  const {channel, readBytes, client} = await opened(Buffer.alloc(SENT_BYTES));
  channel.shareMemory(new MessageMemory({all: MB, org: MB}).shareOf("org_a"));
  const bytes = await settled(readBytes);
  expect(bytes).toBeGreaterThanOrEqual(MB);
  expect(bytes).toBeLessThan(MB + READ_BYTES + 10_000);
  client.destroy();
  channel.destroy();
});

test("a message that is longer than what was read ahead arrives", async () => {
  const message = Buffer.alloc(8 * MB);
  message.write("Q");
  message.writeInt32BE(message.length - 1, 1);
  const {channel, readBytes, client} = await opened(message);
  await settled(readBytes);
  const frame = await channel.read(true, 16 * MB);
  expect(frame?.body.length).toBe(message.length - 5);
  client.destroy();
  channel.destroy();
});
