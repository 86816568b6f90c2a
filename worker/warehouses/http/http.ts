import {ServiceError} from "../../../shared/core/errors.ts";
import {isPassingFault} from "../../../shared/core/network.ts";
import {MAX_ANSWER_BYTES, tooLarge, WarehouseError} from "../warehouse.ts";

export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  headers?: Record<string, string>;
  body?: string | FormData | URLSearchParams;
  signal: AbortSignal;
}

/**
 * One request to a warehouse. Rejects with a `WarehouseError` where no answer arrives; an answer of any status
 * resolves.
 */
export type Http = (url: string, request: HttpRequest) => Promise<Response>;

/** Errors after which nothing was sent, so that another address may be tried. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "ConnectionRefused", "EHOSTUNREACH", "ENETUNREACH"]);

/**
 * Sends requests only to addresses that were checked. `addressesOf` resolves and checks a host, and the connection goes
 * to an address that it returned, while the certificate is checked for the host's name. Redirects are not followed.
 * Over `https` the certificate is always checked.
 */
export function guardedHttp(addressesOf: (host: string) => Promise<readonly string[]>): Http {
  return async (url, {method, headers, body, signal}) => {
    const target = new URL(url);
    const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
    let fault: unknown;
    for (const address of await addressesOf(host)) {
      const at = new URL(url);
      at.hostname = address.includes(":") ? `[${address}]` : address;
      try {
        return await fetch(at, {
          method,
          headers: {...headers, host: target.host},
          ...(body === undefined ? {} : {body}),
          redirect: "manual",
          signal,
          // A statement may take longer than the runtime's timeout; the caller has a limit of its own.
          timeout: false,
          ...(target.protocol === "https:" ? {tls: {serverName: host}} : {}),
        });
      } catch (error) {
        fault ??= error;
        if (!NOT_CONNECTED.has(codeOf(error))) break;
      }
    }
    throw asHttpFault(fault);
  };
}

/** Converts the error of a lost connection or a broken answer into a `WarehouseError`; an abort stays as it is. */
export function asHttpFault(error: unknown): unknown {
  if (error instanceof WarehouseError) return error;
  if (error instanceof ServiceError) return error.code === "invalid_request" ? unreadable(error) : error;
  if (error instanceof SyntaxError) return unreadable(error);
  if (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new WarehouseError(message, {
    errorClass: codeOf(error) || "connection",
    kind: "unreachable",
    cause: error,
  });
}

/** The error of a response in an unexpected form, which another server or a proxy sent instead of the warehouse. */
export function unreadable(cause?: Error): WarehouseError {
  return new WarehouseError(`The warehouse's answer cannot be read. ${cause?.message ?? ""}`.trim(), {
    errorClass: "protocol",
    kind: "unreachable",
    cause,
  });
}

/** The whole text of an answer. Rejects with a `WarehouseError` for an answer that is too long once it is unpacked. */
export async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let sizeBytes = 0;
  for await (const part of response.body ?? []) {
    sizeBytes += part.byteLength;
    if (sizeBytes > MAX_ANSWER_BYTES) throw tooLarge();
    text += decoder.decode(part, {stream: true});
  }
  return text + decoder.decode();
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The error for an answer with an error status, with the warehouse's message. */
export function refusal(status: number, message: string): WarehouseError {
  const text = message.trim() || `The warehouse answered with ${status}.`;
  const kind =
    status === 401 || status === 403
      ? "denied"
      : status === 429 || (status > 500 && isPassingFault(status))
        ? "unreachable"
        : "refused";
  return new WarehouseError(text, {errorClass: String(status), kind});
}
