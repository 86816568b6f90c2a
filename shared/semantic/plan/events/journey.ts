import type {Layer} from "../../layer/layer.ts";
import type {ResolvedJourney, ResolvedQuery} from "../../resolve/resolved.ts";
import {GROUPS} from "../groups.ts";
import type {MeasureExpression, Plan} from "../plan.ts";
import {Planner} from "../planner.ts";

/**
 * Plans each step of a funnel or a retention as a branch. In a retention, the branch of the returning rows has the
 * measures.
 */
export function planJourney(
  layer: Layer,
  query: ResolvedQuery,
  {steps, width, shape}: ResolvedJourney,
): Plan {
  const planned = steps.map(step => new Planner(layer, step, undefined, GROUPS));
  const measured = planned.flatMap((planner, i) => {
    const of = steps[i]?.measures ?? [];
    const expressions = of.map(measure => atBranch(planner.expression(measure), i));
    planner.homeBranch();
    if (planner.branches.length > 1) throw new Error("a step whose measures are of other rows");
    return expressions;
  });
  const models = [...new Set(steps.map(({base}) => base))];
  const times = new Set(steps.map(({dimensions}) => dimensions[1]?.type));
  const ownMeasures = query.measures.length - measured.length;
  const repeats = shape.kind === "funnel" && models.length < steps.length;
  const own = (index: number): MeasureExpression => {
    const field = query.measures[index]?.reference.field ?? query.measures[0]?.reference.field;
    if (field === undefined) throw new Error("a journey without measures");
    return {kind: "aggregate", branch: 0, index, field};
  };
  const order = query.order.flatMap(({by, descending}) => {
    if (typeof by !== "number") return [];
    // Steps are in the order of the request, not of their names.
    const isStep = shape.kind === "funnel" && by === width + 1;
    return {by: isStep ? own(query.measures.length) : by, descending};
  });
  return {
    branches: planned.flatMap(({branches}) => branches),
    journey: {
      width,
      models,
      keys: repeats ? Math.max(...models.map(({source}) => (source.primaryKey ?? []).length)) : 0,
      isRanked: repeats && models.length > 1,
      timeType: times.has("timestamp") ? "timestamp" : "date",
      mixesTimes: times.size > 1,
      shape,
      ownMeasures,
    },
    dimensions: query.dimensions.map(({name, type}) => ({name, type})),
    measures: query.measures.map(({name, reference}, i) => ({
      name,
      type: reference.field.type,
      expression: measured[i - ownMeasures] ?? own(i),
    })),
    having: [],
    calculations: [],
    calculated: [],
    order,
    lookups: planned.flatMap(({lookups}) => lookups),
    limit: query.limit,
  };
}

/** The expression of a planner that has one branch, with the index of that branch in the whole plan. */
function atBranch(expression: MeasureExpression, branch: number): MeasureExpression {
  if (expression.kind === "aggregate") return {...expression, branch};
  if (expression.kind !== "derived") throw new Error(`a ${expression.kind} of the rows of a step`);
  const references = [...expression.references].map(([name, of]) => [name, atBranch(of, branch)] as const);
  return {...expression, references: new Map(references)};
}
