import {type CompiledQuery, quoteName} from "../compile.ts";
import {grainsIn, isGrain} from "../layer/grains.ts";
import type {Dimension, DimensionType, Measure, MeasureType} from "../layer/graph.ts";
import {buildLayer, type Layer} from "../layer/layer.ts";
import type {Query} from "../query/query.ts";
import {dimensionNames, measureNames} from "../query/selected-names.ts";
import {comparedNames} from "../resolve/result-columns.ts";
import {type DatasetSource, freeName, type OfferedField} from "./fields.ts";

/** The name under which a snapshot's file is queried. */
const TABLE = {schema: "main", name: "data"};
const AGGREGATES = ["sum", "avg", "min", "max"] as const satisfies readonly MeasureType[];

export interface SnapshotTable {
  slug: string;
  columns: readonly {name: string; type: DimensionType}[];
  /** The project's timezone, in which periods are cut unless a query names another. */
  timezone: string;
}

/**
 * A snapshot as a model of one table. Every column is a dimension with its own name (`.` and control characters become
 * `_`; repeated names get a number). Its measures are `count`, and for each number `<name>_sum`, `_avg`, `_min` and
 * `_max`. If a measure and a column have the same name, the name means the measure in `measures` and `orderBy`, and the
 * column in `dimensions` and `filters`. In `measures` and `orderBy`, the name of a column of numbers means its sum,
 * unless a measure has this name.
 */
export function snapshotSource({slug, columns, timezone}: SnapshotTable): DatasetSource {
  const names = fieldNames(columns);
  const dimensions = columns.map(
    ({name, type}, i): Dimension => ({name: names[i] ?? name, type, column: name}),
  );
  const taken = new Set(names);
  const measures: Measure[] = [];
  /** The measure's name in queries → its name in the model, which differs if a column has the name. */
  const modelNames = new Map<string, string>();
  const add = (name: string, measure: Omit<Measure, "name">) => {
    const free = freeName(name, other => taken.has(other));
    taken.add(free);
    modelNames.set(name, free);
    measures.push({name: free, ...measure});
  };
  add("count", {type: "count"});
  const numbers = dimensions.filter(({type}) => type === "number");
  for (const {name, column} of numbers) {
    for (const type of AGGREGATES) {
      add(`${name}_${type}`, {type, ...(column === undefined ? {} : {column})});
    }
  }
  for (const {name} of numbers) {
    const sum = modelNames.get(`${name}_sum`);
    if (sum !== undefined && !modelNames.has(name)) modelNames.set(name, sum);
  }
  const layer = buildLayer({models: [{name: slug, table: TABLE, dimensions, measures}]});
  const offer = (names: Iterable<[string, string]>) =>
    new Map([...names].flatMap(([name, own]) => offeredOf(slug, layer, name, own)));
  return {
    slug,
    layer,
    model: slug,
    filters: [],
    timezone,
    offer: {
      dimensions: offer(dimensions.map(({name}) => [name, name])),
      measures: offer(modelNames),
      lost: [],
    },
    ownFieldsOnly: false,
  };
}

function offeredOf(
  slug: string,
  {graph, models}: Layer,
  name: string,
  own: string,
): [string, OfferedField][] {
  const field = models.get(slug)?.fields.get(own);
  if (field === undefined) return [];
  const grains = field.kind === "dimension" ? grainsIn(graph, field.type) : [];
  return [[name, {name, base: `${slug}.${own}`, field, grains, bare: true, listed: [undefined]}]];
}

/** The names of a snapshot's columns in queries, in order. */
export function snapshotFields(slug: string, columns: readonly {name: string}[]): string[] {
  return fieldNames(columns).map(name => `${slug}.${name}`);
}

function fieldNames(columns: readonly {name: string}[]): string[] {
  const taken = new Set<string>();
  return columns.map(({name}) => {
    const free = freeName(fieldName(name), other => taken.has(other));
    taken.add(free);
    return free;
  });
}

/** A column's name in queries: names of fields contain neither dots nor control characters. */
function fieldName(column: string): string {
  let name = "";
  for (const character of column) {
    const code = character.codePointAt(0) ?? 0;
    name += character === "." || code < 0x20 || code === 0x7f ? "_" : character;
  }
  return name === "" ? "column" : name;
}

/**
 * The column names of a query that is stored as a snapshot: a field's own name with its grain (`placed_at_month`). The
 * name is `<model>_<field>` if several columns would have the same name, or if the name would be `count`, which is the
 * measure that counts the snapshot's rows. With `compare`, each measure is followed by the columns of the earlier span.
 */
export function frozenNames(query: Query): string[] {
  const dimensions = dimensionNames(query);
  const split = [...dimensions, ...measureNames(query)].map(name => {
    const parts = name.split(".");
    const last = parts.at(-1) ?? name;
    const cut = parts.length > 2 && isGrain(last) ? 2 : 1;
    return {short: parts.slice(-cut).join("_"), long: parts.join("_")};
  });
  const taken = new Set<string>();
  return split.flatMap(({short, long}, i) => {
    const isAlone = short !== "count" && split.filter(other => other.short === short).length === 1;
    const name = freeName(isAlone ? short : long, other => taken.has(other));
    taken.add(name);
    return query.compare !== undefined && i >= dimensions.length ? comparedNames(name) : [name];
  });
}

/**
 * Selects a snapshot's rows as they were stored, without grouping. The statement selects one row more than the limit.
 */
export function snapshotRows({slug, columns, timezone}: SnapshotTable, limit: number): CompiledQuery {
  const quote = (name: string) => quoteName("duckdb", name);
  const selected = columns.map(({name}) => `  ${quote(name)}`).join(",\n");
  const names = snapshotFields(slug, columns);
  return {
    sql: `select\n${selected}\nfrom ${quote(TABLE.schema)}.${quote(TABLE.name)}\nlimit ${limit + 1}`,
    parameters: [],
    columns: columns.map(({type}, i) => ({name: names[i]!, type})),
    fields: [],
    calculations: [],
    conditions: [],
    dependsOnNow: false,
    missingAttributes: [],
    limit,
    timezone,
  };
}
