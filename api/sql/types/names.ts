import type {TypeName} from "@pgsql/types";
import {ARRAY_BY_NAME, OID_BY_NAME} from "./type-table.ts";

/** The OID of a type that a statement names; 0, which leaves it open, for any that is not known. */
export function namedType({names = [], arrayBounds = []}: TypeName): number {
  const last = names.at(-1);
  const name = last && "String" in last ? (last.String.sval ?? "") : "";
  return (arrayBounds.length > 0 ? ARRAY_BY_NAME : OID_BY_NAME).get(name) ?? 0;
}
