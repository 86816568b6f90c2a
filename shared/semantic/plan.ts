import type {Grain} from "./grains.ts";
import type {DimensionType} from "./graph.ts";
import type {DimensionField, Layer, MeasureField} from "./layer.ts";
import {type Fill, planFill} from "./plan-fill.ts";
import type {Fold} from "./plan-fold.ts";
import type {JoinNode, Scope} from "./plan-scope.ts";
import type {Periods, Special} from "./plan-special.ts";
import {Planner} from "./planner.ts";
import type {ResolvedQuery} from "./resolve.ts";
import type {Test} from "./tests.ts";

export interface PlacedDimension {
  node: JoinNode;
  field: DimensionField;
  grain?: Grain;
}

/** The measures of one model at one place of the join tree, with all they need to be computed apart. */
export interface Branch {
  scope: Scope;
  dimensions: PlacedDimension[];
  measures: MeasureField[];
  /** Rows of the home model would be met several times, because a dimension lies on a many side. */
  fansOut: boolean;
  /** The many sides, where folding them is enough to meet each row once; else rows are made single by their key. */
  folds?: Fold[];
  /** What is done with the rows before they are aggregated. */
  special?: Special;
  /** With a special window: its periods. */
  periods?: Periods;
  /** In a total of groups that a filter has picked: the dimensions that make them. */
  picked?: PlacedDimension[];
}

/** A measure of a result: an aggregate of a branch, or an expression over others. */
export type MeasureExpression =
  | {kind: "aggregate"; branch: number; index: number; field: MeasureField}
  | {kind: "derived"; field: MeasureField; references: ReadonlyMap<string, MeasureExpression>};

export type GroupCondition =
  | {kind: "and" | "or"; parts: GroupCondition[]}
  | {kind: "test"; measure: MeasureExpression; test: Test};

export interface Plan {
  branches: Branch[];
  dimensions: {name: string; type: DimensionType}[];
  measures: {name: string; type: DimensionType; expression: MeasureExpression}[];
  having: GroupCondition[];
  order: {by: number | MeasureExpression; descending: boolean}[];
  /** With `fillGaps`: the dimension whose missing periods are added. */
  fill?: Fill;
  /** Of totals behind a filter on measures: the groups that pass it, whose rows alone count. */
  picked?: Plan;
  limit: number | undefined;
}

/**
 * Groups the measures into branches and gives each its joins and conditions. With `totals` the groups are
 * left out: one row over the same rows.
 */
export function planQuery(layer: Layer, query: ResolvedQuery, totals = false): Plan {
  const planner = new Planner(layer, query, totals);
  const measures = query.measures.map(measure => ({
    name: measure.name,
    type: measure.reference.field.type,
    expression: planner.expression(measure),
  }));
  if (measures.length === 0) planner.homeBranch();
  const {branches} = planner;
  if (totals) {
    const picked = query.having.length > 0 ? {picked: planPicked(layer, query)} : {};
    return {branches, dimensions: [], measures, having: [], order: [], ...picked, limit: undefined};
  }
  return {
    having: query.having.map(filter => planner.groupCondition(filter)),
    order: query.order.map(entry => planner.order(entry)),
    branches,
    dimensions: query.dimensions.map(({name, type}) => ({name, type})),
    measures,
    ...(query.fillGaps ? {fill: planFill(query)} : {}),
    limit: query.limit,
  };
}

/** The groups that pass the filters on measures, by their dimensions; those that `fillGaps` adds hold no rows. */
function planPicked(layer: Layer, query: ResolvedQuery): Plan {
  const planner = new Planner(layer, query, false);
  // The measures asked for have a part in which groups there are, and nothing else to say.
  if (query.dimensions.length > 0) for (const measure of query.measures) planner.expression(measure);
  planner.forgetMeasures();
  const having = query.having.map(filter => planner.groupCondition(filter));
  const dimensions = query.dimensions.map(({type}, i) => ({name: `d${i}`, type}));
  return {branches: planner.branches, dimensions, measures: [], having, order: [], limit: undefined};
}
