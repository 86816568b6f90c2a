import type {Layer} from "../layer/layer.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {SUBTOTAL} from "../resolve/subtotals.ts";
import {planSpreads} from "./bin-range.ts";
import {planCalculations} from "./calculations.ts";
import {planCompared} from "./compare.ts";
import {findKeyed} from "./eager-aggregation.ts";
import {planJourney} from "./events/journey.ts";
import {refusePairs} from "./fan-out/refuse-cross-product.ts";
import {planFill} from "./fill.ts";
import {GROUPS, planPicked} from "./groups.ts";
import {linkPeriods} from "./link-periods.ts";
import type {Plan} from "./plan.ts";
import {Planner} from "./planner.ts";
import {isPicked, planSubtotals} from "./subtotals.ts";
import {choosesAmongOwnRows, labelsOf} from "./top.ts";

/**
 * The plan of a query: its measures in branches, each with its joins and conditions. With `totals`, the plan has no
 * dimensions, and so one result row over the same source rows.
 */
export function planQuery(layer: Layer, query: ResolvedQuery, totals = false): Plan {
  const spreads = planSpreads(layer, query);
  const plan = planRows(layer, query, totals);
  return spreads.length === 0 ? plan : {...plan, lookups: [...spreads, ...plan.lookups]};
}

function planRows(layer: Layer, query: ResolvedQuery, totals: boolean): Plan {
  if (query.journey !== undefined) return planJourney(layer, query, query.journey);
  const sortedBy = query.rows?.sortedBy ?? [];
  const placed = sortedBy.length === 0 ? query : {...query, dimensions: [...query.dimensions, ...sortedBy]};
  const planner = new Planner(layer, placed, totals ? 0 : undefined, GROUPS);
  const measures = query.measures.map(measure => ({
    name: measure.name,
    type: measure.reference.field.type,
    expression: planner.expression(measure),
  }));
  if (measures.length === 0) {
    planner.homeBranch();
    for (const branch of planner.branches) refusePairs(query, branch);
  }
  const {branches} = planner;
  if (totals) {
    const {compare} = query;
    const both = compare && planCompared(layer, query, compare, {branches, measures}, 0);
    const picked = isPicked(query) ? planPicked(layer, query) : undefined;
    linkPeriods(branches, picked?.branches);
    const groups = picked === undefined ? {} : {picked};
    return {
      branches,
      dimensions: [],
      measures,
      having: [],
      calculations: [],
      calculated: [],
      ...blankIn(query),
      order: [],
      ...both,
      lookups: [...planner.lookups, ...(both?.lookups ?? [])],
      ...groups,
      limit: undefined,
    };
  }
  const having = query.having.map(filter => planner.groupCondition(filter));
  const order = query.order.map(entry => planner.order(entry));
  linkPeriods(branches);
  const plan: Plan = {
    having,
    order,
    branches,
    dimensions: query.dimensions.map(({name, type}, i) => ({name, type, ...labelsOf(query, i)})),
    measures,
    ...(query.fillGaps ? {fill: planFill(planner.oneTime, query)} : {}),
    ...planCalculations(planner, query),
    ...(query.rows === undefined ? {} : {rows: true}),
    lookups: planner.lookups,
    limit: query.limit,
  };
  if (query.compare !== undefined) {
    const both = planCompared(layer, query, query.compare, plan, undefined);
    return {...plan, ...both, lookups: [...plan.lookups, ...both.lookups]};
  }
  if (query.subtotals) return {...plan, ...planSubtotals(layer, query, branches)};
  const named = branches[0]?.named;
  if (named !== undefined && choosesAmongOwnRows(plan)) named.isOfSameRows = true;
  const keyed = plan.fill === undefined && plan.axis === undefined ? findKeyed(layer, branches) : undefined;
  return keyed === undefined ? plan : {...plan, keyed};
}

/** The result columns that are empty in totals: calculations, and the column that marks subtotals. */
function blankIn({calculations, subtotals}: ResolvedQuery): Pick<Plan, "blank"> {
  const blank = [...calculations.map(({name}) => name), ...(subtotals ? [SUBTOTAL] : [])];
  return blank.length > 0 ? {blank} : {};
}
