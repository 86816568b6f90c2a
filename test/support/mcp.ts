import type {TestApp} from "./app.ts";

export interface ToolResult {
  content: {type: string; text: string}[];
  structuredContent?: ReturnType<typeof JSON.parse>;
  isError?: boolean;
  _meta?: {error?: {code: string; message: string; errors?: {path: string; received?: unknown}[]}};
}

interface McpOptions {
  token?: string | null;
  headers?: Record<string, string>;
}

export const MCP_HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Sends one POST to the hosted endpoint. */
export function postMcp(app: TestApp, body: unknown, {headers = {}, ...options}: McpOptions = {}) {
  return app.call("POST", "/mcp", {...options, body, headers: {...MCP_HEADERS, ...headers}});
}

/** Sends one request and returns its result; throws where the answer is not a result. */
export async function rpc(app: TestApp, method: string, params?: object, options: McpOptions = {}) {
  const answer = await postMcp(app, {jsonrpc: "2.0", id: 1, method, ...(params ? {params} : {})}, options);
  if (answer.body?.result === undefined) throw new Error(`${method}: ${answer.status} ${answer.text}`);
  return answer.body.result;
}

export async function callTool(
  app: TestApp,
  name: string,
  args: object = {},
  token = app.org.admin.token,
): Promise<ToolResult & {text: string}> {
  const result: ToolResult = await rpc(app, "tools/call", {name, arguments: args}, {token});
  return {...result, text: result.content[0]?.text ?? ""};
}
