import {namesIn} from "../../../shared/semantic/filters/tree.ts";
import type {Graph, Measure} from "../../../shared/semantic/layer/graph.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {
  dimensionNames,
  fieldsOfDimension,
  fieldsOfMeasure,
  measuredDimensions,
  measureNames,
} from "../../../shared/semantic/query/selected-names.ts";
import {isMeasure} from "./naive/field-paths.ts";
import {nestedMeasures} from "./naive/nested.ts";
import {hiddenIn} from "./naive/order.ts";
import {rowAggregates} from "./naive/row-aggregates.ts";
import type {RandomLayer} from "./random-layer.ts";
import {isWild} from "./random-wild.ts";

/** The features of a query beyond groups and aggregates of rows, as the names of kinds that a run's tally counts. */
export function kindsOf(query: Query, layer: RandomLayer): Set<string> {
  const {calculations = [], top, funnel, retention, measures = []} = query;
  const nested = nestedMeasures(query);
  const measured = measuredDimensions(query);
  const kinds = new Set<string>();
  const filters = [
    ...(query.filters ?? []),
    ...(funnel?.steps ?? []).flatMap(step => step.filters ?? []),
    ...(retention?.returns?.filters ?? []),
  ];
  const names = [
    ...dimensionNames(query).filter(name => measured.every(one => one.name !== name)),
    ...measured.flatMap(fieldsOfDimension),
    ...measures.flatMap(fieldsOfMeasure),
    ...(retention?.measures ?? []),
  ];
  const see = (filter: Filter): void => {
    if ("or" in filter || "and" in filter) (("or" in filter ? filter.or : filter.and) ?? []).forEach(see);
    else if ("not" in filter) {
      kinds.add("not");
      see(filter.not);
    } else if ("per" in filter) {
      kinds.add("per");
      names.push(...filter.per, filter.field);
      filter.filters?.forEach(see);
    } else if ("field" in filter) {
      names.push(...namesIn(filter).map(([name]) => name));
      if (filter.other !== undefined) kinds.add(isMeasure(filter) ? "compared measures" : "compared fields");
      if (calculations.some(({name}) => name === filter.field)) kinds.add("filter on a calculation");
      if (nested.some(({name}) => name === filter.field)) kinds.add("filter on nested");
      if (rowAggregates(query).some(({name}) => name === filter.field)) kinds.add("row aggregate filtered");
    } else {
      kinds.add("some" in filter ? "some" : "none");
      filter.filters?.forEach(see);
    }
  };
  filters.forEach(see);
  if (query.dimensions?.some(entry => typeof entry !== "string")) kinds.add("bins");
  if (isWild(query)) kinds.add("bins of what is not finite");
  for (const {type} of calculations) kinds.add(type);
  for (const {agg} of nested) kinds.add(`nested ${agg}`);
  const ofRows = rowAggregates(query);
  for (const {agg, of} of ofRows) kinds.add(of === undefined ? "row count of rows" : `row ${agg}`);
  if (query.rows === true) kinds.add("rows");
  if (hiddenIn(query).length > 0) kinds.add("rows in an order that they do not show");
  const beside = {
    totals: query.totals,
    subtotals: query.subtotals,
    compare: query.compare,
    top,
    fill: query.fillGaps,
  };
  for (const [key, value] of Object.entries(beside)) {
    if (value === undefined || value === false) continue;
    if (nested.length > 0) kinds.add(`nested with ${key}`);
    if (ofRows.length > 0) kinds.add(`row aggregate with ${key}`);
  }
  if (calculations.some(({of}) => nested.some(({name}) => name === of))) kinds.add("calculation of nested");
  if (calculations.some(({of}) => calculations.some(({name}) => name === of)))
    kinds.add("calculation of a calculation");
  for (const {along} of calculations) {
    if (along !== undefined && calculations.some(({name}) => name === along))
      kinds.add("along a calculation");
    if (along !== undefined && measureNames(query).includes(along)) kinds.add("along a measure");
  }
  if (top !== undefined) {
    const within = top.within === undefined ? "" : " within";
    const which = `${within}${top.others === undefined ? "" : " with others"}`;
    kinds.add(`top${which}`);
    if (top.direction === "asc") kinds.add(`bottom${which}`);
    if (nested.some(({name}) => name === top.by)) kinds.add("top by nested");
    else if (ofRows.some(({name}) => name === top.by)) kinds.add("row aggregate in top");
    else names.push(top.by);
  }
  if (measured.length > 0) kinds.add("values of groups");
  if (measured.some(({bin}) => bin !== undefined)) kinds.add("bins of values of groups");
  if (query.compare !== undefined) kinds.add("compare");
  if (query.compare?.sameDays === true) kinds.add("compare of the same days");
  for (const kind of ["per", "compared fields", "compared measures"])
    if (query.compare !== undefined && kinds.has(kind)) kinds.add(`compare beside ${kind}`);
  if (query.subtotals === true) kinds.add("subtotals");
  if (funnel !== undefined) kinds.add("funnel");
  if (funnel?.timing === true) kinds.add("funnel with times");
  if (retention !== undefined) kinds.add("retention");
  if (retention?.measures !== undefined) kinds.add("retention with measures");
  for (const name of names) addKindsOfName(kinds, name, layer);
  const isNew = kinds.size > 0;
  if (isNew && query.totals === true) kinds.add("with totals");
  if (isNew && query.fillGaps === true) kinds.add("with filled gaps");
  if (isNew && query.orderBy !== undefined) kinds.add("with an order");
  if (isNew && (query.limit ?? 10_000) < 10_000) kinds.add("with a limit");
  const versions = layer.graph.joins?.find(({validity}) => validity !== undefined)?.to;
  if (
    versions !== undefined &&
    query.model !== versions &&
    names.some(name => name.split(".").includes(versions))
  )
    kinds.add("versions");
  return kinds;
}

function addKindsOfName(kinds: Set<string>, name: string, {graph}: RandomLayer): void {
  const parts = name.split(".");
  const last = parts.at(-1) ?? "";
  if (parts[0] === "metric_time") kinds.add("metric_time");
  if (last.startsWith("fiscal_") && last !== "fiscal_to_date") kinds.add("fiscal grain");
  if (last === "retail") kinds.add("grain of the calendar");
  if (parts.some(part => ["part", "spot", "ok", "due"].includes(part))) kinds.add("path in JSON");
  for (const kind of measureKinds(graph).get(last) ?? []) kinds.add(kind);
}

const known = new WeakMap<Graph, Map<string, readonly string[]>>();

/**
 * The kinds of the measures of a layer, by the measures' names. If several models have a measure of one name, the first
 * model decides.
 */
function measureKinds(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const found = known.get(graph) ?? new Map<string, readonly string[]>();
  if (known.has(graph)) return found;
  known.set(graph, found);
  for (const measure of graph.models.flatMap(({measures = []}) => measures))
    if (!found.has(measure.name)) found.set(measure.name, kindsOfMeasure(measure));
  return found;
}

function kindsOfMeasure({type, method, sql, where, rolling, toDate, offset, nonAdditive}: Measure): string[] {
  const isDimension = (type === "min" || type === "max") && sql?.startsWith("${") === true;
  return [
    ...(rolling ? [rolling.window === "unbounded" ? "running" : "rolling"] : []),
    ...(/"unit":"(hour|minute)"/.test(JSON.stringify([rolling, offset])) ? ["window below a day"] : []),
    ...(toDate ? ["to date"] : []),
    ...(offset ? ["to" in offset ? "offset to a start" : "offset"] : []),
    ...(offset && (rolling || toDate) ? ["offset of a window"] : []),
    ...(where?.includes(".") ? ["measure filtered by a joined dimension"] : []),
    ...(isDimension ? ["min or max of a dimension"] : []),
    ...(type === "conversion" ? ["conversion"] : []),
    ...(type === "percentile" ? [`${method ?? "continuous"} percentile`] : []),
    ...(nonAdditive?.over === "query" ? ["moment of the whole query"] : []),
    ...(`${sql}${where}`.match(/\$\{(spot|due|ok)\}/) ? ["path in JSON"] : []),
  ];
}
