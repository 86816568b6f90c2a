import type {SqlServer} from "../sql/sql-server.ts";
import type {LeaseWarehouse, OpenWarehouses} from "./open-warehouses.ts";

/** Leases the source of a statement: an open warehouse, or the worker's own Postgres with the rows of other runs. */
export function leaseSource(warehouses: OpenWarehouses, sql: SqlServer): LeaseWarehouse {
  return async (orgId, source, permitRequest) =>
    source.kind === "rest"
      ? {warehouse: sql.warehouse(orgId, source, permitRequest), [Symbol.dispose]: () => undefined}
      : await warehouses.lease(orgId, source, permitRequest);
}
