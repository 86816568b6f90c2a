import {describe, expect, test} from "bun:test";
import {callModel} from "../../../worker/agent-runs/call-model.ts";
import {modelOf} from "../../../worker/agent-runs/provider.ts";

const MB = 1024 * 1024;
/** What the server would send if nobody ended the connection. */
const MOST = 100 * MB;

/** A server that sends pieces of the wire format for as long as a client reads. */
function endless(first: string, piece: string, status: number, type: string) {
  const state = {sentBytes: 0};
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: () => {
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start: controller => controller.enqueue(encoder.encode(first)),
        async pull(controller) {
          if (state.sentBytes > MOST) {
            controller.close();
            return;
          }
          state.sentBytes += piece.length;
          controller.enqueue(encoder.encode(piece));
          await Bun.sleep(0);
        },
      });
      return new Response(body, {status, headers: {"content-type": type}});
    },
  });
  return {state, baseUrl: `http://127.0.0.1:${server.port}/v1`, stop: () => server.stop(true)};
}

const LONG = "x".repeat(100_000);
const chunk = (delta: object) =>
  `data: ${JSON.stringify({id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{index: 0, delta, finish_reason: null}]})}\n\n`;
const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({type, ...data})}\n\n`;
const begun = event("message_start", {
  message: {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {input_tokens: 1, output_tokens: 1},
  },
});
const call = {index: 0, id: "call_1", type: "function", function: {name: "run_query", arguments: ""}};

describe.each([
  ["openai/m", "text", chunk({role: "assistant", content: ""}), chunk({content: LONG}), 200],
  [
    "local/m",
    "arguments",
    chunk({tool_calls: [call]}),
    chunk({tool_calls: [{index: 0, function: {arguments: LONG}}]}),
    200,
  ],
  ["local/m", "thinking", chunk({role: "assistant", content: ""}), chunk({reasoning_content: LONG}), 200],
  [
    "anthropic/m",
    "text",
    begun + event("content_block_start", {index: 0, content_block: {type: "text", text: ""}}),
    event("content_block_delta", {index: 0, delta: {type: "text_delta", text: LONG}}),
    200,
  ],
  ["local/m", "comments", "", `: ${LONG}\n\n`, 200],
  ["anthropic/m", "line", "data: ", LONG, 200],
  ["local/m", "error", "", LONG, 400],
  [
    "local/m",
    "JSON that is no stream",
    '{"choices": [{"message": {"content": "',
    LONG,
    200,
    "application/json",
  ],
] as [string, string, string, string, number, string?][])(
  "of %s, %s without an end",
  (name, _what, first, piece, status, type = "text/event-stream") => {
    test("is ended after some megabytes, as an interrupted call", async () => {
      const server = endless(first, piece, status, type);
      const provider = {baseUrl: server.baseUrl, apiKey: "sk-test"};
      const config = {
        providers: {anthropic: provider, openai: provider, local: provider},
        maxOutputTokens: 8192,
      };
      try {
        const asked = {
          model: modelOf(config, name),
          instructions: "",
          messages: [{role: "user" as const, content: "Go."}],
          tools: {},
          maxOutputTokens: 8192,
          timeoutMs: 60_000,
        };
        const outcome = await callModel(asked, new AbortController().signal);
        expect(outcome.kind).not.toBe("answered");
        if (status === 200) expect(outcome.kind).toBe("broken_off");
        // The buffers of both ends are included.
        expect(server.state.sentBytes).toBeLessThan(40 * MB);
      } finally {
        await server.stop();
      }
    });
  },
);
