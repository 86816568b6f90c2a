import {type Token, tokensOf} from "./lexer.ts";

/** Replaces the text from `start` until before `end`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The text of a statement, to find the places of the nodes of its tree. The tree counts bytes of UTF-8. */
export class Source {
  #tokens: Token[] | undefined;
  #closing: Map<number, number> | undefined;
  #units: Uint32Array | undefined;
  /** Whether every character is one code unit. */
  #isPlain: boolean | undefined;

  constructor(readonly text: string) {}

  get tokens(): readonly Token[] {
    this.#tokens ??= tokensOf(this.text);
    return this.#tokens;
  }

  /** The position in code units of a position in bytes. */
  at(byte: number | undefined): number {
    if (byte === undefined || byte <= 0) return 0;
    this.#units ??= unitsOf(this.text);
    return this.#units.length === 0 ? byte : (this.#units[byte] ?? this.text.length);
  }

  /** The position of a node in errors: in characters, from 1. */
  position(byte: number | undefined): number {
    const unit = this.at(byte);
    this.#isPlain ??= !/[\ud800-\udbff]/.test(this.text);
    return (this.#isPlain ? unit : [...this.text.slice(0, unit)].length) + 1;
  }

  /** The index of the first token that begins at or after a position in code units. */
  indexAt(position: number): number {
    const {tokens} = this;
    let [low, high] = [0, tokens.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tokens[middle]!.start < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The index of the parenthesis or bracket that belongs to the one at this index: the closing one for an opening one, and
   * the reverse.
   */
  closing(index: number): number {
    this.#closing ??= pairsOf(this.tokens);
    return this.#closing.get(index) ?? index;
  }

  /** The index of the opening parenthesis around a token, if there is one. */
  opening(index: number): number | undefined {
    for (let at = index - 1; at >= 0; at--) {
      const token = this.tokens[at]!;
      if (token.kind === "symbol" && (token.text === "(" || token.text === "[") && this.closing(at) > index)
        return at;
    }
    return undefined;
  }

  isSymbol(index: number, text: string): boolean {
    const token = this.tokens[index];
    return token?.kind === "symbol" && token.text === text;
  }

  isWord(index: number, ...words: string[]): boolean {
    const token = this.tokens[index];
    return token?.kind === "name" && words.includes(token.text);
  }
}

/** Applies edits that do not partly overlap; an edit within another one is dropped. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const edit of outermost(edits)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/**
 * The position in `text` for a position in the edited text, both in characters from 1, as in errors. For a position in text
 * that an edit has written, the start of the replaced part.
 */
export function positionBeforeEdits(text: string, edits: readonly Edit[], position: number): number {
  const before = characters(position - 1, applyEdits(text, edits));
  let grown = 0;
  let unit = before;
  for (const {start, end, text: written} of outermost(edits)) {
    if (before < start + grown) break;
    if (before < start + grown + written.length) {
      unit = start;
      break;
    }
    grown += written.length - (end - start);
    unit = before - grown;
  }
  return [...text.slice(0, unit)].length + 1;
}

/** The number of code units of the first characters of a text. */
function characters(count: number, text: string): number {
  return [...text].slice(0, count).join("").length;
}

function outermost(edits: readonly Edit[]): Edit[] {
  let at = 0;
  return [...edits]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(edit => {
      if (edit.start < at) return false;
      at = edit.end;
      return true;
    });
}

function pairsOf(tokens: readonly Token[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, {kind, text}] of tokens.entries()) {
    if (kind !== "symbol") continue;
    if (text === "(" || text === "[") open.push(index);
    const from = text === ")" || text === "]" ? open.pop() : undefined;
    if (from === undefined) continue;
    pairs.set(from, index);
    pairs.set(index, from);
  }
  return pairs;
}

/** The code unit of each byte; empty if every character is one byte. */
function unitsOf(text: string): Uint32Array {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  if (/^[\x00-\x7f]*$/.test(text)) return new Uint32Array(0);
  const units = new Uint32Array(new TextEncoder().encode(text).length + 1);
  let byte = 0;
  let unit = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    units.fill(unit, byte, byte + bytes);
    byte += bytes;
    unit += character.length;
  }
  units[byte] = unit;
  return units;
}
