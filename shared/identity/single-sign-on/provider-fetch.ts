import {lookup} from "node:dns/promises";
import {ServiceError} from "../../ground/errors.ts";
import {isLoopbackName, isPrivateAddress, refusedAddress} from "../../tenancy/connections/addresses.ts";

const ANSWER_MS = 5000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The part of a request that the libraries for OpenID Connect and JOSE give. */
interface ProviderRequest {
  method?: string;
  headers?: RequestInit["headers"];
  body?: RequestInit["body"] | undefined;
  signal?: AbortSignal | null | undefined;
}

export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/**
 * A `fetch` for a provider's addresses, which its metadata name. Only https is used, or http while the issuer itself is
 * on loopback, and an address of a private network only while the issuer is in a private network as well, so that
 * metadata cannot lead into this network. Redirects are not followed. An answer has five seconds and 1 MB. Rejects with
 * `upstream_error`.
 */
export function providerFetch(issuer: string): ProviderFetch {
  return async (given, {method = "GET", headers, body, signal}) => {
    const url = new URL(given);
    const late = AbortSignal.timeout(ANSWER_MS);
    try {
      const at = new URL(url);
      at.hostname = await inTime(addressOf(url, new URL(issuer)), late);
      const sent = new Headers(headers);
      sent.set("host", url.host);
      const response = await fetch(at, {
        method,
        headers: sent,
        ...(body == null ? {} : {body}),
        redirect: "manual",
        signal: signal ? AbortSignal.any([late, signal]) : late,
        ...(url.protocol === "https:" ? {tls: {serverName: url.hostname}} : {}),
      });
      const bytes = await readBounded(response);
      const hasBody = ![101, 204, 205, 304].includes(response.status);
      return new Response(hasBody ? bytes : null, {status: response.status, headers: response.headers});
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw away(late.aborted ? "did not answer in time" : "cannot be reached", error);
    }
  };
}

/** The error of a provider that does not answer as it should. */
export function away(what: string, cause?: unknown): ServiceError {
  return new ServiceError("upstream_error", `The identity provider ${what}. Try again in a moment.`, {
    ...(cause === undefined ? {} : {cause}),
  });
}

/** How far inside the network an address is. */
const PUBLIC = 0;
const PRIVATE = 1;
const LOOPBACK = 2;

async function addressOf(url: URL, issuer: URL): Promise<string> {
  const within = Math.max(...(await resolve(issuer.hostname)).map(reachOf));
  const isHttp = url.protocol === "http:" && issuer.protocol === "http:" && within === LOOPBACK;
  if (url.protocol !== "https:" && !isHttp) throw away("names an address that is not https");
  const addresses = await resolve(url.hostname);
  for (const address of addresses) {
    const reach = reachOf(address);
    if (refusedAddress(address) !== undefined || (reach !== PUBLIC && reach !== within)) {
      throw away("names an address inside of this network, which is not allowed");
    }
  }
  const [first = ""] = addresses;
  return first.includes(":") ? `[${first}]` : first;
}

function reachOf(address: string): number {
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
    if (size > MAX_ANSWER_BYTES) throw away("answers with more than 1 MB");
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Rejects when the signal aborts first: the resolver has no limit of its own. */
async function inTime<T>(work: Promise<T>, late: AbortSignal): Promise<T> {
  const {promise, reject} = Promise.withResolvers<never>();
  const onAbort = () => reject(late.reason);
  late.addEventListener("abort", onAbort, {once: true});
  return Promise.race([work, promise]).finally(() => late.removeEventListener("abort", onAbort));
}
