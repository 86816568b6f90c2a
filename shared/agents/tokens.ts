/** Providers have tokenizers of their own: what one of them counts is at most about half more than another's. */
const MARGIN = 1.5;
/** Long words and runs of one character are some thirty characters a token for one tokenizer, and four for another. */
const MOST_BYTES_PER_TOKEN = 6;
/** Of other scripts, emoji and the like: tokenizers with small vocabularies spell them in bytes. */
const OTHER_BYTES_PER_TOKEN = 2;
/**
 * A tokenizer takes the square of a word's length. A slice is short enough for that not to matter, and one slice more
 * adds a token at most.
 */
const SLICE = 128;
/** Of one text. What is longer counts a token for each byte from there on. */
const MOST_COUNTED = 128 * 1024;

/** About how many tokens a text has, rather too many: never more than its bytes. */
export interface TokenCounter {
  (text: string): number;
  /** The beginning of a text that has no more tokens than these. */
  beginning(text: string, tokens: number): string;
}

let loaded: Promise<TokenCounter> | undefined;

/** The counter, whose vocabulary is read when it is first asked for: it takes 0.2 s and 70 MB. */
export function loadTokenCounter(): Promise<TokenCounter> {
  loaded ??= import("gpt-tokenizer/encoding/cl100k_base").then(({countTokens}) => {
    // Names of special tokens are text like any other here.
    const options = {disallowedSpecial: new Set<string>()};
    return counterOf(text => countTokens(text, options));
  });
  return loaded;
}

function counterOf(countWords: (text: string) => number): TokenCounter {
  const tokensOf = (slice: string): number => {
    const bytes = Buffer.byteLength(slice);
    let others = 0;
    for (let i = 0; i < slice.length; i++) if (slice.charCodeAt(i) > 127) others++;
    const otherBytes = others === 0 ? 0 : bytes - (slice.length - others);
    const least = (bytes - otherBytes) / MOST_BYTES_PER_TOKEN + otherBytes / OTHER_BYTES_PER_TOKEN;
    return Math.min(bytes, Math.max(least, MARGIN * countWords(slice)));
  };
  const count = (text: string) => {
    let tokens = 0;
    const end = Math.min(text.length, MOST_COUNTED);
    for (let at = 0; at < end; at += SLICE) tokens += tokensOf(text.slice(at, Math.min(end, at + SLICE)));
    const rest = end < text.length ? Buffer.byteLength(text.slice(end)) : 0;
    return Math.min(Buffer.byteLength(text), Math.ceil(tokens) + rest);
  };
  const beginning = (text: string, most: number) => {
    let tokens = 0;
    for (let at = 0; at < text.length; at += SLICE) {
      tokens += tokensOf(text.slice(at, at + SLICE));
      if (Math.ceil(tokens) > most) return text.slice(0, at);
    }
    return text;
  };
  return Object.assign(count, {beginning});
}
