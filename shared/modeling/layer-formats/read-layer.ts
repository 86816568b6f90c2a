import {ServiceError} from "../../core/errors.ts";
import {parserOf} from "../../core/validate.ts";
import {Graph} from "../../semantic/documents.ts";
import {readSentFiles} from "./archive/files.ts";
import {ImportFault} from "./archive/unpacked.ts";
import type {KnownColumns} from "./common/column-types.ts";
import type {SourceFile} from "./common/document.ts";
import type {Imported} from "./common/imported.ts";
import type {ImportNote} from "./common/notes.ts";
import {renderTemplate} from "./dbt/jinja.ts";
import {type DbtSettings, templatesIn} from "./dbt/read/templates.ts";
import {type ImportFormat, importFiles} from "./import-files.ts";
import type {ImportRequest, LayerAnswer} from "./layer-children.ts";
import {isQuestionFile, readQuestions} from "./read-questions.ts";

/** Codes of notes on files that were not read at all. */
export const UNREAD = new Set(["file_broken", "file_refused", "file_too_large"]);

const parseGraph = parserOf(Graph);

function readGraph(value: unknown): Graph | undefined {
  try {
    return parseGraph(value);
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
}

/** Imports files, with their templates rendered. */
export function importAll(
  files: readonly SourceFile[],
  settings: DbtSettings,
  format: ImportFormat = "auto",
  columns?: KnownColumns,
): Imported {
  const task = templatesIn(files, settings);
  const rendered = new Map(task.templates.map(template => [template, renderTemplate(template, task)]));
  return importFiles(files, {settings, readGraph, rendered, format, ...(columns ? {columns} : {})});
}

/** Reads a layer from uploaded files. Call it in a child process, because the files may be malicious. */
export async function readLayer({
  body,
  contentType,
  settings,
  repository,
  columns,
}: ImportRequest["import"]): Promise<LayerAnswer> {
  try {
    const sent = await readSentFiles(Buffer.from(body, "base64"), contentType, repository?.path);
    const [questionFiles, files] = [
      sent.files.filter(isQuestionFile),
      sent.files.filter(one => !isQuestionFile(one)),
    ];
    const {graph, notes, places, untyped} = importAll(files, settings, repository?.format, columns);
    const questions = readQuestions(repository ? questionFiles : []);
    const all = [...sent.notes, ...notes, ...questions.notes];
    if (graph.models.length === 0) return refusal(all, sent.files.length);
    const misfit = misfitOf(graph);
    if (misfit) return misfit;
    const found = repository ? {places: Object.fromEntries(places), questions: questions.entries} : {};
    const text = JSON.stringify({graph, notes: all, ...found});
    return {text, ...(columns === undefined && untyped.length > 0 ? {untyped} : {})};
  } catch (fault) {
    if (!(fault instanceof ImportFault)) throw fault;
    return {refused: fault.message, errors: []};
  }
}

/** The refusal of a graph beyond limits that the importers do not check: too many models, or too long names. */
function misfitOf(graph: Graph): LayerAnswer | undefined {
  try {
    parseGraph(graph);
    return undefined;
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const errors = (fault.details.errors ?? []).map(error => ({...error, path: `/graph${error.path}`}));
    return {refused: `The layer that was read cannot be applied. ${fault.message}`, errors};
  }
}

/** The refusal when no model was found. It names the files and lines that could not be read. */
function refusal(notes: readonly ImportNote[], files: number): LayerAnswer {
  const unread = notes.filter(note => UNREAD.has(note.code));
  const [first] = unread.length > 0 ? unread : notes;
  const reportedNotes = (unread.length > 0 ? unread : notes).slice(0, 50);
  const errors = reportedNotes.map(({file = "", line, message}) => ({
    path: `/${file}`,
    message: line === undefined ? message : `Line ${line}: ${message}`,
  }));
  const where = first && `${first.file}${first.line === undefined ? "" : `:${first.line}`}`;
  const why = first ? ` ${where}: ${first.message}` : " None has a known format.";
  return {refused: `No model was found in ${files} file${files === 1 ? "" : "s"}.${why}`, errors};
}
