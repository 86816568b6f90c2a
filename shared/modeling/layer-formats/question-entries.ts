import {isDeepStrictEqual} from "node:util";
import {stringify} from "yaml";
import {isPlainMap, type Plain, type PlainMap} from "./common/document.ts";
import {WriteFault} from "./common/write-fault.ts";
import {YamlFile} from "./common/yaml/file.ts";

const LIST = "verified_questions";
const KEYS = ["question", "phrasings", "query", "note"];

/** A change of an entry in a file. `name` is the entry's question in lower case. */
export interface EntryChange {
  name: string;
  /** Absent where the entry is to be removed. */
  after: PlainMap | undefined;
}

/**
 * The text with these entries changed in place or removed. `refused` has the faults of entries that cannot be changed;
 * the text must not be used then. Throws `WriteFault` for a file in which nothing can be changed.
 */
export function writeEntries(
  path: string,
  text: string,
  changes: readonly EntryChange[],
): {text: string; refused: ReadonlyMap<string, WriteFault>} {
  const file = openFile(path, text);
  const refused = new Map<string, WriteFault>();
  const attempt = (name: string, change: () => void) => {
    try {
      if (!refused.has(name)) change();
    } catch (fault) {
      if (!(fault instanceof WriteFault)) throw fault;
      refused.set(name, fault);
    }
  };
  for (const [position, key] of KEYS.entries()) {
    // The changes keep the names, apart from the case of letters, so the positions can be looked up by name. Changes of
    // one key in several entries touch different parts of the file.
    const positions = positionsOf(file);
    file.together(() => {
      for (const {name, after} of changes) {
        if (!after) continue;
        const index = positions.get(name) ?? -1;
        const [was, next] = [file.map([LIST, index])[key], after[key]];
        if (isSame(was, next)) continue;
        attempt(name, () => {
          if (next !== undefined) file.set([LIST, index, key], next, KEYS.slice(0, position));
          else if (was !== undefined) file.remove([LIST, index, key]);
        });
      }
    });
  }
  const names = changes.filter(({after}) => !after).map(({name}) => name);
  if (names.length > 0) removeEntries(file, names, attempt);
  return {text: file.text, refused};
}

function removeEntries(
  file: YamlFile,
  names: readonly string[],
  attempt: (name: string, change: () => void) => void,
): void {
  const list = file.value([LIST]);
  const isAll = Array.isArray(list) && names.length === list.length;
  // The list itself stays, for the entries to come.
  if (isAll && !file.hasAnchor([LIST])) {
    file.set([LIST], []);
    return;
  }
  const positions = positionsOf(file);
  file.together(() => {
    for (const name of names) attempt(name, () => file.remove([LIST, positions.get(name) ?? -1]));
  });
}

/** The text with the entries at the end of its list. Throws `WriteFault` for a file that takes no entries. */
export function addEntries(path: string, text: string, added: readonly PlainMap[]): string {
  const whole = stringify({[LIST]: added}, {aliasDuplicateObjects: false});
  if (text.trim() === "") return whole;
  const file = openFile(path, text);
  if (file.value([]) === null) return `${text}${text.endsWith("\n") ? "" : "\n"}${whole}`;
  const list = file.value([LIST]);
  if (!Array.isArray(list) || list.length === 0) file.set([LIST], [...added]);
  else file.append([LIST], ...added);
  return file.text;
}

/** The names of the entries with an anchor on them or within them: other entries can be built on these. */
export function anchoredEntries(path: string, text: string): string[] {
  const file = openFile(path, text);
  return [...positionsOf(file)].flatMap(([name, index]) =>
    name !== undefined && file.hasAnchor([LIST, index]) ? [name] : [],
  );
}

function openFile(path: string, text: string): YamlFile {
  if (/\.json$/i.test(path) || /^\s*[{[]/.test(text.slice(0, 100)))
    throw new WriteFault(`"${path}" is JSON, which is not written to.`, path);
  return new YamlFile(path, text);
}

/** The first position of each question in the file. */
function positionsOf(file: YamlFile): ReadonlyMap<string | undefined, number> {
  const list = file.value([LIST]);
  const all = Array.isArray(list) ? list.map((one, index) => [nameOf(one), index] as const) : [];
  return new Map(all.toReversed());
}

/** The name of the entry's question, in lower case; `undefined` for a value that is not an entry. */
export function nameOf(value: Plain): string | undefined {
  return isPlainMap(value) && typeof value["question"] === "string"
    ? value["question"].toLowerCase()
    : undefined;
}

/** Compares contents alone, because maps of files have no prototype. */
export function isSame(one: Plain | undefined, other: Plain | undefined): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}
