import type {SqlContext} from "./sql-context.ts";
import {SqlError} from "./sql-error.ts";

const UNKNOWN_TABLE = "42P01";

/**
 * Plans a statement with `work`. If a table is unknown, the caller's tables are looked up again, and `work` runs once
 * more if they have changed: the caller may just have created the dataset that the statement names.
 */
export async function withCurrentTables<T>(
  context: SqlContext,
  work: (context: SqlContext) => Promise<T>,
): Promise<T> {
  try {
    return await work(context);
  } catch (error) {
    if (!(error instanceof SqlError) || error.sqlState !== UNKNOWN_TABLE) throw error;
    const {runner, queryContext, project} = context;
    const catalog = await runner.catalogs.renewed(runner, queryContext, project);
    if (catalog === context.catalog) throw error;
    return work({...context, catalog});
  }
}
