import {Type} from "@sinclair/typebox";
import {type ErrorDetail, ServiceError} from "../../core/errors.ts";
import {parserOf} from "../../core/validate.ts";
import {segmentsOf} from "../../semantic/coded-error.ts";
import {Graph} from "../../semantic/documents.ts";
import {checkGraph} from "../../semantic/layers.ts";
import {readSentFiles} from "./archive/files.ts";
import {ImportFault} from "./archive/unpacked.ts";
import {applyChanges, type LayerChange} from "./common/apply-changes.ts";
import type {PlainMap, SourceFile} from "./common/document.ts";
import type {ImportNote} from "./common/notes.ts";
import {WriteFault} from "./common/write-fault.ts";
import {diffGraphs, type GraphDiff} from "./diff-graph.ts";
import {keepRowAccess, type RowAccess} from "./keep-row-access.ts";
import type {LayerAnswer, WriteRequest} from "./layer-children.ts";
import {importAll} from "./read-layer.ts";
import {isQuestionFile} from "./read-questions.ts";
import {withChanged, writeGraph} from "./write-graph.ts";
import {type LeftOut, writeQuestions} from "./write-questions.ts";

/** Codes of notes on files that could not be read. What such a file declares would count as removed. */
const UNREAD = new Set(["file_broken", "file_too_large"]);
const MAX_SHOWN = 2000;
const MAX_ERRORS = 50;

const NO_DIFF: GraphDiff = {added: [], changed: [], removed: []};

const parseGraph = parserOf(Graph);
const Entry = Type.Unsafe<PlainMap>(Type.Object({}, {additionalProperties: true}));
const parseQuestions = parserOf(
  Type.Array(
    Type.Object({
      after: Type.Optional(Entry),
      before: Type.Optional(Entry),
      written: Type.Optional(Type.Array(Type.Union([Entry, Type.Null()]))),
    }),
  ),
);

/** The reason why nothing is written, with the parts of the request that are at fault. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly errors: ErrorDetail[] = [],
  ) {
    super(message);
  }
}

/**
 * The files of a repository that must change so that its layer has the requested changes. The changed files are read
 * again, and refused unless they declare exactly the changed layer. Call it in a child process, because the files may
 * be malicious.
 */
export async function writeLayer({
  body,
  repository,
  changes,
  questions,
  rules,
}: WriteRequest["write"]): Promise<LayerAnswer> {
  try {
    const sent = await readSentFiles(Buffer.from(body, "base64"), "application/gzip", repository.path);
    const {files} = sent;
    const entries = questions === undefined ? [] : parseQuestions(JSON.parse(questions));
    // A file of questions that could not be read would be overwritten.
    if (questions !== undefined)
      refuseFirst(sent.notes.filter(({file = ""}) => isQuestionFile({path: file})));
    const {files: questionFiles, leftOut} = writeQuestions(files, entries);
    // Files of a layer that is not changed need not be readable.
    if (changes.length === 0) {
      if (questionFiles.length === 0) refuseLeftOut(leftOut);
      return {text: JSON.stringify({files: questionFiles, diff: NO_DIFF, leftOut})};
    }
    const read = (all: readonly SourceFile[]) => importAll(all, {}, repository.format);
    const {graph, places, notes} = read(files);
    refuseUnread([...sent.notes, ...notes]);
    const current = keepRowAccess(rules, graph).graph;
    const target = withChanges(current, changes);
    const changed = writeGraph(files, {graph: current, places}, target);
    const again = read(withChanged(files, changed));
    refuseUnread(again.notes);
    refuseOther(target, keepRowAccess(rulesOf(target, rules), again.graph).graph);
    const diff = diffGraphs(current, target);
    return {text: JSON.stringify({files: [...changed, ...questionFiles], diff, leftOut})};
  } catch (fault) {
    if (fault instanceof Refusal) return {refused: fault.message, errors: fault.errors};
    if (fault instanceof WriteFault) {
      const where = fault.file === undefined ? "" : ` (${fault.file})`;
      return {refused: `${fault.message}${where}`, errors: [{path: "/changes", message: fault.message}]};
    }
    if (fault instanceof ImportFault) return {refused: fault.message, errors: []};
    throw fault;
  }
}

/** The message names only places, because everybody who sees the project reads it. The errors are for the caller alone. */
function refuseLeftOut(leftOut: readonly LeftOut[]): void {
  const [first, ...others] = leftOut;
  if (!first) return;
  const more = others.length > 0 ? ` The same holds for ${others.length} more.` : "";
  const errors = leftOut.slice(0, MAX_ERRORS).map(one => ({
    path: "/verifiedQuestions",
    message: `"${one.question}" (${placeOf(one)}) is not written: ${one.message}`,
  }));
  throw new Refusal(
    `No verified question could be written. The one at ${placeOf(first)}: ${first.message}${more}`,
    errors,
  );
}

function placeOf({file, line}: Pick<ImportNote, "file" | "line">): string {
  return `${file}${line === undefined ? "" : `:${line}`}`;
}

/** The row access and roll-ups of those models that remain after the changes. */
function rulesOf({models}: Graph, {rollups = [], ...rules}: RowAccess): RowAccess {
  const names = new Set(models.map(({name}) => name));
  const remainingRollups = rollups.filter(({model}) => names.has(model));
  return {
    ...rules,
    models: rules.models.filter(({name}) => names.has(name)),
    ...(remainingRollups.length > 0 ? {rollups: remainingRollups} : {}),
  };
}

function refuseUnread(notes: readonly ImportNote[]): void {
  refuseFirst(notes.filter(note => UNREAD.has(note.code)));
}

function refuseFirst([first]: readonly ImportNote[]): void {
  if (!first) return;
  throw new Refusal(
    `The repository has files that cannot be read, the first at ${placeOf(first)}: ${first.message}`,
  );
}

function withChanges(graph: Graph, changes: readonly LayerChange[]): Graph {
  let target = graph;
  for (const [i, change] of changes.entries()) {
    const path = `/changes/${i}`;
    try {
      target = applyChanges(target, [change], parseGraph);
    } catch (fault) {
      if (fault instanceof WriteFault) throw new Refusal(fault.message, [{path, message: fault.message}]);
      if (!(fault instanceof ServiceError)) throw fault;
      const errors = fault.details.errors ?? [];
      throw new Refusal(
        `The change ${i + 1} does not give a valid part of a layer.`,
        errors.map(({message, path: at}) => ({
          path: `${path}/value`,
          message: `${segmentsOf(at).at(-1)}: ${message}`,
        })),
      );
    }
  }
  const faults = checkGraph(target);
  if (faults.length > 0)
    throw new Refusal(
      `The layer would have faults: ${faults[0]?.message}`,
      faults.map(({message}) => ({path: "/changes", message})),
    );
  return target;
}

/** Refuses files that do not declare exactly the `target` graph. */
function refuseOther(target: Graph, read: Graph): void {
  const {added, changed, removed} = diffGraphs(target, read);
  const parts = [
    ...changed.map(name => `"${name}" would be ${jsonOf(read, name)} in place of ${jsonOf(target, name)}`),
    ...added.map(name => `"${name}" would be there too`),
    ...removed.map(name => `"${name}" would not be there`),
  ];
  const [first, ...others] = parts;
  if (first === undefined) return;
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  throw new Refusal(
    `The files cannot express exactly these changes: ${first}${more}.`,
    parts.slice(0, MAX_ERRORS).map(message => ({path: "/changes", message})),
  );
}

function jsonOf({models, joins = []}: Graph, name: string): string {
  const model = models.find(one => name === one.name || name.startsWith(`${one.name}.`));
  const field =
    model &&
    [...model.dimensions, ...(model.measures ?? [])].find(one => name === `${model.name}.${one.name}`);
  const join = joins.find(({from, to, name: role = to}) => name.startsWith(`${from} → ${role}`));
  const bare = model && {...model, dimensions: undefined, measures: undefined};
  return JSON.stringify(name.includes(" → ") ? join : (field ?? bare)).slice(0, MAX_SHOWN);
}
