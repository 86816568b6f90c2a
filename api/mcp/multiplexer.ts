import type {Transport} from "@modelcontextprotocol/sdk/shared/transport.js";
import type {JSONRPCMessage} from "@modelcontextprotocol/sdk/types.js";
import {CODES, errorText, type MessageId, type RpcRequest} from "./messages.ts";

const LAST_EARLY_ID = 7;

interface Pending<A> {
  asking: A;
  id: MessageId;
  resolve: (text: string) => void;
}

/**
 * One transport for all requests of all clients, so that one server serves them: each request travels under an id
 * of our own, by which its answer comes back and its handler finds out who asks.
 */
export class Multiplexer<A> implements Transport {
  onclose?: () => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  readonly #pending = new Map<MessageId, Pending<A>>();
  readonly #encoded = new WeakMap<object, string>();
  readonly #early = new WeakMap<object, string[]>();
  readonly #constants = new Map<string, (asking: A) => object>();
  #lastId = 0;
  #refused = false;

  async start(): Promise<void> {}

  /** What the server says of a message that it does not take for one. */
  readonly refuse = (): void => {
    this.#refused = true;
  };

  /** Without params the method gives the same to whoever may do the same: no handler is asked. */
  answerAlways(method: string, result: (asking: A) => object): void {
    this.#constants.set(method, result);
  }

  /** The answer as JSON text, under the client's own id. */
  exchange(request: RpcRequest, asking: A): string | Promise<string> {
    const constant = request.params === undefined ? this.#constants.get(request.method) : undefined;
    if (constant) return this.#constantText(request.id, constant(asking));
    const id = ++this.#lastId;
    return new Promise(resolve => {
      this.#pending.set(id, {asking, id: request.id, resolve});
      this.#refused = false;
      this.onmessage?.({...request, id});
      // What the server does not take for a request it would never answer; it says so at once.
      if (!this.#refused) return;
      this.#pending.delete(id);
      const message = `The params of ${request.method} are not as the protocol has them: see _meta.`;
      resolve(errorText(request.id, CODES.invalidParams, message));
    });
  }

  /** Who asked the request that the server knows by this id. */
  askingOf(id: MessageId): A {
    const pending = this.#pending.get(id);
    if (!pending) throw new Error("A handler runs for a request that was answered");
    return pending.asking;
  }

  /** The text of a result that every client gets: of one byte for each character it goes out as it is. */
  keepEncoded<T extends object>(result: T): T {
    this.#encoded.set(result, JSON.stringify(result).replace(/[^\0-\x7f]/g, escaped));
    return result;
  }

  /** Clients count their messages from 0 or 1 and ask for lists among the first: those texts are kept whole. */
  #constantText(id: MessageId, result: object): string {
    if (typeof id !== "number" || id < 0 || id > LAST_EARLY_ID) return this.#textOf(id, result);
    const texts = this.#early.get(result) ?? [];
    this.#early.set(result, texts);
    texts[id] ??= this.#textOf(id, result);
    return texts[id];
  }

  /** A result that is given again is not made into text again. */
  #textOf(id: MessageId, result: object): string {
    let text = this.#encoded.get(result);
    if (text === undefined) {
      text = JSON.stringify(result);
      this.#encoded.set(result, text);
    }
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("id" in message) || message.id === undefined) return;
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    if ("result" in message) {
      pending.resolve(this.#textOf(pending.id, message.result));
    } else if ("error" in message) {
      pending.resolve(errorText(pending.id, message.error.code, message.error.message));
    }
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
