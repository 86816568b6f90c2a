import type {DialectName} from "../dialects/dialect.ts";
import type {Dimension, Measure} from "../layer/graph.ts";
import {buildLayer, type Layer, type LayerModel, type MeasureField} from "../layer/layer.ts";
import type {RollupPlan} from "./plan.ts";
import {type Recipe, recipeOf, renameReferences} from "./stored-aggregates.ts";

/** The table name under which a roll-up's files are opened. `place` counts from 0 if several are opened together. */
export function tableName(place: number): string {
  return place === 0 ? "data" : `data_${place + 1}`;
}

/** Whether a stored column is a dimension, whose values a statement over several roll-ups groups together. */
export function isDimensionColumn(name: string): boolean {
  return name.startsWith("d");
}

/** The position of a roll-up in a statement: its index among the facts, and its index among the opened tables. */
export interface RollupPosition {
  fact: number;
  table: number;
}

/** A measure over a roll-up, and the columns that it is computed from. */
export interface StoredMeasure {
  name: string;
  recipe: Recipe;
  /** The columns of its parts, with whether values of several groups can be merged. */
  parts: readonly {column: string; merges: boolean}[];
}

/** A roll-up as a layer of one model, over which queries are rewritten. */
export interface RollupLayer {
  layer: Layer;
  model: LayerModel;
  measures: ReadonlyMap<MeasureField, StoredMeasure>;
  /** For measures of the model that cannot be stored, the reason. Measures that merely are not stored have none. */
  whyNotStored: ReadonlyMap<MeasureField, string>;
}

/** A warehouse table that stores a roll-up. */
export interface RollupTable {
  table: {schema: string; name: string};
  dialect: DialectName;
}

/** The layer over a roll-up's files, or over its table, with every measure of the model whose parts are stored. */
export function rollupLayer(
  layer: Layer,
  plan: RollupPlan,
  place: RollupPosition = {fact: 0, table: 0},
  stored?: RollupTable,
): RollupLayer {
  const {dialect = "duckdb", table = {schema: "main", name: tableName(place.table)}} = stored ?? {};
  const dimensions: Dimension[] = plan.dimensions.map(({column, type}) => ({name: column, type, column}));
  const measures: Measure[] = [];
  const storedMeasures = new Map<MeasureField, StoredMeasure>();
  const whyNotStored = new Map<MeasureField, string>();
  const columnOf = (key: string) => plan.parts.get(key)?.column ?? "";
  for (const {column, merge} of plan.parts.values()) {
    if (merge === "sketch") measures.push({name: column, type: "count_distinct_approx", column});
    // Values that cannot be merged are only used if a group is one row, of which `max` takes the value.
    else measures.push({name: column, type: merge === "none" ? "max" : merge, column});
  }
  for (const field of plan.model.fields.values()) {
    if (field.kind !== "measure") continue;
    const found = recipeOf(layer, field);
    if (typeof found === "string") whyNotStored.set(field, found);
    if (typeof found === "string" || [...found.parts.keys()].some(key => !plan.parts.has(key))) continue;
    const {recipe} = found;
    const name = `m${storedMeasures.size}`;
    const parts = [...found.parts.keys()].map(key => ({
      column: columnOf(key),
      merges: plan.parts.get(key)?.merge !== "none",
    }));
    storedMeasures.set(field, {name, recipe, parts});
  }
  const nameOf = (field: MeasureField) => storedMeasures.get(field)?.name ?? "";
  for (const [{source, type}, {name, recipe}] of storedMeasures) {
    if (recipe.kind === "derived") {
      const byName = new Map(recipe.references.map(one => [one.name, nameOf(one.field)]));
      const sql = renameReferences(source.sql ?? "", reference => byName.get(reference) ?? "");
      measures.push({name, type: "number", sql});
    } else if (recipe.kind === "average") {
      const sum = `\${${columnOf(recipe.sum)}}`;
      // ClickHouse divides decimals to as many digits as they have, but its averages are floating-point numbers.
      const dividend = dialect === "clickhouse" ? `toFloat64(${sum})` : sum;
      const sql = `${dividend} / \${${columnOf(recipe.count)}}`;
      measures.push({name, type: "number", sql});
    } else if (recipe.isCount) {
      measures.push({
        name,
        type: "number",
        sql: `cast(coalesce(\${${columnOf(recipe.key)}}, 0) as ${dialect === "mysql" ? "signed" : "bigint"})`,
      });
    } else {
      const column = columnOf(recipe.key);
      const part = measures.find(one => one.name === column);
      if (type !== "number") dimensions.push({name: `of ${name}`, type, column});
      measures.push({...part, name, type: part?.type ?? "max", column});
    }
  }
  const rowAccess = plan.access.map(({dimension, attribute}) => ({dimension: dimension.column, attribute}));
  const name = place.fact === 0 ? "rollup" : `rollup_${place.fact + 1}`;
  const made = buildLayer({models: [{name, table, dimensions, measures, rowAccess}]});
  const model = made.models.get(name);
  if (model === undefined) throw new Error("a layer without its model");
  for (const {column, type} of plan.dimensions) {
    const field = model.fields.get(column);
    if (stored === undefined && type === "date" && field?.kind === "dimension") field.isStoredDay = true;
  }
  for (const {column, merge} of plan.parts.values()) {
    const field = model.fields.get(column);
    if (merge === "sketch" && field?.kind === "measure") field.sketch = "count";
  }
  return {layer: made, model, measures: storedMeasures, whyNotStored};
}
