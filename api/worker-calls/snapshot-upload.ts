import {csvBytes} from "../../shared/content/snapshots/csv-bytes.ts";
import {type UploadStep, uploadPath} from "../../shared/content/snapshots/upload-path.ts";
import type {CsvFormat} from "../../shared/core/csv/csv-format.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import type {RunRequest} from "../../shared/core/wire/run-request.ts";
import {CHUNK_BYTES, type SnapshotFile} from "../../shared/core/wire/snapshot.ts";
import {readAnswer} from "../../shared/core/workers/calls.ts";
import {unknownModel} from "../../shared/querying/queries/find-model.ts";
import type {RunDeps} from "../dependencies.ts";
import {unavailable} from "../worker-directory/worker-directory.ts";
import {callWorker, checked, wholeAnswer} from "./worker-call.ts";

interface CsvInput {
  orgId: string;
  datasetId: string;
  csv: ReadableStream<Uint8Array> | Uint8Array | string;
  format?: CsvFormat;
}

interface Options {
  requestId: string;
  signal?: AbortSignal;
}

type Upload = Omit<UploadStep, "step"> & {format: CsvFormat};
type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>;

/**
 * Streams a CSV to a worker, which finds the types of its columns and stores it as the dataset's file. Resolves when
 * the snapshot can be queried. A rejection leaves nothing behind. Rejects with `invalid_request` and the line if the
 * CSV cannot be read, and with `worker_unavailable` if no worker takes the CSV or the worker that took it stops.
 */
export async function snapshotCsv(deps: RunDeps, input: CsvInput, options: Options): Promise<SnapshotFile> {
  const {orgId, datasetId, csv, format = {}} = input;
  const upload = {orgId, datasetId, uploadId: crypto.randomUUID(), format};
  const signal = options.signal ?? new AbortController().signal;
  const chunks = chunksOf(csv);
  try {
    const first = await chunks.next();
    const bytes: Uint8Array<ArrayBuffer> = first.done ? new Uint8Array() : first.value;
    const {requestId} = options;
    const path = uploadPath({...upload, step: 0});
    const reached = await deps.workers.reach({
      key: datasetId,
      signal,
      requestId,
      send: ({address}) => wholeAnswer(deps.workers.client.post(address, path, bytes, requestId, signal)),
    });
    if (!("worker" in reached)) return await viaPostgres(deps, upload, bytes, chunks, {requestId, signal});
    await checked(reached.answer);
    return await viaListener(deps, reached.worker.address, upload, chunks, requestId, signal);
  } finally {
    await chunks.return(undefined);
  }
}

/**
 * Stores the whole result of a prepared query as a snapshot, or nothing. Throws `invalid_request` if the result has
 * more rows than the query's limit, or more than the million rows that a snapshot of a query may have.
 */
export function snapshotQuery(
  deps: RunDeps,
  input: {orgId: string; datasetId: string; run: RunRequest},
  options: Options,
): Promise<SnapshotFile> {
  const {run} = input;
  const call = callWorker(deps, "snapshot_query", input, {...options, statement: run});
  return call.catch(async error => {
    throw await snapshotErrorOf(deps, run, error);
  });
}

/**
 * The error to throw for an error of a worker: `unknown_model` if the snapshot was deleted after the query was
 * prepared, otherwise the error itself. After a deletion, a worker may fail because the snapshot's file, its open engine
 * or its row is missing.
 */
export async function snapshotErrorOf(
  {db}: {db: Db},
  {orgId, source, record}: RunRequest,
  error: unknown,
): Promise<unknown> {
  if (source.kind !== "snapshot" || !(error instanceof ServiceError)) return error;
  const {rows} = await sql`select from datasets where org_id = ${orgId} and id = ${source.id}`.execute(db);
  return rows.length > 0 ? error : unknownModel(record.model, []);
}

async function viaListener(
  deps: RunDeps,
  address: string,
  upload: Upload,
  chunks: Chunks,
  requestId: string,
  signal: AbortSignal,
): Promise<SnapshotFile> {
  const send = async (step: UploadStep["step"], bytes: Uint8Array<ArrayBuffer>, until: AbortSignal) => {
    const path = uploadPath({...upload, step});
    const response = await deps.workers.client.post(address, path, bytes, requestId, until).catch(error => {
      until.throwIfAborted();
      deps.log.warn({err: error, address, requestId}, "a worker stopped during an upload");
      throw unavailable("The worker that took the CSV has stopped.");
    });
    return checked(response);
  };
  try {
    let position = 1;
    // The next chunk is prepared while the worker processes this chunk.
    for (let next = await chunks.next(); !next.done; ) {
      const [, following] = await Promise.all([send(position++, next.value, signal), chunks.next()]);
      next = following;
    }
    const answer = await send("end", Buffer.from(JSON.stringify(upload.format)), signal);
    return readAnswer("snapshot_csv", await answer.json());
  } catch (error) {
    await send("abandon", new Uint8Array(), new AbortController().signal).catch(() => undefined);
    throw error;
  }
}

/** The slower path: the chunks wait in Postgres until a worker has taken them. */
async function viaPostgres(
  deps: RunDeps,
  upload: Upload,
  first: Uint8Array,
  chunks: Chunks,
  options: {requestId: string; signal: AbortSignal},
): Promise<SnapshotFile> {
  const {orgId, uploadId} = upload;
  try {
    await insertChunk(deps.db, orgId, uploadId, 0, first);
    let position = 1;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      options.signal.throwIfAborted();
      await insertChunk(deps.db, orgId, uploadId, position++, next.value);
    }
    return await callWorker(deps, "snapshot_csv", upload, options);
  } finally {
    await sql`delete from snapshot_chunks where org_id = ${orgId} and upload_id = ${uploadId}`.execute(
      deps.db,
    );
  }
}

async function insertChunk(
  db: Db,
  orgId: string,
  uploadId: string,
  position: number,
  bytes: Uint8Array,
): Promise<void> {
  await sql`
    insert into snapshot_chunks (org_id, upload_id, position, bytes)
    values (${orgId}, ${uploadId}, ${position}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)})`.execute(
    db,
  );
}

/** Splits the bytes into chunks of `CHUNK_BYTES`. The last chunk may be smaller. */
async function* chunksOf(csv: CsvInput["csv"]): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let waiting = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  for await (const piece of csvBytes(csv)) {
    for (let at = 0; at < piece.byteLength; ) {
      const taken = Math.min(CHUNK_BYTES - filled, piece.byteLength - at);
      waiting.set(piece.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < CHUNK_BYTES) continue;
      yield waiting;
      waiting = new Uint8Array(CHUNK_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield waiting.subarray(0, filled);
}
