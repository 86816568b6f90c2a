import {tokenize} from "../../fragment/tokens.ts";
import type {Measure} from "../../layer/graph.ts";
import {type Aggregate, aggregated, splitAggregates} from "../aggregates.ts";
import type {BuiltModel} from "../built-model.ts";
import {freeName} from "../free-name.ts";
import type {GraphBuilder} from "../graph-builder.ts";
import type {Place} from "../notes.ts";
import {sourceOf} from "../sql.ts";
import {linkFields} from "./link-fields.ts";

/** Why a metric cannot become a measure. */
export class MetricFault extends Error {}

/** Adds a metric as a measure of the dataset whose fields it aggregates; of the first one if there are several. */
export function addMetric(
  metric: {name: string; expression: string; texts: object; place: Place},
  models: ReadonlyMap<string, BuiltModel>,
  builder: GraphBuilder,
): void {
  const {name, expression, texts, place} = metric;
  const pieces = splitAggregates(expression);
  if (!pieces) throw new MetricFault(`\`${expression}\` is made of no aggregates that a measure has`);
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === "object") {
    const {model, measure} = aggregateOf(models, only);
    builder.addMeasure(model, {name, ...measure, ...texts}, place);
    return;
  }
  let home: BuiltModel | undefined;
  const text = pieces.map(piece => {
    if (typeof piece === "string") return piece;
    const {model, measure} = aggregateOf(models, piece);
    home ??= model;
    const taken = new Set([...model.dimensions, ...model.measures].map(field => field.name));
    const part = freeName(`${name}__${piece.type}`, taken);
    builder.addMeasure(model, {name: part, ...measure, hidden: true}, place);
    return model === home ? `\${${part}}` : `\${${model.name}.${part}}`;
  });
  if (home) {
    builder.addMeasure(home, {name, type: "number", sql: text.join("").trim(), ...texts}, place);
  }
}

/** The one dataset of an aggregate, and the aggregate over its fields. */
function aggregateOf(
  models: ReadonlyMap<string, BuiltModel>,
  aggregate: Aggregate,
): {model: BuiltModel; measure: Omit<Measure, "name">} {
  const said = new Set<string>();
  for (const sql of [aggregate.expr, aggregate.where]) {
    const {tokens} = tokenize(sql ?? "");
    for (const [i, token] of tokens.entries()) {
      const name = token.kind === "quoted" ? token.text.slice(1, -1) : token.text;
      if (tokens[i + 1]?.text === "." && models.has(name)) said.add(name);
    }
  }
  const [only = "", ...others] = said.size > 0 ? said : models.keys();
  const model = models.get(only);
  if (!model || others.length > 0) {
    throw new MetricFault(
      said.size > 1
        ? 'one of its aggregates goes over several datasets: make a measure of one, whose "where" may look at the others over many-to-one joins, or a "number" over a measure of each'
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

/** A metric's expression as a fragment of the model. */
function ofModel(sql: string, model: BuiltModel): string {
  return linkFields(sql, model.name, new Set(model.dimensions.map(one => one.name)));
}

function fieldSource(sql: string, model: BuiltModel): {column: string} | {sql: string} {
  const name = /^\$\{([^}]+)\}$/.exec(sql)?.[1];
  const column = model.dimensions.find(one => one.name === name)?.column;
  return column === undefined ? sourceOf(sql) : {column};
}
