import type {Graph} from "../graph.ts";
import {buildMetrics} from "./dbt/build-metrics.ts";
import {buildModels} from "./dbt/build-models.ts";
import {DbtFiles, isDbtFile} from "./dbt/files.ts";
import {type DbtSources, isCatalog, isManifest, readManifest} from "./dbt/manifest.ts";
import {DbtProject} from "./dbt/project.ts";
import type {DbtSettings, Rendered} from "./dbt/templates.ts";
import {readDocuments, type SourceDocument, type SourceFile} from "./document.ts";
import {GraphBuilder} from "./graph-builder.ts";
import {type ImportNote, Notes} from "./notes.ts";

export interface Imported {
  graph: Graph;
  notes: ImportNote[];
}

export interface ImportOptions {
  settings?: DbtSettings;
  /** What the templates of `templatesIn` gave. */
  rendered?: Rendered;
}

/** Packages that a project has installed, and what dbt wrote of its own runs, but for its manifest. */
const INSTALLED = /(^|\/)(dbt_packages|dbt_modules|node_modules|\.git|target\/(run|compiled))\//;

/** The layer that files of other tools describe, and what of them could not be taken over. */
export function importFiles(all: readonly SourceFile[], options: ImportOptions = {}): Imported {
  const notes = new Notes();
  const builder = new GraphBuilder(notes);
  const files = all.filter(file => !INSTALLED.test(file.path));
  const documents = files.flatMap(file => (isRead(file.path) ? readDocuments(file, notes) : []));
  importDbt(documents, files, options, builder);
  const graph = builder.finish();
  return {graph, notes: notes.all()};
}

function isRead(path: string): boolean {
  return /\.(ya?ml|json)$/i.test(path);
}

function importDbt(
  documents: readonly SourceDocument[],
  files: readonly SourceFile[],
  options: ImportOptions,
  builder: GraphBuilder,
): void {
  const {models, metrics} = readDbt(documents, files, options, builder.notes);
  buildMetrics(metrics, buildModels(models, builder), builder);
}

/** A manifest has everything worked out: where there is one, the files that it was made from are not read. */
function readDbt(
  documents: readonly SourceDocument[],
  files: readonly SourceFile[],
  {settings = {}, rendered = new Map()}: ImportOptions,
  notes: Notes,
): DbtSources {
  const manifest = documents.find(isManifest);
  const own = documents.filter(isDbtFile);
  if (manifest) {
    const [first] = own;
    if (first) {
      const message = `${own.length} files of the dbt project are not read: the manifest.json beside them has all of it.`;
      notes.add("file_skipped", message, {file: first.file});
    }
    return readManifest(manifest, documents.find(isCatalog), notes);
  }
  if (own.length === 0) return {models: [], metrics: []};
  const project = new DbtProject(documents, files, settings, rendered, notes);
  return new DbtFiles(own, project, notes).read();
}
