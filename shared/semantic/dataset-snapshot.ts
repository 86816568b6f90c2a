import {type CompiledQuery, quoteName} from "./compile.ts";
import {type DatasetSource, freeName, type OfferedField} from "./dataset-fields.ts";
import {grainsOf, isGrain} from "./grains.ts";
import type {Dimension, DimensionType, Measure, MeasureType} from "./graph.ts";
import {buildLayer, type Field} from "./layer.ts";
import type {Query} from "./query.ts";

/** The table that a snapshot's file is read as. */
const TABLE = {schema: "main", name: "data"};
const AGGREGATES = ["sum", "avg", "min", "max"] as const satisfies readonly MeasureType[];

export interface SnapshotTable {
  slug: string;
  columns: readonly {name: string; type: DimensionType}[];
  /** Of the project: what periods are cut in where a query names no other. */
  timezone: string;
}

/**
 * A snapshot as a model of one table: every column a dimension under its own name (`.` and control characters
 * become `_`; of equal names the later ones get a number), `count`, and for each number the measures `<name>_sum`,
 * `_avg`, `_min` and `_max`. A measure and a column may have one name: `measures` and `orderBy` mean the measure,
 * `dimensions` and `filters` the column. Where no measure has it, the name of a number means its sum there.
 */
export function snapshotSource({slug, columns, timezone}: SnapshotTable): DatasetSource {
  const names = fieldNames(columns);
  const dimensions = columns.map(
    ({name, type}, i): Dimension => ({name: names[i] ?? name, type, column: name}),
  );
  const taken = new Set(names);
  const measures: Measure[] = [];
  /** What a measure is asked by → its name in the model, where a column may have the name already. */
  const asked = new Map<string, string>();
  const add = (name: string, measure: Omit<Measure, "name">) => {
    const free = freeName(name, other => taken.has(other));
    taken.add(free);
    asked.set(name, free);
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
    const sum = asked.get(`${name}_sum`);
    if (sum !== undefined && !asked.has(name)) asked.set(name, sum);
  }
  const layer = buildLayer({models: [{name: slug, table: TABLE, dimensions, measures}]});
  const fields = layer.models.get(slug)?.fields ?? new Map<string, Field>();
  const offer = (names: Iterable<[string, string]>) =>
    new Map([...names].flatMap(([name, own]) => offeredOf(slug, name, own, fields)));
  return {
    slug,
    layer,
    model: slug,
    filters: [],
    timezone,
    offer: {dimensions: offer(dimensions.map(({name}) => [name, name])), measures: offer(asked), lost: []},
    ownFieldsOnly: false,
  };
}

function offeredOf(
  slug: string,
  name: string,
  own: string,
  fields: ReadonlyMap<string, Field>,
): [string, OfferedField][] {
  const field = fields.get(own);
  if (field === undefined) return [];
  const grains = field.kind === "dimension" ? grainsOf(field.type) : [];
  return [[name, {name, base: `${slug}.${own}`, field, grains, bare: true}]];
}

/** What queries call the columns of a snapshot, in their order. */
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

/** What a column is called in a query: names of fields hold no dot and no control character. */
function fieldName(column: string): string {
  let name = "";
  for (const character of column) {
    const code = character.codePointAt(0) ?? 0;
    name += character === "." || code < 0x20 || code === 0x7f ? "_" : character;
  }
  return name === "" ? "column" : name;
}

/**
 * What the columns of a frozen query are called: a field's own name with its grain (`placed_at_month`), or
 * `<model>_<field>` where several would be called the same, or `count`, which counts the snapshot's rows.
 */
export function frozenNames({dimensions = [], measures = []}: Query): string[] {
  const split = [...dimensions, ...measures].map(name => {
    const parts = name.split(".");
    const last = parts.at(-1) ?? name;
    const cut = parts.length > 2 && isGrain(last) ? 2 : 1;
    return {short: parts.slice(-cut).join("_"), long: parts.join("_")};
  });
  const taken = new Set<string>();
  return split.map(({short, long}) => {
    const isAlone = short !== "count" && split.filter(other => other.short === short).length === 1;
    const name = freeName(isAlone ? short : long, other => taken.has(other));
    taken.add(name);
    return name;
  });
}

/** A snapshot's rows as they were stored, and nothing counted or grouped: one row more than the limit is asked for. */
export function snapshotRows({slug, columns, timezone}: SnapshotTable, limit: number): CompiledQuery {
  const quote = (name: string) => quoteName("duckdb", name);
  const selected = columns.map(({name}) => `  ${quote(name)}`).join(",\n");
  const names = snapshotFields(slug, columns);
  return {
    sql: `select\n${selected}\nfrom ${quote(TABLE.schema)}.${quote(TABLE.name)}\nlimit ${limit + 1}`,
    parameters: [],
    columns: columns.map(({type}, i) => ({name: names[i]!, type})),
    fields: [],
    limit,
    timezone,
  };
}
