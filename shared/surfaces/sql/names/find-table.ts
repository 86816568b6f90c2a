import type {RangeVar} from "libpg-query";
import {nearest} from "../../../semantic/nearest-names.ts";
import {isReadable, isSystemTable} from "../allowed/relations.ts";
import type {CatalogTable} from "../catalog-types.ts";
import {SqlError} from "../sql-error.ts";
import type {Analysis} from "./analysis.ts";
import {hintOf} from "./resolve.ts";

/** The order in which a name without a schema is looked up. */
const SEARCH_PATH = ["public", "datasets"];

/**
 * The table of the catalog with this name; `undefined` for a table of Postgres itself. Throws 42P01 for an unknown table,
 * and 42501 for a table of Postgres that a statement may not read.
 */
export function findTable({catalog, source}: Analysis, node: RangeVar): CatalogTable | undefined {
  const {relname = "", schemaname, location} = node;
  const position = source.position(location);
  if (schemaname === undefined && isSystemTable("pg_catalog", relname)) return readable("pg_catalog");
  if (schemaname === "pg_catalog" || schemaname === "information_schema") return readable(schemaname);
  for (const schema of schemaname === undefined ? SEARCH_PATH : [schemaname]) {
    const found = catalog.tables.find(table => table.schema === schema && table.name === relname);
    if (found !== undefined) return found;
  }
  const written = schemaname === undefined ? relname : `${schemaname}.${relname}`;
  const names = catalog.tables.map(table =>
    table.schema === "public" ? table.name : `${table.schema}.${table.name}`,
  );
  throw new SqlError("42P01", `relation "${written}" does not exist`, {
    ...hintOf(nearest(relname, names), "table"),
    position,
  });

  function readable(schema: "pg_catalog" | "information_schema"): undefined {
    if (isReadable(schema, relname)) return undefined;
    throw new SqlError("42501", `permission denied for view ${relname}`, {position});
  }
}
