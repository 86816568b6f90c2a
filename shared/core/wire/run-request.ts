import {type Static, Type} from "@sinclair/typebox";
import {DEFAULT_LIMIT} from "../../semantic/documents.ts";
import {isReadable, readerOf} from "../validate.ts";
import {QuerySource} from "./query-source.ts";
import {runParts, type Work} from "./result-format.ts";

export {CONTENT_TYPES, type ResultFormat, type RunTrigger, type Work} from "./result-format.ts";

/** A compiled query to be sent to a worker. Nothing in it is the caller's text except bound parameters. */
export const RunRequest = Type.Object({...runParts, source: QuerySource});
export type RunRequest = Static<typeof RunRequest>;
export type WorkbookColumns = NonNullable<RunRequest["looks"]>;

/** The request of versions before `source`: `connectionId` is the id of a connection, or of a snapshot's dataset. */
const EarlierRunRequest = Type.Object({
  ...runParts,
  connectionId: Type.String(),
  connectionVersion: Type.Optional(Type.Integer()),
});

const read = readerOf(RunRequest, "a run's request");
const isRunRequest = isReadable(RunRequest);
const isEarlier = isReadable(EarlierRunRequest);

/** Parses a request from another process, of this version or an earlier one. Throws if it is neither. */
export function readRunRequest(value: unknown): RunRequest {
  return readStoredRun(value) ?? read(value);
}

/** Parses a request from a run's record; `undefined` if it was written by a version that this one does not know. */
export function readStoredRun(value: unknown): RunRequest | undefined {
  if (isRunRequest(value)) return value;
  return isEarlier(value) ? {...value, source: earlierSource(value)} : undefined;
}

function earlierSource({
  connectionId: id,
  connectionVersion: version = 0,
}: Static<typeof EarlierRunRequest>): QuerySource {
  return id.startsWith("ds_") ? {kind: "snapshot", id} : {kind: "connection", id, version};
}

/** The most JSON rows that count as interactive: a person may still look at them or calculate with them. */
const INTERACTIVE_ROWS = 10_000;

/**
 * A result that may be large is an export: it is read as fast as its client reads, and occupies a slot of the warehouse
 * for that long.
 */
export function workOf({work, format, limit = Number.POSITIVE_INFINITY}: RunRequest): Work {
  return work ?? (limit > (format === "json" ? INTERACTIVE_ROWS : DEFAULT_LIMIT) ? "export" : "interactive");
}
