import {type CalendarModel, type DimensionField, Edge} from "./layer.ts";

/** The step from a time to the calendar's row for its day, in `timezone` if it is not the query's. */
export function stepToCalendar(
  {model, column}: CalendarModel,
  field: DimensionField,
  timezone?: string,
): Edge {
  const back = {role: field.model.name, toMany: true};
  const newStep = (day: Edge["day"]) =>
    new Edge(field.model, model, model.name, false, {on: [{from: "", to: column}]}, back, day);
  if (timezone !== undefined) return newStep({field, timezone});
  field.toCalendar ??= newStep({field});
  return field.toCalendar;
}
