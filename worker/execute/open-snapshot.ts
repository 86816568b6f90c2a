import type {Config} from "../../shared/core/config.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Logger} from "../../shared/core/log.ts";
import type {EngineThreads} from "../concurrency/engine-threads.ts";
import type {FileChecksum} from "../storage/snapshots/checksum.ts";
import type {SnapshotStore} from "../storage/snapshots/store.ts";
import {DamagedFile} from "../storage/snapshots/verified-files.ts";
import {openParquet} from "../warehouses/duckdb/warehouse.ts";
import {limitsOf} from "../warehouses/limits.ts";
import {type Warehouse, WarehouseError} from "../warehouses/warehouse.ts";

/**
 * The size and checksum of the dataset's file, as far as they are recorded; `undefined` where there is no such dataset.
 */
export async function findSnapshotChecksum(
  db: Db,
  orgId: string,
  datasetId: string,
): Promise<Partial<FileChecksum> | undefined> {
  const {rows} = await sql<{sizeBytes: string | null; crc32: string | null}>`
    select size_bytes::text as "sizeBytes", crc32 from datasets
    where org_id = ${orgId} and id = ${datasetId} and kind = 'snapshot'`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const {sizeBytes, crc32} = row;
  return {
    ...(sizeBytes === null ? {} : {sizeBytes: Number(sizeBytes)}),
    ...(crc32 === null ? {} : {crc32}),
  };
}

/**
 * Opens a snapshot's file as a warehouse with the view `main.data`. Rejects with `not_found` where the org has none by
 * this id, and with `warehouse_error` where the file of a dataset, which has a `checksum`, is gone or damaged. The file
 * is held until the warehouse is closed.
 */
export async function openSnapshot(
  {config, threads, log}: {config: Config; threads: EngineThreads; log: Logger},
  store: SnapshotStore,
  {orgId, datasetId}: {orgId: string; datasetId: string},
  checksum?: Partial<FileChecksum>,
): Promise<Warehouse> {
  const spoilt = (state: "damaged" | "gone", cause?: Error) => {
    log.warn({err: cause, orgId, datasetId}, `a snapshot's file is ${state}`);
    return spoiltFile(datasetId, state, cause);
  };
  const file = await store.hold(orgId, datasetId, checksum).catch((error: unknown) => {
    throw error instanceof DamagedFile ? spoilt("damaged", error) : error;
  });
  if (!file && checksum) throw spoilt("gone");
  if (!file) throw new ServiceError("not_found", `There is no snapshot of the dataset "${datasetId}".`);
  try {
    const warehouse = await openParquet([{paths: [file.path]}], {
      ...limitsOf(config),
      inThread: threads.of(orgId),
    });
    return {...warehouse, close: () => warehouse.close().finally(file.release)};
  } catch (error) {
    file.release();
    throw error instanceof WarehouseError ? spoilt("damaged", error) : error;
  }
}

function spoiltFile(datasetId: string, state: "damaged" | "gone", cause?: Error): ServiceError {
  return new ServiceError(
    "warehouse_error",
    `The file with the rows of the dataset "${datasetId}" is ${state}. Restore it from a backup, or create the dataset again from its CSV or query.`,
    {...(cause ? {adminDetail: cause.message, cause} : {})},
  );
}
