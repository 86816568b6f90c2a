import type {Dimension, DimensionType} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import {isPlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {sourceOf} from "../../common/sql.ts";
import {addMember, described, MemberFault, ownSql, plainColumn} from "./member.ts";

const TYPES: Readonly<Record<string, DimensionType>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  time: "timestamp",
};

export function addDimension(entry: Entry, model: BuiltModel, key: string[], builder: GraphBuilder): void {
  addMember(entry, model, "field_dropped", name => {
    const declaredType = entry.text("type") ?? "string";
    const type = TYPES[declaredType];
    const sql = entry.text("sql");
    const cases = entry.entry("case");
    const latitude = entry.plain("latitude");
    entry.skip("longitude");
    if (latitude !== undefined || declaredType === "geo")
      throw new MemberFault("a place is two numbers, and a dimension one value");
    if (type === undefined) throw new MemberFault(`its type "${declaredType}" is not known`);
    if (entry.flag("sub_query")) throw new MemberFault("it is a measure of another cube for each row");
    entry.skip("propagate_filters_to_sub_query");
    const source = cases
      ? {sql: caseOf(cases, model.name)}
      : plainColumn(sourceOf(ownSql(sql ?? name, model.name)));
    if (entry.flag("primary_key")) {
      if ("column" in source) key.push(source.column);
      else
        entry.note("not_supported", "A key that is an expression cannot be the table's key.", "primary_key");
    }
    entry.unused("a query names the grain that it needs", "granularities");
    const dimension: Dimension = {name, type, ...source, ...described(entry)};
    builder.addDimension(model, dimension, entry.place);
  });
}

function caseOf(cases: Entry, model: string): string {
  const whens = cases.entries("when", "case").map(when => {
    const [condition, label] = [when.text("sql"), labelOf(when, model)];
    if (condition === undefined || label === undefined)
      throw new MemberFault('a "when" of its "case" has no "sql" or no "label"');
    return `when ${ownSql(condition, model)} then ${label}`;
  });
  const otherwise = cases.entry("else");
  const other = otherwise && labelOf(otherwise, model);
  cases.rest();
  if (whens.length === 0) throw new MemberFault('its "case" has no "when"');
  return `case ${whens.join(" ")}${other === undefined ? "" : ` else ${other}`} end`;
}

/** The SQL of a label, which is a text or has an expression under `sql`. */
function labelOf(entry: Entry, model: string): string | undefined {
  if (isPlainMap(entry.value["label"])) {
    const sql = entry.entry("label")?.text("sql");
    return sql === undefined ? undefined : ownSql(sql, model);
  }
  const text = entry.text("label");
  return text === undefined ? undefined : `'${text.replaceAll("'", "''")}'`;
}

/** Adds a named condition as a boolean dimension, which can be selected and filtered by. */
export function addSegment(entry: Entry, model: BuiltModel, builder: GraphBuilder): void {
  addMember(entry, model, "field_dropped", name => {
    const sql = ownSql(entry.text("sql") ?? "", model.name);
    builder.addDimension(model, {name, type: "boolean", sql, ...described(entry)}, entry.place);
  });
}
