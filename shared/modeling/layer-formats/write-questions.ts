import {isPlainMap, type Plain, type PlainMap, type SourceFile} from "./common/document.ts";
import {WriteFault} from "./common/write-fault.ts";
import {addEntries, anchoredEntries, isSame, nameOf, writeEntries} from "./question-entries.ts";
import {isQuestionFile, readQuestions} from "./read-questions.ts";

const NEW_FILE = "verified-questions.yml";

/** A change of a question's entry in the files: the new entry, and the entry as the service read it last. */
export interface QuestionChange {
  /** Absent if the entry is to be removed. */
  after?: PlainMap;
  /** Absent if there was no entry. */
  before?: PlainMap;
  /**
   * The entries of the question that the service has written since then; null stands for a removal. Files that have one
   * of these entries are not newer than the change.
   */
  written?: readonly (PlainMap | null)[];
}

/** A question that is not written, with its place in the files and the reason and remedy as sentences. */
export interface LeftOut {
  question: string;
  message: string;
  file: string;
  line?: number;
}

/** An entry of the files. */
interface ListedEntry {
  path: string;
  line: number | undefined;
  value: PlainMap;
}

/** A change that is still to be made. */
interface PendingChange {
  name: string;
  question: string;
  after: PlainMap | undefined;
  /** The entries that have the question, of which only the first one counts. */
  listed: readonly ListedEntry[];
}

const WRITE_OUT = "Write it out, without anchors and aliases, or change it in the repository by hand.";

/**
 * The files that must change so that the repository has these changes. An entry is changed in place or removed, a new
 * one is added at the end, and the rest stays byte for byte. An entry that was changed in the files is newer than the
 * change, and stays as it is. An entry that cannot be changed in place, or that is listed twice, is left out, and all
 * others are written. Throws `WriteFault` if the files would not have exactly these changes.
 */
export function writeQuestions(
  files: readonly SourceFile[],
  changes: readonly QuestionChange[],
): {files: SourceFile[]; leftOut: LeftOut[]} {
  const before = files.filter(isQuestionFile);
  const due = dueChanges(before, changes);
  const faults = new Map<string, string>();
  for (const {name, listed} of due) if (listed.length > 1) faults.set(name, listedTwice(listed));
  for (;;) {
    const attempt = tryWrite(
      before,
      due.filter(({name}) => !faults.has(name)),
    );
    if (attempt.faults.size === 0) {
      const leftOut = due.flatMap(({name, question, listed: [first]}): LeftOut[] => {
        const message = faults.get(name);
        if (message === undefined) return [];
        const {path: file, line} = first ?? {path: pathOfNew(before), line: undefined};
        return [{question, message, file, ...(line === undefined ? {} : {line})}];
      });
      return {files: attempt.files, leftOut};
    }
    for (const [name, message] of attempt.faults) faults.set(name, message);
  }
}

/** The changed files, or the names of the changes that cannot be made, with the reasons. */
function tryWrite(
  before: readonly SourceFile[],
  due: readonly PendingChange[],
): {files: SourceFile[]; faults: Map<string, string>} {
  const faults = new Map<string, string>();
  const refuse = (names: readonly string[], fault: unknown, remedy: string) => {
    if (!(fault instanceof WriteFault)) throw fault;
    for (const name of names) faults.set(name, `${fault.message} ${remedy}`);
  };
  const texts = new Map(before.map(({path, text}) => [path, text]));
  const inFiles = Map.groupBy(
    due.filter(({listed}) => listed.length > 0),
    ({listed}) => listed[0]?.path ?? "",
  );
  for (const [path, entries] of inFiles) {
    try {
      const {text, refused} = writeEntries(path, texts.get(path) ?? "", entries);
      texts.set(path, text);
      for (const [name, fault] of refused) refuse([name], fault, WRITE_OUT);
    } catch (fault) {
      refuse(
        entries.map(({name}) => name),
        fault,
        "Change it in the repository by hand.",
      );
    }
  }
  const added = due.filter(({listed}) => listed.length === 0);
  const path = pathOfNew(before);
  try {
    const entries = added.flatMap(({after}) => (after ? [after] : []));
    if (entries.length > 0) texts.set(path, addEntries(path, texts.get(path) ?? "", entries));
  } catch (fault) {
    refuse(
      added.map(({name}) => name),
      fault,
      "Add it in the repository by hand.",
    );
  }
  if (faults.size > 0) return {files: [], faults};
  const marked = new Map(before.map(file => [file.path, file]));
  const all = [...texts].map(([path, text]): SourceFile => ({...marked.get(path), path, text}));
  const files = all.filter(({path, text}) => marked.get(path)?.text !== text);
  return {files, faults: inexact(before, all, due)};
}

/** The file for a new question: the first file of YAML. */
function pathOfNew(before: readonly SourceFile[]): string {
  return before.find(({path}) => !/\.json$/i.test(path))?.path ?? NEW_FILE;
}

/** The changes that are still to be made in these files. */
function dueChanges(files: readonly SourceFile[], changes: readonly QuestionChange[]): PendingChange[] {
  const entries = files.flatMap(file =>
    readQuestions([file]).entries.flatMap(({value, line}): (ListedEntry & {name: string})[] => {
      const name = nameOf(value);
      return isPlainMap(value) && name !== undefined ? [{name, path: file.path, line, value}] : [];
    }),
  );
  const byName = Map.groupBy(entries, ({name}) => name);
  return changes.flatMap((change): PendingChange[] => {
    const {after, before} = change;
    const name = nameOf(after ?? before ?? null);
    if (name === undefined) return [];
    const listed = byName.get(name) ?? [];
    if (!isDue(change, listed[0]?.value)) return [];
    return [{name, question: String((after ?? before)?.["question"]), after, listed}];
  });
}

/** Whether the change is still to be made in files that have this entry, or none. */
function isDue({after, before, written = []}: QuestionChange, listed: PlainMap | undefined): boolean {
  if (!listed) return after !== undefined && (before === undefined || written.includes(null));
  const known = [...(before ? [before] : []), ...written.filter(one => one !== null)];
  if (!known.some(one => isSame(portable(listed), portable(one)))) return false;
  return after === undefined || !isSame(portable(listed), portable(after));
}

function listedTwice(listed: readonly ListedEntry[]): string {
  const places = listed.map(({path, line}) => (line === undefined ? path : `${path}:${line}`));
  return `The files list the question ${listed.length} times: ${places.slice(0, -1).join(", ")} and ${places.at(-1)}. Keep one of them.`;
}

/** The content of an entry, however it is written. */
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

/**
 * The changes that could not be written exactly, each with the reason: the changed files must have the new entries as
 * given, and all other entries as before. Throws `WriteFault` if they do not, and no change explains it.
 */
function inexact(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  due: readonly PendingChange[],
): Map<string, string> {
  const expected = new Map<string | undefined, PlainMap | undefined>(
    due.map(({name, after}) => [name, after]),
  );
  const others = (files: readonly SourceFile[]): Plain[] =>
    readQuestions(files)
      .entries.map(({value}) => value)
      .filter(value => !expected.has(nameOf(value)));
  const found = Map.groupBy(
    readQuestions(after).entries.map(({value}) => value),
    nameOf,
  );
  const wrong = due.filter(({name, after: entry}) => {
    const values = found.get(name) ?? [];
    return values.length !== (entry ? 1 : 0) || values.some(value => !isSame(value, entry));
  });
  if (wrong.length === 0 && isSame(others(before), others(after))) return new Map();
  // Entries that are built on a changed entry change with it, so this cause is looked for first.
  const texts = new Map(before.map(({path, text}) => [path, text]));
  const paths = new Set(due.flatMap(({listed: [first]}) => (first ? [first.path] : [])));
  const anchored = new Set([...paths].flatMap(path => anchoredEntries(path, texts.get(path) ?? "")));
  const shared = due.filter(({name, listed: [first]}) => first && anchored.has(name));
  const [causes, why] =
    shared.length > 0
      ? [
          shared,
          "Another entry is built on it. Write each of them out, without anchors and aliases, or change it in the repository by hand.",
        ]
      : [wrong, `The file cannot express exactly this question. ${WRITE_OUT}`];
  if (causes.length === 0) throw new WriteFault("The files cannot express exactly these verified questions.");
  return new Map(causes.map(({name}) => [name, why]));
}
