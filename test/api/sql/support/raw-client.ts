import {createHash, createHmac, pbkdf2Sync, randomBytes} from "node:crypto";
import {connect, type Socket} from "node:net";
import {type Message, MessageReader} from "../../../support/postgres-messages.ts";
import * as frontend from "./frontend.ts";

const PROTOCOL_3_0 = 196_608;

export interface Target {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export function targetOf(url: string): Target {
  const {hostname, port, username, password, pathname} = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  };
}

/** A client that sends and receives single messages, so that tests see each of them. */
export class RawClient {
  readonly #reader = new MessageReader("messages");
  readonly #arrived: Message[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;
  /** From `BackendKeyData`. */
  processId = 0;
  key = Buffer.alloc(0);
  readonly parameters = new Map<string, string>();

  constructor(readonly socket: Socket) {
    socket.on("data", bytes => {
      this.#arrived.push(...this.#reader.read(bytes));
      if (this.#arrived.length > 2000) socket.pause();
      this.#wake?.();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#isClosed = true;
      this.#wake?.();
    });
  }

  static async open({host, port}: {host: string; port: number}): Promise<RawClient> {
    const socket = connect({host, port, noDelay: true});
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return new RawClient(socket);
  }

  /** Signs in with a password in cleartext or by SCRAM. Rejects with the server's error. */
  static async signIn(
    target: Target,
    parameters: Readonly<Record<string, string>> = {},
    version = PROTOCOL_3_0,
  ): Promise<RawClient> {
    const client = await RawClient.open(target);
    client.send(
      frontend.startupPacket(version, {user: target.user, database: target.database, ...parameters}),
    );
    await client.authenticate(target.password);
    return client;
  }

  /** Answers the server's authentication requests until the server is ready. */
  async authenticate(password: string): Promise<void> {
    let scram: Scram | undefined;
    for (;;) {
      const message = await this.receive();
      if (!message) throw new Error("the server has closed the connection");
      const {type, body} = message;
      if (type === "E") throw new Error(errorFields(body).get("M"));
      if (type === "Z") return;
      if (type === "S") {
        const [name = "", value = ""] = body.toString("utf8", 5).split("\0");
        this.parameters.set(name, value);
      }
      if (type === "K") {
        this.processId = body.readInt32BE(5);
        this.key = Buffer.from(body.subarray(9));
      }
      if (type !== "R") continue;
      const method = body.readInt32BE(5);
      if (method === 3) this.send(frontend.password(password));
      if (method === 10) {
        scram = new Scram(password);
        const first = Buffer.from(scram.first);
        this.send(frontend.message("p", frontend.text("SCRAM-SHA-256"), frontend.int32(first.length), first));
      }
      if (method === 11 && scram)
        this.send(frontend.message("p", Buffer.from(scram.final(body.toString("utf8", 9)))));
    }
  }

  send(...messages: readonly Buffer[]): void {
    this.socket.write(Buffer.concat(messages));
  }

  /** The next message; `undefined` if the server has closed the connection. */
  async receive(): Promise<Message | undefined> {
    for (;;) {
      const message = this.#arrived.shift();
      if (message) {
        if (this.#arrived.length === 0 && this.socket.isPaused()) this.socket.resume();
        return message;
      }
      if (this.#isClosed) return undefined;
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  /** All messages up to the next `ReadyForQuery`, or to the end of the connection. */
  async untilReady(): Promise<Message[]> {
    const messages: Message[] = [];
    for (;;) {
      const message = await this.receive();
      if (!message) return messages;
      messages.push(message);
      if (message.type === "Z") return messages;
    }
  }

  end(): void {
    this.socket.end(frontend.TERMINATE);
  }
}

/** The fields of an error or a notice by their letters. */
export function errorFields(body: Buffer): Map<string, string> {
  const fields = body.toString("utf8", 5).split("\0").filter(Boolean);
  return new Map(fields.map(field => [field.charAt(0), field.slice(1)]));
}

/** https://www.rfc-editor.org/rfc/rfc5802 */
class Scram {
  readonly #nonce = randomBytes(18).toString("base64");

  constructor(private readonly password: string) {}

  get first(): string {
    return `n,,n=,r=${this.#nonce}`;
  }

  final(serverFirst: string): string {
    const fields = new Map(serverFirst.split(",").map(field => [field.charAt(0), field.slice(2)]));
    const salt = Buffer.from(fields.get("s") ?? "", "base64");
    const salted = pbkdf2Sync(this.password, salt, Number(fields.get("i")), 32, "sha256");
    const clientKey = createHmac("sha256", salted).update("Client Key").digest();
    const stored = createHash("sha256").update(clientKey).digest();
    const withoutProof = `c=biws,r=${fields.get("r")}`;
    const signed = `n=,r=${this.#nonce},${serverFirst},${withoutProof}`;
    const signature = createHmac("sha256", stored).update(signed).digest();
    const proof = Buffer.from(clientKey.map((byte, i) => byte ^ (signature[i] ?? 0)));
    return `${withoutProof},p=${proof.toString("base64")}`;
  }
}
