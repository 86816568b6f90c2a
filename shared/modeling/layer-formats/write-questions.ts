import {isDeepStrictEqual} from "node:util";
import {stringify} from "yaml";
import {isPlainMap, type Plain, type PlainMap, type SourceFile} from "./common/document.ts";
import {WriteFault} from "./common/write-fault.ts";
import {YamlFile} from "./common/yaml/file.ts";
import {isQuestionFile, readQuestions} from "./read-questions.ts";

const LIST = "verified_questions";
const NEW_FILE = "verified-questions.yml";
const KEYS = ["question", "phrasings", "query", "note"];

/** What the files are to say of a question, and what they said of it when the service read them last. */
export interface QuestionChange {
  /** Absent where there is to be none. */
  after?: PlainMap;
  /** Absent where there was none. */
  before?: PlainMap;
  /** What the service has written of it since, the removal as null: not newer than the change either. */
  written?: readonly (PlainMap | null)[];
}

/** An entry of a file that is changed. */
interface Edited {
  name: string | undefined;
  after: PlainMap;
}

/**
 * The files that must change so that the repository has these changes: an entry is changed in place or removed, a new one
 * is added at the end, and what else is there stays byte for byte. An entry that says something else than it did is newer
 * than the change, and stays as it is. Throws `WriteFault` where the files cannot hold the changes.
 */
export function writeQuestions(
  files: readonly SourceFile[],
  changes: readonly QuestionChange[],
): SourceFile[] {
  const before = files.filter(isQuestionFile);
  const written = new Map(before.map(file => [file.path, file.text]));
  const held = entriesOf(before);
  const edited = new Map<string, Edited[]>();
  const removed = new Map<string, Set<string | undefined>>();
  const added: PlainMap[] = [];
  const expected = new Map<string | undefined, PlainMap | undefined>();
  for (const change of changes) {
    const {after} = change;
    const name = nameOf(after ?? change.before ?? null);
    const entry = held.get(name);
    if (!isDue(change, entry?.value)) continue;
    expected.set(name, after);
    if (!entry) added.push(...(after ? [after] : []));
    else if (after) edited.set(entry.path, [...(edited.get(entry.path) ?? []), {name, after}]);
    else removed.set(entry.path, (removed.get(entry.path) ?? new Set()).add(name));
  }
  for (const path of new Set([...edited.keys(), ...removed.keys()])) {
    const file = openFile(path, written.get(path) ?? "");
    editEntries(file, edited.get(path) ?? []);
    removeEntries(file, removed.get(path) ?? new Set());
    written.set(path, file.text);
  }
  if (added.length > 0) {
    const path = before.find(({path: one}) => !/\.json$/i.test(one))?.path ?? NEW_FILE;
    written.set(path, withAdded(path, written.get(path) ?? "", added));
  }
  const marked = new Map(before.map(file => [file.path, file]));
  const all = [...written].map(([path, text]): SourceFile => ({...marked.get(path), path, text}));
  requireExactly(before, all, expected);
  return all.filter(({path, text}) => marked.get(path)?.text !== text);
}

/** Whether the change is still to be made in files that have this entry, or none. */
function isDue({after, before, written = []}: QuestionChange, held: PlainMap | undefined): boolean {
  if (!held) return after !== undefined && (before === undefined || written.includes(null));
  const known = [...(before ? [before] : []), ...written.filter(one => one !== null)];
  if (!known.some(one => isSame(portable(held), portable(one)))) return false;
  return after === undefined || !isSame(portable(held), portable(after));
}

/** What an entry says, however it is written. */
function portable({question, phrasings, query, note}: PlainMap): PlainMap {
  const {projectId: _, ...asked} = isPlainMap(query) ? query : {};
  const hasPhrasings = Array.isArray(phrasings) && phrasings.length > 0;
  return {
    question: question ?? null,
    query: asked,
    phrasings: hasPhrasings ? phrasings : [],
    note: note ?? null,
  };
}

/** Compares what they hold: maps of files have no prototype. */
function isSame(one: Plain | undefined, other: Plain | undefined): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}

const nameOf = (value: Plain) =>
  isPlainMap(value) && typeof value["question"] === "string" ? value["question"].toLowerCase() : undefined;

/** The entries of the files by the name of their question: of two with one name, the first. */
function entriesOf(
  files: readonly SourceFile[],
): ReadonlyMap<string | undefined, {path: string; value: PlainMap}> {
  const entries = files.flatMap(file =>
    readQuestions([file]).entries.flatMap(({value}) =>
      isPlainMap(value) && nameOf(value) !== undefined ? [{path: file.path, value}] : [],
    ),
  );
  return new Map(entries.toReversed().map(entry => [nameOf(entry.value), entry]));
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

/** Changes one key of all entries after the other, because the changes of several entries touch different parts. */
function editEntries(file: YamlFile, entries: readonly Edited[]): void {
  for (const [position, key] of KEYS.entries()) {
    // The names are the same throughout, apart from the case of their letters.
    const positions = positionsOf(file);
    file.together(() => {
      for (const {name, after} of entries) {
        const index = positions.get(name) ?? -1;
        const [was, next] = [file.map([LIST, index])[key], after[key]];
        if (isSame(was, next)) continue;
        if (next !== undefined) file.set([LIST, index, key], next, KEYS.slice(0, position));
        else if (was !== undefined) file.remove([LIST, index, key]);
      }
    });
  }
}

function removeEntries(file: YamlFile, names: ReadonlySet<string | undefined>): void {
  const positions = positionsOf(file);
  // The list itself stays, for the entries to come.
  if (names.size > 0 && names.size === positions.size) file.set([LIST], []);
  else
    file.together(() => {
      for (const name of names) file.remove([LIST, positions.get(name) ?? -1]);
    });
}

/** The file's text with the questions at its end. */
function withAdded(path: string, text: string, added: readonly PlainMap[]): string {
  const whole = stringify({[LIST]: added}, {aliasDuplicateObjects: false});
  if (text.trim() === "") return whole;
  const file = openFile(path, text);
  if (file.value([]) === null) return `${text}${text.endsWith("\n") ? "" : "\n"}${whole}`;
  const list = file.value([LIST]);
  if (!Array.isArray(list) || list.length === 0) file.set([LIST], [...added]);
  else file.append([LIST], ...added);
  return file.text;
}

/** Refuses files that do not say these questions, and of all others what they said before. */
function requireExactly(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  expected: ReadonlyMap<string | undefined, PlainMap | undefined>,
): void {
  const others = (files: readonly SourceFile[]): Plain[] =>
    readQuestions(files)
      .entries.map(({value}) => value)
      .filter(value => !expected.has(nameOf(value)));
  const found = readQuestions(after).entries.filter(({value}) => expected.has(nameOf(value)));
  const isExact =
    found.length === [...expected.values()].filter(Boolean).length &&
    found.every(({value}) => isSame(value, expected.get(nameOf(value)))) &&
    isSame(others(before), others(after));
  if (!isExact) throw new WriteFault("The files cannot say exactly these verified questions.");
}
