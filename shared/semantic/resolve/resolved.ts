import type {Calendar} from "../filters/moments.ts";
import type {Comparison, Test} from "../filters/predicates.ts";
import type {Grain, Period} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {DimensionField, Edge, FieldReference, LayerModel, MeasureField} from "../layer/layer.ts";
import type {CalculationType} from "../query-calculations.ts";

export interface DimensionReference extends FieldReference {
  field: DimensionField;
}

export interface MeasureReference extends FieldReference {
  field: MeasureField;
}

export interface ResolvedDimension {
  /** The query's own name for it, which becomes the column's name. */
  name: string;
  reference: DimensionReference;
  grain?: Grain;
  type: DimensionType;
  /** The timezone of its days, if it is not the query's. */
  timezone?: string;
  /** Of `metric_time`, which a model may lack: its place in the request, as a JSON pointer. */
  pointer?: string;
}

export interface ResolvedMeasure {
  name: string;
  reference: MeasureReference;
  /** Its place in the request, as a JSON pointer. */
  pointer: string;
}

/** One condition on a field. */
export interface ResolvedCondition {
  kind: "condition";
  name: string;
  reference: FieldReference;
  test: Test;
  raw: boolean;
  /** Whether its bounds depend on the current time. */
  dependsOnNow: boolean;
  pointer: string;
  /** The timezone of the condition's days and hours, if it is not the query's. */
  timezone?: string;
  /** On `metric_time`, where models are measured by dates and by timestamps: the test for those of the other type. */
  otherwise?: {type: DimensionType; test: Test};
}

/** A field that is compared with another one. */
export interface ComparedField {
  /** The query's name for it. */
  name: string;
  reference: FieldReference;
  /** Its place in the request, as a JSON pointer. */
  pointer: string;
  /** The timezone of its days, if it is not the query's. */
  timezone?: string;
}

/** Compares two dimensions of a row, or two measures of a group. */
export interface ResolvedComparison {
  kind: "comparison";
  fields: readonly [ComparedField, ComparedField];
  op: Comparison;
  /** Whether it holds where the comparison does not, also where one of the fields is null. */
  negated: boolean;
  pointer: string;
}

/** Keeps rows by a measure of the groups that they lie in. */
export interface ResolvedPer {
  kind: "per";
  base: LayerModel;
  dimensions: ResolvedDimension[];
  /** On the measure, or on two. */
  condition: ResolvedCondition | ResolvedComparison;
  /** Conditions on the rows that they are taken over. */
  where: ResolvedFilter[];
  pointer: string;
  /** Whether it belongs to what always applies, so that nothing else does to its groups. */
  isAlways?: true;
}

/** Keeps rows to which rows of another model belong, or with `negated` none. */
export interface ResolvedRows {
  kind: "rows";
  negated: boolean;
  name: string;
  /** From the query's model, or from that of `from`. */
  path: readonly Edge[];
  /** The measure whose rows it picks, if it is of another model than the query. */
  from?: FieldReference;
  /** The model at the end of the path. */
  model: LayerModel;
  /** Conditions on its rows, seen from there. */
  where: ResolvedFilter[];
  pointer: string;
}

/** A condition on a column that is computed of the groups. */
export interface ResolvedOnCalculation {
  kind: "calculation";
  name: string;
  /** The index of the calculation. */
  index: number;
  test: Test;
  dependsOnNow: boolean;
  pointer: string;
}

export type ResolvedFilter =
  /** `not` has one part. */
  | {kind: "and" | "or" | "not"; parts: ResolvedFilter[]}
  | ResolvedCondition
  | ResolvedComparison
  | ResolvedPer
  | ResolvedRows
  | ResolvedOnCalculation;

/** The comparison of other references to its fields. */
export function withReferences(
  {fields: [one, other], ...comparison}: ResolvedComparison,
  change: (field: ComparedField) => FieldReference,
): ResolvedComparison {
  const fields = [
    {...one, reference: change(one)},
    {...other, reference: change(other)},
  ] as const;
  return {...comparison, fields};
}

/** What is directly inside of a filter: the parts that it combines, and the conditions on rows that it looks at. */
export function partsOf(filter: ResolvedFilter): readonly ResolvedFilter[] {
  switch (filter.kind) {
    case "condition":
    case "comparison":
    case "calculation":
      return [];
    case "per":
      return [filter.condition, ...filter.where];
    case "rows":
      return filter.where;
    default:
      return filter.parts;
  }
}

/** An earlier span of time, whose measures stand beside those of the query. */
export interface ResolvedCompare {
  /** The query's conditions on rows, with that span instead of its own. */
  where: ResolvedFilter[];
  /** Of each dimension, how far its earlier values are moved to meet those of the query. */
  moved: readonly (MovedBy | undefined)[];
}

export interface MovedBy {
  count: number;
  unit: Period;
  kind: "date" | "timestamp";
}

/** The values of a dimension that are kept, with the indexes of the dimensions. */
export interface ResolvedTop {
  dimension: number;
  within: readonly number[];
  by: ResolvedMeasure;
  count: number;
  /** Whether the least values are kept. */
  ascending: boolean;
  /** What the rest is called, if it is kept as one group. */
  others?: string;
}

/** A column that is computed of the groups, with the indexes of the measure and the dimensions that it refers to. */
export interface ResolvedCalculation {
  name: string;
  kind: CalculationType;
  type: DimensionType;
  of: number;
  /** The index of the calculation that it is computed of, of which `of` is the measure. */
  behind?: number;
  /** Each combination of these stands alone. */
  within: readonly number[];
  along?: number;
  /** Whether what it goes along are periods, of which a missing one counts. */
  countsPeriods: boolean;
  descending: boolean;
  /** How many rows or periods it looks back, the row itself included in a moving average. */
  count: number;
  pointer: string;
}

export interface ResolvedOrder {
  /** The index of a selected column, from 1, or a measure that is not selected. */
  by: number | ResolvedMeasure;
  descending: boolean;
}

/**
 * The events whose order a funnel or a retention looks at, a query of rows for each step: by entity and moment, for a
 * retention also by the moment's period, and for the first step by the query's own dimensions. The second step of a
 * retention has the measures that are asked of its rows.
 */
export interface ResolvedJourney {
  steps: readonly ResolvedQuery[];
  /** How many dimensions are the query's own. */
  width: number;
  shape: FunnelShape | RetentionShape;
}

export interface FunnelShape {
  kind: "funnel";
  names: readonly string[];
  within?: {unit: Period; count: number};
  /** Whether the time from each step to the next is told. */
  timing: boolean;
}

export interface RetentionShape {
  kind: "retention";
  grain: Period;
  periods: number;
  /** Conditions on the moment of an entity's first event. */
  tests: readonly Test[];
}

/** A query in which every name is resolved to a field and every value has its field's type. */
export interface ResolvedQuery {
  base: LayerModel;
  dimensions: ResolvedDimension[];
  measures: ResolvedMeasure[];
  /** Conditions on rows, combined by AND. */
  where: ResolvedFilter[];
  /** More conditions on rows, which also apply to the rows of windows. */
  always: ResolvedFilter[];
  /** Conditions on groups, combined by AND. */
  having: ResolvedFilter[];
  /** If present, the last dimensions and the measures are those of a funnel or a retention. */
  journey?: ResolvedJourney;
  top: ResolvedTop | undefined;
  compare?: ResolvedCompare;
  calculations: ResolvedCalculation[];
  /** Conditions on calculations, combined by AND. */
  calculated: ResolvedFilter[];
  order: ResolvedOrder[];
  limit: number | undefined;
  calendar: Calendar;
  totals: boolean;
  /** Whether each group of the leading dimensions has a row of its own. */
  subtotals: boolean;
  fillGaps: boolean;
  /** Where models have no joins between them: its dimensions and conditions on rows as the fields of each. */
  seen?: ReadonlyMap<LayerModel, SeenQuery>;
}

export type SeenQuery = Pick<ResolvedQuery, "dimensions" | "where" | "always">;
