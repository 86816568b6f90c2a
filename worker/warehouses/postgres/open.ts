import type {OpenContext} from "../adapter.ts";
import {explainServer, openServer} from "../server.ts";
import type {Warehouse, WarehouseError} from "../warehouse.ts";
import {refuseOwnAddress, refuseOwnDatabase} from "./own-database.ts";
import type {PostgresTarget} from "./warehouse.ts";

/** Opens a server that speaks Postgres' protocol, unless it is the service's own database. */
export function openOverPostgres<C extends PostgresTarget>(
  config: C,
  context: OpenContext,
  open: (target: C & {serverName: string}) => Warehouse,
): Promise<Warehouse> {
  return openServer(config, context.config, open, {
    addresses: addresses => refuseOwnAddress(context, config, addresses),
    warehouse: (warehouse, timeoutSignal) => refuseOwnDatabase(context, warehouse, timeoutSignal),
  });
}

/** Explains errors by their SQLSTATE. */
export function explainPostgres(fault: WarehouseError, config: PostgresTarget): string {
  return explainServer(fault, config, {
    password: /^28P01$/,
    notIn: /^28/,
    noDatabase: /^3D000$/,
    noRight: /^42501$/,
    noneFree: /^53300$/,
  });
}
