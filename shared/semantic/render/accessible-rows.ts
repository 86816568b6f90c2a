import type {Test} from "../filters/predicates.ts";
import type {Edge, FieldReference, LayerModel} from "../layer/layer.ts";
import {attributeTest} from "../row-access/attribute-test.ts";
import {accessRules, ruleReference} from "../row-access/rules.ts";
import {foldName} from "./aliases.ts";
import {type TableName, writeColumn, writeDimension, writeGrain} from "./field.ts";
import {writeTest} from "./predicate.ts";
import {writeTable} from "./table.ts";
import {writeFarKeys, writeMatch, writeNearKeys, writePaired, writeValidity} from "./validity.ts";
import type {Writer} from "./writer.ts";

/**
 * A model's table in a `from` clause, with its alias. With row access it is a select of only the rows that the caller
 * may see, so that joins, aggregates and subqueries never get other rows. `exposed`: names that the select does not
 * have could be found in tables around it, so every column gets its table's name.
 */
export function writeSource(
  writer: Writer,
  model: LayerModel,
  alias: string,
  pad: string,
  exposed: boolean,
): string {
  const rules = accessRules(model);
  const name = writer.quote(alias);
  if (rules.length === 0) return writeTable(writer, model, alias, pad, exposed);
  const inner = `${pad}  `;
  const references = rules.map(rule => ({rule, reference: ruleReference(writer.layer, model, rule)}));
  const alone = !exposed && references.every(({reference}) => reference.paths[0]?.length === 0);
  const conditions = references.map(({rule, reference}) =>
    writeRule(writer, reference, rule.attribute, {alias, alone}, inner),
  );
  return (
    `(\n${inner}select *\n${inner}from ${writeTable(writer, model, alias, inner, exposed)}` +
    `\n${inner}where ${conditions.join(`\n${inner}  and `)}\n${pad}) as ${name}`
  );
}

function writeRule(
  writer: Writer,
  reference: FieldReference,
  attribute: string,
  table: TableName,
  pad: string,
): string {
  const test = attributeTest(writer, reference, attribute);
  if (test.kind === "constant") return "false";
  const [first, ...others] = reference.paths[0] ?? [];
  if (first === undefined) return writeReference(writer, reference, table, test);
  return writeLookup(writer, reference, [first, ...others], table, test, pad);
}

/** The joined tables on the path of a rule, and how to write the columns at its ends. */
interface RulePath {
  from: string;
  /** The conditions of the joins beside equal columns. */
  conditions: string[];
  first: TableName;
  last: TableName;
}

function writeRulePath(
  writer: Writer,
  path: readonly Edge[],
  table: TableName,
  pad: string,
  source: (edge: Edge, alias: string, isFirst: boolean) => string,
): RulePath {
  const taken = new Set([foldName(table.alias)]);
  const conditions: string[] = [];
  let from = "";
  let first: TableName | undefined;
  let last = table;
  for (const [i, edge] of path.entries()) {
    const alias = i === 0 ? edge.role : `${edge.role}_${i + 1}`;
    const hides = writer.dialect.aliasesHideTables === true ? edge.to : undefined;
    const next = {alias: writer.aliases.table([alias], taken, hides), alone: false};
    const joined = source(edge, next.alias, i === 0);
    from += i === 0 ? joined : `\n${pad}join ${joined} on ${writeKeys(writer, edge, last, next)}`;
    if (i > 0) conditions.push(...writeValidity(writer, edge, last, next));
    first ??= next;
    last = next;
  }
  if (first === undefined) throw new Error("a rule over no join");
  return {from, conditions, first, last};
}

function writeKeys(writer: Writer, edge: Edge, near: TableName, far: TableName): string {
  return edge.on
    .map(([from, to]) => `${writeColumn(writer, to, far)} = ${writeColumn(writer, from, near)}`)
    .join(" and ");
}

/**
 * A rule's subquery on other tables. The row access of these tables does not apply there: each model's rules are its
 * own.
 */
function writeLookup(
  writer: Writer,
  reference: FieldReference,
  path: readonly [Edge, ...Edge[]],
  table: TableName,
  test: Test,
  pad: string,
): string {
  const inner = `${pad}  `;
  const [edge] = path;
  const plain = (model: LayerModel, alias: string, at: string) => writeTable(writer, model, alias, at, true);
  const {from, conditions, first, last} = writeRulePath(writer, path, table, inner, (step, alias, isFirst) =>
    isFirst && step.validity !== undefined && writer.looksInward
      ? writePaired(writer, step, alias, inner, plain)
      : plain(step.to, alias, inner),
  );
  const condition = [...conditions, writeReference(writer, reference, last, test)].join(`\n${inner}  and `);
  if (!writer.looksInward) {
    const correlation = writeMatch(writer, edge, table, first);
    return `exists (\n${inner}select 1\n${inner}from ${from}\n${inner}where ${correlation}\n${inner}  and ${condition}\n${pad})`;
  }
  // The condition as an `in` over the keys that fulfil the rule, in place of `exists`.
  const keys = writeFarKeys(writer, edge, first);
  const list = keys.length > 1 && writer.dialect.rowOf ? writer.dialect.rowOf(keys) : keys.join(", ");
  const row =
    edge.validity === undefined
      ? edge.on.map(([column]) => writeColumn(writer, column, table))
      : writeNearKeys(writer, edge, table);
  const left = row.length === 1 ? row.join() : `(${row.join(", ")})`;
  return `${left} in (\n${inner}select ${list}\n${inner}from ${from}\n${inner}where ${condition}\n${pad})`;
}

function writeReference(writer: Writer, reference: FieldReference, table: TableName, test: Test): string {
  const {field, grain} = reference;
  if (field.kind !== "dimension") throw new Error(`${field.name} is not a dimension`);
  const expression =
    grain === undefined
      ? writeDimension(writer, field, table, {forTest: true})
      : writeGrain(writer, field, grain, table);
  return writeTest(writer, expression, test);
}
