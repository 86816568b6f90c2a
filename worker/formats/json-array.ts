import {writeArray} from "../../shared/core/wire/array-text.ts";
import type {ItemType} from "../../shared/semantic/documents.ts";
import {isNonFinite} from "../warehouses/encode-rows.ts";
import {numericText} from "./numeric-text.ts";

/** A value of a JSON text. */
interface Item {
  kind: "text" | "word" | "array" | "object";
  /** The JSON of the value. */
  source: string;
  /** The value of a text, or the word itself; otherwise empty. */
  text: string;
  /** The items of an array; otherwise none. */
  items: Item[];
}

const TOKEN = /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|([[\]{},:])|([^\s"[\]{},:]+))\s*/sy;

/** Deeper documents are taken for texts: the calls of the reader would fill the stack. */
const MAX_DEPTH = 500;
/** The most dimensions of an array of Postgres. */
const MAX_DIMENSIONS = 6;

/**
 * The function that writes a JSON array as an array of Postgres in text form, or null for the JSON `null`.
 *
 * - An array of arrays of one length has several dimensions, as in Postgres. Any other array or object in an array of
 *   texts becomes its JSON, as in `jsonb_array_elements_text`.
 * - An element that is not a number becomes null in an array of numbers, and so does one that is not a boolean in an
 *   array of booleans.
 * - A value that is not an array becomes the only element of one.
 */
export function arrayText(items: ItemType): (json: string) => string | null {
  const write = ELEMENTS[items];
  return json => {
    const plain = plainElements(json, items);
    if (plain !== undefined) return arrayOf([plain.length], plain);
    const root = parse(json);
    if (root.kind === "word" && root.source === "null") return null;
    const {sizes, leaves} = rectangle(root.kind === "array" ? root.items : [root]);
    return arrayOf(sizes, leaves.map(write));
  };
}

function arrayOf(sizes: number[], elements: (string | null)[]): string {
  return elements.length === 0 ? "{}" : writeArray({sizes, lowerBounds: sizes.map(() => 1), elements});
}

/**
 * The elements of a JSON array of only texts or only booleans, with or without nulls, or of only plain numbers;
 * `undefined` for any other array. Numbers are not parsed as JSON, because the runtime's parser would not keep all of
 * their digits.
 */
function plainElements(json: string, items: ItemType): (string | null)[] | undefined {
  if (items === "number") return PLAIN_NUMBERS.test(json) ? json.slice(1, -1).split(/, ?/) : undefined;
  let values: unknown;
  try {
    values = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!Array.isArray(values)) return undefined;
  const elements: (string | null)[] = [];
  for (const value of values) {
    if (value !== null && typeof value !== items) return undefined;
    elements.push(value === null ? null : value === true ? "t" : value === false ? "f" : String(value));
  }
  return elements;
}

const PLAIN_NUMBERS = /^\[(?:-?[1-9]\d*(?:\.\d+)?(?:, ?(?!\])|(?=\])))+\]$/;

/** The elements of an array, level by level as long as all of them are arrays of one length. */
function rectangle(items: Item[]): {sizes: number[]; leaves: Item[]} {
  const sizes = [items.length];
  let leaves = items;
  while (sizes.length < MAX_DIMENSIONS) {
    const size = leaves[0]?.items.length ?? 0;
    if (size === 0 || !leaves.every(({kind, items: own}) => kind === "array" && own.length === size)) break;
    sizes.push(size);
    leaves = leaves.flatMap(({items: own}) => own);
  }
  return {sizes, leaves};
}

const ELEMENTS: Record<ItemType, (item: Item) => string | null> = {
  string: ({kind, text, source}) => (kind === "text" ? text : source === "null" ? null : source),
  number: ({kind, text}) => (kind === "text" || kind === "word" ? numberOf(text) : null),
  boolean: ({kind, text}) => (kind === "text" || kind === "word" ? (BOOLEANS[text] ?? null) : null),
};

const BOOLEANS: Readonly<Record<string, string>> = {true: "t", "1": "t", false: "f", "0": "f"};

/** Some engines write large numbers, NaN and infinities as texts. */
function numberOf(text: string): string | null {
  if (isNonFinite(text)) return numericText(text);
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text)) return null;
  // A `numeric` has no negative zero.
  return numericText(/^-[0.]+(?:[eE].*)?$/.test(text) ? text.slice(1) : text);
}

/** Reads a JSON text. A text that is no JSON is a text. */
function parse(json: string): Item {
  const reader = new Reader(json);
  const root = reader.value();
  return root !== undefined && reader.at === json.length
    ? root
    : {kind: "text", source: json, text: json, items: []};
}

class Reader {
  at = 0;
  #depth = 0;

  constructor(readonly json: string) {}

  /** The value at this position; `undefined` if there is none. */
  value(): Item | undefined {
    const start = this.at;
    const token = this.#next();
    if (token === undefined) return undefined;
    const [, quoted, symbol, word] = token;
    const sourceOf = () => this.json.slice(start, this.at).trim();
    if (quoted !== undefined) {
      const text = unquoted(quoted);
      return text === undefined ? undefined : {kind: "text", source: quoted, text, items: []};
    }
    if (word !== undefined) return {kind: "word", source: word, text: word, items: []};
    if ((symbol !== "[" && symbol !== "{") || this.#depth === MAX_DEPTH) return undefined;
    this.#depth++;
    const items =
      symbol === "[" ? this.#items("]", () => this.value()) : this.#items("}", () => this.#member());
    this.#depth--;
    if (items === undefined) return undefined;
    return {
      kind: symbol === "[" ? "array" : "object",
      source: sourceOf(),
      text: "",
      items: symbol === "[" ? items : [],
    };
  }

  #member(): Item | undefined {
    const name = this.value();
    return name?.kind === "text" && this.#next()?.[2] === ":" ? this.value() : undefined;
  }

  /** The values up to the closing bracket, which is read too. */
  #items(end: "]" | "}", read: () => Item | undefined): Item[] | undefined {
    const items: Item[] = [];
    if (this.#skips(end)) return items;
    for (;;) {
      const item = read();
      if (item === undefined) return undefined;
      items.push(item);
      if (this.#skips(end)) return items;
      if (!this.#skips(",")) return undefined;
    }
  }

  #skips(symbol: string): boolean {
    const before = this.at;
    if (this.#next()?.[2] === symbol) return true;
    this.at = before;
    return false;
  }

  #next(): RegExpExecArray | undefined {
    TOKEN.lastIndex = this.at;
    const token = TOKEN.exec(this.json);
    if (token !== null) this.at = TOKEN.lastIndex;
    return token ?? undefined;
  }
}

function unquoted(quoted: string): string | undefined {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    const value: unknown = JSON.parse(quoted);
    return String(value);
  } catch {
    return undefined;
  }
}
