import {afterAll, beforeAll, expect, test} from "bun:test";
import {once} from "node:events";
import {connect} from "node:net";
import {Elysia} from "elysia";
import {expectReader, patientStream} from "../../../api/http/admission.ts";
import {WebServer} from "../../../api/server/web-server.ts";
import {type TestApp, testApp} from "../../support/app.ts";

const ANSWER_BYTES = 48 * 1024 * 1024;
const CHUNK = new Uint8Array(256 * 1024);

let t: TestApp;
let server: WebServer;

beforeAll(async () => {
  t = await testApp({READER_STALL_MS: "2000"});
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

/** How much is read of an answer by a client that pauses before it. */
async function readWithPauses(path: string, pauseMs: number): Promise<number> {
  const socket = connect(server.server?.port ?? 0, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  socket.pause();
  await Bun.sleep(pauseMs);
  let sizeBytes = 0;
  socket.on("data", data => {
    sizeBytes += data.byteLength;
  });
  socket.resume();
  await once(socket, "close");
  return sizeBytes;
}

test.each(["/whole", "/stream"])(
  "%s is cut off where its reader takes nothing for too long",
  async path => {
    expect(await readWithPauses(path, 7000)).toBeLessThan(ANSWER_BYTES);
    expect(server.underWay).toBe(0);
  },
  30_000,
);

test.each(["/whole", "/stream"])(
  "%s is given to a reader that pauses for less",
  async path => {
    expect(await readWithPauses(path, 500)).toBeGreaterThan(ANSWER_BYTES);
  },
  30_000,
);
