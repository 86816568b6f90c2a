import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {rm} from "node:fs/promises";
import {join, relative} from "node:path";
import type {RunRequest} from "../../../shared/core/wire/run-request.ts";
import {type RunReply, WorkerClient} from "../../../shared/core/workers/client.ts";
import {
  FRAME_KINDS,
  type Frame,
  FrameBatch,
  Line,
  MAX_MESSAGE_BYTES,
  MAX_PAYLOAD_BYTES,
  readFrames,
} from "../../../shared/core/workers/line.ts";
import {LINE_PATH, RequestSigner} from "../../../shared/core/workers/protocol.ts";
import type {RunningWorker} from "../../../worker/start.ts";
import {shopProjects} from "../../support/shop.ts";
import {type SpawnedWorker, spawnWorker} from "../../support/spawn-worker.ts";
import {until} from "../../support/until.ts";
import {type TestService, testService} from "../../support/worker.ts";

const patient = new AbortController().signal;
let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let overTcp: RunningWorker;
let overTls: RunningWorker;
let client: WatchedClient;

/** A client that counts the queries that are sent as requests of their own. */
class WatchedClient extends WorkerClient {
  alone = 0;

  override post(...request: Parameters<WorkerClient["post"]>): Promise<Response> {
    if (request[1] === "/run") this.alone++;
    return super.post(...request);
  }
}

beforeAll(async () => {
  const support = join(import.meta.dir, "../../support");
  const certificate = join(support, "worker-cert.pem");
  service = await testService({WORKER_TLS_CA: certificate});
  shops = await shopProjects(service);
  const port = {WORKER_LISTEN: "127.0.0.1:0"};
  overTcp = await service.addWorker(port);
  const tls = {WORKER_TLS_CERT: certificate, WORKER_TLS_KEY: join(support, "worker-key.pem")};
  overTls = await service.addWorker({...port, ...tls});
  client = new WatchedClient(service.web.config);
});

afterAll(async () => {
  client.close();
  await service.stop();
  await shops.drop();
});

let made = 0;
function requestOf(sql: string, more: Partial<RunRequest> = {}): RunRequest {
  return {
    orgId: service.org.id,
    source: {kind: "connection", id: shops.postgres.connectionId, version: 1},
    sql,
    parameters: [],
    columns: [{name: "m.n", type: "string"}],
    timezone: "UTC",
    format: "ndjson",
    timeoutMs: 30_000,
    fresh: true,
    fingerprint: sql,
    record: {
      runId: `run_${String(++made).padStart(26, "0")}`,
      principalId: service.org.admin.id,
      projectId: shops.postgres.projectId,
      model: "m",
      trigger: "interactive",
      requestId: "req_x",
    },
    ...more,
  };
}

const run = (address: string, sql: string, signal = patient, from = client) =>
  from.run(address, JSON.stringify(requestOf(sql)), "req_x", signal);

async function textOf(reply: RunReply): Promise<string> {
  if ("refused" in reply) throw reply.refused;
  return new Response(reply.body).text();
}

/** Waits until the client sends over the line. */
async function withLine(address: string, from = client): Promise<string> {
  await until(() => asksOverLine(address, from));
  return address;
}

async function asksOverLine(address: string, from = client): Promise<boolean> {
  const before = from.alone;
  await textOf(await run(address, "select 1", patient, from));
  return from.alone === before;
}

const encode = (request: RunRequest) => new TextEncoder().encode(JSON.stringify(request));

function messageOf(...frames: (readonly [kind: number, id: number, payload: Uint8Array])[]): Buffer {
  let message = Buffer.alloc(0);
  const batch = new FrameBatch(bytes => {
    message = Buffer.from(bytes);
  });
  for (const frame of frames) batch.add(...frame);
  batch.flush();
  return message;
}

/** A server that is no worker, and answers the frames of a line as a test wants. */
function stranger(take: (socket: Bun.ServerWebSocket<undefined>, frame: Frame) => void) {
  const unix = join(service.web.config.dataDir, `stranger-${++made}.sock`);
  const server = Bun.serve({
    unix,
    fetch: (request, self) => (self.upgrade(request) ? undefined : new Response("no line")),
    websocket: {message: (socket, message) => readFrames(Buffer.from(message), frame => take(socket, frame))},
  });
  return {unix, server};
}

async function openLine(socket: string, options: {beatMs?: number} = {}): Promise<Line> {
  const line = new Line(`ws+unix://${socket}:${LINE_PATH}`, {
    headers: {},
    onEnd: () => undefined,
    ...options,
  });
  await until(async () => line.isOpen);
  return line;
}

const activeSleeps = async () => {
  const sql = new Bun.SQL(shops.postgresUrl, {max: 1});
  try {
    const [{count}] = await sql`
      select count(*)::int as count from pg_stat_activity where state = 'active' and query like '%/* line %' and pid <> pg_backend_pid()`;
    return count;
  } finally {
    await sql.close();
  }
};

describe.each(["a unix socket", "TLS"])("a line over %s", kind => {
  const address = () => (kind === "TLS" ? overTls.address : service.worker.address) ?? "";

  test("answers many requests at once, small and large ones, each with its own answer", async () => {
    await withLine(address());
    const sizes = Array.from({length: 120}, (_, n) => (n % 10 === 9 ? 900 * n : n));
    const texts = await Promise.all(
      sizes.map(async size => {
        const sql = `select '${size} ' || g || ' äß€😀' from generate_series(1, ${size}) g order by g`;
        return textOf(await run(address(), sql));
      }),
    );
    for (const [at, size] of sizes.entries()) {
      const lines = Array.from({length: size}, (_, g) => `{"m.n":"${size} ${g + 1} äß€😀"}\n`);
      expect(texts[at]).toBe(lines.join(""));
    }
  });

  test("passes errors on unchanged, even if they are larger than a frame", async () => {
    await withLine(address());
    for (const length of [10, MAX_PAYLOAD_BYTES + 1000]) {
      const word = "x".repeat(length);
      const reply = await run(address(), `select cast('${word}' as integer)`);
      expect(reply).toMatchObject({refused: {code: "warehouse_error"}});
      expect(JSON.stringify(reply)).toContain(word);
    }
  });

  test("cancels the statement of a caller who leaves, before and after the first bytes, and no other statement", async () => {
    await withLine(address());
    const leaving = new AbortController();
    const left = run(address(), "select pg_sleep(60)::text /* line */", leaving.signal);
    const stays = run(address(), "select pg_sleep(1)::text /* line */");
    await until(async () => (await activeSleeps()) === 2);
    leaving.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    await until(async () => (await activeSleeps()) < 2);
    expect(await textOf(await stays)).toBe('{"m.n":""}\n');

    const reader = new AbortController();
    const large = "select repeat('x', 1000) /* line large */ from generate_series(1, 1000000)";
    const reply = await run(address(), large, reader.signal);
    if ("refused" in reply || reply.body instanceof Uint8Array) throw new Error("that was no stream");
    const stream = reply.body.getReader();
    await stream.read();
    reader.abort();
    await until(async () => (await activeSleeps()) === 0);
    await until(async () => service.worker.executor.running + overTls.executor.running === 0);
  });

  test("sends a request that is too large for a frame, too", async () => {
    await withLine(address());
    const word = "y".repeat(MAX_PAYLOAD_BYTES);
    expect(await textOf(await run(address(), `select '${word}'`))).toBe(`{"m.n":"${word}"}\n`);
  });
});

describe("a line to a worker", () => {
  test("that stops under load: everything that was sent is answered, however large the answer", async () => {
    const worker = await service.addWorker();
    const address = await withLine(worker.address ?? "");
    const large = Array.from({length: 5}, (_, n) =>
      run(address, `select '${n} ' || repeat('z', ${MAX_PAYLOAD_BYTES}) from pg_sleep(0.3)`).then(textOf),
    );
    await until(async () => worker.executor.running === 5);
    const [stopping, before] = [worker.stop(), client.alone];
    const small: Promise<string>[] = [];
    for (;;) {
      const answer = run(address, `select ${small.length}`).then(textOf);
      answer.catch(() => undefined);
      // The client has learned that the worker is stopping.
      if (client.alone > before) break;
      small.push(answer);
      await Bun.sleep(0);
    }
    expect(await Promise.all(small)).toEqual(small.map((_, n) => `{"m.n":"${n}"}\n`));
    const word = "z".repeat(MAX_PAYLOAD_BYTES);
    expect(await Promise.all(large)).toEqual(large.map((_, n) => `{"m.n":"${n} ${word}"}\n`));
    await stopping;
  });

  test("that stops: running requests are answered, and the next worker at its address gets a line", async () => {
    const worker = await service.addWorker();
    const address = await withLine(worker.address ?? "");
    const slow = run(address, "select pg_sleep(0.5)::text /* line */");
    await until(async () => worker.executor.running === 1);
    const stopping = worker.stop();
    expect(await textOf(await slow)).toBe('{"m.n":""}\n');
    await stopping;
    await expect(run(address, "select 1")).rejects.toThrow(/ENOENT|FailedToOpenSocket|refused/i);
    const onPort = await service.addWorker({WORKER_LISTEN: "127.0.0.1:0"});
    const port = await withLine(onPort.address ?? "");
    await onPort.stop();
    const next = await service.addWorker({WORKER_LISTEN: new URL(port).host});
    await withLine(port);
    await next.stop();
  });

  test("at a path that cannot be the address of a line: requests are sent by themselves", async () => {
    for (const name of ["of a worker.sock", "später.sock", "a:b.sock"]) {
      const worker = await service.addWorker({WORKER_LISTEN: join(service.web.config.dataDir, name)});
      const socket = worker.address ?? "";
      const before = client.alone;
      for (const n of [1, 2, 3])
        expect(await textOf(await run(socket, `select ${n}`))).toBe(`{"m.n":"${n}"}\n`);
      expect(client.alone).toBe(before + 3);
      await worker.stop();
    }
    const worker = await service.addWorker();
    await withLine(relative(process.cwd(), worker.address ?? ""));
    await worker.stop();
  });

  test("whose reader leaves before it has fetched a stored result: the place is free, and the run is recorded", async () => {
    const address = service.worker.address ?? "";
    const sql = `select repeat('x', 1000) /* line kept */ from generate_series(1, 1000000)`;
    const leaves: ((line: Line, id: number) => void)[] = [
      (line, id) => line.cancel(id),
      line => line.close(),
    ];
    for (const leave of leaves) {
      const line = await openLine(address);
      const request = requestOf(sql);
      const {kind, id} = await line.ask(encode(request), patient);
      expect(kind).toBe(FRAME_KINDS.rest);
      expect(service.worker.executor.running).toBe(1);
      leave(line, id);
      await until(async () => service.worker.executor.running === 0);
      await service.worker.executor.runLog.flush();
      const runs = service.db.selectFrom("query_runs").select("status").where("org_id", "=", service.org.id);
      expect(await runs.where("id", "=", request.record.runId).execute()).toEqual([{status: "cancelled"}]);
      line.close();
    }
  });

  test("of an earlier version, which has no lines: requests are sent by themselves", async () => {
    const unix = join(service.web.config.dataDir, "earlier.sock");
    const paths: string[] = [];
    const server = Bun.serve({
      unix,
      fetch(request) {
        paths.push(new URL(request.url).pathname);
        if (!request.url.endsWith("/run")) return new Response("there is nothing here", {status: 404});
        return new Response("{}\n", {headers: {"x-shared": "1", "x-warehouse-ms": "1.50"}});
      },
    });
    for (let n = 0; n < 3; n++) {
      const reply = await run(unix, "select 1");
      expect(reply).toMatchObject({shared: true, warehouseMs: 1.5});
      expect(await textOf(reply)).toBe("{}\n");
    }
    expect(paths.filter(path => path.endsWith("/run"))).toHaveLength(3);
    await server.stop(true);
    await rm(unix, {force: true});
  });
});

describe("a line to a worker in a process of its own", () => {
  let socket: string;
  let worker: SpawnedWorker;
  beforeAll(async () => {
    worker = await spawnWorker(service);
    const {endpoint} = await service.db
      .selectFrom("workers")
      .select("endpoint")
      .where("id", "=", worker.id)
      .executeTakeFirstOrThrow();
    socket = endpoint ?? "";
  });

  test("that reads nothing for a while: each request waits, and gets its own answer", async () => {
    await withLine(socket);
    worker.signal("SIGSTOP");
    const word = (n: number) => `${n} ${String.fromCharCode(97 + (n % 26)).repeat(28_000)}`;
    const asked = Array.from({length: 200}, (_, n) => run(socket, `select left('${word(n)}', 5000)`));
    await Bun.sleep(300);
    worker.signal("SIGCONT");
    const texts = await Promise.all((await Promise.all(asked)).map(textOf));
    expect(texts).toEqual(asked.map((_, n) => `{"m.n":"${word(n).slice(0, 5000)}"}\n`));
  });

  test("that is silent: callers get an error, and their statements are cancelled when the worker returns", async () => {
    const line = await openLine(socket, {beatMs: 250});
    const slow = (seconds: number) => encode(requestOf(`select pg_sleep(${seconds})::text /* line */`));
    expect(await line.ask(slow(1.5), patient)).toMatchObject({kind: FRAME_KINDS.whole});
    const asked = line.ask(slow(60), patient);
    asked.catch(() => undefined);
    await until(async () => (await activeSleeps()) === 1);
    worker.signal("SIGSTOP");
    await expect(asked).rejects.toThrow("the worker answers no heartbeats");
    expect(line.isOpen).toBe(false);
    worker.signal("SIGCONT");
    await until(async () => (await activeSleeps()) === 0);
  });

  test("that is killed: running requests are rejected as broken off", async () => {
    await withLine(socket);
    const slow = run(socket, "select pg_sleep(15)::text /* line */").catch(error => error);
    await until(async () => (await activeSleeps()) === 1);
    await worker.kill("SIGKILL");
    expect(await slow).toEqual(new Error("the worker broke the connection off"));
  });
});

describe("on a TCP port", () => {
  const upgrade = {connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13"};
  const open = (headers: Record<string, string>) =>
    fetch(`${overTcp.address}${LINE_PATH}`, {
      headers: {...upgrade, "sec-websocket-key": btoa("0123456789abcdef"), ...headers},
    });
  const sign = (keys: RequestSigner, method: "GET" | "POST") =>
    keys.sign(overTcp.address ?? "", LINE_PATH, "", method);

  test("a line is opened once for each signature with the service's keys, and never without one", async () => {
    const keys = new RequestSigner(service.web.config.encryptionKeys);
    expect((await open({})).status).toBe(401);
    expect((await open(sign(new RequestSigner([Buffer.alloc(32, 1)]), "GET"))).status).toBe(401);
    expect((await open(sign(keys, "POST"))).status).toBe(401);
    const signed = sign(keys, "GET");
    const opened = new WebSocket(`${overTcp.address?.replace("http", "ws")}${LINE_PATH}`, {headers: signed});
    await new Promise<void>((resolve, reject) => {
      opened.onopen = () => resolve();
      opened.onerror = () => reject(new Error("it was not opened"));
    });
    expect((await open(signed)).status).toBe(401);
    opened.close();
  });

  test("a line that breaks the protocol is closed, and the worker continues", async () => {
    const slow = encode(requestOf("select pg_sleep(15)::text /* line */"));
    const twice = messageOf([FRAME_KINDS.run, 1, slow], [FRAME_KINDS.run, 1, slow]);
    const thenMore = messageOf([FRAME_KINDS.whole, 1, slow], [FRAME_KINDS.run, 2, slow]);
    const cut = Buffer.concat([messageOf([FRAME_KINDS.run, 3, slow]), Buffer.alloc(15)]);
    const large = Buffer.alloc(MAX_MESSAGE_BYTES + 1);
    for (const message of [
      "text",
      Buffer.from("no frame at all"),
      Buffer.alloc(16, 255),
      twice,
      thenMore,
      cut,
      large,
    ]) {
      const headers = sign(new RequestSigner(service.web.config.encryptionKeys), "GET");
      const socket = new WebSocket(`${overTcp.address?.replace("http", "ws")}${LINE_PATH}`, {headers});
      const closed = new Promise<void>(resolve => {
        socket.onclose = () => resolve();
      });
      socket.onopen = () => socket.send(message);
      await closed;
      expect(overTcp.executor.running).toBe(0);
    }
    expect(await textOf(await run(await withLine(overTcp.address ?? ""), "select 1"))).toBe('{"m.n":"1"}\n');
  });

  test("a token for a result is valid once, and only on its own line", async () => {
    const address = service.worker.address ?? "";
    const line = await openLine(address);
    const word = "w".repeat(MAX_PAYLOAD_BYTES);
    const {kind, payload} = await line.ask(
      encode(requestOf(`select repeat('w', ${MAX_PAYLOAD_BYTES})`)),
      patient,
    );
    expect(kind).toBe(FRAME_KINDS.rest);
    const read = (from: string) => client.post(from, "/rest", new Uint8Array(payload), "req_x", patient);
    const gone = async (reply: Response) =>
      expect([reply.status, await reply.json()]).toMatchObject([503, {code: "worker_unavailable"}]);
    await gone(await read(overTcp.address ?? ""));
    expect(await (await read(address)).text()).toBe(`{"m.n":"${word}"}\n`);
    await gone(await read(address));
    line.close();
  });
});

describe("a line to a server that is no worker", () => {
  const payload = new Uint8Array(3);
  test.each<[string, string | Buffer]>([
    ["text", "text"],
    ["cut", messageOf([FRAME_KINDS.whole, 1, payload]).subarray(0, -1)],
    ["a request", messageOf([FRAME_KINDS.run, 1, payload])],
    ["of no kind", messageOf([99, 1, payload])],
  ])("is given up at a message that is %s, and callers get an error", async (_, message) => {
    const {unix, server} = stranger(socket => void socket.send(message));
    const line = await openLine(unix);
    await expect(line.ask(payload, patient)).rejects.toThrow("the line to the worker was closed: ");
    expect(line.isOpen).toBe(false);
    await server.stop(true);
  });

  test("gives each answer to its own request, whatever other frames arrive", async () => {
    const seen: Frame[] = [];
    const {unix, server} = stranger((socket, frame) => {
      seen.push(frame);
      if (frame.id !== 3) return;
      const answers = [3, 7, 0, 1, 3, 2].map(
        (id, n) => [FRAME_KINDS.whole, id, Buffer.from([id, n])] as const,
      );
      socket.send(messageOf(...answers));
    });
    const line = await openLine(unix);
    const leaving = new AbortController();
    const asked = [patient, leaving.signal, patient].map(signal => line.ask(payload, signal));
    leaving.abort(new Error("left"));
    const settled = await Promise.allSettled(asked);
    expect(settled).toMatchObject([
      {value: {id: 1, payload: Buffer.from([1, 3])}},
      {reason: new Error("left")},
      {value: {id: 3, payload: Buffer.from([3, 0])}},
    ]);
    expect(seen.map(({kind, id}) => [kind, id])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 2],
    ]);
    await server.stop(true);
  });
});

describe("frames", () => {
  test("of one turn of the event loop are sent as one message, unless they do not fit into it", async () => {
    const messages: Buffer[] = [];
    const batch = new FrameBatch(message => void messages.push(Buffer.from(message)));
    const payloads = [0, 1, 5000, MAX_PAYLOAD_BYTES, MAX_PAYLOAD_BYTES, 3].map((length, n) =>
      new Uint8Array(length).fill(n),
    );
    for (const [n, payload] of payloads.entries())
      batch.add(FRAME_KINDS.whole, n, payload, n % 2 === 1, n / 4);
    await Bun.sleep(0);
    batch.add(FRAME_KINDS.cancel, 2 ** 32 - 1, new Uint8Array());
    await Bun.sleep(0);
    const seen: unknown[] = [];
    for (const message of messages)
      readFrames(message, ({payload, ...head}) => seen.push({...head, payload: new Uint8Array(payload)}));
    expect(seen).toEqual([
      ...payloads.map((payload, id) => ({kind: 3, id, payload, shared: id % 2 === 1, warehouseMs: id / 4})),
      {kind: 2, id: 4_294_967_295, payload: new Uint8Array(), shared: false, warehouseMs: 0},
    ]);
    expect(messages).toHaveLength(3);
    for (let size = MAX_MESSAGE_BYTES - MAX_PAYLOAD_BYTES - 50; size < MAX_PAYLOAD_BYTES / 2 + 50; size++) {
      messages.length = 0;
      const sizes: number[] = [];
      for (const bytes of [MAX_PAYLOAD_BYTES, size]) batch.add(FRAME_KINDS.run, 1, new Uint8Array(bytes));
      batch.flush();
      for (const message of messages) readFrames(message, ({payload}) => sizes.push(payload.byteLength));
      expect(sizes).toEqual([MAX_PAYLOAD_BYTES, size]);
      expect(Math.max(...messages.map(({length}) => length))).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    }
    expect(() => batch.add(1, 1, new Uint8Array(MAX_PAYLOAD_BYTES + 1))).toThrow(RangeError);
    expect(() => readFrames(messages[0]!.subarray(0, -1), () => undefined)).toThrow("within a frame");
  });
});
