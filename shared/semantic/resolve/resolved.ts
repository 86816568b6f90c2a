import type {Calendar} from "../filters/moments.ts";
import type {Test} from "../filters/predicates.ts";
import type {Grain} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {DimensionField, FieldReference, LayerModel, MeasureField} from "../layer/layer.ts";

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
}

export interface ResolvedMeasure {
  name: string;
  reference: MeasureReference;
  /** Its place in the request, as a JSON pointer. */
  pointer: string;
}

export type ResolvedFilter =
  | {kind: "and" | "or"; parts: ResolvedFilter[]}
  | {
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
    };

export interface ResolvedOrder {
  /** The index of a selected column, from 1, or a measure that is not selected. */
  by: number | ResolvedMeasure;
  descending: boolean;
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
  order: ResolvedOrder[];
  limit: number | undefined;
  calendar: Calendar;
  totals: boolean;
  fillGaps: boolean;
}
