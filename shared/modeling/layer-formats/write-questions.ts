import {isDeepStrictEqual} from "node:util";
import {stringify} from "yaml";
import {isPlainMap, type Plain, type PlainMap, type SourceFile} from "./common/document.ts";
import {WriteFault} from "./common/write-fault.ts";
import {YamlFile} from "./common/yaml/file.ts";
import {isQuestionFile, readQuestions} from "./read-questions.ts";

const LIST = "verified_questions";
const NEW_FILE = "verified-questions.yml";
const KEYS = ["question", "phrasings", "query", "note"];

/**
 * The files that must change so that the repository has these verified questions: an entry of the same question is
 * changed in place, others are added at the end, and what else is there stays byte for byte. Throws `WriteFault` where
 * the files cannot hold them.
 */
export function writeQuestions(files: readonly SourceFile[], questions: readonly PlainMap[]): SourceFile[] {
  const before = files.filter(isQuestionFile);
  const written = new Map(before.map(file => [file.path, file.text]));
  const held = entriesOf(before);
  const opened = new Map<string, YamlFile>();
  const added: PlainMap[] = [];
  for (const question of questions) {
    const entry = held.get(nameOf(question));
    if (entry === undefined) added.push(question);
    else if (KEYS.some(key => !isSame(entry.value[key], question[key]))) {
      const {path} = entry;
      const file = opened.get(path) ?? openFile(path, written.get(path) ?? "");
      opened.set(path, file);
      written.set(path, withEntry(file, question));
    }
  }
  if (added.length > 0) {
    const path = before.find(({path: one}) => !/\.json$/i.test(one))?.path ?? NEW_FILE;
    written.set(path, withAdded(path, written.get(path) ?? "", added));
  }
  const marked = new Map(before.map(file => [file.path, file]));
  const all = [...written].map(([path, text]): SourceFile => ({...marked.get(path), path, text}));
  requireExactly(before, all, questions);
  return all.filter(({path, text}) => marked.get(path)?.text !== text);
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

/** The file's text with the question in place of its entry. */
function withEntry(file: YamlFile, question: PlainMap): string {
  const list = file.value([LIST]);
  const index = Array.isArray(list) ? list.findIndex(one => nameOf(one) === nameOf(question)) : -1;
  const entry = file.map([LIST, index]);
  for (const [position, key] of KEYS.entries()) {
    const [was, next] = [entry[key], question[key]];
    if (isSame(was, next)) continue;
    const at = [LIST, index, key];
    if (next !== undefined) file.set(at, next, KEYS.slice(0, position));
    else if (was !== undefined) file.remove(at);
  }
  return file.text;
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
  questions: readonly PlainMap[],
): void {
  const expected = new Map(questions.map(question => [nameOf(question), question]));
  const others = (files: readonly SourceFile[]): Plain[] =>
    readQuestions(files)
      .entries.map(({value}) => value)
      .filter(value => !expected.has(nameOf(value)));
  const found = readQuestions(after).entries.filter(({value}) => expected.has(nameOf(value)));
  const isExact =
    found.length === questions.length &&
    found.every(({value}) => isSame(value, expected.get(nameOf(value)))) &&
    isSame(others(before), others(after));
  if (!isExact) throw new WriteFault("The files cannot say exactly these verified questions.");
}
