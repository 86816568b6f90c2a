import type {Branch, PlacedDimension} from "../plan/plan.ts";
import {writeDimensions} from "./branch-source.ts";
import {writeKey, writeMember} from "./group-membership.ts";
import {nameTables, type ScopeNames, writeConditions, writeFrom} from "./scope.ts";
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

function keysOf(writer: Writer, branch: Branch, picked: readonly PlacedDimension[], names: ScopeNames) {
  const {named} = branch;
  const values = named === undefined ? [] : writeDimensions(writer, branch, picked, names);
  return picked.map((dimension, i) => {
    const value = dimension === named?.dimension ? values[i] : undefined;
    if (value !== undefined) return {value, operand: `(${value})`};
    return writeKey(writer, dimension, names.table(dimension.node));
  });
}

/** The tables of a branch. With `top` and `others`, joined to the groups that `top` keeps. */
export function writeBranchFrom(writer: Writer, branch: Branch, names: ScopeNames, pad: string): string {
  const from = writeFrom(writer, branch.scope, names, pad);
  const {named} = branch;
  if (named === undefined) return from;
  const groups = writer.groupsOf(named.groups);
  const same = named.keys.map((dimension, i) => {
    const {operand} = writeKey(writer, dimension, names.table(dimension.node));
    return writer.dialect.sameAs(`${groups}.${writer.own(`d${i}`)}`, operand);
  });
  return `${from}\n${pad}left join ${groups} on ${same.join(" and ")}`;
}

/** The aliases of a branch's tables. If groups are looked up beside them, every column needs its table's name. */
export function nameBranch(writer: Writer, {scope, picked, named, conversion}: Branch): ScopeNames {
  const others = [picked, named, conversion?.resultCondition];
  return nameTables(writer, scope, {enclosesOthers: others.some(other => other !== undefined)});
}

/** The conditions on the rows of a branch, including that they belong to a group that passed. */
export function writeRowConditions(writer: Writer, branch: Branch, names: ScopeNames, pad: string): string {
  const conditions = writeConditions(writer, branch.scope.conditions, names, pad);
  const passed = writePassed(writer, branch, names, conditions === "" ? pad : `${pad}  `);
  if (conditions === "" || passed === undefined) return passed ?? conditions;
  return `${conditions}\n${pad}  and ${passed}`;
}

/** The condition that a row belongs to a group that passed the filters on measures; `undefined` without such filters. */
export function writePassed(
  writer: Writer,
  branch: Branch,
  names: ScopeNames,
  pad: string,
): string | undefined {
  const {picked} = branch;
  if (picked === undefined || writer.picked === undefined) return undefined;
  return writeMember(writer, writer.picked, keysOf(writer, branch, picked, names), pad);
}
