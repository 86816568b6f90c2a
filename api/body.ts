import {ServiceError} from "../shared/errors.ts";

const UTF8 = new TextDecoder("utf-8", {fatal: true});
const LONG_NUMBER = /\d{16}/;
/** Deeper than anything that makes sense, and shallow enough for every function that walks a value. */
const MOST_LEVELS = 2500;
/** The escapes that can make what Postgres does not store: U+0000, and half a surrogate pair. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

/** The request's bytes; `payload_too_large` as soon as more than `limitBytes` are announced or have come. */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  if (announced > limitBytes) throw tooLarge(limitBytes);
  if (announced <= limitBytes) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes);
    return bytes;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The request's JSON. Numbers that a double would round come as strings with all their digits. */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  requireJson(request);
  return parseJson(await readBytes(request, limitBytes));
}

/** `unsupported_media_type` unless the body is said to be JSON, and comes as it is. */
export function requireJson(request: Request): void {
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new ServiceError("unsupported_media_type", `The body must be application/json, not "${type}".`);
  }
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") {
    throw new ServiceError("unsupported_media_type", `The body must come as it is, not as "${encoding}".`, {
      headers: {"accept-encoding": "identity"},
    });
  }
}

/** The same of bytes that have come: what is JSON, not too deep, and can be stored. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  refuseTooDeep(text);
  try {
    const value: unknown = LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
    if (UNSTORABLE.test(text)) refuseUnstorable(value, "");
    return value;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const what =
      text.trim() === "" ? "The body is empty: JSON is needed." : `The body is not JSON: ${reason}.`;
    throw new ServiceError("malformed_json", what, {cause: error});
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new ServiceError("malformed_json", "The body is not UTF-8.", {cause: error});
  }
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Before anything is parsed: what is walked level by level ends on a stack. */
function refuseTooDeep(text: string): void {
  if (text.length < 2 * MOST_LEVELS) return;
  let levels = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    // `[` and `{`, `]` and `}` differ by the one bit.
    else if ((code | 32) === 123) levels++;
    else if ((code | 32) === 125) levels--;
    if (levels > MOST_LEVELS) {
      throw new ServiceError("invalid_request", `The body nests deeper than ${MOST_LEVELS} levels.`);
    }
  }
}

function refuseUnstorable(value: unknown, path: string): void {
  if (typeof value === "string") {
    if (value.isWellFormed() && !value.includes("\0")) return;
    const message = "Text cannot hold U+0000 or half of a surrogate pair.";
    throw new ServiceError("invalid_request", `The body at ${path || "/"} is not as expected: ${message}`, {
      errors: [{path, message}],
    });
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const place = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    refuseUnstorable(key, place);
    refuseUnstorable(inner, place);
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
    `The body is larger than the ${limitBytes} bytes this call takes.`,
  );
}
