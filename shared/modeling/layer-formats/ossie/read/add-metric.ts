import type {Measure} from "../../../../semantic/documents.ts";
import {KEYWORDS, rowFaults, type Token, tokenize} from "../../../../semantic/layers.ts";
import {type Aggregate, aggregated, splitAggregates} from "../../common/aggregates.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {freeName} from "../../common/names.ts";
import type {Place} from "../../common/notes.ts";
import {allOf, rewrite, sourceOf} from "../../common/sql.ts";
import {linkFields} from "./link-fields.ts";

/** The reason why a metric cannot become a measure, as a clause for a note. */
export class MetricFault extends Error {}

/** A metric to add. */
export interface OssieMetric {
  name: string;
  expression: string;
  /** The condition on the rows that the metric aggregates. */
  filter?: string;
  /** The dataset that the metric names as its own. */
  dataset?: string;
  texts: object;
  place: Place;
}

/** The measure that a metric has become. */
export interface BuiltMeasure {
  model: BuiltModel;
  measure: string;
}

/** The measures that metrics have become, by the names with which a metric can refer to them. A `Map` has this type. */
export interface BuiltMeasures {
  get(name: string): BuiltMeasure | undefined;
  set(name: string, made: BuiltMeasure): unknown;
}

/** The models to which metrics are added as measures, and the measures so far. */
export interface MetricHomes {
  models: ReadonlyMap<string, BuiltModel>;
  made: BuiltMeasures;
  builder: GraphBuilder;
}

/**
 * Adds a metric as a measure of the dataset whose fields it aggregates; if there are several datasets, of the first. A
 * metric with several aggregates or over other metrics becomes a measure of type `number`.
 */
export function addMetric(metric: OssieMetric, homes: MetricHomes): void {
  const {name, expression, filter, dataset, texts, place} = metric;
  const {models, made, builder} = homes;
  const split = splitAggregates(expression);
  if (split === undefined && rowFaults(expression).length > 0)
    throw new MetricFault(unsupportedReason(expression));
  const pieces = split ?? [expression];
  const whole = (one: Aggregate) => aggregateOf(models, filtered(one, filter), dataset);
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === "object") {
    const {model, measure} = whole(only);
    made.set(name, {model, measure: name});
    builder.addMeasure(model, {name, ...measure, ...texts}, place);
    return;
  }
  let home: BuiltModel | undefined;
  const referTo = (model: BuiltModel, part: string) => {
    home ??= model;
    return model === home ? `\${${part}}` : `\${${model.name}.${part}}`;
  };
  const text = pieces.map(piece => {
    if (typeof piece === "string") return withMetrics(piece, metric, made, referTo);
    const {model, measure} = whole(piece);
    const taken = new Set([...model.dimensions, ...model.measures].map(field => field.name));
    const part = freeName(`${name}__${piece.type}`, taken);
    builder.addMeasure(model, {name: part, ...measure, hidden: true}, place);
    return referTo(model, part);
  });
  if (home === undefined) throw new MetricFault(unsupportedReason(expression));
  made.set(name, {model: home, measure: name});
  builder.addMeasure(home, {name, type: "number", sql: text.join("").trim(), ...texts}, place);
}

/** The text between aggregates, with the names of other metrics replaced by references to their measures. */
function withMetrics(
  piece: string,
  {name, filter}: OssieMetric,
  made: BuiltMeasures,
  referTo: (model: BuiltModel, measure: string) => string,
): string {
  const named = rewrite(piece, ({text}, at, tokens) => {
    const other = text !== name && isNameAt(tokens, at) ? made.get(text) : undefined;
    if (other === undefined) return text;
    if (filter !== undefined) {
      throw new MetricFault(
        `it filters the metric "${text}": write the filter into that one, or "FILTER (WHERE …)" behind its aggregates`,
      );
    }
    return referTo(other.model, other.measure);
  });
  const [before, after] = [/^\s*/.exec(piece)?.[0] ?? "", /\s*$/.exec(piece)?.[0] ?? ""];
  return before + named + after;
}

/** Whether a token can be the name of another metric: a word that is not a function, dataset or keyword of SQL. */
export function isNameAt(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (token?.kind !== "word" || KEYWORDS.has(token.text.toLowerCase())) return false;
  return tokens[at - 1]?.text !== "." && next?.text !== "." && next?.kind !== "open";
}

/** The reason why an expression has no aggregate that a measure can have, and the remedy. */
function unsupportedReason(expression: string): string {
  if (/\)\s*over\b/i.test(expression)) {
    return (
      `\`${expression}\` looks at other rows: give a measure "rolling", "toDate" or "offset", ` +
      "or ask for a calculation of a query (running_total, rank, moving_average)"
    );
  }
  return (
    `\`${expression}\` has no aggregate that a measure can have: ` +
    "compute it in a statement that is the source of a dataset, and aggregate that"
  );
}

function filtered(aggregate: Aggregate, filter: string | undefined): Aggregate {
  const where = allOf([aggregate.where, filter].filter(one => one !== undefined));
  return where === undefined ? aggregate : {...aggregate, where};
}

/** The one dataset of an aggregate, and the aggregate over its fields. */
function aggregateOf(
  models: ReadonlyMap<string, BuiltModel>,
  aggregate: Aggregate,
  dataset: string | undefined,
): {model: BuiltModel; measure: Omit<Measure, "name">} {
  if (aggregate.expr !== undefined && rowFaults(aggregate.expr).length > 0) {
    throw new MetricFault(
      `\`${aggregate.expr}\` is aggregated once more: aggregate it once in a statement that is the source of a dataset, ` +
        "with a row for each group, and make the metric of that",
    );
  }
  const namedDatasets = new Set(
    [aggregate.expr, aggregate.where].flatMap(sql => datasetsIn(sql ?? "", models)),
  );
  const named = dataset === undefined ? [] : [dataset];
  const [only = "", ...others] =
    namedDatasets.size > 0 ? namedDatasets : named.length > 0 ? named : models.keys();
  const model = models.get(only);
  if (!model || others.length > 0) {
    throw new MetricFault(
      namedDatasets.size > 1
        ? 'one of its aggregates goes over several datasets: make a measure of one, whose "where" may look at the others over many-to-one joins, or a "number" over a measure of each'
        : "it does not say which dataset it belongs to: name a field of the dataset, as in COUNT(orders.id)",
    );
  }
  const source = (expr: string) => fieldSource(ofModel(expr, model), model);
  const measure = aggregated(aggregate, source);
  return {
    model,
    measure: {...measure, ...(aggregate.where ? {where: ofModel(aggregate.where, model)} : {})},
  };
}

/** The datasets whose fields an expression names. */
export function datasetsIn(sql: string, models: ReadonlyMap<string, unknown>): string[] {
  const {tokens} = tokenize(sql);
  return tokens.flatMap((token, i) => {
    const name = token.kind === "quoted" ? token.text.slice(1, -1) : token.text;
    return tokens[i + 1]?.text === "." && tokens[i - 1]?.text !== "." && models.has(name) ? [name] : [];
  });
}

/** A metric's expression as a fragment of the model. */
function ofModel(sql: string, model: BuiltModel): string {
  return linkFields(sql, model.name, new Set(model.dimensions.map(one => one.name)));
}

function fieldSource(sql: string, model: BuiltModel): {column: string} | {sql: string} {
  const name = /^\$\{([^}]+)\}$/.exec(sql)?.[1];
  const column = model.dimensions.find(one => one.name === name)?.column;
  return column === undefined ? sourceOf(sql) : {column};
}
