import {Server} from "@modelcontextprotocol/sdk/server/index.js";
import {Type} from "@sinclair/typebox";
import {ServiceError} from "../../shared/core/errors.ts";
import {parserOf} from "../../shared/core/validate.ts";
import type {QueryContext} from "../../shared/querying/queries/query-runner.ts";
import {nearest} from "../../shared/semantic/nearest-names.ts";
import {INSTRUCTIONS, mayCall} from "../../shared/surfaces/tools/all-tools.ts";
import {callTool} from "../../shared/surfaces/tools/call-tool.ts";
import type {Runner, Tool} from "../../shared/surfaces/tools/tool.ts";
import {CODES, quotedName, RpcError} from "./messages.ts";
import {Multiplexer} from "./multiplexer.ts";
import {agreedRevision, SERVER_INFO} from "./revisions.ts";

/**
 * MCP clients give up after a minute. A call and each of its statements end earlier, so that the client gets an error that
 * says so.
 */
export const MAX_CALL_MS = 50_000;

const parseInitialize = parserOf(
  Type.Object({
    protocolVersion: Type.String(),
    capabilities: Type.Object({}),
    clientInfo: Type.Object({name: Type.String(), version: Type.String()}),
  }),
  "params",
);
const parseList = parserOf(Type.Object({cursor: Type.Optional(Type.String({maxLength: 0}))}), "params");
const parseCall = parserOf(
  Type.Object({name: Type.String(), arguments: Type.Optional(Type.Object({}))}),
  "params",
);

/**
 * The process's one MCP server behind its multiplexer. It handles initialize, tools/list and tools/call, and keeps no
 * state between calls.
 *
 * Calls come through the SDK's fallback handler, or without the SDK. Handlers that are registered with the SDK's
 * schemas would validate and copy each call and each result: 4 µs for 20 rows, where a cached `run_query` may take 46
 * µs (`mcp` in bench/results.md). They would also answer malformed params with a dump of the schema under the code of
 * an internal error, and `initialize` would agree on revisions that this service does not support.
 */
export function serveTools(tools: readonly Tool[], runner: Runner): Multiplexer<QueryContext> {
  const capabilities = {tools: {}};
  const server = new Server(SERVER_INFO, {capabilities});
  const calls = new Multiplexer<QueryContext>();
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  const listFor = lists(tools, calls);
  const methods: Record<string, (params: unknown, queryContext: QueryContext) => object | Promise<object>> = {
    initialize: params => ({
      protocolVersion: agreedRevision(parseInitialize(params).protocolVersion),
      capabilities,
      serverInfo: SERVER_INFO,
      instructions: INSTRUCTIONS,
    }),
    "tools/list": (params, queryContext) => {
      parseList(params);
      return listFor(queryContext);
    },
    "tools/call": (params, queryContext) => {
      const call = parseCall(params);
      const tool = byName.get(call.name);
      if (!tool) throw unknownTool(call.name, tools);
      return callTool(tool, {...queryContext, runner}, call.arguments ?? {}, MAX_CALL_MS);
    },
  };
  const pong = {};
  calls.answerAlways("ping", () => pong);
  calls.answerAlways("tools/list", listFor);
  server.onerror = calls.refuse;
  server.removeRequestHandler("initialize");
  const answer = async (method: string, params: unknown, queryContext: QueryContext): Promise<object> => {
    const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!handle) throw new RpcError(CODES.methodNotFound, `There is no method ${quotedName(method)} here.`);
    try {
      return await handle(params, queryContext);
    } catch (error) {
      throw rpcError(error, runner, queryContext);
    }
  };
  calls.answerPlain("tools/call", (params, queryContext) => answer("tools/call", params, queryContext));
  server.fallbackRequestHandler = async ({method, params = {}}, {requestId}) =>
    answer(method, params, calls.senderOf(requestId));
  // Not awaited: the multiplexer listens at once, because it has no connection to open.
  void server.connect(calls);
  return calls;
}

function rpcError(
  error: unknown,
  {log}: Pick<Runner, "log">,
  {signal}: Pick<QueryContext, "signal">,
): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ServiceError) return new RpcError(CODES.invalidParams, error.message);
  // An error after the client has disconnected is not logged.
  if (!signal.aborted) log.error({err: error}, "an MCP request failed");
  return new RpcError(CODES.internal, "Something went wrong on our side.");
}

function unknownTool(name: string, tools: readonly Tool[]): RpcError {
  const [near] = nearest(
    name,
    tools.map(tool => tool.name),
  );
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  return new RpcError(CODES.invalidParams, `There is no tool ${quotedName(name)}.${hint}`);
}

/** The `tools/list` result for each set of rights, built once. */
function lists(
  tools: readonly Tool[],
  calls: Multiplexer<QueryContext>,
): (queryContext: QueryContext) => object {
  const known = new Map<string, object>();
  return ({actor}) => {
    const key = `${[...actor.scopes].sort().join()} ${actor.seat}`;
    let list = known.get(key);
    if (!list) {
      const offered = tools.filter(tool => mayCall(actor, tool));
      list = calls.keepEncoded({tools: offered.map(tool => tool.listing)});
      known.set(key, list);
    }
    return list;
  };
}
