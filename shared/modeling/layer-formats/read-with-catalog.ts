import {ServiceError} from "../../core/errors.ts";
import type {CatalogSchema} from "../../core/wire/catalog.ts";
import type {KnownColumns, UntypedTable} from "./common/column-types.ts";
import {typeOfWarehouse} from "./common/sql.ts";
import type {ImportRequest, LayerAnswer, LayerChildren} from "./layer-children.ts";

/** How long an import waits for a warehouse's catalogue. */
const CATALOG_BUDGET_MS = 10_000;
/** If the tables are in more schemas than this, the whole catalogue is read at once. */
const MAX_SCHEMAS = 5;

/** Reads the tables of one schema, or of all. */
export type ReadCatalog = (schema: string | undefined, signal: AbortSignal) => Promise<CatalogSchema[]>;

/** Finds the types of those columns for which the files give none. */
export type FindColumns = (tables: readonly UntypedTable[], signal: AbortSignal) => Promise<KnownColumns>;

/** Reads a layer. If the files lack types of columns, finds these and reads the layer again with them. */
export async function readWithCatalog(
  children: LayerChildren,
  orgId: string,
  request: ImportRequest["import"],
  findColumns: FindColumns,
  signal: AbortSignal,
): Promise<LayerAnswer> {
  const answer = await children.run(orgId, {import: request}, signal);
  if ("refused" in answer || !answer.untyped) return answer;
  const columns = await findColumns(answer.untyped, signal);
  return children.run(orgId, {import: {...request, columns}}, signal);
}

/**
 * Finds columns in a warehouse's catalogue. A catalogue that cannot be read within `CATALOG_BUDGET_MS` does not fail
 * the import: the result says why it is unread.
 */
export function columnsIn(readCatalog: ReadCatalog): FindColumns {
  return async (tables, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CATALOG_BUDGET_MS)]);
    try {
      const schemas = await withinLimit(readSchemas(readCatalog, tables, limit), limit);
      return {tables: schemas.flatMap(typedTables)};
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted) return {tables: [], unread: `it took longer than ${CATALOG_BUDGET_MS / 1000} s`};
      if (error instanceof ServiceError) return {tables: [], unread: "the warehouse did not answer"};
      throw error;
    }
  };
}

async function readSchemas(
  readCatalog: ReadCatalog,
  tables: readonly UntypedTable[],
  signal: AbortSignal,
): Promise<CatalogSchema[]> {
  const names = [...new Set(tables.map(({schema}) => schema))];
  const isAll = names.includes(undefined) || names.length > MAX_SCHEMAS;
  const read: CatalogSchema[] = [];
  for (const name of isAll ? [undefined] : names) read.push(...(await readCatalog(name, signal)));
  return read;
}

/** Rejects at the limit: an engine's driver may go on waiting for its server after it was aborted. */
function withinLimit<T>(work: Promise<T>, limit: AbortSignal): Promise<T> {
  const {promise, reject} = Promise.withResolvers<never>();
  const stop = () => reject(limit.reason);
  limit.addEventListener("abort", stop, {once: true});
  return Promise.race([work, promise]).finally(() => limit.removeEventListener("abort", stop));
}

function typedTables({name: schema, tables}: CatalogSchema): KnownColumns["tables"] {
  return tables.map(({name, columns}) => ({
    schema,
    name,
    columns: Object.fromEntries(
      columns.flatMap(column => {
        const type = typeOfWarehouse(column.type);
        return type ? [[column.name, type]] : [];
      }),
    ),
  }));
}
