import {fieldError} from "../layer/field-error.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {besideSameTime} from "../resolve/same-time.ts";
import {fillAlong} from "./fill.ts";
import type {Plan} from "./plan.ts";
import type {Planner} from "./planner.ts";

/** The calculations of a plan, and the axis of periods along which some of them count, such as moving averages. */
export function planCalculations(
  planner: Planner,
  query: ResolvedQuery,
): Pick<Plan, "calculations" | "calculated" | "axis"> {
  const {calculations, calculated} = query;
  refuseSameTime(planner, query);
  const [first, ...others] = calculations.filter(({countsPeriods}) => countsPeriods);
  const other = others.find(({along}) => along !== first?.along);
  if (other !== undefined) {
    throw fieldError("invalid_request", `${other.pointer}/along`, {
      message: `"${first?.name ?? ""}" and "${other.name}" count the periods of two dimensions. Ask for each in a query of its own.`,
    });
  }
  return {
    calculations,
    calculated: calculated.map(filter => planner.groupCondition(filter)),
    ...(first?.along === undefined
      ? {}
      : {
          axis: fillAlong(planner.oneTime, query, first.along, {
            name: first.name,
            what: `"${first.name}" counts`,
            pointer: first.pointer,
          }),
        }),
  };
}

/**
 * Refuses a calculation along a time whose groups include the same time of the measure's model under another name:
 * once as `metric_time`, and once by its own name.
 */
function refuseSameTime(planner: Planner, {calculations, dimensions, measures}: ResolvedQuery): void {
  if (!dimensions.some(({reference}) => reference.conformed)) return;
  for (const calculation of calculations) {
    const along = calculation.along === undefined ? undefined : dimensions[calculation.along];
    const of = measures[calculation.of];
    if (!calculation.countsPeriods || along === undefined || of === undefined) continue;
    const measure = planner.expression(of);
    const beside = calculation.within
      .flatMap(index => dimensions[index] ?? [])
      .find(({reference}) => planner.oneTime.somewhere(reference, along.reference, measure));
    if (beside !== undefined) throw besideSameTime(calculation, along.name, beside.name);
  }
}
