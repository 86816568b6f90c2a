import {isScalar} from "../../../core/wire/sql-tables.ts";
import type {Filter, Query} from "../../../semantic/documents.ts";
import type {CatalogColumn, CatalogTable} from "../catalog-types.ts";
import {replaceTable} from "../group/rewrite-from.ts";
import {type Block, type TableUse, tableColumn} from "../names/relations.ts";
import {addInput, type Planner} from "../planner.ts";
import {noRows} from "../pushdown/condition.ts";
import {SqlError} from "../sql-error.ts";
import type {Pushed} from "./push-down.ts";
import {isLimited, limitOf, orderOf} from "./row-limit.ts";

/** The most dimensions that a query can have. */
const MAX_COLUMNS = 200;

/** The query for the rows of a table and the columns that a statement uses. */
export interface RowQuery {
  query: Query;
  columns: readonly CatalogColumn[];
}

/** Reads a table's rows as an input, in place of the table. */
export function readRows(
  planner: Planner,
  use: TableUse,
  pushed: Pushed | undefined,
  exact: ReadonlySet<Block>,
): void {
  const {query: rows, columns} = rowQuery(planner, use, pushed);
  const query = {...rows, ...firstRows(planner, use, exact, rows.filters ?? [])};
  const input = addInput(
    planner,
    query,
    columns.map(({name, type}) => ({name, type})),
  );
  replaceTable(planner, use.node, input.name);
  planner.explain.push(
    `${input.name}: rows of ${use.table.model}, ${columns.length} columns${query.filters === undefined ? "" : `, ${query.filters.length} filters`}`,
  );
}

/** The order and limit of the select around a table, if the select has the first of the table's rows; otherwise empty. */
function firstRows(
  planner: Planner,
  use: TableUse,
  exact: ReadonlySet<Block>,
  filters: readonly Filter[],
): Pick<Query, "orderBy" | "limit"> {
  const {block} = use;
  if (block.select.limitCount === undefined || !isLimited(planner, block, exact)) return {};
  const selected = new Set(use.references.map(({column}) => column));
  const order = orderOf(
    planner,
    block,
    ref => {
      const found = planner.analysis.columns.get(ref);
      const base = found && tableColumn(found.column);
      return base?.use === use && selected.has(base.column) ? base.column : undefined;
    },
    filters,
  );
  return order === undefined ? {} : {...order, ...limitOf(planner, block)};
}

/**
 * The query for a table's rows. Measures of single rows are computed in groups by the primary key. Throws 0A000 without a
 * primary key, and 54011 for more columns than a query can have.
 */
export function rowQuery(planner: Planner, use: TableUse, pushed: Pushed | undefined): RowQuery {
  const {table} = use;
  const used = new Set(use.references.map(({column}) => column));
  const all = table.columns.filter(column => used.has(column));
  const measures = all.filter(({kind}) => kind === "measure");
  const dimensions = all.filter(({kind}) => kind === "dimension");
  const keys = measures.length === 0 ? [] : keyColumns(planner, use, measures);
  const missing = keys.filter(key => !dimensions.includes(key));
  if (dimensions.length + missing.length === 0) dimensions.push(anyColumn(planner, use));
  const selected = [...dimensions, ...missing];
  if (selected.length > MAX_COLUMNS)
    throw new SqlError(
      "54011",
      `"${table.name}" has more columns than a statement can read: name at most ${MAX_COLUMNS}`,
    );
  const filters: Filter[] = pushed?.isNever === true ? [noRows(selected)] : [...(pushed?.filters ?? [])];
  // Measures of other models also have groups of rows that belong to no row of this table.
  if (measures.length > 0) filters.push(...keys.map(({field}) => ({field, op: "is_not_null"})));
  const query: Query = {
    model: table.model,
    projectId: planner.catalog.projectId,
    dimensions: selected.map(({field}) => field),
    ...(measures.length === 0 ? {rows: true} : {measures: measures.map(({field}) => field)}),
    ...(filters.length === 0 ? {} : {filters}),
    timezone: planner.options.timezone,
  };
  return {query, columns: [...selected, ...measures]};
}

function keyColumns(planner: Planner, use: TableUse, measures: readonly CatalogColumn[]): CatalogColumn[] {
  const keys = use.table.primaryKey.flatMap(name => {
    const found = use.table.columns.find(column => column.name === name && column.kind === "dimension");
    return found === undefined ? [] : [found];
  });
  if (keys.length > 0 && keys.length === use.table.primaryKey.length) return keys;
  const [measure] = measures;
  const reference = use.references.find(({column}) => column === measure);
  throw new SqlError(
    "0A000",
    `"${measure?.name}" is a measure, and "${use.table.name}" has no primary key by which it could be computed for each row`,
    {
      hint: `Write MEASURE(${JSON.stringify(measure?.name)}), with GROUP BY for its groups.`,
      position: planner.source.position(reference?.node?.location ?? use.node.location),
    },
  );
}

/** A column to read if a statement uses nothing but the number of rows. */
function anyColumn(planner: Planner, {table, node}: TableUse): CatalogColumn {
  const dimensions = table.columns.filter(({kind}) => kind === "dimension");
  const own = dimensions.filter(({name}) => !name.includes("."));
  const found =
    own.find(({name}) => table.primaryKey.includes(name)) ??
    own.find(({type}) => isScalar(type)) ??
    dimensions[0];
  if (found !== undefined) return found;
  throw new SqlError("0A000", `"${describe(table)}" has no dimensions, and so no rows to read`, {
    hint: "Ask for its measures alone: select MEASURE(name) from it.",
    position: planner.source.position(node.location),
  });
}

const describe = ({name}: CatalogTable): string => name;
