import {type Context, Elysia} from "elysia";
import {requireScope} from "../../shared/access.ts";
import type {Actor} from "../../shared/actor.ts";
import {ServiceError} from "../../shared/errors.ts";
import {runRequestOf} from "../../shared/queries/prepare.ts";
import {TOOLS} from "../../shared/tools/registry.ts";
import type {Asked, Tool, ToolDeps} from "../../shared/tools/tool.ts";
import {type Arrival, finish, loggedPath, requestIdOf, withOrigin} from "../arrival.ts";
import {readJson} from "../body.ts";
import {execute} from "../execute.ts";
import {problemResponse} from "../problem.ts";
import {freezerOf} from "../routes/datasets.ts";
import type {Web} from "../web.ts";
import {detail} from "./docs.ts";
import {type Gate, makeGate, requireBothAccepted, requireJson} from "./gate.ts";
import {CODES, errorText, type Incoming, type RpcRequest, readMessage, shown} from "./messages.ts";
import type {Multiplexer} from "./multiplexer.ts";
import {allowsBatches, REVISIONS} from "./revisions.ts";
import {serveTools} from "./server.ts";

const PATH = "/mcp";
const MOST_IN_BATCH = 20;
/** Clients give up after a minute: a query ends before, and says so. */
const LONGEST_QUERY_MS = 50_000;

/** What the endpoint works with. */
interface Hosted {
  web: Web;
  tools: ReadonlyMap<string, Tool>;
  calls: Multiplexer<Asked>;
  gate: Gate;
}

/** The hosted MCP endpoint: Streamable HTTP with JSON answers, stateless. */
export function mcpRoutes(web: Web, tools: readonly Tool[] = TOOLS) {
  const hosted: Hosted = {
    web,
    tools: new Map(tools.map(tool => [tool.name, tool])),
    calls: serveTools(tools, depsOf(web)),
    gate: makeGate(web.config.baseUrl),
  };
  return (
    new Elysia()
      // Only what is named here is worked out for each request: cookies and the like are not.
      .post(PATH, ({request, server, route}) => answerPost(hosted, {request, server, route}), {
        parse: "none",
        detail,
      })
      .all(PATH, ({request}) => refuseMethod(request), {parse: "none"})
  );
}

function depsOf(web: Web): ToolDeps {
  const timeoutMs = Math.min(web.config.queryTimeoutMs, LONGEST_QUERY_MS);
  return {
    db: web.db,
    notices: web.notices,
    log: web.log,
    freezer: asked => freezerOf(web, asked),
    run({actor, requestId, signal}, query, prepared) {
      const options = {format: "json", trigger: "interactive", requestId, fresh: false, timeoutMs} as const;
      const request = runRequestOf(prepared, actor, query, options);
      return execute(web, request, prepared.project.cacheTtlSeconds, signal);
    },
  };
}

/** There is no stream to open and no session to end; nothing else of the request is looked at. */
function refuseMethod(request: Request): Response {
  const message = `${request.method} is not something ${PATH} does: POST is.`;
  const error = new ServiceError("method_not_allowed", message, {headers: {allow: "POST"}});
  return problemResponse(error, requestIdOf(request));
}

async function answerPost(
  hosted: Hosted,
  {request, server, route}: Pick<Context, "request" | "server" | "route">,
): Promise<Response> {
  const {web} = hosted;
  const requestId = requestIdOf(request);
  const startedAt = performance.now();
  const arrival: Arrival = {request, requestId, startedAt, server, actor: undefined, rateLimit: undefined};
  let response: Response;
  try {
    response = await answer(hosted, arrival);
  } catch (error) {
    response = problemResponse(withMetadata(error, web), requestId, arrival.actor);
    if (response.status >= 500 && !request.signal.aborted) {
      web.log.error(
        {err: error, requestId, method: request.method, path: loggedPath(request)},
        "a request failed",
      );
    }
  }
  finish(web, arrival, route, response);
  return response;
}

async function answer(hosted: Hosted, arrival: Arrival): Promise<Response> {
  const {web, gate} = hosted;
  const {request, requestId} = arrival;
  const stranger = gate(request);
  if (stranger !== undefined) return refuse(403, CODES.transport, stranger);
  const found = web.authenticate(request);
  const caller = found instanceof Promise ? await found : found;
  arrival.rateLimit = web.rateLimiter.take(caller.tokenHash);
  arrival.actor = caller.actor;
  requireBothAccepted(request.headers.get("accept"));
  requireJson(request.headers.get("content-type"));

  const body = await readBody(request, web.config.bodyLimitBytes);
  if (body instanceof Response) return body;
  const isBatch = Array.isArray(body);
  const messages: Incoming[] = (isBatch ? body : [body]).map(readMessage);
  const header = request.headers.get("mcp-protocol-version");
  const fault = isBatch ? faultOfBatch(messages, header) : undefined;
  if (fault !== undefined) return refuse(400, CODES.invalidRequest, fault);
  const [first] = messages;
  if (!isBatch && first?.kind === "faulty") return json(first.answer, first.isMessage ? 200 : 400);
  if (header !== null && !REVISIONS.includes(header) && !isInitialize(first)) {
    const message = `The MCP-Protocol-Version ${shown(header)} is not spoken here: ${REVISIONS.join(", ")} are.`;
    return refuse(400, CODES.transport, message);
  }
  for (const message of messages) requireToolScope(hosted, caller.actor, message);
  for (const _ of messages.slice(1)) arrival.rateLimit = web.rateLimiter.take(caller.tokenHash);

  const asked: Asked = {
    // Where a call comes from is for the audit log: what calls no tool writes nothing there.
    actor: messages.some(callsTool) ? withOrigin(web, caller.actor, arrival) : caller.actor,
    requestId,
    // Made when it is asked for: most answers are there before anyone could leave.
    get signal() {
      return request.signal;
    },
  };
  if (!isBatch && first) return accepted(await answerOne(hosted, asked, first));
  const answers = await Promise.all(messages.map(message => answerOne(hosted, asked, message)));
  const texts = answers.filter(text => text !== undefined);
  return accepted(texts.length > 0 ? `[${texts.join(",")}]` : undefined);
}

/** What wants no answer is accepted without one. */
function accepted(text: string | undefined): Response {
  return text === undefined ? new Response(null, {status: 202}) : json(text, 200);
}

function answerOne(
  hosted: Hosted,
  asked: Asked,
  message: Incoming,
): string | undefined | Promise<string | undefined> {
  if (message.kind === "note") return undefined;
  if (message.kind === "faulty") return message.answer;
  const tool = toolOf(hosted.tools, message.request);
  const answered = hosted.calls.exchange(message.request, asked);
  return tool && tool.scope !== "read" ? afterChange(hosted.web, answered) : answered;
}

/** Who is told of a change finds it with the next call. */
async function afterChange({notices}: Web, answered: string | Promise<string>): Promise<string> {
  const text = await answered;
  await notices.caughtUp();
  return text;
}

/** The JSON of the body, or the answer to a body that is none. What is too large or no JSON by its type is a problem. */
async function readBody(request: Request, limitBytes: number): Promise<unknown> {
  try {
    return await readJson(request, limitBytes);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "malformed_json") return refuse(400, CODES.parse, error.message);
    if (error.code === "invalid_request") return refuse(400, CODES.invalidRequest, error.message);
    throw error;
  }
}

function faultOfBatch(messages: readonly Incoming[], header: string | null): string | undefined {
  if (!allowsBatches(header)) return "The revision 2025-06-18 has no batches: send one message at a time.";
  if (messages.length === 0) return "The batch is empty.";
  if (messages.length > MOST_IN_BATCH) return `A batch holds at most ${MOST_IN_BATCH} messages.`;
  if (messages.some(isInitialize)) return "The message initialize goes alone, not in a batch.";
  return undefined;
}

function isInitialize(message: Incoming | undefined): boolean {
  return message?.kind === "request" && message.request.method === "initialize";
}

function callsTool(message: Incoming): boolean {
  return message.kind === "request" && message.request.method === "tools/call";
}

/** Before anything is done: 403 tells the client to ask for a token that may do more. */
function requireToolScope({tools}: Hosted, actor: Actor, message: Incoming): void {
  if (message.kind !== "request") return;
  const tool = toolOf(tools, message.request);
  if (tool) requireScope(actor, tool.scope);
}

function toolOf(tools: ReadonlyMap<string, Tool>, {method, params}: RpcRequest): Tool | undefined {
  const name = method === "tools/call" ? params?.["name"] : undefined;
  return typeof name === "string" ? tools.get(name) : undefined;
}

/** Where a client learns how to get a token, or one that may do more (RFC 9728 §5.1). */
function withMetadata(error: unknown, {config}: Web): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.code !== "unauthenticated" && error.code !== "missing_scope") return error;
  const metadata = `resource_metadata="${config.baseUrl}/.well-known/oauth-protected-resource"`;
  const given = error.code === "missing_scope" ? error.details.headers?.["www-authenticate"] : undefined;
  const challenge = given === undefined ? `Bearer ${metadata}` : `${given}, ${metadata}`;
  return new ServiceError(error.code, error.message, {
    headers: {"www-authenticate": challenge},
    cause: error,
  });
}

function refuse(status: number, code: number, message: string): Response {
  return json(errorText(null, code, message), status);
}

function json(text: string, status: number): Response {
  return new Response(text, {status, headers: {"content-type": "application/json"}});
}
