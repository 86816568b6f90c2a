import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {createAnthropic} from "@ai-sdk/anthropic";
import {createOpenAICompatible} from "@ai-sdk/openai-compatible";
import {
  APICallError,
  generateText,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  Output,
  streamText,
  tool,
} from "ai";
import {until} from "../../support/until.ts";
import {type Provider, startProvider} from "./provider.ts";
import type {Turn} from "./script.ts";

let provider: Provider;

beforeAll(() => {
  provider = startProvider();
});

afterAll(() => provider.stop());

function models(): [string, LanguageModel][] {
  const anthropic = createAnthropic({baseURL: provider.anthropicUrl, apiKey: "sk-test"});
  const openai = createOpenAICompatible({
    name: "local",
    baseURL: provider.openAiUrl,
    apiKey: "sk-test",
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  return [
    ["anthropic", anthropic("claude-sonnet-4-5")],
    ["openai", openai("some-model")],
  ];
}

const revenue = tool({
  description: "Revenue of a year",
  inputSchema: jsonSchema<{year: number}>({
    type: "object",
    properties: {year: {type: "number"}},
    required: ["year"],
  }),
  execute: ({year}) => `revenue of ${year}: run_01k1jxk9m0e7btn2v4s5q6r7t8`,
});

let conversations = 0;
/** Scripts a conversation of its own, and returns the text that begins it. */
function scripted(turns: readonly Turn[]): string {
  const about = `conversation-${++conversations}`;
  provider.script(about, turns);
  return about;
}

function ask(model: LanguageModel, prompt: string) {
  const options = {
    model,
    prompt,
    tools: {revenue},
    maxRetries: 0,
    maxOutputTokens: 1000,
    stopWhen: isStepCount(5),
  };
  return {
    whole: () => generateText(options),
    /** All parts of the stream; `error` is the error with which it fails. */
    async streamed() {
      const parts: {type: string; error?: unknown}[] = [];
      const result = streamText({...options, onError: () => undefined});
      for await (const part of result.stream) parts.push(part);
      const [text, usage, finish, raw, steps] = await Promise.all([
        result.text,
        result.usage,
        result.finishReason,
        result.rawFinishReason,
        result.steps,
      ]);
      return {parts, text, usage, finish, raw, steps};
    },
  };
}

const TURNS: Turn[] = [
  {
    text: "I look.",
    calls: [
      {name: "revenue", arguments: {year: 2025}},
      {name: "revenue", arguments: {year: 2026}},
    ],
  },
  {text: "It grew, see $run1. €1 → “2”"},
];

describe.each(["anthropic", "openai"])("the SDK's %s provider", name => {
  const model = () => {
    const found = models().find(([one]) => one === name)?.[1];
    if (!found) throw new Error("no such model");
    return found;
  };
  const last = () => {
    const one = provider.asked.at(-1);
    if (!one) throw new Error("nothing was asked");
    return one;
  };

  test("reads text and tool calls, whole and streamed", async () => {
    const whole = await ask(model(), scripted(TURNS)).whole();
    expect(whole.text).toBe("It grew, see run_01k1jxk9m0e7btn2v4s5q6r7t8. €1 → “2”");
    expect(whole.steps[0]?.toolCalls.map(({input}) => input)).toEqual([{year: 2025}, {year: 2026}]);
    expect(whole.finishReason).toBe("stop");
    const streamed = await ask(model(), scripted(TURNS)).streamed();
    expect(streamed.text).toBe(whole.text);
    expect(streamed.steps[0]?.toolCalls.map(({input}) => input)).toEqual([{year: 2025}, {year: 2026}]);
    expect(streamed.steps.map(({finishReason}) => finishReason)).toEqual(["tool-calls", "stop"]);
  });

  test("reports the tokens that the provider has counted", async () => {
    const before = provider.tokens("reported");
    const {usage} = await ask(model(), scripted(TURNS)).streamed();
    expect(provider.tokens("reported") - before).toBe((usage.inputTokens ?? 0) + (usage.outputTokens ?? 0));
    expect(usage.outputTokens).toBeGreaterThan(10);
    const cached = [{text: "Yes.", usage: {input: 11, cacheRead: 7, cacheWrite: 0, output: 5}}];
    const {usage: counted} = await ask(model(), scripted(cached)).streamed();
    expect(counted).toMatchObject({
      inputTokens: 18,
      outputTokens: 5,
      inputTokenDetails: {cacheReadTokens: 7},
    });
  });

  test("cuts an answer that is too long", async () => {
    const {text, finish, usage} = await ask(model(), scripted([{text: "long ".repeat(2000)}])).streamed();
    expect({length: text.length, finish, output: usage.outputTokens}).toEqual({
      length: 4000,
      finish: "length",
      output: 1000,
    });
  });

  test("reports a missing tool and invalid JSON arguments to the model", async () => {
    const turns: Turn[] = [
      {calls: [{name: "send_mail", arguments: {}}]},
      {calls: [{name: "revenue", arguments: '{"year": 20'}]},
      {text: "Done."},
    ];
    const {text, steps} = await ask(model(), scripted(turns)).streamed();
    expect(text).toBe("Done.");
    expect(steps.slice(0, 2).map(({toolCalls}) => toolCalls.map(call => call.invalid))).toEqual([
      [true],
      [true],
    ]);
  });

  test.each([
    [{status: 429, retryAfter: "7"}, true, "7"],
    [{status: 500}, true, undefined],
    [{status: 529}, true, undefined],
    [{status: 400, message: "no"}, false, undefined],
    [{status: 401}, false, undefined],
  ] as const)("reports %j", async (fault, isRetryable, retryAfter) => {
    const error = await ask(model(), scripted([{fault}]))
      .whole()
      .catch((thrown: unknown) => thrown);
    if (!APICallError.isInstance(error)) throw error;
    expect(error).toMatchObject({statusCode: fault.status, isRetryable});
    expect(error.responseHeaders?.["retry-after"]).toBe(retryAfter);
    if ("message" in fault) expect(error.message).toBe(fault.message);
    expect(last()).toMatchObject({status: fault.status, spent: {input: 0, output: 0}});
  });

  test.each(["cut", "end", "error"] as const)(
    "does not take an interrupted stream (%s) for a whole one",
    async how => {
      const turns = [{text: "long ".repeat(40), breaks: {afterPieces: 4, how}}];
      const outcome = await ask(model(), scripted(turns))
        .streamed()
        .then(
          ({parts, finish}) => ({failed: parts.some(({type}) => type === "error"), finish}),
          () => ({failed: true, finish: "error" as const}),
        );
      expect(outcome.failed || !["stop", "length", "tool-calls"].includes(outcome.finish)).toBe(true);
      // The provider counts it, and could not report it.
      expect(last().isReported).toBe(false);
      expect(last().spent.output).toBe(50);
    },
  );

  test("ends the call when aborted", async () => {
    const controller = new AbortController();
    const prompt = scripted([{text: "long ".repeat(200), gapMs: 50}]);
    const result = streamText({
      model: model(),
      prompt,
      abortSignal: controller.signal,
      onError: () => undefined,
    });
    let count = 0;
    for await (const part of result.stream) {
      if (part.type === "text-delta" && ++count === 2) controller.abort();
    }
    await until(() => last().isAborted);
  });

  test("reports a wrong key and a prompt beyond the context with the provider's message", async () => {
    const small = startProvider({key: "sk-other", contextTokens: 1500});
    try {
      const prompt = `small ${"word ".repeat(2000)}`;
      small.script("small", [{text: "Yes."}]);
      const base = {name: "local", baseURL: small.openAiUrl, includeUsage: true};
      const modelWith = (apiKey: string): LanguageModel =>
        name === "anthropic"
          ? createAnthropic({baseURL: small.anthropicUrl, apiKey})("claude-sonnet-4-5")
          : createOpenAICompatible({...base, apiKey})("some-model");
      await expect(ask(modelWith("sk-test"), "small").whole()).rejects.toMatchObject({statusCode: 401});
      const error = await ask(modelWith("sk-other"), prompt)
        .whole()
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({statusCode: 400, isRetryable: false});
      expect(String(error)).toMatch(/prompt is too long|maximum context length/);
      const {text} = await ask(modelWith("sk-other"), "small").whole();
      expect(text).toBe("Yes.");
    } finally {
      await small.stop();
    }
  });

  test("refuses a tool call without its result", async () => {
    const prompt = scripted([{text: "Yes."}]);
    const error = await generateText({
      model: model(),
      maxRetries: 0,
      messages: [
        {role: "user", content: prompt},
        {
          role: "assistant",
          content: [{type: "tool-call", toolCallId: "call_1", toolName: "revenue", input: {}}],
        },
        {role: "user", content: "Go on."},
      ],
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
  });

  test("returns a structured answer beside its tools", async () => {
    const answer = {title: "Revenue", figures: [{id: "a"}]};
    const schema = jsonSchema({type: "object", properties: {title: {type: "string"}}, required: ["title"]});
    const prompt = scripted([{calls: [{name: "revenue", arguments: {year: 2026}}]}, {answer}]);
    const {output} = await generateText({
      model: model(),
      prompt,
      tools: {revenue},
      stopWhen: isStepCount(3),
      output: Output.object({schema}),
    });
    expect(output).toEqual(answer);
  });
});

test("Anthropic's refusals, pauses and thinking are passed on", async () => {
  const [[, model]] = models() as [[string, LanguageModel]];
  const refused = await ask(model, scripted([{text: "I can't.", stop: "refusal"}])).streamed();
  expect(refused).toMatchObject({finish: "content-filter", raw: "refusal"});
  const paused = await ask(model, scripted([{text: "Wait.", stop: "pause"}])).streamed();
  expect(paused.raw).toBe("pause_turn");
  const thinking = scripted([
    {thinking: "Hm.", calls: [{name: "revenue", arguments: {year: 1}}]},
    {text: "Yes."},
  ]);
  const {text} = await ask(model, thinking).streamed();
  expect(text).toBe("Yes.");
  expect(JSON.stringify(provider.asked.at(-1)?.body)).toContain('"signature"');
});

test("Anthropic's model calls the tool that it must; a local model may not", async () => {
  const outcomes: string[] = [];
  for (const [, model] of models()) {
    const {toolCalls} = await generateText({
      model,
      prompt: scripted([{text: "No."}]),
      tools: {revenue},
      toolChoice: {type: "tool", toolName: "revenue"},
      maxRetries: 0,
    }).catch((error: Error) => ({toolCalls: [{toolName: error.name}]}));
    outcomes.push(...toolCalls.map(({toolName}) => toolName));
  }
  expect(outcomes).toEqual(["revenue", "AI_ToolChoiceViolationError"]);
});

test("a conversation is recognized by its beginning, and a script that is over says so", async () => {
  const [, [, model]] = models() as [[string, LanguageModel], [string, LanguageModel]];
  const [a, b] = [scripted([{text: "A"}]), scripted([{text: "B"}])];
  expect((await ask(model, b).whole()).text).toBe("B");
  expect((await ask(model, a).whole()).text).toBe("A");
  await expect(ask(model, a).whole()).rejects.toThrow("has no more turns");
  await expect(ask(model, "nobody").whole()).rejects.toThrow("no script");
});
