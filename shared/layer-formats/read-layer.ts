import {ServiceError} from "../errors.ts";
import type {KnownColumns} from "../semantic/import/column-types.ts";
import {type DbtSettings, templatesIn} from "../semantic/import/dbt/templates.ts";
import type {SourceFile} from "../semantic/import/document.ts";
import {type Imported, type ImportFormat, importFiles} from "../semantic/import/import.ts";
import type {ImportNote} from "../semantic/import/notes.ts";
import {Graph} from "../semantic/layer/graph.ts";
import {parserOf} from "../validate.ts";
import {readSentFiles} from "./import/files.ts";
import {renderTemplate} from "./import/jinja.ts";
import type {ImportRequest, LayerAnswer} from "./import/layer-children.ts";
import {ImportFault} from "./import/unpacked.ts";

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

/** What the importers read in files, with their templates rendered. */
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

/** Reads a layer from sent files. Call it in a child process, because the files may be malicious. */
export async function readLayer({
  body,
  contentType,
  settings,
  repository,
  columns,
}: ImportRequest["import"]): Promise<LayerAnswer> {
  try {
    const sent = await readSentFiles(Buffer.from(body, "base64"), contentType, repository?.path);
    const {graph, notes, places, untyped} = importAll(sent.files, settings, repository?.format, columns);
    const all = [...sent.notes, ...notes];
    if (graph.models.length === 0) return refusal(all, sent.files.length);
    const misfit = misfitOf(graph);
    if (misfit) return misfit;
    const found = repository ? {places: Object.fromEntries(places)} : {};
    const text = JSON.stringify({graph, notes: all, ...found});
    return {text, ...(columns === undefined && untyped.length > 0 ? {untyped} : {})};
  } catch (fault) {
    if (!(fault instanceof ImportFault)) throw fault;
    return {refused: fault.message, errors: []};
  }
}

/** The refusal of a graph that exceeds limits which the importers do not check: too many models, or too long names. */
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
  const shown = (unread.length > 0 ? unread : notes).slice(0, 50);
  const errors = shown.map(({file = "", line, message}) => ({
    path: `/${file}`,
    message: line === undefined ? message : `Line ${line}: ${message}`,
  }));
  const where = first && `${first.file}${first.line === undefined ? "" : `:${first.line}`}`;
  const why = first ? ` ${where}: ${first.message}` : " None has a known format.";
  return {refused: `No model was found in ${files} file${files === 1 ? "" : "s"}.${why}`, errors};
}
