import type {ChartView as SavedChart} from "../../../../shared/content/charts/schemas.ts";
import type {Filter, Query} from "../../../../shared/semantic/documents.ts";
import {dateRange} from "../../filters/dates.ts";
import {writtenValue} from "../../filters/value-list.ts";
import type {Model} from "./fields.ts";
import {TOPS} from "./question.ts";
import {writtenBin} from "./written.ts";

export type {SavedChart};

/** Parts of queries that the address of an exploration holds. */
const SUPPORTED_PARTS: ReadonlySet<string> = new Set([
  ...["model", "projectId", "dimensions", "measures", "filters", "orderBy", "limit"],
  ...["subtotals", "top", "compare"],
]);
/** Parts of queries, in words. */
const PART_TITLES: Readonly<Record<string, string>> = {
  calculations: "calculations",
  top: "the greatest values",
};

/**
 * The address that explores a chart's query. `left` names the parts of the query that an exploration cannot hold. If
 * there are none, the address names the chart and its version, so that changes can be saved over this version.
 */
export function addressOfChart(chart: SavedChart, model: Model): {path: string; left: string[]} {
  const {query, type, config = {}} = chart;
  const {dimensions = [], measures = [], filters = [], orderBy = [], limit, subtotals} = query;
  const left = Object.keys(query)
    .filter(name => !SUPPORTED_PARTS.has(name))
    .map(name => PART_TITLES[name] ?? name.replaceAll("_", " "));
  const held = new URLSearchParams({project: chart.projectId ?? ""});
  for (const one of dimensions) {
    if (typeof one === "string") held.append("d", one);
    else if (
      "bin" in one &&
      "field" in one &&
      one.bin !== undefined &&
      !("labels" in one) &&
      !("name" in one)
    ) {
      held.append("d", one.field);
      held.append(`bin.${one.field}`, writtenBin(one.bin));
    } else left.push("a computed dimension");
  }
  for (const one of measures) {
    if (typeof one === "string") held.append("m", one);
    else left.push("a figure of groups");
  }
  for (const one of orderBy) {
    if (typeof one === "string") held.append("order", one);
    else left.push("an order");
  }
  if (limit !== undefined) held.set("limit", String(limit));
  if (subtotals) held.set("subtotals", "1");
  holdTop(query, held, left);
  holdCompare(query, held, left);
  const states = filters.map(filter => stateOf(filter, model));
  for (const [i, state] of states.entries()) {
    const isAlone = states.filter(other => other?.field === state?.field).length === 1;
    if (!state || !isAlone) left.push(filters.length === 1 ? "its filter" : `filter ${i + 1}`);
    else for (const text of state.texts) held.append(`filter.${state.field}`, escaped(text));
  }
  held.set("type", type);
  if (Object.keys(config).length > 0) held.set("look", JSON.stringify(config));
  if (left.length === 0) {
    held.set("chart", chart.id);
    held.set("chart-version", chart.updatedAt);
  }
  return {path: `/explore/${encodeURIComponent(query.model ?? "")}?${held}`, left: [...new Set(left)]};
}

function holdTop({top, measures = []}: Query, held: URLSearchParams, left: string[]): void {
  if (!top) return;
  const {by, count, direction, others} = top;
  const isHeld = TOPS.some(one => one === count) && by === measures[0] && (others ?? "Other") === "Other";
  if (isHeld) held.set("top", String(direction === "asc" ? -count : count));
  else left.push("the greatest values");
}

function holdCompare({compare}: Query, held: URLSearchParams, left: string[]): void {
  if (!compare) return;
  const {offset, sameDays, ...others} = compare;
  if (offset?.count !== 1 || Object.keys(others).length > 0) {
    left.push("the comparison");
    return;
  }
  held.set("compare", offset.unit);
  if (sameDays) held.set("same-days", "1");
}

interface State {
  field: string;
  texts: string[];
}

/** The condition as its control writes it; `undefined` where no control holds it. */
function stateOf(filter: Filter, model: Model): State | undefined {
  if (!("field" in filter) || "other" in filter || "per" in filter) return undefined;
  const {field, op, value} = filter;
  const found = [...model.dimensions, ...model.measures].find(({name}) => name === field);
  const texts = found && textsOf(found.type, op ?? "=", value);
  return texts && {field, texts};
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function textsOf(type: string, op: string, value: unknown): string[] | undefined {
  if (type === "string") {
    if (op === "=" && typeof value === "string") return [writtenValue(value)];
    if (op === "is_null") return [writtenValue(null)];
    const all: unknown[] = op === "in" && Array.isArray(value) ? value : [];
    return all.length > 0 && all.every(one => typeof one === "string") ? all.map(writtenValue) : undefined;
  }
  if (type === "boolean") {
    if (op === "=" && typeof value === "boolean") return [value ? "yes" : "no"];
    return op === "is_null" ? ["none"] : undefined;
  }
  const isTime = type === "date" || type === "timestamp";
  if (isTime && op.startsWith("in_")) return periodOf(op.slice(3), value);
  if (!isTime && type !== "number") return undefined;
  const [from, to] = endsOf(op, value);
  const isEnd = (end: unknown) =>
    end === "" || (isTime ? typeof end === "string" && DAY.test(end) : Number.isFinite(Number(end)));
  if (from === undefined || to === undefined || !isEnd(from) || !isEnd(to)) return undefined;
  return [`${String(from)}..${String(to)}`];
}

/** Both ends of a range, inclusive; a missing end is an empty text. */
function endsOf(op: string, value: unknown): readonly unknown[] {
  if (op === "between" && Array.isArray(value)) return value;
  if (op === "=" && typeof value === "number") return [value, value];
  if (value === undefined || value === null || typeof value === "object") return [];
  if (op === ">=") return [value, ""];
  return op === "<=" ? ["", value] : [];
}

function periodOf(kind: string, value: unknown): string[] | undefined {
  if (kind !== "past" && kind !== "next" && kind !== "current") return undefined;
  if (typeof value !== "object" || value === null || !("unit" in value)) return undefined;
  const count = "count" in value ? Number(value.count) : 1;
  const completed = "completed" in value && value.completed === true;
  const written = `${kind}-${kind === "current" ? "" : `${count}-`}${String(value.unit)}${completed ? "-completed" : ""}`;
  return dateRange(written) ? [written] : undefined;
}

/** A state that would read as a comparison with a field is escaped. */
function escaped(text: string): string {
  return text.startsWith("field:") || text.startsWith("value:") ? `value:${text}` : text;
}
