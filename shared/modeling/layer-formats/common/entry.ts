import {isEmpty, isPlainMap, type Plain, type PlainMap, type SourceDocument} from "./document.ts";
import type {Notes, Place} from "./notes.ts";

export interface About {
  model?: string;
  field?: string;
}

/**
 * One map of a document, read key by key. The entry remembers which keys were read, so that `rest` can note all others
 * and nothing is dropped silently.
 */
export class Entry {
  readonly #taken = new Set<string>();

  constructor(
    readonly document: SourceDocument,
    readonly notes: Notes,
    readonly value: PlainMap,
    /** The kind of thing that the map describes: `measure`, `join`. */
    readonly kind: string,
    readonly line: number | undefined,
    public about: About = {},
  ) {}

  get place(): Place {
    return {file: this.document.file, line: this.line};
  }

  at(key: string): Place {
    return {file: this.document.file, line: this.document.lineOf(this.value, key) ?? this.line};
  }

  has(key: string): boolean {
    return !isEmpty(this.value[key]);
  }

  /** The value without validation. */
  plain(key: string): Plain | undefined {
    this.#taken.add(key);
    return this.value[key];
  }

  /** The value as text; numbers and booleans are converted, and other values are noted. */
  text(key: string): string | undefined {
    const value = this.plain(key);
    if (isEmpty(value)) return undefined;
    if (typeof value === "string") return value;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    this.note("not_understood", `"${key}" of the ${this.kind} should be text.`, key);
    return undefined;
  }

  flag(key: string): boolean | undefined {
    const value = this.plain(key);
    if (isEmpty(value)) return undefined;
    const lowerCased = String(value).toLowerCase();
    if (["true", "yes", "on"].includes(lowerCased)) return true;
    if (["false", "no", "off"].includes(lowerCased)) return false;
    this.note("not_understood", `"${key}" of the ${this.kind} should be true or false.`, key);
    return undefined;
  }

  number(key: string): number | undefined {
    const value = this.plain(key);
    if (isEmpty(value)) return undefined;
    const number = Number(value);
    if (Number.isFinite(number)) return number;
    this.note("not_understood", `"${key}" of the ${this.kind} should be a number.`, key);
    return undefined;
  }

  /** A list of texts, or one text. */
  texts(key: string): string[] {
    const value = this.plain(key);
    if (isEmpty(value)) return [];
    const items = Array.isArray(value) ? value : [value ?? null];
    return items.flatMap(item => {
      if (typeof item === "string") return [item];
      if (typeof item === "number" || typeof item === "boolean") return [String(item)];
      this.note("not_understood", `"${key}" of the ${this.kind} should be a list of texts.`, key);
      return [];
    });
  }

  /** The map under the key. */
  entry(key: string, kind: string = key): Entry | undefined {
    const value = this.plain(key);
    if (isEmpty(value)) return undefined;
    if (isPlainMap(value)) return this.#child(value, kind, this.at(key).line);
    this.note("not_understood", `"${key}" of the ${this.kind} should hold keys.`, key);
    return undefined;
  }

  /** The maps of the list under the key. */
  entries(key: string, kind: string): Entry[] {
    const value = this.plain(key);
    if (isEmpty(value)) return [];
    if (!Array.isArray(value)) {
      this.note("not_understood", `"${key}" of the ${this.kind} should be a list.`, key);
      return [];
    }
    return value.flatMap((item, i) => {
      const line = this.document.lineOf(value, i) ?? this.at(key).line;
      if (isPlainMap(item)) return [this.#child(item, kind, line)];
      const message = `An item of "${key}" of the ${this.kind} should hold keys.`;
      this.notes.add("not_understood", message, {file: this.document.file, line}, this.about);
      return [];
    });
  }

  /** The maps inside the map under the key, by name; an empty value is an empty map. */
  members(key: string, kind: string): [name: string, member: Entry][] {
    const holder = this.entry(key);
    if (!holder) return [];
    return Object.entries(holder.value).flatMap(([name, value]): [string, Entry][] => {
      const line = holder.at(name).line;
      if (isPlainMap(value)) return [[name, this.#child(value, kind, line)]];
      if (isEmpty(value)) return [[name, this.#child({}, kind, line)]];
      this.notes.add(
        "not_understood",
        `The ${kind} "${name}" should hold keys.`,
        holder.at(name),
        this.about,
      );
      return [];
    });
  }

  /** Notes keys whose meaning a layer cannot express, each with its place. */
  unsupported(why: string, ...keys: string[]): void {
    for (const key of keys) {
      if (this.has(key) && this.value[key] !== false) {
        this.note("not_supported", `"${key}" of the ${this.kind} is left out: ${why}.`, key);
      }
      this.#taken.add(key);
    }
  }

  /** Notes keys that are irrelevant to a layer, once for the whole import. */
  unused(why: string, ...keys: string[]): void {
    for (const key of keys) {
      if (this.has(key)) this.notes.unused(this.kind, key, this.at(key), why);
      this.#taken.add(key);
    }
  }

  /** Ignores keys of the file's own bookkeeping, which add no information. */
  skip(...keys: string[]): void {
    for (const key of keys) this.#taken.add(key);
  }

  /** Notes every key that was not read. */
  rest(): void {
    for (const key of Object.keys(this.value)) {
      if (this.#taken.has(key) || isEmpty(this.value[key])) continue;
      this.note("not_understood", `"${key}" of the ${this.kind} is not understood, and left out.`, key);
    }
  }

  note(code: string, message: string, key?: string): void {
    this.notes.add(code, message, key === undefined ? this.place : this.at(key), this.about);
  }

  #child(value: PlainMap, kind: string, line: number | undefined): Entry {
    return new Entry(this.document, this.notes, value, kind, line, this.about);
  }
}

/** The root of a document, if it is a map. */
export function rootEntry(document: SourceDocument, notes: Notes): Entry | undefined {
  return isPlainMap(document.root) ? new Entry(document, notes, document.root, "file", 1) : undefined;
}
