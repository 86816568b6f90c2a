import {loadConnection} from "../../shared/connections/open-config.ts";
import type {WarehouseConfig} from "../../shared/connections/types.ts";
import {ServiceError} from "../../shared/errors.ts";
import {isStoringType, type StoringType} from "../../shared/rollups/storage.ts";
import type {OpenContext} from "../warehouses/adapter.ts";
import {connectionFault} from "../warehouses/connection-fault.ts";
import type {TableStore} from "../warehouses/table-store.ts";
import {TABLE_STORES} from "../warehouses/table-stores.ts";
import type {Worker} from "../worker.ts";

/** Opens a connection that writes tables. Rejects with `connection_failed`, which says why in a sentence. */
export async function openStore(
  {config, db, log, threads}: Worker,
  orgId: string,
  connectionId: string,
): Promise<TableStore> {
  const connection = await loadConnection(db, config.encryptionKeys, orgId, connectionId);
  if (!connection || !isStoring(connection.config))
    throw new ServiceError("not_found", `There is no connection "${connectionId}" that can keep roll-ups.`);
  return openWith(connection.config, {config, db, log, threads, orgId});
}

function isStoring(config: WarehouseConfig): config is WarehouseConfig<StoringType> {
  return isStoringType(config.type);
}

async function openWith<T extends StoringType>(
  config: WarehouseConfig<T>,
  context: OpenContext,
): Promise<TableStore> {
  try {
    return await TABLE_STORES[config.type].open(config, context);
  } catch (error) {
    throw connectionFault(error, config);
  }
}
