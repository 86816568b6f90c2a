import type {ModelMessage, ToolModelMessage} from "ai";
import type {TokenCounter} from "./tokens.ts";

/** How many tokens providers add to a prompt that has tools. */
const TOOL_PROMPT_TOKENS = 512;
/** How many tokens providers add for each message, and for each part of a message. */
const TOKENS_PER_PART = 16;
/** How many tokens the notice in the last call takes, together with the notices in truncated results. */
const LAST_CALL_NOTICE_TOKENS = 384;
/** The most and the fewest tokens of the tool results of one round, and the most bytes. */
const MAX_RESULTS = 32 * 1024;
const MIN_RESULTS = 1024;
const MAX_RESULT_BYTES = 32 * 1024;
/** How many tokens an answer has that calls tools or is a short report. */
const MIN_ANSWER = 768;
/**
 * The factor by which an answer grows as part of the next prompt, because the provider's template takes more tokens for
 * it.
 */
const NEXT_PROMPT_FACTOR = 1.125;
/** How many characters of a tool result each pass of `condensed` retains. */
const CONDENSED = [300, 0];

/** The parts of a prompt that count as tokens. */
export interface PromptTexts {
  instructions: string;
  tools: readonly unknown[];
  messages: readonly ModelMessage[];
}

/** An estimate of the tokens of a prompt, more often too high than too low. */
export function promptTokens(count: TokenCounter, {instructions, tools, messages}: PromptTexts): number {
  return TOOL_PROMPT_TOKENS + fixedTokens(count, instructions, tools) + tokensOfMessages(count, messages);
}

/**
 * A cache of the tokens of a run's instructions and tools, by the run's tools. Every prompt of the run begins with
 * these tokens.
 */
const fixed = new WeakMap<readonly unknown[], {instructions: string; tokens: number}>();

function fixedTokens(count: TokenCounter, instructions: string, tools: readonly unknown[]): number {
  const known = fixed.get(tools);
  if (known?.instructions === instructions) return known.tokens;
  const tokens = count(instructions) + count(JSON.stringify(tools));
  fixed.set(tools, {instructions, tokens});
  return tokens;
}

/**
 * A cache of the token counts of messages. Every round needs the counts of all earlier messages, which never change.
 */
const counted = new WeakMap<ModelMessage, number>();

export function tokensOfMessages(count: TokenCounter, messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => {
    const known = counted.get(message) ?? tokensOfMessage(count, message);
    counted.set(message, known);
    return sum + known;
  }, 0);
}

function tokensOfMessage(count: TokenCounter, {content}: ModelMessage): number {
  if (typeof content === "string") return TOKENS_PER_PART + count(content);
  return content.reduce((sum, part) => {
    if (part.type === "text") return sum + TOKENS_PER_PART + count(part.text);
    if (part.type !== "tool-result") return sum + TOKENS_PER_PART + count(JSON.stringify(part));
    const {output, toolCallId, toolName} = part;
    const text =
      "value" in output && typeof output.value === "string" ? output.value : JSON.stringify(output);
    return sum + TOKENS_PER_PART + count(`${toolCallId} ${toolName}`) + count(text);
  }, TOKENS_PER_PART);
}

/** How many tokens a model's answer has as a part of the next prompt. */
export function tokensInNextPrompt(outputTokens: number): number {
  return Math.ceil(NEXT_PROMPT_FACTOR * outputTokens) + TOKENS_PER_PART;
}

export interface Plan {
  callTokens: number;
  retainedTokens: number;
  /** Limit of the call's answer, in tokens. */
  answer: number;
  /** Limit of the tool results of the round, in tokens. */
  resultTokens: number;
}

/** The plan with the lowest limit of tool results. */
export function smallest(plan: Plan): Plan {
  const {retainedTokens, resultTokens} = plan;
  return {
    ...plan,
    retainedTokens: retainedTokens - resultTokens + MIN_RESULTS,
    resultTokens: MIN_RESULTS,
  };
}

export interface RunBudget {
  /** The limit of the whole run in tokens, and the tokens that are already spent. */
  most: number;
  spent: number;
  /** The estimated tokens of the next prompt, and the limit of an answer. */
  prompt: number;
  answer: number;
}

/**
 * Plans the tokens of the next call, and the tokens to reserve for the last call after it, including tool results. If
 * few tokens are left, the answer's limit is lowered. Returns `undefined` if so few are left that the next call must be
 * the last.
 */
export function plan({most, spent, prompt, answer: longest}: RunBudget): Plan | undefined {
  const left = most - spent - 2 * prompt - LAST_CALL_NOTICE_TOKENS - TOKENS_PER_PART;
  const answer = Math.min(longest, Math.floor((left - MIN_RESULTS) / (2 + NEXT_PROMPT_FACTOR)));
  if (answer < Math.min(longest, MIN_ANSWER)) return undefined;
  const lastWithoutResults = prompt + tokensInNextPrompt(answer) + LAST_CALL_NOTICE_TOKENS + answer;
  const resultTokens = Math.min(most - spent - prompt - answer - lastWithoutResults, MAX_RESULTS);
  return {
    callTokens: prompt + answer,
    retainedTokens: lastWithoutResults + resultTokens,
    answer,
    resultTokens,
  };
}

/** The fewest tokens with which a run can begin: enough for one round and for the last call after it. */
export function minTokens(prompt: number, longestAnswer: number): number {
  const answer = Math.min(longestAnswer, MIN_ANSWER);
  return 2 * prompt + LAST_CALL_NOTICE_TOKENS + MIN_RESULTS + 2 * answer + tokensInNextPrompt(answer) + 1;
}

/**
 * Shortens the oldest tool results in the messages until `fits` accepts the messages. If `fits` never does, all results
 * are shortened.
 */
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

/** Truncates the results to the remaining room. A truncated result ends with a notice. */
export function cutResults(count: TokenCounter, texts: readonly string[], {bytes, tokens}: Room): string[] {
  const left = {bytes: Math.min(bytes, MAX_RESULT_BYTES), tokens};
  return texts.map(text => {
    const whole = Buffer.from(text);
    const inBytes =
      whole.length <= left.bytes
        ? text
        : new TextDecoder().decode(whole.subarray(0, Math.max(0, left.bytes)), {stream: true});
    const beginning = count.beginning(inBytes, left.tokens);
    left.bytes -= Buffer.byteLength(beginning);
    left.tokens = Math.max(0, left.tokens - count(beginning) - TOKENS_PER_PART);
    return beginning === text
      ? text
      : `${beginning}\n[cut: this run may read no more than that at once; ask for less]`;
  });
}
