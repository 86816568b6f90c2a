import {ServiceError} from "../../shared/core/errors.ts";
import {isRollupStoreType, type RollupStoreType} from "../../shared/modeling/rollups/storage.ts";
import {loadConnection} from "../../shared/tenancy/connections/open-config.ts";
import type {WarehouseConfig} from "../../shared/tenancy/connections/types.ts";
import type {OpenContext} from "../warehouses/adapter.ts";
import {connectionFault} from "../warehouses/connect.ts";
import type {TableStore} from "../warehouses/table-store.ts";
import {TABLE_STORES} from "../warehouses/table-stores.ts";
import type {Worker} from "../worker.ts";

/** Opens a connection that writes tables. Rejects with `connection_failed`, whose message says why. */
export async function openStore(
  {config, db, log, threads}: Pick<Worker, "config" | "db" | "log" | "threads">,
  orgId: string,
  connectionId: string,
): Promise<TableStore> {
  const connection = await loadConnection(db, config.encryptionKeys, orgId, connectionId);
  if (!connection || !isStoring(connection.config))
    throw new ServiceError("not_found", `There is no connection "${connectionId}" that can store roll-ups.`);
  return openWith(connection.config, {config, db, log, threads, orgId});
}

function isStoring(config: WarehouseConfig): config is WarehouseConfig<RollupStoreType> {
  return isRollupStoreType(config.type);
}

async function openWith<T extends RollupStoreType>(
  config: WarehouseConfig<T>,
  context: OpenContext,
): Promise<TableStore> {
  try {
    return await TABLE_STORES[config.type].open(config, context);
  } catch (error) {
    throw connectionFault(error, config);
  }
}
