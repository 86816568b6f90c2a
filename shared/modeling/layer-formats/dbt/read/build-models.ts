import type {Dimension, DimensionType, Model} from "../../../../semantic/documents.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {sourceOf, sqlOf} from "../../common/sql.ts";
import {textsOf} from "../../common/texts.ts";
import {buildJoins, partitionsOf, stepsOver} from "./build-joins.ts";
import type {BuiltSemanticModel} from "./built-semantic-model.ts";
import type {DbtDimension, DbtEntity, DbtMetric, DbtModel} from "./source.ts";
import type {FilterScope} from "./where-filter.ts";

/** Grains coarser than an instant, at which a time dimension is a date. */
const DAYS = new Set(["day", "week", "month", "quarter", "year"]);

/** Builds models with their dimensions and keys, and the joins that follow from entities. */
export function buildModels(
  sources: readonly DbtModel[],
  metrics: readonly DbtMetric[],
  builder: GraphBuilder,
): Map<string, BuiltSemanticModel> {
  const built = new Map<string, BuiltSemanticModel>();
  for (const source of sources) {
    const own = metrics.flatMap(({aggregate}) => (aggregate?.model === source.name ? [aggregate] : []));
    const ends = [...source.measures, ...own].flatMap(({nonAdditive}) => nonAdditive?.dimension ?? []);
    const made = buildModel(source, new Set(ends), builder);
    if (made) built.set(source.name, made);
  }
  const targets = buildJoins([...built.values()], builder);
  builder.nameJoins();
  for (const one of built.values()) one.scope.follow = entity => stepsOver(entity, one, targets, builder);
  return built;
}

function buildModel(
  source: DbtModel,
  /** The time dimensions by which the first or last value of a balance is taken. */
  ends: ReadonlySet<string>,
  builder: GraphBuilder,
): BuiltSemanticModel | undefined {
  const {name, table, place} = source;
  if (!table) {
    const message = `The table of "${name}" is not known. The model is left out.`;
    builder.notes.add("model_dropped", message, place, {model: name});
    return undefined;
  }
  const key = keyOf(source);
  const model = builder.addModel(
    {name, ...textsOf(source), table, ...(key ? {primaryKey: key} : {}), dimensions: []},
    place,
  );
  if (!model) return undefined;
  const assumed: string[] = [];
  const dimensions = new Map<string, {type: string; granularity?: string}>();
  for (const dimension of source.dimensions) {
    const {granularity, place: at} = dimension;
    const dimensionEntry = dimensionOf(dimension, ends.has(dimension.name), source, assumed);
    const made = builder.addDimension(model, dimensionEntry, at);
    if (made) dimensions.set(dimension.name, {type: made.type, ...(granularity ? {granularity} : {})});
  }
  const time = model.dimensions.find(({name: own}) => own === source.aggTime);
  if (time?.type === "date" || time?.type === "timestamp") model.time = time.name;
  const entities = new Map<string, string>();
  for (const entity of source.entities) {
    const made = addEntity(entity, source, model, builder, assumed);
    if (made !== undefined) entities.set(entity.name, made);
  }
  if (assumed.length > 0) {
    const message =
      `No type is given for ${list(assumed)}: text is assumed. A "data_type" of the column in its dbt model, a ` +
      "catalog.json beside the manifest, or the catalogue of the project's warehouse would give it.";
    builder.notes.add("type_assumed", message, place, {model: model.name});
    if (!("sql" in table)) builder.untyped.push(table);
  }
  const primary = source.entities.find(({type}) => type === "primary")?.name ?? source.primaryEntity;
  const scope: FilterScope = {model: model.name, entities, primaryEntity: primary, dimensions};
  return {source, model, scope, taken: new Set(model.dimensions.map(field => field.name))};
}

function dimensionOf(
  dimension: DbtDimension,
  isEnd: boolean,
  source: DbtModel,
  assumed: string[],
): Dimension {
  const {name, type, granularity} = dimension;
  const from = sourceOf(dimension.expr);
  const known = "column" in from ? source.types.get(from.column.toLowerCase()) : undefined;
  const base = {name, ...textsOf(dimension)};
  if (type !== "time") {
    if (known === undefined) assumed.push(name);
    return {...base, type: known ?? "string", ...from};
  }
  // dbt takes a balance at the last period of the dimension's granularity, with all rows in that day or month.
  if (isEnd && granularity !== undefined && granularity !== "day" && DAYS.has(granularity)) {
    return {...base, type: "date", sql: `cast(date_trunc('${granularity}', ${sqlOf(from)}) as date)`};
  }
  const isDays = granularity === undefined || DAYS.has(granularity);
  if (known === "date" || (known === "timestamp" && !(isEnd && isDays)))
    return {...base, type: known, ...from};
  if (isDays) {
    return {...base, type: "date", sql: `cast(${sqlOf(from)} as date)`};
  }
  return {...base, type: "timestamp", ...from};
}

/** A key becomes a dimension too, unless there is one of its name. */
function addEntity(
  entity: DbtEntity,
  source: DbtModel,
  model: Model,
  builder: GraphBuilder,
  assumed: string[],
): string | undefined {
  const from = sourceOf(entity.expr);
  const same = model.dimensions.find(field => "column" in from && field.column === from.column);
  if (same) return same.name;
  if (builder.hasField(model, entity.name)) {
    if (entity.expr === entity.name) return entity.name;
    const message = `The entity "${entity.name}" has the name of a dimension: it joins, and cannot be queried.`;
    builder.notes.add("field_dropped", message, entity.place, {model: model.name, field: entity.name});
    return undefined;
  }
  const known: DimensionType | undefined =
    "column" in from ? source.types.get(from.column.toLowerCase()) : undefined;
  if (known === undefined) assumed.push(entity.name);
  const dimension: Dimension = {name: entity.name, type: known ?? "string", ...from, ...textsOf(entity)};
  return builder.addDimension(model, dimension, entity.place)?.name;
}

/** A key is only unique within its partition. */
function keyOf(model: DbtModel): string[] | undefined {
  const {entities} = model;
  const key = entities.find(({type}) => type === "primary") ?? entities.find(({type}) => type === "unique");
  if (!key) return undefined;
  const parts = [key, ...partitionsOf(model)].map(({expr}) => sourceOf(expr));
  const columns = parts.flatMap(part => ("column" in part ? [part.column] : []));
  return columns.length === parts.length ? [...new Set(columns)] : undefined;
}

function list(names: readonly string[]): string {
  const quotedNames = names.slice(0, 10).map(name => `"${name}"`);
  return quotedNames.join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
}
