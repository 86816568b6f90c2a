import type {Comparison, Test} from "../filters/predicates.ts";
import type {Grain, PeriodGrain} from "../layer/grains.ts";
import type {DimensionType, Measure} from "../layer/graph.ts";
import type {DimensionField, Edge, LayerModel, MeasureField} from "../layer/layer.ts";
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
  /** Whether it belongs to one condition alone, so that nothing else refers to its rows. */
  own?: true;
}

/** The contents of one `from` clause: its table, the tables left-joined to it, and the conditions on them. */
export interface Scope {
  root: JoinNode;
  joins: JoinNode[];
  conditions: Condition[];
  /** Dimensions of joined tables, by the names that expressions of the root's model have for them. */
  reached?: Map<string, {node: JoinNode; field: DimensionField}>;
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
  /** Where it is negated, it is true where one of the values is null. */
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
  /** The dimensions' values, in the order of the groups' own, are those of one of the groups. */
  | {kind: "member"; places: PlacedDimension[]; asked: Asked};

export interface PlacedDimension {
  node: JoinNode;
  field: DimensionField;
  grain?: Grain;
  /** The timezone of its days, if it is not the query's. */
  timezone?: string;
}

/** Which rows a comparison of a measure keeps, by the groups that they lie in. */
export interface Asked {
  /** The groups to keep, or with `negated` those to leave out: rows of no group are then kept. */
  groups: Plan;
  negated: boolean;
  /**
   * For a measure whose value over no rows only the engine can tell: every group, and groups of no rows, of which there
   * is one if such a value passes.
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
  /** The dimensions of the query; a total has them too, although it is not grouped by them. */
  placed: PlacedDimension[];
  measures: MeasureField[];
  /** Whether joins would repeat rows of the home model, because a dimension is on a many side. */
  fansOut: boolean;
  /**
   * The many sides, if folding them is enough to count each row once. Otherwise duplicates are removed by the primary
   * key.
   */
  folds?: Fold[];
  /** How the rows are prepared before they are aggregated. */
  special?: Special;
  /** The periods of a window in `special`. */
  periods?: Periods;
  /** What follows on the rows, which is measured instead of them. */
  conversion?: Conversion;
  /** Of an earlier span: how far the values of each dimension are moved to meet those of the query. */
  moved?: readonly (MovedBy | undefined)[];
  /** In a total over filtered groups: the dimensions that identify the groups. */
  picked?: PlacedDimension[];
  /** The groups of values that keep their name, by these dimensions, among which all others have one name. */
  named?: {groups: Plan; keys: PlacedDimension[]; dimension: PlacedDimension; others: string};
  /** Groups whose values are aggregated instead of rows. Its tables are those of the first branch of these. */
  nested?: NestedGroups;
}

/** The groups of the branch's dimensions and of further ones behind them. */
export interface NestedGroups {
  plan: Plan;
  /** For each measure of the branch, the index of the measure of these groups whose values it aggregates. */
  of: number[];
}

/** A many side that only dimensions use, with the tables joined behind it. */
export interface Fold {
  root: JoinNode;
  nodes: ReadonlySet<JoinNode>;
  /** The indexes of the dimensions that are on it. */
  dimensions: readonly number[];
}

/** Keeps only the rows at the first or last moment of each group, and of each `per` within it. */
export interface Ends {
  dimension: DimensionField;
  take: "first" | "last";
  /** Whether all groups share one moment. Only periods of the dimension itself then have moments of their own. */
  overQuery: boolean;
  per: ({field: DimensionField} | {column: string})[];
  /** The measure whose `where` selects the rows among which the first or last are kept. */
  picks?: MeasureField;
}

/** What follows on the rows of a measure's model: another measure's rows, of the same entity. */
export interface ConversionSource {
  /** The measure that says which rows of its model are followed. */
  of: MeasureField;
  /** The measure of the rows that follow. */
  counted: MeasureField;
  source: NonNullable<Measure["conversion"]>;
}

/** The rows that follow on those of a branch, and by what both are told and ordered. */
export interface Conversion extends ConversionSource {
  scope: Scope;
  base: EventPlace;
  follows: EventPlace;
  /** The type of the moments, to which they are converted if they differ. */
  timeType: "date" | "timestamp";
  mixesTimes: boolean;
  /** Which rows are shown of those that can be followed: what follows on the others does not count for these. */
  shown?: Condition;
}

/** Where a row has whom it is of, when it was, and what has to be the same. */
export interface EventPlace {
  entity: PlacedDimension;
  time: PlacedDimension;
  constants: PlacedDimension[];
}

/** How a measure's rows are prepared before they are grouped and aggregated. The window is applied first. */
export interface Special {
  window?: Window;
  ends?: Ends;
  conversion?: ConversionSource;
}

/**
 * The periods of a branch with a window: the dimension that counts them, and which of them are requested. Without a
 * filter, they span the query's rows, those of this branch and of the branches in `beside`.
 */
export interface Periods extends Bounds {
  /** The index of the dimension. */
  index: number;
  grain: PeriodGrain;
  /** Longer periods and parts of the same time, which each of the periods lies in: they are told of it, not of the rows. */
  told: readonly {index: number; grain: Grain}[];
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
  /** Of a period of the layer's calendar: its dimension there. */
  grain: PeriodGrain | DimensionField;
}

/** Two branches that are aggregated by the key of one table before it is joined: that table in each of them. */
export interface Keyed {
  nodes: readonly [JoinNode, JoinNode];
}

/** A measure of a result: an aggregate of a branch, or an expression over other measures. */
export type MeasureExpression =
  | {kind: "aggregate"; branch: number; index: number; field: MeasureField}
  /** A column that is computed of the groups. */
  | {kind: "calculation"; index: number}
  /** How much a measure has changed, as a share of what it was before. */
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

/** The steps of a funnel or a retention, each the rows of the branch at its place, and what is made of them. */
export interface Journey {
  /** How many dimensions are the query's own: the last of those of the first branch. */
  width: number;
  /** The models of the steps, in the order in which they come first. */
  models: readonly LayerModel[];
  /** The columns of the longest primary key, where a row could be several steps; else 0. */
  keys: number;
  /** Whether the order of models is another than that of the steps, so that rows say their model's place. */
  isRanked: boolean;
  /** The type of the steps' moments, to which they are converted if they differ. */
  timeType: "date" | "timestamp";
  mixesTimes: boolean;
  shape: FunnelShape | RetentionShape;
  /** Of a retention, how many columns it has before the measures of its second branch. */
  ownMeasures: number;
}

export interface Plan {
  branches: Branch[];
  /** If present, what is shown is computed of the rows of the branches together. */
  journey?: Journey;
  keyed?: Keyed;
  /** `name` is the result column; it is absent if the groups are only used within the statement. */
  dimensions: {name?: string; type: DimensionType}[];
  measures: {name?: string; type: DimensionType; expression: MeasureExpression}[];
  having: GroupCondition[];
  calculations: ResolvedCalculation[];
  /** Conditions on calculations, applied after everything but the limit. */
  calculated: GroupCondition[];
  order: {by: number | MeasureExpression; descending: boolean}[];
  /** With `fillGaps`: the dimension whose missing periods are added. */
  fill?: Fill;
  /** Columns of a total that have no value there. */
  blank?: readonly string[];
  /** The same as `fill` for calculations that count periods: those that are missing have their place, and are not shown. */
  axis?: Fill;
  /** For totals and subtotals with a filter on measures: only rows of the groups that pass it count. */
  picked?: Plan;
  /** The groups of the first dimension, of the first two, and so on, each of which is a row of the result. */
  subtotals?: readonly Plan[];
  /** Keeps the groups with the greatest or least first measure, within each combination of the first dimensions. */
  first?: {count: number; within: number; ascending: boolean};
  /** Of groups by a number: the dimension that divides the range of that number into bins. */
  spread?: DimensionField;
  /** Other groups that the conditions on rows look into. */
  asked: Plan[];
  limit: number | undefined;
}
