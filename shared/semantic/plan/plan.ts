import type {Comparison, Test} from "../filters/predicates.ts";
import type {Grain, PeriodGrain} from "../layer/grains.ts";
import type {DimensionType, Measure} from "../layer/graph.ts";
import type {DimensionField, Edge, LayerModel, MeasureField, RowInput} from "../layer/layer.ts";
import type {FunnelShape, MovedBy, ResolvedCalculation, RetentionShape} from "../resolve/resolved.ts";
import type {Window} from "../resolve/window.ts";
import type {Bounds} from "./bounds.ts";

/** A table in the join tree of one branch. */
export interface JoinNode {
  model: LayerModel;
  parent?: JoinNode;
  /** The step from the parent. */
  edge?: Edge;
  children: JoinNode[];
  /** Whether a step between the branch's home and this table is to-many. */
  many: boolean;
  /** Whether the table belongs to one condition alone, so that nothing else refers to its rows. */
  own?: true;
}

/** The contents of one `from` clause: its table, the tables left-joined to it, and the conditions on them. */
export interface Scope {
  root: JoinNode;
  joins: JoinNode[];
  conditions: Condition[];
  /** Dimensions of joined tables. Keys: their names in the `where` of a measure, or the input that a measure aggregates. */
  reached?: Map<string | RowInput, {node: JoinNode; field: DimensionField}>;
  /** The conditions of measures that aggregate some of the rows. These conditions remove no row from the scope. */
  rowConditions?: Map<MeasureField, readonly Condition[]>;
}

export type Condition =
  | {kind: "and" | "or"; parts: Condition[]}
  /** True where the part is false or null. */
  | {kind: "not"; part: Condition}
  | {
      kind: "test";
      node: JoinNode;
      field: DimensionField;
      grain?: Grain;
      test: Test;
      raw: boolean;
      timezone?: string;
    }
  /** A negated comparison is true where one of the two values is null. */
  | {
      kind: "comparison";
      places: readonly [PlacedDimension, PlacedDimension];
      op: Comparison;
      negated: boolean;
    }
  /** The left join of the table found a row. */
  | {kind: "present"; node: JoinNode}
  /** At least one row of the scope is joined to the row of the root's parent. */
  | {kind: "exists"; scope: Scope}
  /** The values of the dimensions are those of one of the groups. The dimensions are in the order of the groups' dimensions. */
  | {kind: "member"; places: PlacedDimension[]; membership: GroupMembership};

export interface PlacedDimension {
  node: JoinNode;
  field: DimensionField;
  grain?: Grain;
  /** The timezone of the dimension's days, if it is not the query's. */
  timezone?: string;
}

/** The rows that a condition on groups keeps, by the groups that the rows lie in. */
export interface GroupMembership {
  /**
   * The groups whose rows pass. With `negated` only rows outside these groups pass, also rows that belong to no group
   * at all.
   */
  groups: Plan;
  negated: boolean;
  /**
   * For a measure whose value over zero rows must be computed by the engine. `all` has every group. `passing` groups zero
   * rows, and has one group if the value over zero rows passes.
   */
  nothing?: {all: Plan; passing: Plan};
}

/** The measures of one model at one place of the join tree, with everything needed to compute them separately. */
export interface Branch {
  /** The path from the query's model to the branch's rows, and whether the query named each step of it. */
  path: readonly Edge[];
  spelled: boolean;
  scope: Scope;
  dimensions: PlacedDimension[];
  /** All dimensions of the query, also those that a total or subtotal is not grouped by. */
  placed: PlacedDimension[];
  measures: MeasureField[];
  /** Whether joins would repeat rows of the home model, because a dimension is on a many side. */
  fansOut: boolean;
  /** The many sides, if folding them is enough to count each row once. Otherwise duplicates are removed by the primary key. */
  folds?: Fold[];
  /** How the rows are prepared before they are aggregated. */
  preparation?: RowPreparation;
  /** The periods of a window in `preparation`. */
  periods?: Periods;
  /** The rows that follow the branch's rows. The following rows are aggregated instead of the branch's rows. */
  conversion?: Conversion;
  /** In a branch of the earlier span of `compare`: how far each dimension's values are moved to equal the query's. */
  moved?: readonly (MovedBy | undefined)[];
  /** In a total over filtered groups: the dimensions that identify the groups. */
  picked?: PlacedDimension[];
  /** With `top` and `others`: the groups, by `keys`, whose values of `dimension` are kept. All other values become `others`. */
  named?: {
    groups: Plan;
    keys: PlacedDimension[];
    dimension: PlacedDimension;
    others: string;
    ofNumbers: boolean;
    /** Whether these groups have the same rows as the branch, so that both are aggregated from one select of the rows. */
    isOfSameRows?: true;
  };
  /** Groups whose values are aggregated instead of rows. The scope of the branch is that of their first branch. */
  nested?: NestedGroups;
}

/** Groups by the dimensions of the branch and then by further ones. */
export interface NestedGroups {
  plan: Plan;
  /** The number of leading dimensions of the plan that the result has as well. */
  leading: number;
  /** For each measure of the branch, the index of the measure of these groups whose values it aggregates. */
  of: number[];
  /** For each dimension of the branch that shows a measure of these groups, the index of that measure. */
  shownMeasures?: readonly (number | undefined)[];
}

/** A many side that only dimensions use, with the tables joined behind it. */
export interface Fold {
  root: JoinNode;
  nodes: ReadonlySet<JoinNode>;
  /** The indexes of the dimensions on the many side. */
  dimensions: readonly number[];
}

/** Keeps only the rows at the first or last moment of each group, or of each combination of `per` within a group. */
export interface Ends {
  dimension: DimensionField;
  take: "first" | "last";
  /** Whether all groups share one moment. Groups by periods of the dimension itself still have one moment each. */
  overQuery: boolean;
  per: ({field: DimensionField} | {column: string})[];
  /** The measure whose `where` selects the rows among which the first or last are kept. */
  picks?: MeasureField;
}

/** A conversion: rows of one measure (following rows) that come after the rows of another (base rows), for the same entity. */
export interface ConversionSource {
  /** The measure that selects the base rows. */
  of: MeasureField;
  /** The measure that counts the following rows. */
  counted: MeasureField;
  source: NonNullable<Measure["conversion"]>;
}

/** The following rows of a branch's base rows, with the dimensions by which both are matched and ordered. */
export interface Conversion extends ConversionSource {
  scope: Scope;
  base: EventPlace;
  follows: EventPlace;
  /** The type of the moments, to which they are converted if they differ. */
  timeType: "date" | "timestamp";
  mixesTimes: boolean;
  /**
   * Selects the base rows that are in the result. Other base rows still take the rows that follow them, which then
   * count for no other base row.
   */
  resultCondition?: Condition;
}

/** The dimensions of an event: its entity, its time, and the properties that base and following event must share. */
export interface EventPlace {
  entity: PlacedDimension;
  time: PlacedDimension;
  constants: PlacedDimension[];
}

/** How a measure's rows are prepared before they are grouped and aggregated. The window is applied first. */
export interface RowPreparation {
  window?: Window;
  ends?: Ends;
  conversion?: ConversionSource;
}

/**
 * The periods of a branch with a window: their dimension, and the requested ones. Without a filter, they span the rows of
 * this branch and of the branches in `beside`.
 */
export interface Periods extends Bounds {
  /** The index of the dimension. */
  index: number;
  grain: PeriodGrain;
  /** Dimensions of the same time that follow from the period, such as its year: computed from the period, not from rows. */
  implied: readonly {index: number; grain: Grain}[];
  tests: Test[];
  /** The table of the window's dimension. */
  node: JoinNode;
  /** Whether the rows of all periods form one group, in which each row counts once. */
  total: boolean;
  /** Branches with other rows, which may be earlier or later than the rows of this branch. */
  beside: Branch[];
}

/** The dimension whose missing periods are added, with the bounds that the filters give. */
export interface Fill extends Bounds {
  index: number;
  field: DimensionField;
  /** A grain; for periods of the layer's calendar, the calendar's dimension with these periods. */
  grain: PeriodGrain | DimensionField;
}

/** The nodes, one in each of two branches, of a table that is joined after both branches were aggregated by its key. */
export interface Keyed {
  nodes: readonly [JoinNode, JoinNode];
}

/** A measure of a result: an aggregate of a branch, or an expression over other measures. */
export type MeasureExpression =
  | {kind: "aggregate"; branch: number; index: number; field: MeasureField}
  /** A column that is computed over the groups of the result. */
  | {kind: "calculation"; index: number}
  /** The change of a measure, as a share of its earlier value. */
  | {kind: "change"; of: MeasureExpression; before: MeasureExpression}
  | {kind: "derived"; field: MeasureField; references: ReadonlyMap<string, MeasureExpression>};

export type GroupCondition =
  | {kind: "and" | "or"; parts: GroupCondition[]}
  /** True where the part is false or null. */
  | {kind: "not"; part: GroupCondition}
  | {kind: "test"; measure: MeasureExpression; test: Test}
  | {kind: "comparison"; measures: readonly [TypedMeasure, TypedMeasure]; op: Comparison; negated: boolean};

export interface TypedMeasure {
  type: DimensionType;
  expression: MeasureExpression;
}

/** A funnel or a retention. Its first step is the first branch of the plan, and so on. */
export interface Journey {
  /** The number of the query's own dimensions, which are the last dimensions of the first branch. */
  width: number;
  /** The models of the steps, each once, in the order of the steps. */
  models: readonly LayerModel[];
  /** The number of columns of the longest primary key if one row could be several steps; otherwise 0. */
  keys: number;
  /** Whether rows need the position of their model in `models`: there are several models, and one model has several steps. */
  isRanked: boolean;
  /** The type of the steps' moments, to which they are converted if they differ. */
  timeType: "date" | "timestamp";
  mixesTimes: boolean;
  shape: FunnelShape | RetentionShape;
  /** In a retention, the number of measures before those of its second branch. */
  ownMeasures: number;
}

export interface Plan {
  branches: Branch[];
  /**
   * Whether each row of the only branch is a row of the result, even if rows are equal. The branch may then have further
   * dimensions to sort by, whose indexes in `order` follow those of the result.
   */
  rows?: true;
  /** If present, the result is a funnel or a retention over the rows of all branches. */
  journey?: Journey;
  keyed?: Keyed;
  /**
   * `name` is the result column. It is absent if the groups are only used within the statement: the column is then
   * named `own`, or `d` with its index. `labels` is set for texts that are sorted as numbers: labels of bins, and numbers
   * that are written as texts because `rest` is a text. `rest` names all values that `top` does not keep.
   */
  dimensions: {name?: string; type: DimensionType; own?: string; labels?: {rest?: string}}[];
  measures: {name?: string; type: DimensionType; expression: MeasureExpression}[];
  having: GroupCondition[];
  calculations: ResolvedCalculation[];
  /** Conditions on calculations, applied after everything but the limit. */
  calculated: GroupCondition[];
  order: {by: number | MeasureExpression; descending: boolean}[];
  /** With `fillGaps`: the dimension whose missing periods are added. */
  fill?: Fill;
  /** Result columns that are empty in a total. */
  blank?: readonly string[];
  /** As `fill`, for calculations that count periods: missing periods are counted, but are not in the result. */
  axis?: Fill;
  /** For totals and subtotals with a filter on measures: the groups that pass it. Only their rows count. */
  picked?: Plan;
  /** The groups of the first dimension, of the first two, and so on, each of which is a row of the result. */
  subtotals?: readonly Plan[];
  /** Keeps the groups with the greatest or least first measure, within each combination of the first dimensions. */
  first?: {count: number; within: number; ascending: boolean};
  /** For groups by a number: the dimension of bins that divide the range of that number. */
  spread?: DimensionField;
  /** Other groups that conditions on rows look up. */
  lookups: Plan[];
  limit: number | undefined;
}
