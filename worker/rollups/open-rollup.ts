import type {Config} from "../../shared/config.ts";
import {type Db, sql} from "../../shared/db.ts";
import {ServiceError} from "../../shared/errors.ts";
import {StoredBuild} from "../../shared/rollups/schemas.ts";
import type {BuiltColumn} from "../../shared/semantic/rollups/built.ts";
import {readerOf} from "../../shared/validate.ts";
import type {EngineThreads} from "../engine-threads.ts";
import type {HeldFile, SnapshotStore} from "../snapshots/store.ts";
import {openParquet} from "../warehouses/duckdb/warehouse.ts";
import {limitsOf} from "../warehouses/limits.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits} from "../warehouses/warehouse.ts";

const readStored = readerOf(StoredBuild, "a roll-up's build");

/**
 * What is smaller is read into memory at once, as to open hundreds of files takes longer than most queries. So many numbers
 * fit into 64 MB. Texts may be of any length, so that the files are bounded, too.
 */
const MOST_VALUES_IN_MEMORY = 8_000_000;
const MOST_BYTES_IN_MEMORY = 16 * 1024 * 1024;

/** Opens the files of a roll-up, whose columns are those of all of them. */
export function openRollupFiles(
  paths: readonly string[],
  {columns, rowCount, sizeBytes}: {columns: readonly BuiltColumn[]; rowCount: number; sizeBytes: number},
  limits: WarehouseLimits,
): Promise<Warehouse> {
  // Each file has the narrowest types that its values need.
  const cells = columns.map(({name, engineType}) => `cast(${name} as ${engineType}) as ${name}`);
  const inMemory = rowCount * columns.length <= MOST_VALUES_IN_MEMORY && sizeBytes <= MOST_BYTES_IN_MEMORY;
  return openParquet(paths, limits, {columns: cells.join(", "), inMemory});
}

/**
 * Opens the files of a build as a warehouse with the view `main.data`. Rejects with `not_found` where the org has none
 * by this id. The files are held until the warehouse is closed.
 */
export async function openRollup(
  {config, db, threads}: {config: Config; db: Db; threads: EngineThreads},
  store: SnapshotStore,
  orgId: string,
  buildId: string,
): Promise<Warehouse> {
  const {rows} = await sql<{files: unknown; columns: unknown}>`
    select files, columns from rollup_builds
    where org_id = ${orgId} and id = ${buildId} and status = 'succeeded'`.execute(db);
  const missing = () => new ServiceError("not_found", "The roll-up was built anew meanwhile. Ask again.");
  if (!rows[0]) throw missing();
  const {files, columns} = readStored(rows[0]);
  const held: HeldFile[] = [];
  const release = () => {
    for (const file of held) file.release();
  };
  try {
    for (const {id} of files) {
      const file = await store.hold(orgId, id);
      if (!file) throw missing();
      held.push(file);
    }
    const limits = {...limitsOf(config), inThread: threads.of(orgId)};
    const rowCount = files.reduce((sum, file) => sum + file.rowCount, 0);
    const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    const paths = held.map(({path}) => path);
    const warehouse = await openRollupFiles(paths, {columns, rowCount, sizeBytes}, limits);
    return {...warehouse, close: () => warehouse.close().finally(release)};
  } catch (error) {
    release();
    if (!(error instanceof WarehouseError)) throw error;
    throw new ServiceError("connection_failed", "The files of the roll-up cannot be opened.", {
      adminDetail: error.message,
      cause: error,
    });
  }
}
