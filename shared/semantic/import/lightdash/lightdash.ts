import type {Dimension, DimensionType, Measure, Model, TableSource} from "../../graph.ts";
import {aggregated, splitAggregates} from "../aggregates.ts";
import {isEmpty, isPlainMap} from "../document.ts";
import type {Entry} from "../entry.ts";
import {freeName} from "../free-name.ts";
import type {GraphBuilder} from "../graph-builder.ts";
import {JoinFault, readCondition} from "../join-condition.ts";
import {allOf, sourceOf} from "../sql.ts";
import {FilterFault, readFilters} from "./filters.ts";
import {readFormat} from "./format.ts";

/** A dbt model, from a file or a manifest. */
export interface LightdashNode {
  name: string;
  entry: Entry;
  columns: [name: string, column: Entry][];
  types: ReadonlyMap<string, DimensionType>;
  /** Found out, and noted where there is none, when it is asked for. */
  table(): TableSource | undefined;
}

type Built = Model & {measures: Measure[]};

const MODEL_KEYS = [
  "metrics",
  "joins",
  "primary_key",
  "sql_filter",
  "sql_where",
  "default_filters",
  "spotlight",
  "explores",
];
const COLUMN_KEYS = ["dimension", "metrics", "additional_dimensions"];
const LOOKS = "it is about how a page looks";
const OF_A_CHART = "charts and dashboards say it of themselves";

const AGGREGATES: Readonly<Record<string, Measure["type"]>> = {
  count: "count",
  count_distinct: "count_distinct",
  sum: "sum",
  average: "avg",
  min: "min",
  max: "max",
  median: "median",
  percentile: "percentile",
};
const TYPES: Readonly<Record<string, DimensionType>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
};

/** Models whose `meta` Lightdash reads, with the models that they join. Answers how many nodes were taken. */
export function buildLightdash(nodes: readonly LightdashNode[], builder: GraphBuilder): number {
  const byName = new Map(nodes.map(node => [node.name, node]));
  const wanted = new Set(nodes.filter(isLightdash).map(node => node.name));
  for (const name of wanted) {
    for (const join of metaOf(byName.get(name)!.entry)?.entries("joins", "join") ?? []) {
      const target = join.text("join");
      if (target !== undefined && byName.has(target)) wanted.add(target);
    }
  }
  const built: {model: Built; meta: Entry | undefined}[] = [];
  for (const name of wanted) {
    const node = byName.get(name)!;
    const meta = metaOf(node.entry);
    const model = buildModel(node, meta, builder);
    if (model) built.push({model, meta});
  }
  // A join's condition names dimensions of the other model.
  for (const {model, meta} of built) {
    if (meta) buildJoins(meta, model, builder);
    meta?.rest();
  }
  return wanted.size;
}

function isLightdash({entry, columns}: LightdashNode): boolean {
  const has = (one: Entry, keys: readonly string[]) => {
    const meta = metaOf(one);
    return meta !== undefined && keys.some(key => meta.has(key));
  };
  return has(entry, MODEL_KEYS) || columns.some(([, column]) => has(column, COLUMN_KEYS));
}

/** `config.meta`, or `meta` in older files; dbt's own manifest says it in both places. */
function metaOf(entry: Entry): Entry | undefined {
  const {config} = entry.value;
  if (isPlainMap(config) && !isEmpty(config["meta"]))
    return entry.entry("config")?.entry("meta", `${entry.kind}.meta`);
  return entry.entry("meta", `${entry.kind}.meta`);
}

function buildModel(node: LightdashNode, meta: Entry | undefined, builder: GraphBuilder): Built | undefined {
  const {name, entry} = node;
  entry.about = {model: name};
  if (meta) meta.about = {model: name};
  if (meta && (meta.has("sql_filter") || meta.has("sql_where"))) {
    meta.note(
      "model_dropped",
      "Its rows are filtered, which a model cannot say: give it a view as its table.",
      "sql_filter",
    );
    meta.skip("sql_filter", "sql_where");
    return undefined;
  }
  const model = builder.get(name) ?? newModel(node, meta, builder);
  if (!model) return undefined;
  for (const [column, at] of node.columns) addColumn(column, at, node, model, builder);
  for (const [metric, at] of meta?.members("metrics", "metric") ?? [])
    addMetric(metric, at, undefined, model, builder);
  for (const [extra, at] of meta?.members("dimensions", "dimension") ?? [])
    addDimension(extra, at, undefined, model, builder);
  meta?.unused(
    LOOKS,
    "order_fields_by",
    "group_label",
    "group_details",
    "groups",
    "spotlight",
    "tags",
    "parameters",
  );
  meta?.unused(
    OF_A_CHART,
    "default_filters",
    "sets",
    "default_time_dimension",
    "default_show_underlying_values",
  );
  meta?.cannot("rights are the service's own", "required_attributes", "any_attributes");
  meta?.cannot("an explore is a query over joins that are there", "explores");
  return model;
}

function newModel(node: LightdashNode, meta: Entry | undefined, builder: GraphBuilder): Built | undefined {
  const {name, entry} = node;
  const table = node.table();
  if (!table) {
    const message = `It is not known which table "${name}" is of. The model is left out.`;
    builder.notes.add("model_dropped", message, entry.place, {model: name});
    return undefined;
  }
  const label = meta?.text("label");
  const description = meta?.text("description") ?? entry.text("description");
  const hint = hintOf(meta);
  const key = meta?.texts("primary_key") ?? [];
  return builder.addModel(
    {
      name,
      ...(label ? {label} : {}),
      ...(description ? {description} : {}),
      ...(hint ? {hint} : {}),
      table,
      ...(key.length > 0 ? {primaryKey: key} : {}),
      dimensions: [],
    },
    entry.place,
  );
}

function addColumn(
  column: string,
  entry: Entry,
  node: LightdashNode,
  model: Built,
  builder: GraphBuilder,
): void {
  entry.about = {model: model.name, field: column};
  const meta = metaOf(entry);
  if (meta) meta.about = entry.about;
  const settings = meta?.entry("dimension");
  const known = model.dimensions.find(one => one.column === column);
  const said = entry.value["data_type"];
  const type = node.types.get(column.toLowerCase());
  if (type === undefined && said === undefined && !settings?.has("type") && !known) {
    builder.notes.unused("column", "no type", entry.place, "text is assumed, for want of data_type");
  }
  const description = entry.text("description");
  const made =
    known ??
    (settings
      ? addDimension(settings.text("name") ?? column, settings, {column, type, description}, model, builder)
      : builder.addDimension(
          model,
          {name: column, type: type ?? "string", column, ...(description ? {description} : {})},
          entry.place,
        ));
  for (const [extra, at] of meta?.members("additional_dimensions", "dimension") ?? []) {
    addDimension(extra, at, undefined, model, builder);
  }
  for (const [metric, at] of meta?.members("metrics", "metric") ?? [])
    addMetric(metric, at, made ?? {column}, model, builder);
  meta?.unused(
    "what it means is not known",
    ...Object.keys(meta.value).filter(key => !COLUMN_KEYS.includes(key)),
  );
}

function addDimension(
  name: string,
  entry: Entry,
  of: {column: string; type: DimensionType | undefined; description: string | undefined} | undefined,
  model: Built,
  builder: GraphBuilder,
): Dimension | undefined {
  entry.about = {model: model.name, field: name};
  entry.skip("name");
  const sql = entry.text("sql");
  const said = entry.text("type");
  const type = (said === undefined ? undefined : TYPES[said]) ?? of?.type ?? "string";
  if (said !== undefined && TYPES[said] === undefined)
    entry.note("not_understood", `The type "${said}" is not known.`, "type");
  if (sql === undefined && !of) {
    entry.note("field_dropped", `The dimension "${name}" has no "sql", and is left out.`);
    return undefined;
  }
  const source = sql === undefined ? {column: of?.column ?? name} : sourceOf(ownRefs(sql, model.name));
  const dimension: Dimension = {name, type, ...source, ...described(entry, of?.description)};
  entry.unused("grains are asked for in a query", "time_intervals");
  entry.unused(
    LOOKS,
    "group_label",
    "groups",
    "urls",
    "image",
    "colors",
    "tags",
    "case_sensitive",
    "spotlight",
    "richText",
  );
  entry.cannot("rights are the service's own", "required_attributes", "any_attributes");
  entry.rest();
  return builder.addDimension(model, dimension, entry.place);
}

function addMetric(
  name: string,
  entry: Entry,
  of: {name?: string; column?: string} | undefined,
  model: Built,
  builder: GraphBuilder,
): void {
  entry.about = {model: model.name, field: name};
  try {
    const measure = measureOf(name, entry, of, model, builder);
    if (measure) builder.addMeasure(model, {name, ...measure, ...described(entry)}, entry.place);
  } catch (fault) {
    if (!(fault instanceof FilterFault)) throw fault;
    entry.note("metric_dropped", `The metric "${name}" is left out: ${fault.message}.`, "filters");
  }
  entry.unused(
    LOOKS,
    "group_label",
    "groups",
    "urls",
    "tags",
    "spotlight",
    "richText",
    "default_time_dimension",
  );
  entry.unused(OF_A_CHART, "show_underlying_values", "drill_paths");
  entry.cannot("rights are the service's own", "required_attributes", "any_attributes");
  entry.rest();
}

function measureOf(
  name: string,
  entry: Entry,
  of: {name?: string; column?: string} | undefined,
  model: Built,
  builder: GraphBuilder,
): Omit<Measure, "name"> | undefined {
  const said = entry.text("type") ?? "";
  const type = AGGREGATES[said];
  const sql = entry.text("sql");
  const filters = readFilters(
    entry.plain("filters"),
    one => model.dimensions.find(({name: own}) => own === one)?.type,
  );
  const where = allOf(filters);
  const percent = entry.number("percentile");
  if (said === "number") {
    if (sql === undefined) throw new FilterFault('a number needs "sql"');
    if (where !== undefined) throw new FilterFault("a number over other metrics cannot be filtered");
    return numberOf(name, ownRefs(sql, model.name), entry, model, builder);
  }
  if (type === undefined) throw new FilterFault(`its type "${said}" is none that a measure has`);
  const source =
    sql !== undefined
      ? sourceOf(ownRefs(sql, model.name))
      : of?.column !== undefined
        ? {column: of.column}
        : of?.name !== undefined
          ? {sql: `\${${of.name}}`}
          : undefined;
  if (!source && type !== "count") throw new FilterFault('it needs "sql"');
  const percentile = percent === undefined ? 0.5 : percent > 1 ? percent / 100 : percent;
  return {
    type,
    ...source,
    ...(where === undefined ? {} : {where}),
    ...(type === "percentile" ? {percentile} : {}),
  };
}

/** Over other measures, or over aggregates that become hidden ones. */
function numberOf(
  name: string,
  sql: string,
  entry: Entry,
  model: Built,
  builder: GraphBuilder,
): Omit<Measure, "name"> | undefined {
  const pieces = splitAggregates(sql);
  if (!pieces) return {type: "number", sql};
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === "object") return aggregated(only, sourceOf);
  const taken = new Set([...model.dimensions, ...model.measures].map(field => field.name));
  const text = pieces.map(piece => {
    if (typeof piece === "string") return piece;
    const part = freeName(`${name}__${piece.type}`, taken);
    builder.addMeasure(model, {name: part, ...aggregated(piece, sourceOf), hidden: true}, entry.place);
    return `\${${part}}`;
  });
  return {type: "number", sql: text.join("").trim()};
}

function buildJoins(meta: Entry, model: Built, builder: GraphBuilder): void {
  const roles = new Set([model.name]);
  for (const entry of meta.entries("joins", "join")) {
    const target = entry.text("join") ?? "";
    const alias = entry.text("alias") ?? target;
    const sql = entry.text("sql_on") ?? "";
    const said = (entry.text("relationship") ?? "many-to-one").replaceAll("-", "_");
    entry.about = {model: model.name};
    try {
      if (said !== "many_to_one" && said !== "one_to_one" && said !== "one_to_many") {
        throw new JoinFault(`its relationship "${said}" needs a model between the two`);
      }
      if (!builder.get(target)) throw new JoinFault(`there is no model "${target}"`);
      if (target === model.name && alias === target)
        throw new JoinFault("it leads to itself, and has no alias");
      const on = readCondition(sql, model.name, target, builder, alias);
      const name = freeName(alias, roles);
      builder.addJoin(
        {...(name === target ? {} : {name}), from: model.name, to: target, relationship: said, on},
        entry.place,
      );
    } catch (fault) {
      if (!(fault instanceof JoinFault)) throw fault;
      entry.note("join_skipped", `The join to "${target}" is left out: ${fault.message}.`, "sql_on");
    }
    const type = entry.text("type");
    if (type !== undefined && type !== "left") {
      entry.note(
        "not_supported",
        `"type: ${type}" is left out: a join keeps the rows that have no partner.`,
        "type",
      );
    }
    entry.unused(LOOKS, "label", "description", "fields", "hidden", "tables");
    entry.cannot("a join is made where a query needs it", "always");
    entry.rest();
  }
}

/** `${orders.status}` within orders is `${status}`. */
function ownRefs(sql: string, model: string): string {
  return sql.replace(/\$\{\s*(\w+)\.(\w+)\s*\}/g, (whole, of: string, field: string) =>
    of === model ? `\${${field}}` : of === "TABLE" ? `\${TABLE}.${field}` : whole,
  );
}

function described(entry: Entry, fallback?: string) {
  const label = entry.text("label");
  const description = entry.text("description") ?? fallback;
  const hint = hintOf(entry);
  const hidden = entry.flag("hidden");
  const format = readFormat(entry);
  return {
    ...(label ? {label} : {}),
    ...(description ? {description} : {}),
    ...(hint ? {hint} : {}),
    ...(hidden ? {hidden} : {}),
    ...(format ? {format} : {}),
  };
}

function hintOf(entry: Entry | undefined): string | undefined {
  const hints = entry?.texts("ai_hint") ?? [];
  return hints.length > 0 ? hints.join("\n") : undefined;
}
