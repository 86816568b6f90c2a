import {fieldError} from "../layer/field-error.ts";
import type {ResolvedQuery} from "../resolve/resolved.ts";
import {fillAlong} from "./fill.ts";
import type {Plan} from "./plan.ts";
import type {Planner} from "./planner.ts";

/** The calculations of a plan, and the periods that they count. */
export function planCalculations(
  planner: Planner,
  query: ResolvedQuery,
): Pick<Plan, "calculations" | "calculated" | "axis"> {
  const {calculations, calculated} = query;
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
          axis: fillAlong(query, first.along, {
            name: first.name,
            what: `"${first.name}" counts`,
            pointer: first.pointer,
          }),
        }),
  };
}
