export const WORD = 4;

/** An ASCII text in little-endian words of four bytes; the last word may extend beyond the text. */
export interface Packed {
  words: Int32Array;
  length: number;
}

export function packed(text: string): Packed {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array(Math.ceil(bytes.length / WORD));
  new Uint8Array(words.buffer).set(bytes);
  return {words, length: bytes.length};
}

/** The digits of each number below 10,000, as one word. */
export const FOUR_DIGITS = Int32Array.from(
  {length: 10_000},
  (_, n) => packed(String(n).padStart(WORD, "0")).words[0] ?? 0,
);

/** The digits of a number below 100, in the lower half of a word. */
export function twoDigits(value: number): number {
  return (FOUR_DIGITS[value] ?? 0) >> 16;
}
