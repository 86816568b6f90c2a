import type {Dimension, DimensionType} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import {isPlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {sourceOf} from "../../common/sql.ts";
import {ABOUT_APPEARANCE, described, metaOf, ownRefs} from "./meta.ts";
import {addMetric} from "./metrics.ts";
import type {LightdashNode} from "./node.ts";

const TYPES: Readonly<Record<string, DimensionType>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
};

/**
 * The types of time. Lightdash groups both of them by day, so its type does not say which of the two a column holds.
 */
const TIMES: ReadonlySet<string> = new Set(["date", "timestamp"]);

export const COLUMN_KEYS = ["dimension", "metrics", "additional_dimensions"];

/** A column's dimension, if it could be added, and the `meta` that declares the column's metrics. */
interface AddedColumn {
  made: Pick<Dimension, "name" | "column">;
  meta: Entry | undefined;
}

/** Adds the dimensions of a column. Its metrics come later, as their filters may name any dimension of the model. */
export function addColumn(
  column: string,
  entry: Entry,
  types: LightdashNode["types"],
  model: BuiltModel,
  builder: GraphBuilder,
): AddedColumn {
  entry.about = {model: model.name, field: column};
  const meta = metaOf(entry);
  if (meta) meta.about = entry.about;
  const settings = meta?.entry("dimension");
  const known = model.dimensions.find(one => one.column === column);
  const declaredType = entry.value["data_type"];
  const type = types.get(column.toLowerCase());
  if (type === undefined && declaredType === undefined && !settings?.has("type") && !known) {
    builder.notes.unused("column", "no type", entry.place, "text is assumed, because there is no data_type");
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
  return {made: made ?? {name: column, column}, meta};
}

/** Adds the metrics of a column, when all dimensions of its model are there. */
export function addColumnMetrics({made, meta}: AddedColumn, model: BuiltModel, builder: GraphBuilder): void {
  for (const [metric, at] of meta?.members("metrics", "metric") ?? [])
    addMetric(metric, at, made, model, builder);
  meta?.unused(
    "its meaning is not known",
    ...Object.keys(meta.value).filter(key => !COLUMN_KEYS.includes(key)),
  );
}

/** Whether the type of a column's dimension is only known from the type of the column. */
export function isUntyped(column: string, entry: Entry, types: LightdashNode["types"]): boolean {
  if (types.has(column.toLowerCase()) || entry.value["data_type"] !== undefined) return false;
  const dimension = metaOf(entry)?.value["dimension"];
  const declared = isPlainMap(dimension) ? dimension["type"] : undefined;
  return declared === undefined || TIMES.has(String(declared));
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
  const declared = declaredType === undefined ? undefined : TYPES[declaredType];
  const held = of?.type !== undefined && TIMES.has(of.type) && sql === undefined ? of.type : undefined;
  const isOtherTime =
    declared !== undefined && TIMES.has(declared) && held !== undefined && held !== declared;
  const type = (isOtherTime ? held : declared) ?? of?.type ?? "string";
  if (isOtherTime) {
    const holds = held === "date" ? "dates" : "timestamps";
    const message = `"${name}" is declared as a ${declared}, but its column has ${holds}. Here it is a ${held}.`;
    entry.note("type_assumed", message, "type");
  }
  if (declaredType !== undefined && TYPES[declaredType] === undefined)
    entry.note("not_understood", `The type "${declaredType}" is not known.`, "type");
  if (sql === undefined && !of) {
    entry.note("field_dropped", `The dimension "${name}" has no "sql", and is left out.`);
    return undefined;
  }
  const source = sql === undefined ? {column: of?.column ?? name} : sourceOf(ownRefs(sql, model.name));
  const dimension: Dimension = {name, type, ...source, ...described(entry, of?.description)};
  entry.unused("a query names the grain that it needs", "time_intervals");
  if (entry.flag("case_sensitive") === false) {
    const message = `"case_sensitive" is left out: filters compare "${name}" with its case. Compute it with lower(…).`;
    entry.note("not_supported", message, "case_sensitive");
  }
  entry.unused(
    ABOUT_APPEARANCE,
    "group_label",
    "groups",
    "urls",
    "image",
    "colors",
    "tags",
    "spotlight",
    "richText",
  );
  entry.unsupported("rights are the service's own", "required_attributes", "any_attributes");
  entry.rest();
  return builder.addDimension(model, dimension, entry.place);
}
