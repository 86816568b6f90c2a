import {stringify} from "yaml";
import type {
  Dimension,
  DimensionType,
  Graph,
  Join,
  Measure,
  Model,
  TableSource,
} from "../../../../semantic/documents.ts";
import {columnSql, rewrite, sqlOf} from "../../common/sql.ts";
import type {Texts} from "../../common/texts.ts";
import {writeExtension} from "../read/extension.ts";

const DATATYPES: Readonly<Record<DimensionType, string>> = {
  string: "String",
  number: "Decimal",
  boolean: "Boolean",
  date: "Date",
  timestamp: "DateTimeTz",
  json: "Opaque",
};
const MAX_INLINED_LENGTH = 5000;

/**
 * Writes a graph as an Ossie document (0.2). What Ossie cannot express goes into `custom_extensions`, so that reading
 * the document gives the same graph.
 */
export function writeOssie(graph: Graph, name: string): string {
  const {joins = [], calendar, rollups} = graph;
  const others = {...(calendar ? {calendar} : {}), ...(rollups?.length ? {rollups} : {})};
  const models = new Map(graph.models.map(model => [model.name, model]));
  const metrics = graph.models.flatMap(model => (model.measures ?? []).map(measure => ({model, measure})));
  const uses = new Map<string, number>();
  for (const {measure} of metrics) uses.set(measure.name, (uses.get(measure.name) ?? 0) + 1);
  const names = new Set<string>();
  const document = {
    version: "0.2.0.dev0",
    semantic_model: [
      {
        name,
        datasets: graph.models.map(writeDataset),
        ...(joins.length > 0 ? {relationships: joins.map((join, i) => writeRelationship(join, i))} : {}),
        ...(metrics.length > 0
          ? {
              metrics: metrics.map(({model, measure}) => {
                const single = uses.get(measure.name) === 1 && !names.has(measure.name);
                const called = single ? measure.name : `${model.name}.${measure.name}`;
                names.add(called);
                return writeMetric(model, measure, called, models);
              }),
            }
          : {}),
        ...(Object.keys(others).length > 0
          ? {custom_extensions: writeExtension({said: "", thing: others})}
          : {}),
      },
    ],
  };
  return stringify(document, {lineWidth: 0, aliasDuplicateObjects: false});
}

/** The parts of an Ossie document that declare a model, its measures and, where one is given, a join of it. */
export function writeOssieParts(model: Model, join?: Join, index = 0) {
  const models = new Map([[model.name, model]]);
  return {
    dataset: writeDataset(model),
    metrics: (model.measures ?? []).map(measure => writeMetric(model, measure, measure.name, models)),
    relationship: join && writeRelationship(join, index),
  };
}

function writeDataset(model: Model) {
  const {dimensions, measures: _, ...thing} = model;
  const source = sourceText(model.table);
  const identity = JSON.stringify([source, model.primaryKey ?? null]);
  return {
    name: model.name,
    source,
    ...(model.primaryKey ? {primary_key: model.primaryKey} : {}),
    ...texts(model),
    ...(dimensions.length > 0
      ? {fields: dimensions.map(dimension => writeField(dimension, model.name))}
      : {}),
    custom_extensions: writeExtension({said: identity, thing: without(thing)}),
  };
}

function sourceText(table: TableSource): string {
  if ("sql" in table) return table.sql;
  return [table.catalog, table.schema, table.name]
    .filter(part => part !== undefined)
    .map(columnSql)
    .join(".");
}

function writeField(dimension: Dimension, model: string) {
  const {name, type, label} = dimension;
  const expression = toSql(sqlText(dimension), model);
  return {
    name,
    expression: ansi(expression),
    ...(label === undefined ? {} : {label}),
    ...texts(dimension),
    datatype: DATATYPES[type],
    ...(type === "date" || type === "timestamp" ? {dimension: {is_time: true}} : {}),
    custom_extensions: writeExtension({said: expression, thing: without(dimension)}),
  };
}

function writeRelationship(join: Join, index: number) {
  const {from, to, on, relationship} = join;
  // In Ossie, "from" is the many side.
  const turned = relationship === "one_to_many";
  const [near, far] = turned ? [to, from] : [from, to];
  const nearColumns = on.map(pair => (turned ? pair.to : pair.from));
  const farColumns = on.map(pair => (turned ? pair.from : pair.to));
  const identity = JSON.stringify([near, far, nearColumns, farColumns]);
  return {
    name: `${index + 1}_${near}_to_${join.name ?? far}`,
    from: near,
    to: far,
    from_columns: nearColumns,
    to_columns: farColumns,
    custom_extensions: writeExtension({said: identity, thing: join}),
  };
}

function writeMetric(model: Model, measure: Measure, name: string, models: ReadonlyMap<string, Model>) {
  const expression = aggregateSql(model, measure, models, 0);
  return {
    name,
    expression: ansi(expression),
    ...texts(measure),
    custom_extensions: writeExtension({said: expression, thing: without(measure), model: model.name}),
  };
}

/** The measure in SQL, as far as SQL can express it. Time windows are only in the extension. */
function aggregateSql(
  model: Model,
  measure: Measure,
  models: ReadonlyMap<string, Model>,
  depth: number,
): string {
  const {type} = measure;
  if (type === "number") return inlined(model, measure, models, depth);
  const given = measure.column ?? measure.sql;
  const value =
    measure.column === undefined
      ? given === undefined
        ? "*"
        : toSql(given, model.name)
      : `${columnSql(model.name)}.${columnSql(measure.column)}`;
  const counted = value === "*" ? "1" : value;
  const operand =
    measure.where === undefined ? value : `CASE WHEN ${toSql(measure.where, model.name)} THEN ${counted} END`;
  switch (type) {
    case "count_distinct":
      return `COUNT(DISTINCT ${operand})`;
    case "count_distinct_approx":
      return `APPROX_COUNT_DISTINCT(${operand})`;
    case "percentile":
      if (measure.method === "approximate")
        return `APPROX_PERCENTILE(${operand}, ${measure.percentile ?? 0.5})`;
      return `PERCENTILE_${measure.method === "discrete" ? "DISC" : "CONT"}(${measure.percentile ?? 0.5}) WITHIN GROUP (ORDER BY ${operand})`;
    default:
      return `${type.toUpperCase()}(${operand})`;
  }
}

/**
 * A derived measure with the measures that it uses written out, or with their names where the text would grow without
 * end.
 */
function inlined(model: Model, measure: Measure, models: ReadonlyMap<string, Model>, depth: number): string {
  const text = rewrite(measure.sql ?? "", token => {
    if (token.kind !== "ref") return token.text;
    const reference = token.text.slice(2, -1).trim();
    const [first = "", rest] = reference.split(".");
    const home = rest === undefined ? model : models.get(first);
    const found = home?.measures?.find(one => one.name === (rest ?? first));
    if (!home || !found || depth > 8) return reference;
    const inner = aggregateSql(home, found, models, depth + 1);
    if (inner.length > MAX_INLINED_LENGTH) return reference;
    return found.type === "number" ? `(${inner})` : inner;
  });
  return text.length > MAX_INLINED_LENGTH ? (measure.sql ?? "").replace(/\$\{([^}]*)\}/g, "$1") : text;
}

function sqlText(dimension: Dimension): string {
  const {column, path, sql = ""} = dimension;
  if (column === undefined) return sql;
  if (path === undefined) return sqlOf({column});
  const steps = path.map(step => (typeof step === "number" ? `[${step}]` : `."${step}"`)).join("");
  return `JSON_VALUE(${columnSql(column)}, '$${steps.replaceAll("'", "''")}')`;
}

/** Converts a fragment to SQL: `${status}` becomes the dataset's field, `${TABLE}` the dataset. */
function toSql(fragment: string, model: string): string {
  return rewrite(fragment, token => {
    if (token.kind !== "ref") return token.text;
    const name = token.text.slice(2, -1).trim();
    return name === "TABLE" ? columnSql(model) : `${columnSql(model)}.${columnSql(name)}`;
  });
}

function ansi(expression: string) {
  return {dialects: [{dialect: "ANSI_SQL", expression}]};
}

function texts({description, hint, synonyms = []}: Texts) {
  const context = {...(hint ? {instructions: hint} : {}), ...(synonyms.length > 0 ? {synonyms} : {})};
  return {
    ...(description ? {description} : {}),
    ...(Object.keys(context).length > 0 ? {ai_context: context} : {}),
  };
}

/** The value without the texts for which Ossie has fields of its own. */
function without<T extends Texts>(thing: T): Omit<T, "description" | "hint" | "synonyms"> {
  const {description, hint, synonyms: _, ...others} = thing;
  return {...others, ...(description === "" ? {description} : {}), ...(hint === "" ? {hint} : {})};
}
