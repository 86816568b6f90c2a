import type {Graph} from "../graph.ts";
import {buildMetrics} from "./dbt/build-metrics.ts";
import {buildModels} from "./dbt/build-models.ts";
import {isCatalog, isManifest, readManifest} from "./dbt/manifest.ts";
import {readDocuments, type SourceDocument, type SourceFile} from "./document.ts";
import {GraphBuilder} from "./graph-builder.ts";
import {type ImportNote, Notes} from "./notes.ts";

export interface Imported {
  graph: Graph;
  notes: ImportNote[];
}

/** The layer that files of other tools describe, and what of them could not be taken over. */
export function importFiles(files: readonly SourceFile[]): Imported {
  const notes = new Notes();
  const builder = new GraphBuilder(notes);
  const documents = files.flatMap(file => (isRead(file.path) ? readDocuments(file, notes) : []));
  importDbt(documents, builder);
  const graph = builder.finish();
  return {graph, notes: notes.all()};
}

function isRead(path: string): boolean {
  return /\.(ya?ml|json)$/i.test(path);
}

function importDbt(documents: readonly SourceDocument[], builder: GraphBuilder): void {
  const manifest = documents.find(isManifest);
  if (!manifest) return;
  const {models, metrics} = readManifest(manifest, documents.find(isCatalog), builder.notes);
  buildMetrics(metrics, buildModels(models, builder), builder);
}
