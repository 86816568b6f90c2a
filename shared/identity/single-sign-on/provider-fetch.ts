import {lookup} from "node:dns/promises";
import {ServiceError} from "../../core/errors.ts";
import {isLoopbackName, isPrivateAddress, refusedAddress} from "../../tenancy/connections/addresses.ts";

const RESPONSE_TIMEOUT_MS = 5000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** The parts of a request that the libraries for OpenID Connect and JOSE pass. */
interface ProviderRequest {
  method?: string;
  headers?: RequestInit["headers"];
  body?: RequestInit["body"] | undefined;
  signal?: AbortSignal | null | undefined;
}

export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/**
 * A `fetch` for the addresses in a provider's metadata. Only https is allowed, or http if the issuer itself is on
 * loopback. Addresses of a private network are allowed only if the issuer is in a private network as well, so that
 * metadata cannot direct requests into this network. Redirects are not followed. A response may take five seconds and
 * have 1 MB. Rejects with `upstream_error`.
 */
export function providerFetch(issuer: string): ProviderFetch {
  return async (given, {method = "GET", headers, body, signal}) => {
    const url = new URL(given);
    const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
    try {
      const at = new URL(url);
      at.hostname = await inTime(addressOf(url, new URL(issuer)), timeout);
      const sent = new Headers(headers);
      sent.set("host", url.host);
      const response = await fetch(at, {
        method,
        headers: sent,
        ...(body == null ? {} : {body}),
        redirect: "manual",
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        ...(url.protocol === "https:" ? {tls: {serverName: url.hostname}} : {}),
      });
      const bytes = await readBounded(response);
      const hasBody = ![101, 204, 205, 304].includes(response.status);
      return new Response(hasBody ? bytes : null, {status: response.status, headers: response.headers});
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw providerError(timeout.aborted ? "did not answer in time" : "cannot be reached", error);
    }
  };
}

/** The error for a provider that does not answer correctly. `fault` completes "The identity provider …". */
export function providerError(fault: string, cause?: unknown): ServiceError {
  return new ServiceError("upstream_error", `The identity provider ${fault}. Try again in a moment.`, {
    ...(cause === undefined ? {} : {cause}),
  });
}

/** The scopes of addresses: the Internet, a private network, this machine. */
const PUBLIC = 0;
const PRIVATE = 1;
const LOOPBACK = 2;

async function addressOf(url: URL, issuer: URL): Promise<string> {
  const issuerScope = Math.max(...(await resolve(issuer.hostname)).map(scopeOf));
  const isHttp = url.protocol === "http:" && issuer.protocol === "http:" && issuerScope === LOOPBACK;
  if (url.protocol !== "https:" && !isHttp) throw providerError("names an address that is not https");
  const addresses = await resolve(url.hostname);
  for (const address of addresses) {
    const scope = scopeOf(address);
    if (refusedAddress(address) !== undefined || (scope !== PUBLIC && scope !== issuerScope)) {
      throw providerError("names an address inside of this network, which is not allowed");
    }
  }
  const [first = ""] = addresses;
  return first.includes(":") ? `[${first}]` : first;
}

function scopeOf(address: string): number {
  if (isLoopbackName(address)) return LOOPBACK;
  return isPrivateAddress(address) ? PRIVATE : PUBLIC;
}

async function resolve(hostname: string): Promise<string[]> {
  const found = await lookup(hostname.replace(/^\[(.*)\]$/, "$1"), {all: true, verbatim: true});
  return found.map(({address}) => address);
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw providerError("answers with more than 1 MB");
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Rejects when the signal aborts first: the resolver has no limit of its own. */
async function inTime<T>(work: Promise<T>, timeout: AbortSignal): Promise<T> {
  const {promise, reject} = Promise.withResolvers<never>();
  const onAbort = () => reject(timeout.reason);
  timeout.addEventListener("abort", onAbort, {once: true});
  return Promise.race([work, promise]).finally(() => timeout.removeEventListener("abort", onAbort));
}
