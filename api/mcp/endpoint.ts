import {Elysia} from "elysia";
import {requireScope} from "../../shared/core/access.ts";
import type {Actor} from "../../shared/core/actor.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {QueryContext} from "../../shared/querying/queries/query-runner.ts";
import {TOOLS} from "../../shared/surfaces/tools/all-tools.ts";
import type {Tool} from "../../shared/surfaces/tools/tool.ts";
import type {Web} from "../dependencies.ts";
import {parseJson, readText} from "../http/body.ts";
import {problemResponse} from "../http/problem.ts";
import {type Arrival, requestIdOf, withOrigin} from "../http/request-context.ts";
import {handleRequest} from "../server/handle-request.ts";
import {detail} from "./docs.ts";
import {type Gate, makeGate, requireBothAccepted, requireJson} from "./host-check.ts";
import {
  CODES,
  errorText,
  type Incoming,
  quotedName,
  type RpcRequest,
  readMessage,
  withLongIds,
} from "./messages.ts";
import type {Multiplexer} from "./multiplexer.ts";
import {allowsBatches, REVISIONS} from "./revisions.ts";
import {MAX_CALL_MS, serveTools} from "./server.ts";

const PATH = "/mcp";
const MAX_IN_BATCH = 20;

/** The dependencies of the endpoint's handlers. */
interface Hosted {
  web: Web;
  tools: ReadonlyMap<string, Tool>;
  calls: Multiplexer<QueryContext>;
  gate: Gate;
}

/** The hosted MCP endpoint: Streamable HTTP with JSON answers, stateless. */
export function mcpRoutes(web: Web, tools: readonly Tool[] = TOOLS) {
  const hosted: Hosted = {
    web,
    tools: new Map(tools.map(tool => [tool.name, tool])),
    calls: serveTools(tools, web.runner),
    gate: makeGate(web.config.baseUrl),
  };
  return (
    new Elysia()
      // Elysia computes only the properties that are destructured here, so cookies and the like cost nothing.
      .post(
        PATH,
        ({request, server, route}) =>
          handleRequest(
            web,
            {request, server, route},
            arrival => answer(hosted, arrival),
            (error, {requestId, actor}) => problemResponse(withMetadata(error, web), requestId, actor),
          ),
        {parse: "none", detail},
      )
      .all(PATH, ({request}) => refuseMethod(request), {parse: "none"})
  );
}

/** Answers 405: the endpoint offers no event stream and has no sessions to end. */
function refuseMethod(request: Request): Response {
  const message = `${PATH} does not support ${request.method}. It supports POST.`;
  const error = new ServiceError("method_not_allowed", message, {headers: {allow: "POST"}});
  return problemResponse(error, requestIdOf(request));
}

async function answer(hosted: Hosted, arrival: Arrival): Promise<Response> {
  const {web, gate} = hosted;
  const {request, requestId, traceparent} = arrival;
  const foreign = gate(request);
  if (foreign !== undefined) return refuse(403, CODES.transport, foreign);
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
    const message = `The MCP-Protocol-Version ${quotedName(header)} is not supported. Supported: ${REVISIONS.join(", ")}.`;
    return refuse(400, CODES.transport, message);
  }
  for (const message of messages) requireToolScope(hosted, caller.actor, message);
  for (const _ of messages.slice(1)) arrival.rateLimit = web.rateLimiter.take(caller.tokenHash);

  const queryContext: QueryContext = {
    // The audit log records the origin, and only tool calls write to the audit log.
    actor: messages.some(callsTool)
      ? withOrigin(web.config, caller, arrival, {reads: !messages.some(message => changes(hosted, message))})
      : caller.actor,
    requestId,
    traceparent,
    timeoutMs: Math.min(web.config.queryTimeoutMs, MAX_CALL_MS),
    // A getter, because creating the signal has a cost and most answers are ready before a client can disconnect.
    get signal() {
      return request.signal;
    },
  };
  if (!isBatch && first) return accepted(await answerOne(hosted, queryContext, first));
  const answers = await Promise.all(messages.map(message => answerOne(hosted, queryContext, message)));
  const texts = answers.filter(text => text !== undefined);
  return accepted(texts.length > 0 ? `[${texts.join(",")}]` : undefined);
}

/** The HTTP response of an answer; 202 for a message without one, such as a notification. */
function accepted(text: string | undefined): Response {
  return text === undefined ? new Response(null, {status: 202}) : json(text, 200);
}

function answerOne(
  hosted: Hosted,
  queryContext: QueryContext,
  message: Incoming,
): string | undefined | Promise<string | undefined> {
  if (message.kind === "note") return undefined;
  if (message.kind === "faulty") return message.answer;
  const tool = toolOf(hosted.tools, message.request);
  const answered = hosted.calls.exchange(message.request, queryContext);
  return tool && tool.scope !== "read" ? afterChange(hosted.web, answered) : answered;
}

/** Waits until this process has received the notice of the change, so that the caller's next call sees it. */
async function afterChange(
  {notices}: Pick<Web, "notices">,
  answered: string | Promise<string>,
): Promise<string> {
  const text = await answered;
  await notices.caughtUp();
  return text;
}

/**
 * Parses the body; malformed JSON gets a JSON-RPC error as its answer. Throws a problem for a body that is too large or
 * of another type.
 */
async function readBody(request: Request, limitBytes: number): Promise<unknown> {
  try {
    const text = await readText(request, limitBytes);
    return withLongIds(parseJson(text), text);
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
  if (messages.length > MAX_IN_BATCH) return `A batch holds at most ${MAX_IN_BATCH} messages.`;
  if (messages.some(isInitialize)) return "The message initialize must be sent alone, not in a batch.";
  return undefined;
}

function isInitialize(message: Incoming | undefined): boolean {
  return message?.kind === "request" && message.request.method === "initialize";
}

function callsTool(message: Incoming): boolean {
  return message.kind === "request" && message.request.method === "tools/call";
}

function changes({tools}: Hosted, message: Incoming): boolean {
  const tool = message.kind === "request" ? toolOf(tools, message.request) : undefined;
  return tool !== undefined && tool.scope !== "read";
}

/** Checked before anything runs: with a 403 the client knows to ask for a token with more scopes. */
function requireToolScope({tools}: Hosted, actor: Actor, message: Incoming): void {
  if (message.kind !== "request") return;
  const tool = toolOf(tools, message.request);
  if (tool) requireScope(actor, tool.scope);
}

function toolOf(tools: ReadonlyMap<string, Tool>, {method, params}: RpcRequest): Tool | undefined {
  const name = method === "tools/call" ? params?.["name"] : undefined;
  return typeof name === "string" ? tools.get(name) : undefined;
}

/** Adds the header that tells a client where to get a token, or one with more scopes (RFC 9728 §5.1). */
function withMetadata(error: unknown, {config}: Pick<Web, "config">): unknown {
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
