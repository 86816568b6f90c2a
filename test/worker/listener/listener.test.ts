import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {connect} from "node:net";
import {versionedPath} from "../../../shared/core/process/protocol-version.ts";
import {RequestSigner} from "../../../shared/core/workers/protocol.ts";
import {SeenNonces} from "../../../worker/listener/seen-nonces.ts";
import type {RunningWorker} from "../../../worker/start.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {type TestService, testService} from "../../support/worker.ts";

const PATH = versionedPath("/call/nothing");
let service: TestService;
let worker: RunningWorker;
let keys: RequestSigner;

beforeAll(async () => {
  service = await testService({BODY_WAIT_MS: "1000"});
  worker = await service.addWorker({WORKER_LISTEN: "127.0.0.1:0"});
  keys = new RequestSigner(service.web.config.encryptionKeys);
});

afterAll(() => service.stop());

const address = () => worker.address ?? "";
const send = (headers: Record<string, string>, body = "{}") =>
  fetch(`${address()}${PATH}`, {method: "POST", body, headers});

/** Sends this text and nothing more. Returns the answer, and after how many milliseconds the connection is closed. */
function sendRaw(text: string): Promise<{answer: string; afterMs: number}> {
  const startedAt = performance.now();
  const {promise, resolve} = Promise.withResolvers<{answer: string; afterMs: number}>();
  const socket = connect(Number(new URL(address()).port), "127.0.0.1");
  let answer = "";
  socket.on("connect", () => text && socket.write(text));
  socket.on("data", bytes => {
    answer += bytes.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.on("close", () => resolve({answer, afterMs: performance.now() - startedAt}));
  return promise;
}

function headOf(headers: Record<string, string>): string {
  const lines = Object.entries({host: "worker", ...headers}).map(([name, value]) => `${name}: ${value}`);
  return `POST ${PATH} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

describe("a listener on a TCP port", () => {
  test("answers an unsigned request before its body has arrived, and closes the connection", async () => {
    const {answer} = await sendRaw(headOf({"content-length": "100000000"}));
    expect(answer).toStartWith("HTTP/1.1 401 ");
  });

  test("accepts a request once, even if it arrives several times at once", async () => {
    const signed = keys.sign(address(), PATH, "{}");
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(signed)));
    expect(answers.map(({status}) => status).sort()).toEqual([401, 401, 401, 404]);
    expect((await send(signed)).status).toBe(401);
    expect((await send(keys.sign(address(), PATH, "{}"))).status).toBe(404);
  });

  test("refuses a request that was signed for another listener", async () => {
    const other = await service.addWorker({WORKER_LISTEN: "127.0.0.1:0"});
    const signed = keys.sign(other.address ?? "", PATH, "{}");
    expect((await send(signed)).status).toBe(401);
    await other.stop();
  });

  test("accepts only the body that was signed, whatever its length", async () => {
    expect((await send(keys.sign(address(), PATH, "[1]"), "[2]")).status).toBe(401);
    const chunked = headOf({...keys.sign(address(), PATH, "{}"), "transfer-encoding": "chunked"});
    expect((await sendRaw(`${chunked}2\r\n{}\r\n0\r\n\r\n`)).answer).toStartWith("HTTP/1.1 401 ");
  });

  test("does not wait for a missing body, and answers others meanwhile", async () => {
    const headers = {...keys.sign(address(), PATH, "{}"), "content-length": "2"};
    const waiting = sendRaw(`${headOf(headers)}{`);
    expect((await send(keys.sign(address(), PATH, "{}"))).status).toBe(404);
    const {answer, afterMs} = await waiting;
    expect(answer).toStartWith("HTTP/1.1 408 ");
    expect(afterMs).toBeWithin(900, onBusyMachine(5000));
  });

  test("closes connections that do not send all of their headers", async () => {
    const [silent, half] = await Promise.all([sendRaw(""), sendRaw("POST / HTTP/1.1\r\nhost: worker\r\n")]);
    expect(Math.max(silent.afterMs, half.afterMs)).toBeLessThan(onBusyMachine(20_000));
  });
});

describe("recorded nonces", () => {
  const sender = (n: number) => n.toString(16).padStart(32, "0");

  test("are distinguished from new ones in whatever order they arrive", () => {
    const seen = new SeenNonces();
    const numbers = Array.from({length: 5000}, (_, n) => n + 1).sort((a, b) => (a % 97) - (b % 97));
    for (const number of numbers) expect(seen.isNew(`${sender(1)}.${number}`)).toBe(true);
    for (const number of numbers) expect(seen.isNew(`${sender(1)}.${number}`)).toBe(false);
    expect(seen.isNew(`${sender(2)}.1`)).toBe(true);
  });

  test("are recognized while at most a million later ones have arrived, and older ones are refused", () => {
    const seen = new SeenNonces();
    for (const number of [5, 2 ** 20 + 4]) expect(seen.isNew(`${sender(1)}.${number}`)).toBe(true);
    expect(seen.isNew(`${sender(1)}.5`)).toBe(false);
    expect(seen.isNew(`${sender(1)}.6`)).toBe(true);
    expect(seen.isNew(`${sender(1)}.${2 ** 20 + 5}`)).toBe(true);
    // The new nonce has overwritten 5, which is refused because it is too old.
    expect(seen.isNew(`${sender(1)}.5`)).toBe(false);
    expect(seen.isNew(`${sender(1)}.${2 ** 40}`)).toBe(true);
    expect(seen.isNew(`${sender(1)}.${2 ** 20 + 5}`)).toBe(false);
    expect(seen.isNew(`${sender(1)}.${2 ** 40 - 1}`)).toBe(true);
  });

  test("take bounded memory: a sender is forgotten when none of its signatures is valid any more", () => {
    const seen = new SeenNonces();
    const start = 1_800_000_000_000;
    const known = Array.from({length: 1100}, (_, n) => seen.isNew(`${sender(n)}.1`, start));
    expect(known.filter(Boolean)).toHaveLength(1000);
    expect(seen.isNew(`${sender(5000)}.1`, start + 119_000)).toBe(false);
    expect(seen.isNew(`${sender(5000)}.1`, start + 121_000)).toBe(true);
  });

  test.each([
    "",
    "1",
    `${"0".repeat(31)}.1`,
    `${"0".repeat(32)}.-1`,
    `${"0".repeat(32)}.1e3`,
    `${"g".repeat(32)}.1`,
  ])("have one form, which %p does not have", nonce => expect(new SeenNonces().isNew(nonce)).toBe(false));
});
