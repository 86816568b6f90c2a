import {sql} from "../../../shared/core/db.ts";
import type {JobPayload} from "../../../shared/core/jobs.ts";
import {readerOf} from "../../../shared/core/validate.ts";
import {queueBuild} from "../../../shared/modeling/rollups/queue-build.ts";
import {type RollupFile, StoredBuild} from "../../../shared/modeling/rollups/schemas.ts";
import {markUnbuilt} from "../../rollup-builds/mark-unbuilt.ts";
import {DamagedFile} from "../../storage/snapshots/verified-files.ts";
import {openParquet} from "../../warehouses/duckdb/warehouse.ts";
import {limitsOf} from "../../warehouses/limits.ts";
import {WarehouseError} from "../../warehouses/warehouse.ts";
import type {Worker} from "../../worker.ts";

interface Row {
  buildId: string;
  rollupId: string;
  projectId: string;
  columns: unknown;
  files: unknown;
  /** Whether the roll-up was built anew for the same reason within the last hour. */
  isRepeated: boolean;
}

type Checking = Pick<Worker, "config" | "db" | "log" | "snapshots" | "threads">;

const readStored = readerOf(StoredBuild, "a roll-up's build");

/**
 * Marks roll-ups as not built if one of their files is damaged or gone, and has them built anew. Files that cannot be
 * reached now, as in an unavailable bucket, are left alone. It can run twice: a roll-up that was built again meanwhile
 * is left alone, too.
 */
export async function checkRollupFiles(
  worker: Checking,
  {orgId, buildIds}: JobPayload<"check_rollup_files">,
  signal: AbortSignal,
): Promise<void> {
  const {db, log} = worker;
  const {rows} = await sql<Row>`
    select b.id as "buildId", r.id as "rollupId", r.project_id as "projectId", b.columns, b.files,
      exists (select from rollup_builds o
        where o.org_id = r.org_id and o.rollup_id = r.id and o.id <> b.id and o.status = 'succeeded'
          and o.error is not null and o.finished_at > now() - interval '1 hour') as "isRepeated"
    from rollups r
      join rollup_builds b on b.org_id = r.org_id and b.id = r.build_id
    where r.org_id = ${orgId} and b.id = any (${buildIds}::text[]) and b.table_name is null`.execute(db);
  for (const row of rows) {
    const {buildId, rollupId, isRepeated} = row;
    for (const file of readStored(row).files) {
      signal.throwIfAborted();
      const fault = await faultOf(worker, orgId, file, signal);
      if (fault === undefined) continue;
      log.warn(
        {orgId, buildId, fileId: file.id, fault},
        "a roll-up is not built any more: its file is damaged or gone",
      );
      await db.transaction().execute(async tx => {
        const isMarked = await markUnbuilt(tx, {orgId, ...row}, reasonOf(isRepeated));
        if (isMarked && !isRepeated) await queueBuild(tx, {orgId, rollupId, trigger: {type: "cadence"}});
      });
      break;
    }
  }
}

/**
 * The reason to record for the roll-up's missing build. A repeated fault queues no build: two workers with separate
 * folders would otherwise rebuild forever, because neither has the other's files.
 */
function reasonOf(isRepeated: boolean): string {
  return isRepeated
    ? "Files of the roll-up are damaged or gone, for the second time within an hour. Do all workers use the same folder or bucket? Build the roll-up again."
    : "Files of the roll-up are damaged or gone. It is built again.";
}

/** The file's fault; `undefined` for a file that is sound or cannot be reached. */
async function faultOf(
  {config, log, snapshots, threads}: Checking,
  orgId: string,
  file: RollupFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const held = await snapshots.hold(orgId, file.id, file, true);
    if (!held) return "it is missing";
    try {
      // A file of an earlier version has no checksum, but may be one that the engine cannot read.
      if (file.crc32 !== undefined) return undefined;
      const limits = {...limitsOf(config), inThread: threads.of(orgId)};
      const warehouse = await openParquet([{paths: [held.path]}], limits);
      try {
        const statement = {sql: "select count(*), bit_xor(hash(data)) from main.data", parameters: []};
        const [[count] = []] = await warehouse.rows(statement, signal);
        return Number(count) === file.rowCount
          ? undefined
          : `it has ${count} rows instead of ${file.rowCount}`;
      } finally {
        await warehouse.close();
      }
    } finally {
      held.release();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DamagedFile || error instanceof WarehouseError) return error.message;
    log.warn({err: error, orgId, fileId: file.id}, "a roll-up's file cannot be checked");
    return undefined;
  }
}
