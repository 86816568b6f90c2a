import type {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Edge, FieldReference} from "../layer/layer.ts";
import {cancelled} from "../layer/paths.ts";
import type {ResolvedCalculation} from "./resolved.ts";

/** Whether two dimensions are grains or parts of the same time, so that the longer follows from the shorter. */
export function isOfSameTime(one: FieldReference, other: FieldReference): boolean {
  const [way, same] = [
    cancelled(pathToTime(one, one.paths[0] ?? [])),
    cancelled(pathToTime(other, other.paths[0] ?? [])),
  ];
  return (
    (one.time ?? one.field) === (other.time ?? other.field) &&
    one.conformed === other.conformed &&
    way.length === same.length &&
    way.every((edge, i) => edge === same[i])
  );
}

/** The error for a calculation over earlier periods in a query that has another grain or part of the same time. */
export function besideSameTime(
  {kind, pointer}: Pick<ResolvedCalculation, "kind" | "pointer">,
  along: string,
  beside: string,
): CompileError {
  return fieldError("invalid_request", `${pointer}/along`, {
    message: `"${kind}" is computed along "${along}" for each combination of the other dimensions, and "${beside}" belongs to the same time: no period would be before the first of each. Leave "${beside}" out, or ask for it in a query of its own.`,
  });
}

/** The path to the time of a reference. A period of the layer's calendar is one step behind its time. */
export function pathToTime({time}: FieldReference, way: readonly Edge[]): readonly Edge[] {
  return time === undefined ? way : way.slice(0, -1);
}
