import type {Layer} from "../layer/layer.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {planCalculations} from "./calculations.ts";
import {planFill} from "./fill.ts";
import {GROUPS, planPicked} from "./groups.ts";
import {planJourney} from "./journey.ts";
import {findKeyed} from "./keyed.ts";
import {linkPeriods} from "./link-periods.ts";
import type {Plan} from "./plan.ts";
import {Planner} from "./planner.ts";

/**
 * Groups the measures into branches and gives each its joins and conditions. With `totals` there are no groups, but one
 * row over the same rows.
 */
export function planQuery(layer: Layer, query: ResolvedQuery, totals = false): Plan {
  if (query.journey !== undefined) return planJourney(layer, query, query.journey);
  const planner = new Planner(layer, query, totals, GROUPS);
  const measures = query.measures.map(measure => ({
    name: measure.name,
    type: measure.reference.field.type,
    expression: planner.expression(measure),
  }));
  if (measures.length === 0) planner.homeBranch();
  const {branches} = planner;
  if (totals) {
    const picked = query.having.length + query.calculated.length > 0 ? planPicked(layer, query) : undefined;
    linkPeriods(branches, picked?.branches);
    const groups = picked === undefined ? {} : {picked};
    return {
      branches,
      dimensions: [],
      measures,
      having: [],
      calculations: [],
      calculated: [],
      ...(query.calculations.length > 0 ? {blank: query.calculations.map(({name}) => name)} : {}),
      order: [],
      asked: planner.asked,
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
    dimensions: query.dimensions.map(({name, type}) => ({name, type})),
    measures,
    ...(query.fillGaps ? {fill: planFill(planner.oneTime, query)} : {}),
    ...planCalculations(planner, query),
    asked: planner.asked,
    limit: query.limit,
  };
  const keyed = plan.fill === undefined && plan.axis === undefined ? findKeyed(layer, branches) : undefined;
  return keyed === undefined ? plan : {...plan, keyed};
}
