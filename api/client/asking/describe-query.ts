import type {Filter, Query} from "../../../shared/semantic/documents.ts";
import {OPERATOR_WORDS, type Operator, operatorNamed} from "../../../shared/semantic/vocabulary.ts";
import {type Model, titleFromName, titleInName} from "../pages/explore/fields.ts";
import {timeText} from "../parts/value-text.ts";

const MAX_VALUES = 5;
const NUMBER = new Intl.NumberFormat(undefined, {maximumFractionDigits: 6});

/** A query in the labels of its layer: "Count by Status, where Region is north". */
export function describeQuery(query: Query, model?: Model): string {
  const title = (field: string) => (model ? titleInName(model, field) : titleFromName(field));
  const {measures = [], dimensions = [], filters = [], funnel, retention, top, limit} = query;
  const names = {
    measures: measures.map(entry => (typeof entry === "string" ? title(entry) : entry.name)),
    dimensions: dimensions.map(entry => describeDimension(entry, title)),
  };
  const own = model?.label ?? titleFromName(query.model);
  const what = funnel
    ? `Funnel of ${funnel.steps.map(step => step.name ?? step.model ?? own).join(" → ")}`
    : retention
      ? `Retention of ${title(retention.entity)} by ${retention.grain}`
      : names.measures.join(", ") || `Rows of ${own}`;
  const by = names.dimensions.length > 0 ? ` by ${names.dimensions.join(", ")}` : "";
  const where =
    filters.length > 0 ? `, where ${filters.map(one => describeFilter(one, title)).join(" and ")}` : "";
  const most = top
    ? `, the ${top.count} with the ${top.direction === "asc" ? "least" : "greatest"}`
    : limit === undefined
      ? ""
      : `, at most ${NUMBER.format(limit)} ${limit === 1 ? "row" : "rows"}`;
  return what + by + where + most;
}

type Title = (field: string) => string;

function describeDimension(entry: NonNullable<Query["dimensions"]>[number], title: Title): string {
  if (typeof entry === "string") return title(entry);
  return "of" in entry ? entry.name : (entry.name ?? title(entry.field));
}

function describeFilter(filter: Filter, title: Title): string {
  const all = (filters: readonly Filter[], word: string) =>
    filters.map(one => describeFilter(one, title)).join(` ${word} `);
  if ("or" in filter) return `(${all(filter.or, "or")})`;
  if ("and" in filter) return `(${all(filter.and, "and")})`;
  if ("not" in filter) return `not (${describeFilter(filter.not, title)})`;
  if ("some" in filter) return `with ${titleFromName(filter.some)}`;
  if ("none" in filter) return `without ${titleFromName(filter.none)}`;
  const {field, value, other} = filter;
  const operator = operatorNamed(filter.op);
  const per = "per" in filter ? ` per ${filter.per.map(title).join(", ")}` : "";
  const against = other === undefined ? describeValue(operator, value) : title(other);
  return [title(field) + per, operator ? OPERATOR_WORDS[operator] : filter.op, against]
    .filter(Boolean)
    .join(" ");
}

function describeValue(operator: Operator | undefined, value: unknown): string {
  if (value === undefined || value === null || operator === "is_null" || operator === "is_not_null")
    return "";
  if (operator === "in_current" && typeof value === "string") return value;
  if (Array.isArray(value)) {
    const listed = value.slice(0, MAX_VALUES).map(oneWord);
    if (operator === "between" || operator === "not_between") return listed.join(" and ");
    const more = value.length - listed.length;
    return listed.join(", ") + (more > 0 ? ` and ${more} more` : "");
  }
  return oneWord(value);
}

function oneWord(value: unknown): string {
  if (typeof value === "number") return NUMBER.format(value);
  if (typeof value === "string") return timeText(value) ?? `“${value}”`;
  if (typeof value !== "object" || value === null) return `“${value}”`;
  if (!("unit" in value)) return JSON.stringify(value);
  const count = "count" in value ? Number(value.count) : 1;
  return count === 1 ? String(value.unit) : `${count} ${value.unit}s`;
}
