import type {Model} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import {isPlainMap, type PlainMap, type SourceDocument} from "../../common/document.ts";
import {type Entry, rootEntry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import type {Notes} from "../../common/notes.ts";
import {expressionOf, readSource} from "./expression.ts";
import {
  type GraphReader,
  readDimensionOf,
  readExtension,
  readJoinOf,
  readModelOf,
  takeExtension,
} from "./extension.ts";
import {FieldLinks} from "./link-fields.ts";
import {addMetrics} from "./metrics.ts";
import {readField, type Siblings} from "./read-field.ts";
import {textsOf} from "./texts.ts";

/** Whether a document is an Ossie document. */
export function isOssieFile({root}: SourceDocument): boolean {
  if (!isPlainMap(root)) return false;
  if (isBare(root)) return true;
  if (!Array.isArray(root["semantic_model"])) return false;
  return root["semantic_model"].some(one => isPlainMap(one) && Array.isArray(one["datasets"]));
}

/** Whether a document is a single semantic model outside of a list, with or without a version. */
function isBare({datasets, version, semantic_model}: PlainMap): boolean {
  if (!Array.isArray(datasets) || semantic_model !== undefined) return false;
  return version !== undefined || datasets.some(one => isPlainMap(one) && one["source"] !== undefined);
}

/** Converts datasets, relationships and metrics to models, joins and measures. */
export function importOssie(
  documents: readonly SourceDocument[],
  builder: GraphBuilder,
  notes: Notes,
  read: GraphReader,
): void {
  for (const document of documents) {
    const root = rootEntry(document, notes);
    if (root !== undefined && isBare(root.value)) {
      root.skip("version", "dialects", "vendors");
      new OssieReader(root, builder, read).read();
      continue;
    }
    for (const entry of root?.entries("semantic_model", "semantic model") ?? []) {
      new OssieReader(entry, builder, read).read();
    }
    root?.skip("version", "dialects", "vendors");
    root?.rest();
  }
}

class OssieReader {
  readonly #models = new Map<string, BuiltModel>();

  constructor(
    readonly entry: Entry,
    readonly builder: GraphBuilder,
    readonly graphOf: GraphReader,
  ) {}

  read(): void {
    const {entry} = this;
    const datasets = entry.entries("datasets", "dataset");
    const names = new Map(datasets.map(dataset => [dataset.text("name") ?? "", dataset]));
    for (const dataset of datasets) this.#dataset(dataset, names);
    for (const relationship of entry.entries("relationships", "relationship"))
      this.#relationship(relationship);
    addMetrics(entry.entries("metrics", "metric"), this.#models, this.builder, this.graphOf);
    entry.unused("a layer has no name and no text of its own", "description", "ai_context");
    entry.unused("a query names the model whose rows it aggregates", "natural_grain");
    const {calendar, rollups} = this.graphOf({...readExtension(entry)?.thing, models: [], joins: []}) ?? {};
    if (calendar) this.builder.calendar = calendar;
    for (const rollup of rollups ?? []) this.builder.addRollup(rollup, entry.place);
    entry.skip("name");
    entry.rest();
  }

  #dataset(entry: Entry, datasets: ReadonlyMap<string, unknown>): void {
    const name = entry.text("name") ?? "";
    entry.about = {model: name};
    const own = readExtension(entry);
    const model =
      takeExtension(entry, own, datasetIdentity(entry), thing => readModelOf(thing, this.graphOf)) ??
      readDataset(entry, name);
    entry.skip("source", "primary_key");
    entry.unused("a model has one key, which identifies its rows: name another as primaryKey", "unique_keys");
    entry.unsupported(
      'its rows are all rows of the source: make the source a statement, "select … where …"',
      "filter",
    );
    const built =
      model && this.builder.addModel({...model, name, dimensions: [], ...textsOf(entry)}, entry.place);
    if (built) this.#models.set(name, built);
    const fields = entry.entries("fields", "field").map(field => ({field, expression: expressionOf(field)}));
    const expressions = new Map<string, string>();
    for (const {field, expression} of fields) {
      const called = field.text("name");
      if (called !== undefined && expression !== undefined) expressions.set(called, expression);
    }
    const siblings = {expressions, links: new FieldLinks(), datasets};
    for (const {field, expression} of fields) {
      if (built) this.#field(field, expression, siblings, built);
    }
    entry.rest();
  }

  #field(entry: Entry, expression: string | undefined, siblings: Siblings, model: BuiltModel): void {
    const name = entry.text("name") ?? "";
    entry.about = {model: model.name, field: name};
    const own = readExtension(entry);
    const dimension =
      takeExtension(entry, own, expression, thing => readDimensionOf(thing, this.graphOf)) ??
      readField(entry, name, expression, siblings, model.name);
    entry.skip("expression", "datatype", "dimension");
    entry.unused("a query decides the role of a field", "role");
    if (dimension) {
      const texts = textsOf(entry);
      const label = entry.text("label");
      this.builder.addDimension(
        model,
        {...dimension, name, ...texts, ...(label ? {label} : {})},
        entry.place,
      );
    }
    entry.rest();
  }

  #relationship(entry: Entry): void {
    const name = entry.text("name") ?? "";
    const from = entry.text("from") ?? "";
    const to = entry.text("to") ?? "";
    const near = entry.texts("from_columns");
    const far = entry.texts("to_columns");
    entry.about = {model: from};
    const own = readExtension(entry);
    const join = takeExtension(entry, own, JSON.stringify([from, to, near, far]), thing =>
      readJoinOf(thing, this.graphOf),
    );
    const timed = ["asof", "range"].find(key => entry.has(key));
    entry.skip("asof", "range");
    if (join) this.builder.addJoin(join, entry.place);
    else if (timed !== undefined) {
      entry.note(
        "join_skipped",
        `The relationship "${name}" is left out: "${timed}" is not known. Give a join "validity", which says from when to when the rows of the one side are valid.`,
      );
    } else if (entry.has("condition")) {
      entry.skip("condition");
      entry.note(
        "join_skipped",
        `The relationship "${name}" is left out: joins compare columns for equality. Compute what is compared in a statement that is the source of a dataset, or filter by the rest in a query.`,
      );
    } else if (near.length === 0 || near.length !== far.length) {
      entry.note("join_skipped", `The relationship "${name}" is left out: it pairs no columns one by one.`);
    } else {
      const on = near.map((column, i) => ({from: column, to: far[i] ?? ""}));
      const declaredRole = entry.text("role");
      const role = declaredRole !== undefined ? {name: declaredRole} : from === to ? {name} : {};
      this.builder.addJoin({...role, from, to, relationship: "many_to_one", on}, entry.place, {name});
    }
    entry.unused("a join has no text of its own", "ai_context", "description");
    entry.unused(
      "rows without a partner are kept, whether there are any or not",
      "referential_integrity",
      "from_all_rows_match",
      "to_all_rows_match",
    );
    entry.rest();
  }
}

function readDataset(entry: Entry, name: string): Model | undefined {
  const table = readSource(entry);
  if (!table) {
    entry.note(
      "model_dropped",
      `The dataset "${name}" is left out: its source is neither a table nor a query.`,
      "source",
    );
    return undefined;
  }
  const key = entry.texts("primary_key");
  return {name, table, ...(key.length > 0 ? {primaryKey: key} : {}), dimensions: []};
}

/** The Ossie text that was written beside the extension of a dataset. */
function datasetIdentity(entry: Entry): string {
  return JSON.stringify([entry.plain("source") ?? null, entry.plain("primary_key") ?? null]);
}
