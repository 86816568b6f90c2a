import type {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {Grain} from "../layer/grains.ts";
import type {DimensionType} from "../layer/graph.ts";
import type {ItemType} from "../layer/items.ts";
import type {Calendar} from "./calendar-spans.ts";

/** The properties of a field by which its conditions are read. */
export interface Subject {
  /** The query's name for the field. */
  name: string;
  type: DimensionType;
  grain?: Grain;
  /** The type of an array's items. */
  items?: ItemType;
}

/** The context for reading a filter's value, and its place in the request. */
export interface FilterReader {
  subject: Subject;
  type: DimensionType;
  calendar: Calendar;
  pointer: string;
}

export function invalidValue(pointer: string, message: string): CompileError {
  return fieldError("invalid_filter", pointer, {message});
}
