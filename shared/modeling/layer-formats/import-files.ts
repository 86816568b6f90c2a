import {DECLARES, INSTALLED} from "./archive/files.ts";
import {columnTypesOf, type KnownColumns} from "./common/column-types.ts";
import {
  isPlainMap,
  type Plain,
  readDocuments,
  type SourceDocument,
  type SourceFile,
} from "./common/document.ts";
import {Entry} from "./common/entry.ts";
import {GraphBuilder} from "./common/graph-builder.ts";
import type {Imported} from "./common/imported.ts";
import {Notes} from "./common/notes.ts";
import {typeOfWarehouse} from "./common/sql.ts";
import {importCubes, isCubeFile} from "./cube/read/cube.ts";
import {buildCalendar} from "./dbt/read/build-calendar.ts";
import {buildMetrics} from "./dbt/read/build-metrics.ts";
import {buildModels} from "./dbt/read/build-models.ts";
import {DbtFiles, isDbtFile, isSemantic} from "./dbt/read/files.ts";
import {
  catalogTypes,
  type DbtSources,
  isCatalog,
  isManifest,
  mapOf,
  readManifest,
  tableOfNode,
} from "./dbt/read/manifest.ts";
import {withRendered} from "./dbt/read/rendered-expressions.ts";
import {noteSavedQueries} from "./dbt/read/saved-queries.ts";
import type {DbtModel} from "./dbt/read/source.ts";
import {DbtProject} from "./dbt/read/tables-of-models.ts";
import type {DbtSettings, Rendered} from "./dbt/read/templates.ts";
import {buildLightdash} from "./lightdash/read/lightdash.ts";
import type {LightdashNode} from "./lightdash/read/node.ts";
import type {GraphReader} from "./ossie/read/extension.ts";
import {importOssie, isOssieFile} from "./ossie/read/read.ts";
import {importSnowflake, isSnowflakeFile} from "./snowflake/read/snowflake.ts";

/** The format of a folder's files; `auto` reads every format that is found. Lightdash's models are dbt's. */
export type ImportFormat = "auto" | "dbt" | "lightdash" | "cube" | "ossie" | "snowflake";

export interface ImportOptions {
  settings?: DbtSettings;
  /** The results of the templates that `templatesIn` found. */
  rendered?: Rendered;
  /** Parses the content of our own extension. Without `readGraph`, extensions are not read. */
  readGraph?: GraphReader;
  /** The format to read; files of other formats are ignored. Default `auto`. */
  format?: ImportFormat;
  /** The types of columns for which the files give none. */
  columns?: KnownColumns;
}

/** Reads the layer from files of other tools, with notes on what could not be converted. */
export function importFiles(all: readonly SourceFile[], options: ImportOptions = {}): Imported {
  const notes = new Notes();
  const builder = new GraphBuilder(notes);
  const files = all.filter(file => !INSTALLED.test(file.path));
  const documents = files.flatMap(file => (DECLARES.test(file.path) ? readDocuments(file, notes) : []));
  const {format = "auto", readGraph = () => undefined} = options;
  const reads = (...formats: ImportFormat[]) => format === "auto" || formats.includes(format);
  // Files of Ossie and Snowflake have a list `metrics`, as files of dbt do.
  const ossie = documents.filter(isOssieFile);
  const snowflake = documents.filter(one => !isOssieFile(one) && isSnowflakeFile(one));
  const others = documents.filter(one => !ossie.includes(one) && !snowflake.includes(one));
  if (reads("dbt", "lightdash")) importDbt(others, files, options, builder);
  if (reads("cube")) importCubes(others.filter(isCubeFile), builder, notes);
  if (reads("ossie")) importOssie(ossie, builder, notes, readGraph);
  if (reads("snowflake")) importSnowflake(snowflake, builder, notes);
  const {graph, places} = builder.finish();
  return {graph, notes: notes.all(), places, untyped: builder.untyped};
}

function importDbt(
  documents: readonly SourceDocument[],
  files: readonly SourceFile[],
  options: ImportOptions,
  builder: GraphBuilder,
): void {
  const {models, metrics, savedQueries, nodes} = readDbt(documents, files, options, builder.notes);
  const {columns} = options;
  if (columns?.unread !== undefined && models[0]) {
    const message = `The types of columns that the files do not give are unknown: the catalogue could not be read, because ${columns.unread}.`;
    builder.notes.add("catalog_unread", message, models[0].place);
  }
  const built = buildModels(
    columns ? models.map(model => withTypes(model, columns)) : models,
    metrics,
    builder,
  );
  const measureOf = buildMetrics(metrics, built, builder);
  noteSavedQueries(savedQueries, built, measureOf, builder);
  buildCalendar(nodes, builder);
  const taken = buildLightdash(nodes, builder, columns);
  const plain = nodes.filter(node => !builder.get(node.name) && !node.isSemantic);
  const [first] = plain;
  if (first && taken + models.length > 0) {
    const message = `dbt models without settings for a layer are left out of it: ${plain.length} of them, this one first.`;
    builder.notes.add("file_skipped", message, first.entry.place);
  }
}

/** Adds the warehouse's column types to a model; types in the files take precedence. */
function withTypes(model: DbtModel, columns: KnownColumns): DbtModel {
  const {table, types} = model;
  if (!table || "sql" in table) return model;
  return {...model, types: new Map([...columnTypesOf(table, columns), ...types])};
}

type Node = LightdashNode & {isSemantic: boolean};

/** Columns are a list in a file and a map in a manifest. */
function columnsOf(entry: Entry): [string, Entry][] {
  if (!Array.isArray(entry.value["columns"])) return entry.members("columns", "column");
  return entry.entries("columns", "column").flatMap((column): [string, Entry][] => {
    const name = column.text("name");
    return name === undefined ? [] : [[name, column]];
  });
}

function manifestNodes(manifest: SourceDocument, catalog: SourceDocument | undefined, notes: Notes): Node[] {
  const root = mapOf(manifest.root);
  const types = catalogTypes(catalog);
  const semantic = new Set(Object.values(mapOf(root["semantic_models"])).flatMap(one => dependencies(one)));
  return Object.values(mapOf(root["nodes"])).flatMap(value => {
    if (!isPlainMap(value) || !["model", "seed", "snapshot"].includes(String(value["resource_type"])))
      return [];
    const written = value["original_file_path"];
    const file = typeof written === "string" ? written : manifest.file;
    const entry = new Entry({...manifest, file}, notes, value, "model", undefined);
    const id = String(value["unique_id"]);
    const known = new Map(types.get(id));
    for (const [name, column] of Object.entries(mapOf(value["columns"]))) {
      const type = isPlainMap(column) ? typeOfWarehouse(String(column["data_type"] ?? "")) : undefined;
      if (type) known.set(name.toLowerCase(), type);
    }
    const table = () => tableOfNode(value);
    return [
      {
        name: String(value["name"]),
        entry,
        columns: columnsOf(entry),
        types: known,
        table,
        isSemantic: semantic.has(id),
      },
    ];
  });
}

function dependencies(model: Plain): string[] {
  const on = isPlainMap(model) ? mapOf(model["depends_on"])["nodes"] : undefined;
  return Array.isArray(on) ? on.map(String) : [];
}

/** Reads dbt's files. A manifest is complete: if there is one, the files that it was made from are not read. */
function readDbt(
  documents: readonly SourceDocument[],
  files: readonly SourceFile[],
  {settings = {}, rendered = new Map()}: ImportOptions,
  notes: Notes,
): DbtSources & {nodes: Node[]} {
  const manifest = documents.find(isManifest);
  const own = documents.filter(isDbtFile);
  if (manifest) {
    const [first] = own;
    if (first) {
      const message = `${own.length} files of the dbt project are not read: the manifest.json beside them has all of it.`;
      notes.add("file_skipped", message, {file: first.file});
    }
    const catalog = documents.find(isCatalog);
    return {...readManifest(manifest, catalog, notes), nodes: manifestNodes(manifest, catalog, notes)};
  }
  if (own.length === 0) return {models: [], metrics: [], savedQueries: [], nodes: []};
  const project = new DbtProject(documents, files, settings, rendered, notes);
  const read = new DbtFiles(
    own.map(one => withRendered(one, rendered, notes)),
    project,
    notes,
  );
  const nodes = [...read.nodes.values()].map(
    (node): Node => ({
      name: node.name,
      entry: node.entry,
      types: node.types,
      columns: columnsOf(node.entry),
      table: () => read.relation(node.name, node.place).table,
      isSemantic: isSemantic(node.entry),
    }),
  );
  return {...read.read(), nodes};
}
