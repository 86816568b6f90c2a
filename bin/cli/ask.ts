import {setTimeout} from "node:timers/promises";
import {Type} from "@sinclair/typebox";
import {readerOf} from "../../shared/core/validate.ts";
import type {Call, Command} from "./command.ts";
import {EXIT, type ExitCode} from "./errors.ts";
import type {Options} from "./flags.ts";
import {printMessages, responseWriter} from "./output.ts";
import {whenReachable} from "./service.ts";

/** The pause before a stream of events is opened again. */
const REOPEN_MS = 500;

const OPTIONS: Options = {
  model: {type: "string", value: "MODEL", help: "The language model; default: the service's ASK_MODEL."},
  conversation: {type: "string", value: "ID", help: "The conversation that the question continues."},
};

export const ask: Command = {
  takes: "QUESTION",
  words: [1, 1],
  summary: "Asks a question in words, and prints the answer with its checked figures.",
  about: [
    "  analytics ask 'Which state had the most late flights last month?'",
    "  analytics ask 'And the year before?' --conversation conv_01kah8e6g8m5v3x0b2d4f6h8k1",
  ],
  options: OPTIONS,
  run: answer,
};

const lenient = {additionalProperties: true} as const;
const readStarted = readerOf(Type.Object({runId: Type.String()}, lenient), "the service's answer");
const readEnded = readerOf(
  Type.Object(
    {
      conversationId: Type.String(),
      status: Type.String(),
      error: Type.Optional(Type.String()),
      answer: Type.Union([
        Type.Object({markdown: Type.String(), followUps: Type.Array(Type.String())}, lenient),
        Type.Null(),
      ]),
      clarify: Type.Union([
        Type.Object({text: Type.String(), choices: Type.Array(Type.String())}, lenient),
        Type.Null(),
      ]),
    },
    lenient,
  ),
  "the service's answer",
);

async function answer({service, flags, words, format}: Call): Promise<ExitCode> {
  const [question = ""] = words;
  const model = flags.text("model");
  const conversationId = flags.text("conversation");
  const body = {
    question,
    ...(model === undefined ? {} : {model}),
    ...(conversationId === undefined ? {} : {conversationId}),
    ...(flags.has("project")
      ? {grounding: [{resourceType: "project", resourceId: await service.projectId()}]}
      : {}),
  };
  const {runId} = await service.json("POST", "/api/ask", readStarted, {body, changes: true});
  await follow(service, runId);
  const json: unknown = await (await whenReachable(() => service.ask("GET", `/api/ask/${runId}`))).json();
  const ended = readEnded(json);
  if (format === "json") await responseWriter()(`${JSON.stringify(json, null, 2)}\n`);
  else await responseWriter()(textOf(ended));
  if (ended.status !== "succeeded")
    printMessages(`${ended.status}: ${ended.error ?? "the service gave no reason"}`);
  if (ended.answer && ended.answer.followUps.length > 0)
    printMessages("Further questions:", ...ended.answer.followUps.map(one => `  ${one}`));
  printMessages(`To continue: --conversation ${ended.conversationId}`);
  return ended.answer || ended.clarify ? EXIT.ok : EXIT.refused;
}

function textOf({answer: given, clarify}: ReturnType<typeof readEnded>): string {
  if (clarify) return `${[clarify.text, ...clarify.choices.map(choice => `- ${choice}`)].join("\n")}\n`;
  return given?.markdown ?? "";
}

const isUnderWay = (status: string) => status === "queued" || status === "running";
const readStatus = readerOf(
  Type.Object({status: Type.String(), doing: Type.Optional(Type.String())}, lenient),
  "an event of the service",
);

/**
 * Reads the events until the run has ended, and prints each step. A stream that ends or breaks off before the run is
 * opened again.
 */
async function follow(service: Call["service"], runId: string): Promise<void> {
  for (let status = "queued"; isUnderWay(status); ) {
    const accept = "text/event-stream";
    const {body} = await whenReachable(() => service.ask("GET", `/api/ask/${runId}/events`, {accept}));
    if (!body) return;
    let text = "";
    for await (const part of partsOf(body)) {
      text += part;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, data] = /^event: status\ndata: (.*)$/.exec(block) ?? [];
        if (data === undefined) continue;
        const event = readStatus(JSON.parse(data));
        status = event.status;
        if (event.doing !== undefined) printMessages(event.doing);
      }
    }
    if (isUnderWay(status)) await setTimeout(REOPEN_MS);
  }
}

/** The parts of a text, up to the end of the stream or of its connection. */
async function* partsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  try {
    yield* body.pipeThrough(new TextDecoderStream());
  } catch {
    // The run goes on in the service.
  }
}
