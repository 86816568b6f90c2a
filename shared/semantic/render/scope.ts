import type {Edge, MeasureField} from "../layer/layer.ts";
import type {Condition, JoinNode, Scope} from "../plan/plan.ts";
import {writeSource} from "./accessible-rows.ts";
import {writeComparison} from "./compare-values.ts";
import {type TableName, writeColumn, writeDimension, writeGrain} from "./field.ts";
import {writeGroupMembership, writeKey} from "./group-membership.ts";
import {orFalse, writeTest} from "./predicate.ts";
import {writeFarKeys, writeMatch, writeNearKeys, writePaired} from "./validity.ts";
import type {Writer} from "./writer.ts";

/** The aliases of one select and of the subqueries in it. */
export class ScopeNames {
  readonly #tables = new Map<JoinNode, TableName>();
  readonly #taken = new Set<string>();

  constructor(readonly writer: Writer) {}

  table(node: JoinNode): TableName {
    const known = this.#tables.get(node);
    if (known === undefined) throw new Error(`${node.model.name} is not joined`);
    return known;
  }

  /** Adds a table. Its alias is its role; if that is taken, with the role before it, or else with a number. */
  add(node: JoinNode, {alone = false, outer = false, reached, rowConditions}: Naming = {}): void {
    const role = node.edge?.role ?? node.model.name;
    const before = node.parent?.edge?.role ?? node.parent?.model.name ?? "";
    const {aliases, dialect} = this.writer;
    const hides = dialect.aliasesHideTables === true ? node.model : undefined;
    const alias = aliases.table([role, `${before}_${role}`], this.#taken, hides);
    const key = outer ? node.edge?.on[0]?.[1] : undefined;
    const reach: TableName["reach"] = name => {
      const found = reached?.get(name);
      return found && {field: found.field, table: this.table(found.node)};
    };
    const written = new Map<MeasureField, string>();
    // An aggregate may be written several times, or written and not used, but the values of its condition are bound
    // once.
    const rowCondition: TableName["rowCondition"] = field => {
      const conditions = rowConditions?.get(field);
      if (conditions === undefined) return undefined;
      const known = written.get(field);
      if (known !== undefined) return known;
      const sql = writeCondition(this.writer, {kind: "and", parts: [...conditions]}, this, "", true);
      written.set(field, sql);
      return sql;
    };
    this.#tables.set(node, {
      alias,
      alone,
      ...(key === undefined ? {} : {key}),
      ...(reached === undefined ? {} : {reach}),
      ...(rowConditions === undefined ? {} : {rowCondition}),
    });
  }
}

interface Naming {
  alone?: boolean;
  /** Whether the table is left-joined, so that it may have no row. */
  outer?: boolean;
  reached?: Scope["reached"];
  rowConditions?: Scope["rowConditions"];
}

/**
 * Names the tables of a select. The only table of a select needs no name before its columns, unless the select is
 * `joined` to others, in which the engine would look for columns that the table does not have.
 */
export function nameTables(
  writer: Writer,
  scope: Scope,
  {enclosesOthers = false, joined = false} = {},
): ScopeNames {
  const names = new ScopeNames(writer);
  const exposed = joined && writer.dialect.readsFields === true;
  const alone = scope.joins.length === 0 && !enclosesOthers && !exposed && !scope.conditions.some(hasExists);
  const {reached, rowConditions} = scope;
  names.add(scope.root, {
    alone,
    ...(reached === undefined ? {} : {reached}),
    ...(rowConditions === undefined ? {} : {rowConditions}),
  });
  for (const node of scope.joins) names.add(node, {outer: true});
  return names;
}

function hasExists(condition: Condition): boolean {
  if (condition.kind === "exists" || condition.kind === "member") return true;
  if (condition.kind === "not") return hasExists(condition.part);
  if (condition.kind !== "and" && condition.kind !== "or") return false;
  return condition.parts.some(hasExists);
}

/**
 * The `from` of a scope: its root and the tables left-joined to it. `enclosed` if the scope is in a subquery, where the
 * engine would look for unknown names in the tables outside.
 */
export function writeFrom(
  writer: Writer,
  scope: Scope,
  names: ScopeNames,
  pad: string,
  {enclosed = false, paired = false} = {},
): string {
  const {root} = scope;
  const {alias} = names.table(root);
  let sql =
    paired && root.edge?.validity !== undefined
      ? writePairedSource(writer, root.edge, alias, pad)
      : writeSource(writer, root.model, alias, pad, enclosed);
  const exposed = enclosed || writer.dialect.readsFields === true;
  for (const node of scope.joins) {
    const isPaired = node.edge?.validity !== undefined && writer.dialect.joinsEqual === true;
    const {alias: joined} = names.table(node);
    const source =
      isPaired && node.edge !== undefined
        ? writePairedSource(writer, node.edge, joined, pad)
        : writeSource(writer, node.model, joined, pad, exposed);
    sql += `\n${pad}left join ${source} on ${writeJoin(writer, node, names, isPaired)}`;
  }
  return sql;
}

function writePairedSource(writer: Writer, edge: Edge, alias: string, pad: string): string {
  const exposed = writer.dialect.readsFields === true;
  return writePaired(writer, edge, alias, pad, (model, own, inner) =>
    writeSource(writer, model, own, inner, exposed),
  );
}

export function writeJoin(writer: Writer, node: JoinNode, names: ScopeNames, isPaired = false): string {
  if (isPaired) {
    const {near, far} = writeJoinKeys(writer, node, names);
    return far.map((column, i) => `${column} = ${near[i]}`).join(" and ");
  }
  if (node.edge === undefined || node.parent === undefined) throw new Error("a join of the root");
  return writeMatch(writer, node.edge, names.table(node.parent), names.table(node));
}

/** The expressions by which a table is joined, on both sides. */
function writeJoinKeys(writer: Writer, node: JoinNode, names: ScopeNames) {
  if (node.edge === undefined || node.parent === undefined) throw new Error("a join of the root");
  return {
    near: writeNearKeys(writer, node.edge, names.table(node.parent)),
    far: writeFarKeys(writer, node.edge, {...names.table(node), alone: false}),
  };
}

/** The column list in the subselect of an `in`. */
function listOf({dialect}: Writer, columns: readonly string[]): string {
  return columns.length > 1 && dialect.rowOf !== undefined ? dialect.rowOf(columns) : columns.join(", ");
}

/** The left side of an `in`: one column as it is, several as a row value. */
function inTuple(columns: readonly string[]): string {
  return columns.length === 1 ? columns.join() : `(${columns.join(", ")})`;
}

/** Conditions combined by AND, one per line; `follows` if text precedes the first. */
export function writeConditions(
  writer: Writer,
  conditions: readonly Condition[],
  names: ScopeNames,
  pad: string,
  follows = false,
): string {
  return conditions
    .map((condition, i) =>
      writeCondition(writer, condition, names, i === 0 && !follows ? pad : `${pad}  `, true),
    )
    .join(`\n${pad}  and `);
}

function writeCondition(
  writer: Writer,
  condition: Condition,
  names: ScopeNames,
  pad: string,
  inAnd: boolean,
): string {
  if (condition.kind === "exists") return writeExists(writer, condition.scope, names, pad);
  if (condition.kind === "test") {
    const table = names.table(condition.node);
    const expression = condition.raw
      ? writeDimension(writer, condition.field, table, {forTest: true})
      : writeGrain(writer, condition.field, condition.grain, table, condition.timezone);
    const written = writeTest(writer, expression, condition.test);
    return !inAnd && condition.test.kind === "range" && condition.test.negated !== true
      ? `(${written})`
      : written;
  }
  if (condition.kind === "comparison") {
    const [one, other] = condition.places;
    return writeComparison(writer, condition, [names.table(one.node), names.table(other.node)]);
  }
  if (condition.kind === "present") return writePresent(writer, names.table(condition.node));
  if (condition.kind === "not") return writeNot(writer, condition.part, names, pad);
  if (condition.kind === "member") {
    const keys = condition.places.map(place => writeKey(writer, place, names.table(place.node)));
    return writeGroupMembership(writer, condition.membership, keys, pad);
  }
  if (condition.parts.length === 0) return condition.kind === "and" ? "true" : "false";
  const parts = condition.parts.map(part => writeCondition(writer, part, names, pad, false));
  return parts.length === 1 ? parts[0]! : `(${parts.join(` ${condition.kind} `)})`;
}

function writePresent(writer: Writer, table: TableName): string {
  if (table.key === undefined) throw new Error(`${table.alias} is not left-joined`);
  return `${writeColumn(writer, table.key, table)} is not null`;
}

function writeNot(writer: Writer, whole: Condition, names: ScopeNames, pad: string): string {
  const part = onlyPart(whole);
  const written = writeCondition(writer, part, names, pad, false);
  // A correlated `exists` is never null, and an `in` can be.
  const isSure = part.kind === "exists" && !writer.looksInward;
  return `not ${isSure ? written : orFalse(written)}`;
}

function onlyPart(condition: Condition): Condition {
  if (condition.kind !== "and" && condition.kind !== "or") return condition;
  const [only, ...others] = condition.parts;
  return only === undefined || others.length > 0 ? condition : onlyPart(only);
}

function writeExists(writer: Writer, scope: Scope, names: ScopeNames, pad: string): string {
  const inner = `${pad}  `;
  names.add(scope.root);
  for (const node of scope.joins) names.add(node, {outer: true});
  const from = writeFrom(writer, scope, names, inner, {enclosed: true, paired: writer.looksInward});
  if (writer.looksInward) {
    const {near, far} = writeJoinKeys(writer, scope.root, names);
    const conditions = writeConditions(writer, scope.conditions, names, inner);
    const where = conditions === "" ? "" : `\n${inner}where ${conditions}`;
    return `${inTuple(near)} in (\n${inner}select ${listOf(writer, far)}\n${inner}from ${from}${where}\n${pad})`;
  }
  const correlation = writeJoin(writer, scope.root, names);
  const conditions = writeConditions(writer, scope.conditions, names, inner, true);
  return (
    `exists (\n${inner}select 1\n${inner}from ${from}` +
    `\n${inner}where ${correlation}${conditions === "" ? "" : `\n${inner}  and ${conditions}`}\n${pad})`
  );
}
