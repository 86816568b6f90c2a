import type {Socket} from "bun";
import type {Service} from "../../stage/service.ts";

/**
 * A client of Postgres' protocol like the load client of HTTP: a bare socket, and messages whose bytes are built once.
 * It reads no values, so that it costs the same on both sides of a comparison.
 */

const READY = "Z".charCodeAt(0);
const ERROR = "E".charCodeAt(0);
const HEAD_BYTES = 5;
const NOTHING = Buffer.alloc(0);

/** `Parse` of a statement under a name, as its driver sends it before the first execution. */
export function prepareMessages(name: string, text: string): Buffer {
  return Buffer.concat([message("P", string(name), string(text), int16(0)), message("S")]);
}

/** `Bind`, `Describe`, `Execute` and `Sync`: one execution of a prepared statement, with values as text. */
export function executeMessages(name: string, values: readonly string[]): Buffer {
  const bound = values.flatMap(value => [int32(Buffer.byteLength(value)), Buffer.from(value)]);
  return Buffer.concat([
    message("B", string(""), string(name), int16(0), int16(values.length), ...bound, int16(0)),
    message("D", Buffer.from("P"), string("")),
    message("E", string(""), int32(0)),
    message("S"),
  ]);
}

/** A simple query. */
export function queryMessage(text: string): Buffer {
  return message("Q", string(text));
}

/** One connection, signed in as the bench's reader, that sends one statement at a time. */
export class SqlLine {
  #socket: Socket<undefined> | undefined;
  #rest = NOTHING;
  #error: string | undefined;
  #done: ((error: Error | undefined) => void) | undefined;

  static async open({sqlPort, token}: Service, project: string): Promise<SqlLine> {
    const line = new SqlLine();
    line.#socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: sqlPort,
      socket: {
        data: (_, data) => line.#take(data),
        close: () => line.#finish(new Error("the server closed the connection")),
        error: (_, error) => line.#finish(error),
      },
    });
    line.#socket.setNoDelay(true);
    const named = [string("user"), string("bench"), string("database"), string(project), Buffer.from([0])];
    const startup = Buffer.concat([int32(PROTOCOL_3), ...named]);
    line.#socket.write(Buffer.concat([int32(startup.length + 4), startup]));
    await line.exchange(message("p", string(token)));
    return line;
  }

  /** Sends messages of which the last is a `Sync` or a `Query`; rejects with the error in the answer. */
  exchange(bytes: Uint8Array): Promise<void> {
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    this.#done = error => (error ? reject(error) : resolve());
    this.#socket?.write(bytes);
    return promise;
  }

  close(): void {
    this.#done = undefined;
    this.#socket?.terminate();
  }

  #take(data: Buffer): void {
    const bytes = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    let at = 0;
    let isReady = false;
    while (at + HEAD_BYTES <= bytes.length) {
      const end = at + 1 + bytes.readInt32BE(at + 1);
      if (end > bytes.length) break;
      if (bytes[at] === ERROR) this.#error = bytes.toString("utf8", at + HEAD_BYTES, end);
      isReady = bytes[at] === READY;
      at = end;
    }
    // Copied, because the socket reuses its buffer.
    this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
    if (!isReady) return;
    const error = this.#error;
    this.#error = undefined;
    this.#finish(error === undefined ? undefined : new Error(error.replaceAll("\0", " ")));
  }

  #finish(error: Error | undefined): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(error);
  }
}

const PROTOCOL_3 = 196_608;

function message(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function string(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
