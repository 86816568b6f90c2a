import type {Warehouse, WarehouseError} from "./warehouse.ts";

/** The most values that a message names. */
const MAX_NAMED = 20;
const MAX_NAME_LENGTH = 60;
const PATIENCE_MS = 2000;

/** Postgres' error message for a text that is not a value of an enum; the type's name is quoted where necessary. */
const POSTGRES =
  /invalid input value for enum ((?:"(?:[^"]|"")+"|[^\s":]+)(?:\.(?:"(?:[^"]|"")+"|[^\s":]+))?): "/;

/**
 * The values of the enum that an error is about, from the engine's catalogue; `undefined` for any other error, and
 * where the catalogue cannot be read.
 */
export async function enumValues(
  warehouse: Warehouse,
  error: WarehouseError,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  if (warehouse.dialect !== "postgres") return undefined;
  const type = POSTGRES.exec(error.message)?.[1];
  if (type === undefined) return undefined;
  const sql =
    "select enumlabel from pg_catalog.pg_enum where enumtypid = cast(cast($1 as text) as regtype) " +
    `order by enumsortorder limit ${MAX_NAMED + 1}`;
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const rows = await warehouse.rows({sql, parameters: [type]}, limited);
    return rows.flatMap(([label]) => label ?? []);
  } catch {
    // The list is optional: without it the caller still learns that the value was refused.
    return undefined;
  }
}

/** A list of values for a message, such as `"sad" and "glad"`; of many values only the first ones. */
export function namedValues(values: readonly string[]): string {
  const named = values
    .slice(0, MAX_NAMED)
    .map(value =>
      JSON.stringify(value.length > MAX_NAME_LENGTH ? `${value.slice(0, MAX_NAME_LENGTH - 1)}…` : value),
    );
  const last = values.length > MAX_NAMED ? "others" : named.pop();
  return named.length > 0 ? `${named.join(", ")} and ${last}` : `${last}`;
}
