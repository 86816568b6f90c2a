import type {ServiceError} from "../../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Edge, FieldReference} from "../layer/layer.ts";
import type {ResolvedCalculation} from "./resolved.ts";

/** Whether two dimensions are grains or parts of one time, so that the shorter one says the other. */
export function isOfSameTime(one: FieldReference, other: FieldReference): boolean {
  const [way, same] = [wayToTime(one, one.paths[0] ?? []), wayToTime(other, other.paths[0] ?? [])];
  return (
    (one.time ?? one.field) === (other.time ?? other.field) &&
    one.conformed === other.conformed &&
    way.length === same.length &&
    way.every((edge, i) => edge === same[i])
  );
}

/** Refuses a calculation that looks at the periods before, beside something else of the time that it goes along. */
export function besideSameTime(
  {kind, pointer}: Pick<ResolvedCalculation, "kind" | "pointer">,
  along: string,
  beside: string,
): ServiceError {
  return fieldError("invalid_request", `${pointer}/along`, {
    message: `"${kind}" goes along "${along}" for each combination of the other dimensions, and "${beside}" is of the same time: no period would be before the first of each. Leave "${beside}" out, or ask for it in a query of its own.`,
  });
}

/** A period of the layer's calendar lies a step behind its time. */
export function wayToTime({time}: FieldReference, way: readonly Edge[]): readonly Edge[] {
  return time === undefined ? way : way.slice(0, -1);
}
