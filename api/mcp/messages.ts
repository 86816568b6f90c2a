import {rawJson} from "../../shared/surfaces/tools/rows.ts";
import {isRecord} from "./is-record.ts";

/** Error codes of JSON-RPC 2.0 §5.1, and the code that MCP servers use for transport errors. */
export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  transport: -32000,
} as const;

/** A whole number that a double would round. Its JSON has all of the digits. */
class LongId {
  constructor(private readonly digits: string) {}

  toJSON(): unknown {
    return rawJson(this.digits);
  }
}

export type MessageId = string | number | LongId;

export interface RpcRequest {
  jsonrpc: "2.0";
  id: MessageId;
  method: string;
  params?: Record<string, unknown>;
}

/** A parsed message: a request, a notification or response, or an invalid message with the error that answers it. */
export type Incoming =
  | {kind: "request"; request: RpcRequest}
  | {kind: "note"}
  | {kind: "faulty"; answer: string; isMessage: boolean};

/** Classifies a message. Ids must be strings or whole numbers; responses and notifications get no answer. */
export function readMessage(message: unknown): Incoming {
  if (!isRecord(message)) return faulty(null, "A message is a JSON object.");
  const {jsonrpc, id, method, params} = message;
  if (jsonrpc !== "2.0") return faulty(idOf(id), 'A message has "jsonrpc": "2.0".');
  if (method === undefined && ("result" in message || "error" in message)) return {kind: "note"};
  if (typeof method !== "string") return faulty(idOf(id), 'A message has a "method", which is a string.');
  if (!("id" in message)) return {kind: "note"};
  const known = idOf(id);
  if (known === null) return faulty(null, 'The "id" of a request is a string or a whole number.');
  if (params === undefined) return {kind: "request", request: {jsonrpc, id: known, method}};
  if (isRecord(params)) return {kind: "request", request: {jsonrpc, id: known, method, params}};
  const answer = errorText(known, CODES.invalidParams, `The params of ${quotedName(method)} are an object.`);
  return {kind: "faulty", answer, isMessage: true};
}

/** Contains every number that is read as a text, because a double would round it. */
const LONG_NUMBER = /\d{16}/;

/**
 * The messages of a body as `parseJson` reads it, in which a long number is a text, with such numbers as ids: a client
 * finds the request of an answer by an id of the same type.
 */
export function withLongIds(body: unknown, text: string): unknown {
  if (!LONG_NUMBER.test(text)) return body;
  const rounded: unknown = JSON.parse(text);
  if (!Array.isArray(body)) return withLongId(body, rounded);
  const others: unknown[] = Array.isArray(rounded) ? rounded : [];
  return body.map((message, i) => withLongId(message, others[i]));
}

function withLongId(message: unknown, rounded: unknown): unknown {
  if (!isRecord(message) || !isRecord(rounded)) return message;
  const {id} = message;
  const isLong = typeof id === "string" && typeof rounded["id"] === "number";
  return isLong ? {...message, id: /^-?\d+$/.test(id) ? new LongId(id) : null} : message;
}

function idOf(id: unknown): MessageId | null {
  if (id instanceof LongId) return id;
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : null;
}

function faulty(id: MessageId | null, message: string): Incoming {
  return {kind: "faulty", answer: errorText(id, CODES.invalidRequest, message), isMessage: false};
}

/** A protocol error: its code and a one-line message. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** A JSON-RPC error; `message` is one line. */
export function errorText(id: MessageId | null, code: number, message: string): string {
  return JSON.stringify({jsonrpc: "2.0", id, error: {code, message: message.replace(/\s+/g, " ")}});
}

/** A name that the client sent, shortened for an error message. */
export function quotedName(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
