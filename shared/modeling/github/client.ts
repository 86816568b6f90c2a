import {App} from "@octokit/app";
import {Octokit} from "@octokit/core";
import {RequestError} from "@octokit/request-error";
import type {Static, TSchema} from "@sinclair/typebox";
import type {Config} from "../../core/config.ts";
import {ServiceError} from "../../core/errors.ts";
import {isPassingFault} from "../../core/network.ts";
import type {GithubConfig} from "../../core/process/github-config.ts";
import {readerOf} from "../../core/validate.ts";

const TIMEOUT_MS = 15_000;
const API_VERSION = "2022-11-28";
/** The assumed duration of a rate limit if GitHub reports none. */
const LIMIT_SECONDS = 60;

/** A client of GitHub for the configured App. */
export interface Github {
  readonly config: GithubConfig;
  readonly app: App;
  /** An Octokit class that authenticates with a given token. */
  readonly WithToken: typeof Octokit;
}

/** A failed request to GitHub. */
export class GithubFault extends Error {
  override readonly name = "GithubFault";

  constructor(
    /**
     * `missing`: the App cannot see such a resource; `refused`: a retry would get the same answer; `limited`: rate
     * limit; `unavailable`: no answer, or an error of GitHub's own.
     */
    readonly kind: "missing" | "refused" | "limited" | "unavailable",
    message: string,
    /** The time at which a rate limit ends. */
    readonly until: Date | undefined = undefined,
    cause?: unknown,
  ) {
    super(message, {cause});
  }
}

/**
 * Opens the client; `undefined` without a configured App. Requests are not retried here, because jobs are retried as a
 * whole.
 */
export function openGithub({github}: Pick<Config, "github">): Github | undefined {
  if (!github) return undefined;
  const silent = {debug: quiet, info: quiet, warn: quiet, error: quiet};
  const WithToken = Octokit.defaults({
    baseUrl: github.apiUrl,
    userAgent: "analytics-service",
    log: silent,
    request: {fetch: guardedFetch(github), log: silent},
    headers: {"x-github-api-version": API_VERSION},
  });
  const {appId, privateKey, clientId, clientSecret} = github;
  const app = new App({appId, privateKey, oauth: {clientId, clientSecret}, Octokit: WithToken, log: silent});
  return {config: github, app, WithToken};
}

function quiet(): void {
  // Octokit's own logging is off, because every error is reported to the caller.
}

const MAX_REDIRECTS = 3;

/**
 * A `fetch` for the configured host only: no response can redirect a request elsewhere, with or without the App's
 * token. On that host, redirects of reading requests are followed, because GitHub redirects from a repository's former
 * names.
 */
function guardedFetch({apiUrl, webUrl}: GithubConfig): typeof fetch {
  const allowed = [new URL(apiUrl).origin, new URL(webUrl).origin];
  const guarded = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const isReading = !(input instanceof Request) && (init?.method ?? "GET") === "GET";
    const options = {...init, redirect: "manual" as const, signal: AbortSignal.timeout(TIMEOUT_MS)};
    let url = new URL(input instanceof Request ? input.url : input);
    if (!allowed.includes(url.origin)) throw new Error(`An address beyond GITHUB_API_URL: ${url.origin}`);
    let response = await fetch(input, options);
    for (let redirects = 1; response.status >= 300 && response.status < 400; redirects++) {
      const target = URL.parse(response.headers.get("location") ?? "", url.href);
      await response.body?.cancel();
      if (!isReading || target?.origin !== url.origin || redirects > MAX_REDIRECTS)
        throw new Error(`GitHub answered ${response.status}, which leads elsewhere`);
      url = target;
      response = await fetch(url.href, options);
    }
    return response;
  };
  return Object.assign(guarded, {preconnect: fetch.preconnect});
}

/** A request to GitHub with the schema of its response. */
export interface GithubRequest<T extends TSchema> {
  route: string;
  read: (value: unknown) => Static<T>;
}

export function defineRequest<T extends TSchema>(route: string, schema: T): GithubRequest<T> {
  return {route, read: readerOf(schema, `GitHub's answer to ${route}`)};
}

/** Sends a request and parses its response. Rejects with `GithubFault`. */
export async function sendRequest<T extends TSchema>(
  octokit: Octokit,
  {route, read}: GithubRequest<T>,
  parameters: Record<string, unknown> = {},
): Promise<Static<T>> {
  const {data} = await orFault(() => octokit.request(route, parameters));
  return read(data);
}

/** Calls octokit. Its errors become a `GithubFault`, without the request and its token. */
export async function orFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof RequestError)) return error;
  const {status, message, response} = error;
  const until = response && limitEnd(status, response.headers, message);
  if (until) return new GithubFault("limited", "GitHub accepts no more requests for now.", until);
  if (!response || isPassingFault(status))
    return new GithubFault(
      "unavailable",
      `GitHub did not answer as it should (${response ? status : message}).`,
    );
  if (status === 404 || status === 410)
    return new GithubFault("missing", `GitHub has no such resource: ${message}`);
  return new GithubFault("refused", `GitHub refused (${status}): ${message}`);
}

/**
 * The time at which a primary or secondary rate limit ends; `undefined` for a response that reports none.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
export function limitEnd(
  status: number,
  headers: Readonly<Record<string, string | number | undefined>>,
  message: string,
): Date | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const after = Number(headers["retry-after"]);
  if (headers["retry-after"] !== undefined && Number.isFinite(after)) return inSeconds(after);
  const reset = Number(headers["x-ratelimit-reset"]);
  if (String(headers["x-ratelimit-remaining"]) === "0" && Number.isFinite(reset))
    return new Date(reset * 1000);
  return status === 429 || /rate limit/i.test(message) ? inSeconds(LIMIT_SECONDS) : undefined;
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}

const READING = {contents: "read", metadata: "read"};

/**
 * A client with a token of one installation. The token is read-only, unless `more` asks for other permissions, and
 * valid for all repositories of the installation or for the given one.
 */
export async function installationClient(
  {app, WithToken}: Github,
  installationId: string,
  repositoryId?: string,
  more: Readonly<Record<string, "read" | "write">> = {},
): Promise<{octokit: Octokit; token: string}> {
  const token = await orFault(async () => {
    const options = {
      type: "installation" as const,
      installationId: Number(installationId),
      ...(repositoryId === undefined ? {} : {repositoryIds: [Number(repositoryId)]}),
      permissions: {...READING, ...more},
    };
    const made: unknown = await app.octokit.auth(options);
    return readToken(made);
  });
  return {octokit: new WithToken({auth: token}), token};
}

function readToken(made: unknown): string {
  if (typeof made === "object" && made !== null && "token" in made && typeof made.token === "string")
    return made.token;
  throw new Error("octokit gave no token");
}

/**
 * Calls GitHub while a user waits: a failure on GitHub's side becomes an `upstream_error`. A `missing` fault is left to
 * the caller.
 */
export async function withUpstreamError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GithubFault) || error.kind === "missing") throw error;
    const {until, message} = error;
    const seconds = until && Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
    throw new ServiceError("upstream_error", "GitHub did not do what was asked. Try again in a moment.", {
      adminDetail: message,
      cause: error,
      ...(seconds === undefined ? {} : {headers: {"retry-after": String(seconds)}}),
    });
  }
}
