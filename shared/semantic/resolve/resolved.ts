import type {Calendar} from "../filters/calendar-spans.ts";
import type {Comparison, Test} from "../filters/predicates.ts";
import type {Grain, Period} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {DimensionField, Edge, FieldReference, LayerModel, MeasureField} from "../layer/layer.ts";
import type {CalculationType} from "../query/calculations.ts";

export interface DimensionReference extends FieldReference {
  field: DimensionField;
}

export interface MeasureReference extends FieldReference {
  field: MeasureField;
}

export interface ResolvedDimension {
  /** The query's own name for the dimension, which becomes the name of the column. */
  name: string;
  reference: DimensionReference;
  grain?: Grain;
  type: DimensionType;
  /** The timezone of the dimension's days, if it is not the query's. */
  timezone?: string;
  /** Set for `metric_time`, which a model may lack: the place in the request, as a JSON pointer. */
  pointer?: string;
}

export interface ResolvedMeasure {
  name: string;
  reference: MeasureReference;
  /** The measure's place in the request, as a JSON pointer. */
  pointer: string;
}

/** One condition on a field. */
export interface ResolvedCondition {
  kind: "condition";
  name: string;
  reference: FieldReference;
  test: Test;
  raw: boolean;
  /** Whether the test depends on the current time. */
  dependsOnNow: boolean;
  pointer: string;
  /** The timezone of the condition's days and hours, if it is not the query's. */
  timezone?: string;
  /** For `metric_time` in a layer whose models have times of both types: the test for models with the other type. */
  otherwise?: {type: DimensionType; test: Test};
}

/** A field that is compared with another one. */
export interface ComparedField {
  /** The query's name for the field. */
  name: string;
  reference: FieldReference;
  /** The field's place in the request, as a JSON pointer. */
  pointer: string;
  /** The timezone of the field's days, if it is not the query's. */
  timezone?: string;
}

/** Compares two dimensions of a row, or two measures of a group. */
export interface ResolvedComparison {
  kind: "comparison";
  fields: readonly [ComparedField, ComparedField];
  op: Comparison;
  /** Whether the comparison is negated; the condition then also holds where a field is null. */
  negated: boolean;
  pointer: string;
}

/** Keeps rows by a measure of the groups that they lie in. */
export interface ResolvedPer {
  kind: "per";
  base: LayerModel;
  dimensions: ResolvedDimension[];
  /** The condition on a measure, or the comparison of two measures. */
  condition: ResolvedCondition | ResolvedComparison;
  /** Conditions on the rows of these groups. */
  where: ResolvedFilter[];
  pointer: string;
  /** Whether the filter is one of `always`; the other filters of `always` then do not apply to its groups. */
  isAlways?: true;
}

/** Keeps rows that have related rows in another model, or with `negated` rows that have none. */
export interface ResolvedRows {
  kind: "rows";
  negated: boolean;
  name: string;
  /** The joins from the query's model, or from the model of `from`. */
  path: readonly Edge[];
  /** The measure whose rows the filter picks, if that measure belongs to a model other than the query's. */
  from?: FieldReference;
  /** The model at the end of the path. */
  model: LayerModel;
  /** Conditions on the rows of `model`, with fields relative to that model. */
  where: ResolvedFilter[];
  pointer: string;
}

/** A condition on a calculation. */
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

/** The comparison with the references of its fields replaced. */
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

/** The direct children of a filter: the parts that it combines, and its conditions on other rows. */
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

/** An earlier span of time, whose measures are shown beside those of the query. */
export interface ResolvedCompare {
  /** The query's conditions on rows, with that span instead of its own. */
  where: ResolvedFilter[];
  /** For each dimension, how far its earlier values are moved to equal those of the query. */
  moved: readonly (MovedBy | undefined)[];
}

export interface MovedBy {
  count: number;
  unit: Period;
  kind: "date" | "timestamp";
}

/** The values of a dimension that are kept. `dimension` and `within` are indexes of dimensions of the query. */
export interface ResolvedTop {
  dimension: number;
  within: readonly number[];
  by: ResolvedMeasure;
  count: number;
  /** Whether the least values are kept. */
  ascending: boolean;
  /** The name of the group of all other values, if there is such a group. The values then are texts. */
  others?: string;
  /** With `others`: whether the dimension's type is number. Labelled bins are texts already. */
  ofNumbers?: boolean;
}

/** A column that is computed over the groups, with the indexes of its measure and its dimensions. */
export interface ResolvedCalculation {
  name: string;
  kind: CalculationType;
  type: DimensionType;
  of: number;
  /** The index of the calculation over which this one is computed; `of` is then the measure of that calculation. */
  behind?: number;
  /** The dimensions to partition by. */
  within: readonly number[];
  along?: number;
  /** The measure or earlier calculation whose values order the groups, instead of the dimension `along`. */
  alongValue?: AlongValue;
  /** Whether `along` has periods, so that missing ones are counted too. */
  countsPeriods: boolean;
  descending: boolean;
  /** The number of rows or periods to look back; in a moving average this includes the row itself. */
  count: number;
  pointer: string;
}

export interface AlongValue {
  kind: "measure" | "calculation";
  index: number;
}

export interface ResolvedOrder {
  /** The index of a selected column, from 1, or a measure that is not selected. */
  by: number | ResolvedMeasure;
  descending: boolean;
}

/**
 * The events of a funnel or a retention: for each step a query of rows by entity and moment, for a retention also by the
 * moment's period, and for the first step by the query's own dimensions. The second step of a retention has the measures
 * of the returning rows.
 */
export interface ResolvedJourney {
  steps: readonly ResolvedQuery[];
  /** The number of the query's own dimensions. */
  width: number;
  shape: FunnelShape | RetentionShape;
}

export interface FunnelShape {
  kind: "funnel";
  names: readonly string[];
  within?: {unit: Period; count: number};
  /** Whether the result has the time from each step to the next. */
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
  /** The conditions of each filtered aggregate, combined by AND. They restrict the aggregate, not the group's rows. */
  rowConditions?: ReadonlyMap<MeasureField, readonly ResolvedFilter[]>;
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
  /**
   * Set if the result has single rows instead of groups: further dimensions to sort by. Their indexes in `order` follow
   * those of the visible dimensions.
   */
  rows?: {sortedBy: ResolvedDimension[]};
  /** For models without joins between them: the query's dimensions and conditions on rows as fields of each model. */
  seen?: ReadonlyMap<LayerModel, SeenQuery>;
}

/** The conditions of all aggregates of some of the rows. */
export function rowConditionsOf({rowConditions}: ResolvedQuery): ResolvedFilter[] {
  return [...(rowConditions?.values() ?? [])].flat();
}

export type SeenQuery = Pick<ResolvedQuery, "dimensions" | "where" | "always">;
