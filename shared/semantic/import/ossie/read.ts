import type {Dimension, DimensionType, Measure, Model, TableSource} from "../../graph.ts";
import {tokenize} from "../../tokens.ts";
import {type Aggregate, aggregated, splitAggregates} from "../aggregates.ts";
import {isPlainMap, type SourceDocument} from "../document.ts";
import {type Entry, rootEntry} from "../entry.ts";
import {freeName} from "../free-name.ts";
import type {GraphBuilder} from "../graph-builder.ts";
import type {Notes} from "../notes.ts";
import {rewrite, sourceOf, tableOf} from "../sql.ts";
import {
  type Extension,
  type GraphReader,
  readDimensionOf,
  readExtension,
  readJoinOf,
  readMeasureOf,
  readModelOf,
} from "./extension.ts";

type Built = Model & {measures: Measure[]};

const TYPES: Readonly<Record<string, DimensionType>> = {
  String: "string",
  Integer: "number",
  Decimal: "number",
  Float: "number",
  Boolean: "boolean",
  Date: "date",
  Time: "string",
  DateTime: "timestamp",
  DateTimeTz: "timestamp",
  Opaque: "json",
};
/** Of the dialects an expression may be in: those whose expressions are SQL, the best first. */
const SQL_DIALECTS = ["ANSI_SQL", "SNOWFLAKE", "DATABRICKS", "BIGQUERY", "SIGMA"];

/** Whether a document is one of Ossie. */
export function isOssieFile({root}: SourceDocument): boolean {
  if (!isPlainMap(root) || !Array.isArray(root["semantic_model"])) return false;
  return root["semantic_model"].some(one => isPlainMap(one) && Array.isArray(one["datasets"]));
}

/** Datasets, relationships and metrics as models, joins and measures. */
export function importOssie(
  documents: readonly SourceDocument[],
  builder: GraphBuilder,
  notes: Notes,
  read: GraphReader,
): void {
  for (const document of documents) {
    const root = rootEntry(document, notes);
    for (const entry of root?.entries("semantic_model", "semantic model") ?? []) {
      new OssieReader(entry, builder, read).read();
    }
    root?.skip("version", "dialects", "vendors");
    root?.rest();
  }
}

/** Why a metric cannot be a measure. */
class MetricFault extends Error {}

class OssieReader {
  readonly #models = new Map<string, Built>();

  constructor(
    readonly entry: Entry,
    readonly builder: GraphBuilder,
    readonly graphOf: GraphReader,
  ) {}

  read(): void {
    const {entry} = this;
    for (const dataset of entry.entries("datasets", "dataset")) this.#dataset(dataset);
    for (const relationship of entry.entries("relationships", "relationship"))
      this.#relationship(relationship);
    for (const metric of entry.entries("metrics", "metric")) this.#metric(metric);
    entry.unused("a layer has no name and no text of its own", "description", "ai_context");
    readExtension(entry);
    entry.skip("name");
    entry.rest();
  }

  #dataset(entry: Entry): void {
    const name = entry.text("name") ?? "";
    entry.about = {model: name};
    const own = readExtension(entry);
    const model =
      this.#taken(entry, own, saidOfDataset(entry), thing => readModelOf(thing, this.graphOf)) ??
      readDataset(entry, name);
    entry.skip("source", "primary_key");
    entry.unused("a model has one key", "unique_keys");
    const built =
      model && this.builder.addModel({...model, name, dimensions: [], ...textsOf(entry)}, entry.place);
    if (built) this.#models.set(name, built);
    for (const field of entry.entries("fields", "field")) {
      if (built) this.#field(field, built);
    }
    entry.rest();
  }

  #field(entry: Entry, model: Built): void {
    const name = entry.text("name") ?? "";
    entry.about = {model: model.name, field: name};
    const expression = expressionOf(entry);
    const own = readExtension(entry);
    const dimension =
      this.#taken(entry, own, expression, thing => readDimensionOf(thing, this.graphOf)) ??
      readField(entry, name, expression, model.name);
    entry.skip("expression", "datatype", "dimension");
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
    const join = this.#taken(entry, own, JSON.stringify([from, to, near, far]), thing =>
      readJoinOf(thing, this.graphOf),
    );
    if (join) this.builder.addJoin(join, entry.place);
    else if (near.length === 0 || near.length !== far.length) {
      entry.note("join_skipped", `The relationship "${name}" is left out: it pairs no columns one by one.`);
    } else {
      const on = near.map((column, i) => ({from: column, to: far[i] ?? ""}));
      const role = from === to || this.builder.hasRole(from, to) ? {name} : {};
      this.builder.addJoin({...role, from, to, relationship: "many_to_one", on}, entry.place);
    }
    entry.unused("a join has no text of its own", "ai_context", "description");
    entry.rest();
  }

  #metric(entry: Entry): void {
    const name = entry.text("name") ?? "";
    entry.about = {field: name};
    const expression = expressionOf(entry);
    const own = readExtension(entry);
    const measure = this.#taken(entry, own, expression, thing => readMeasureOf(thing, this.graphOf));
    const home = own?.model === undefined ? undefined : this.#models.get(own.model);
    const texts = textsOf(entry);
    try {
      if (measure && home) this.builder.addMeasure(home, {...measure, ...texts}, entry.place);
      else if (expression !== undefined) this.#foreign(name, expression, texts, entry);
      else throw new MetricFault("it has no expression in SQL");
    } catch (fault) {
      if (!(fault instanceof MetricFault)) throw fault;
      entry.note("metric_dropped", `The metric "${name}" is left out: ${fault.message}.`);
    }
    entry.skip("expression", "datatype");
    entry.rest();
  }

  #foreign(name: string, expression: string, texts: object, entry: Entry): void {
    const pieces = splitAggregates(expression);
    if (!pieces) throw new MetricFault(`\`${expression}\` is made of no aggregates that a measure has`);
    const [only] = pieces;
    if (pieces.length === 1 && typeof only === "object") {
      const {model, measure} = this.#aggregate(only);
      this.builder.addMeasure(model, {name, ...measure, ...texts}, entry.place);
      return;
    }
    let home: Built | undefined;
    const text = pieces.map(piece => {
      if (typeof piece === "string") return piece;
      const {model, measure} = this.#aggregate(piece);
      home ??= model;
      const taken = new Set([...model.dimensions, ...model.measures].map(field => field.name));
      const part = freeName(`${name}__${piece.type}`, taken);
      this.builder.addMeasure(model, {name: part, ...measure, hidden: true}, entry.place);
      return model === home ? `\${${part}}` : `\${${model.name}.${part}}`;
    });
    if (home) {
      this.builder.addMeasure(home, {name, type: "number", sql: text.join("").trim(), ...texts}, entry.place);
    }
  }

  /** The one dataset that an aggregate is of, and the aggregate over its fields. */
  #aggregate(aggregate: Aggregate): {model: Built; measure: Omit<Measure, "name">} {
    const said = new Set<string>();
    for (const sql of [aggregate.expr, aggregate.where]) {
      const {tokens} = tokenize(sql ?? "");
      for (const [i, token] of tokens.entries()) {
        const name = token.kind === "quoted" ? token.text.slice(1, -1) : token.text;
        if (tokens[i + 1]?.text === "." && this.#models.has(name)) said.add(name);
      }
    }
    const [only = "", ...others] = said.size > 0 ? said : this.#models.keys();
    const model = this.#models.get(only);
    if (!model || others.length > 0) {
      throw new MetricFault(
        said.size > 1
          ? "one of its aggregates goes over several datasets"
          : "it does not say which dataset it is of",
      );
    }
    const source = (expr: string) => fieldSource(ofModel(expr, model), model);
    const measure = aggregated(aggregate, source);
    return {
      model,
      measure: {...measure, ...(aggregate.where ? {where: ofModel(aggregate.where, model)} : {})},
    };
  }

  /** What an extension of ours holds, unless the thing was changed since in Ossie's own words. */
  #taken<T>(
    entry: Entry,
    own: Extension | undefined,
    said: string | undefined,
    read: (thing: Extension["thing"]) => T | undefined,
  ): T | undefined {
    if (!own) return undefined;
    const found = own.said === said ? read(own.thing) : undefined;
    if (!found) {
      const message = `The ${entry.kind} was changed since it was written: what stands beside it in our extension is passed over.`;
      entry.note("not_supported", message, "custom_extensions");
    }
    return found;
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

function readField(
  entry: Entry,
  name: string,
  expression: string | undefined,
  model: string,
): Dimension | undefined {
  if (expression === undefined) {
    entry.note(
      "field_dropped",
      `The field "${name}" is left out: it has no expression in SQL.`,
      "expression",
    );
    return undefined;
  }
  const said = entry.text("datatype");
  const known = said === undefined ? undefined : TYPES[said];
  if (said !== undefined && known === undefined)
    entry.note("not_understood", `The datatype "${said}" is not known.`, "datatype");
  const isTime = entry.entry("dimension")?.flag("is_time") === true;
  if (known === undefined) {
    entry.notes.unused("field", "no datatype", entry.place, `${isTime ? "a time" : "text"} is assumed`);
  }
  const own = rewrite(expression, (token, i, tokens) => {
    const isOwn = token.text === model && tokens[i + 1]?.text === ".";
    return isOwn || (token.text === "." && tokens[i - 1]?.text === model) ? "" : token.text;
  });
  return {name, type: known ?? (isTime ? "timestamp" : "string"), ...sourceOf(own)};
}

function readSource(entry: Entry): TableSource | undefined {
  const said = entry.plain("source");
  const inner = isPlainMap(said) ? entry.entry("source") : undefined;
  const object = inner?.plain("object");
  const text = inner
    ? isPlainMap(object)
      ? dialectOf(inner.entry("object"))
      : inner.text("object")
    : entry.text("source");
  if (text === undefined) return undefined;
  return tableOf(text.trim()) ?? (/^\s*(\(|select\b|with\b)/i.test(text) ? {sql: text.trim()} : undefined);
}

/** What a dataset says of itself that an extension of ours rests on. */
function saidOfDataset(entry: Entry): string {
  return JSON.stringify([entry.plain("source") ?? null, entry.plain("primary_key") ?? null]);
}

function expressionOf(entry: Entry): string | undefined {
  return dialectOf(entry.entry("expression"));
}

function dialectOf(expression: Entry | undefined): string | undefined {
  const given = expression?.entries("dialects", "expression") ?? [];
  for (const dialect of SQL_DIALECTS) {
    const found = given.find(one => (one.text("dialect") ?? "ANSI_SQL") === dialect);
    if (found) return found.text("expression");
  }
  return undefined;
}

/** `orders.amount` as the model's own fragment: a field by its name, a column as it is. */
function ofModel(sql: string, model: Built): string {
  return rewrite(sql, (token, i, tokens) => {
    const name = (text: string) => (text.startsWith('"') ? text.slice(1, -1) : text);
    const before = tokens[i - 1]?.text === "." && name(tokens[i - 2]?.text ?? "") === model.name;
    if (name(token.text) === model.name && tokens[i + 1]?.text === ".") return "";
    if (token.text === "." && name(tokens[i - 1]?.text ?? "") === model.name) return "";
    if (!before) return token.text;
    const field = name(token.text);
    return model.dimensions.some(one => one.name === field) ? `\${${field}}` : token.text;
  });
}

function fieldSource(sql: string, model: Built): {column: string} | {sql: string} {
  const name = /^\$\{([^}]+)\}$/.exec(sql)?.[1];
  const column = model.dimensions.find(one => one.name === name)?.column;
  return column === undefined ? sourceOf(sql) : {column};
}

/** Text and advice: these Ossie says itself. */
function textsOf(entry: Entry): {description?: string; hint?: string} {
  const description = entry.text("description");
  const hint = hintOf(entry);
  return {...(description ? {description} : {}), ...(hint ? {hint} : {})};
}

function hintOf(entry: Entry): string | undefined {
  const said = entry.plain("ai_context");
  if (!isPlainMap(said)) return entry.text("ai_context");
  const context = entry.entry("ai_context");
  const synonyms = context?.texts("synonyms") ?? [];
  const examples = context?.texts("examples") ?? [];
  const instructions = context?.text("instructions");
  context?.rest();
  const lines = [
    ...(instructions === undefined ? [] : [instructions]),
    ...(synonyms.length > 0 ? [`Also called: ${synonyms.join(", ")}.`] : []),
    ...(examples.length > 0 ? [`Asked as: ${examples.join("; ")}`] : []),
  ];
  return lines.length > 0 ? lines.join("\n") : undefined;
}
