import {Type} from "@sinclair/typebox";
import {LRUCache} from "lru-cache";
import {ServiceError} from "../../shared/core/errors.ts";
import {parserOf} from "../../shared/core/validate.ts";
import {refuseUnstorable} from "../../shared/core/wire/refuse-unstorable.ts";
import {bodyDeadlineOf, holdUnverified, noteBodyRead} from "./admission.ts";
import {BodyBuffer, MIN_BYTES_PER_SECOND, partsOf} from "./body-pace.ts";

const UTF8 = new TextDecoder("utf-8", {fatal: true});
const LONG_NUMBER = /\d{16}/;
/**
 * The deepest nesting of a JSON body that is accepted: far deeper than any sensible body, and shallow enough for
 * recursive functions.
 */
const MAX_LEVELS = 2500;
/** The escapes that can stand for characters which Postgres does not store: U+0000, and half a surrogate pair. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

const MAX_BODIES = 5000;
/** The limit for the total length of all texts. The parsed bodies take about ten times as many bytes. */
const MAX_CHARACTERS = 2_000_000;
const MAX_TEXT_LENGTH = 20_000;

/** The request's body. Throws `payload_too_large` as soon as more than `limitBytes` are announced or received. */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  const announced = announcedBytes(request, limitBytes);
  if (announced <= MIN_BYTES_PER_SECOND) {
    const body = request.arrayBuffer();
    const bytes = new Uint8Array(await (bodyDeadlineOf(request)?.within(body) ?? body));
    noteBodyRead(request);
    if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes);
    return bytes;
  }
  return (await collect(request, limitBytes, new BodyBuffer())).whole();
}

/**
 * Like `readBytes`, for a caller who is authenticated only by the body, such as a webhook. The total memory of such
 * bodies is bounded: throws `overloaded` for a slow body that has to make room for others.
 */
export async function readUnverified(request: Request, limitBytes: number): Promise<BodyBuffer> {
  announcedBytes(request, limitBytes);
  const holding = holdUnverified(request);
  const buffer = await collect(request, limitBytes, new BodyBuffer(holding?.reserve), holding?.dropped);
  holding?.complete();
  return buffer;
}

async function collect(
  request: Request,
  limitBytes: number,
  buffer: BodyBuffer,
  ended?: AbortSignal,
): Promise<BodyBuffer> {
  let sizeBytes = 0;
  try {
    for await (const part of partsOf(request, ended)) {
      sizeBytes += part.byteLength;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      buffer.append(part);
    }
    return buffer;
  } catch (error) {
    buffer.free();
    throw error;
  }
}

function announcedBytes(request: Request, limitBytes: number): number {
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  if (announced > limitBytes) throw tooLarge(limitBytes);
  return announced;
}

/** The request's body as JSON, as `parseJson` reads it. */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  return parseJson(await readText(request, limitBytes));
}

const checkEmpty = parserOf(Type.Object({}, {additionalProperties: false}));

/**
 * For a call that takes no body: accepts none, `null` and an empty object, whatever type it is declared as, and throws
 * `invalid_request` for an object with keys, which would be ignored.
 */
export async function requireNoKeys(request: Request, limitBytes: number): Promise<void> {
  if (request.body === null) return;
  const text = decode(await readBytes(request, limitBytes));
  if (text.trim() === "") return;
  const value = parseJson(text);
  if (value !== null) checkEmpty(value);
}

/** The text of a body that is declared as JSON. */
export async function readText(request: Request, limitBytes: number): Promise<string> {
  requireJson(request);
  return decode(await readBytes(request, limitBytes));
}

/** Throws `unsupported_media_type` for a body that is declared as another type than JSON, or that is compressed. */
export function requireJson(request: Request): void {
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new ServiceError("unsupported_media_type", `The body must be application/json, not "${type}".`);
  }
  requireUncompressed(request);
}

/** Throws `unsupported_media_type` for a body that is compressed. */
export function requireUncompressed(request: Request): void {
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    throw new ServiceError(
      "unsupported_media_type",
      `The body must not be compressed or encoded, but its Content-Encoding is "${encoding}".`,
      {
        headers: {"accept-encoding": "identity"},
      },
    );
  }
}

/**
 * Parses a body as JSON. Refuses a body that is nested too deep or contains text that cannot be stored. Numbers that a
 * double would round become strings with all their digits.
 */
export function parseJson(text: string): unknown {
  refuseTooDeep(text);
  try {
    const value: unknown = LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
    if (UNSTORABLE.test(text)) refuseUnstorable(value, "The body");
    return value;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const what = text.trim() === "" ? "The body is empty. Send JSON." : `The body is not JSON: ${reason}.`;
    throw new ServiceError("malformed_json", what, {cause: error});
  }
}

/** Throws `malformed_json` for bytes that are not UTF-8. */
export function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new ServiceError("malformed_json", "The body is not UTF-8.", {cause: error});
  }
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Checked before parsing: recursion over a deeper value would overflow the stack. */
function refuseTooDeep(text: string): void {
  if (text.length < 2 * MAX_LEVELS) return;
  let levels = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    // The codes of `[` and `{`, and of `]` and `}`, differ by this one bit.
    else if ((code | 32) === 123) levels++;
    else if ((code | 32) === 125) levels--;
    if (levels > MAX_LEVELS) {
      throw new ServiceError("invalid_request", `The body nests deeper than ${MAX_LEVELS} levels.`);
    }
  }
}

function keepDigits(_key: string, value: unknown, context?: {source?: string}): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || Number.isSafeInteger(value)) return value;
  return /^-?\d+(\.\d+)?$/.test(source) && String(value) !== source ? source : value;
}

export function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError(
    "payload_too_large",
    `The body is larger than the ${limitBytes} bytes that this call accepts.`,
  );
}

/**
 * A cache of parsed and validated bodies by their text, for endpoints that receive equal bodies again and again.
 * Callers may share a body, because equal texts give equal bodies. Each body is frozen before its second use.
 */
export class RecurringBodies<T> {
  readonly #held = new LRUCache<string, {readonly body: T; isFrozen: boolean}>({
    max: MAX_BODIES,
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_TEXT_LENGTH,
    sizeCalculation: (_, text) => text.length + 1,
  });

  /** The body of this text. `parse` throws for an invalid text, which is not cached. */
  get(text: string, parse: (text: string) => T): T {
    const held = this.#held.get(text);
    if (!held) {
      const body = parse(text);
      this.#held.set(text, {body, isFrozen: false});
      return body;
    }
    if (!held.isFrozen) {
      freeze(held.body);
      held.isFrozen = true;
    }
    return held.body;
  }

  get size(): number {
    return this.#held.size;
  }
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}
