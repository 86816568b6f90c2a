import type {Drawing} from "../../../shared/wire/drawing.ts";
import type {Filter} from "../api.ts";

export type ChartType = Drawing["type"];

/** What is picked, and how its answer is shown. */
export interface Question {
  model: string;
  /** Empty where the address names none. */
  projectId: string;
  dimensions: string[];
  measures: string[];
  orderBy: string[];
  limit: number;
  /** How many values of the dimension that makes series are kept, with the others together; `undefined` for all. */
  top: number | undefined;
  /** `undefined`: what suits the query. */
  type: ChartType | undefined;
}

export interface Query extends Omit<Question, "type" | "top"> {
  filters: Filter[];
  top?: {dimension: string; by: string; count: number; others?: string};
}

const LIMIT = 500;
/** The most rows that a chart is drawn of. */
export const MOST_ROWS = 10_000;
/** How many series are kept where it is offered. */
export const TOPS = [5, 9] as const;

/** The types to choose from; a map, a gauge and the like need more than a query. */
export const TYPES: readonly (readonly [ChartType, string])[] = [
  ["table", "Table"],
  ["bar", "Bars"],
  ["horizontal_bar", "Horizontal bars"],
  ["line", "Line"],
  ["area", "Area"],
  ["scatter", "Scatter"],
  ["pie", "Pie"],
  ["heatmap", "Heatmap"],
  ["treemap", "Treemap"],
  ["big_number", "Number"],
];

/** The question in the page's address, so that it can be sent and come back to. What it is worth the service judges. */
export function readQuestion(): Question {
  const given = new URLSearchParams(location.search);
  const limit = Number(given.get("limit"));
  const top = Number(given.get("top"));
  return {
    model: decodeURIComponent(location.pathname.split("/")[2] ?? ""),
    projectId: given.get("project") ?? "",
    dimensions: given.getAll("d"),
    measures: given.getAll("m"),
    orderBy: given.getAll("order"),
    limit: Number.isInteger(limit) && limit > 0 ? Math.min(limit, MOST_ROWS) : LIMIT,
    top: TOPS.find(count => count === top),
    type: TYPES.find(([name]) => name === given.get("type"))?.[0],
  };
}

/** Keeps it there, beside the filters, which have a form of their own. */
export function keepQuestion({dimensions, measures, orderBy, limit, top, type}: Question): void {
  const address = new URL(location.href);
  const kept = address.searchParams;
  const parts = {
    d: dimensions,
    m: measures,
    order: orderBy,
    limit: limit === LIMIT ? [] : [limit],
    top: top === undefined ? [] : [top],
    type: type ? [type] : [],
  };
  for (const [name, values] of Object.entries(parts)) {
    kept.delete(name);
    for (const value of values) kept.append(name, String(value));
  }
  history.replaceState(null, "", address);
}

/** A time is a line, one number is a number, and so on. */
export function typeFor(
  {dimensions, measures, type}: Question,
  isTime: (field: string) => boolean,
): ChartType {
  if (type) return type;
  const [first = ""] = dimensions;
  if (measures.length === 0 || dimensions.length > 2) return "table";
  if (dimensions.length === 0) return measures.length === 1 ? "big_number" : "table";
  return isTime(first) ? "line" : dimensions.length === 1 ? "horizontal_bar" : "bar";
}
