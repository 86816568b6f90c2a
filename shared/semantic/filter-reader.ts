import type {ServiceError} from "../errors.ts";
import type {Grain} from "./grains.ts";
import type {DimensionType} from "./graph.ts";
import type {Calendar} from "./moments.ts";
import {fieldError} from "./resolve-field.ts";

/** The field that a condition is about, as far as its values are concerned. */
export interface Subject {
  /** The field as the query names it. */
  name: string;
  type: DimensionType;
  grain?: Grain;
}

/** What a filter value is read against, and where in the request it stands. */
export interface FilterReader {
  subject: Subject;
  type: DimensionType;
  calendar: Calendar;
  pointer: string;
}

export function invalidValue(pointer: string, message: string): ServiceError {
  return fieldError("invalid_filter", pointer, {message});
}
