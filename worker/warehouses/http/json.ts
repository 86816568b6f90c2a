import {orUnanswered, WarehouseError} from "../warehouse.ts";
import type {AccessToken} from "./access-token.ts";
import {TokenSource} from "./access-token.ts";
import {type Http, type HttpRequest, refusal, textOf} from "./http.ts";

/** The timeout of a request for a token. */
const TOKEN_MS = 10_000;

interface Answer {
  status: number;
  text: string;
}

/** A client for a JSON API, with an access token that is renewed when it has expired or is refused. */
export class JsonHttp {
  readonly #tokens: TokenSource;

  constructor(
    private readonly http: Http,
    private readonly base: string,
    fetchToken: () => Promise<AccessToken>,
    private readonly headers: Record<string, string> = {},
  ) {
    this.#tokens = new TokenSource(fetchToken);
  }

  async ask(
    method: HttpRequest["method"],
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const token = await this.#tokens.get();
      const response = await this.http(this.base + path, {
        method,
        headers: {
          ...this.headers,
          accept: "application/json",
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : {"content-type": "application/json"}),
        },
        ...(body === undefined ? {} : {body: JSON.stringify(body)}),
        signal,
      });
      const text = await textOf(response);
      if (response.status !== 401 || tries > 0) return {status: response.status, text};
      this.#tokens.drop(token);
    }
  }
}

/** Fetches a token from an OAuth endpoint, which takes a form. */
export async function fetchOauthToken(
  http: Http,
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<AccessToken> {
  const body = new URLSearchParams(form);
  const late = AbortSignal.timeout(TOKEN_MS);
  const response = await http(url, {method: "POST", headers, body, signal: late}).catch(error => {
    throw orUnanswered(error, late, TOKEN_MS);
  });
  const text = await textOf(response);
  const answer: unknown = parseJson(text);
  const token = fieldOf(answer, "access_token");
  if (response.status !== 200 || typeof token !== "string") {
    if (response.status >= 500) throw refusal(response.status, text);
    throw new WarehouseError(text || `No token was given (${response.status}).`, {
      errorClass: String(fieldOf(answer, "error") ?? response.status),
      kind: "denied",
    });
  }
  const seconds = Number(fieldOf(answer, "expires_in") ?? 3600);
  return {token, expiresInMs: seconds * 1000};
}

/** The parsed JSON, or `undefined` where it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

/**
 * Waits for the first answer to a statement, which contains the statement's id. If the caller leaves before the answer
 * arrives, the statement is cancelled as soon as its id is known.
 */
export async function firstAnswer<T>(
  answering: Promise<T>,
  signal: AbortSignal,
  cancel: (answer: T) => Promise<unknown>,
): Promise<T> {
  const {promise, reject} = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, {once: true});
  try {
    if (signal.aborted) throw signal.reason;
    return await Promise.race([answering, promise]);
  } catch (error) {
    if (signal.aborted) void answering.then(cancel).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Microseconds since 1970 as a UTC timestamp. */
export function momentOfMicros(micros: bigint): string {
  const [whole, rest] = [micros / 1_000_000n, micros % 1_000_000n];
  const [seconds, fraction] = rest < 0n ? [whole - 1n, rest + 1_000_000n] : [whole, rest];
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, -5).replace("T", " ");
  return fraction === 0n ? text : `${text}.${String(fraction).padStart(6, "0").replace(/0+$/, "")}`;
}

/** `2024-03-10T05:00:00.500Z` as `2024-03-10 05:00:00.5`. */
export function plainMoment(text: string): string {
  const plain = text.replace("T", " ").replace(/(Z|[+-]00:00)$/, "");
  return plain.includes(".") ? plain.replace(/\.?0+$/, "") : plain;
}
