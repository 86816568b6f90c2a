import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type Document as YamlDocument,
} from "yaml";
import type {Notes} from "./notes.ts";

export type Plain = null | boolean | number | string | Plain[] | {[key: string]: Plain};
export type PlainMap = {[key: string]: Plain};

export interface SourceFile {
  /** Relative to the project, with slashes. */
  path: string;
  text: string;
  /** Whether the file begins with a byte order mark, which `text` leaves out. */
  hasMark?: boolean;
}

/** A file's content as plain data, with the lines of its keys and items. */
export interface SourceDocument {
  file: string;
  root: Plain;
  /** The line of a key in the map, or of an item in the list; `undefined` for JSON. */
  lineOf(holder: object, key: string | number): number | undefined;
}

const MAX_YAML_BYTES = 5_000_000;
/** The most values in a file; an alias counts all values that it refers to. */
const MAX_VALUES = 2_000_000;
const MAX_LEVELS = 100;

/** The documents of a YAML or JSON file. A broken one is left out, with a note that names the line. */
export function readDocuments(file: SourceFile, notes: Notes): SourceDocument[] {
  if (/\.json$/i.test(file.path) || /^\s*[{[]/.test(file.text.slice(0, 100))) {
    const root = readJson(file);
    if (root === TOO_DEEP) {
      notes.add("file_broken", `The file nests deeper than ${MAX_LEVELS} levels.`, {file: file.path});
      return [];
    }
    if (root !== undefined) return [{file: file.path, root, lineOf: () => undefined}];
  }
  if (file.text.length > MAX_YAML_BYTES) {
    const message = `The file is larger than the ${MAX_YAML_BYTES} characters that are read of one YAML file. Split it.`;
    notes.add("file_too_large", message, {file: file.path});
    return [];
  }
  const lines = new LineCounter();
  try {
    return parseYaml(file.text, lines).flatMap(document => convert(file.path, document, lines, notes) ?? []);
  } catch (error) {
    const message =
      error instanceof DocumentTooLarge ? error.message : `The file is not YAML: ${String(error)}`;
    notes.add("file_broken", message, {file: file.path, line: 1});
    return [];
  }
}

/** The most levels of the parser's stack, which has more levels than the file: three for a list in a map. */
const MAX_STACKED = 4 * MAX_LEVELS;

/**
 * The nesting is checked while the file is read, because a million open braces would take gigabytes before a later
 * check could see their depth. Throws `DocumentTooLarge`.
 */
function parseYaml(text: string, lines: LineCounter): YamlDocument[] {
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({uniqueKeys: false, logLevel: "silent"});
  function* tokens() {
    lines.addNewLine(0);
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme);
      if (parser.stack.length > MAX_STACKED) {
        throw new DocumentTooLarge(`The file nests deeper than ${MAX_LEVELS} levels.`);
      }
    }
    yield* parser.end();
  }
  return [...composer.compose(tokens())];
}

const TOO_DEEP = Symbol("too deep");

function readJson(file: SourceFile): Plain | typeof TOO_DEEP | undefined {
  try {
    const root: Plain = JSON.parse(file.text);
    return isDeep(file.text) ? TOO_DEEP : root;
  } catch {
    // The YAML parser then reports where the file is broken.
    return undefined;
  }
}

/** Whether JSON nests too deep. The JSON must be well-formed. */
function isDeep(text: string): boolean {
  let levels = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") levels++;
    else if (char === "}" || char === "]") levels--;
    if (levels > MAX_LEVELS) return true;
  }
  return false;
}

function convert(
  file: string,
  document: YamlDocument,
  counter: LineCounter,
  notes: Notes,
): SourceDocument | undefined {
  const [error] = document.errors;
  if (error) {
    const {line, col} = counter.linePos(error.pos[0]);
    const message = `The file is not YAML: ${error.message} at line ${line}, column ${col}`;
    notes.add("file_broken", message, {file, line});
    return undefined;
  }
  const converter = new Converter(file, counter, notes);
  try {
    const root = converter.plain(document.contents, 0);
    return {file, root, lineOf: (holder, key) => converter.lines.get(holder)?.get(key)};
  } catch (fault) {
    if (!(fault instanceof DocumentTooLarge)) throw fault;
    notes.add("file_broken", fault.message, {file, line: 1});
    return undefined;
  }
}

class DocumentTooLarge extends Error {}

/**
 * The prototype of maps. It has no keys, so that a map has only its own. Converted to text, a map gives the same text
 * as an object of JSON; without this conversion, a reader that uses a map as text would throw.
 */
const NO_KEYS: object = Object.freeze(
  Object.create(null, {[Symbol.toPrimitive]: {value: () => "[object Object]"}}),
);

/** Converts nodes to plain data. Aliases share the value that they name, but are counted in full. */
class Converter {
  readonly lines = new WeakMap<object, Map<string | number, number>>();
  readonly #sizes = new Map<Node, number>();
  readonly #made = new Map<Node, Plain>();
  readonly #open = new Set<Node>();
  /** The last node so far with each anchor. The parser's own search would read the whole document for each alias. */
  readonly #anchors = new Map<string, Node>();
  #values = 0;

  constructor(
    readonly file: string,
    readonly counter: LineCounter,
    readonly notes: Notes,
  ) {}

  plain(node: unknown, depth: number): Plain {
    this.#values += 1;
    if (this.#values > MAX_VALUES)
      throw new DocumentTooLarge(`The file expands to more than ${MAX_VALUES} values.`);
    if (depth > MAX_LEVELS) throw new DocumentTooLarge(`The file nests deeper than ${MAX_LEVELS} levels.`);
    if (isAlias(node)) return this.#alias(this.#anchors.get(node.source), depth);
    this.#name(node);
    if (!isMap(node) && !isSeq(node)) return isScalar(node) ? scalar(node.value) : null;
    const before = this.#values;
    this.#open.add(node);
    const made = isMap(node) ? this.#map(node.items, depth) : this.#list(node.items, depth);
    this.#open.delete(node);
    if (node.anchor !== undefined) {
      this.#sizes.set(node, this.#values - before);
      this.#made.set(node, made);
    }
    return made;
  }

  #name(node: unknown): void {
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
      this.#anchors.set(node.anchor, node);
    }
  }

  #alias(target: Node | undefined, depth: number): Plain {
    if (target === undefined) return null;
    if (this.#open.has(target))
      throw new DocumentTooLarge("An alias in the file refers to a value that contains it.");
    const made = this.#made.get(target);
    if (made === undefined) return this.plain(target, depth);
    this.#values += this.#sizes.get(target) ?? 0;
    if (this.#values > MAX_VALUES)
      throw new DocumentTooLarge(`The file expands to more than ${MAX_VALUES} values.`);
    return made;
  }

  #list(items: readonly unknown[], depth: number): Plain[] {
    const made: Plain[] = [];
    const lines = new Map<number, number>();
    for (const item of items) {
      const line = this.#lineOf(item);
      if (line !== undefined) lines.set(made.length, line);
      made.push(this.plain(item, depth + 1));
    }
    this.lines.set(made, lines);
    return made;
  }

  #map(items: readonly {key: unknown; value: unknown}[], depth: number): PlainMap {
    const made: PlainMap = Object.create(NO_KEYS);
    const lines = new Map<string, number>();
    const merged: Plain[] = [];
    for (const pair of items) {
      this.#name(pair.key);
      const key = keyText(pair.key);
      const line = this.#lineOf(pair.key);
      const value = this.plain(pair.value, depth + 1);
      if (key === "<<") {
        merged.push(...(Array.isArray(value) ? value : [value]));
        continue;
      }
      if (key in made) {
        const message = `The key "${key}" is given twice in one map. The later one counts.`;
        this.notes.add("duplicate_key", message, {file: this.file, line});
      }
      made[key] = value;
      if (line !== undefined) lines.set(key, line);
    }
    for (const base of merged) {
      if (!isPlainMap(base)) continue;
      for (const [key, value] of Object.entries(base)) {
        if (key in made) continue;
        made[key] = value;
        const line = this.lines.get(base)?.get(key);
        if (line !== undefined) lines.set(key, line);
      }
    }
    this.lines.set(made, lines);
    return made;
  }

  #lineOf(node: unknown): number | undefined {
    const at = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
    return at === undefined ? undefined : this.counter.linePos(at).line;
  }
}

function keyText(key: unknown): string {
  if (!isScalar(key)) return String(key);
  return typeof key.source === "string" ? key.source : String(key.value);
}

function scalar(value: unknown): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return value;
  return String(value);
}

export function isPlainMap(value: Plain | undefined): value is PlainMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is null or an empty text, list or map. */
export function isEmpty(value: Plain | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
