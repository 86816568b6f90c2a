import type {Transport} from "@modelcontextprotocol/sdk/shared/transport.js";
import type {JSONRPCMessage} from "@modelcontextprotocol/sdk/types.js";
import {isRecord} from "./is-record.ts";
import {CODES, errorText, type MessageId, RpcError, type RpcRequest} from "./messages.ts";

const LAST_EARLY_ID = 7;
const PLAIN_PARAMS: ReadonlySet<string> = new Set(["name", "arguments", "_meta"]);

type Handler<A> = (params: Record<string, unknown>, caller: A) => Promise<object>;

interface Pending<A> {
  caller: A;
  id: MessageId;
  resolve: (text: string) => void;
}

/**
 * One transport for the requests of all clients, so that one MCP server serves all clients. The multiplexer gives each
 * request an id of its own. By this id it finds the client for an answer, and a handler finds its caller.
 */
export class Multiplexer<A> implements Transport {
  onclose?: () => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  readonly #pending = new Map<MessageId, Pending<A>>();
  readonly #encoded = new WeakMap<object, string>();
  readonly #early = new WeakMap<object, string[]>();
  readonly #constants = new Map<string, (caller: A) => object>();
  readonly #plain = new Map<string, Handler<A>>();
  #lastId = 0;
  #refused = false;

  async start(): Promise<void> {}

  /** Called when the server rejects a message as invalid. */
  readonly refuse = (): void => {
    this.#refused = true;
  };

  /**
   * Registers the result of a method without params. The result depends on the caller's rights alone, so no handler
   * runs.
   */
  answerAlways(method: string, result: (caller: A) => object): void {
    this.#constants.set(method, result);
  }

  /**
   * Registers the handler of a method. A request with plain params (`isPlain`) goes straight to the handler. Through
   * the server, the request would take 5 µs more, for cancelling and tasks, which this endpoint does not have.
   */
  answerPlain(method: string, handler: Handler<A>): void {
    this.#plain.set(method, handler);
  }

  /** The answer as JSON text, under the client's own id. */
  exchange(request: RpcRequest, caller: A): string | Promise<string> {
    const constant = request.params === undefined ? this.#constants.get(request.method) : undefined;
    if (constant) return this.#constantText(request.id, constant(caller));
    const {params = {}} = request;
    const plain = isPlain(params) ? this.#plain.get(request.method) : undefined;
    if (plain) return this.#plainText(request.id, plain(params, caller));
    const id = ++this.#lastId;
    return new Promise(resolve => {
      this.#pending.set(id, {caller, id: request.id, resolve});
      this.#refused = false;
      this.onmessage?.({...request, id});
      // The server reports an invalid request synchronously, and would never answer it.
      if (!this.#refused) return;
      this.#pending.delete(id);
      const message = `The params of ${request.method} do not match the protocol. Check _meta.`;
      resolve(errorText(request.id, CODES.invalidParams, message));
    });
  }

  async #plainText(id: MessageId, answer: Promise<object>): Promise<string> {
    try {
      return this.#textOf(id, await answer);
    } catch (error) {
      if (error instanceof RpcError) return errorText(id, error.code, error.message);
      throw error;
    }
  }

  /** The caller of the request that the server knows by this id. */
  senderOf(id: MessageId): A {
    const pending = this.#pending.get(id);
    if (!pending) throw new Error("A handler runs for a request that was answered");
    return pending.caller;
  }

  /** Caches the text of a result that is sent often. The text is pure ASCII, which needs no encoding. */
  keepEncoded<T extends object>(result: T): T {
    this.#encoded.set(result, JSON.stringify(result).replace(/[^\0-\x7f]/g, escaped));
    return result;
  }

  /** Caches the whole text for a low id: clients number their messages from 0 or 1, and request lists early. */
  #constantText(id: MessageId, result: object): string {
    if (typeof id !== "number" || id < 0 || id > LAST_EARLY_ID) return this.#textOf(id, result);
    const texts = this.#early.get(result) ?? [];
    this.#early.set(result, texts);
    texts[id] ??= this.#textOf(id, result);
    return texts[id];
  }

  /** The text of a result. A result object that is returned again is not serialized again. */
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

/** Whether params have only keys that the server does not read; `_meta` may have a progress token. */
function isPlain(params: Record<string, unknown>): boolean {
  const {_meta: about} = params;
  return (
    Object.keys(params).every(key => PLAIN_PARAMS.has(key)) &&
    (about === undefined || (isRecord(about) && Object.entries(about).every(isProgressToken)))
  );
}

function isProgressToken([key, value]: [string, unknown]): boolean {
  return key === "progressToken" && (typeof value === "string" || Number.isSafeInteger(value));
}
