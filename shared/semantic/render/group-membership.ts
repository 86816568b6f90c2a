import type {GroupMembership, PlacedDimension, Plan} from "../plan/plan.ts";
import {type TableName, writeDimension, writeGrain} from "./field.ts";
import {type Select, writeSelect} from "./select.ts";
import type {Writer} from "./writer.ts";

/** Names a select of groups, with columns `d0 …`. Without dimensions it has one row if the total is a group, else none. */
export function nameGroups(writer: Writer, plan: Plan, select: Select): void {
  const columns = select.columns.length > 0 ? select.columns : [`1 as ${writer.own("passed")}`];
  writer.groups.set(plan, writer.nameSelect("asked", writeSelect({...select, columns}, "  ")));
}

/** A dimension by which groups are looked up: its expression, and the same expression for use as an operand. */
export interface GroupKey {
  value: string;
  operand: string;
}

export function writeKey(writer: Writer, dimension: PlacedDimension, table: TableName): GroupKey {
  const {field, grain, timezone} = dimension;
  const value = writeGrain(writer, field, grain, table, timezone);
  const isPlain = grain === undefined && field.type !== "json";
  return {value, operand: isPlain ? writeDimension(writer, field, table) : value};
}

/**
 * A condition that the keys are those of one of the named groups, with null as a value. The condition is never null.
 */
export function writeMember(writer: Writer, groups: string, keys: readonly GroupKey[], pad: string): string {
  const inner = `${pad}  `;
  const {together} = writer.dialect;
  if (together !== undefined && keys.length > 0) {
    const row = together(keys.map(({value}) => value));
    const select = `select ${together(keys.map((_, i) => `${groups}.${writer.own(`d${i}`)}`))}\n${inner}from ${groups}`;
    return `${row} in (\n${inner}${select}\n${pad})`;
  }
  const same = keys.map(({operand}, i) => writer.dialect.sameAs(`${groups}.${writer.own(`d${i}`)}`, operand));
  const where = same.length > 0 ? `\n${inner}where ${same.join(`\n${inner}  and `)}` : "";
  return `exists (\n${inner}select 1\n${inner}from ${groups}${where}\n${pad})`;
}

/** The condition that keeps or leaves out rows by the groups that they lie in. */
export function writeGroupMembership(
  writer: Writer,
  membership: GroupMembership,
  keys: readonly GroupKey[],
  pad: string,
): string {
  const within = (plan: Plan, own = keys) => writeMember(writer, writer.groupsOf(plan), own, pad);
  const {groups, negated, nothing} = membership;
  const memberTest = negated ? `not ${within(groups)}` : within(groups);
  if (nothing === undefined) return memberTest;
  return `(${memberTest} or ${within(nothing.passing, [])} and not ${within(nothing.all)})`;
}
