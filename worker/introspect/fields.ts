import type {GraphNote} from "../../shared/calls.ts";
import type {DialectName} from "../../shared/semantic/compile.ts";
import type {Dimension, DimensionType, Measure} from "../../shared/semantic/graph.ts";
import {freeName, layerName} from "./names.ts";
import type {ColumnKind, WarehouseColumn, WarehouseTable} from "./tables.ts";

const TYPES: Readonly<Record<Exclude<ColumnKind, "other">, DimensionType>> = {
  integer: "number",
  decimal: "number",
  money: "number",
  boolean: "boolean",
  text: "string",
  textual: "string",
  date: "date",
  timestamp: "timestamp",
  json: "json",
  nested: "json",
};

/** What makes JSON of an array or a structure. */
const AS_JSON: Readonly<Record<DialectName, string>> = {
  postgres: "to_jsonb",
  duckdb: "to_json",
  mysql: "to_json",
  clickhouse: "toJSONString",
  trino: "json_format",
  bigquery: "to_json_string",
  databricks: "to_json",
  snowflake: "to_json",
  redshift: "json_serialize",
};

/** Engines that compare such a value with no text. */
const STRICT: ReadonlySet<DialectName> = new Set(["trino", "bigquery"]);

/** Numbers that name or place something: nobody adds or averages them. */
const IDENTIFYING =
  /(^|_)(id|ids|key|code|codes|no|nr|num|number|zip|zipcode|postcode|postal|phone|fax|year|month|week|day|hour|minute|quarter|date|dt|ts|epoch|version|seq|sequence|sort|position|ordinal|index|idx|lat|latitude|lon|lng|long|longitude|x|y|port|sku|isbn|ean|ssn|fips|rank|status|state|type|kind|level|flag|category|class|group|priority)$/;
/** Numbers whose average says something and whose sum does not. */
const AVERAGED =
  /(^|_)(rate|ratio|share|percent|percentage|pct|price|unit_price|score|rating|stars|age|temperature|temp|margin_pct|discount|speed|humidity|pressure|average|avg|mean)$/;

/** As many as a model may have of each. */
const MOST_FIELDS = 2000;

export interface Fields {
  dimensions: Dimension[];
  measures: Measure[];
  /** Column → its dimension's name. */
  nameOf: Map<string, string>;
}

/** A dimension per column that can be shown, and the measures that a careful analyst would start with. */
export function proposeFields(
  table: WarehouseTable,
  model: string,
  dialect: DialectName,
  notes: GraphNote[],
): Fields {
  const taken = new Set<string>();
  const dimensions: Dimension[] = [];
  const nameOf = new Map<string, string>();
  for (const column of table.columns) {
    if (column.kind === "other") {
      const message = `The column "${column.name}" is left out: a ${column.type} can be neither shown nor grouped by.`;
      notes.push({model, code: "column_skipped", message});
      continue;
    }
    const name = freeName(layerName(column.name), taken);
    nameOf.set(column.name, name);
    if (name !== column.name) {
      const message = `The column "${column.name}" became the dimension "${name}".`;
      notes.push({model, field: name, code: "name_changed", message});
    }
    dimensions.push({
      name,
      type: TYPES[column.kind],
      ...sourceOf(column, dialect),
      ...(column.comment ? {description: column.comment.slice(0, 4000)} : {}),
    });
  }
  const measures = proposeMeasures(table, nameOf, taken, dialect);
  return {dimensions: dimensions.slice(0, MOST_FIELDS), measures: measures.slice(0, MOST_FIELDS), nameOf};
}

/** The column as it is, or what makes of it a value of the dimension's type that can be grouped by. */
function sourceOf(column: WarehouseColumn, dialect: DialectName): {column: string} | {sql: string} {
  const quoted = `\${TABLE}."${column.name.replaceAll('"', '""')}"`;
  if (column.kind === "money") return {sql: `cast(${quoted} as numeric)`};
  if (column.kind === "nested" && dialect === "trino") return {sql: `json_format(cast(${quoted} as json))`};
  if (column.kind === "textual" && STRICT.has(dialect)) {
    return {sql: `cast(${quoted} as ${dialect === "trino" ? "varchar" : "string"})`};
  }
  if (column.kind === "nested") {
    return {sql: `${AS_JSON[dialect]}(${quoted})`};
  }
  return {column: column.name};
}

function proposeMeasures(
  table: WarehouseTable,
  nameOf: ReadonlyMap<string, string>,
  taken: Set<string>,
  dialect: DialectName,
): Measure[] {
  const measures: Measure[] = [{name: freeName("count", taken), type: "count"}];
  const foreign = new Set(
    table.foreignKeys.filter(key => key.columns.length === 1).flatMap(key => key.columns),
  );
  const keys = new Set(
    [...table.primaryKey, ...table.uniqueKeys, ...table.foreignKeys.map(k => k.columns)].flat(),
  );
  const add = (column: WarehouseColumn, type: Measure["type"], suffix: string) => {
    const name = freeName(layerName(`${nameOf.get(column.name)}_${suffix}`), taken);
    measures.push({name, type, ...sourceOf(column, dialect)});
  };
  for (const column of table.columns) {
    if (!nameOf.has(column.name)) continue;
    if (foreign.has(column.name)) add(column, "count_distinct", "distinct");
    const isNumber = column.kind === "integer" || column.kind === "decimal" || column.kind === "money";
    const plain = snakeCase(column.name);
    if (!isNumber || keys.has(column.name) || IDENTIFYING.test(plain)) continue;
    if (!AVERAGED.test(plain)) add(column, "sum", "sum");
    add(column, "avg", "avg");
  }
  return measures;
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
}
