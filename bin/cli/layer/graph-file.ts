import {Type} from "@sinclair/typebox";
import {Applied, BareGraph, WrappedGraph} from "../../../shared/layers/schemas.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import {isReadable, parserOf, readerOf} from "../../../shared/validate.ts";
import {GraphNote} from "../../../shared/wire/catalog.ts";
import type {Call} from "../command.ts";
import {readDocument, readText} from "../files.ts";
import type {Options} from "../flags.ts";
import {remark} from "../output.ts";
import {plural} from "../proposal.ts";

export const REPLACE: Options = {
  replace: {type: "boolean", help: "Nothing of the layer is kept but what the file holds."},
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

/** With what `import --out` has written of files that it could not read. */
type GraphOfFile = GivenGraph & {notes: readonly GraphNote[]};

/** The graph of a file, as `import --out` writes it or bare; `-` is standard input. */
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

/** Has the service check the graph, and save it unless it is a dry run. */
export async function applyGraph({service}: Call, {graph, replace}: GivenGraph, dryRun: boolean) {
  const path = `${await service.projectPath()}/introspect${dryRun ? "?dryRun=true" : ""}`;
  return service.json("POST", path, readApplied, {body: {graph, replace}, changes: !dryRun});
}

type Answer = Awaited<ReturnType<typeof applyGraph>>;

/**
 * A dry run of the graph. `broken` has what works with the layer as it stands, and would not with the graph;
 * `brokenAlready` what works with neither.
 */
export async function tryGraph(
  call: Call,
  given: GivenGraph,
): Promise<Answer & {brokenAlready: Answer["broken"]}> {
  const tried = await applyGraph(call, given, true);
  if (tried.broken.length === 0) return {...tried, brokenAlready: []};
  // A graph of nothing changes nothing: what it would break is broken.
  const now = await applyGraph(call, {graph: {models: []}, replace: false}, true);
  const ids = new Set(now.broken.map(({id}) => id));
  const [broken, brokenAlready] = [false, true].map(is => tried.broken.filter(({id}) => ids.has(id) === is));
  return {...tried, broken: broken ?? [], brokenAlready: brokenAlready ?? []};
}

export function tellNotes({notes}: Pick<Answer, "notes">): void {
  for (const {model, field, message} of notes)
    remark(`Note: ${[model, field].filter(Boolean).join(".")}: ${message}`);
}

export function tellBroken({broken}: Pick<Answer, "broken">): void {
  if (broken.length > 0) remark(`${plural(broken.length, "saved item")} would no longer work.`);
}
