import type {DimensionType} from "../../../../semantic/documents.ts";
import {isEmpty, isPlainMap, type PlainMap, type SourceDocument} from "../../common/document.ts";
import {type Entry, rootEntry} from "../../common/entry.ts";
import type {Notes, Place} from "../../common/notes.ts";
import {typeOfWarehouse} from "../../common/sql.ts";
import type {DbtSources} from "./manifest.ts";
import {readModelLevel} from "./model-level.ts";
import type {DbtNode} from "./node.ts";
import {readMetric} from "./read-metric.ts";
import {type Relation, readSemanticModel} from "./read-semantic-model.ts";
import {readSavedQuery} from "./saved-queries.ts";
import type {DbtProject} from "./tables-of-models.ts";

const SETTINGS = new Set([
  "dbt_project.yml",
  "packages.yml",
  "dependencies.yml",
  "profiles.yml",
  "selectors.yml",
]);
const NODES = ["models", "seeds", "snapshots"] as const;
const NOT_RELEVANT = "it does not concern a layer";
const OTHERS = [
  "version",
  "sources",
  "exposures",
  "macros",
  "analyses",
  "unit_tests",
  "data_tests",
  "groups",
];

/** Whether a document is YAML of a dbt project. */
export function isDbtFile({file, root}: SourceDocument): boolean {
  if (!isPlainMap(root) || SETTINGS.has(file.replace(/^.*\//, ""))) return false;
  return [...NODES, "semantic_models", "metrics", "saved_queries", "sources"].some(key =>
    Array.isArray(root[key]),
  );
}

/** The semantic models and metrics of a dbt project's own files, in either form. */
export class DbtFiles {
  readonly nodes = new Map<string, DbtNode>();
  readonly #roots: Entry[];

  constructor(
    documents: readonly SourceDocument[],
    readonly project: DbtProject,
    notes: Notes,
  ) {
    this.#roots = documents.flatMap(document => rootEntry(document, notes) ?? []);
    for (const root of this.#roots) {
      for (const entry of NODES.flatMap(kind => root.entries(kind, kind.slice(0, -1)))) this.#addNode(entry);
    }
  }

  read(): DbtSources {
    const sources: DbtSources = {models: [], metrics: [], savedQueries: []};
    for (const root of this.#roots) {
      for (const entry of root.entries("semantic_models", "semantic model")) {
        const model = readSemanticModel(entry, one => this.#relationOf(one));
        if (model) sources.models.push(model);
      }
      for (const entry of root.entries("metrics", "metric")) {
        const metric = readMetric(entry);
        if (metric) sources.metrics.push(metric);
      }
      for (const entry of root.entries("saved_queries", "saved query")) {
        sources.savedQueries.push(...[readSavedQuery(entry) ?? []].flat());
      }
      root.unused(NOT_RELEVANT, ...OTHERS.filter(key => key !== "version"));
      root.skip("version", "anchors");
      if (root.has("semantic_models") || root.has("metrics") || root.has("models")) root.rest();
    }
    for (const node of this.nodes.values()) {
      if (!isSemantic(node.entry)) continue;
      const found = readModelLevel(node, this.relation(node.name, node.place));
      sources.models.push(...found.models);
      sources.metrics.push(...found.metrics);
    }
    return sources;
  }

  /** The table of a dbt model with what is known about its columns. Adds a note if there is no table. */
  relation(name: string, place: Place, version?: string): Relation {
    const node = this.nodes.get(name);
    const {versions, latest_version} = node?.entry.value ?? {};
    const all = Array.isArray(versions) ? versions.filter(isPlainMap) : [];
    const requestedVersion =
      version ?? (all.length > 0 ? String(latest_version ?? latestOf(all)) : undefined);
    const one = all.find(({v}) => String(v) === requestedVersion);
    const called = requestedVersion === undefined ? name : `${name}_v${requestedVersion}`;
    const file = typeof one?.["defined_in"] === "string" ? one["defined_in"] : called;
    const own = isPlainMap(one?.["config"]) ? one["config"] : {};
    const yaml = node && {config: {...node.config, ...own}, place: node.place};
    const table = this.project.tableOf(called, file, yaml, place);
    const types = node?.types ?? new Map();
    if (!("missing" in table)) return {table, types};
    this.project.notes.add("unknown_relation", `There is no table: ${table.missing}.`, place, {model: name});
    return {table: undefined, types};
  }

  #addNode(entry: Entry): void {
    const name = entry.text("name");
    if (name === undefined) return;
    const first = this.nodes.get(name);
    if (first) {
      const message = `"${name}" is described twice. The first is in ${first.place.file}, and counts.`;
      entry.about = {model: name};
      entry.note("duplicate_name", message);
      return;
    }
    const columns = entry.value["columns"];
    const types = new Map<string, DimensionType>();
    for (const column of Array.isArray(columns) ? columns : []) {
      if (!isPlainMap(column)) continue;
      const type = typeof column["data_type"] === "string" ? typeOfWarehouse(column["data_type"]) : undefined;
      if (type) types.set(String(column["name"]).toLowerCase(), type);
    }
    const config: PlainMap = isPlainMap(entry.value["config"]) ? entry.value["config"] : {};
    this.nodes.set(name, {name, entry, config, types, place: entry.place});
  }

  #relationOf(entry: Entry): Relation | undefined {
    const declaredModel = entry.text("model");
    const [, first, second, version] =
      /^\s*(?:\{\{)?\s*ref\(\s*['"]([^'"]+)['"]\s*(?:,\s*['"]([^'"]+)['"]\s*)?(?:,\s*(?:v|version)\s*=\s*['"]?([\w.]+)['"]?\s*)?\)\s*(?:\}\})?\s*$/.exec(
        declaredModel ?? "",
      ) ?? [];
    if (first === undefined) {
      entry.note("unknown_relation", `"model" of the semantic model is not a ref('…').`, "model");
      return undefined;
    }
    return this.relation(second ?? first, entry.at("model"), version);
  }
}

/** Whether a dbt model declares itself a semantic model. */
export function isSemantic(entry: Entry): boolean {
  const {semantic_model: declaredModel} = entry.value;
  if (isPlainMap(declaredModel)) return declaredModel["enabled"] !== false;
  return declaredModel === true || (declaredModel === undefined && !isEmpty(entry.value["metrics"]));
}

function latestOf(versions: readonly PlainMap[]): string {
  const known = versions.map(({v}) => String(v));
  const numbers = known.map(Number).filter(Number.isFinite);
  return numbers.length === known.length ? String(Math.max(...numbers)) : (known.sort().at(-1) ?? "");
}
