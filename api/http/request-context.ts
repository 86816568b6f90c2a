import {isIP} from "node:net";
import type {Context} from "elysia";
import type {Actor} from "../../shared/core/actor.ts";
import type {Config} from "../../shared/core/config.ts";
import type {Caller} from "./token-authenticator.ts";

/** The context of a request; its fields are set as the request is processed. */
export interface Arrival {
  readonly request: Request;
  readonly requestId: string;
  readonly startedAt: number;
  readonly server: Context["server"];
  /** The trace context of the request; `undefined` if the request is not traced. */
  readonly traceparent: string | undefined;
  actor: Actor | undefined;
  /** The value of the `RateLimit` header, set when the token's limit is checked. */
  rateLimit: string | undefined;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The caller's own `X-Request-Id` where it is well-formed, else a new id. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && REQUEST_ID.test(given) ? given : `req_${Bun.randomUUIDv7()}`;
}

/**
 * The path of a URL as it may be logged: without the query string, which can hold secrets, and without the email
 * address of a recipient.
 */
export function loggedPath({url}: Pick<Request, "url">): string {
  return new URL(url).pathname.replace(/(\/recipients\/).+/, "$1…");
}

const addresses = new WeakMap<Request, string>();

/** The client's address, cached per request: several rules need it, and the runtime reads it from the socket each time. */
export function addressOf(
  config: Pick<Config, "trustedProxies">,
  arrived: Pick<Arrival, "request" | "server">,
): string | undefined {
  const known = addresses.get(arrived.request);
  if (known !== undefined) return known;
  const address = readAddress(config, arrived);
  if (address !== undefined) addresses.set(arrived.request, address);
  return address;
}

/** Trusted proxies append to `X-Forwarded-For` on the right. The caller wrote all other entries, which are ignored. */
function readAddress(
  {trustedProxies}: Pick<Config, "trustedProxies">,
  {request, server}: Pick<Arrival, "request" | "server">,
): string | undefined {
  const passedOn = trustedProxies > 0 ? request.headers.get("x-forwarded-for") : null;
  const address = passedOn?.split(",").at(-trustedProxies)?.trim();
  const given = address === undefined ? "" : withoutPort(address);
  // A caller that bypasses the proxy can send any text here.
  return isIP(given) ? given : server?.requestIP(request)?.address;
}

/** Removes the port that some proxies add. Otherwise each connection of a caller would count as another address. */
function withoutPort(address: string): string {
  const [, inner, plain] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return inner ?? plain ?? address;
}

/**
 * The actor with the token's hash, for later checks of rights, and with the request's id and address, for the audit
 * log. A call that only reads gets no address: reading an address from the socket has a cost, and nothing would record
 * the address.
 */
export function withOrigin(
  config: Pick<Config, "trustedProxies">,
  {actor, tokenHash}: Caller,
  arrival: Arrival,
  {reads}: {reads: boolean},
): Actor {
  const {requestId} = arrival;
  const address = reads ? undefined : addressOf(config, arrival);
  return {...actor, tokenHash, requestId, ...(address === undefined ? {} : {address})};
}
