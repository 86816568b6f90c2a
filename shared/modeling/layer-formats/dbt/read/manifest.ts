import type {DimensionType, TableSource} from "../../../../semantic/documents.ts";
import {isPlainMap, type PlainMap, type SourceDocument} from "../../common/document.ts";
import {Entry} from "../../common/entry.ts";
import type {Notes} from "../../common/notes.ts";
import {tableOf, typeOfWarehouse} from "../../common/sql.ts";
import {readMetric} from "./read-metric.ts";
import {type Relation, readSemanticModel} from "./read-semantic-model.ts";
import {type DbtSavedQuery, readSavedQuery} from "./saved-queries.ts";
import type {DbtMetric, DbtModel} from "./source.ts";

export interface DbtSources {
  models: DbtModel[];
  metrics: DbtMetric[];
  savedQueries: DbtSavedQuery[];
}

/** Reads `manifest.json`, in which all templates are already rendered. */
export function readManifest(
  document: SourceDocument,
  catalog: SourceDocument | undefined,
  notes: Notes,
): DbtSources {
  const root = isPlainMap(document.root) ? document.root : {};
  const nodes = mapOf(root["nodes"]);
  const columns = catalogTypes(catalog);
  const models: DbtModel[] = [];
  for (const entry of thingsOf(document, root, "semantic_models", "semantic model", notes)) {
    const model = readSemanticModel(entry, one => relationOf(one, nodes, columns));
    if (model) models.push(model);
  }
  const metrics = thingsOf(document, root, "metrics", "metric", notes).flatMap(
    entry => readMetric(entry) ?? [],
  );
  const savedQueries = thingsOf(document, root, "saved_queries", "saved query", notes).flatMap(
    entry => readSavedQuery(entry) ?? [],
  );
  return {models, metrics, savedQueries};
}

/** Whether the document is a manifest, by its content. */
export function isManifest({root}: SourceDocument): boolean {
  return isPlainMap(root) && isPlainMap(root["nodes"]) && isPlainMap(root["metadata"]) && !isCatalog({root});
}

/** Whether the document is `catalog.json`, which comes with a manifest and has the types of columns. */
export function isCatalog({root}: {root: SourceDocument["root"]}): boolean {
  if (!isPlainMap(root) || !isPlainMap(root["nodes"]) || !isPlainMap(root["metadata"])) return false;
  const version = root["metadata"]["dbt_schema_version"];
  return typeof version === "string" && version.includes("/catalog/");
}

function thingsOf(
  document: SourceDocument,
  root: PlainMap,
  key: string,
  kind: string,
  notes: Notes,
): Entry[] {
  return Object.values(mapOf(root[key])).flatMap(value => {
    if (!isPlainMap(value)) return [];
    // A manifest is a single line, so notes refer to the file that it was made from.
    const written = value["original_file_path"];
    const file = typeof written === "string" && written !== "" ? written : document.file;
    return [new Entry({...document, file}, notes, value, kind, undefined)];
  });
}

function relationOf(
  entry: Entry,
  nodes: PlainMap,
  catalog: ReadonlyMap<string, ReadonlyMap<string, DimensionType>>,
): Relation {
  const relation = entry.entry("node_relation");
  const schema = relation?.text("schema_name");
  const database = relation?.text("database");
  const alias = relation?.text("alias");
  const quoted = relation?.text("relation_name");
  relation?.skip("metadata");
  relation?.rest();
  entry.skip("model");
  const node = nodeOf(entry, nodes);
  const table = alias === undefined ? tableOfNode(node, quoted) : tableFrom(database, schema, alias);
  const types = new Map<string, DimensionType>(catalog.get(String(node?.["unique_id"] ?? "")));
  for (const [name, column] of Object.entries(mapOf(node?.["columns"]))) {
    const declaredType = isPlainMap(column) ? column["data_type"] : undefined;
    const type = typeof declaredType === "string" ? typeOfWarehouse(declaredType) : undefined;
    if (type) types.set(name.toLowerCase(), type);
  }
  return {table, types};
}

function tableFrom(catalog: string | undefined, schema: string | undefined, name: string): TableSource {
  return {...(catalog ? {catalog} : {}), ...(schema ? {schema} : {}), name};
}

/** The node of the model that the semantic model depends on. */
function nodeOf(entry: Entry, nodes: PlainMap): PlainMap | undefined {
  const on = entry.value["depends_on"];
  const ids = isPlainMap(on) && Array.isArray(on["nodes"]) ? on["nodes"] : [];
  for (const id of ids) {
    const node = nodes[String(id)];
    if (isPlainMap(node)) return node;
  }
  return undefined;
}

/** The table of a node in the manifest. */
export function tableOfNode(node: PlainMap | undefined, quoted?: string): TableSource | undefined {
  const relation = quoted ?? node?.["relation_name"];
  if (typeof relation === "string") return tableOf(relation);
  const alias = node?.["alias"] ?? node?.["name"];
  if (typeof alias !== "string") return undefined;
  const {database, schema} = node ?? {};
  return tableFrom(
    typeof database === "string" ? database : undefined,
    typeof schema === "string" ? schema : undefined,
    alias,
  );
}

/** Node → column in lower case → type. */
export function catalogTypes(
  catalog: SourceDocument | undefined,
): ReadonlyMap<string, ReadonlyMap<string, DimensionType>> {
  const types = new Map<string, Map<string, DimensionType>>();
  if (!catalog || !isPlainMap(catalog.root)) return types;
  for (const [id, node] of Object.entries(mapOf(catalog.root["nodes"]))) {
    const columns = isPlainMap(node) ? mapOf(node["columns"]) : {};
    const known = new Map<string, DimensionType>();
    for (const [name, column] of Object.entries(columns)) {
      const declaredType = isPlainMap(column) ? column["type"] : undefined;
      const type = typeof declaredType === "string" ? typeOfWarehouse(declaredType) : undefined;
      if (type) known.set(name.toLowerCase(), type);
    }
    types.set(id, known);
  }
  return types;
}

export function mapOf(value: unknown): PlainMap {
  return isMapLike(value) ? value : {};
}

function isMapLike(value: unknown): value is PlainMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
