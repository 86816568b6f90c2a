import type {Branch} from "../plan/plan.ts";
import {writeKey, writeMember} from "./member.ts";
import {nameTables, type ScopeNames, writeConditions} from "./scope.ts";
import {type Select, writeSelect} from "./select.ts";
import type {Writer} from "./writer.ts";

/**
 * Names the select of the groups that passed the filters on measures, with columns `d0 …`. Without dimensions it has
 * one row if the total passed, else none.
 */
export function namePicked(writer: Writer, select: Select): void {
  const columns = select.columns.length > 0 ? select.columns : [`1 as ${writer.own("passed")}`];
  writer.picked = writer.nameSelect("picked", writeSelect({...select, columns}, "  "));
}

/** Names the tables of a branch. If a condition contains other groups, every column needs its table's name. */
export function nameBranch(writer: Writer, {scope, picked}: Branch): ScopeNames {
  return nameTables(writer, scope, {enclosesOthers: picked !== undefined});
}

/** The conditions on the rows of a branch, including that they belong to a group that passed. */
export function writeRowConditions(
  writer: Writer,
  {scope, picked}: Branch,
  names: ScopeNames,
  pad: string,
): string {
  const conditions = writeConditions(writer, scope.conditions, names, pad);
  if (picked === undefined || writer.picked === undefined) return conditions;
  const keys = picked.map(dimension => writeKey(writer, dimension, names.table(dimension.node)));
  if (conditions === "") return writeMember(writer, writer.picked, keys, pad);
  return `${conditions}\n${pad}  and ${writeMember(writer, writer.picked, keys, `${pad}  `)}`;
}
