import type {DialectName} from "../../shared/semantic/compile.ts";
import {readDuckdbDefaults, readDuckdbTables} from "../warehouses/duckdb-catalog.ts";
import {readPostgresDefaults, readPostgresTables} from "../warehouses/postgres-catalog.ts";
import type {Warehouse} from "../warehouses/warehouse.ts";
import type {Defaults, Narrow, WarehouseTable} from "./tables.ts";

interface CatalogReader {
  tables(warehouse: Warehouse, narrow: Narrow, signal: AbortSignal): Promise<WarehouseTable[]>;
  defaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults>;
}

const READERS: Readonly<Partial<Record<DialectName, CatalogReader>>> = {
  postgres: {tables: readPostgresTables, defaults: readPostgresDefaults},
  duckdb: {tables: readDuckdbTables, defaults: readDuckdbDefaults},
};

/** The tables and views that the connection's user may read, as far as `narrow` goes. */
export function readTables(
  warehouse: Warehouse,
  narrow: Narrow,
  signal: AbortSignal,
): Promise<WarehouseTable[]> {
  return readerOf(warehouse).tables(warehouse, narrow, signal);
}

export function readDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults> {
  return readerOf(warehouse).defaults(warehouse, signal);
}

function readerOf({dialect}: Warehouse): CatalogReader {
  const reader = READERS[dialect];
  if (!reader) throw new Error(`Nothing here reads the catalogue of ${dialect}`);
  return reader;
}
