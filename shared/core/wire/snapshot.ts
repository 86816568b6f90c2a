import {type Static, Type} from "@sinclair/typebox";
import {DimensionType} from "../../semantic/documents.ts";
import {isId} from "../ids.ts";

/** A column in a snapshot's file. */
const SnapshotColumn = Type.Object({
  name: Type.String(),
  type: DimensionType,
  /** Whether all values of a `number` are integers. */
  integer: Type.Optional(Type.Boolean()),
});
export type SnapshotColumn = Static<typeof SnapshotColumn>;

/** The stored snapshot: its columns, and the file's rows and bytes. */
export const SnapshotFile = Type.Object({
  columns: Type.Array(SnapshotColumn),
  rowCount: Type.Integer(),
  sizeBytes: Type.Integer(),
  /** The CRC-32 of the file, as hexadecimal digits. Workers of an earlier version compute none. */
  crc32: Type.Optional(Type.String()),
});
export type SnapshotFile = Static<typeof SnapshotFile>;

/** The largest CSV inside of JSON, in bytes of UTF-8. A body of text/csv is bounded by `SNAPSHOT_LIMIT_MB`. */
export const MAX_CSV_BYTES = 100 * 1024 * 1024;
/** The largest request body with a CSV: in JSON every quote and every line break takes two bytes. */
export const MAX_SNAPSHOT_BODY_BYTES = 2 * MAX_CSV_BYTES + 1024 * 1024;
/** The most rows of a query's result that can be stored as a snapshot. */
export const MAX_SNAPSHOT_ROWS = 1_000_000;
/** The size of the chunks in which a CSV is sent to a worker. */
export const CHUNK_BYTES = 1024 * 1024;

/** The file's path in the folder or bucket. Throws for an invalid id, so that nothing else gets into a path. */
export function snapshotKey(orgId: string, datasetId: string): string {
  if (!isId("org", orgId) || !isStored(datasetId)) {
    throw new Error(
      `"${orgId}" and "${datasetId}" are not the ids of an organization and a dataset or a file`,
    );
  }
  return `${orgId}/${datasetId}.parquet`;
}

/** The ids in a key of `snapshotKey`; `undefined` for any other name. */
export function parseSnapshotKey(key: string): {orgId: string; datasetId: string} | undefined {
  const [, orgId = "", datasetId = ""] = /^([^/]+)\/([^/]+)\.parquet$/.exec(key) ?? [];
  return isId("org", orgId) && isStored(datasetId) ? {orgId, datasetId} : undefined;
}

/** A dataset has one file, a roll-up a file for each of its periods. */
function isStored(id: string): boolean {
  return isId("ds", id) || isId("rlf", id);
}
