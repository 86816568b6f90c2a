import type {DimensionType, Join} from "../../../../semantic/documents.ts";
import {isPlainMap, type Plain} from "../../common/document.ts";
import type {Place} from "../../common/notes.ts";
import {findItem, type Site, type Sources} from "../../common/sources.ts";
import {columnSql} from "../../common/sql.ts";
import {WriteFault} from "../../common/write-fault.ts";

const NODES = ["models", "seeds", "snapshots"];

/** The `data_type` to write for a column whose type dbt must know. */
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

/** The dbt model that describes the model of that name. Throws `WriteFault` where no file describes one. */
export function requireNode(sources: Sources, name: string): Site {
  const node = findNode(sources, name);
  if (node) return node;
  throw new WriteFault(`No file describes the dbt model "${name}".`);
}

/** Joins that follow from entities cannot be changed in place. */
export function refuseJoinChange({from, to}: Join): never {
  throw new WriteFault(`dbt joins by entities: remove the join "${from} → ${to}" and add another one.`);
}

/** Sets the `data_type` of a column that has none: without it, an expression over the column counts as text. */
export function setDataType(node: Site | undefined, column: string, type: DimensionType): void {
  if (!node)
    throw new WriteFault(
      `No file describes the columns of its dbt model, where the type of "${column}" would be written.`,
    );
  const {file, path} = node;
  const known = findItem(file, [...path, "columns"], column);
  if (!known) file.append([...path, "columns"], {name: column, data_type: DATA_TYPES[type]});
  else if (file.value([...known.path, "data_type"]) === undefined)
    file.set([...known.path, "data_type"], DATA_TYPES[type], ["name", "description"]);
}

/** A time dimension in dbt's terms: `cast(column as date)` becomes the column with the granularity `day`. */
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

/** Converts a condition on rows to dbt's filter: `${status}` becomes the dimension, through the model's own entity. */
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

/** The measures that a derived measure uses, and its expression with their bare names. */
export function derivedOf(sql: string): {expr: string; inputs: string[]} {
  const inputs = new Set<string>();
  const expr = sql.replace(/\$\{\s*([^}]+?)\s*\}/g, (_, ref: string) => {
    const name = ref.split(".").at(-1) ?? ref;
    inputs.add(name);
    return name;
  });
  if (inputs.size === 0)
    throw new WriteFault(`\`${sql}\` refers to no measures, and dbt has no such metric.`);
  return {expr, inputs: [...inputs]};
}

/** The name of the primary entity, which other models use to join this one. */
export function keyEntityOf(entities: Plain | undefined, primary: Plain | undefined): string | undefined {
  const all = Array.isArray(entities) ? entities.filter(isPlainMap) : [];
  const found = all.find(one => one["type"] === "primary") ?? all.find(one => one["type"] === "unique");
  const name = found?.["name"] ?? found?.["entity"] ?? primary;
  return typeof name === "string" ? name : undefined;
}

/** The key of the synonyms, beside that of the hint. */
export function synonymsKey(current: {[key: string]: Plain}): string {
  return `${hintKey(current).split(".").slice(0, -1).join(".")}.synonyms`;
}

export function hintKey(current: {[key: string]: Plain}): string {
  for (const [meta, prefix] of [
    [current["meta"], "meta"],
    [isPlainMap(current["config"]) ? current["config"]["meta"] : undefined, "config.meta"],
  ] as const) {
    for (const key of ["ai_hint", "hint", "ai_context"])
      if (isPlainMap(meta) && meta[key] !== undefined) return `${prefix}.${key}`;
    if (isPlainMap(meta) && meta["synonyms"] !== undefined) return `${prefix}.ai_hint`;
  }
  return "config.meta.ai_hint";
}
