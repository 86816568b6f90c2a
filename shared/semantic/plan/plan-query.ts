import type {Layer} from "../layer/layer.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {planFill} from "./fill.ts";
import {isSameWay} from "./paths.ts";
import type {Branch, Plan} from "./plan.ts";
import {Planner} from "./planner.ts";

/**
 * Groups the measures into branches and gives each its joins and conditions. With `totals` there are no groups, but one
 * row over the same rows.
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
    const picked = query.having.length > 0 ? planPicked(layer, query) : undefined;
    linkPeriods(branches, picked?.branches);
    const groups = picked === undefined ? {} : {picked};
    return {branches, dimensions: [], measures, having: [], order: [], ...groups, limit: undefined};
  }
  const having = query.having.map(filter => planner.groupCondition(filter));
  const order = query.order.map(entry => planner.order(entry));
  linkPeriods(branches);
  return {
    having,
    order,
    branches,
    dimensions: query.dimensions.map(({name, type}) => ({name, type})),
    measures,
    ...(query.fillGaps ? {fill: planFill(query)} : {}),
    limit: query.limit,
  };
}

/**
 * Links each window whose periods no filter bounds to the branches with other rows, which bound them too. Branches of
 * the same home have the same rows.
 */
function linkPeriods(branches: readonly Branch[], groups: readonly Branch[] = []): void {
  for (const {periods, ...own} of branches) {
    if (periods === undefined || (periods.from !== undefined && periods.to !== undefined)) continue;
    for (const other of [...branches, ...groups]) {
      if (!hasSameRows(own, other) && !periods.beside.some(known => hasSameRows(known, other))) {
        periods.beside.push(other);
      }
    }
  }
}

type Home = Pick<Branch, "scope" | "path" | "spelled">;

function hasSameRows(one: Home, other: Home): boolean {
  return (
    one.scope.root.model === other.scope.root.model &&
    (one.spelled === other.spelled || one.path.length === 0) &&
    isSameWay(one.path, other.path)
  );
}

/**
 * The groups that pass the filters on measures, identified by their dimensions. Groups that `fillGaps` adds have no
 * rows and are left out.
 */
function planPicked(layer: Layer, query: ResolvedQuery): Plan {
  const planner = new Planner(layer, query, false);
  // The requested measures decide which groups exist, so their branches are kept, but their values are not needed.
  if (query.dimensions.length > 0) for (const measure of query.measures) planner.expression(measure);
  planner.forgetMeasures();
  const having = query.having.map(filter => planner.groupCondition(filter));
  linkPeriods(planner.branches);
  const dimensions = query.dimensions.map(({type}) => ({type}));
  return {branches: planner.branches, dimensions, measures: [], having, order: [], limit: undefined};
}
