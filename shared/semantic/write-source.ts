import {ServiceError} from "../errors.ts";
import {readTest} from "./filter-test.ts";
import type {Edge, LayerModel} from "./layer.ts";
import {type FieldReference, resolveField} from "./resolve-field.ts";
import type {Test, Value} from "./tests.ts";
import {type TableName, writeColumn, writeDimension, writeGrain} from "./write-field.ts";
import {writeTest} from "./write-test.ts";
import type {Writer} from "./writer.ts";

/**
 * A model's table in a `from` clause, with its alias. Where the model has row access, only the rows that
 * the caller may see: whatever joins, aggregates or looks for rows meets no others.
 */
export function writeSource(writer: Writer, model: LayerModel, alias: string, pad: string): string {
  const rules = model.source.rowAccess ?? [];
  const name = writer.quote(alias);
  if (rules.length === 0) return writeTable(writer, model, alias, pad);
  const inner = `${pad}  `;
  const references = rules.map(rule => ({rule, reference: ruleReference(writer, model, rule.dimension)}));
  const alone = references.every(({reference}) => reference.paths[0]?.length === 0);
  const conditions = references.map(({rule, reference}) =>
    writeRule(writer, reference, rule.attribute, {alias, alone}, inner),
  );
  return (
    `(\n${inner}select *\n${inner}from ${writeTable(writer, model, alias, inner)}` +
    `\n${inner}where ${conditions.join(`\n${inner}  and `)}\n${pad}) as ${name}`
  );
}

/** A model's table as it is, with its alias. */
export function writeTable(writer: Writer, model: LayerModel, alias: string, pad: string): string {
  const {table} = model.source;
  if ("sql" in table)
    return `(\n${pad}  ${writer.dialect.fragment(table.sql.trim())}\n${pad}) as ${writer.quote(alias)}`;
  const name = [table.catalog, table.schema, table.name]
    .filter(part => part !== undefined)
    .map(part => writer.quote(part))
    .join(".");
  return table.name === alias ? name : `${name} as ${writer.quote(alias)}`;
}

function ruleReference(writer: Writer, model: LayerModel, dimension: string): FieldReference {
  const qualified = dimension.includes(".") ? dimension : `${model.name}.${dimension}`;
  const reference = resolveField(writer.layer, model, qualified, "");
  const [path] = reference.paths;
  if (reference.field.kind !== "dimension" || path === undefined || path.some(edge => edge.toMany)) {
    throw new ServiceError(
      "invalid_request",
      `The row access of model "${model.name}" rests on "${dimension}", which is no dimension of it or over ` +
        `many-to-one joins. Correct it in the layer.`,
    );
  }
  return reference;
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
  const path = reference.paths[0] ?? [];
  if (path.length === 0) return writeReference(writer, reference, table, test);
  return writeLookup(writer, reference, path, table, test, pad);
}

/** The rule's own look at other tables, which is not narrowed by their row access: each model rules itself. */
function writeLookup(
  writer: Writer,
  reference: FieldReference,
  path: readonly Edge[],
  table: TableName,
  test: Test,
  pad: string,
): string {
  const inner = `${pad}  `;
  if (writer.dialect.together !== undefined) return writeListed(writer, reference, path, table, test, pad);
  let near = table;
  let sql = `exists (\n${inner}select 1`;
  let correlation = "";
  for (const [i, edge] of path.entries()) {
    const far = {alias: aliasBeside(edge.role, [table.alias], i), alone: false};
    const on = edge.on.map(
      ([from, to]) => `${writeColumn(writer, to, far)} = ${writeColumn(writer, from, near)}`,
    );
    const source = writeTable(writer, edge.to, far.alias, inner);
    if (i === 0) {
      sql += `\n${inner}from ${source}`;
      correlation = on.join(" and ");
    } else {
      sql += `\n${inner}join ${source} on ${on.join(" and ")}`;
    }
    near = far;
  }
  const condition = writeReference(writer, reference, near, test);
  return `${sql}\n${inner}where ${correlation}\n${inner}  and ${condition}\n${pad})`;
}

/** The same as a list of the keys that fulfil the rule. */
function writeListed(
  writer: Writer,
  reference: FieldReference,
  path: readonly Edge[],
  table: TableName,
  test: Test,
  pad: string,
): string {
  const inner = `${pad}  `;
  const [first, ...others] = path;
  if (first === undefined) throw new Error("a rule over no join");
  let far = {alias: aliasBeside(first.role, [table.alias], 0), alone: false};
  const keys = first.on.map(([, to]) => writeColumn(writer, to, far));
  let from = writeTable(writer, first.to, far.alias, inner);
  for (const [i, edge] of others.entries()) {
    const next = {alias: aliasBeside(edge.role, [table.alias], i + 1), alone: false};
    const on = edge.on.map(([a, b]) => `${writeColumn(writer, b, next)} = ${writeColumn(writer, a, far)}`);
    from += `\n${inner}join ${writeTable(writer, edge.to, next.alias, inner)} on ${on.join(" and ")}`;
    far = next;
  }
  const list = keys.length > 1 && writer.dialect.rowOf ? writer.dialect.rowOf(keys) : keys.join(", ");
  const row = first.on.map(([column]) => writeColumn(writer, column, table));
  const left = row.length === 1 ? row.join() : `(${row.join(", ")})`;
  return (
    `${left} in (\n${inner}select ${list}\n${inner}from ${from}` +
    `\n${inner}where ${writeReference(writer, reference, far, test)}\n${pad})`
  );
}

function aliasBeside(role: string, taken: readonly string[], position: number): string {
  return position > 0 || taken.includes(role) ? `${role}_${position + 1}` : role;
}

function writeReference(writer: Writer, reference: FieldReference, table: TableName, test: Test): string {
  const {field, grain} = reference;
  if (field.kind !== "dimension") throw new Error(`${field.name} is no dimension`);
  const expression =
    grain === undefined ? writeDimension(writer, field, table) : writeGrain(writer, field, grain, table);
  return writeTest(writer, expression, test);
}

/** The caller's values of an attribute as a test. Values that the dimension cannot have match nothing. */
function attributeTest(writer: Writer, reference: FieldReference, attribute: string): Test {
  const {field} = reference;
  const attributes = writer.attributes;
  const given = Object.hasOwn(attributes, attribute) ? (attributes[attribute] ?? []) : [];
  const values: Value[] = [];
  const tests: Test[] = [];
  for (const value of given) {
    const test = readAttribute(writer, field.name, field.type, value);
    if (test?.kind === "compare") values.push(test.value);
    else if (test !== undefined) tests.push(test);
  }
  if (values.length > 0) tests.unshift({kind: "in", values});
  const [only, ...others] = tests;
  if (only === undefined) return {kind: "constant", holds: false};
  return others.length === 0 ? only : {kind: "any", tests};
}

function readAttribute(
  writer: Writer,
  name: string,
  type: FieldReference["field"]["type"],
  value: string,
): Test | undefined {
  try {
    return readTest({field: name, op: "=", value}, {name, type}, writer.calendar, "").test;
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
}
