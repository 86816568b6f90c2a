import type {Measure} from "../layer/graph.ts";
import type {Layer, LayerModel, MeasureField} from "../layer/layer.ts";
import {resolveField} from "../resolve/field.ts";
import {fragmentReferences} from "../sql-fragment/check.ts";
import {tokenize} from "../sql-fragment/tokens.ts";

/**
 * How values of several groups are merged. `sketch`: estimated from stored sketches. `none`: values cannot be merged, and
 * only the warehouse can compute them from its rows.
 */
export type Merge = "sum" | "min" | "max" | "sketch" | "none";

/** An aggregate that a roll-up stores in a column. */
export interface Part {
  measure: Omit<Measure, "name">;
  merge: Merge;
}

/** How a measure is computed from parts, which are named by their keys. */
export type Recipe =
  | {kind: "part"; key: string; isCount: boolean}
  | {kind: "average"; sum: string; count: string}
  /** `sql` over the references, in the order in which they occur. */
  | {kind: "derived"; references: readonly {name: string; field: MeasureField}[]};

const MERGES: Partial<Record<Measure["type"], Merge>> = {
  count: "sum",
  sum: "sum",
  min: "min",
  max: "max",
  count_distinct: "none",
  count_distinct_approx: "sketch",
  median: "none",
  percentile: "none",
};

/** Keys that do not change the values of a measure. */
const DESCRIPTIVE_KEYS = new Set(["name", "label", "description", "hint", "synonyms", "hidden", "format"]);
const AGGREGATED = new Set(["type", "column", "sql", "where", "percentile", "method"]);
/** The words and operators that mean the same in every engine: others may differ in the engine that reads the files. */
const WORDS = new Set(["nullif", "coalesce"]);
const OPERATORS = new Set(["+", "-", "*", "/"]);

function keyOf({type, column, sql, where, percentile, method}: Part["measure"]): string {
  return JSON.stringify([type, column, sql, where, percentile, method]);
}

/**
 * The parts that a roll-up must store for a measure, and how the measure is computed from them; a text is the reason
 * why it cannot be stored. An unknown property of a measure is such a reason.
 */
export function recipeOf(
  layer: Layer,
  field: MeasureField,
): {recipe: Recipe; parts: ReadonlyMap<string, Part>} | string {
  const {source, model} = field;
  const name = `"${model.name}.${field.name}"`;
  const more = Object.entries(source).find(
    ([key, value]) => value !== undefined && !DESCRIPTIVE_KEYS.has(key) && !AGGREGATED.has(key),
  );
  if (more !== undefined) return `${name} has "${more[0]}", so its values depend on more than a group's rows`;
  if (fragmentReferences(source.where ?? "").some(reference => reference.includes(".")))
    return `${name} has a condition on another model`;
  if (source.type === "number") return derivedRecipe(layer, field);
  const {type, column, sql, where, percentile, method} = source;
  const part = (aggregate: Measure["type"]): Part["measure"] => ({
    type: aggregate,
    ...(column === undefined ? {} : {column}),
    ...(sql === undefined ? {} : {sql}),
    ...(where === undefined ? {} : {where}),
    ...(aggregate !== "percentile" || percentile === undefined ? {} : {percentile}),
    ...(aggregate !== "percentile" || method === undefined ? {} : {method}),
  });
  if (type === "avg") {
    const [sum, count] = [part("sum"), part("count")];
    const parts = new Map<string, Part>([
      [keyOf(sum), {measure: sum, merge: "sum"}],
      [keyOf(count), {measure: count, merge: "sum"}],
    ]);
    return {recipe: {kind: "average", sum: keyOf(sum), count: keyOf(count)}, parts};
  }
  const merge = MERGES[type];
  if (merge === undefined) return `${name} is of type "${type}", which roll-ups do not store`;
  if ((type === "min" || type === "max") && ["string", "boolean", "json"].includes(field.type))
    return `${name} is the ${type} of a ${field.type}, whose order depends on the warehouse`;
  const measure = part(type);
  const isCount = type.startsWith("count");
  return {
    recipe: {kind: "part", key: keyOf(measure), isCount},
    parts: new Map([[keyOf(measure), {measure, merge}]]),
  };
}

function derivedRecipe(layer: Layer, field: MeasureField): ReturnType<typeof recipeOf> {
  const {model, source} = field;
  const name = `"${model.name}.${field.name}"`;
  const sql = source.sql ?? "";
  if (!isArithmetic(sql))
    return `${name} is computed with more than sums, products and quotients of measures`;
  const parts = new Map<string, Part>();
  const references: {name: string; field: MeasureField}[] = [];
  for (const reference of fragmentReferences(sql)) {
    const found = ownMeasure(layer, model, reference);
    if (found === undefined) return `${name} is computed from "${reference}", which is of another model`;
    const inner = recipeOf(layer, found);
    if (typeof inner === "string") return inner;
    for (const [key, part] of inner.parts) parts.set(key, part);
    references.push({name: reference, field: found});
  }
  return {recipe: {kind: "derived", references}, parts};
}

function ownMeasure(layer: Layer, model: LayerModel, name: string): MeasureField | undefined {
  const {field, paths} = resolveField(layer, model, name.includes(".") ? name : `${model.name}.${name}`, "");
  return field.kind === "measure" && field.model === model && paths[0]?.length === 0 ? field : undefined;
}

function isArithmetic(sql: string): boolean {
  return tokenize(sql).tokens.every(({kind, text}) => {
    if (kind === "word") return WORDS.has(text.toLowerCase());
    if (kind === "op") return OPERATORS.has(text);
    return kind === "ref" || kind === "number" || kind === "open" || kind === "close" || kind === "comma";
  });
}

/** The formula with its references renamed. */
export function renameReferences(sql: string, name: (reference: string) => string): string {
  return tokenize(sql)
    .tokens.map(({kind, text, space}) =>
      kind === "ref" ? `${space}\${${name(text.slice(2, -1).trim())}}` : space + text,
    )
    .join("");
}
