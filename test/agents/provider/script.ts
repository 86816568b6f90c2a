/** What a scripted model does when it is asked once. Everything is optional; an empty turn ends with no text. */
export interface Turn {
  /** Thinking with a signature, before anything else; in Anthropic's format only. */
  thinking?: string;
  text?: string;
  /**
   * `arguments` are sent as JSON; a string is sent as it is, so that it can be broken. A call has an id of its own unless
   * it is given one.
   */
  calls?: readonly {id?: string; name: string; arguments: unknown}[];
  /** A structured answer, as text that is JSON. */
  answer?: unknown;
  /** Why it stops, unless it is `tool_use` for calls and `end` without. An answer beyond the limit ends with `length`. */
  stop?: "end" | "length" | "refusal" | "pause";
  /** What is reported in place of what is counted. */
  usage?: Partial<Usage>;
  delayMs?: number;
  /** The model does nothing before this. */
  after?: Promise<unknown>;
  /** What it does instead if the request has the text. */
  told?: {text: string; turn: Turn};
  /** Between two pieces of a stream. */
  gapMs?: number;
  /** The provider turns the request away, before the model has read anything. */
  fault?: Fault;
  /** The stream ends after so many pieces: cut off, without its last events, or with an event of an error. */
  breaks?: {afterPieces: number; how: "cut" | "end" | "error"};
}

export interface Usage {
  /** Without what the cache gave or took. */
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

export interface Fault {
  status: 307 | 400 | 401 | 403 | 404 | 413 | 429 | 500 | 503 | 529;
  message?: string;
  /** Where 307 sends the caller. */
  location?: string;
  /** Seconds, or a date, as HTTP allows. */
  retryAfter?: string;
}

/** One request that the provider got. */
export interface Asked {
  readonly wire: "anthropic" | "openai";
  /** The text by which its script was found; empty for none. */
  readonly conversation: string;
  readonly key: string;
  readonly body: unknown;
  /** What the provider has counted, whether or not it was told. */
  spent: Usage;
  /** Whether the caller was told `spent` in whole. */
  isReported: boolean;
  status: number;
  /** The caller hung up. */
  isAborted: boolean;
}

export type Block =
  | {type: "thinking"; text: string}
  | {type: "text"; text: string}
  | {type: "call"; id: string; name: string; json: string};

/** What a turn comes to, in the terms of neither format. */
export interface Reply {
  id: string;
  blocks: Block[];
  stop: "end" | "length" | "refusal" | "pause" | "calls";
  usage: Usage;
}

export const NOTHING: Usage = {input: 0, cacheRead: 0, cacheWrite: 0, output: 0};

/** What the model does, by what the request tells it. */
export function turnOf(turn: Turn, body: unknown): Turn {
  const {told} = turn;
  return told && JSON.stringify(body).includes(told.text) ? told.turn : turn;
}

/** A turn with `$run1`, `$run2` … replaced by the ids of the queries that the request tells of, in their order. */
export function withRunIds(turn: Turn, body: unknown): Turn {
  const told = JSON.stringify(body).match(/(?<![a-z0-9])run_[0-9a-hjkmnp-tv-z]{26}/g) ?? [];
  const ids = [...new Set(told)];
  return JSON.parse(
    JSON.stringify(turn).replaceAll(/\$run(\d)/g, (all, number) => ids[Number(number) - 1] ?? all),
  );
}

/** The reply of a turn, cut where it is longer than the caller allows. */
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

/** A text in the pieces of a stream. */
export function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,24}/g) ?? [];
}
