import type {CsvFormat} from "../../core/csv/csv-format.ts";
import type {SnapshotFile} from "../../core/wire/snapshot.ts";
import type {Prepared} from "../../querying/layers/query-caches.ts";
import type {Asking} from "../../querying/queries/query-runner.ts";
import type {Query} from "../../semantic/documents.ts";

/** Stores the rows of datasets as snapshots. */
export interface SnapshotStorage {
  storeCsv(
    asking: Asking,
    datasetId: string,
    csv: ReadableStream<Uint8Array> | string,
    format?: CsvFormat,
  ): Promise<SnapshotFile>;
  /** Stores all rows of a prepared query, or none if there are more than its limit. */
  storeResult(asking: Asking, datasetId: string, query: Query, prepared: Prepared): Promise<SnapshotFile>;
}
