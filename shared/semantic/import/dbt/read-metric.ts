import {isEmpty, isPlainMap, type Plain} from "../document.ts";
import {Entry} from "../entry.ts";
import type {DbtAggregate, DbtInput, DbtMetric, DbtWindow} from "./source.ts";
import {hintOf} from "./texts.ts";

const BOOKKEEPING = [
  "unique_id",
  "fqn",
  "resource_type",
  "package_name",
  "path",
  "original_file_path",
  "created_at",
  "depends_on",
  "refs",
  "sources",
  "metrics",
  "unrendered_config",
  "input_measures",
  "metadata",
];
const NO_PART = "it says nothing of what is measured";

/**
 * A metric: of the `metrics` of a file or of a manifest, or of a model in the newer form, whose settings stand beside
 * its name instead of under `type_params`.
 */
export function readMetric(entry: Entry, model?: string): DbtMetric | undefined {
  const name = entry.text("name");
  if (name === undefined) {
    entry.note("not_understood", "A metric has no name, and is left out.");
    return undefined;
  }
  entry.about = {model: model ?? "", field: name};
  const type = entry.text("type") ?? "simple";
  const params = entry.entry("type_params", "metric") ?? entry;
  const metric: DbtMetric = {
    name,
    type,
    ...texts(entry),
    filters: readFilters(entry, "filter"),
    inputs: [],
    place: entry.place,
  };
  readParams(params, metric, model);
  if (params !== entry) {
    params.skip(...BOOKKEEPING);
    params.rest();
  }
  entry.skip(...BOOKKEEPING);
  entry.unused(NO_PART, "group", "tags", "time_granularity", "version");
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
  for (const at of cumulative ? [params, cumulative] : [params]) {
    const period = at.text("period_agg");
    if (period !== undefined && period !== "last") {
      at.note(
        "not_supported",
        `"period_agg: ${period}" is left out: a longer period shows its end.`,
        "period_agg",
      );
    }
  }
  params.cannot("empty periods are asked for with fillGaps of a query", "join_to_timespine");
  if (metric.type === "conversion") {
    params.skip("conversion_type_params", "base_metric", "conversion_metric", "entity", "calculation");
    params.skip("constant_properties", "base_measure", "conversion_measure");
  }
  own?.skip("semantic_model");
  if (own && own !== params) own.rest();
  cumulative?.rest();
}

/** `sum` of `amount`: what a measure and a simple metric of the newer form have in common. */
export function readAggregate(entry: Entry, name: string): DbtAggregate {
  const params = entry.entry("agg_params", "measure") ?? entry;
  const percentile = params.number("percentile");
  params.skip("percentile_type");
  if (params !== entry) {
    params.cannot(
      "the percentile is the continuous one",
      "use_discrete_percentile",
      "use_approximate_percentile",
    );
    params.rest();
  }
  const non = entry.entry("non_additive_dimension", "measure");
  const nonAdditive = non && {
    dimension: non.text("name") ?? "",
    choice: non.text("window_choice") ?? non.text("window_agg") ?? "min",
    groupings: [...non.texts("window_groupings"), ...non.texts("group_by")],
  };
  non?.rest();
  const aggTime = entry.text("agg_time_dimension");
  return {
    agg: (entry.text("agg") ?? "sum").toLowerCase(),
    expr: entry.text("expr") ?? name,
    ...(aggTime ? {aggTime} : {}),
    ...(percentile === undefined ? {} : {percentile}),
    ...(nonAdditive ? {nonAdditive} : {}),
  };
}

/** Filters as one text, as a list of them, or as a manifest has them. */
function readFilters(entry: Entry, key: string): string[] {
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
  // A filter that is not understood must not be dropped: it fails where it is parsed.
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
  inner.skip("fill_nulls_with", "metadata");
  inner.cannot("empty periods are asked for with fillGaps of a query", "join_to_timespine");
  inner.rest();
  return input;
}

function measureNumber(params: Entry, key: string): number | undefined {
  const measure = params.plain("measure");
  if (!isPlainMap(measure) || isEmpty(measure[key])) return undefined;
  const number = Number(measure[key]);
  return Number.isFinite(number) ? number : undefined;
}

function readWindow(entry: Entry, key: string): DbtWindow | undefined {
  const value = entry.plain(key);
  if (isEmpty(value)) return undefined;
  if (isPlainMap(value)) {
    return {count: Number(value["count"]), granularity: String(value["granularity"]).replace(/s$/, "")};
  }
  const [, count, unit] = /^\s*(\d+)\s*([a-z]+?)s?\s*$/i.exec(String(value)) ?? [];
  if (count !== undefined && unit !== undefined)
    return {count: Number(count), granularity: unit.toLowerCase()};
  entry.note("not_understood", `"${key}" is no number of periods, such as "7 days".`, key);
  return {count: Number.NaN, granularity: String(value)};
}

function texts(entry: Entry): {label?: string; description?: string; hint?: string} {
  const label = entry.text("label");
  const description = entry.text("description");
  const hint = hintOf(entry);
  return {...(label ? {label} : {}), ...(description ? {description} : {}), ...(hint ? {hint} : {})};
}
