import type {ModelMessage, ToolModelMessage} from "ai";

/** More than providers add of their own to a prompt that has tools. */
const OWN_TOKENS = 1024;
/** And to each message. */
const PER_MESSAGE = 16;
/** What one round's tools may answer, in bytes. */
const MOST_RESULTS = 32 * 1024;
const FEWEST_RESULTS = 4 * 1024;
/** Characters that are left of a result, first and then. */
const CONDENSED = [300, 0];

/**
 * No token is shorter than a byte of UTF-8, so a text has no more tokens than bytes. What goes over the wire is written
 * otherwise by each provider, but holds the same texts; names and brackets around them are counted for each message.
 */
export function mostTokens(texts: {
  instructions: string;
  tools: unknown;
  messages: readonly ModelMessage[];
}): number {
  const {instructions, tools, messages} = texts;
  return OWN_TOKENS + bytesOf(instructions) + bytesOf(tools) + tokensOfMessages(messages);
}

export function tokensOfMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + PER_MESSAGE + bytesOf(message), 0);
}

/** What a model has said, as a part of the next prompt: about as many tokens, written by the provider's template. */
export function heardAgain(outputTokens: number): number {
  return 2 * outputTokens + PER_MESSAGE;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));
}

export interface Plan {
  callTokens: number;
  keptTokens: number;
  /** What the tools of the round may answer. */
  resultBytes: number;
}

/** The same with the smallest results. */
export function smallest({callTokens, keptTokens, resultBytes}: Plan): Plan {
  return {callTokens, keptTokens: keptTokens - resultBytes + FEWEST_RESULTS, resultBytes: FEWEST_RESULTS};
}

export interface Purse {
  /** Of the run in all, and of these what is spent. */
  most: number;
  spent: number;
  /** The next prompt at its upper bound, and the longest answer. */
  prompt: number;
  answer: number;
}

/**
 * What a call may cost and what must be kept back for the last one behind it, with the results of its tools; `undefined`
 * where the run has not so many tokens left, so that the next call must be the last.
 */
export function plan({most, spent, prompt, answer}: Purse): Plan | undefined {
  const callTokens = prompt + answer;
  const lastWithoutResults = prompt + heardAgain(answer) + OWN_TOKENS + answer;
  const left = most - spent - callTokens - lastWithoutResults;
  if (left < FEWEST_RESULTS) return undefined;
  const resultBytes = Math.min(left, MOST_RESULTS);
  return {callTokens, keptTokens: lastWithoutResults + resultBytes, resultBytes};
}

/** The messages with the results of their oldest tools shortened, until they fit, or as far as that goes. */
export function condensed(
  messages: readonly ModelMessage[],
  fits: (messages: readonly ModelMessage[]) => boolean,
): ModelMessage[] {
  const left = [...messages];
  for (const most of CONDENSED) {
    for (const [index, message] of left.entries()) {
      if (fits(left)) return left;
      if (message.role === "tool") left[index] = shortened(message, most);
    }
  }
  return left;
}

function shortened(message: ToolModelMessage, most: number): ToolModelMessage {
  const content = message.content.map(part => {
    if (part.type !== "tool-result") return part;
    const {output} = part;
    if ((output.type !== "text" && output.type !== "error-text") || output.value.length <= most) return part;
    const value = `${output.value.slice(0, most)}[condensed: ask again if you need the rest]`;
    return {...part, output: {...output, value}};
  });
  return {...message, content};
}

/** As much of the results as there is room for; what is cut is said. */
export function cutResults(texts: readonly string[], room: number): {texts: string[]; bytes: number} {
  let left = room;
  const cut = texts.map(text => {
    const bytes = Buffer.from(text);
    const shown =
      bytes.length <= left
        ? text
        : `${new TextDecoder().decode(bytes.subarray(0, Math.max(0, left)))}\n[cut: this run may read no more than that at once; ask for less]`;
    left = Math.max(0, left - bytes.length);
    return shown;
  });
  return {texts: cut, bytes: room - left};
}
