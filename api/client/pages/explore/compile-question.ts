import {lowered} from "../../../../shared/core/one-line.ts";
import type {
  Query as AnyQuery,
  Calculation,
  Filter,
  NestedMeasure,
} from "../../../../shared/semantic/documents.ts";
import {isTimeOf, type Model, titleInName} from "./fields.ts";
import {topOf} from "./figures/top.ts";
import {AGGREGATES, CALCULATIONS, type Computed, FROM_GREATEST} from "./parts.ts";
import {type ChartType, type Config, LIMIT, type Query, type Question} from "./question.ts";

/** The maximum number of points on a map. */
const MAX_POINTS = 5000;
/** The longest generated column name, in characters. */
const MAX_NAME_LENGTH = 120;

/** The query of a question, and the chart type that shows its answer. */
export interface CompiledQuestion {
  query: Query;
  type: ChartType;
  /** For each entry of the query's `measures`, the picked measure that it came from. */
  measureOf: string[];
  config?: Config;
}

/** A chart that has not been saved. */
export type Draft = Pick<CompiledQuestion, "type" | "config"> & {query: AnyQuery};

/** The part of a query that the controls of a funnel or a retention describe. */
export type Events = Pick<Query, "funnel" | "retention">;

/** The query of a question under these filters. Parts that do not apply to what is picked are left out. */
export function compileQuestion(
  question: Question,
  model: Model,
  filters: Filter[],
  events: Events = {},
): CompiledQuestion {
  const compiled = answerOf(question, model, filters, events);
  return question.config ? {...compiled, config: {...compiled.config, ...question.config}} : compiled;
}

function answerOf(question: Question, model: Model, filters: Filter[], events: Events): CompiledQuestion {
  if (question.kind === "values") return valuesOf(question, model, filters);
  if (question.kind !== "figures") return eventsOf(question, filters, events);
  const {dimensions, measures, compare, limit, projectId, subtotals} = question;
  const names = new Set<string>();
  const entries = measures.flatMap(measure => measureEntries(question, model, measure, names));
  const columns = entries.map(({entry}) => (typeof entry === "string" ? entry : entry.name));
  const calculations = calculationsOf(question, model, entries, names);
  const compared = compare && columns.length > 0 ? {compare: compareOf(compare)} : {};
  const query: Query = {
    model: question.model,
    projectId,
    dimensions: dimensions.map(name => dimensionOf(question, name)),
    measures: entries.map(({entry}) => entry),
    filters,
    orderBy: [],
    // With the default limit, a map might show only one corner of its points.
    limit: question.type === "map" && limit === LIMIT ? MAX_POINTS : limit,
    ...(calculations.length > 0 ? {calculations} : {}),
    ...topOf(question, model, columns[0]),
    ...compared,
    ...(subtotals && canHaveSubtotals(question) ? {subtotals: true} : {}),
  };
  query.orderBy = knownOrders(question, query);
  return {query, type: typeFor(question, model, query), measureOf: entries.map(({of}) => of)};
}

function dimensionOf({bins}: Question, name: string): Query["dimensions"][number] {
  const bin = bins.get(name);
  return bin ? {field: name, bin} : name;
}

/**
 * The query of a distribution: how many groups have each value of a measure. The query is empty until a measure and a
 * dimension are chosen.
 */
function valuesOf(question: Question, model: Model, filters: Filter[]): CompiledQuestion {
  const {model: name, projectId, dimensions, limit, type} = question;
  const {of, per, width, sum} = question.values;
  const query: Query = {model: name, projectId, dimensions: [], measures: [], filters, orderBy: [], limit};
  if (of === "" || per === "") return {query, type: "table", measureOf: []};
  const names = new Set<string>();
  const groups = [per];
  const value = {
    name: freeName(titleInName(model, of), names),
    of,
    per: groups,
    ...(width === undefined ? {} : {bin: {width}}),
  };
  const count = freeName(`Number of ${titleInName(model, per)}`, names);
  query.dimensions = [value, ...dimensions.map(one => dimensionOf(question, one))];
  query.measures = [
    {name: count, agg: "count", of, per: groups},
    ...(sum === "" ? [] : [sumPer(freeName(`Sum of ${titleInName(model, sum)}`, names), sum, groups)]),
  ];
  query.orderBy = knownOrders(question, query);
  return {
    query,
    type: type ?? (query.dimensions.length > 2 ? "table" : "bar"),
    measureOf: [],
    config: {measures: [count]},
  };
}

function sumPer(name: string, of: string, per: string[]): NestedMeasure {
  return {name, agg: "sum", of, per};
}

/** The query of a funnel or a retention, grouped by the picked dimensions of the first events. */
function eventsOf(question: Question, filters: Filter[], events: Events): CompiledQuestion {
  const {kind, model, projectId, dimensions, limit, type, retention} = question;
  const query: Query = {
    model,
    projectId,
    dimensions: dimensions.map(one => dimensionOf(question, one)),
    measures: [],
    filters,
    orderBy: [],
    limit,
    ...events,
  };
  const measures = kind === "retention" && retention.measure !== "" ? [retention.measure] : [];
  const [series] = dimensions;
  const config: Config =
    kind === "funnel"
      ? {
          measures: ["funnel.entities"],
          ...(series === undefined ? {} : {x: "funnel.step", series: columnOf(question, series)}),
        }
      : {...(measures.length > 0 && {measures})};
  const [ungrouped, grouped]: [ChartType, ChartType] =
    kind === "funnel" ? ["funnel", dimensions.length > 1 ? "table" : "bar"] : ["heatmap", "table"];
  return {query, type: type ?? (dimensions.length === 0 ? ungrouped : grouped), measureOf: [], config};
}

function knownOrders({orderBy}: Question, query: Query): string[] {
  const all = columnsOf(query);
  return orderBy.filter(order => all.includes(order.replace(/ desc$/, "")));
}

/** The columns that rows can be ordered by: measures and calculations, then dimensions. */
export function columnsOf({dimensions, measures, calculations = [], compare}: Query): string[] {
  const measured = measures.map(entry => (typeof entry === "string" ? entry : entry.name));
  const compared = compare ? measured.flatMap(name => [`${name}@before`, `${name}@change`]) : [];
  const grouped = dimensions.map(entry =>
    typeof entry === "string" ? entry : "of" in entry ? entry.name : `${entry.field}.bin`,
  );
  return [...measured, ...compared, ...calculations.map(({name}) => name), ...grouped];
}

/** The name of a dimension's column. */
function columnOf({bins}: Pick<Question, "bins">, name: string): string {
  return bins.has(name) ? `${name}.bin` : name;
}

export function canHaveSubtotals({dimensions, measures}: Question): boolean {
  return dimensions.length >= 2 && measures.length > 0;
}

interface Entry {
  entry: string | NestedMeasure;
  /** The picked measure that the entry came from. */
  of: string;
}

function measureEntries({groups}: Question, model: Model, measure: string, names: Set<string>): Entry[] {
  const own = groups.get(measure);
  if (!own) return [{entry: measure, of: measure}];
  const {agg, per, beside} = own;
  const title = `${AGGREGATES[agg]} of ${titleInName(model, measure)} per ${titleInName(model, per)}`;
  const entry: NestedMeasure = {
    name: freeName(agg === "count" ? `Number of ${titleInName(model, per)}` : title, names),
    ...(agg === "p90" ? {agg: "percentile", percentile: 0.9} : {agg}),
    of: measure,
    per: [per],
  };
  return [...(beside ? [{entry: measure, of: measure}] : []), {entry, of: measure}];
}

function calculationsOf(
  question: Question,
  model: Model,
  entries: readonly Entry[],
  names: Set<string>,
): Calculation[] {
  const made: Calculation[] = [];
  for (const {type, of, by, count} of question.calculations) {
    const {column, title} = sourceOf(of, model, entries, made);
    if (column === undefined) return [];
    made.push({
      name: freeName(`${CALCULATIONS[type]} of ${title}`, names),
      type,
      of: column,
      ...partitionOrOrder(
        question,
        model,
        {type, by},
        source => sourceOf(source, model, entries, made).column,
      ),
      ...(type === "moving_average" ? {count: count ?? 3} : {}),
      ...(count !== undefined && hasOffset(type) ? {offset: count} : {}),
    });
  }
  return made;
}

export function hasOffset(type: Computed["type"]): boolean {
  return type === "difference" || type === "percent_change";
}

/** Whether the calculation is computed within groups, and not along a dimension. */
export function isWithin(type: Computed["type"]): boolean {
  return type === "percent_of_total" || type === "rank";
}

/** The input column of a calculation; the first measure if that column is no longer selected. */
function sourceOf(
  of: string,
  model: Model,
  entries: readonly Entry[],
  before: readonly Calculation[],
): {column: string | undefined; title: string} {
  const earlier = before[/^#\d+$/.test(of) ? Number(of.slice(1)) : -1];
  if (earlier) return {column: earlier.name, title: lowered(earlier.name)};
  const isNested = of.startsWith("per ");
  const measure = isNested ? of.slice(4) : of;
  const own = entries.filter(entry => entry.of === measure);
  const found = own.find(({entry}) => (typeof entry === "string") !== isNested) ?? own[0] ?? entries[0];
  if (!found) return {column: undefined, title: ""};
  const {entry} = found;
  if (typeof entry === "string") return {column: entry, title: titleInName(model, entry)};
  return {column: entry.name, title: lowered(entry.name)};
}

function partitionOrOrder(
  question: Question,
  model: Model,
  {type, by}: Pick<Computed, "type" | "by">,
  columnFor: (of: string) => string | undefined,
): Pick<Calculation, "within" | "along"> {
  if (type === "running_total" && by.startsWith(FROM_GREATEST)) {
    const value = columnFor(by.slice(FROM_GREATEST.length));
    return value === undefined ? {} : {along: value};
  }
  const {dimensions} = question;
  const column = dimensions.includes(by) ? columnOf(question, by) : undefined;
  if (isWithin(type)) return column === undefined ? {} : {within: [column]};
  const suited = dimensions.find(name => isTimeOf(model, name)) ?? dimensions[0];
  const along = column ?? (suited === undefined ? undefined : columnOf(question, suited));
  return along === undefined ? {} : {along};
}

/** A readable and unique column name without dots. */
function freeName(title: string, names: Set<string>): string {
  const base = title.replaceAll(".", " ").slice(0, MAX_NAME_LENGTH);
  let name = base;
  for (let i = 2; names.has(name); i++) name = `${base} ${i}`;
  names.add(name);
  return name;
}

function compareOf({unit, sameDays}: NonNullable<Question["compare"]>): NonNullable<Query["compare"]> {
  return {offset: {unit, count: 1}, ...(sameDays ? {sameDays: true} : {})};
}

/**
 * The default chart type: a line over time, a big number for a single value, vertical bars for bins, a table for
 * subtotals.
 */
function typeFor(
  {dimensions, type, bins}: Question,
  model: Model,
  {measures, calculations = [], subtotals}: Query,
): ChartType {
  if (type) return type;
  const [first = ""] = dimensions;
  if (measures.length === 0 || dimensions.length > 2 || subtotals) return "table";
  if (dimensions.length === 0) return measures.length + calculations.length === 1 ? "big_number" : "table";
  if (isTimeOf(model, first)) return "line";
  return dimensions.length === 1 && !bins.has(first) ? "horizontal_bar" : "bar";
}
