import type {Branch, PlacedDimension} from "../plan/plan.ts";
import {writePlaced} from "./branch-source.ts";
import {writeDimension} from "./field.ts";
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
  const first = conditions === "";
  const inner = first ? `${pad}  ` : `${pad}    `;
  const groups = writer.picked;
  const {together} = writer.dialect;
  if (together !== undefined && picked.length > 0) {
    const row = together(picked.map(dimension => writePlaced(writer, dimension, names)));
    const select = `select ${together(picked.map((_, i) => `${groups}.${writer.own(`d${i}`)}`))}\n${inner}from ${groups}`;
    const test = `${row} in (\n${inner}${select}\n${first ? pad : `${pad}  `})`;
    return first ? test : `${conditions}\n${pad}  and ${test}`;
  }
  const same = picked.map((dimension, i) =>
    writer.dialect.sameAs(`${groups}.${writer.own(`d${i}`)}`, writeOperand(writer, dimension, names)),
  );
  const where = same.length > 0 ? `\n${inner}where ${same.join(`\n${inner}  and `)}` : "";
  const test = `exists (\n${inner}select 1\n${inner}from ${groups}${where}\n${first ? pad : `${pad}  `})`;
  return first ? test : `${conditions}\n${pad}  and ${test}`;
}

/** A dimension as its groups have it, in parentheses if it needs them as an operand. */
function writeOperand(writer: Writer, dimension: PlacedDimension, names: ScopeNames): string {
  const {node, field, grain} = dimension;
  if (grain !== undefined || field.type === "json") return writePlaced(writer, dimension, names);
  return writeDimension(writer, field, names.table(node));
}
