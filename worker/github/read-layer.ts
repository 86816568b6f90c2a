import {type Static, Type} from "@sinclair/typebox";
import {readerOf} from "../../shared/core/validate.ts";
import {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {SyncError} from "../../shared/modeling/github/sync-schemas.ts";
import type {ImportFormat} from "../../shared/modeling/layer-formats/import-files.ts";
import {type FindColumns, readWithCatalog} from "../../shared/modeling/layer-formats/read-with-catalog.ts";
import {Graph} from "../../shared/semantic/documents.ts";
import type {Worker} from "../worker.ts";

const ReadLayer = Type.Object({
  graph: Graph,
  notes: Type.Array(GraphNote),
  questions: Type.Array(
    Type.Object({value: Type.Unknown(), file: Type.String(), line: Type.Optional(Type.Integer())}),
  ),
  places: Type.Record(Type.String(), Type.Object({file: Type.String(), line: Type.Optional(Type.Integer())})),
});
export type ReadLayer = Static<typeof ReadLayer>;

const readAnswer = readerOf(ReadLayer, "the layer of a repository");

/**
 * Codes of notes on files that could not be read. A layer without the content of these files must not replace a
 * complete one.
 */
const FAULTS = new Set(["file_broken", "file_too_large"]);

/** Errors in the files of a repository. */
export class LayerFault extends Error {
  constructor(
    message: string,
    readonly errors: readonly SyncError[],
  ) {
    super(message);
  }
}

/**
 * Reads the layer from a folder of a repository's archive. A child process unpacks the archive in memory, and nothing
 * in it is run. Rejects with `LayerFault` for files that cannot be read.
 */
export async function readLayerOf(
  {layers}: Pick<Worker, "layers">,
  orgId: string,
  tarball: Uint8Array,
  {path, format}: {path: string; format: ImportFormat},
  findColumns: FindColumns,
  signal: AbortSignal,
): Promise<ReadLayer> {
  const body = Buffer.from(tarball.buffer, tarball.byteOffset, tarball.byteLength).toString("base64");
  const request = {body, contentType: "application/gzip", settings: {}, repository: {path, format}};
  const answer = await readWithCatalog(layers, orgId, request, findColumns, signal);
  if ("refused" in answer) {
    const errors = answer.errors.map(({path: at, message}) => ({message, file: under(path, at.slice(1))}));
    throw new LayerFault(answer.refused, errors);
  }
  const read = readAnswer(JSON.parse(answer.text));
  const notes = read.notes.map(note => (note.file ? {...note, file: under(path, note.file)} : note));
  const faults = notes.filter(note => FAULTS.has(note.code));
  if (faults.length > 0) {
    const errors = faults.map(({message, file = "", line}) => ({message, file, ...(line ? {line} : {})}));
    throw new LayerFault(faultSummary(errors, "of the files cannot be read"), errors);
  }
  return {...read, notes, questions: read.questions.map(one => ({...one, file: under(path, one.file)}))};
}

/** The faults that the warehouse has found, with their places in the files. */
export function placedFaults(
  faults: readonly {path: string; message: string}[],
  {places}: ReadLayer,
  folder: string,
): LayerFault {
  const errors = faults.map(({path, message}) => {
    const place = placeOf(places, path);
    return {message, ...(place ? {...place, file: under(folder, place.file)} : {})};
  });
  return new LayerFault(faultSummary(errors, "faults were found in the layer"), errors);
}

/** The place in the files of this part of the graph, or else of the nearest part around it that has a place. */
function placeOf(places: ReadLayer["places"], pointer: string) {
  for (let path = pointer; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
    const place = places[path];
    if (place) return place;
  }
  return undefined;
}

function under(folder: string, file: string): string {
  return folder === "" || file === "" ? file : `${folder}/${file}`;
}

/** The message for every reader. The warehouse's own messages may quote its rows, so only org-admins see them. */
function faultSummary(errors: readonly SyncError[], what: string): string {
  const [first] = errors;
  const where = first?.file ? `, the first in ${first.file}${first.line ? `:${first.line}` : ""}` : "";
  return `${errors.length} ${what}${where}.`;
}
