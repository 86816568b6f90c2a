import type {Static, TSchema} from "@sinclair/typebox";
import type {Context} from "elysia";
import {requireEditor, requireScope} from "../shared/access.ts";
import type {Actor, Scope} from "../shared/actor.ts";
import {newId} from "../shared/ids.ts";
import {parserOf} from "../shared/validate.ts";
import {readJson} from "./body.ts";
import {describeEndpoint, type EndpointDoc} from "./openapi.ts";
import {problemResponse} from "./problem.ts";
import type {Web} from "./web.ts";

export interface EndpointSpec<B extends TSchema, Q extends TSchema> extends EndpointDoc {
  /** The token scope that is needed; `null`: any valid token. */
  scope: Scope | null;
  /** Schema of the JSON body. It is read only when the handler asks for it, after the rights. */
  body?: B;
  /** Schema of the query string: strings in, so numbers are `Type.Transform`ed or patterns. */
  query?: Q;
  /** Success status when the handler returns plain data. Default 200. */
  status?: 200 | 201 | 202 | 204;
  /** A viewer's seat may call it although the scope is `write` (asking is not writing). */
  viewers?: boolean;
  bodyLimitBytes?: number;
}

export interface Call<B extends TSchema, Q extends TSchema> {
  actor: Actor;
  request: Request;
  requestId: string;
  params: Record<string, string>;
  /** The query string, checked. */
  query: () => Static<Q>;
  /** The body, read, parsed and checked: 413, 415, 400, 422. */
  body: () => Promise<Static<B>>;
  /** Headers to add to the answer. */
  headers: Headers;
}

type Handler = (context: Context) => Promise<Response>;

/**
 * A route's handler and its OpenAPI entry: `app.get(path, ...endpoint(web, spec, handle))`. The order of
 * checks is fixed here and by the handler: 401, scope 403, then what the handler looks up (404), its privileges
 * (403), then query and body (400, 422). Plain data becomes JSON; a `Response` goes out as it is.
 */
export function endpoint<B extends TSchema = TSchema, Q extends TSchema = TSchema>(
  web: Web,
  spec: EndpointSpec<B, Q>,
  handle: (call: Call<B, Q>) => Promise<unknown> | unknown,
): [Handler, {parse: "none"; detail: ReturnType<typeof describeEndpoint>}] {
  const parseBody = spec.body && parserOf(spec.body);
  const parseQuery = spec.query && parserOf(spec.query, "query string");
  const bodyLimit = spec.bodyLimitBytes ?? web.config.bodyLimitBytes;

  const handler: Handler = async context => {
    const {request} = context;
    const requestId = requestIdOf(request);
    let actor: Actor | undefined;
    try {
      const known = await web.authenticate(request);
      actor = {...known, requestId, address: addressOf(context)};
      if (spec.scope) requireScope(actor, spec.scope);
      if (spec.scope && spec.scope !== "read" && !spec.viewers) requireEditor(actor);
      const headers = new Headers();
      const result = await handle({
        actor,
        request,
        requestId,
        params: context.params,
        headers,
        query: () => (parseQuery ? parseQuery(context.query) : context.query),
        body: async () => {
          const value = await readJson(request, bodyLimit);
          return parseBody ? parseBody(value) : value;
        },
      });
      return respond(result, spec.status ?? 200, headers, requestId);
    } catch (error) {
      const response = problemResponse(error, requestId, actor);
      if (response.status >= 500) {
        web.log.error(
          {err: error, requestId, method: request.method, path: context.path},
          "a request failed",
        );
      }
      return response;
    }
  };
  return [handler, {parse: "none", detail: describeEndpoint(spec)}];
}

function respond(result: unknown, status: number, headers: Headers, requestId: string): Response {
  const response =
    result instanceof Response
      ? result
      : new Response(status === 204 ? null : JSON.stringify(result), {
          status,
          headers: status === 204 ? {} : {"content-type": "application/json"},
        });
  for (const [name, value] of headers) response.headers.set(name, value);
  response.headers.set("x-request-id", requestId);
  return response;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The caller's own `X-Request-Id` where it is a sane one, else a new id. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && REQUEST_ID.test(given) ? given : newId("req");
}

function addressOf(context: Context): string {
  return context.server?.requestIP(context.request)?.address ?? "";
}
