import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {callModel, toolSetOf} from "../../../worker/agent-runs/call-model.ts";
import {modelOf} from "../../../worker/agent-runs/provider.ts";

/** A server that answers a request for a stream with one JSON body, as servers do that do not know `stream`. */
let server: ReturnType<typeof Bun.serve>;
let respond: () => Response;
const asked: unknown[] = [];

beforeAll(() => {
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      asked.push(await request.json());
      return respond();
    },
  });
});
afterAll(() => server.stop(true));

const usage = {prompt_tokens: 19, completion_tokens: 10, total_tokens: 29};
/** The example of https://platform.openai.com/docs/api-reference/chat/object, with another message. */
const completion = (message: object, finish: string | null = "stop", rest: object = {usage}) => ({
  id: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
  object: "chat.completion",
  created: 1_741_569_952,
  model: "gpt-5.4",
  choices: [
    {
      index: 0,
      message: {role: "assistant", content: null, refusal: null, annotations: [], ...message},
      logprobs: null,
      finish_reason: finish,
    },
  ],
  service_tier: "default",
  ...rest,
});

const tools = toolSetOf([{name: "list_models", description: "Lists models", inputSchema: {type: "object"}}]);

async function outcomeOf(name: string, response: Response) {
  respond = () => response;
  const provider = {baseUrl: `http://127.0.0.1:${server.port}/v1`, apiKey: "sk-test"};
  const call = {
    model: modelOf(
      {providers: {anthropic: undefined, openai: provider, local: provider}, maxOutputTokens: 8192},
      name,
    ),
    instructions: "",
    messages: [{role: "user" as const, content: "Go."}],
    tools,
    maxOutputTokens: 8192,
    timeoutMs: 60_000,
  };
  return callModel(call, new AbortController().signal);
}

describe.each(["openai/m", "local/m"])("of %s, an answer in one piece", name => {
  test("has the text, the reason for its end and the tokens", async () => {
    const outcome = await outcomeOf(name, Response.json(completion({content: "Hello! €1 → 2"})));
    expect(asked.at(-1)).toMatchObject({stream: true});
    expect(outcome).toMatchObject({
      kind: "answered",
      message: {role: "assistant", content: [{type: "text", text: "Hello! €1 → 2"}]},
      toolNames: [],
      spent: {input: 19, output: 10},
      finish: "stop",
      ended: "normally",
    });
  });

  test("has its tool calls, in order", async () => {
    const calls = ["a", "b"].map(q => ({
      id: `call_${q}`,
      type: "function",
      function: {name: "list_models", arguments: JSON.stringify({q})},
    }));
    const outcome = await outcomeOf(name, Response.json(completion({tool_calls: calls}, "tool_calls")));
    expect(outcome).toMatchObject({
      kind: "answered",
      message: {
        content: [
          {type: "tool-call", toolCallId: "call_a", toolName: "list_models", input: {q: "a"}},
          {type: "tool-call", toolCallId: "call_b", toolName: "list_models", input: {q: "b"}},
        ],
      },
      toolNames: ["list_models", "list_models"],
      finish: "tool_calls",
    });
  });

  test.each([
    {said: "is cut at its greatest length", message: {content: "Hel"}, finish: "length", ended: "cut"},
    {said: "is refused", message: {refusal: "I'm sorry."}, finish: "stop", ended: "refused"},
    {said: "is filtered", message: {content: ""}, finish: "content_filter", ended: "refused"},
  ])("says that it $said", async ({message, finish, ended}) => {
    const outcome = await outcomeOf(name, Response.json(completion(message, finish)));
    expect(outcome).toMatchObject({kind: "answered", ended});
  });

  test("may lack the tokens", async () => {
    const outcome = await outcomeOf(name, Response.json(completion({content: "Hi."}, "stop", {})));
    expect(outcome).toMatchObject({kind: "answered", spent: undefined});
  });

  test("counts as broken off if it lacks the reason for its end, or is cut off", async () => {
    const whole = completion({content: "Hi."}, null);
    expect(await outcomeOf(name, Response.json(whole))).toMatchObject({kind: "broken_off"});
    const headers = {"content-type": "application/json"};
    const cut = JSON.stringify(whole).slice(0, 200);
    expect(await outcomeOf(name, new Response(cut, {headers}))).toMatchObject({kind: "broken_off"});
  });

  test.each([
    [
      {message: "Rate limited", code: 429},
      {kind: "rejected", why: "busy", status: 429},
    ],
    [
      {
        message: "This model's maximum context length is 4096 tokens.",
        type: "invalid_request_error",
        code: "context_length_exceeded",
      },
      {kind: "rejected", why: "overflow", status: 400},
    ],
    // Whether the model had begun is not known.
    [{message: "The server had an error", type: "server_error", code: null}, {kind: "broken_off"}],
  ])("may be an error under the status 200: %j", async (error, expected) => {
    const outcome = await outcomeOf(name, Response.json({error}));
    expect(outcome).toMatchObject(expected);
    expect(JSON.stringify("error" in outcome ? Object(outcome.error).message : "")).toContain(error.message);
  });

  test.each([
    [500, "busy"],
    [520, "busy"],
    [501, "request"],
    [505, "request"],
    [511, "request"],
  ])("with the status %i is a rejection as %s", async (status, why) => {
    const outcome = await outcomeOf(name, Response.json({error: {message: "No."}}, {status}));
    expect(outcome).toMatchObject({kind: "rejected", why, status});
  });

  test("that is a stream under another content type is read as one", async () => {
    const head = {id: "c", object: "chat.completion.chunk", created: 1, model: "m"};
    const chunk = {...head, choices: [{index: 0, delta: {content: "Hi."}, finish_reason: "stop"}], usage};
    for (const type of ["application/json", "text/plain"]) {
      const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
      const outcome = await outcomeOf(name, new Response(body, {headers: {"content-type": type}}));
      expect(outcome).toMatchObject({kind: "answered", spent: {input: 19, output: 10}});
    }
  });
});
