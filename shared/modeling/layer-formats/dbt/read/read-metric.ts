import {isEmpty, isPlainMap, type Plain} from "../../common/document.ts";
import {Entry} from "../../common/entry.ts";
import type {DbtAggregate, DbtConversion, DbtInput, DbtMetric, DbtWindow} from "./source.ts";
import {described, spelled} from "./texts.ts";

/** Keys of a manifest's own bookkeeping on each semantic model and metric. */
export const BOOKKEEPING = [
  "unique_id",
  "fqn",
  "resource_type",
  "package_name",
  "path",
  "original_file_path",
  "created_at",
  "depends_on",
  "refs",
  "unrendered_config",
  "metadata",
];
const OF_METRICS = [...BOOKKEEPING, "sources", "metrics", "input_measures"];
const NOT_RELEVANT = "it does not concern the measure";

/**
 * Reads a metric from the `metrics` of a file or manifest, or from a model in the newer form, which has its settings
 * beside its name instead of under `type_params`.
 */
export function readMetric(entry: Entry, model?: string): DbtMetric | undefined {
  const name = entry.text("name");
  if (name === undefined) {
    entry.note("not_understood", "A metric has no name, and is left out.");
    return undefined;
  }
  entry.about = {model: model ?? "", field: name};
  const type = spelled(entry.text("type") ?? "simple");
  const grain = entry.text("time_granularity");
  entry.unsupported(
    'a query names the grain that it asks for, as in "ordered_at.month"; filters on "metric_time" have it',
    "time_granularity",
  );
  const params = entry.entry("type_params", "metric") ?? entry;
  const metric: DbtMetric = {
    name,
    type,
    ...described(entry),
    filters: readFilters(entry, "filter"),
    inputs: [],
    place: entry.place,
  };
  readParams(params, metric, model);
  if (grain !== undefined) metric.filters = metric.filters.map(filter => atGrain(filter, spelled(grain)));
  if (params !== entry) {
    params.skip(...OF_METRICS);
    params.rest();
  }
  entry.skip(...OF_METRICS);
  entry.unused(NOT_RELEVANT, "group", "tags", "version");
  if (entry.entry("config")?.flag("enabled") === false) return undefined;
  entry.rest();
  return metric;
}

function readParams(params: Entry, metric: DbtMetric, model: string | undefined): void {
  const cumulative = params.entry("cumulative_type_params", "metric");
  const own = params.entry("metric_aggregation_params", "metric") ?? (params.has("agg") ? params : undefined);
  const home = own === params ? model : own?.text("semantic_model");
  const measure = readInput(params, "measure") ?? readInput(params, "input_metric");
  const windowOf = (at: Entry | undefined) => (at ? readWindow(at, "window") : undefined);
  const window = windowOf(cumulative) ?? windowOf(params);
  const grainToDate = cumulative?.text("grain_to_date") ?? params.text("grain_to_date");
  const cumulated = cumulative && readInput(cumulative, "metric");
  const numerator = readInput(params, "numerator");
  const denominator = readInput(params, "denominator");
  const expr = own === params && metric.type === "simple" ? undefined : params.text("expr");
  const inputs = [...readInputs(params, "metrics"), ...readInputs(params, "input_metrics")];
  const fill = params.number("fill_nulls_with") ?? measureNumber(params, "fill_nulls_with");
  Object.assign(metric, {
    ...(measure || cumulated ? {measure: cumulated ?? measure} : {}),
    ...(own && home !== undefined ? {aggregate: {model: home, ...readAggregate(own, metric.name)}} : {}),
    ...(window ? {window} : {}),
    ...(grainToDate ? {grainToDate} : {}),
    ...(numerator ? {numerator} : {}),
    ...(denominator ? {denominator} : {}),
    ...(expr ? {expr} : {}),
    ...(fill === undefined ? {} : {fillNullsWith: fill}),
    inputs,
  });
  notePeriod(metric, cumulative?.has("period_agg") ? cumulative : params);
  cumulative?.skip("period_agg");
  params.skip("period_agg");
  params.unsupported("a query fills empty periods in with fillGaps", "join_to_timespine");
  if (metric.type === "conversion") metric.conversion = readConversion(params, window);
  own?.skip("semantic_model");
  if (own && own !== params) own.rest();
  cumulative?.rest();
}

/** Reads the settings of a conversion, which the newer form has beside the metric's name. */
function readConversion(params: Entry, own: DbtWindow | undefined): DbtConversion {
  const at = params.entry("conversion_type_params", "metric") ?? params;
  const base = readInput(at, "base_measure") ?? readInput(at, "base_metric");
  const follows = readInput(at, "conversion_measure") ?? readInput(at, "conversion_metric");
  const entity = at.text("entity");
  const window = own ?? readWindow(at, "window");
  const given = at.plain("constant_properties");
  const constants = (Array.isArray(given) ? given : []).map(one => {
    const declaredText = (key: string) => (isPlainMap(one) && typeof one[key] === "string" ? one[key] : "");
    return {base: declaredText("base_property"), conversion: declaredText("conversion_property")};
  });
  const conversion = {
    ...(base ? {base} : {}),
    ...(follows ? {follows} : {}),
    ...(entity === undefined ? {} : {entity}),
    ...(window ? {window} : {}),
    calculation: spelled(at.text("calculation") ?? "conversion_rate"),
    constants,
  };
  if (at !== params) at.rest();
  return conversion;
}

/** For a longer period dbt shows the value of its first day, unless it is configured otherwise. */
function notePeriod({type}: DbtMetric, at: Entry): void {
  const declaredAggregate = at.text("period_agg");
  if (type !== "cumulative" || spelled(declaredAggregate ?? "first") === "last") return;
  const message =
    declaredAggregate === undefined
      ? 'Without "period_agg" a longer period shows its first day in dbt. Here it shows its end: a query at the grain of a day shows its first.'
      : `"period_agg: ${declaredAggregate}" is left out: a longer period shows its end. A query at the grain of a day shows each.`;
  at.note("not_supported", message, declaredAggregate === undefined ? undefined : "period_agg");
}

/** A filter on `metric_time` without a grain gets the grain of the metric. */
function atGrain(filter: string, grain: string): string {
  return filter.replace(
    /\b(?:Time)?Dimension\(\s*(['"])metric_time\1\s*\)(?!\s*\.)/g,
    `TimeDimension('metric_time', '${grain}')`,
  );
}

/** Reads an aggregate such as `sum` of `amount`, in a measure or a simple metric of the newer form. */
export function readAggregate(entry: Entry, name: string): DbtAggregate {
  const params = entry.entry("agg_params", "measure") ?? entry;
  const percentile = params.number("percentile");
  const isDiscrete =
    params.flag("use_discrete_percentile") === true || params.text("percentile_type") === "discrete";
  // An approximate percentile is not noted as discrete as well.
  const method = params.flag("use_approximate_percentile") === true ? "approximate" : "discrete";
  if (params !== entry) {
    params.rest();
  }
  const non = entry.entry("non_additive_dimension", "measure");
  const nonAdditive = non && {
    dimension: non.text("name") ?? "",
    choice: spelled(non.text("window_choice") ?? non.text("window_agg") ?? "min"),
    groupings: [...non.texts("window_groupings"), ...non.texts("group_by")],
  };
  non?.rest();
  const aggTime = entry.text("agg_time_dimension");
  return {
    agg: spelled(entry.text("agg") ?? "sum"),
    expr: entry.text("expr") ?? name,
    ...(aggTime ? {aggTime} : {}),
    ...(percentile === undefined ? {} : {percentile}),
    ...(isDiscrete || method === "approximate" ? {method} : {}),
    ...(nonAdditive ? {nonAdditive} : {}),
  };
}

/** Reads filters, which may be one text, a list of texts, or the form of a manifest. */
export function readFilters(entry: Entry, key: string): string[] {
  return filtersOf(entry, key, entry.plain(key));
}

function filtersOf(entry: Entry, key: string, value: Plain | undefined): string[] {
  if (isEmpty(value)) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(item => filtersOf(entry, key, item));
  if (isPlainMap(value)) {
    const {where_filters, where_sql_template} = value;
    if (where_filters !== undefined) return filtersOf(entry, key, where_filters);
    if (typeof where_sql_template === "string") return [where_sql_template];
  }
  // An unknown filter must not be dropped: it is kept so that parsing it fails.
  entry.note("not_understood", "A filter is neither text nor a list of texts.", key);
  return ["{{ ? }}"];
}

function readInputs(entry: Entry, key: string): DbtInput[] {
  const value = entry.plain(key);
  if (!Array.isArray(value)) return [];
  return value.flatMap((_item, i) => inputOf(entry, key, value[i]) ?? []);
}

function readInput(entry: Entry, key: string): DbtInput | undefined {
  return inputOf(entry, key, entry.plain(key));
}

function inputOf(entry: Entry, key: string, value: Plain | undefined): DbtInput | undefined {
  if (isEmpty(value)) return undefined;
  if (typeof value === "string") return {name: value, filters: []};
  if (!isPlainMap(value)) {
    entry.note("not_understood", `"${key}" is neither a name nor holds keys.`, key);
    return undefined;
  }
  const inner = new Entry(
    entry.document,
    entry.notes,
    value,
    "metric's input",
    entry.at(key).line,
    entry.about,
  );
  const alias = inner.text("alias");
  const offsetWindow = readWindow(inner, "offset_window");
  const offsetToGrain = inner.text("offset_to_grain");
  const input: DbtInput = {
    name: inner.text("name") ?? "",
    filters: readFilters(inner, "filter"),
    ...(alias ? {alias} : {}),
    ...(offsetWindow ? {offsetWindow} : {}),
    ...(offsetToGrain ? {offsetToGrain} : {}),
  };
  inner.skip("metadata");
  // For a measure, this key is read as the metric's own setting. For an input metric, it would change that metric.
  if (key === "measure" || key === "input_metric") inner.skip("fill_nulls_with");
  else inner.unsupported("the metric's own setting fills in missing values", "fill_nulls_with");
  inner.unsupported("a query fills empty periods in with fillGaps", "join_to_timespine");
  inner.rest();
  return input;
}

function measureNumber(params: Entry, key: string): number | undefined {
  const measure = params.plain(params.has("measure") ? "measure" : "input_metric");
  if (!isPlainMap(measure) || isEmpty(measure[key])) return undefined;
  const number = Number(measure[key]);
  return Number.isFinite(number) ? number : undefined;
}

function readWindow(entry: Entry, key: string): DbtWindow | undefined {
  const value = entry.plain(key);
  if (isEmpty(value)) return undefined;
  if (isPlainMap(value)) {
    return {
      count: Number(value["count"]),
      granularity: spelled(String(value["granularity"])).replace(/s$/, ""),
    };
  }
  const [, count, unit] = /^\s*(\d+)\s*([a-z]+?)s?\s*$/i.exec(String(value)) ?? [];
  if (count !== undefined && unit !== undefined)
    return {count: Number(count), granularity: unit.toLowerCase()};
  entry.note("not_understood", `"${key}" is not a number of periods, such as "7 days".`, key);
  return {count: Number.NaN, granularity: String(value)};
}
