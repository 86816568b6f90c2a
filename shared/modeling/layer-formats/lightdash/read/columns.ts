import type {Dimension, DimensionType} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {sourceOf} from "../../common/sql.ts";
import {described, LOOKS, metaOf, ownRefs} from "./meta.ts";
import {addMetric} from "./metrics.ts";
import type {LightdashNode} from "./node.ts";

const TYPES: Readonly<Record<string, DimensionType>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
};

export const COLUMN_KEYS = ["dimension", "metrics", "additional_dimensions"];

export function addColumn(
  column: string,
  entry: Entry,
  node: LightdashNode,
  model: BuiltModel,
  builder: GraphBuilder,
): void {
  entry.about = {model: model.name, field: column};
  const meta = metaOf(entry);
  if (meta) meta.about = entry.about;
  const settings = meta?.entry("dimension");
  const known = model.dimensions.find(one => one.column === column);
  const declaredType = entry.value["data_type"];
  const type = node.types.get(column.toLowerCase());
  if (type === undefined && declaredType === undefined && !settings?.has("type") && !known) {
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
    "its meaning is not known",
    ...Object.keys(meta.value).filter(key => !COLUMN_KEYS.includes(key)),
  );
}

export function addDimension(
  name: string,
  entry: Entry,
  of: {column: string; type: DimensionType | undefined; description: string | undefined} | undefined,
  model: BuiltModel,
  builder: GraphBuilder,
): Dimension | undefined {
  entry.about = {model: model.name, field: name};
  entry.skip("name");
  const sql = entry.text("sql");
  const declaredType = entry.text("type");
  const type = (declaredType === undefined ? undefined : TYPES[declaredType]) ?? of?.type ?? "string";
  if (declaredType !== undefined && TYPES[declaredType] === undefined)
    entry.note("not_understood", `The type "${declaredType}" is not known.`, "type");
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
