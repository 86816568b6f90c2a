import {isPlainMap, type Plain} from "../../semantic/import/document.ts";
import type {Place} from "../../semantic/import/notes.ts";
import {columnSql} from "../../semantic/import/sql.ts";
import type {DimensionType, Join} from "../../semantic/layer/graph.ts";
import {WriteFault} from "./fault.ts";
import {findItem, type Site, type Sources} from "./sources.ts";

const NODES = ["models", "seeds", "snapshots"];

/** A column's `data_type`, where dbt is to know it. */
export const DATA_TYPES: Readonly<Record<DimensionType, string>> = {
  string: "varchar",
  number: "numeric",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamp",
  json: "json",
};

export const AGGREGATES: Readonly<Record<string, string>> = {
  sum: "sum",
  min: "min",
  max: "max",
  count: "count",
  count_distinct: "count_distinct",
  avg: "average",
  median: "median",
  percentile: "percentile",
};

/** The dbt model of that name among a file's models, seeds and snapshots. */
export function findNode(sources: Sources, name: string, place?: Place): Site | undefined {
  const files = place ? [sources.file(place.file)] : sources.withWord(name);
  for (const file of files) {
    for (const list of NODES) {
      const site = findItem(file, [list], name, place);
      if (site) return site;
    }
  }
  return undefined;
}

/** The dbt model that a model of that name is described at. Throws `WriteFault` where no file describes one. */
export function requireNode(sources: Sources, name: string): Site {
  const node = findNode(sources, name);
  if (node) return node;
  throw new WriteFault(`"${name}" is to be a model of dbt, and no file describes one of that name.`);
}

/** Joins that follow from entities cannot be changed in place. */
export function refuseJoinChange({from, to}: Join): never {
  throw new WriteFault(`dbt joins by entities: remove the join "${from} → ${to}" and add another one.`);
}

/** Makes dbt know the type of a column: of one without a type an expression is text to it. */
export function sayType(node: Site | undefined, column: string, type: DimensionType): void {
  if (!node)
    throw new WriteFault(
      `No file describes the columns of its dbt model, where the type of "${column}" would stand.`,
    );
  const {file, path} = node;
  const known = findItem(file, [...path, "columns"], column);
  if (!known) file.append([...path, "columns"], {name: column, data_type: DATA_TYPES[type]});
  else if (file.value([...known.path, "data_type"]) === undefined)
    file.set([...known.path, "data_type"], DATA_TYPES[type], ["name", "description"]);
}

/** How dbt is told of a time: a date is what a column is cast to, and stands there without the cast. */
export function timeOf(
  type: DimensionType,
  source: {column?: string; sql?: string},
): {expr: string; granularity: string} {
  const expr = exprOf(source);
  if (type === "timestamp") return {expr, granularity: "second"};
  return {expr: /^cast\((.*) as date\)$/is.exec(expr)?.[1] ?? expr, granularity: "day"};
}

export function exprOf({column, sql}: {column?: string; sql?: string}): string {
  return column === undefined ? (sql ?? "1") : columnSql(column);
}

/** A condition on rows as dbt's filter: `${status}` is the dimension, through the model's own entity. */
export function filterOf(where: string, primaryEntity: string | undefined): string {
  return where.replace(/\$\{\s*([^}]+?)\s*\}/g, (_, name: string) => {
    if (name.includes(".")) {
      throw new WriteFault(
        `\`${where}\` looks at another model, which dbt names by its entities: write that filter in the file.`,
      );
    }
    const path = primaryEntity === undefined ? name : `${primaryEntity}__${name}`;
    return `{{ Dimension('${path}') }}`;
  });
}

/** The measures that a derived one is made of, and its expression with their bare names. */
export function derivedOf(sql: string): {expr: string; inputs: string[]} {
  const inputs = new Set<string>();
  const expr = sql.replace(/\$\{\s*([^}]+?)\s*\}/g, (_, ref: string) => {
    const name = ref.split(".").at(-1) ?? ref;
    inputs.add(name);
    return name;
  });
  if (inputs.size === 0)
    throw new WriteFault(`\`${sql}\` is made of no measures, and dbt has no such metric.`);
  return {expr, inputs: [...inputs]};
}

/** The name of the entity by which other models know this one. */
export function keyEntityOf(entities: Plain | undefined, primary: Plain | undefined): string | undefined {
  const all = Array.isArray(entities) ? entities.filter(isPlainMap) : [];
  const found = all.find(one => one["type"] === "primary") ?? all.find(one => one["type"] === "unique");
  const name = found?.["name"] ?? found?.["entity"] ?? primary;
  return typeof name === "string" ? name : undefined;
}

export function hintKey(current: {[key: string]: Plain}): string {
  for (const [meta, prefix] of [
    [current["meta"], "meta"],
    [isPlainMap(current["config"]) ? current["config"]["meta"] : undefined, "config.meta"],
  ] as const) {
    for (const key of ["ai_hint", "hint", "ai_context"])
      if (isPlainMap(meta) && meta[key] !== undefined) return `${prefix}.${key}`;
  }
  return "config.meta.ai_hint";
}

export function lost(what: string): never {
  throw new WriteFault(`The place where "${what}" is declared was not found.`);
}
