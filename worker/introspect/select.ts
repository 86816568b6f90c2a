import {type ErrorDetail, ServiceError} from "../../shared/core/errors.ts";
import {nearest} from "../../shared/semantic/nearest-names.ts";
import type {WarehouseTable} from "../warehouses/tables.ts";

/**
 * Selects tables by schema and by name: `schema.table`, or `table` in the schema `home` if given. Throws an error that
 * names the requested schemas and tables that do not exist.
 */
export function selectTables(
  tables: readonly WarehouseTable[],
  selection: {schemas?: readonly string[]; tables?: readonly string[]},
  home: string | undefined,
): WarehouseTable[] {
  const errors: ErrorDetail[] = [];
  const schemaNames = new Set(tables.map(table => table.schema));
  selection.schemas?.forEach((schema, i) => {
    if (!schemaNames.has(schema)) errors.push(missing(`/schemas/${i}`, "schema", schema, schemaNames));
  });
  let selected = [...tables];
  if (selection.tables) {
    const bySpelling = spellings(tables, home);
    selected = [
      ...new Set(
        selection.tables.flatMap((name, i) => {
          const found = bySpelling.get(name) ?? [];
          if (found.length === 0) errors.push(missing(`/tables/${i}`, "table", name, bySpelling.keys()));
          return found;
        }),
      ),
    ];
  }
  if (errors.length > 0) {
    throw new ServiceError("invalid_request", errors.map(error => error.message).join(" "), {errors});
  }
  return selected;
}

function spellings(
  tables: readonly WarehouseTable[],
  home: string | undefined,
): Map<string, WarehouseTable[]> {
  const found = new Map<string, WarehouseTable[]>();
  for (const table of tables) {
    const isHome = home === undefined || table.schema === home;
    for (const name of [...(isHome ? [table.name] : []), `${table.schema}.${table.name}`]) {
      found.set(name, [...(found.get(name) ?? []), table]);
    }
  }
  return found;
}

function missing(path: string, what: string, name: string, known: Iterable<string>): ErrorDetail {
  const suggestions = nearest(name, known);
  const hint = suggestions[0] ? ` Did you mean "${suggestions[0]}"?` : "";
  return {
    path,
    message: `There is no ${what} "${name}" that the connection's user may read.${hint}`,
    suggestions,
  };
}
