import type {Socket} from "bun";

/**
 * The load client: raw keep-alive sockets, and requests whose bytes are built once. It shares few cores with the
 * servers, so it costs as little as possible, and it is the same for the service and for the baseline.
 */

/** One request, ready to be sent any number of times. */
export interface Ask {
  port: number;
  bytes: Uint8Array;
}

export interface AskOptions {
  method?: "GET" | "POST";
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** `address` is `http://127.0.0.1:<port>`. */
export function askOf(address: string, {method = "POST", path, headers = {}, body}: AskOptions): Ask {
  const {host, port} = new URL(address);
  const content = body === undefined ? "" : JSON.stringify(body);
  const all: Record<string, string> = {
    host,
    accept: "application/json",
    ...(body === undefined
      ? {}
      : {"content-type": "application/json", "content-length": String(Buffer.byteLength(content))}),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    port: Number(port),
    bytes: Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${content}`),
  };
}

export interface Answered {
  status: number;
  /** Milliseconds from the send to the first byte of the body, and to its last. */
  firstMs: number;
  lastMs: number;
  sizeBytes: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const BODY_END = Buffer.from("0\r\n\r\n");

/** One keep-alive connection that sends one request at a time. */
export class Line {
  #socket: Socket<undefined> | undefined;
  #sentAt = 0;
  #answer: Answered | undefined;
  #head = Buffer.alloc(0);
  /** Bytes of the body that are still missing; `undefined` where it is chunked. */
  #left: number | undefined;
  #tail = Buffer.alloc(0);
  #done: ((error: Error | undefined, answer: Answered | undefined) => void) | undefined;

  static async open(port: number): Promise<Line> {
    const line = new Line();
    line.#socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (_, data) => line.#take(data),
        close: () => line.#finish(new Error("the server closed the connection")),
        error: (_, error) => line.#finish(error),
      },
    });
    line.#socket.setNoDelay(true);
    return line;
  }

  send(bytes: Uint8Array, done: (error: Error | undefined, answer: Answered | undefined) => void): void {
    this.#done = done;
    this.#sentAt = performance.now();
    this.#socket?.write(bytes);
  }

  exchange(bytes: Uint8Array): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.send(bytes, (error, answer) => (answer ? resolve(answer) : reject(error)));
    });
  }

  /** Closes the socket without notice, as when a client's process ends. */
  close(): void {
    this.#done = undefined;
    this.#socket?.terminate();
  }

  #take(data: Buffer): void {
    let body = data;
    if (!this.#answer) {
      const head = this.#head.length === 0 ? data : Buffer.concat([this.#head, data]);
      const end = head.indexOf(HEAD_END);
      // A head without body bytes is parsed only when the first body byte arrives, because `firstMs` is measured there.
      if (end < 0 || (end + 4 === head.length && !/content-length: 0\r/i.test(head.toString("latin1")))) {
        this.#head = Buffer.from(head);
        return;
      }
      this.#begin(head.toString("latin1", 0, end + 2));
      this.#head = Buffer.alloc(0);
      body = head.subarray(end + 4);
    }
    const answer = this.#answer;
    if (!answer) return;
    answer.sizeBytes += body.length;
    if (this.#left === undefined) {
      // Results contain no raw line feed, so the end of the last chunk cannot occur anywhere else.
      this.#tail = Buffer.concat([this.#tail, body.subarray(-5)]).subarray(-5);
      if (this.#tail.equals(BODY_END)) this.#finish(undefined);
    } else {
      this.#left -= body.length;
      if (this.#left <= 0) this.#finish(undefined);
    }
  }

  #begin(head: string): void {
    this.#answer = {
      status: Number(head.slice(9, 12)),
      firstMs: performance.now() - this.#sentAt,
      lastMs: 0,
      sizeBytes: 0,
    };
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    this.#left = length === undefined ? undefined : Number(length);
    this.#tail = Buffer.alloc(0);
  }

  #finish(error: Error | undefined): void {
    const [done, answer] = [this.#done, this.#answer];
    this.#done = undefined;
    this.#answer = undefined;
    if (answer) answer.lastMs = performance.now() - this.#sentAt;
    if (error || !answer) done?.(error ?? new Error("there was no answer"), undefined);
    else if (answer.status < 200 || answer.status > 299)
      done?.(new Error(`the answer's status is ${answer.status}`), undefined);
    else done?.(undefined, answer);
  }
}

export interface Load {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Opens `clients` connections. Each sends the next request as soon as the last one is answered, for `ms` milliseconds
 * or until `count` requests are answered in all.
 */
export async function load(
  ask: Ask | readonly Ask[],
  {clients, ms, count = Number.POSITIVE_INFINITY}: {clients: number; ms: number; count?: number},
): Promise<Load> {
  const asks = "port" in ask ? [ask] : ask;
  const {port} = asks[0] ?? {port: 0};
  const lines = await Promise.all(Array.from({length: clients}, () => Line.open(port)));
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + ms;
  let sent = 0;
  let open = clients;
  const next = (line: Line): void => {
    if (sent >= count || performance.now() >= until) {
      open -= 1;
      if (open === 0) resolve();
      return;
    }
    const {bytes} = asks[sent++ % asks.length] ?? {bytes: new Uint8Array()};
    line.send(bytes, (error, answer) => {
      if (!answer) return reject(error);
      latencies.push(answer.lastMs);
      next(line);
    });
  };
  try {
    for (const line of lines) next(line);
    await promise;
  } finally {
    for (const line of lines) line.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    count: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

/** One request on a connection of its own. */
export async function askOnce(ask: Ask): Promise<Answered> {
  const line = await Line.open(ask.port);
  try {
    return await line.exchange(ask.bytes);
  } finally {
    line.close();
  }
}
