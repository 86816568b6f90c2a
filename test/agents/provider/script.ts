/** What a scripted model does in one call. Everything is optional; an empty turn ends without text. */
export interface Turn {
  /** Thinking with a signature, before everything else; only in Anthropic's format. */
  thinking?: string;
  text?: string;
  /** `arguments` are sent as JSON. A string is sent unchanged, so that it can be invalid. A call without an id gets one. */
  calls?: readonly {id?: string; name: string; arguments: unknown}[];
  /** A structured answer, sent as JSON text. */
  answer?: unknown;
  /** Why the turn stops. By default `tool_use` with calls, and `end` without. An answer beyond the limit ends with `length`. */
  stop?: "end" | "length" | "refusal" | "pause";
  /** The reported usage, if it differs from the counted one. */
  usage?: Partial<Usage>;
  delayMs?: number;
  /** The model waits for this. */
  after?: Promise<unknown>;
  /** Another turn, if the request contains the text. */
  told?: {text: string; turn: Turn};
  /** The pause between two pieces of a stream. */
  gapMs?: number;
  /** The provider refuses the request before the model has read anything. */
  fault?: Fault;
  /** The stream ends after this many pieces: cut off, without its last events, or with an error event. */
  breaks?: {afterPieces: number; how: "cut" | "end" | "error"};
}

export interface Usage {
  /** Without the tokens read from or written to the cache. */
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

export interface Fault {
  status: 307 | 400 | 401 | 403 | 404 | 413 | 429 | 500 | 503 | 529;
  message?: string;
  /** The target of a redirect with 307. */
  location?: string;
  /** Seconds or a date, as HTTP allows. */
  retryAfter?: string;
}

/** A request that the provider received. */
export interface Asked {
  readonly wire: "anthropic" | "openai";
  /** The text by which its script was found; empty if there is none. */
  readonly conversation: string;
  readonly key: string;
  readonly body: unknown;
  /** The usage that the provider has counted, whether or not it was reported. */
  spent: Usage;
  /** Whether `spent` was reported to the caller in full. */
  isReported: boolean;
  status: number;
  /** Whether the caller ended the connection. */
  isAborted: boolean;
}

export type Block =
  | {type: "thinking"; text: string}
  | {type: "text"; text: string}
  | {type: "call"; id: string; name: string; json: string};

/** A turn's reply, independent of the wire format. */
export interface Reply {
  id: string;
  blocks: Block[];
  stop: "end" | "length" | "refusal" | "pause" | "calls";
  usage: Usage;
}

export const NOTHING: Usage = {input: 0, cacheRead: 0, cacheWrite: 0, output: 0};

/** The turn that fits the content of the request. */
export function turnOf(turn: Turn, body: unknown): Turn {
  const {told} = turn;
  return told && JSON.stringify(body).includes(told.text) ? told.turn : turn;
}

/** The turn with `$run1`, `$run2`, … replaced by the ids of the queries in the request, in order. */
export function withRunIds(turn: Turn, body: unknown): Turn {
  const told = JSON.stringify(body).match(/(?<![a-z0-9])run_[0-9a-hjkmnp-tv-z]{26}/g) ?? [];
  const ids = [...new Set(told)];
  return JSON.parse(
    JSON.stringify(turn).replaceAll(/\$run(\d)/g, (all, number) => ids[Number(number) - 1] ?? all),
  );
}

/** The reply of a turn, cut at the length that the caller allows. */
export function replyOf(
  turn: Turn,
  asked: {promptTokens: number; maxTokens: number; bytesPerToken: number},
): Reply {
  const {thinking, text, calls = [], answer} = turn;
  const all: Block[] = [
    ...(thinking === undefined ? [] : [{type: "thinking" as const, text: thinking}]),
    ...(text === undefined ? [] : [{type: "text" as const, text}]),
    ...(answer === undefined ? [] : [{type: "text" as const, text: JSON.stringify(answer)}]),
    ...calls.map(({id, name, arguments: given}) => ({
      type: "call" as const,
      id: id ?? `toolu_${crypto.randomUUID().replaceAll("-", "")}`,
      name,
      json: typeof given === "string" ? given : JSON.stringify(given),
    })),
  ];
  let room = asked.maxTokens * asked.bytesPerToken;
  let isCut = false;
  const blocks = all.flatMap((block): Block[] => {
    if (room <= 0) isCut = true;
    if (isCut) return [];
    const shown = block.type === "call" ? block.json : block.text;
    const kept = shown.slice(0, room);
    room -= Buffer.byteLength(shown);
    isCut = kept.length < shown.length;
    return [block.type === "call" ? {...block, json: kept} : {...block, text: kept}];
  });
  const written = blocks.reduce(
    (sum, block) => sum + Buffer.byteLength(block.type === "call" ? block.json : block.text),
    0,
  );
  const output = Math.min(asked.maxTokens, Math.max(1, Math.ceil(written / asked.bytesPerToken)));
  const whole = turn.stop ?? (calls.length > 0 ? "calls" : "end");
  return {
    id: crypto.randomUUID().replaceAll("-", ""),
    blocks,
    stop: isCut ? "length" : whole,
    usage: {...NOTHING, input: asked.promptTokens, output, ...turn.usage},
  };
}

/** A text as the pieces of a stream. */
export function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,24}/g) ?? [];
}
