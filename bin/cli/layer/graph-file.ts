import {Type} from "@sinclair/typebox";
import {isReadable, parserOf, readerOf} from "../../../shared/core/validate.ts";
import {GraphNote} from "../../../shared/core/wire/catalog.ts";
import {Applied, BareGraph, WrappedGraph} from "../../../shared/querying/layers/schemas.ts";
import type {Graph} from "../../../shared/semantic/documents.ts";
import type {Call} from "../command.ts";
import {readDocument, readText} from "../files.ts";
import type {Options} from "../flags.ts";
import {printMessages} from "../output.ts";
import {plural} from "../proposal.ts";

export const REPLACE: Options = {
  replace: {
    type: "boolean",
    help: "Replaces the whole layer: models that the file does not have are removed.",
  },
};

const parseWrapped = parserOf(WrappedGraph, "file");
const parseBare = parserOf(BareGraph, "file");
const isWrapped = isReadable(Type.Object({graph: Type.Unknown()}));
const areNotes = isReadable(Type.Array(GraphNote));
const readApplied = readerOf(Applied, "the service's answer");

export interface GivenGraph {
  graph: Graph;
  replace: boolean;
}

/** A graph with the notes of `import --out` on files that it could not read. */
type GraphOfFile = GivenGraph & {notes: readonly GraphNote[]};

/** Reads a graph from a file: the graph itself, or the output of `import --out`. `-` is standard input. */
export async function readGraphFile({flags, words: [path = "-"]}: Call): Promise<GraphOfFile> {
  const document = readDocument(await readText(path), `"${path}"`);
  const asked = flags.has("replace");
  if (isWrapped(document)) {
    const {graph, replace = false, notes} = parseWrapped(document);
    return {graph, replace: replace || asked, notes: areNotes(notes) ? notes : []};
  }
  const {replace = false, ...graph} = parseBare(document);
  return {graph, replace: replace || asked, notes: []};
}

/** Sends the graph to the service, which checks it and, unless it is a dry run, saves it. */
export async function applyGraph({service}: Call, {graph, replace}: GivenGraph, dryRun: boolean) {
  const path = `${await service.projectPath()}/introspect${dryRun ? "?dryRun=true" : ""}`;
  return service.json("POST", path, readApplied, {body: {graph, replace}, changes: !dryRun});
}

type Answer = Awaited<ReturnType<typeof applyGraph>>;

/**
 * A dry run of the graph. `broken` lists saved items that work with the current layer and would fail with the graph;
 * `brokenAlready` lists those that fail with both.
 */
export async function tryGraph(
  call: Call,
  given: GivenGraph,
): Promise<Answer & {brokenAlready: Answer["broken"]}> {
  const tried = await applyGraph(call, given, true);
  if (tried.broken.length === 0) return {...tried, brokenAlready: []};
  // An empty graph changes nothing, so the items that its dry run reports fail already.
  const now = await applyGraph(call, {graph: {models: []}, replace: false}, true);
  const ids = new Set(now.broken.map(({id}) => id));
  const [broken, brokenAlready] = [false, true].map(is => tried.broken.filter(({id}) => ids.has(id) === is));
  return {...tried, broken: broken ?? [], brokenAlready: brokenAlready ?? []};
}

export function printNotes({notes}: Pick<Answer, "notes">): void {
  for (const {model, field, message} of notes)
    printMessages(`Note: ${[model, field].filter(Boolean).join(".")}: ${message}`);
}

export function printBroken({broken}: Pick<Answer, "broken">): void {
  if (broken.length > 0) printMessages(`${plural(broken.length, "saved item")} would no longer work.`);
}
