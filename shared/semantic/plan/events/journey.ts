import type {Layer} from "../../layer/layer.ts";
import type {ResolvedJourney, ResolvedQuery} from "../../resolve/resolved.ts";
import {GROUPS} from "../groups.ts";
import type {MeasureExpression, Plan} from "../plan.ts";
import {Planner} from "../planner.ts";

/** The rows of each step of a funnel or a retention as a branch. */
export function planJourney(
  layer: Layer,
  query: ResolvedQuery,
  {steps, width, shape}: ResolvedJourney,
): Plan {
  const planned = steps.map(step => {
    const planner = new Planner(layer, step, undefined, GROUPS);
    planner.homeBranch();
    return planner;
  });
  const models = [...new Set(steps.map(({base}) => base))];
  const times = new Set(steps.map(({dimensions}) => dimensions[1]?.type));
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
    },
    dimensions: query.dimensions.map(({name, type}) => ({name, type})),
    measures: query.measures.map(({name, reference}, i) => ({
      name,
      type: reference.field.type,
      expression: own(i),
    })),
    having: [],
    calculations: [],
    calculated: [],
    order,
    asked: planned.flatMap(({asked}) => asked),
    limit: query.limit,
  };
}
