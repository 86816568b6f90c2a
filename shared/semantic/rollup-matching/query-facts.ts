import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {cancelled} from "../layer/paths.ts";
import {ownTime, ownTimes} from "../plan/conformed.ts";
import {type Home, PathFinder} from "../plan/path-finder.ts";
import {isSamePath} from "../plan/paths.ts";
import {conditionsIn} from "../resolve/compare/periods.ts";
import {
  type ComparedField,
  type ResolvedCondition,
  type ResolvedFilter,
  type ResolvedMeasure,
  type ResolvedOrder,
  type ResolvedQuery,
  withReferences,
} from "../resolve/resolved.ts";

/** A query's share of one fact: the rows of a model, reached over one join path. */
export interface Fact {
  model: LayerModel;
  /**
   * The share as a query over the model: all dimensions and conditions on rows, with paths from that model, and those
   * measures, conditions on groups, orders and calculations that concern the fact. Conditions on groups are in one list,
   * however the query combines them.
   */
  query: ResolvedQuery;
  /**
   * The parts of the whole query that became the measures of `query`, its conditions on groups and its sort keys that
   * are not columns, in the same order as there.
   */
  measures: readonly ResolvedMeasure[];
  having: readonly ResolvedCondition[];
  order: readonly ResolvedMeasure[];
}

/**
 * The facts for which the planner would make branches. If all fields belong to the rows of the query's own model, there
 * is one fact with the query itself. A text is the reason why roll-ups cannot answer the query. The query must compile.
 */
export function factsOf(layer: Layer, query: ResolvedQuery): Fact[] | string {
  const measured = query.dimensions.find(({reference}) => reference.field.measured !== undefined);
  if (measured !== undefined) return `"${measured.name}" is the value of a measure in groups of its own`;
  const ofRows = query.measures.find(({reference}) => reference.field.ofRows !== undefined);
  if (ofRows !== undefined) return `"${ofRows.name}" aggregates a dimension, row by row`;
  if (query.rows) return "it shows rows, and a roll-up stores groups";
  const having = [...query.having, ...query.calculated].flatMap(conditionsIn);
  const named = [
    ...query.measures,
    ...having,
    ...query.order.flatMap(({by}) => (typeof by === "number" ? [] : [by])),
    ...(query.top ? [query.top.by] : []),
  ];
  const compared = query.having.flatMap(comparedIn);
  if (query.journey !== undefined || isOfOwnRows(query, [...named, ...compared])) {
    const {base: model, measures} = query;
    return [{model, query, measures, having: [], order: []}];
  }
  if (query.compare !== undefined)
    return "it compares with an earlier span, and not everything in the query comes from the rows of its own model";
  const nested = query.measures.find(({reference}) => reference.field.nested !== undefined);
  if (nested !== undefined)
    return `"${nested.name}" aggregates groups, and not everything in the query comes from the rows of its own model`;
  if (compared.length > 0)
    return "it compares measures with each other, and not all of them come from the rows of its own model";
  const pathFinder = new PathFinder(layer, query);
  const homes: Home[] = query.measures.length === 0 ? [{model: query.base, path: [], spelled: true}] : [];
  const homeOf = new Map<FieldReference, Home>();
  for (const {name, reference, pointer} of named) {
    const {field, spelled} = reference;
    if (field.kind !== "measure") continue;
    const isOfTop = reference === query.top?.by.reference;
    // The measure of `top` may be reached by another path than the same measure in the result: `top` has fewer dimensions.
    if (isOfTop && reference.paths.length > 1)
      return `"top" compares "${name}", which is reached in several ways`;
    const measure = {name, reference: {...reference, field}, pointer};
    const home = {model: field.model, path: cancelled(pathFinder.choosePath(measure, reference)), spelled};
    const same = homes.find(other => isSameHome(other, home));
    // The rows of a measure that only `top` uses need not reach all dimensions.
    if (same === undefined && isOfTop && !query.measures.some(one => one.reference === reference))
      return `"top" compares "${name}", of another model than the query shows`;
    if (same === undefined) homes.push(home);
    homeOf.set(reference, same ?? home);
  }
  return homes.map(home => factAt(layer, pathFinder, query, home, one => homeOf.get(one.reference) === home));
}

/** The fields that a filter compares with each other, however its parts are combined. */
function comparedIn(filter: ResolvedFilter): readonly ComparedField[] {
  if (filter.kind === "comparison") return filter.fields;
  return filter.kind === "and" || filter.kind === "or" || filter.kind === "not"
    ? filter.parts.flatMap(comparedIn)
    : [];
}

function isSameHome(one: Home, other: Home): boolean {
  return (
    one.model === other.model &&
    (one.spelled === other.spelled || one.path.length === 0) &&
    isSamePath(one.path, other.path)
  );
}

/** Whether all fields are reached from the rows of the query's own model, and none is `metric_time`. */
function isOfOwnRows(
  {base, dimensions, measures, where, always}: ResolvedQuery,
  named: readonly {reference: FieldReference}[],
): boolean {
  const nested = measures.flatMap(({reference}) => reference.field.nested ?? []);
  const per = nested.flatMap(one => one.per);
  return (
    [...named, ...nested.map(({of}) => of)].every(
      ({reference: {field, paths}}) => field.model === base && paths[0]?.length === 0,
    ) &&
    ![...dimensions, ...per].some(({reference}) => reference.conformed) &&
    ![...where, ...always]
      .flatMap(filter => [...conditionsIn(filter), ...comparedIn(filter)])
      .some(({reference}) => reference.conformed)
  );
}

function factAt(
  layer: Layer,
  pathFinder: PathFinder,
  query: ResolvedQuery,
  home: Home,
  isOwn: (one: {reference: FieldReference}) => boolean,
): Fact {
  const {top, calculations} = query;
  const measures = query.measures.filter(isOwn);
  const places = new Map(measures.map((measure, i) => [measure, i]));
  const placeOf = (index: number) => {
    const measure = query.measures[index];
    return measure && places.get(measure);
  };
  const having = [...query.having, ...query.calculated].flatMap(conditionsIn).filter(isOwn);
  const order = query.order.flatMap(({by}) => (typeof by !== "number" && isOwn(by) ? [by] : []));
  const seen = (filters: readonly ResolvedFilter[]) =>
    ownTimes(layer, home, filters).map(filter => seenFilter(filter, one => [pathFinder.pathTo(home, one)]));
  const own = <M extends ResolvedMeasure>(measure: M) => ({
    ...measure,
    reference: {...plain(measure.reference, [[]]), field: measure.reference.field},
  });
  return {
    model: home.model,
    measures,
    having,
    order,
    query: {
      ...query,
      base: home.model,
      dimensions: query.dimensions.map(({pointer: _, ...dimension}) => {
        const reference = ownTime(layer, home, dimension.reference);
        const paths = [pathFinder.pathTo(home, reference)];
        return {...dimension, reference: {...plain(reference, paths), field: reference.field}};
      }),
      measures: measures.map(own),
      where: seen(query.where),
      always: seen(query.always),
      having: having.map(one => ({...one, reference: plain(one.reference, [[]])})),
      top: top && isOwn(top.by) ? {...top, by: own(top.by)} : undefined,
      calculations: calculations.flatMap(({behind: _, ...calculation}) => {
        const of = placeOf(calculation.of);
        return of === undefined ? [] : [{...calculation, of}];
      }),
      calculated: [],
      order: query.order.flatMap(({by, descending}): ResolvedOrder[] => {
        if (typeof by !== "number") return isOwn(by) ? [{by: own(by), descending}] : [];
        const width = query.dimensions.length;
        if (by <= width) return [{by, descending}];
        const place = placeOf(by - 1 - width);
        return place === undefined ? [] : [{by: width + 1 + place, descending}];
      }),
    },
  };
}

function seenFilter(
  filter: ResolvedFilter,
  pathsTo: (reference: FieldReference) => FieldReference["paths"],
): ResolvedFilter {
  switch (filter.kind) {
    case "and":
    case "or":
    case "not":
      return {...filter, parts: filter.parts.map(part => seenFilter(part, pathsTo))};
    case "condition": {
      const {otherwise: _, reference, ...condition} = filter;
      return {...condition, reference: plain(reference, pathsTo(reference))};
    }
    case "comparison":
      return withReferences(filter, ({reference}) => plain(reference, pathsTo(reference)));
    default:
      return filter;
  }
}

/** The reference with these paths, and no longer as `metric_time`. */
function plain({conformed: _, ...reference}: FieldReference, paths: FieldReference["paths"]): FieldReference {
  return {...reference, paths};
}
