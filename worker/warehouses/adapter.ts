import type {Config} from "../../shared/core/config.ts";
import type {Db} from "../../shared/core/db.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {DialectName} from "../../shared/semantic/index.ts";
import type {WarehouseConfig} from "../../shared/tenancy/connections/types.ts";
import type {EngineThreads} from "../concurrency/engine-threads.ts";
import type {Expressions} from "./expressions.ts";
import type {Defaults, Narrow, WarehouseTable} from "./tables.ts";
import type {Warehouse, WarehouseError, WarehouseLimits} from "./warehouse.ts";

/** The dependencies for opening a warehouse, and the org that it is opened for. */
export interface OpenContext {
  config: Config;
  db: Db;
  log: Logger;
  threads: EngineThreads;
  orgId: string;
}

/** How to open, read and describe one type of warehouse; its SQL dialect is separate. */
export interface Adapter<T extends DialectName> {
  /** Opens the warehouse and checks that it answers. Addresses and files are checked each time. */
  open(config: WarehouseConfig<T>, limits: WarehouseLimits, context: OpenContext): Promise<Warehouse>;
  /** A sentence of the service's own that says why the warehouse could not be opened. */
  explain(fault: WarehouseError, config: WarehouseConfig<T>): string;
  /** A statement that returns the version; the default is `select version()`. */
  versionSql?: string;
  /** The version in a form for people; the default is the version as it is. */
  showVersion?(version: string): string;
  /** A sentence that says why the warehouse's version is refused, if it is. */
  refuseVersion?(version: string): string | undefined;
  /** The schema that introspection reads by default. */
  homeSchema(config: WarehouseConfig<T>): string | undefined;
  /** Rejects with `connection_failed` where the configuration names a schema that does not exist. */
  requireSchema?(warehouse: Warehouse, config: WarehouseConfig<T>, signal: AbortSignal): Promise<void>;
  /** The catalog and schemas in which unqualified table names are looked up. */
  readDefaults(warehouse: Warehouse, signal: AbortSignal): Promise<Defaults>;
  /** The tables and views that the connection's user may read, restricted by `narrow`. */
  readTables(warehouse: Warehouse, narrow: Narrow, signal: AbortSignal): Promise<WarehouseTable[]>;
  expressions: Expressions;
}

/** A function that puts the product's name before a version that does not contain it. */
export function withProductName(title: string): (version: string) => string {
  return version => (version.startsWith(title) ? version : `${title} ${version}`.trim());
}
