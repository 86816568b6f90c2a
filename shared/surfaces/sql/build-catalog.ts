import {describeFound} from "../../content/datasets/describe.ts";
import type {Actor} from "../../core/actor.ts";
import {ServiceError, statusOf} from "../../core/errors.ts";
import {ARRAY_TYPES, type SqlType} from "../../core/wire/sql-tables.ts";
import {visibleSlugs} from "../../querying/layers/datasets/find.ts";
import {type LayerDeps, layerOf, projectsOf} from "../../querying/layers/query-caches.ts";
import type {QueryProject} from "../../querying/layers/query-project.ts";
import {type Found, findModel} from "../../querying/queries/find-model.ts";
import {hashOf} from "../../querying/queries/run-request-of.ts";
import {
  type DescribedModel,
  type Field,
  findPaths,
  isAdditive,
  type Layer,
  type LayerModel,
  visibleModels,
} from "../../semantic/layers.ts";
import type {CatalogColumn, CatalogTable, ColumnType, SqlCatalog} from "./catalog-types.ts";
import {foreignKeysOf, joinsOf, primaryKeyOf} from "./keys.ts";
import {cutNames} from "./shorten-names.ts";

/** The types of a table's numbers, by field; a number that is missing here is `numeric`. */
export type NumberTypes = ReadonlyMap<string, SqlType>;

/** A model or dataset of the caller, from which its table is made. */
export interface TableSource {
  name: string;
  schema: "public" | "datasets";
  found: Found;
}

/** The models and datasets of a project that the caller may query. */
export async function tableSources(
  deps: LayerDeps,
  actor: Actor,
  project: QueryProject,
): Promise<TableSource[]> {
  const layer = await layerOf(deps, project);
  const models = visibleModels(layer).map(
    ({name}): TableSource => ({name, schema: "public", found: {project, layer}}),
  );
  const projects = await projectsOf(deps, actor.orgId);
  const datasets: TableSource[] = [];
  for (const slug of await visibleSlugs(deps.db, actor)) {
    const found = await findModel(deps, actor, {model: slug, projectId: project.id}, projects).catch(orNone);
    if (found?.dataset) datasets.push({name: slug, schema: "datasets", found});
  }
  return [...models, ...datasets.sort((a, b) => (a.name < b.name ? -1 : 1))];
}

/**
 * Turns the error of a dataset that is in another project, or deleted meanwhile, into `undefined`: such a dataset has no table.
 */
function orNone(error: unknown): undefined {
  if (error instanceof ServiceError && statusOf(error) < 500) return undefined;
  throw error;
}

/** The dimensions of a table whose types only the warehouse knows, as a query names them. */
export function numberDimensions({name, found}: TableSource): string[] {
  return describeFound(found, name)
    .dimensions.filter(({type}) => type === "number")
    .map(dimension => dimension.name);
}

/** The tables of a caller; `numbersOf` gives the types of the numbers of a table. */
export function buildCatalog(
  actor: Actor,
  project: QueryProject,
  sources: readonly TableSource[],
  numbersOf: (source: TableSource) => NumberTypes,
): SqlCatalog {
  const byName = new Map(sources.filter(({schema}) => schema === "public").map(one => [one.name, one]));
  const numbersOfModel = (model: string) => {
    const source = byName.get(model);
    return source ? numbersOf(source) : undefined;
  };
  const tables = sources.map(source => tableOf(source, numbersOf(source), numbersOfModel));
  const names = cutNames(tables.map(({name}) => name));
  const named = tables.map((table, index) => ({...table, name: names[index] ?? table.name}));
  const withKeys = named.map((table, index) => {
    const model = modelOf(sources[index]);
    return {
      ...table,
      primaryKey: primaryKeyOf(table, model),
      foreignKeys: foreignKeysOf(table, model, named),
      joins: joinsOf(table, model, named),
    };
  });
  const {id, name, dialect, timezone} = project;
  const shape = hashOf([actor.orgId, actor.id, id, name, dialect, withKeys]);
  return {projectId: id, timezone, dialect, tables: withKeys, shape};
}

/** The model of a table; `undefined` for a dataset, which promises no keys. */
function modelOf(source: TableSource | undefined): LayerModel | undefined {
  return source?.schema === "public" ? source.found.layer.models.get(source.name) : undefined;
}

function tableOf(
  source: TableSource,
  numbers: NumberTypes,
  numbersOfModel: (model: string) => NumberTypes | undefined,
): CatalogTable {
  const {name, schema, found} = source;
  const described = describeFound(found, name);
  const own = `${name}.`;
  const dimensions = described.dimensions
    .filter(({name: field}) => field !== "metric_time")
    .map(
      ({name: field, type, items, ...texts}): CatalogColumn => ({
        name: shortName(field, own),
        ...(type === "number"
          ? numberType(numbers.get(field))
          : {type: items === undefined ? SQL_TYPE[type] : ARRAY_TYPES[items]}),
        kind: "dimension",
        field,
        ...commentOf(texts),
      }),
    );
  const taken = new Set(dimensions.map(column => column.name));
  const model = modelOf(source);
  const measures = measuresOf(described, model).map(({name: field, type, aggregation, ...texts}) => {
    const short = shortName(field, own);
    const isOwn = field.startsWith(own);
    const owner = isOwn ? model : ownerOf(field, model, found.layer);
    const measure = owner?.fields.get(field.slice(field.lastIndexOf(".") + 1));
    const numbersOfOwner = isOwn ? numbers : owner && numbersOfModel(owner.name);
    return {
      name: taken.has(short) ? `measure.${short}` : short,
      ...typeOfMeasure(aggregation, type, measure && aggregated(measure, owner, numbersOfOwner)),
      kind: "measure" as const,
      field,
      aggregate: AGGREGATES.find(known => known === aggregation) ?? ("other" as const),
      ...(isOwn && measure?.kind === "measure" && addsUp(measure) ? {isAdditive: true} : {}),
      ...commentOf(texts),
    };
  });
  const columns = [...dimensions, ...measures];
  const names = cutNames(columns.map(column => column.name));
  return {
    schema,
    name,
    model: name,
    columns: columns.map((column, index) => ({...column, name: names[index] ?? column.name})),
    primaryKey: [],
    foreignKeys: [],
    ...commentOf(described),
  };
}

/** The model that the measure `role.measure` or `role.role.measure` belongs to; `undefined` if several paths lead there. */
function ownerOf(field: string, model: LayerModel | undefined, layer: Layer): LayerModel | undefined {
  let owner = model;
  for (const role of field.split(".").slice(0, -1)) {
    const [path, ...others] = owner ? findPaths(layer, owner, role) : [];
    owner = others.length === 0 ? path?.at(-1)?.to : undefined;
  }
  return owner;
}

interface ReachedMeasure {
  name: string;
  type: keyof typeof SQL_TYPE | "number";
  aggregation: string;
  label?: string;
  description?: string;
}

/** The measures that a query over the model can have: its own, those over to-one joins, and those of the many side. */
function measuresOf({measures, manySide}: DescribedModel, model: LayerModel | undefined): ReachedMeasure[] {
  const far = manySide.flatMap(({role, measures: names}) => {
    const to = model?.edgesNamed(role)[0]?.to;
    return names.flatMap((name): ReachedMeasure[] => {
      const field = to?.fields.get(name.slice(name.lastIndexOf(".") + 1));
      if (field?.kind !== "measure") return [];
      const {label, description} = field.source;
      return [
        {
          name,
          type: field.type,
          aggregation: field.source.type,
          ...(label === undefined ? {} : {label}),
          ...(description === undefined ? {} : {description}),
        },
      ];
    });
  });
  return [...measures, ...far];
}

function addsUp(measure: Parameters<typeof isAdditive>[0]): boolean {
  const {type, nonAdditive, rolling, offset, toDate} = measure.source;
  // The warehouse finds the least text of a group by its collation, and Postgres that of several groups by code points.
  const isEnd =
    (type === "min" || type === "max") && measure.type !== "string" && !nonAdditive && !rolling && !toDate;
  return offset === undefined && (isEnd || isAdditive(measure));
}

const AGGREGATES = ["count", "count_distinct", "sum", "avg", "min", "max"] as const;

const SQL_TYPE = {
  string: "text",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp with time zone",
  json: "jsonb",
} as const;

/** The type of the numbers that a measure aggregates, if a dimension shows the same column. */
function aggregated(
  {source: {column}}: Field,
  model: LayerModel | undefined,
  numbers: NumberTypes | undefined,
): SqlType | undefined {
  const dimension = model?.source.dimensions.find(one => column !== undefined && one.column === column);
  return dimension && numbers?.get(`${model?.name}.${dimension.name}`);
}

function numberType(known: SqlType | undefined): ColumnType {
  return known === undefined ? {type: "numeric", isTypeGuessed: true} : {type: known};
}

/**
 * The type that Postgres gives the aggregate: a sum of `bigint` is `numeric`. The types of other aggregates of numbers, and
 * of derived measures, are not known from the warehouse.
 */
function typeOfMeasure(
  aggregation: string,
  type: keyof typeof SQL_TYPE | "number",
  of: SqlType | undefined,
): ColumnType {
  if (aggregation === "count" || aggregation.startsWith("count_distinct")) return {type: "bigint"};
  if (type !== "number") return {type: SQL_TYPE[type]};
  if (of === undefined || !/^(sum|avg|min|max)$/.test(aggregation)) return numberType(undefined);
  const keepsType = of === "double precision" || aggregation === "min" || aggregation === "max";
  return {type: keepsType ? of : "numeric"};
}

function shortName(field: string, own: string): string {
  return field.startsWith(own) ? field.slice(own.length) : field;
}

function commentOf({label, description}: {label?: string; description?: string}): {comment?: string} {
  const texts = [label, description].filter(text => text !== undefined && text !== "");
  return texts.length === 0 ? {} : {comment: texts.join(": ")};
}
