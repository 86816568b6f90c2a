import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {rm} from "node:fs/promises";
import {join, relative} from "node:path";
import type {RunRequest} from "../../../shared/queries/run-request.ts";
import {WorkerClient} from "../../../shared/workers/client.ts";
import {FRAME_KINDS, FrameBatch, MAX_PAYLOAD_BYTES, readFrames} from "../../../shared/workers/frames.ts";
import {LINE_PATH, RequestSigner} from "../../../shared/workers/protocol.ts";
import type {RunReply} from "../../../shared/workers/run-reply.ts";
import type {RunningWorker} from "../../../worker/start.ts";
import {shopProjects} from "../../support/shop.ts";
import {spawnWorker} from "../../support/spawn-worker.ts";
import {type TestService, testService} from "../../support/worker.ts";

const patient = new AbortController().signal;
let service: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;
let overTcp: RunningWorker;
let client: WatchedClient;

/** Counts the queries that it sends by themselves. */
class WatchedClient extends WorkerClient {
  alone = 0;

  override post(...request: Parameters<WorkerClient["post"]>): Promise<Response> {
    if (request[1] === "/run") this.alone++;
    return super.post(...request);
  }
}

beforeAll(async () => {
  service = await testService();
  shops = await shopProjects(service);
  overTcp = await service.addWorker({WORKER_LISTEN: "127.0.0.1:0"});
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

/** The client asks over the line as soon as there is one. */
async function withLine(address: string, from = client): Promise<string> {
  while (!(await asksOverLine(address, from))) await Bun.sleep(5);
  return address;
}

async function asksOverLine(address: string, from = client): Promise<boolean> {
  const before = from.alone;
  await textOf(await run(address, "select 1", patient, from));
  return from.alone === before;
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

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(20);
}

describe.each(["a unix socket", "a TCP port"])("a line over %s", kind => {
  const address = () => (kind === "a unix socket" ? service.worker.address : overTcp.address) ?? "";

  test("answers many requests at once, each its own, small and large ones", async () => {
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

  test("passes an error on as it was, also one that is larger than a frame", async () => {
    await withLine(address());
    for (const length of [10, MAX_PAYLOAD_BYTES * 2]) {
      const word = "x".repeat(length);
      const reply = await run(address(), `select cast('${word}' as integer)`);
      expect(reply).toMatchObject({refused: {code: "warehouse_error", status: 502}});
      expect(JSON.stringify(reply)).toContain(word);
    }
  });

  test("cancels the statement of a caller who leaves, before and after the first bytes, and no other", async () => {
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
    await until(async () => service.worker.executor.running + overTcp.executor.running === 0);
  });

  test("takes a request that is too large for a frame, too", async () => {
    await withLine(address());
    const word = "y".repeat(MAX_PAYLOAD_BYTES);
    expect(await textOf(await run(address(), `select '${word}'`))).toBe(`{"m.n":"${word}"}\n`);
  });
});

describe("a line to a worker", () => {
  test("that stops: what is under way is answered, and nothing else is asked there", async () => {
    const worker = await service.addWorker();
    const address = await withLine(worker.address ?? "");
    const slow = run(address, "select pg_sleep(0.5)::text /* line */");
    await until(async () => worker.executor.running === 1);
    const stopping = worker.stop();
    expect(await textOf(await slow)).toBe('{"m.n":""}\n');
    await stopping;
    await expect(run(address, "select 1")).rejects.toThrow(/ENOENT|FailedToOpenSocket|refused/i);
  });

  test("at a path that no address of a line can hold: the requests are sent by themselves", async () => {
    for (const name of ["of a worker.sock", "später.sock", "a:b.sock"]) {
      const socket = join(service.web.config.dataDir, name);
      const worker = await service.addWorker({WORKER_LISTEN: socket});
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

  test("that is killed: what is under way is rejected as broken off", async () => {
    const socket = join(service.web.config.dataDir, "doomed.sock");
    const doomed = await spawnWorker(service, {WORKER_LISTEN: socket});
    await withLine(socket);
    const slow = run(socket, "select pg_sleep(15)::text /* line */").catch(error => error);
    await until(async () => (await activeSleeps()) === 1);
    await doomed.kill("SIGKILL");
    expect(await slow).toEqual(new Error("the worker broke the connection off"));
  }, 30_000);

  test("that reads nothing for a while: each request waits, and gets its own answer", async () => {
    const socket = join(service.web.config.dataDir, "paused.sock");
    const paused = await spawnWorker(service, {WORKER_LISTEN: socket});
    await withLine(socket);
    paused.signal("SIGSTOP");
    const word = (n: number) => `${n} ${String.fromCharCode(97 + (n % 26)).repeat(28_000)}`;
    const asked = Array.from({length: 200}, (_, n) => run(socket, `select left('${word(n)}', 5000)`));
    await Bun.sleep(300);
    paused.signal("SIGCONT");
    const texts = await Promise.all((await Promise.all(asked)).map(textOf));
    expect(texts).toEqual(asked.map((_, n) => `{"m.n":"${word(n).slice(0, 5000)}"}\n`));
    await paused.kill("SIGTERM");
  }, 30_000);

  test("that has none, as one of an earlier version: the requests are sent by themselves", async () => {
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
    expect(paths.filter(path => path === "/run")).toHaveLength(3);
    await server.stop(true);
    await rm(unix, {force: true});
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

  test("a line is opened once with each signature of our keys, and by nobody else", async () => {
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

  test("a line is closed that does not speak in frames, and the worker goes on", async () => {
    for (const message of ["text", Buffer.from("no frame at all"), Buffer.alloc(16, 255)]) {
      const headers = sign(new RequestSigner(service.web.config.encryptionKeys), "GET");
      const socket = new WebSocket(`${overTcp.address?.replace("http", "ws")}${LINE_PATH}`, {headers});
      const closed = new Promise<void>(resolve => {
        socket.onclose = () => resolve();
      });
      socket.onopen = () => socket.send(message);
      await closed;
    }
    expect(await textOf(await run(overTcp.address ?? "", "select 1"))).toBe('{"m.n":"1"}\n');
  });

  test("a token of a result is good once, and only where it was given", async () => {
    const reply = await client.post(overTcp.address ?? "", "/rest", crypto.randomUUID(), "req_x", patient);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({code: "worker_unavailable"});
  });
});

describe("frames", () => {
  test("of one turn are one message, unless they are more than it holds", async () => {
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
    expect(() => batch.add(1, 1, new Uint8Array(MAX_PAYLOAD_BYTES + 1))).toThrow(RangeError);
    expect(() => readFrames(messages[0]!.subarray(0, -1), () => undefined)).toThrow("within a frame");
  });
});
