import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {fromWireError, readWireError} from "../../core/wire-error.ts";

/** A run with its stored result. */
export interface StoredRun {
  id: string;
  principalId: string;
  projectId: string;
  model: string;
  status: string;
  /** The request as it was stored; `null` while the run has not succeeded. */
  request: unknown;
  contentType: string | null;
  /** The size of the whole result in bytes; `null` while there is none. */
  sizeBytes: number | null;
  /** The number of bytes that are stored so far. */
  storedBytes: number;
  firstBytes: Buffer | null;
  error: unknown;
}

/** The org's run with this id, with its whole result if that is short. `undefined` if the org has no such run. */
export async function findStoredRun(db: Db, orgId: string, runId: string): Promise<StoredRun | undefined> {
  const {rows} = await sql<StoredRun>`${prepared}
    select r.id, r.principal_id as "principalId", r.project_id as "projectId", r.model, r.status,
      case when r.status = 'succeeded' then r.request end as request, r.content_type as "contentType",
      r.size_bytes as "sizeBytes", r.error,
      (select coalesce(sum(length(c.bytes)), 0)::bigint from query_result_chunks c
        where c.run_id = r.id and r.status = 'succeeded') as "storedBytes",
      (select c.bytes from query_result_chunks c
        where c.run_id = r.id and c.position = 0 and r.status = 'succeeded') as "firstBytes"
    from query_runs r
    where r.org_id = ${orgId} and r.id = ${runId}`.execute(db);
  return rows[0];
}

export interface StoredResult {
  contentType: string;
  chunks: AsyncIterableIterator<Uint8Array>;
}

/**
 * The stored result of the run. Throws `conflict` while it has none, the run's own error if it failed, and `gone` if
 * the result has expired or the database has lost it.
 */
export function resultOf(db: Db, run: StoredRun): StoredResult {
  if (run.error !== null) throw fromWireError(readWireError(run.error));
  if (run.status === "cancelled") throw new ServiceError("gone", "The run was cancelled: it has no result.");
  if (run.status !== "succeeded")
    throw new ServiceError("conflict", `The run is ${run.status}: it has no result yet.`);
  if (run.contentType === null)
    throw new ServiceError("gone", "This query was answered directly: its result was not kept.");
  if (run.storedBytes !== run.sizeBytes)
    throw new ServiceError("gone", "The result is no longer kept. Run the query again.");
  return {contentType: run.contentType, chunks: readChunks(db, run)};
}

/** The stored bytes. Throws if they end early: the database has lost the rest, for example in a crash. */
async function* readChunks(
  db: Db,
  {id, storedBytes, firstBytes}: StoredRun,
): AsyncIterableIterator<Uint8Array> {
  let given = 0;
  if (firstBytes) {
    given = firstBytes.byteLength;
    yield firstBytes;
  }
  for (let position = 1; given < storedBytes; position++) {
    const row = await db
      .selectFrom("query_result_chunks")
      .select("bytes")
      .where("run_id", "=", id)
      .where("position", "=", position)
      .executeTakeFirst();
    if (!row)
      throw new ServiceError("gone", "The rest of the result is no longer kept. Run the query again.");
    given += row.bytes.byteLength;
    yield row.bytes;
  }
}
