/** The documents that people write: schemas of layers, roll-ups and queries, and the names in them. */

export {FieldFormat} from "./layer/field-parts.ts";
export {
  Dimension,
  DimensionType,
  Graph,
  Measure,
  type MeasureType,
  type Model,
  type TableSource,
} from "./layer/graph.ts";
export type {ItemType} from "./layer/items.ts";
export {Join, type Relationship} from "./layer/join.ts";
export {Rollup} from "./layer/rollup.ts";
export {type WindowUnit, windowUnitOf} from "./layer/windows.ts";
export type {Bin} from "./query/bins.ts";
export type {Calculation, CalculationType} from "./query/calculations.ts";
export {Filter, type FilterCondition} from "./query/filter.ts";
export type {NestedMeasure} from "./query/nested.ts";
export {DEFAULT_LIMIT, Query} from "./query/query.ts";
export {dimensionNames, fieldsOfDimension, fieldsOfMeasure, measureNames} from "./query/selected-names.ts";
export {BuiltColumn, type BuiltRollup, splitBuildIds} from "./rollup-matching/built.ts";
