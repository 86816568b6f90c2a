import type {CompileError} from "../errors.ts";
import {type Calendar, canonicalTimezone} from "../filters/calendar-spans.ts";
import {stepToCalendar} from "../layer/calendar-step.ts";
import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean, nearest} from "../layer/names.ts";
import {visibleModelNames} from "../layer/visibility.ts";
import type {Filter} from "../query/filter.ts";
import type {Query} from "../query/query.ts";
import {dimensionNames, measureNames} from "../query/selected-names.ts";
import {resolveCalculations} from "./calculations.ts";
import {resolveCompare} from "./compare/compare.ts";
import {isComputedFromRows} from "./computed-from-rows.ts";
import {Faults} from "./faults.ts";
import {resolveFilters} from "./filters.ts";
import {refuseBesideMeasured} from "./inline-fields/beside-measured.ts";
import {resolveRowConditions} from "./inline-fields/conditional-aggregates.ts";
import {resolveDimensionEntry} from "./inline-fields/measured.ts";
import {refuseTaken} from "./inline-fields/names.ts";
import {resolveMeasureEntry} from "./inline-fields/nested.ts";
import {resolveJourney} from "./journey.ts";
import {resolveOrder, resolveRowOrder} from "./order.ts";
import {refuseBesideRows} from "./refuse-beside-rows.ts";
import {type ResolvedFilter, type ResolvedQuery, withReferences} from "./resolved.ts";
import {columnNamesOf, comparedMeasures, ownColumns} from "./result-columns.ts";
import {refuseSubtotals} from "./subtotals.ts";
import {resolveTop, withLabelTypes} from "./top.ts";

/** The columns, filters and timezone that a dataset adds to a query over it. */
export interface DatasetBounds {
  /** Names of the result's columns, dimensions before measures. */
  columnNames: readonly string[];
  /** Filters on rows that always apply, in names of the query's model. */
  filters: readonly Filter[];
  /** IANA name of the timezone of these filters, whatever the query's own is. */
  timezone: string;
}

/** Defaults for settings that a query leaves out. */
export interface ResolveDefaults {
  timezone: string;
  weekStart: "monday" | "sunday";
  now: Date;
  defaultLimit?: number;
  dataset?: DatasetBounds;
  /**
   * Whether a relative period that contains `now` ends at `now`: this month then has the days until today. See
   * `Calendar`.
   */
  toDate?: boolean;
}

/** Prefix of the paths of errors in a dataset's filters. */
export const DATASET_FILTERS = "/dataset/filters";

export function resolveQuery(layer: Layer, query: Query, defaults: ResolveDefaults): ResolvedQuery {
  const base = layer.models.get(query.model);
  if (base === undefined) throw unknownModel(layer, query.model);
  const faults = new Faults();
  const calendar = faults.attempt(() => readCalendar(layer, query, defaults)) ?? {
    ...defaults,
    timezone: "UTC",
  };
  const dimensions = (query.dimensions ?? []).flatMap(
    (entry, i) =>
      faults.attempt(() =>
        resolveDimensionEntry(layer, base, entry, {faults, pointer: `/dimensions/${i}`}),
      ) ?? [],
  );
  const measures = (query.measures ?? []).flatMap(
    (entry, i) =>
      faults.attempt(() => resolveMeasureEntry(layer, base, entry, {faults, pointer: `/measures/${i}`})) ??
      [],
  );
  const own = measures.filter(({reference: {field}}) => field.nested ?? field.ofRows);
  if (query.rows !== true) {
    faults.attempt(() => refuseNothing(base, query));
    faults.attempt(() => refuseSubtotals(query));
  }
  faults.attempt(() => refuseRepeated(columnNamesOf(query).dimensions, "dimensions"));
  faults.attempt(() => refuseRepeated(measureNames(query), "measures"));
  faults.attempt(() => refuseTaken(query));
  const top = resolveTop(layer, base, query, {dimensions, own}, faults);
  const calculations = resolveCalculations(query, dimensions, measures, faults);
  const isOfRows = measures.every(
    ({reference: {field}}) => field.kind !== "measure" || isComputedFromRows(layer, field),
  );
  const cut = defaults.toDate === true && isOfRows ? {...calendar, toDate: true} : calendar;
  const filters = faults.attempt(() =>
    resolveFilters(layer, base, query.filters ?? [], cut, {faults, calculations, own}),
  );
  const {where = [], having = []} = filters ?? {};
  const rowConditions = resolveRowConditions(layer, base, query, measures, calendar, faults);
  const rows = query.rows === true ? resolveRowOrder(layer, base, query, faults) : undefined;
  if (rows !== undefined) {
    const groups = [...having, ...(filters?.calculated ?? [])];
    refuseBesideRows(base, query, {dimensions, sortedBy: rows.sortedBy, groups}, faults);
  }
  const always = resolveAlways(layer, base, cut, defaults.dataset);
  const journey = resolveJourney(layer, base, query, {calendar, dimensions, where, having, always}, faults);
  const names = defaults.dataset?.columnNames;
  const ofJourney = journey === undefined ? undefined : ownColumns(journey, names?.slice(dimensions.length));
  const limit = query.limit ?? defaults.defaultLimit;
  const isMissing = (name: string) =>
    [...dimensionNames(query), ...measureNames(query), ...(query.retention?.measures ?? [])].includes(name) &&
    ![...dimensions, ...measures, ...(ofJourney?.measures ?? [])].some(column => column.name === name);
  const compared = faults.attempt(() =>
    resolveCompare(query, {dimensions, measures, where, always, calendar}),
  );
  const order = rows?.order ?? resolveOrder(layer, base, query, limit, faults, isMissing);
  faults.attempt(() => refuseBesideMeasured(query, {having, calculated: filters?.calculated ?? [], order}));
  faults.refuse();
  const namedMeasures = named(measures, names?.slice(dimensions.length));
  return {
    base,
    dimensions: [...named(withLabelTypes(top, dimensions), names), ...(ofJourney?.dimensions ?? [])],
    measures:
      ofJourney?.measures ?? (compared === undefined ? namedMeasures : comparedMeasures(namedMeasures)),
    where: [...(compared?.where ?? where)],
    always,
    having,
    ...(journey === undefined ? {} : {journey}),
    top,
    ...(compared === undefined ? {} : {compare: compared.compare}),
    ...(rowConditions === undefined ? {} : {rowConditions}),
    calculations,
    calculated: filters?.calculated ?? [],
    order,
    limit,
    calendar,
    totals: query.totals === true,
    subtotals: query.subtotals === true,
    fillGaps: query.fillGaps === true,
    ...(rows === undefined ? {} : {rows: {sortedBy: rows.sortedBy}}),
  };
}

function refuseNothing(base: LayerModel, query: Query): void {
  const {dimensions, measures} = columnNamesOf(query);
  if (dimensions.length + measures.length > 0) return;
  throw fieldError("invalid_request", "", {
    message: `A query names at least one dimension or measure. "${base.name}" offers them under "dimensions" and "measures" of its model.`,
  });
}

function named<T extends {name: string}>(items: T[], names: readonly string[] | undefined): T[] {
  if (names === undefined) return items;
  return items.map((item, i) => ({...item, name: names[i] ?? item.name}));
}

function resolveAlways(
  layer: Layer,
  base: LayerModel,
  calendar: Calendar,
  dataset: DatasetBounds | undefined,
): ResolvedFilter[] {
  if (dataset === undefined || dataset.filters.length === 0) return [];
  const {filters, timezone} = dataset;
  const inOwn = {...calendar, timezone};
  const {where} = resolveFilters(layer, base, filters, inOwn, {at: DATASET_FILTERS});
  return where.map(filter => alwaysIn(layer, filter, timezone));
}

/** The filter of a dataset, with its days and hours in the dataset's timezone. */
function alwaysIn(layer: Layer, filter: ResolvedFilter, timezone: string): ResolvedFilter {
  const inside = (filters: readonly ResolvedFilter[]) => filters.map(part => alwaysIn(layer, part, timezone));
  switch (filter.kind) {
    case "condition":
      return {...filter, reference: inZone(layer, filter.reference, timezone), timezone};
    case "comparison": {
      const {fields, ...own} = withReferences(filter, ({reference}) => inZone(layer, reference, timezone));
      return {
        ...own,
        fields: [
          {...fields[0], timezone},
          {...fields[1], timezone},
        ],
      };
    }
    case "calculation":
      return filter;
    case "per": {
      const dimensions = filter.dimensions.map(dimension => ({
        ...dimension,
        reference: inZone(layer, dimension.reference, timezone),
        timezone,
      }));
      return {...filter, dimensions, where: inside(filter.where), isAlways: true};
    }
    case "rows":
      return {...filter, where: inside(filter.where)};
    default:
      return {...filter, parts: inside(filter.parts)};
  }
}

/** The reference, with its calendar's days taken in this timezone. */
function inZone<R extends FieldReference>({calendar}: Layer, reference: R, timezone: string): R {
  const {time, paths} = reference;
  if (calendar === undefined || time === undefined || time.type === "date") return reference;
  const step = stepToCalendar(calendar, time, timezone);
  return {...reference, paths: paths.map(path => [...path.slice(0, -1), step])};
}

function readCalendar({graph}: Layer, query: Query, defaults: ResolveDefaults): Calendar {
  const timezone = canonicalTimezone(query.timezone ?? defaults.timezone);
  if (timezone === undefined) {
    throw fieldError("invalid_request", "/timezone", {
      message: `"${query.timezone ?? defaults.timezone}" is not a timezone: write its IANA name, such as "Europe/Berlin" or "UTC".`,
    });
  }
  const fiscalStart = graph.calendar?.fiscalYearStart?.month;
  return {
    timezone,
    weekStart: defaults.weekStart,
    ...(fiscalStart === undefined ? {} : {fiscalStart}),
    now: defaults.now,
  };
}

function refuseRepeated(names: readonly string[], where: string): void {
  const seen = new Set<string>();
  for (const [i, name] of names.entries()) {
    if (seen.has(name)) {
      throw fieldError("invalid_request", `/${where}/${i}`, {
        message: name.endsWith(".bin")
          ? `The column "${name}" is asked for twice. Give each of the bins a "name" of its own.`
          : `"${name}" is asked for twice. Name it once.`,
      });
    }
    seen.add(name);
  }
}

function unknownModel(layer: Layer, name: string): CompileError {
  const names = visibleModelNames(layer);
  const suggestions = nearest(name, names);
  return fieldError("unknown_model", "/model", {
    message: `There is no model "${name}".${didYouMean(suggestions)}`,
    suggestions,
    ...(names.length <= 20 ? {allowed: names} : {}),
  });
}
