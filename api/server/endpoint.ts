import type {Static, TSchema} from "@sinclair/typebox";
import type {Context} from "elysia";
import {notFound, requireEditor, requireOrg, requireScope} from "../../shared/core/access.ts";
import type {Actor, Scope} from "../../shared/core/actor.ts";
import type {Db} from "../../shared/core/db.ts";
import {parserOf} from "../../shared/core/validate.ts";
import {requireWritable} from "../../shared/tenancy/billing/limits.ts";
import type {Web} from "../dependencies.ts";
import {requireAcceptable} from "../http/accept.ts";
import {expectReader} from "../http/admission.ts";
import {parseJson, RecurringBodies, readJson, readText, requireNoKeys} from "../http/body.ts";
import {nameCheckOf, queryStringOf} from "../http/query-string.ts";
import {type Arrival, withOrigin} from "../http/request-context.ts";
import type {Caller} from "../http/token-authenticator.ts";
import {setDeprecation} from "../openapi/deprecation.ts";
import {describeEndpoint, type EndpointDoc, needsPlan} from "../openapi/describe-endpoint.ts";
import {isCsv, readCsvBody} from "../uploads/csv-body.ts";
import {readSnapshotBody, type SnapshotBody} from "../uploads/snapshot-body.ts";
import {handleRequest} from "./handle-request.ts";
import {runOnce} from "./idempotency.ts";

export interface EndpointSpec<B extends TSchema, Q extends TSchema> extends EndpointDoc {
  /** The token scope that the call needs; `null`: any valid token. */
  scope: Scope | null;
  /** Schema of the JSON body. The body is read only when the handler asks for it, after the checks of rights. */
  body?: B;
  /** Schema of the query string. Its values are strings, so numbers are patterns or a `Type.Transform`. */
  query?: Q;
  /** Success status when the handler returns plain data. Default 200. */
  status?: 200 | 201 | 202 | 204;
  /**
   * Whether the call takes an `Idempotency-Key`, as a POST that creates, sends or spends. The handler does the work inside
   * `call.once`, after every check of rights and of the body, because a replay skips the work. `respond-async`: only
   * where the caller prefers that.
   */
  idempotent?: boolean | "respond-async";
  /** Whether parsed bodies are cached by their text (`RecurringBodies`), because callers send equal bodies repeatedly. */
  recurring?: boolean;
  bodyLimitBytes?: number;
  /** Authenticates the caller, where that takes another token than the API's own. */
  authenticate?: (request: Request) => Promise<Caller>;
}

export interface Call<B extends TSchema, Q extends TSchema> {
  actor: Actor;
  /** The caller as the token was authenticated, without the request's origin. */
  caller: Caller;
  request: Request;
  requestId: string;
  /** The trace context of the request; `undefined` if the request is not traced. */
  traceparent: string | undefined;
  /** `performance.now()` when the request arrived. */
  startedAt: number;
  params: Record<string, string>;
  /** The validated query string. */
  query: () => Static<Q>;
  /** The body, read, parsed and validated. Rejects with 413, 415, 400 or 422. */
  body: () => Promise<Static<B>>;
  /** Rejects with 422 if the body has keys, although the call takes none. `once` checks this by itself. */
  noBody: () => Promise<void>;
  /**
   * Like `body`, for a body whose member `snapshotCsv` may be long: the CSV is a stream, and the schema sees its
   * digest in its place. `check` may reject more. Where the body itself is the CSV, the other members are those of
   * `besideCsv`.
   */
  snapshotBody: (
    check: (body: Static<B>) => void,
    besideCsv: () => object,
  ) => Promise<SnapshotBody<Static<B>>>;
  /**
   * Does the work of an `idempotent` endpoint once for all requests with the same `Idempotency-Key`. The work writes
   * only through transactions of `db`, which commit together with the key and its answer. Once the first of them has
   * begun, the work also reads through them: with other connections, requests could wait for each other. `also` has the
   * values that the answer depends on besides the query string and the body.
   */
  once: <T>(work: (db: Db) => Promise<T>, also?: object) => Promise<T | Response>;
  /** Headers to add to the answer. */
  headers: Headers;
}

type Handler = (context: Context) => Promise<Response>;

/**
 * A route's handler and its OpenAPI entry, from which `Operations` makes the route. The order of checks is fixed here and
 * by the handler: 401, 429, scope 403, ids with U+0000 or a broken escape (404), an `{orgId}` in the path (404),
 * the role of an editor for changes (403), the plan (402), `Accept` (406), names in the query string that do not belong
 * there (422), then what the handler looks up (404), its privileges (403), then the values of the query string and the
 * body (400, 422). Plain data becomes JSON; a `Response` goes out as it is.
 */
export function endpoint<B extends TSchema = TSchema, Q extends TSchema = TSchema>(
  web: Web,
  spec: EndpointSpec<B, Q>,
  handle: (call: Call<B, Q>) => Promise<unknown> | unknown,
): [Handler, {parse: "none"; detail: ReturnType<typeof describeEndpoint>}] {
  const parseBody = spec.body && parserOf(spec.body);
  const parseQuery = spec.query ? parserOf(spec.query, "query string") : undeclared;
  const checkNames = nameCheckOf(spec);
  const recurring = spec.recurring ? new RecurringBodies<Static<B>>() : undefined;
  const bodyLimit = spec.bodyLimitBytes ?? web.config.bodyLimitBytes;
  const status = spec.status ?? 200;
  const produces = spec.media ? [spec.media] : ["application/json", ...(spec.produces ?? [])];

  const parseText = (text: string): Static<B> => {
    const value = parseJson(text);
    return parseBody ? parseBody(value) : value;
  };

  const answer = async (arrival: Arrival, params: Record<string, string>): Promise<Response> => {
    const {request, requestId, startedAt, traceparent} = arrival;
    const found = spec.authenticate ? spec.authenticate(request) : web.authenticate(request);
    const caller = found instanceof Promise ? await found : found;
    arrival.rateLimit = web.rateLimiter.take(caller.tokenHash);
    const actor = withOrigin(web.config, caller, arrival, {reads: spec.scope === "read"});
    arrival.actor = actor;
    requireRights(spec, actor, params);
    if (needsPlan(spec)) await requireWritable(web.db, web.config.billing, actor.orgId);
    requireAcceptable(request.headers.get("accept"), produces);
    // Checked here, because the handler may read the query string only after a change, or never.
    checkNames(request);

    // Created on demand: few calls add headers, and a `Headers` object for each call has a cost.
    let added: Headers | undefined;
    let sent: unknown;
    let isOnce = false;
    const result = await handle({
      actor,
      caller,
      request,
      requestId,
      traceparent,
      startedAt,
      params,
      get headers() {
        added ??= new Headers();
        return added;
      },
      query: () => parseQuery(queryStringOf(request)),
      body: async () => {
        if (recurring) {
          const body = recurring.get(await readText(request, bodyLimit), parseText);
          sent = body;
          return body;
        }
        sent = spec.bodyOptional && !hasBody(request) ? {} : await readJson(request, bodyLimit);
        return parseBody ? parseBody(sent) : sent;
      },
      noBody: () => requireNoKeys(request, bodyLimit),
      snapshotBody: async (check, besideCsv) => {
        const checked = (given: unknown) => {
          sent = given;
          const body = parseBody ? parseBody(given) : given;
          check(body);
          return body;
        };
        if (isCsv(request)) {
          const beside = besideCsv();
          const withDigest = (snapshotCsv: string) => checked({...beside, snapshotCsv});
          return readCsvBody(request, web.config.snapshotLimitBytes, withDigest);
        }
        const limits = {bodyBytes: bodyLimit, otherBytes: web.config.bodyLimitBytes};
        return readSnapshotBody(request, limits, checked);
      },
      once: async (work, also) => {
        isOnce = true;
        if (!spec.body) await requireNoKeys(request, bodyLimit);
        const key = request.headers.get("idempotency-key");
        if (key === null) return work(web.db);
        const {pathname, search} = new URL(request.url);
        const content = `${search}\n${JSON.stringify(sent)}${also ? `\n${JSON.stringify(also)}` : ""}`;
        const same = {actor, method: request.method, path: pathname, key, content};
        const stored = await runOnce(web, same, async db => {
          const made = responseOf(await work(db), status, added);
          return {
            status: made.status,
            text: made.body && (await made.text()),
            headers: Object.fromEntries(made.headers),
          };
        });
        const replay = stored.replayed ? {"idempotent-replayed": "true"} : {};
        return new Response(stored.text, {status: stored.status, headers: {...stored.headers, ...replay}});
      },
    });
    // Waits until this process has received the notice of the change, so that the caller's next call sees it.
    if (isChange(spec, request)) await web.notices.caughtUp();
    if (spec.idempotent !== "respond-async" && isOnce !== Boolean(spec.idempotent)) {
      throw new Error("An endpoint must be declared as idempotent exactly if it does its work in call.once");
    }
    return responseOf(result, status, added, request);
  };

  // Elysia computes only the properties that are destructured here, so cookies and the like cost nothing.
  const handler: Handler = ({request, params, server, route}) =>
    handleRequest(web, {request, server, route}, arrival => answer(arrival, params ?? {}));
  const {deprecated} = spec;
  const deprecatedHandler: Handler = async context => {
    const response = await handler(context);
    if (deprecated) setDeprecation(response, deprecated, web.config.baseUrl);
    return response;
  };
  return [deprecated ? deprecatedHandler : handler, {parse: "none", detail: describeEndpoint(spec)}];
}

function hasBody({body, headers}: Request): boolean {
  return body !== null && headers.get("content-length") !== "0";
}

function isChange({scope}: {scope: Scope | null}, {method}: Request): boolean {
  return scope !== null && scope !== "read" && method !== "GET" && method !== "HEAD";
}

function requireRights(
  spec: {scope: Scope | null},
  actor: Actor,
  params: Record<string, string | null>,
): void {
  if (spec.scope) requireScope(actor, spec.scope);
  for (const name in params) {
    const value = params[name];
    // No id contains a broken escape, or U+0000, which Postgres could not compare.
    if (value == null || value.includes("\0")) throw notFound("such thing", "");
  }
  if (params["orgId"] !== undefined) requireOrg(actor, params["orgId"] ?? "");
  if (spec.scope && spec.scope !== "read") requireEditor(actor);
}

function undeclared(): never {
  throw new Error("An endpoint that reads its query string must declare a schema for it");
}

function responseOf(
  result: unknown,
  status: number,
  headers: Headers | undefined,
  request?: Request,
): Response {
  if (result instanceof Response) {
    for (const [name, value] of headers ?? []) result.headers.set(name, value);
    return result;
  }
  headers ??= new Headers();
  if (status === 204) return new Response(null, {status, headers});
  headers.set("content-type", "application/json");
  const text = JSON.stringify(result);
  if (request) expectReader(request, text.length);
  return new Response(text, {status, headers});
}
