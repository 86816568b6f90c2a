/** One message of the PostgreSQL protocol (version 3); `body` contains all of it, including its type and length. */
export interface Message {
  /** A letter; `startup` for a client's first message, which has none. */
  type: string;
  body: Buffer;
}

const HEAD = 5;

/** Splits the bytes of one direction into messages. */
export class MessageReader {
  #waiting: Buffer = Buffer.alloc(0);
  #isStartup: boolean;

  constructor(begins: "startup" | "messages") {
    this.#isStartup = begins === "startup";
  }

  read(bytes: Buffer): Message[] {
    this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes]);
    const messages: Message[] = [];
    for (;;) {
      const at = this.#isStartup ? 0 : 1;
      if (this.#waiting.length < at + 4) return messages;
      const end = at + this.#waiting.readUInt32BE(at);
      if (this.#waiting.length < Math.max(end, HEAD)) return messages;
      const body = this.#waiting.subarray(0, end);
      messages.push({type: this.#isStartup ? "startup" : body.toString("latin1", 0, 1), body});
      this.#isStartup = false;
      this.#waiting = this.#waiting.subarray(end);
    }
  }
}

/** The tag of a `CommandComplete`: `COMMIT`, `INSERT 0 1`. */
export function tagOf(body: Buffer): string {
  return body.toString("latin1", HEAD, body.length - 1);
}
