import type {ItemType} from "../../semantic/documents.ts";

/** An array of any number of dimensions, with its elements one after the other. */
export interface ArrayValue {
  sizes: number[];
  lowerBounds: number[];
  elements: (string | null)[];
}

/** The text is not an array. */
export class UnreadableArray extends Error {
  override readonly name = "UnreadableArray";
}

/**
 * Reads the text of an array (https://www.postgresql.org/docs/18/arrays.html#ARRAYS-IO): `{1,NULL,"a b"}`,
 * `{{1,2},{3,4}}`, `[0:1]={1,2}`. Throws `UnreadableArray` for other texts.
 */
export function readArray(text: string): ArrayValue {
  const equals = text.startsWith("[") ? text.indexOf("=") : -1;
  const bounds = equals < 0 ? [] : [...text.slice(0, equals).matchAll(/\[(-?\d+):(-?\d+)\]/g)];
  const value: ArrayValue = {sizes: [], lowerBounds: [], elements: []};
  const end = readLevel(text, equals + 1, 0, value);
  if (end !== text.length) throw new UnreadableArray();
  if (value.elements.length === 0) return {sizes: [], lowerBounds: [], elements: []};
  value.lowerBounds = value.sizes.map((_, i) => Number(bounds[i]?.[1] ?? 1));
  return value;
}

/** Reads the braces that open at `start`, and returns the position after them. */
function readLevel(text: string, start: number, depth: number, value: ArrayValue): number {
  if (text[start] !== "{") throw new UnreadableArray();
  let at = start + 1;
  let size = 0;
  while (text[at] !== "}") {
    if (at >= text.length) throw new UnreadableArray();
    if (text[at] === "{") at = readLevel(text, at, depth + 1, value);
    else if (text[at] === '"') at = readQuoted(text, at, value);
    else at = readPlain(text, at, value);
    size++;
    if (text[at] === ",") at++;
  }
  value.sizes[depth] = size;
  return at + 1;
}

function readQuoted(text: string, start: number, value: ArrayValue): number {
  let end = start + 1;
  while (text[end] !== '"') {
    if (end >= text.length) throw new UnreadableArray();
    end += text[end] === "\\" ? 2 : 1;
  }
  const inside = text.slice(start + 1, end);
  value.elements.push(inside.includes("\\") ? inside.replaceAll(/\\([\s\S])/g, "$1") : inside);
  return end + 1;
}

function readPlain(text: string, start: number, value: ArrayValue): number {
  let end = start;
  while (end < text.length && text[end] !== "," && text[end] !== "}") end++;
  const plain = text.slice(start, end);
  value.elements.push(plain === "NULL" ? null : plain);
  return end;
}

/** Writes an array as Postgres does, in text form. */
export function writeArray({sizes, lowerBounds, elements}: ArrayValue): string {
  if (sizes.length === 0) return "{}";
  const bounds = lowerBounds.some(bound => bound !== 1)
    ? `${sizes.map((size, i) => `[${lowerBounds[i]}:${(lowerBounds[i] ?? 1) + size - 1}]`).join("")}=`
    : "";
  let next = 0;
  const level = (depth: number): string => {
    const parts = Array.from({length: sizes[depth] ?? 0}, () =>
      depth + 1 < sizes.length ? level(depth + 1) : elementText(elements[next++] ?? null),
    );
    return `{${parts.join(",")}}`;
  };
  return bounds + level(0);
}

/** Texts that Postgres puts in quotes: `array_out` in `arrayfuncs.c`. */
const NEEDS_QUOTES = /^$|^null$|["\\{},\t\n\v\f\r ]/i;

function elementText(element: string | null): string {
  if (element === null) return "NULL";
  return NEEDS_QUOTES.test(element) ? `"${element.replaceAll(/["\\]/g, "\\$&")}"` : element;
}

/** An array in text form as JSON, whose items are of that type: arrays of several dimensions are arrays of arrays. */
export function jsonOfArray(text: string, items: ItemType): string {
  const {sizes, elements} = readArray(text);
  let next = 0;
  const level = (depth: number): string => {
    const parts = Array.from({length: sizes[depth] ?? 0}, () =>
      depth + 1 < sizes.length ? level(depth + 1) : jsonOfElement(elements[next++] ?? null, items),
    );
    return `[${parts.join(",")}]`;
  };
  return level(0);
}

function jsonOfElement(element: string | null, items: ItemType): string {
  if (element === null) return "null";
  if (items === "boolean") return element === "t" ? "true" : "false";
  // JSON has no NaN and no infinities.
  return items === "number" && /\d$/.test(element) ? element : JSON.stringify(element);
}
