import type {DimensionType, TableSource} from "../../../../semantic/documents.ts";
import type {Entry} from "../../common/entry.ts";
import {BOOKKEEPING, readAggregate} from "./read-metric.ts";
import type {DbtDimension, DbtEntity, DbtMeasure, DbtModel} from "./source.ts";
import {described, spelled} from "./texts.ts";

/** The known properties of the dbt model behind a semantic model. */
export interface Relation {
  table: TableSource | undefined;
  types: ReadonlyMap<string, DimensionType>;
}

/** Reads one of `semantic_models` in a file or a manifest; `relationOf` finds its dbt model. */
export function readSemanticModel(
  entry: Entry,
  relationOf: (entry: Entry) => Relation | undefined,
): DbtModel | undefined {
  const name = entry.text("name");
  if (name === undefined) {
    entry.note("not_understood", "A semantic model has no name, and is left out.");
    return undefined;
  }
  entry.about = {model: name};
  if (entry.entry("config")?.flag("enabled") === false) return undefined;
  const relation = relationOf(entry);
  const defaults = entry.entry("defaults");
  const aggTime = defaults?.text("agg_time_dimension");
  defaults?.rest();
  const primaryEntity = entry.text("primary_entity");
  const model: DbtModel = {
    name,
    ...described(entry),
    table: relation?.table,
    types: relation?.types ?? new Map(),
    ...(aggTime ? {aggTime} : {}),
    ...(primaryEntity ? {primaryEntity} : {}),
    entities: entry.entries("entities", "entity").flatMap(readEntity),
    dimensions: entry.entries("dimensions", "dimension").flatMap(readDimension),
    measures: entry.entries("measures", "measure").flatMap(readMeasure),
    place: entry.place,
  };
  entry.skip(...BOOKKEEPING, "source_file");
  entry.unused("it does not concern queries", "group", "tags", "access");
  entry.rest();
  return model;
}

export function readEntity(entry: Entry): DbtEntity[] {
  const name = entry.text("name") ?? entry.text("entity");
  const type = entry.text("type");
  if (name === undefined || type === undefined) {
    entry.note("not_understood", "An entity needs a name and a type, and is left out.");
    return [];
  }
  entry.about = {...entry.about, field: name};
  const role = entry.text("role");
  if (role)
    entry.note(
      "not_supported",
      `"role" of the entity is left out: joins are named by their entities.`,
      "role",
    );
  const entity = {name, type: spelled(type), expr: entry.text("expr") ?? name, ...described(entry)};
  entry.skip("config", "metadata");
  entry.rest();
  return [{...entity, place: entry.place}];
}

export function readDimension(entry: Entry): DbtDimension[] {
  const name = entry.text("name");
  if (name === undefined) {
    entry.note("not_understood", "A dimension has no name, and is left out.");
    return [];
  }
  entry.about = {...entry.about, field: name};
  const params = entry.entry("type_params", "dimension");
  const granularity = params?.text("time_granularity") ?? entry.text("granularity");
  const validity =
    entry.entry("validity_params", "dimension") ?? params?.entry("validity_params", "dimension");
  const isStart = validity?.flag("is_start") === true;
  const isEnd = validity?.flag("is_end") === true;
  validity?.rest();
  params?.rest();
  const isPartition = entry.flag("is_partition") === true;
  const dimension: DbtDimension = {
    name,
    type: spelled(entry.text("type") ?? "categorical"),
    expr: entry.text("expr") ?? name,
    ...(granularity ? {granularity: spelled(granularity)} : {}),
    ...(isPartition ? {isPartition} : {}),
    ...(isStart || isEnd ? {validity: isStart ? "start" : "end"} : {}),
    ...described(entry),
    place: entry.place,
  };
  entry.skip("config", "metadata");
  entry.rest();
  return [dimension];
}

function readMeasure(entry: Entry): DbtMeasure[] {
  const name = entry.text("name");
  if (name === undefined) {
    entry.note("not_understood", "A measure has no name, and is left out.");
    return [];
  }
  entry.about = {...entry.about, field: name};
  const label = entry.text("create_metric_display_name");
  const measure: DbtMeasure = {
    name,
    ...(label ? {label} : {}),
    ...readAggregate(entry, name),
    createMetric: entry.flag("create_metric") ?? false,
    ...described(entry),
    place: entry.place,
  };
  entry.skip("config", "metadata");
  entry.rest();
  return [measure];
}
