import type {Config} from "../../shared/ground/config.ts";
import {ServiceError} from "../../shared/ground/errors.ts";
import type {EngineThreads} from "../concurrency/engine-threads.ts";
import type {SnapshotStore} from "../storage/snapshots/store.ts";
import {openParquet} from "../warehouses/duckdb/warehouse.ts";
import {limitsOf} from "../warehouses/limits.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";

/**
 * Opens a snapshot's file as a warehouse with the view `main.data`. Rejects with `not_found` where the org has none by
 * this id. The file is held until the warehouse is closed.
 */
export async function openSnapshot(
  {config, threads}: {config: Config; threads: EngineThreads},
  store: SnapshotStore,
  orgId: string,
  datasetId: string,
): Promise<Warehouse> {
  const file = await store.hold(orgId, datasetId);
  if (!file) throw new ServiceError("not_found", `There is no snapshot of the dataset "${datasetId}".`);
  try {
    const warehouse = await openParquet([{paths: [file.path]}], {
      ...limitsOf(config),
      inThread: threads.of(orgId),
    });
    return {...warehouse, close: () => warehouse.close().finally(file.release)};
  } catch (error) {
    file.release();
    if (!(error instanceof WarehouseError)) throw error;
    throw new ServiceError(
      "connection_failed",
      `The snapshot of the dataset "${datasetId}" cannot be opened.`,
      {
        adminDetail: error.message,
        cause: error,
      },
    );
  }
}
