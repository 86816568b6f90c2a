import {scheduleSnapshotDeletion} from "../../shared/content/snapshots/deletion.ts";
import type {CsvFormat} from "../../shared/core/csv/csv-format.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {invalidAt, ServiceError} from "../../shared/core/errors.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import {MAX_SNAPSHOT_ROWS, type SnapshotFile} from "../../shared/core/wire/snapshot.ts";
import type {Worker} from "../worker.ts";
import {findDuplicateNames} from "./csv-header.ts";
import {CsvIntake} from "./csv-intake.ts";

/** Stores a CSV that arrives in chunks, all of it or nothing. */
export async function snapshotCsv(
  worker: Pick<Worker, "config" | "db" | "snapshots">,
  {orgId, datasetId, format}: {orgId: string; datasetId: string; format?: CsvFormat},
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<SnapshotFile> {
  const intake = new CsvIntake(worker.snapshots, orgId, datasetId, {config: worker.config});
  try {
    for await (const bytes of pieces) {
      signal.throwIfAborted();
      await intake.push(bytes);
    }
    await scheduleSnapshotDeletion(worker.db, orgId, datasetId);
    return await intake.finish(signal, format);
  } catch (error) {
    await intake.abandon();
    throw error;
  }
}

/** Stores a CSV whose chunks are in Postgres, because no worker could be reached directly when it arrived. */
export function snapshotChunks(
  worker: Pick<Worker, "config" | "db" | "snapshots">,
  upload: {orgId: string; datasetId: string; uploadId: string; format?: CsvFormat},
  signal: AbortSignal,
): Promise<SnapshotFile> {
  return snapshotCsv(worker, upload, readChunks(worker.db, upload.orgId, upload.uploadId), signal);
}

/**
 * Stores the whole result of a query. A result that exceeds the query's limit or the limit of snapshots is refused.
 * Timestamps are stored in UTC, whatever the query's time zone.
 */
export async function snapshotResult(
  worker: Pick<Worker, "config" | "db" | "snapshots" | "run">,
  {orgId, datasetId, run}: {orgId: string; datasetId: string; run: RunRequest},
  signal: AbortSignal,
): Promise<SnapshotFile> {
  if (run.orgId !== orgId) throw new Error("the query belongs to another organization");
  const duplicate = findDuplicateNames(run.columns.map(({name}) => name));
  if (duplicate) throw queryFault(`The result cannot be stored: ${duplicate} Leave one out.`);
  const limit = Math.min(run.limit ?? MAX_SNAPSHOT_ROWS, MAX_SNAPSHOT_ROWS);
  // A run without a limit of rows: the statement asks for one row more than the limit, and that row shows that the
  // result exceeds it.
  const {limit: _, totals: __, ...rest} = run;
  const request: RunRequest = {...rest, format: "csv", timezone: "UTC", fresh: true};
  const reading = await worker.run(request, signal);
  const intake = new CsvIntake(worker.snapshots, orgId, datasetId, {
    config: worker.config,
    declared: run.columns,
  });
  try {
    await intake.push(reading.first);
    while (!reading.whole && intake.rowCount <= limit) {
      const {value, done} = await reading.rest.next();
      if (done) break;
      await intake.push(value.bytes);
    }
    if ((await intake.end()) > limit) throw tooManyRows(limit);
    await scheduleSnapshotDeletion(worker.db, orgId, datasetId);
    return await intake.finish(signal);
  } catch (error) {
    await reading.rest.return?.();
    await intake.abandon();
    throw asQueryFault(error);
  }
}

/** Blames the query for a fault in the CSV, because the service wrote that CSV itself from the query's cells. */
function asQueryFault(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== "invalid_request") return error;
  const [{path, message} = {path: "", message: ""}] = error.details.errors ?? [];
  return path === "/snapshotCsv"
    ? queryFault(`The result cannot be stored: its CSV has a fault. ${message}`)
    : error;
}

function queryFault(message: string): ServiceError {
  return invalidAt("/query", message);
}

function tooManyRows(limit: number): ServiceError {
  const [most, atMost] = [limit, MAX_SNAPSHOT_ROWS].map(count => count.toLocaleString("en-US"));
  return queryFault(
    `The query has more than ${most} rows, its limit, but a snapshot needs the whole result. ` +
      `Narrow the query, or raise its limit (${atMost} at most).`,
  );
}

async function* readChunks(db: Db, orgId: string, uploadId: string): AsyncIterableIterator<Uint8Array> {
  for (let position = 0; ; position++) {
    const {rows} = await sql<{bytes: Buffer}>`
      select bytes from snapshot_chunks
      where org_id = ${orgId} and upload_id = ${uploadId} and position = ${position}`.execute(db);
    if (!rows[0]) return;
    yield rows[0].bytes;
  }
}
