import type {DuckDBInstance} from "@duckdb/node-api";

/**
 * Whether the database has a schema of its own name. DuckDB names a database after its file: in a `shop.duckdb` with a
 * schema `shop`, `shop.orders` would be ambiguous.
 */
export async function hasSchemaOfItsOwnName(instance: DuckDBInstance): Promise<boolean> {
  const connection = await instance.connect();
  try {
    const found = await connection.runAndReadAll(
      `select 1 from duckdb_schemas()
       where database_name = current_database() and lower(schema_name) = lower(current_database())`,
    );
    return found.currentRowCount > 0;
  } finally {
    connection.closeSync();
  }
}
