import type {ModelMessage, ToolModelMessage} from "ai";
import type {TokenCounter} from "./tokens.ts";

/** What providers add of their own to a prompt that has tools. */
const OWN_TOKENS = 512;
/** And to each message and each of its parts. */
const PER_PART = 16;
/** What the last call is told, and what is said of results that are cut. */
const LAST_WORDS = 384;
/** What one round's tools may answer, in tokens, and in bytes. */
const MOST_RESULTS = 32 * 1024;
const FEWEST_RESULTS = 1024;
const MOST_RESULT_BYTES = 32 * 1024;
/** An answer that calls tools, or tells a little. */
const SHORTEST_ANSWER = 768;
/** Of an answer that is read again in the next prompt: the provider's template writes it at greater length. */
const HEARD_SHARE = 1.125;
/** Characters that are left of a result, first and then. */
const CONDENSED = [300, 0];

/** The texts of a prompt. */
export interface PromptTexts {
  instructions: string;
  tools: unknown;
  messages: readonly ModelMessage[];
}

/** About how many tokens a prompt has, rather too many. */
export function promptTokens(count: TokenCounter, {instructions, tools, messages}: PromptTexts): number {
  return OWN_TOKENS + count(instructions) + count(JSON.stringify(tools)) + tokensOfMessages(count, messages);
}

/** What was counted once: messages stay as they are, and long ones are asked for in each round. */
const counted = new WeakMap<ModelMessage, number>();

export function tokensOfMessages(count: TokenCounter, messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => {
    const known = counted.get(message) ?? tokensOfMessage(count, message);
    counted.set(message, known);
    return sum + known;
  }, 0);
}

function tokensOfMessage(count: TokenCounter, {content}: ModelMessage): number {
  if (typeof content === "string") return PER_PART + count(content);
  return content.reduce((sum, part) => {
    if (part.type === "text") return sum + PER_PART + count(part.text);
    if (part.type !== "tool-result") return sum + PER_PART + count(JSON.stringify(part));
    const {output, toolCallId, toolName} = part;
    const text =
      "value" in output && typeof output.value === "string" ? output.value : JSON.stringify(output);
    return sum + PER_PART + count(`${toolCallId} ${toolName}`) + count(text);
  }, PER_PART);
}

/** What a model has said, as a part of the next prompt. */
export function heardAgain(outputTokens: number): number {
  return Math.ceil(HEARD_SHARE * outputTokens) + PER_PART;
}

export interface Plan {
  callTokens: number;
  keptTokens: number;
  /** The longest answer of the call. */
  answer: number;
  /** What the tools of the round may answer, in tokens. */
  resultTokens: number;
}

/** The same with the smallest results. */
export function smallest(plan: Plan): Plan {
  const {keptTokens, resultTokens} = plan;
  return {...plan, keptTokens: keptTokens - resultTokens + FEWEST_RESULTS, resultTokens: FEWEST_RESULTS};
}

export interface Purse {
  /** Of the run in all, and of these what is spent. */
  most: number;
  spent: number;
  /** The next prompt, about, and the longest answer. */
  prompt: number;
  answer: number;
}

/**
 * What a call may cost and what must be kept back for the last one behind it, with the results of its tools; `undefined`
 * where the run has not so many tokens left, so that the next call must be the last. Where there are few, the answer is
 * shortened.
 */
export function plan({most, spent, prompt, answer: longest}: Purse): Plan | undefined {
  const left = most - spent - 2 * prompt - LAST_WORDS - PER_PART;
  const answer = Math.min(longest, Math.floor((left - FEWEST_RESULTS) / (2 + HEARD_SHARE)));
  if (answer < Math.min(longest, SHORTEST_ANSWER)) return undefined;
  const lastWithoutResults = prompt + heardAgain(answer) + LAST_WORDS + answer;
  const resultTokens = Math.min(most - spent - prompt - answer - lastWithoutResults, MOST_RESULTS);
  return {callTokens: prompt + answer, keptTokens: lastWithoutResults + resultTokens, answer, resultTokens};
}

/** The fewest tokens with which a run begins: one round, and the last call behind it. */
export function fewestTokens(prompt: number, longestAnswer: number): number {
  const answer = Math.min(longestAnswer, SHORTEST_ANSWER);
  return 2 * prompt + LAST_WORDS + FEWEST_RESULTS + 2 * answer + heardAgain(answer) + 1;
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

export interface Room {
  bytes: number;
  tokens: number;
}

/** As much of the results as there is room for; what is cut is said. */
export function cutResults(count: TokenCounter, texts: readonly string[], {bytes, tokens}: Room): string[] {
  const left = {bytes: Math.min(bytes, MOST_RESULT_BYTES), tokens};
  return texts.map(text => {
    const whole = Buffer.from(text);
    const inBytes =
      whole.length <= left.bytes
        ? text
        : new TextDecoder().decode(whole.subarray(0, Math.max(0, left.bytes)), {stream: true});
    const shown = count.beginning(inBytes, left.tokens);
    left.bytes -= Buffer.byteLength(shown);
    left.tokens = Math.max(0, left.tokens - count(shown) - PER_PART);
    return shown === text
      ? text
      : `${shown}\n[cut: this run may read no more than that at once; ask for less]`;
  });
}
