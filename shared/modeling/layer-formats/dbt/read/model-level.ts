import {isPlainMap} from "../../common/document.ts";
import {Entry} from "../../common/entry.ts";
import {customGranularities} from "./build-calendar.ts";
import type {DbtSources} from "./manifest.ts";
import type {DbtNode} from "./node.ts";
import {readMetric} from "./read-metric.ts";
import {type Relation, readDimension, readEntity} from "./read-semantic-model.ts";
import type {DbtDimension, DbtEntity, DbtModel} from "./source.ts";
import {described} from "./texts.ts";

const NOT_RELEVANT = "it does not concern queries";

/** Reads the newer form: a dbt model that describes the meaning of its columns, and has its metrics beside them. */
export function readModelLevel(
  {name, entry, types, place}: DbtNode,
  relation: Relation,
): Omit<DbtSources, "savedQueries"> {
  const declaredModel = entry.plain("semantic_model");
  const settings = isPlainMap(declaredModel)
    ? new Entry(
        entry.document,
        entry.notes,
        declaredModel,
        "semantic model",
        entry.at("semantic_model").line,
        {
          model: name,
        },
      )
    : undefined;
  settings?.flag("enabled");
  const called = settings?.text("name") ?? name;
  settings?.unused(NOT_RELEVANT, "group", "config");
  settings?.rest();
  entry.about = {model: called};
  const aggTime = entry.text("agg_time_dimension");
  const primaryEntity = entry.text("primary_entity");
  const columns = entry.entries("columns", "column").map(column => readColumn(column, called));
  const derived = entry.entry("derived_semantics");
  const model: DbtModel = {
    name: called,
    ...described(entry),
    table: relation.table,
    types,
    ...(aggTime ? {aggTime} : {}),
    ...(primaryEntity ? {primaryEntity} : {}),
    entities: [
      ...columns.flatMap(column => column.entities),
      ...(derived?.entries("entities", "entity") ?? []).flatMap(readEntity),
    ],
    dimensions: [
      ...columns.flatMap(column => column.dimensions),
      ...(derived?.entries("dimensions", "dimension") ?? []).flatMap(readDimension),
    ],
    measures: [],
    place,
  };
  derived?.rest();
  const metrics = entry.entries("metrics", "metric").flatMap(metric => readMetric(metric, called) ?? []);
  entry.skip("name", "config", "versions", "latest_version", "docs");
  entry.unused(
    NOT_RELEVANT,
    "tests",
    "data_tests",
    "constraints",
    "access",
    "group",
    "tags",
    "deprecation_date",
  );
  // A time spine is only needed for its custom granularities: the query's `fillGaps` fills in periods.
  if (customGranularities(entry) !== undefined) entry.skip("time_spine");
  else entry.unused("a time spine is not needed: a query fills empty periods in with fillGaps", "time_spine");
  entry.rest();
  return {models: [model], metrics};
}

/** Reads a column that is an entity, a dimension, both or neither. */
function readColumn(column: Entry, model: string): {entities: DbtEntity[]; dimensions: DbtDimension[]} {
  const name = column.text("name");
  if (name === undefined) return {entities: [], dimensions: []};
  column.about = {model, field: name};
  const description = column.text("description");
  const granularity = column.text("granularity");
  const common = {
    name,
    expr: name,
    ...(description ? {description} : {}),
    ...(granularity ? {granularity} : {}),
  };
  const entities = part(column, "entity", common).flatMap(readEntity);
  const dimensions = part(column, "dimension", common).flatMap(readDimension);
  column.skip("data_type", "config", "meta", "quote");
  column.unused(NOT_RELEVANT, "tests", "data_tests", "constraints", "tags");
  column.rest();
  return {entities, dimensions};
}

/** `entity: primary` or a map, completed with the properties of the column itself. */
function part(column: Entry, key: "entity" | "dimension", common: Record<string, string>): Entry[] {
  const declared = column.plain(key);
  if (declared === undefined || declared === null) return [];
  const own = isPlainMap(declared) ? declared : {type: String(declared)};
  const {granularity, ...others} = common;
  const value = {...others, ...(key === "dimension" && granularity ? {granularity} : {}), ...own};
  return [new Entry(column.document, column.notes, value, key, column.at(key).line, column.about)];
}
