import {fromWireError, readWireError} from "../wire-error.ts";

/** A worker's answer to a run: the result, or an error. */
export type RunReply = RunResult | {refused: Error};

export interface RunResult {
  /** All bytes, or a stream of them. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Whether the run joined the running statement of another caller. */
  shared: boolean;
  warehouseMs: number;
}

/** Reads the answer of a listener's `/run` or `/rest`. */
export async function readRunReply(response: Response): Promise<RunReply> {
  if (!response.ok) return {refused: await readRefusal(response)};
  const {headers, body} = response;
  return {
    body: body && !headers.has("content-length") ? body : new Uint8Array(await response.arrayBuffer()),
    shared: headers.get("x-shared") === "1",
    warehouseMs: Number(headers.get("x-warehouse-ms")),
  };
}

/** The error in a worker's answer. */
export async function readRefusal(response: Response): Promise<Error> {
  const text = await response.text();
  return response.headers.get("content-type")?.startsWith("application/json")
    ? refusalOf(text)
    : new Error(`A worker answered ${response.status}: ${text}`);
}

export function refusalOf(wireError: string): Error {
  return fromWireError(readWireError(JSON.parse(wireError)));
}
