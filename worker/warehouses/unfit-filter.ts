import type {WarehouseError, WarehouseStatement} from "./warehouse.ts";

const GREATEST_OID = 4_294_967_295;

/** A sentence on a filter that Postgres cannot apply to its column, with the remedy; `undefined` for any other error. */
export function unfitFilter(
  {details, message}: WarehouseError,
  {sql, parameters}: WarehouseStatement,
): string | undefined {
  const [, like] = /^nondeterministic collations are not supported for (I?LIKE)$/.exec(message) ?? [];
  // A `like` with a parameter comes from a filter. Any other `like` is in the layer's own SQL.
  if (details.errorClass === "0A000" && like && sql.includes(` ${like.toLowerCase()} $`))
    return 'Postgres does not search in the texts of a column whose collation is not deterministic. Filter by whole values (=, in), or have the dimension\'s SQL give the column another collation, as in: name collate "C".';
  const isOid =
    (details.errorClass === "22003" && message === "OID out of range") ||
    (details.errorClass === "42883" && / oid \S+ numeric$/.test(message));
  return isOid && parameters.some(isNumberButNoOid)
    ? `No row can have one of the numbers: the column that it is compared with is an oid, which is a whole number from 0 to ${GREATEST_OID}.`
    : undefined;
}

function isNumberButNoOid(value: string | number | boolean): boolean {
  if (typeof value === "boolean" || value === "") return false;
  const number = Number(value);
  return !Number.isNaN(number) && !(Number.isInteger(number) && number >= 0 && number <= GREATEST_OID);
}
