import {ServiceError} from "../errors.ts";
import {Graph} from "../semantic/graph.ts";
import {templatesIn} from "../semantic/import/dbt/templates.ts";
import {importFiles} from "../semantic/import/import.ts";
import type {ImportNote} from "../semantic/import/notes.ts";
import {serveThread} from "../thread-pool.ts";
import {parserOf} from "../validate.ts";
import {readSentFiles} from "./import-files.ts";
import type {ImportAnswer, ImportRequest} from "./import-layer.ts";
import {ImportFault} from "./import-unpacked.ts";

/** Notes that say that a file was not read at all. */
const UNREAD = new Set(["file_broken", "file_refused", "file_too_large"]);

const parseGraph = parserOf(Graph);

function readGraph(value: unknown): Graph | undefined {
  try {
    return parseGraph(value);
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
}

async function answer(request: ImportRequest): Promise<ImportAnswer> {
  const {bytes, contentType, settings, rendered} = request;
  try {
    const sent = await readSentFiles(bytes, contentType);
    if (!rendered) {
      const task = templatesIn(sent.files, settings);
      if (task.templates.length > 0) return {render: task};
    }
    const {graph, notes} = importFiles(sent.files, {settings, readGraph, ...(rendered ? {rendered} : {})});
    const all = [...sent.notes, ...notes];
    if (graph.models.length === 0) return refusal(all, sent.files.length);
    const misfit = misfitOf(graph);
    if (misfit) return misfit;
    return {text: JSON.stringify({graph, notes: all})};
  } catch (fault) {
    if (!(fault instanceof ImportFault)) throw fault;
    return {refused: fault.message, errors: []};
  }
}

/** What a graph has bounds for that no importer looks at: far too many models, names of tables without end. */
function misfitOf(graph: Graph): ImportAnswer | undefined {
  try {
    parseGraph(graph);
    return undefined;
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const errors = (fault.details.errors ?? []).map(error => ({...error, path: `/graph${error.path}`}));
    return {refused: `The layer that was read is none that can be applied. ${fault.message}`, errors};
  }
}

/** Nothing was found: what stood in the way is said with its place. */
function refusal(notes: readonly ImportNote[], files: number): ImportAnswer {
  const unread = notes.filter(note => UNREAD.has(note.code));
  const [first] = unread.length > 0 ? unread : notes;
  const told = (unread.length > 0 ? unread : notes).slice(0, 50);
  const errors = told.map(({file = "", line, message}) => ({
    path: `/${file}`,
    message: line === undefined ? message : `Line ${line}: ${message}`,
  }));
  const where = first && `${first.file}${first.line === undefined ? "" : `:${first.line}`}`;
  const why = first ? ` ${where}: ${first.message}` : " None is of a form that is known.";
  return {refused: `No model was found in ${files} file${files === 1 ? "" : "s"}.${why}`, errors};
}

serveThread(answer);
