import {type Db, sql} from "../shared/db.ts";
import type {RunRequest} from "../shared/queries/run-request.ts";
import {CHUNK_BYTES, type SnapshotFile} from "../shared/snapshots/snapshot.ts";
import {type UploadStep, uploadPath} from "../shared/snapshots/upload-path.ts";
import {checked, unavailable} from "./dispatch.ts";
import type {Web} from "./web.ts";
import {callWorker} from "./worker-call.ts";

const LOOK_AGAIN_MS = 100;

interface CsvInput {
  orgId: string;
  datasetId: string;
  csv: ReadableStream<Uint8Array> | Uint8Array | string;
}

interface Options {
  requestId: string;
  signal?: AbortSignal;
}

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>;

/**
 * Streams a CSV to a worker, which types it and stores it as the dataset's file. It resolves when the snapshot can be
 * queried, and leaves nothing behind where it rejects: `invalid_request` with the line where the CSV cannot be read,
 * `worker_unavailable` where no worker takes it, or the one that took it breaks off.
 */
export async function snapshotCsv(web: Web, input: CsvInput, options: Options): Promise<SnapshotFile> {
  const {orgId, datasetId, csv} = input;
  const upload = {orgId, datasetId, uploadId: crypto.randomUUID()};
  const signal = options.signal ?? new AbortController().signal;
  const chunks = chunksOf(csv);
  try {
    const first = await chunks.next();
    const bytes: Uint8Array<ArrayBuffer> = first.done ? new Uint8Array() : first.value;
    const address = await findDoor(web, {...upload, step: 0}, bytes, options.requestId, signal);
    if (address === undefined) return await viaPostgres(web, upload, bytes, chunks, {...options, signal});
    return await viaDoor(web, address, upload, chunks, options.requestId, signal);
  } finally {
    await chunks.return(undefined);
  }
}

/**
 * Freezes what a prepared query answers: all of it, or nothing. `invalid_request` where the result has more rows than
 * the query's limit, or than the million that a snapshot of a query holds.
 */
export function snapshotQuery(
  web: Web,
  input: {orgId: string; datasetId: string; run: RunRequest},
  options: Options,
): Promise<SnapshotFile> {
  const {orgId, datasetId, run} = input;
  return callWorker(web, "snapshot_query", {orgId, datasetId, run: JSON.stringify(run)}, options);
}

/** Sends the first chunk to the first door that takes it; `undefined` where workers are alive but none has one. */
async function findDoor(
  web: Web,
  step: UploadStep,
  bytes: Uint8Array<ArrayBuffer>,
  requestId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const {doors, config, log} = web;
  const until = performance.now() + config.workerWaitMs;
  for (;;) {
    for (const address of await doors.candidates(step.datasetId)) {
      const response = await doors.post(address, uploadPath(step), bytes, requestId, signal).catch(error => {
        signal.throwIfAborted();
        log.warn({err: error, address, requestId}, "a worker's door did not answer");
        doors.suspect(address);
        return undefined;
      });
      if (!response) continue;
      await checked(response);
      return address;
    }
    if (await doors.anyAlive()) return undefined;
    if (performance.now() >= until) throw unavailable("No worker is running.");
    await Bun.sleep(LOOK_AGAIN_MS);
    signal.throwIfAborted();
  }
}

async function viaDoor(
  web: Web,
  address: string,
  upload: Omit<UploadStep, "step">,
  chunks: Chunks,
  requestId: string,
  signal: AbortSignal,
): Promise<SnapshotFile> {
  const send = async (step: UploadStep["step"], bytes: Uint8Array<ArrayBuffer>, until: AbortSignal) => {
    const path = uploadPath({...upload, step});
    const response = await web.doors.post(address, path, bytes, requestId, until).catch(error => {
      until.throwIfAborted();
      web.log.warn({err: error, address, requestId}, "a worker broke an upload off");
      throw unavailable("The worker that took the CSV has broken off.");
    });
    return checked(response);
  };
  try {
    let position = 1;
    // The next chunk is made while the worker is at this one.
    for (let next = await chunks.next(); !next.done; ) {
      const [, following] = await Promise.all([send(position++, next.value, signal), chunks.next()]);
      next = following;
    }
    const answer = await send("end", new Uint8Array(), signal);
    const stored: SnapshotFile = JSON.parse(await answer.text());
    return stored;
  } catch (error) {
    await send("abandon", new Uint8Array(), new AbortController().signal).catch(() => undefined);
    throw error;
  }
}

/** The slower way: the chunks lie in Postgres until a worker has taken them. */
async function viaPostgres(
  web: Web,
  upload: Omit<UploadStep, "step">,
  first: Uint8Array,
  chunks: Chunks,
  options: {requestId: string; signal: AbortSignal},
): Promise<SnapshotFile> {
  const {orgId, uploadId} = upload;
  try {
    await insertChunk(web.db, orgId, uploadId, 0, first);
    let position = 1;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      options.signal.throwIfAborted();
      await insertChunk(web.db, orgId, uploadId, position++, next.value);
    }
    return await callWorker(web, "snapshot_csv", upload, options);
  } finally {
    await sql`delete from snapshot_chunks where org_id = ${orgId} and upload_id = ${uploadId}`.execute(
      web.db,
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

/** The bytes in pieces of `CHUNK_BYTES`; the last one is smaller. */
async function* chunksOf(csv: CsvInput["csv"]): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let waiting = new Uint8Array(CHUNK_BYTES);
  let filled = 0;
  for await (const piece of piecesOf(csv)) {
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

async function* piecesOf(csv: CsvInput["csv"]): AsyncIterableIterator<Uint8Array> {
  if (csv instanceof Uint8Array) yield csv;
  else if (typeof csv === "string") {
    const encoder = new TextEncoder();
    // Half of a surrogate pair at the end of a part would be lost: it goes with the next one.
    for (let at = 0; at < csv.length; ) {
      let end = Math.min(csv.length, at + CHUNK_BYTES);
      if (end < csv.length && /[\ud800-\udbff]/.test(csv[end - 1] ?? "")) end--;
      yield encoder.encode(csv.slice(at, end));
      at = end;
    }
  } else yield* csv;
}
