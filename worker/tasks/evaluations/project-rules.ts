import {isDeepStrictEqual} from "node:util";
import type {Graph, Join, TableSource} from "../../../shared/semantic/documents.ts";
import type {DialectName} from "../../../shared/semantic/index.ts";
import {fragmentReferences} from "../../../shared/semantic/layers.ts";
import {LayerFault} from "../../github/read-layer.ts";

type Model = Graph["models"][number];

/**
 * Another commit's graph, whose models have the row access of the project's models of the same names, whatever they declare
 * themselves. Throws `LayerFault` if the graph could still show rows that the project's rules hide:
 * - A model reads the table of a model with row access under another name.
 * - A model reads an SQL statement that the project does not have.
 * - A model reads tables by a pattern or as of a time.
 * - A model reads a catalog of the warehouse, which has values of other tables or texts of statements.
 * - A model reads a table that the project does not read, while a model with row access reads an SQL statement.
 * - A field that a rule compares is defined in another way.
 */
export function withProjectRules(current: Graph, next: Graph, dialect: DialectName): Graph {
  const byName = new Map(current.models.map(model => [model.name, model]));
  const limited = current.models.filter(({rowAccess = []}) => rowAccess.length > 0);
  if (limited.length === 0) return next;
  requireSameRules(limited, current, next);
  const statement = limited.find(({table}) => "sql" in table);
  const models = next.models.map(model => {
    const own = byName.get(model.name);
    if (isDeepStrictEqual(own?.table, model.table)) return ruledBy(own, model);
    if ("sql" in model.table)
      throw new LayerFault(
        `The model "${model.name}" reads an SQL statement that is not in the project's layer, and that may read rows which the project's row access hides.`,
        [],
      );
    const ruled = limited.find(one => one !== own && isSameTable(one.table, model.table, dialect));
    if (ruled)
      throw new LayerFault(
        `The model "${model.name}" reads the table of the project's model "${ruled.name}" without its row access.`,
        [],
      );
    if (current.models.some(({table}) => isDeepStrictEqual(table, model.table))) return ruledBy(own, model);
    if (readsOthers(model.table, dialect))
      throw new LayerFault(
        `The model "${model.name}" reads tables by a pattern or as of a time, among which may be the table of a model of the project with row access.`,
        [],
      );
    if (readsCatalog(model.table, dialect))
      throw new LayerFault(
        `The model "${model.name}" reads a catalog of the warehouse, which may have values of rows that the project's row access hides.`,
        [],
      );
    // The tables that a statement reads are not known.
    if (statement)
      throw new LayerFault(
        `The model "${model.name}" reads a table that no model of the project's layer reads, which the SQL statement of its model "${statement.name}" with row access may read.`,
        [],
      );
    return ruledBy(own, model);
  });
  return {...next, models};
}

/** Characters by which a name reads other tables: BigQuery's wildcards, partitions and times, Trino's hidden tables. */
const OTHER_TABLES: Partial<Record<DialectName, RegExp>> = {bigquery: /[*$@]/, trino: /\$/};

function readsOthers(table: Exclude<TableSource, {sql: string}>, dialect: DialectName): boolean {
  return OTHER_TABLES[dialect]?.test(table.name) === true;
}

/**
 * The warehouse's own schemas and databases. They have logs of statements, or values of columns: `pg_stats` has the most
 * common values of each column.
 */
const CATALOGS: Partial<Record<DialectName, RegExp>> = {
  postgres: /^(?:pg_.*|information_schema)$/,
  redshift: /^(?:(?:pg|stl|stv|svcs|svl|svv|sys)_.*|information_schema)$/,
  mysql: /^(?:information_schema|mysql|performance_schema|sys)$/,
  clickhouse: /^(?:information_schema|system)$/,
  trino: /^(?:information_schema|system)$/,
  bigquery: /^information_schema$/,
  databricks: /^(?:information_schema|system)$/,
  snowflake:
    /^(?:snowflake|information_schema|(?:reader_)?account_usage|(?:organization|data_sharing)_usage)$/,
};
/** Tables of catalogs that a statement can name without a schema. */
const CATALOG_TABLES: Partial<Record<DialectName, RegExp>> = {
  postgres: /^pg_/,
  redshift: /^(?:pg|stl|stv|svcs|svl|svv|sys)_/,
};

function readsCatalog(table: Exclude<TableSource, {sql: string}>, dialect: DialectName): boolean {
  return spellingsOf(table, dialect).some(([name = "", ...within]) => {
    const schema = within[0];
    // Extensions create views such as `pg_stat_statements` in any schema.
    const isFound = schema === undefined || name.startsWith("pg_");
    if (isFound && CATALOG_TABLES[dialect]?.test(name)) return true;
    return within.some(part => part !== undefined && CATALOGS[dialect]?.test(part));
  });
}

function ruledBy(own: Model | undefined, model: Model): Model {
  return own?.rowAccess?.length ? {...model, rowAccess: own.rowAccess} : model;
}

/** The fields that rules compare must be defined as in the project, with everything that they refer to. */
function requireSameRules(limited: readonly Model[], current: Graph, next: Graph): void {
  for (const {name, rowAccess = []} of limited) {
    // Without the model there is nothing to compare.
    if (!next.models.some(model => model.name === name)) continue;
    for (const {dimension} of rowAccess) {
      const compared = (graph: Graph) =>
        dimension.includes(".")
          ? joinedParts(graph, name, lastName(dimension))
          : graph.models.filter(model => model.name === name).map(model => partsOf(model, dimension));
      if (isDeepStrictEqual(compared(current), compared(next))) continue;
      throw new LayerFault(
        `The row access of the project's model "${name}" compares "${dimension}", which this layer defines in another way.`,
        [],
      );
    }
  }
}

/**
 * The parts of a graph that can decide the values of a dimension over joins: the joins, the tables of all models that
 * they connect except `from`, and, in all models, the dimensions of that name and those by which joins find the version
 * that is valid.
 */
function joinedParts({joins = [], models}: Graph, from: string, field: string): unknown[] {
  const byName = models.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const isJoined = (name: string) => name !== from && joins.some(join => [join.from, join.to].includes(name));
  const tables = byName.filter(({name}) => isJoined(name)).map(({name, table}) => [name, table]);
  const parts = [field, ...joins.flatMap(validityNames)].map(name =>
    byName
      .filter(({dimensions}) => dimensions.some(one => one.name === name))
      .map(model => [model.name, model.table, partsOf(model, name)]),
  );
  return [joins, tables, parts];
}

function validityNames({validity}: Join): string[] {
  return validity ? [validity.from, validity.to, lastName(validity.at)] : [];
}

/**
 * The parts that decide the values of a dimension, and of those that its expression refers to: not labels and the like.
 */
function partsOf({dimensions}: Model, name: string): unknown[] {
  const parts: unknown[] = [];
  const reached = new Set([name]);
  for (const one of reached) {
    const found = dimensions.find(dimension => dimension.name === one);
    if (!found) continue;
    const {label: _, description: __, hint: ___, synonyms: ____, hidden: _____, ...values} = found;
    parts.push(values);
    for (const reference of fragmentReferences(values.sql ?? "")) reached.add(lastName(reference));
  }
  return parts;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

/**
 * Whether both can be the same table: a missing schema or catalog matches every schema or catalog. BigQuery takes whole
 * paths as names. DuckDB takes a catalog in the place of a schema, and the schema is then `main`.
 */
function isSameTable(a: TableSource, b: TableSource, dialect: DialectName): boolean {
  if ("sql" in a || "sql" in b) return isDeepStrictEqual(a, b);
  const spellings = (table: typeof a) => spellingsOf(table, dialect);
  return spellings(a).some(spellingA =>
    spellings(b).some(spellingB =>
      PARTS.every(part => {
        const [x, y] = [spellingA[part], spellingB[part]];
        return x === undefined || y === undefined || x === y;
      }),
    ),
  );
}

/** The positions of name, schema and catalog in a path that is read from its end. */
const PARTS = [0, 1, 2];

/** The paths that the table's name can mean, each read from its end: name, schema, catalog. */
function spellingsOf(table: Exclude<TableSource, {sql: string}>, dialect: DialectName) {
  const split = (path?: string): (string | undefined)[] =>
    path === undefined
      ? [undefined]
      : path
          .toLowerCase()
          .split(".")
          .map(part => part.replaceAll(/["`]/g, ""));
  const names = split(table.name);
  const rest = names.length > 1 && table.schema === undefined ? [] : split(table.schema);
  const path = [...(table.catalog === undefined ? [] : split(table.catalog)), ...rest, ...names].reverse();
  const [name, schema, ...catalogs] = path;
  const isShort = dialect === "duckdb" && schema !== undefined && catalogs.length === 0;
  return isShort ? [path, [name, "main", schema]] : [path];
}
