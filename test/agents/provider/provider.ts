import {Type} from "@sinclair/typebox";
import {Value} from "@sinclair/typebox/value";
import {
  anthropicError,
  anthropicFault,
  anthropicMessage,
  anthropicOverflow,
  anthropicStream,
  anthropicStreamError,
  anthropicTurn,
  MessagesRequest,
} from "./anthropic.ts";
import {
  ChatRequest,
  openAiCompletion,
  openAiError,
  openAiFault,
  openAiOverflow,
  openAiStream,
  openAiStreamError,
} from "./openai.ts";
import {
  type Asked,
  type Fault,
  NOTHING,
  type Reply,
  replyOf,
  type Turn,
  turnOf,
  type Usage,
  withRunIds,
} from "./script.ts";

export interface ProviderOptions {
  /** The key that callers must send. */
  key?: string;
  /** How many bytes of a prompt or an answer count as a token. 1 is the worst case. */
  bytesPerToken?: number;
  /** The tokens that a prompt and the longest answer may have together. */
  contextTokens?: number;
}

export interface Provider {
  /** The address for `@ai-sdk/anthropic`. */
  readonly anthropicUrl: string;
  /** The address for `@ai-sdk/openai-compatible`. */
  readonly openAiUrl: string;
  /** All requests, in the order of their arrival. */
  readonly asked: readonly Asked[];
  /**
   * Sets the turns of the model in the conversation whose first user message contains the text `about`: one for each request.
   * With `repeats`, the last one is repeated.
   */
  script(about: string, turns: readonly Turn[], options?: {repeats?: boolean}): void;
  /** The tokens of all requests that the provider has counted, or of those that it could report to the caller. */
  tokens(of?: "spent" | "reported"): number;
  stop(): Promise<void>;
}

interface Script {
  turns: readonly Turn[];
  repeats: boolean;
  next: number;
}

/** One of the two wire formats. */
interface Wire {
  readonly name: Asked["wire"];
  error(fault: Fault): object;
  overflow(tokens: number, most: number): string;
  whole(reply: Reply): object;
  /** The pieces of a stream, and how many of them a caller must get to know the usage. */
  stream(reply: Reply): {pieces: string[]; telling: number};
  streamError(): string;
  /** The turn of the model if the caller requires a tool call. */
  turn(turn: Turn): Turn;
  readonly maxTokens: number;
  readonly isStream: boolean;
  /** Why the provider would refuse the request although it is readable. */
  readonly fault: string | undefined;
}

const Conversation = Type.Object({messages: Type.Array(Type.Object({role: Type.String()}))});

/** The maximum length of any model's answer. */
const MAX_OUTPUT = 8192;

/** Starts a provider of models on loopback, in both formats. Its models follow scripts. */
export function startProvider(options: ProviderOptions = {}): Provider {
  const {key = "sk-test", bytesPerToken = 4, contextTokens = 200_000} = options;
  const scripts = new Map<string, Script>();
  const asked: Asked[] = [];
  const sumOf = ({input, cacheRead, cacheWrite, output}: Usage) => input + cacheRead + cacheWrite + output;

  async function answer(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const body: unknown = await request.json();
    const wire = wireOf(path, body);
    const given =
      request.headers.get("x-api-key") ?? request.headers.get("authorization")?.replace("Bearer ", "");
    const about = aboutOf([...scripts.keys()], body);
    const script = scripts.get(about);
    const one: Asked = {
      wire: wire?.name ?? "openai",
      conversation: about,
      key: given ?? "",
      body,
      spent: NOTHING,
      isReported: true,
      status: 200,
      isAborted: false,
    };
    asked.push(one);
    request.signal.addEventListener("abort", () => {
      one.isAborted = true;
    });
    const refuse = (fault: Fault) => {
      one.status = fault.status;
      const headers = {
        ...(fault.retryAfter === undefined ? {} : {"retry-after": fault.retryAfter}),
        ...(fault.location === undefined ? {} : {location: fault.location}),
      };
      const error = path.endsWith("/messages") ? anthropicError(fault) : openAiError(fault);
      return Response.json(error, {
        status: fault.status,
        headers: {...headers, "request-id": "req_test", "x-request-id": "req_test"},
      });
    };
    if (!wire) return refuse({status: 400, message: "The body does not fit the documented schema."});
    if (given !== key) return refuse({status: 401});
    if (wire.fault !== undefined) return refuse({status: 400, message: wire.fault});
    const promptTokens = Math.ceil(Buffer.byteLength(JSON.stringify(promptOf(body))) / bytesPerToken);
    if (promptTokens + wire.maxTokens > contextTokens) {
      return refuse({status: 400, message: wire.overflow(promptTokens, contextTokens)});
    }
    if (!script) return refuse({status: 400, message: "There is no script for this conversation."});
    const next = script.turns[script.next];
    if (!next) return refuse({status: 400, message: `The script "${about}" has no more turns.`});
    if (!script.repeats || script.next < script.turns.length - 1) script.next++;
    const turn = turnOf(next, body);
    await turn.after;
    await Bun.sleep(turn.delayMs ?? 0);
    if (turn.fault) return refuse(turn.fault);
    const reply = replyOf(wire.turn(withRunIds(turn, body)), {
      promptTokens,
      maxTokens: wire.maxTokens,
      bytesPerToken,
    });
    one.spent = reply.usage;
    const headers = {"request-id": "req_test", "x-request-id": "req_test"};
    if (!wire.isStream) return Response.json(wire.whole(reply), {headers});
    one.isReported = false;
    const {pieces, telling} = wire.stream(reply);
    const content = streamOf(wire, turn, pieces, sent => {
      if (sent >= telling) one.isReported = true;
    });
    return new Response(content, {headers: {...headers, "content-type": "text/event-stream; charset=utf-8"}});
  }

  const server = Bun.serve({hostname: "127.0.0.1", port: 0, idleTimeout: 0, fetch: answer});
  return {
    anthropicUrl: `http://127.0.0.1:${server.port}/anthropic/v1`,
    openAiUrl: `http://127.0.0.1:${server.port}/openai/v1`,
    asked,
    script: (about, turns, {repeats = false} = {}) => void scripts.set(about, {turns, repeats, next: 0}),
    tokens: (of = "spent") =>
      asked.reduce((sum, one) => sum + (of === "spent" || one.isReported ? sumOf(one.spent) : 0), 0),
    stop: () => server.stop(true),
  };
}

/** The format of a request; `undefined` if its provider could not read it. */
function wireOf(path: string, body: unknown): Wire | undefined {
  if (path === "/anthropic/v1/messages" && Value.Check(MessagesRequest, body)) {
    const {model, max_tokens: maxTokens, stream = false} = body;
    return {
      name: "anthropic",
      error: anthropicError,
      overflow: anthropicOverflow,
      whole: reply => anthropicMessage(model, reply),
      stream: reply => {
        const pieces = anthropicStream(model, reply);
        return {pieces, telling: pieces.length - 1};
      },
      streamError: anthropicStreamError,
      turn: turn => anthropicTurn(body, turn),
      maxTokens,
      isStream: stream,
      fault: anthropicFault(body),
    };
  }
  if (path === "/openai/v1/chat/completions" && Value.Check(ChatRequest, body)) {
    const {model, stream = false, stream_options: options} = body;
    const includeUsage = options?.include_usage === true;
    return {
      name: "openai",
      error: openAiError,
      overflow: openAiOverflow,
      whole: reply => openAiCompletion(model, reply),
      stream: reply => {
        const pieces = openAiStream(model, reply, includeUsage);
        return {pieces, telling: includeUsage ? pieces.length - 1 : Number.POSITIVE_INFINITY};
      },
      streamError: openAiStreamError,
      // Most local servers do not make a model call the tool.
      turn: turn => turn,
      maxTokens: body.max_completion_tokens ?? body.max_tokens ?? MAX_OUTPUT,
      isStream: stream,
      fault: openAiFault(body),
    };
  }
  return undefined;
}

/** The longest script text in the first user message; empty if there is none. */
function aboutOf(texts: readonly string[], body: unknown): string {
  if (!Value.Check(Conversation, body)) return "";
  const first = JSON.stringify(body.messages.find(({role}) => role === "user") ?? "");
  const found = texts.filter(text => first.includes(JSON.stringify(text).slice(1, -1)));
  return found.sort((a, b) => b.length - a.length)[0] ?? "";
}

/** The parts of a request that a model reads. */
function promptOf(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  return [Reflect.get(body, "system"), Reflect.get(body, "tools"), Reflect.get(body, "messages")];
}

function streamOf(
  wire: Wire,
  {gapMs = 0, breaks}: Turn,
  pieces: readonly string[],
  sent: (count: number) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (gapMs > 0 && next > 0) await Bun.sleep(gapMs);
      const isBroken = breaks !== undefined && next >= breaks.afterPieces;
      if (isBroken && breaks.how === "cut") {
        controller.error(new Error("the connection is cut"));
        return;
      }
      const piece = isBroken ? undefined : pieces[next];
      if (isBroken && breaks.how === "error") controller.enqueue(encoder.encode(wire.streamError()));
      if (piece === undefined) {
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(piece));
      next++;
      sent(next);
    },
  });
}
