/**
 * A safety factor for other providers. Their tokenizers count at most about 1.5 times as many tokens as this tokenizer.
 */
const MARGIN = 1.5;
/**
 * The most ASCII bytes that one token is assumed to have. For long words and repeated characters, one tokenizer has
 * some thirty characters per token, but another has only four.
 */
const MAX_BYTES_PER_TOKEN = 6;
/**
 * The same for other scripts, emoji and similar characters, which tokenizers with small vocabularies encode as bytes.
 */
const OTHER_BYTES_PER_TOKEN = 2;
/**
 * The length of a slice in characters. Tokenizers take quadratic time for a word, which does not matter for a short
 * slice. Each additional slice adds at most one token.
 */
const SLICE = 128;
/** How many characters of a text are counted. Every byte after these characters counts as a token. */
const MAX_COUNTED = 128 * 1024;

/** Estimates the tokens of a text, more often too high than too low, but never more than its bytes. */
export interface TokenCounter {
  (text: string): number;
  /** The longest beginning of the text that has at most this many tokens, in whole slices. */
  beginning(text: string, tokens: number): string;
}

let loaded: Promise<TokenCounter> | undefined;

/** The token counter. Its vocabulary is loaded on first use, which takes 0.2 s and 70 MB. */
export function loadTokenCounter(): Promise<TokenCounter> {
  loaded ??= import("gpt-tokenizer/encoding/cl100k_base").then(({countTokens}) => {
    // Names of special tokens in a text are ordinary text.
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
    const least = (bytes - otherBytes) / MAX_BYTES_PER_TOKEN + otherBytes / OTHER_BYTES_PER_TOKEN;
    return Math.min(bytes, Math.max(least, MARGIN * countWords(slice)));
  };
  const count = (text: string) => {
    let tokens = 0;
    const end = Math.min(text.length, MAX_COUNTED);
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
