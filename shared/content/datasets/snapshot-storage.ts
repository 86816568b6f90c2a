import type {CsvFormat} from "../../core/csv/csv-format.ts";
import type {SnapshotFile} from "../../core/wire/snapshot.ts";
import type {Prepared} from "../../querying/layers/query-caches.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";
import type {Query} from "../../semantic/documents.ts";

/** Stores the rows of datasets as snapshots. */
export interface SnapshotStorage {
  storeCsv(
    queryContext: QueryContext,
    datasetId: string,
    csv: ReadableStream<Uint8Array> | string,
    format?: CsvFormat,
  ): Promise<SnapshotFile>;
  /** Stores all rows of a prepared query, or none if there are more than its limit. */
  storeResult(
    queryContext: QueryContext,
    datasetId: string,
    query: Query,
    prepared: Prepared,
  ): Promise<SnapshotFile>;
}
