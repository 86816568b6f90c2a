import type {Config} from "../../shared/core/config.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {Logger} from "../../shared/core/log.ts";
import {readerOf} from "../../shared/core/validate.ts";
import {type RollupFile, StoredBuild} from "../../shared/modeling/rollups/schemas.ts";
import {type BuiltColumn, splitBuildIds} from "../../shared/semantic/documents.ts";
import {createSketchCount} from "../../shared/semantic/index.ts";
import {isDimensionColumn, tableName} from "../../shared/semantic/rollup-matching/index.ts";
import type {EngineThreads} from "../concurrency/engine-threads.ts";
import type {HeldFile, SnapshotStore} from "../storage/snapshots/store.ts";
import {DamagedFile} from "../storage/snapshots/verified-files.ts";
import {openParquet} from "../warehouses/duckdb/warehouse.ts";
import {limitsOf} from "../warehouses/limits.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits} from "../warehouses/warehouse.ts";

const readStored = readerOf(StoredBuild, "a roll-up's build");

/**
 * A roll-up within both limits is loaded into memory, because opening hundreds of files takes longer than most queries.
 * This many numbers take 64 MB. Texts may have any length, so the size of the files is limited, too.
 */
const MAX_VALUES_IN_MEMORY = 8_000_000;
const MAX_BYTES_IN_MEMORY = 16 * 1024 * 1024;
/** How many numbers take as much memory as a sketch of a hundred thousand values, which is 4 KB. */
const VALUES_OF_SKETCH = 512;

/** The files of a roll-up, and their common columns. */
export interface RollupFiles {
  paths: readonly string[];
  columns: readonly BuiltColumn[];
  rowCount: number;
  sizeBytes: number;
}

/** Opens the files of roll-ups, each as a table: see `tableName`. */
export function openRollupFiles(
  rollups: readonly RollupFiles[],
  limits: WarehouseLimits,
): Promise<Warehouse> {
  const typeOf = dimensionTypes(rollups);
  const tables = rollups.map(({paths, columns, rowCount, sizeBytes}, place) => ({
    name: tableName(place),
    paths,
    // Each file has the narrowest types for its own values.
    columns: columns.map(column => {
      const isVaried = column.engineType.startsWith("DECIMAL") || column.kind === "other";
      return {name: column.name, engineType: typeOf(column), isVaried};
    }),
    inMemory: rowCount * widthOf(columns) <= MAX_VALUES_IN_MEMORY && sizeBytes <= MAX_BYTES_IN_MEMORY,
  }));
  return openParquet(tables, limits, [createSketchCount()]);
}

/**
 * The types in which dimensions are read from several roll-ups: their decimals have the same number of digits after the
 * point. A union of `DECIMAL(38,1)` and `DECIMAL(38,3)` is a `DECIMAL(38,1)` in DuckDB, which rounds 5.125 to 5.1.
 */
function dimensionTypes(rollups: readonly RollupFiles[]): (column: BuiltColumn) => string {
  const scaleOf = ({name, engineType}: BuiltColumn) =>
    isDimensionColumn(name) ? /^DECIMAL\(38,(\d+)\)$/.exec(engineType)?.[1] : undefined;
  const scales = rollups.flatMap(({columns}) => columns.map(column => Number(scaleOf(column) ?? 0)));
  const most = Math.max(...scales);
  return column => (scaleOf(column) === undefined ? column.engineType : `DECIMAL(38,${most})`);
}

function widthOf(columns: readonly BuiltColumn[]): number {
  return columns.reduce((sum, {kind}) => sum + (kind === "sketch" ? VALUES_OF_SKETCH : 1), 0);
}

/**
 * Opens the files of a build, or of several by their joined id, as a warehouse. The files are held until the warehouse
 * is closed. Rejects with `not_found` where the org does not have all of them, `warehouse_error` where one is damaged,
 * and `connection_failed` where they cannot be reached now. Faults of a build that queries read are logged.
 */
export async function openRollup(
  {config, db, threads, log}: {config: Config; db: Db; threads: EngineThreads; log: Logger},
  store: SnapshotStore,
  orgId: string,
  id: string,
): Promise<Warehouse> {
  const ids = splitBuildIds(id);
  const {rows} = await sql<{id: string; files: unknown; columns: unknown; isCurrent: boolean}>`
    select b.id, b.files, b.columns,
      exists (select from rollups r where r.org_id = b.org_id and r.build_id = b.id) as "isCurrent"
    from rollup_builds b
    where b.org_id = ${orgId} and b.id = any (${ids}::text[]) and b.status = 'succeeded'`.execute(db);
  const held: HeldFile[] = [];
  const release = () => {
    for (const file of held) file.release();
  };
  const hold = async (file: RollupFile) => {
    const found = await store.hold(orgId, file.id, file).catch((error: unknown) => {
      throw error instanceof DamagedFile ? damaged(error) : unreachable(error);
    });
    if (found) held.push(found);
    return found?.path;
  };
  try {
    const rollups: RollupFiles[] = [];
    for (const buildId of ids) {
      const row = rows.find(one => one.id === buildId);
      if (!row) throw replaced();
      const {files, columns} = readStored(row);
      const paths: string[] = [];
      for (const file of files) {
        const path = await hold(file).catch(error => {
          const named = {err: error, orgId, buildId, fileId: file.id};
          if (row.isCurrent) log.warn(named, "a roll-up's file cannot be read");
          throw error;
        });
        if (path === undefined) {
          if (row.isCurrent) log.warn({orgId, buildId, fileId: file.id}, "a roll-up's file is gone");
          throw replaced();
        }
        paths.push(path);
      }
      const rowCount = files.reduce((sum, file) => sum + file.rowCount, 0);
      const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
      rollups.push({paths, columns, rowCount, sizeBytes});
    }
    const limits = {...limitsOf(config), inThread: threads.of(orgId)};
    const warehouse = await openRollupFiles(rollups, limits).catch((error: unknown) => {
      log.warn({err: error, orgId, buildId: id}, "a roll-up's files cannot be opened");
      throw error;
    });
    return {...warehouse, close: () => warehouse.close().finally(release)};
  } catch (error) {
    release();
    throw error instanceof WarehouseError ? damaged(error) : error;
  }
}

function replaced(): ServiceError {
  return new ServiceError("not_found", "The roll-up was rebuilt meanwhile. Run the query again.");
}

/** The fault of files that a build has to write anew. Until then the query runs in the warehouse. */
function damaged(error: Error): ServiceError {
  return new ServiceError("warehouse_error", "The files of the roll-up are damaged.", {
    adminDetail: error.message,
    cause: error,
  });
}

/** The fault of files that may be read again later. Until then the query runs in the warehouse. */
function unreachable(error: unknown): ServiceError {
  return new ServiceError("connection_failed", "The files of the roll-up cannot be read.", {
    adminDetail: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}
