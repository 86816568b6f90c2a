/** What the OpenAPI document says of the MCP endpoint. */
export const detail = {
  tags: ["MCP"],
  summary: "Speak MCP with an agent",
  description:
    "Model Context Protocol over Streamable HTTP, revisions 2025-06-18, 2025-03-26 and 2024-11-05: JSON-RPC messages in, one " +
    "JSON answer out. Stateless, without a stream or a session; `GET` and `DELETE` are 405. `Accept` lists " +
    "`application/json` and `text/event-stream`. Methods: `initialize`, `ping`, `tools/list`, `tools/call`.",
  security: [{token: []}],
};
