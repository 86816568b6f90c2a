import {CompileError} from "../errors.ts";
import type {JoinValidity} from "../layer/join.ts";
import type {DimensionField, Edge, LayerModel} from "../layer/layer.ts";
import {ownName} from "../layer/names.ts";
import {type TableName, writeColumn, writeDimension, writeGrain} from "./field.ts";
import {writeSelect} from "./select.ts";
import type {Writer} from "./writer.ts";

/** Writes a model's table under an alias. */
type SourceWriter = (model: LayerModel, alias: string, pad: string) => string;

/** The condition of a join: equal columns, and that the version on the one side is valid. */
export function writeMatch(writer: Writer, edge: Edge, near: TableName, far: TableName): string {
  const [left, right] = [
    {...near, alone: false},
    {...far, alone: false},
  ];
  const [pair] = edge.on;
  if (edge.day !== undefined && pair !== undefined)
    return `${writeColumn(writer, pair[1], right)} = ${writeDay(writer, edge.day, left)}`;
  const keys = edge.on.map(
    ([from, to]) => `${writeColumn(writer, to, right)} = ${writeColumn(writer, from, left)}`,
  );
  return [...keys, ...writeValidity(writer, edge, near, far)].join(" and ");
}

/** The day that is looked up in the calendar. */
function writeDay(writer: Writer, {field, timezone}: NonNullable<Edge["day"]>, near: TableName): string {
  return writeGrain(writer, field, "day", near, timezone);
}

/**
 * The conditions that the version on the one side is valid at the time of the other side; none for joins without
 * versions.
 */
export function writeValidity(writer: Writer, edge: Edge, near: TableName, far: TableName): string[] {
  if (edge.validity === undefined) return [];
  const {at, from, to} = momentsOf(writer, edge, edge.validity);
  const [fact, versions] = edge.toMany ? [far, near] : [near, far];
  return validAt(at(fact), from(versions), to(versions));
}

function validAt(at: string, from: string, to: string): string[] {
  return [`${at} >= ${from}`, `(${to} is null or ${at} < ${to})`];
}

/**
 * The expressions on the near side of a join by equal values alone. For a fact: its columns and its time. For versions:
 * their columns, their begin and their end. A version that is still valid has its begin as its end, and one that is
 * valid at no time has null, which equals nothing.
 */
export function writeNearKeys(writer: Writer, edge: Edge, table: TableName): string[] {
  const near = {...table, alone: false};
  if (edge.day !== undefined) return [writeDay(writer, edge.day, near)];
  const keys = edge.on.map(([column]) => writeColumn(writer, column, near));
  if (edge.validity === undefined) return keys;
  const {at, from, to} = momentsOf(writer, edge, edge.validity);
  if (!edge.toMany) return [...keys, at(near)];
  const [begin, end] = [from(near), to(near)];
  return [...keys, begin, `case when ${end} is null then ${begin} when ${end} > ${begin} then ${end} end`];
}

/** The expressions on the far side of a join by equal values; with a validity, over the table that `writePaired` writes. */
export function writeFarKeys(writer: Writer, edge: Edge, far: TableName): string[] {
  if (edge.validity === undefined) return edge.on.map(([, column]) => writeColumn(writer, column, far));
  const prefix = far.alone ? "" : `${writer.quote(far.alias)}.`;
  return pairedNames(writer, edge).map(name => prefix + name);
}

/**
 * The far table of a join with a validity, with each row paired to the values of the near side that match it. It can
 * then be joined by equal values alone: in an `in`, in a select of distinct rows, or on an engine whose left joins allow
 * nothing else.
 */
export function writePaired(
  writer: Writer,
  edge: Edge,
  alias: string,
  pad: string,
  source: SourceWriter,
): string {
  const [inner, deeper] = [`${pad}  `, `${pad}    `];
  const names = pairedNames(writer, edge);
  const hides = writer.dialect.aliasesHideTables === true ? edge.from : undefined;
  const near = {alias: writer.aliases.table([edge.from.name], new Set(), hides), alone: false};
  // `role.*` would be looked up among the columns of the tables around it on ClickHouse.
  const far = {alias: writer.own("paired"), alone: false};
  const select = writeSelect(
    {
      columns: writeNearKeys(writer, edge, near).map((sql, i) => `${sql} as ${names[i] ?? ""}`),
      distinct: true,
      from: source(edge.from, near.alias, deeper),
    },
    deeper,
  );
  const pairs = writer.own("pairs");
  const values = names.map(name => `${pairs}.${name}`);
  const keys = edge.on.map(([, to], i) => `${writeColumn(writer, to, far)} = ${values[i] ?? ""}`);
  const joined = writeSelect(
    {
      columns: [...values.map((sql, i) => `${sql} as ${names[i] ?? ""}`), `${writer.quote(far.alias)}.*`],
      from:
        `(\n${deeper}${select}\n${inner}) as ${pairs}\n${inner}` +
        `join ${source(edge.to, far.alias, inner)} on ${keys.join(" and ")}`,
      where: writePairedValidity(writer, edge, values.slice(edge.on.length), far).join(" and "),
    },
    inner,
  );
  return `(\n${inner}${joined}\n${pad}) as ${writer.quote(alias)}`;
}

/** The validity of a paired row. `moments` are the expressions that `writeNearKeys` adds to the columns. */
function writePairedValidity(
  writer: Writer,
  edge: Edge,
  [first = "", end = ""]: readonly string[],
  far: TableName,
): string[] {
  if (edge.validity === undefined) return [];
  const {at, from, to} = momentsOf(writer, edge, edge.validity);
  if (!edge.toMany) return validAt(first, from(far), to(far));
  return [`${at(far)} >= ${first}`, `(${end} = ${first} or ${at(far)} < ${end})`];
}

function pairedNames(writer: Writer, edge: Edge): string[] {
  return Array.from({length: edge.on.length + (edge.toMany ? 2 : 1)}, (_, i) => writer.own(`w${i}`));
}

/** Writes the three moments of a validity over a table. If one is an instant, dates are converted to instants. */
function momentsOf(writer: Writer, edge: Edge, validity: JoinValidity) {
  const [facts, versions] = edge.toMany ? [edge.to, edge.from] : [edge.from, edge.to];
  const fields = {
    at: dimensionOf(facts, ownName(facts.name, validity.at)),
    from: dimensionOf(versions, validity.from),
    to: dimensionOf(versions, validity.to),
  };
  const isMixed = new Set(Object.values(fields).map(({type}) => type)).size > 1;
  const writeOver =
    (field: DimensionField) =>
    ({alias}: TableName) => {
      const sql = writeDimension(writer, field, {alias, alone: false});
      return isMixed && field.type === "date" ? writer.dialect.cast(sql, "timestamp") : sql;
    };
  return {at: writeOver(fields.at), from: writeOver(fields.from), to: writeOver(fields.to)};
}

function dimensionOf(model: LayerModel, name: string): DimensionField {
  const field = model.fields.get(name);
  if (field?.kind === "dimension") return field;
  throw new CompileError(
    "invalid_request",
    `The validity of a join names "${name}", which is not a dimension of "${model.name}". Correct it in the layer.`,
  );
}
