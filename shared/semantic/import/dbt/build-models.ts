import type {Dimension, DimensionType, Measure, Model} from "../../graph.ts";
import {freeName} from "../free-name.ts";
import type {GraphBuilder} from "../graph-builder.ts";
import {sourceOf, sqlOf} from "../sql.ts";
import type {DbtDimension, DbtEntity, DbtModel} from "./source.ts";
import type {FilterScope} from "./where-filter.ts";

/** A semantic model and the model that it became. */
export interface BuiltModel {
  source: DbtModel;
  model: Model & {measures: Measure[]};
  scope: FilterScope;
  taken: Set<string>;
}

/** Coarser than an instant: the day is what such a dimension tells. */
const DAYS = new Set(["day", "week", "month", "quarter", "year"]);

/** Models with their dimensions and keys, and the joins that follow from entities. */
export function buildModels(sources: readonly DbtModel[], builder: GraphBuilder): Map<string, BuiltModel> {
  const built = new Map<string, BuiltModel>();
  for (const source of sources) {
    const made = buildModel(source, builder);
    if (made) built.set(source.name, made);
  }
  buildJoins([...built.values()], builder);
  return built;
}

function buildModel(source: DbtModel, builder: GraphBuilder): BuiltModel | undefined {
  const {name, table, place} = source;
  if (!table) {
    const message = `It is not known which table "${name}" is of. The model is left out.`;
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
  const dimensions = new Map<string, {type: string}>();
  for (const dimension of source.dimensions) {
    const made = builder.addDimension(model, dimensionOf(dimension, source, assumed), dimension.place);
    if (made) dimensions.set(dimension.name, made);
  }
  const entities = new Map<string, string>();
  for (const entity of source.entities) {
    const made = addEntity(entity, source, model, builder, assumed);
    if (made !== undefined) entities.set(entity.name, made);
  }
  if (assumed.length > 0) {
    const message =
      `No type is told for ${list(assumed)}: text is assumed. A "data_type" of the column in its dbt model, or a ` +
      "catalog.json beside the manifest, tells it.";
    builder.notes.add("type_assumed", message, place, {model: model.name});
  }
  const primary = source.entities.find(({type}) => type === "primary")?.name ?? source.primaryEntity;
  const scope = {model: model.name, entities, primaryEntity: primary, dimensions};
  return {source, model, scope, taken: new Set(model.dimensions.map(field => field.name))};
}

function dimensionOf(dimension: DbtDimension, source: DbtModel, assumed: string[]): Dimension {
  const {name, type, granularity} = dimension;
  const from = sourceOf(dimension.expr);
  const known = "column" in from ? source.types.get(from.column.toLowerCase()) : undefined;
  const base = {name, ...textsOf(dimension)};
  if (type !== "time") {
    if (known === undefined) assumed.push(name);
    return {...base, type: known ?? "string", ...from};
  }
  if (known === "date" || known === "timestamp") return {...base, type: known, ...from};
  if (granularity === undefined || DAYS.has(granularity)) {
    return {...base, type: "date", sql: `cast(${sqlOf(from)} as date)`};
  }
  return {...base, type: "timestamp", ...from};
}

/** A key can be asked for as well, unless a dimension has its name. */
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
    const message = `The entity "${entity.name}" has the name of a dimension: it joins, and cannot be asked for.`;
    builder.notes.add("field_dropped", message, entity.place, {model: model.name, field: entity.name});
    return undefined;
  }
  const known: DimensionType | undefined =
    "column" in from ? source.types.get(from.column.toLowerCase()) : undefined;
  if (known === undefined) assumed.push(entity.name);
  const dimension: Dimension = {name: entity.name, type: known ?? "string", ...from, ...textsOf(entity)};
  return builder.addDimension(model, dimension, entity.place)?.name;
}

function keyOf({entities}: DbtModel): string[] | undefined {
  const key = entities.find(({type}) => type === "primary") ?? entities.find(({type}) => type === "unique");
  const from = key && sourceOf(key.expr);
  return from && "column" in from ? [from.column] : undefined;
}

const LEADS_TO_ONE = new Set(["primary", "unique"]);

function buildJoins(models: readonly BuiltModel[], builder: GraphBuilder): void {
  const targets = new Map<string, {built: BuiltModel; entity: DbtEntity}[]>();
  for (const built of models) {
    for (const entity of built.source.entities) {
      if (entity.type === "natural") {
        const message = `The natural entity "${entity.name}" makes no join: its rows are valid for a time each.`;
        builder.notes.add("join_skipped", message, entity.place, {
          model: built.model.name,
          field: entity.name,
        });
      }
      if (!LEADS_TO_ONE.has(entity.type)) continue;
      targets.set(entity.name, [...(targets.get(entity.name) ?? []), {built, entity}]);
    }
  }
  const done = new Set<string>();
  for (const built of models) {
    const roles = new Set<string>([built.model.name]);
    for (const entity of built.source.entities) {
      if (entity.type === "natural") continue;
      for (const target of targets.get(entity.name) ?? []) {
        join(built, entity, target, roles, done, builder);
      }
    }
  }
}

function join(
  from: BuiltModel,
  entity: DbtEntity,
  to: {built: BuiltModel; entity: DbtEntity},
  roles: Set<string>,
  done: Set<string>,
  builder: GraphBuilder,
): void {
  if (to.built === from) return;
  const isToOne = LEADS_TO_ONE.has(entity.type);
  const pair = [from.model.name, to.built.model.name].sort().concat(entity.name).join("\n");
  // One to one joins are seen from both ends.
  if (isToOne && done.has(pair)) return;
  done.add(pair);
  const near = sourceOf(entity.expr);
  const far = sourceOf(to.entity.expr);
  const target = to.built.model.name;
  if (!("column" in near) || !("column" in far)) {
    const message = `No join to "${target}" over "${entity.name}": its key is an expression, and a join goes over columns.`;
    builder.notes.add("join_skipped", message, entity.place, {model: from.model.name});
    return;
  }
  const name = freeName(roles.has(target) ? entity.name : target, roles);
  builder.addJoin(
    {
      ...(name === target ? {} : {name}),
      from: from.model.name,
      to: target,
      relationship: isToOne ? "one_to_one" : "many_to_one",
      on: [{from: near.column, to: far.column}],
    },
    entity.place,
  );
}

export function textsOf({label, description, hint}: {label?: string; description?: string; hint?: string}) {
  return {...(label ? {label} : {}), ...(description ? {description} : {}), ...(hint ? {hint} : {})};
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 10).map(name => `"${name}"`);
  return shown.join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
}
