import type {DimensionType} from "../semantic/graph.ts";

/** A column of a snapshot as its file holds it. */
export interface SnapshotColumn {
  name: string;
  type: DimensionType;
  /** A `number` whose values are all whole. */
  integer?: boolean;
}

/** What was stored: every column, and how many rows and bytes the file has. */
export interface SnapshotFile {
  columns: SnapshotColumn[];
  rowCount: number;
  sizeBytes: number;
}

/** The largest CSV that becomes a snapshot, in bytes of UTF-8. */
export const MOST_CSV_BYTES = 100 * 1024 * 1024;
/** The largest request body that may carry one: in JSON every quote and every line break takes two bytes. */
export const MOST_SNAPSHOT_BODY_BYTES = 2 * MOST_CSV_BYTES + 1024 * 1024;
/** The most rows that a query's result may have to be frozen. */
export const MOST_SNAPSHOT_ROWS = 1_000_000;
/** What the CSV is cut into on its way to a worker. */
export const CHUNK_BYTES = 1024 * 1024;

const SUFFIX = "[0-7][0-9a-hjkmnp-tv-z]{25}";
const ORG = new RegExp(`^org_${SUFFIX}$`);
const DATASET = new RegExp(`^ds_${SUFFIX}$`);

/** Whether it is a dataset's id: then the `connectionId` of a run names a snapshot, not a connection. */
export function isDatasetId(id: string): boolean {
  return DATASET.test(id);
}

/** Where the file lies under the folder or in the bucket. Throws where an id is none: nothing else reaches a path. */
export function snapshotKey(orgId: string, datasetId: string): string {
  if (!ORG.test(orgId) || !DATASET.test(datasetId)) {
    throw new Error(`"${orgId}" and "${datasetId}" are not the ids of an organization and a dataset`);
  }
  return `${orgId}/${datasetId}.parquet`;
}

/** The ids that such a key is made of; `undefined` for a name that is no key. */
export function parseSnapshotKey(key: string): {orgId: string; datasetId: string} | undefined {
  const [, orgId = "", datasetId = ""] = /^([^/]+)\/([^/]+)\.parquet$/.exec(key) ?? [];
  return ORG.test(orgId) && DATASET.test(datasetId) ? {orgId, datasetId} : undefined;
}
