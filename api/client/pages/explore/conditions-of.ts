import type {Picked} from "../../drawings/picked.ts";
import {writtenValue} from "../../filters/value-list.ts";
import type {Filter} from "../../service/api.ts";
import type {Model} from "./fields.ts";
import type {Question} from "./question.ts";

/** The conditions of one dimension of a clicked mark. */
export interface PickedCondition {
  /** The filter of the rows behind the mark. */
  filter: Filter;
  /** The field to filter by, and the state of its control; `undefined` where no control can hold it. */
  written: {field: string; text: string} | undefined;
}

/** For each grain, the function that moves the first day of a period to the first day of the next. */
const NEXT: Readonly<Record<string, (day: Date) => void>> = {
  day: day => day.setUTCDate(day.getUTCDate() + 1),
  week: day => day.setUTCDate(day.getUTCDate() + 7),
  month: day => day.setUTCMonth(day.getUTCMonth() + 1),
  quarter: day => day.setUTCMonth(day.getUTCMonth() + 3),
  year: day => day.setUTCFullYear(day.getUTCFullYear() + 1),
};

/** The conditions of a clicked mark; `undefined` if one of its dimensions cannot be filtered by. */
export function conditionsOf(
  question: Question,
  model: Model,
  picked: readonly Picked[],
): PickedCondition[] | undefined {
  const all = picked.map(one => conditionOf(question, model, one));
  return all.every(one => one !== undefined) ? all : undefined;
}

function conditionOf(
  {dimensions, bins}: Question,
  {dimensions: fields}: Model,
  {field: column, value}: Picked,
): PickedCondition | undefined {
  const name = dimensions.find(one => (bins.has(one) ? `${one}.bin` : one) === column);
  if (name === undefined) return undefined;
  const field = fields.find(one => name === one.name || name.startsWith(`${one.name}.`));
  if (!field) return undefined;
  if (value === null || value === undefined) {
    const written = field.type === "string" ? {field: field.name, text: writtenValue(null)} : undefined;
    return {filter: {field: name, op: "is_null"}, written};
  }
  const bin = bins.get(name);
  if (bin) return binned(name, bin, Number(value));
  return {filter: {field: name, op: "=", value}, written: writtenOf(field, name, value)};
}

function binned(
  field: string,
  bin: NonNullable<ReturnType<Question["bins"]["get"]>>,
  from: number,
): PickedCondition | undefined {
  if ("count" in bin || !Number.isFinite(from)) return undefined;
  const to = "width" in bin ? from + bin.width : bin.edges.find(edge => edge > from);
  const least: Filter = {field, op: ">=", value: from};
  const filter: Filter = to === undefined ? least : {and: [least, {field, op: "<", value: to}]};
  // No control can hold a bin: the control of a range includes both ends.
  return {filter, written: undefined};
}

function writtenOf(
  field: Model["dimensions"][number],
  name: string,
  value: unknown,
): PickedCondition["written"] {
  const grain = name.slice(field.name.length + 1);
  if (field.type === "string" && typeof value === "string")
    return {field: field.name, text: writtenValue(value)};
  if (field.type === "number" && grain === "") return {field: field.name, text: `${value}..${value}`};
  if (field.type === "boolean") return {field: field.name, text: value === true ? "yes" : "no"};
  if (typeof value !== "string" || !(field.type === "date" || field.type === "timestamp")) return undefined;
  const first = value.slice(0, 10);
  const next = NEXT[field.type === "date" && grain === "" ? "day" : grain];
  const day = new Date(`${first}T00:00Z`);
  if (!next || Number.isNaN(day.getTime())) return undefined;
  next(day);
  day.setUTCDate(day.getUTCDate() - 1);
  return {field: field.name, text: `${first}..${day.toISOString().slice(0, 10)}`};
}
