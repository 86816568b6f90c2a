import {stepToCalendar} from "../layer/calendar-step.ts";
import type {Field, FieldReference, Layer} from "../layer/layer.ts";

/** A grain of the layer's calendar: a dimension of the calendar's row for the day of the time. */
export function inCalendar(
  {calendar}: Layer,
  {paths, ...place}: Pick<FieldReference, "route" | "paths" | "spelled">,
  field: Field,
  grain: string,
): FieldReference | undefined {
  const found = calendar?.model.fields.get(grain);
  if (calendar === undefined || found?.kind !== "dimension" || field.kind !== "dimension") return undefined;
  if (field.type !== "date" && field.type !== "timestamp") return undefined;
  const step = stepToCalendar(calendar, field);
  return {...place, paths: paths.map(path => [...path, step]), field: found, time: field};
}
