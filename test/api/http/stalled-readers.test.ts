import {afterAll, beforeAll, expect, test} from "bun:test";
import {once} from "node:events";
import {connect} from "node:net";
import {Elysia} from "elysia";
import {expectReader, patientStream} from "../../../api/http/admission.ts";
import {WebServer} from "../../../api/server/web-server.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {until} from "../../support/until.ts";

const STALL_MS = 2000;
const ANSWER_BYTES = 48 * 1024 * 1024;
const CHUNK = new Uint8Array(256 * 1024);

let t: TestApp;
let server: WebServer;

beforeAll(async () => {
  t = await testApp({READER_STALL_MS: String(STALL_MS)});
  const app = new Elysia()
    .get("/whole", ({request}) => {
      expectReader(request, ANSWER_BYTES);
      return new Response(new Uint8Array(ANSWER_BYTES));
    })
    .get("/stream", ({request}) => new Response(patientStream(request, chunks())));
  server = new WebServer(t.web, app).listen({port: 0, hostname: "127.0.0.1"});
});
afterAll(async () => {
  await server.server?.stop(true);
  await t.stop();
});

function chunks(): ReadableStream<Uint8Array> {
  let left = ANSWER_BYTES / CHUNK.byteLength;
  return new ReadableStream({
    pull: controller => (left-- > 0 ? controller.enqueue(CHUNK) : controller.close()),
  });
}

/** The number of bytes that a client reads if it reads nothing until `pause` is over. */
async function readAfter(path: string, pause: () => Promise<void>): Promise<number> {
  const socket = connect(server.server?.port ?? 0, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  socket.pause();
  await pause();
  let sizeBytes = 0;
  socket.on("data", data => {
    sizeBytes += data.byteLength;
  });
  socket.resume();
  await once(socket, "close");
  return sizeBytes;
}

/** Waits until the service is sending exactly this many answers. */
async function answering(count: number): Promise<void> {
  await until(() => server.server?.pendingRequests === count);
}

test.each(["/whole", "/stream"])("%s is cut off if its reader stalls for too long", async path => {
  const sizeBytes = await readAfter(path, async () => {
    await answering(1);
    await answering(0);
  });
  expect(sizeBytes).toBeLessThan(ANSWER_BYTES);
  expect(server.underWay).toBe(0);
});

// Readers begin at different moments of the four seconds between two ticks of the runtime's timer.
test.each(["/whole", "/stream"])("%s is sent to readers that pause for a shorter time", async path => {
  const readers = [0, 600, 1200, 1800, 2400, 3000, 3600].map(async startMs => {
    await Bun.sleep(startMs);
    return readAfter(path, () => Bun.sleep(STALL_MS / 2));
  });
  for (const sizeBytes of await Promise.all(readers)) expect(sizeBytes).toBeGreaterThan(ANSWER_BYTES);
});
