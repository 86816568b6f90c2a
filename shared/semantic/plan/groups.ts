import {comparisonHoldsOverNoRows, holdsOverNoRows} from "../filters/predicates.ts";
import type {Layer} from "../layer/layer.ts";
import type {ResolvedFilter, ResolvedPer, ResolvedQuery, ResolvedTop} from "../resolve/resolved.ts";
import type {GroupPlanner} from "./branches.ts";
import {planCalculations} from "./calculations.ts";
import {planFill} from "./fill.ts";
import {linkPeriods} from "./link-periods.ts";
import type {GroupMembership, Plan} from "./plan.ts";
import {Planner} from "./planner.ts";
import {labelsOf} from "./top.ts";

/** All groups that a query has before its filters on measures, identified by their dimensions. */
export function planAllGroups(layer: Layer, query: ResolvedQuery): Plan {
  const planner = new Planner(layer, query, undefined, GROUPS);
  if (query.measures.length === 0) planner.homeBranch();
  for (const measure of query.measures) planner.expression(measure);
  // A filter on a measure of another model adds that model's groups.
  for (const filter of query.having) planner.groupCondition(filter);
  planner.forgetMeasures();
  linkPeriods(planner.branches);
  return {
    branches: planner.branches,
    dimensions: query.dimensions.map(({type}) => ({type})),
    measures: [],
    having: [],
    ...NO_CALCULATIONS,
    order: [],
    lookups: planner.lookups,
    limit: undefined,
  };
}

/**
 * The groups that pass the filters on measures, identified by their dimensions. Groups that `fillGaps` adds have no
 * rows and are left out.
 */
export function planPicked(layer: Layer, query: ResolvedQuery): Plan {
  const planner = new Planner(layer, query, undefined, GROUPS);
  // The requested measures decide which groups exist, so their branches are kept, but their values are not needed.
  if (query.dimensions.length > 0) for (const measure of query.measures) planner.expression(measure);
  planner.forgetMeasures();
  const measures =
    query.calculated.length === 0
      ? []
      : query.measures.map(measure => ({
          type: measure.reference.field.type,
          expression: planner.expression(measure),
        }));
  const having = query.having.map(filter => planner.groupCondition(filter));
  const calculated =
    query.calculated.length === 0
      ? NO_CALCULATIONS
      : {
          ...(query.fillGaps ? {fill: planFill(planner.oneTime, query)} : {}),
          ...planCalculations(planner, query),
        };
  linkPeriods(planner.branches);
  return {
    branches: planner.branches,
    dimensions: query.dimensions.map(({type}) => ({type})),
    measures,
    having,
    ...calculated,
    order: [],
    lookups: planner.lookups,
    limit: undefined,
  };
}

/**
 * Plans the groups of a `per` filter, whose rows are kept if the measure passes a comparison there. A row may lie in a
 * group in which the measure has no rows: a count is then 0 and any other aggregate null. If such a value passes, the
 * plan has the groups that do not pass, and their rows are left out.
 */
function planPer(layer: Layer, filter: ResolvedPer, outer: ResolvedQuery): GroupMembership {
  const {base, dimensions, condition, where, isAlways} = filter;
  const groupsWith = (having: ResolvedFilter[], more: Partial<ResolvedQuery> = {}) => {
    const always = base === outer.base && isAlways !== true ? outer.always : [];
    const query = {...outer, ...NO_RESULT, base, dimensions, where, always, having, ...more};
    return planPicked(layer, query);
  };
  const measures = (condition.kind === "condition" ? [condition] : condition.fields).map(
    ({reference}) => reference.field,
  );
  const isDerived = measures.some(
    field =>
      field.kind === "measure" && (field.source.type === "number" || field.source.type === "conversion"),
  );
  if (isDerived) {
    const groups = groupsWith([condition]);
    // A measure with a window always needs one of the dimensions, so it has no value for groups without rows.
    if (!groups.branches.some(({periods}) => periods !== undefined)) {
      const passing = groupsWith([condition], {dimensions: []});
      for (const {scope} of passing.branches) scope.conditions.push({kind: "or", parts: []});
      // The condition is always true, and is there so that its measure has a branch.
      const all = groupsWith([{kind: "or", parts: [condition, {kind: "and", parts: []}]}]);
      return {groups, negated: false, nothing: {all, passing}};
    }
  }
  const isCount = measures.every(field => field.kind === "measure" && field.source.type.startsWith("count"));
  const holds =
    condition.kind === "condition"
      ? holdsOverNoRows(condition.test, isCount)
      : comparisonHoldsOverNoRows(condition, isCount);
  if (!holds) return {groups: groupsWith([condition]), negated: false};
  return {groups: groupsWith([{kind: "not", parts: [condition]}]), negated: true};
}

const NO_CALCULATIONS = {calculations: [], calculated: []};

/** The groups whose values `top` keeps: those of its own dimensions, whatever else the query groups and filters by. */
function planTop(layer: Layer, query: ResolvedQuery, top: ResolvedTop): Plan {
  const indexes = [...top.within, top.dimension];
  const among = (all: ResolvedQuery["dimensions"]) => indexes.flatMap(index => all[index] ?? []);
  const dimensions = among(query.dimensions);
  const seen =
    query.seen &&
    new Map([...query.seen].map(([m, one]) => [m, {...one, dimensions: among(one.dimensions)}]));
  const own = {...query, ...NO_RESULT, dimensions, having: [], ...(seen ? {seen} : {})};
  const planner = new Planner(layer, own, undefined, GROUPS);
  const expression = planner.expression(top.by);
  linkPeriods(planner.branches);
  return {
    branches: planner.branches,
    dimensions: dimensions.map(({type}, i) => ({type, ...labelsOf(own, i)})),
    measures: [{type: top.by.reference.field.type, expression}],
    having: [],
    ...NO_CALCULATIONS,
    order: [],
    first: {count: top.count, within: top.within.length, ascending: top.ascending},
    lookups: planner.lookups,
    limit: undefined,
  };
}

export const GROUPS: GroupPlanner = {per: planPer, top: planTop};

/** The parts of a query that concern its result, and not which groups there are. */
const NO_RESULT = {
  measures: [],
  top: undefined,
  calculations: [],
  calculated: [],
  order: [],
  limit: undefined,
  totals: false,
  subtotals: false,
  fillGaps: false,
} satisfies Partial<ResolvedQuery>;
