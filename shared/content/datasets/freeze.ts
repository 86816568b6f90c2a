import type {Actor} from "../../core/actor.ts";
import {errorUnder, invalidAt, ServiceError} from "../../core/errors.ts";
import {MAX_SNAPSHOT_ROWS, type SnapshotFile} from "../../core/wire/snapshot.ts";
import type {DatasetInput, DatasetWarning} from "../../querying/layers/datasets/schemas.ts";
import type {LayerDeps, Prepared} from "../../querying/layers/query-caches.ts";
import {prepareQuery} from "../../querying/queries/prepare.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";
import type {Query} from "../../semantic/documents.ts";
import {frozenNames, snapshotFields} from "../../semantic/index.ts";
import type {DatasetRows} from "./insert.ts";
import type {SnapshotStorage} from "./snapshot-storage.ts";

/** Stores the rows of a new snapshot. */
export interface SnapshotWriter {
  csv(datasetId: string, csv: string): Promise<SnapshotFile>;
  /** Stores all rows of the query, or none if there are more than its limit. */
  query(datasetId: string, query: Query, prepared: Prepared): Promise<SnapshotFile>;
}

/** The snapshot writer of one caller. It stops when the caller disconnects. */
export function snapshotWriter(storage: SnapshotStorage, queryContext: QueryContext): SnapshotWriter {
  return {
    csv: (datasetId, csv) => storage.storeCsv(queryContext, datasetId, csv),
    query: (datasetId, query, prepared) => storage.storeResult(queryContext, datasetId, query, prepared),
  };
}

/** Stores the rows of a CSV, or the rows that a query returns to the caller now. */
export async function freeze(
  deps: LayerDeps,
  writer: SnapshotWriter,
  actor: Actor,
  projectId: string,
  {id, snapshotCsv, query}: Pick<DatasetInput, "snapshotCsv" | "query"> & {id: string},
  now: Date,
): Promise<DatasetRows> {
  const warnings: DatasetWarning[] = [];
  let file: SnapshotFile;
  if (query === undefined) file = await writer.csv(id, snapshotCsv ?? "");
  else {
    file = await freezeQuery(deps, writer, actor, {projectId, id, query, now}).catch(error => {
      throw underQuery(error);
    });
    const message =
      "The dataset has the rows that you may see, as they are now. Everyone who can see the dataset can see all of its rows, regardless of their own row access.";
    warnings.push({code: "rows_of_author", message});
  }
  const {columns} = file;
  const columnsAs = (slug: string) => {
    const fields = snapshotFields(slug, columns);
    return columns.map((column, i) => ({...column, field: fields[i] ?? column.name}));
  };
  return {definition: null, columnsAs, file, ...(warnings.length > 0 ? {warnings} : {})};
}

async function freezeQuery(
  deps: LayerDeps,
  writer: SnapshotWriter,
  actor: Actor,
  {projectId, id, query, now}: {projectId: string; id: string; query: Query; now: Date},
): Promise<SnapshotFile> {
  checkFrozen(projectId, query);
  // A compiled statement selects one row more than its limit, to detect that there are more rows. Here the limit is one
  // lower, so that the statement selects exactly the requested number of rows.
  const limit = query.limit === undefined ? MAX_SNAPSHOT_ROWS : Math.max(0, query.limit - 1);
  const limited = {...query, projectId, limit};
  const prepared = await prepareQuery(deps, actor, limited, now);
  const names = frozenNames(query);
  const columns = prepared.compiled.columns.map((column, i) => ({...column, name: names[i] ?? column.name}));
  const compiled = {...prepared.compiled, columns, limit: query.limit ?? MAX_SNAPSHOT_ROWS};
  return writer.query(id, limited, {...prepared, compiled});
}

/** Throws `invalid_request` for a query whose result cannot become a snapshot of the project. */
export function checkFrozen(projectId: string, query: Query): void {
  if (query.projectId !== undefined && query.projectId !== projectId) {
    throw invalidAt(
      "/projectId",
      `The dataset is created in the project "${projectId}", so its query cannot name another project.`,
    );
  }
  if (query.totals) throw invalidAt("/totals", `A snapshot has only rows. Leave out "totals".`);
  if (query.subtotals)
    throw invalidAt(
      "/subtotals",
      `The measures of a snapshot would count the rows of "subtotals" twice. Leave out "subtotals".`,
    );
}

function underQuery(error: unknown): unknown {
  const isPlaced =
    error instanceof ServiceError && error.details.errors?.some(({path}) => path.startsWith("/query"));
  return isPlaced ? error : errorUnder("/query", error);
}
