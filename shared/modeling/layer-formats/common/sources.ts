import {isDeepStrictEqual} from "node:util";
import {changedKeys, type Keys} from "./apply-changes.ts";
import {isPlainMap, type SourceFile} from "./document.ts";
import {graphParts} from "./graph-parts.ts";
import type {Imported} from "./imported.ts";
import type {Place} from "./notes.ts";
import {WriteFault} from "./write-fault.ts";
import {type Path, YamlFile} from "./yaml/file.ts";

/** A part of a file. */
export interface Site {
  file: YamlFile;
  path: Path;
}

/** Keys of texts, in the order in which they are written below the name. */
const TEXTS = ["name", "label", "title", "display_name"];
const BELOW: Readonly<Record<string, readonly string[]>> = {
  label: ["name"],
  title: ["name"],
  description: TEXTS,
};

/** The files of a layer, with the place where each part of its graph is declared. */
export class Sources {
  readonly #files = new Map<string, SourceFile>();
  readonly #open = new Map<string, YamlFile>();
  readonly #unchanged = new Map<string, YamlFile>();
  readonly #made = new Map<string, string>();
  readonly #places = new Map<object, Place>();

  constructor(files: readonly SourceFile[], {graph, places}: Pick<Imported, "graph" | "places">) {
    for (const file of files) this.#files.set(file.path, file);
    const parts = graphParts(graph);
    for (const [pointer, place] of places) {
      const part = parts.get(pointer);
      if (part?.kind === "join") this.#places.set(part.join, place);
      if (part?.kind === "model") this.#places.set(part.model, place);
      if (part?.kind === "field") this.#places.set(part.field, place);
    }
  }

  placeOf(thing: object): Place | undefined {
    return this.#places.get(thing);
  }

  file(path: string): YamlFile {
    const open = this.#open.get(path);
    if (open) return open;
    const source = this.#files.get(path);
    if (!source) throw new WriteFault(`There is no file "${path}".`);
    if (/\.json$/i.test(path) || /^\s*[{[]/.test(source.text.slice(0, 100))) {
      throw new WriteFault(`"${path}" is JSON, which is not written to.`, path);
    }
    const file = new YamlFile(path, source.text);
    this.#open.set(path, file);
    return file;
  }

  /** The original file, without later changes: the lines of places refer to it. */
  unchanged(path: string): YamlFile {
    const known = this.#unchanged.get(path);
    if (known) return known;
    const file = new YamlFile(path, this.#files.get(path)?.text ?? "");
    this.#unchanged.set(path, file);
    return file;
  }

  /** The item of a list that a part was read from, found again by its content. */
  itemOf(thing: object, {path: name}: YamlFile, list: Path): Path | undefined {
    const place = this.placeOf(thing);
    if (place?.file !== name) return undefined;
    const file = this.unchanged(name);
    const before = file.value(list);
    const declared = (Array.isArray(before) ? before : []).find(
      (_, i) => file.line([...list, i]) === place.line,
    );
    const now = this.file(name).value(list);
    const found = (Array.isArray(now) ? now : []).findIndex(
      one => declared !== undefined && isDeepStrictEqual(one, declared),
    );
    return found < 0 ? undefined : [...list, found];
  }

  /** The YAML files that contain the word. */
  withWord(word: string): YamlFile[] {
    return [...this.#files.values()].flatMap(({path, text}) =>
      /\.ya?ml$/i.test(path) && text.includes(word) && !/^\s*[{[]/.test(text.slice(0, 100))
        ? this.#readable(path)
        : [],
    );
  }

  #readable(path: string): YamlFile[] {
    try {
      return [this.file(path)];
    } catch (error) {
      // A file that is not changed need not be readable.
      if (error instanceof WriteFault) return [];
      throw error;
    }
  }

  create(path: string, text: string): void {
    if (this.#files.has(path)) throw new WriteFault(`There is a file "${path}" already.`, path);
    this.#files.set(path, {path, text});
    this.#made.set(path, text);
  }

  /** All files with their changes. */
  all(): SourceFile[] {
    return [...this.#files.values()].map(file => ({
      ...file,
      text: this.#open.get(file.path)?.text ?? file.text,
    }));
  }

  /** The files that were changed or created. */
  changed(): SourceFile[] {
    return this.all().filter(({path, text}) => this.#made.has(path) || text !== this.#files.get(path)?.text);
  }
}

/**
 * The item of a list with that name; of several, the one on the line that the part was read from. `undefined` if there
 * is none.
 */
export function findItem(
  file: YamlFile,
  list: Path,
  name: string,
  place?: Place,
  key = "name",
): Site | undefined {
  const found = file.find(list, name, key).map(i => ({file, path: [...list, i]}));
  const [only, ...others] = found;
  if (others.length === 0) return only;
  const own = found.find(({path}) => place?.file === file.path && file.line(path) === place.line);
  if (own) return own;
  throw new WriteFault(`"${name}" is declared several times in "${file.path}".`, file.path);
}

/** Sets the keys of a map that differ before and after. */
export function patch({file, path}: Site, before: Keys, after: Keys): void {
  for (const [key, value] of changedKeys(before, after)) {
    const steps = key.split(".");
    const at = [...path, ...steps];
    if (value !== undefined) file.set(at, value, BELOW[steps.at(-1) ?? ""]);
    else if (file.value(at) !== undefined) file.remove(at);
  }
}

/** Refuses a change that the format cannot express. */
export function requireSupportedKeys(
  what: string,
  before: object | undefined,
  after: object,
  words: readonly string[],
): void {
  const [keysBefore, keysAfter] = [flat(before ?? {}), flat(after)];
  for (const [key] of changedKeys(keysBefore, keysAfter)) {
    // Row access is stored by the service, not in the files. A model's time follows from its fields; the changed files
    // are read again, which checks that it still does.
    if (key === "name" || key === "rowAccess" || key === "time" || words.includes(key)) continue;
    throw new WriteFault(`There is no place for "${key}" in ${what}.`);
  }
}

function flat(thing: object): Keys {
  const keys: Record<string, Keys[string]> = {};
  for (const [key, value] of Object.entries(thing)) keys[key] = value;
  return keys;
}

/** The keys of a field's source. A change of the source needs both. */
export const SOURCE = ["column", "sql"];
export const TEXT = ["label", "description", "hint", "synonyms"];

export function isListed(value: unknown): boolean {
  return Array.isArray(value) && value.some(one => isPlainMap(one));
}
