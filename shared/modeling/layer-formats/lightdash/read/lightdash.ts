import type {BuiltModel} from "../../common/built-model.ts";
import {columnTypesOf, type KnownColumns} from "../../common/column-types.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {addColumn, addColumnMetrics, addDimension, COLUMN_KEYS, isUntyped} from "./columns.ts";
import {buildJoins} from "./joins.ts";
import {ABOUT_APPEARANCE, hintOf, metaOf, OF_A_CHART, synonymsOf} from "./meta.ts";
import {addMetric} from "./metrics.ts";
import type {LightdashNode} from "./node.ts";

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

/**
 * Builds the models that have Lightdash's `meta`, and the models that they join. `columns` are the types of columns for
 * which the files give none. Returns how many nodes were used.
 */
export function buildLightdash(
  nodes: readonly LightdashNode[],
  builder: GraphBuilder,
  columns?: KnownColumns,
): number {
  const byName = new Map(nodes.map(node => [node.name, node]));
  const includedNames = new Set(nodes.filter(isLightdash).map(node => node.name));
  for (const name of includedNames) {
    for (const join of metaOf(byName.get(name)!.entry)?.entries("joins", "join") ?? []) {
      const target = join.text("join");
      if (target !== undefined && byName.has(target)) includedNames.add(target);
    }
  }
  const built: {model: BuiltModel; meta: Entry | undefined}[] = [];
  for (const name of includedNames) {
    const node = byName.get(name)!;
    const meta = metaOf(node.entry);
    const model = buildModel(node, meta, builder, columns);
    if (model) built.push({model, meta});
  }
  // A join's condition names dimensions of the other model, so joins come after all models.
  for (const {model, meta} of built) {
    if (meta) buildJoins(meta, model, builder);
    meta?.rest();
  }
  return includedNames.size;
}

function isLightdash({entry, columns}: LightdashNode): boolean {
  const has = (one: Entry, keys: readonly string[]) => {
    const meta = metaOf(one);
    return meta !== undefined && keys.some(key => meta.has(key));
  };
  return has(entry, MODEL_KEYS) || columns.some(([, column]) => has(column, COLUMN_KEYS));
}

function buildModel(
  node: LightdashNode,
  meta: Entry | undefined,
  builder: GraphBuilder,
  columns: KnownColumns | undefined,
): BuiltModel | undefined {
  const {name, entry} = node;
  entry.about = {model: name};
  if (meta) meta.about = {model: name};
  if (meta && (meta.has("sql_filter") || meta.has("sql_where"))) {
    meta.note(
      "model_dropped",
      "Its rows are filtered, which a model cannot do: give it a view as its table.",
      "sql_filter",
    );
    meta.skip("sql_filter", "sql_where");
    return undefined;
  }
  const model = builder.get(name) ?? newModel(node, meta, builder);
  if (!model) return undefined;
  const types = typesOf(node, model, builder, columns);
  const added = node.columns.map(([column, at]) => addColumn(column, at, types, model, builder));
  for (const [extra, at] of meta?.members("dimensions", "dimension") ?? [])
    addDimension(extra, at, undefined, model, builder);
  for (const column of added) addColumnMetrics(column, model, builder);
  for (const [metric, at] of meta?.members("metrics", "metric") ?? [])
    addMetric(metric, at, undefined, model, builder);
  meta?.unused(
    ABOUT_APPEARANCE,
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
  meta?.unsupported("rights are the service's own", "required_attributes", "any_attributes");
  meta?.unsupported("a query uses the joins that it needs, without an explore", "explores");
  return model;
}

/**
 * The types of a model's columns: those in the files, then the catalogue's. Types that are still unknown can be
 * requested.
 */
function typesOf(
  node: LightdashNode,
  {table}: BuiltModel,
  builder: GraphBuilder,
  columns: KnownColumns | undefined,
): LightdashNode["types"] {
  if ("sql" in table) return node.types;
  const types = columns ? new Map([...columnTypesOf(table, columns), ...node.types]) : node.types;
  if (node.columns.some(([column, at]) => isUntyped(column, at, types))) builder.untyped.push(table);
  return types;
}

function newModel(
  node: LightdashNode,
  meta: Entry | undefined,
  builder: GraphBuilder,
): BuiltModel | undefined {
  const {name, entry} = node;
  const table = node.table();
  if (!table) {
    const message = `The table of "${name}" is not known. The model is left out.`;
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
      ...synonymsOf(meta),
      table,
      ...(key.length > 0 ? {primaryKey: key} : {}),
      dimensions: [],
    },
    entry.place,
  );
}
