import type {S3Config} from "../../shared/core/process/s3-config.ts";
import {signRequest} from "./sign-request.ts";
import {Stalled} from "./time-limit.ts";

/** The minimum size of a part in S3; only the last part may be smaller. */
const PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const AT_ONCE = 2;

/** An error with the code that the storage has reported. */
class StorageFault extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

export interface Uploading {
  s3: S3Config;
  /** The address of the object. */
  url: URL;
  /** The time limit of a request that sends this many bytes. */
  limitMs(sizeBytes: number): number;
  /** Calls `work` until it succeeds, or rejects with its last error. */
  withRetries<T>(work: () => Promise<T>): Promise<T>;
}

/** The bytes of an object from `from` to before `to`. */
type Slice = (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Stores an object atomically. A large one goes in parts, each with a limit and retries of its own, so that a silent
 * storage is noticed after a part's time, however large the object is. Bun's own client cannot end a request that it
 * has begun. An upload that rejects leaves nothing behind, unless the storage had all of its bytes and did not answer.
 */
export async function upload(uploading: Uploading, sizeBytes: number, slice: Slice): Promise<void> {
  if (sizeBytes <= PART_BYTES) {
    const body = await slice(0, sizeBytes);
    await uploading.withRetries(() => send(uploading, "PUT", {}, body));
    return;
  }
  const begun = await uploading.withRetries(() => send(uploading, "POST", {uploads: ""}));
  const uploadId = textOf(await begun.text(), "UploadId");
  if (uploadId === undefined) throw new StorageFault("NoUploadId", "the storage did not begin the upload");
  try {
    const tags = await sendParts(uploading, uploadId, sizeBytes, slice);
    await complete(uploading, uploadId, tags, sizeBytes);
  } catch (error) {
    // The storage keeps the parts of an upload that was neither completed nor aborted, and charges for them.
    await send(uploading, "DELETE", {uploadId}).catch(() => undefined);
    throw error;
  }
}

/** Resolves with the tags of the parts, in order. Rejects when no part is on its way any more. */
async function sendParts(
  uploading: Uploading,
  uploadId: string,
  sizeBytes: number,
  slice: Slice,
): Promise<string[]> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS));
  const numbers = Array.from({length: Math.ceil(sizeBytes / partBytes)}, (_, i) => i + 1).values();
  const tags: string[] = [];
  const failing = new AbortController();
  const lane = async () => {
    for (const partNumber of numbers) {
      if (failing.signal.aborted) return;
      const from = (partNumber - 1) * partBytes;
      const body = await slice(from, Math.min(sizeBytes, from + partBytes));
      const query = {partNumber: String(partNumber), uploadId};
      const answer = await uploading.withRetries(async () => {
        failing.signal.throwIfAborted();
        return send(uploading, "PUT", query, body, failing.signal);
      });
      tags[partNumber - 1] = answer.headers.get("etag") ?? "";
    }
  };
  const lanes = Array.from({length: AT_ONCE}, () =>
    lane().catch(error => {
      failing.abort(error);
    }),
  );
  await Promise.all(lanes);
  failing.signal.throwIfAborted();
  return tags;
}

async function complete(
  uploading: Uploading,
  uploadId: string,
  tags: readonly string[],
  sizeBytes: number,
): Promise<void> {
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  let attempts = 0;
  await uploading.withRetries(async () => {
    attempts++;
    try {
      const answer = await (await send(uploading, "POST", {uploadId}, body)).text();
      // S3 begins its answer before it knows whether it can put the parts together.
      if (answer.includes("<Error>")) throw faultOf(answer, "the storage could not put the parts together");
    } catch (error) {
      // An earlier attempt has completed the upload, and its answer was lost.
      const isEnded = attempts > 1 && error instanceof StorageFault && error.code === "NoSuchUpload";
      if (!isEnded) throw error;
      const {headers} = await send(uploading, "HEAD", {});
      if (headers.get("content-length") !== String(sizeBytes)) throw error;
    }
  });
}

/**
 * Sends a request, and resolves with its complete answer if that is a success. The request ends with its limit, and
 * with the signal.
 */
async function send(
  {s3, url, limitMs}: Uploading,
  method: string,
  query: Record<string, string>,
  body: Uint8Array<ArrayBuffer> = new Uint8Array(),
  signal?: AbortSignal,
): Promise<Response> {
  const target = new URL(url);
  target.search = new URLSearchParams(query).toString();
  // Concurrent requests share the bandwidth, so each gets the time of all of them.
  const limit = limitMs(AT_ONCE * body.byteLength);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Stalled(limit)), limit);
  try {
    const response = await fetch(target, {
      method,
      headers: signRequest(s3, {method, url: target, body}),
      ...(method === "PUT" || method === "POST" ? {body} : {}),
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
    });
    const text = await response.text();
    if (!response.ok) throw faultOf(text, `the storage answered ${response.status}`);
    return new Response(text || null, {headers: response.headers});
  } catch (error) {
    ending.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function faultOf(answer: string, otherwise: string): StorageFault {
  return new StorageFault(textOf(answer, "Code") ?? "UnknownError", textOf(answer, "Message") ?? otherwise);
}

function textOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}
