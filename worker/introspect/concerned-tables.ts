import type {Merged} from "../../shared/modeling/layer-versions/merge-graph.ts";
import type {TableSource} from "../../shared/semantic/documents.ts";
import {type Catalog, tableKey} from "../../shared/semantic/layers.ts";
import {ADAPTERS} from "../warehouses/adapters.ts";
import type {WarehouseTable} from "../warehouses/tables.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";

/** Tables, and the names of their columns, by each spelling in which a model may name the table. */
export interface ConcernedTables {
  columns: Catalog;
  tables: ReadonlyMap<string, WarehouseTable>;
}

/** Reads the tables of the given models, and of the models that the given joins connect. */
export async function readConcerned(
  warehouse: Warehouse,
  merged: Merged,
  signal: AbortSignal,
): Promise<ConcernedTables> {
  const {graph, givenModels, givenJoins} = merged;
  const joined = new Set([...givenJoins.keys()].flatMap(i => [graph.joins?.[i]?.from, graph.joins?.[i]?.to]));
  const concerned = graph.models.filter((model, i) => givenModels.has(i) || joined.has(model.name));
  const sources = concerned.map(model => model.table).filter(isTable);
  const found = {columns: new Map<string, readonly string[]>(), tables: new Map<string, WarehouseTable>()};
  if (sources.length === 0) return found;
  const {readDefaults, readTables} = ADAPTERS[warehouse.dialect];
  const defaults = await readDefaults(warehouse, signal);
  const schemas = new Set(sources.flatMap(source => source.schema ?? defaults.schemas));
  const tables = await readTables(
    warehouse,
    {schemas: [...schemas], tables: [...new Set(sources.map(source => source.name))]},
    signal,
  );
  const rank = (schema: string) => {
    const position = defaults.schemas.indexOf(schema);
    return position < 0 ? Number.POSITIVE_INFINITY : position;
  };
  // Of tables with the same name, the first one on the search path must win, so it is written last.
  for (const table of [...tables].sort((a, b) => rank(b.schema) - rank(a.schema))) {
    const columns = table.columns.map(column => column.name);
    const {schema, name} = table;
    const isInPath = defaults.schemas.includes(schema);
    for (const spelling of [
      {catalog: defaults.catalog, schema, name},
      {schema, name},
      ...(isInPath ? [{name}] : []),
    ]) {
      found.columns.set(tableKey(spelling), columns);
      found.tables.set(tableKey(spelling), table);
    }
  }
  return found;
}

function isTable(source: TableSource): source is Extract<TableSource, {name: string}> {
  return "name" in source;
}
