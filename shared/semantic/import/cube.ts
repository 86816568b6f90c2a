import type {Dimension, DimensionType, Measure, MeasureType, Model, TableSource} from "../graph.ts";
import {aggregated, splitAggregates} from "./aggregates.ts";
import {isEmpty, isPlainMap, type PlainMap, type SourceDocument} from "./document.ts";
import {Entry, rootEntry} from "./entry.ts";
import {freeName} from "./free-name.ts";
import type {GraphBuilder} from "./graph-builder.ts";
import {JoinFault, readCondition} from "./join-condition.ts";
import type {Notes} from "./notes.ts";
import {allOf, sourceOf, tableOf} from "./sql.ts";

type Built = Model & {measures: Measure[]};
type Calendar = NonNullable<Measure["offset"]>["unit"];

const UNITS: ReadonlySet<string> = new Set<Calendar>(["day", "week", "month", "quarter", "year"]);
const AGGREGATES: Readonly<Record<string, MeasureType>> = {
  count: "count",
  count_distinct: "count_distinct",
  count_distinct_approx: "count_distinct_approx",
  sum: "sum",
  avg: "avg",
  min: "min",
  max: "max",
};
const TYPES: Readonly<Record<string, DimensionType>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  time: "timestamp",
};
const RELATIONSHIPS: Readonly<Record<string, "many_to_one" | "one_to_many" | "one_to_one">> = {
  many_to_one: "many_to_one",
  belongs_to: "many_to_one",
  belongsTo: "many_to_one",
  one_to_many: "one_to_many",
  has_many: "one_to_many",
  hasMany: "one_to_many",
  one_to_one: "one_to_one",
  has_one: "one_to_one",
  hasOne: "one_to_one",
};
const STORED = "how results are kept is no matter of what they mean";
const LOOKS = "it is about how a page looks";

/** Whether a document is of Cube's data model. */
export function isCubeFile({root}: SourceDocument): boolean {
  return isPlainMap(root) && (Array.isArray(root["cubes"]) || Array.isArray(root["views"]));
}

/** Why a member cannot be taken over, in a sentence. */
class MemberFault extends Error {}

/** The cubes of all files as models; their joins when all of them are known. */
export function importCubes(documents: readonly SourceDocument[], builder: GraphBuilder, notes: Notes): void {
  const cubes: Entry[] = [];
  for (const document of documents) {
    const root = rootEntry(document, notes);
    if (!root) continue;
    cubes.push(...root.entries("cubes", "cube"));
    for (const view of root.entries("views", "view")) {
      view.note(
        "not_supported",
        `The view "${view.text("name") ?? ""}" is left out: a query joins models as it needs.`,
      );
    }
    root.rest();
  }
  const named = new Map(cubes.map(cube => [cube.text("name") ?? "", cube]));
  const built: [cube: Entry, model: Built][] = [];
  for (const cube of cubes) {
    const model = buildCube(inherited(cube, named), builder);
    if (model) built.push(model);
  }
  for (const [cube, model] of built) {
    buildJoins(cube, model, builder);
    cube.rest();
  }
}

/** With the members of the cube that it extends, where it has none of the name itself. */
function inherited(cube: Entry, named: ReadonlyMap<string, Entry>, depth = 0): Entry {
  const parentName = cube.text("extends")?.replace(/^\{|\}$/g, "");
  if (parentName === undefined) return cube;
  const found = named.get(parentName);
  if (!found || found === cube || depth > 20) {
    cube.note("not_supported", `"extends" names the cube "${parentName}", which is not there.`, "extends");
    return cube;
  }
  const parent = inherited(found, named, depth + 1);
  const value: PlainMap = {...parent.value, ...cube.value};
  for (const list of ["dimensions", "measures", "segments", "joins"]) {
    const [theirs, own] = [parent.value[list], cube.value[list]];
    if (!Array.isArray(theirs) || !Array.isArray(own)) continue;
    const names = new Set(own.map(one => (isPlainMap(one) ? one["name"] : undefined)));
    value[list] = [...theirs.filter(one => !isPlainMap(one) || !names.has(one["name"])), ...own];
  }
  const merged = new Entry(cube.document, cube.notes, value, "cube", cube.line);
  merged.skip("extends");
  return merged;
}

function buildCube(cube: Entry, builder: GraphBuilder): [Entry, Built] | undefined {
  const name = cube.text("name");
  if (name === undefined) {
    cube.note("not_understood", "A cube has no name, and is left out.");
    return undefined;
  }
  cube.about = {model: name};
  const table = tableOfCube(cube, name);
  if (!table) return undefined;
  const model = builder.addModel({name, ...described(cube), table, dimensions: []}, cube.place);
  if (!model) return undefined;
  const key: string[] = [];
  for (const entry of cube.entries("dimensions", "dimension")) addDimension(entry, model, key, builder);
  if (key.length > 0) model.primaryKey = key;
  for (const entry of cube.entries("segments", "segment")) addSegment(entry, model, builder);
  for (const entry of cube.entries("measures", "measure")) addMeasure(entry, model, builder);
  cube.unused(STORED, "pre_aggregations", "refresh_key", "data_source", "rewrite_queries", "calendar");
  cube.unused(LOOKS, "sql_alias", "hierarchies");
  cube.cannot("rights are the service's own: see rowAccess of a model", "access_policy");
  return [cube, model];
}

function tableOfCube(cube: Entry, name: string): TableSource | undefined {
  const named = cube.text("sql_table");
  const sql = cube.text("sql");
  const bare = sql === undefined ? undefined : /^\s*select\s+\*\s+from\s+([\w."`]+)\s*;?\s*$/i.exec(sql)?.[1];
  const text = named ?? bare;
  const template = /\{\{|\{%|\{\s*\w/.exec(named ?? sql ?? "");
  if (template) {
    cube.note(
      "model_dropped",
      `The cube "${name}" is left out: its table is made by a template.`,
      named ? "sql_table" : "sql",
    );
    return undefined;
  }
  const table = text === undefined ? undefined : tableOf(text.trim());
  if (table) return table;
  if (sql !== undefined) return {sql: sql.trim().replace(/;\s*$/, "")};
  cube.note("model_dropped", `The cube "${name}" is left out: it has neither "sql_table" nor "sql".`);
  return undefined;
}

function addDimension(entry: Entry, model: Built, key: string[], builder: GraphBuilder): void {
  addMember(entry, model, "field_dropped", name => {
    const said = entry.text("type") ?? "string";
    const type = TYPES[said];
    const sql = entry.text("sql");
    const cases = entry.entry("case");
    const latitude = entry.plain("latitude");
    entry.skip("longitude");
    if (latitude !== undefined || said === "geo")
      throw new MemberFault("a place is two numbers, and a dimension one value");
    if (type === undefined) throw new MemberFault(`its type "${said}" is not known`);
    if (entry.flag("sub_query")) throw new MemberFault("it is a measure of another cube for each row");
    entry.skip("propagate_filters_to_sub_query");
    const source = cases ? {sql: caseOf(cases, model.name)} : sourceOf(ownSql(sql ?? name, model.name));
    const plain = "column" in source ? source.column : /^\$\{TABLE\}\.(\w+)$/.exec(source.sql)?.[1];
    const column: {column: string} | {sql: string} = plain === undefined ? source : {column: plain};
    if (entry.flag("primary_key")) {
      if ("column" in column) key.push(column.column);
      else entry.note("not_supported", "A key that is an expression is none of the table.", "primary_key");
    }
    entry.unused("grains are asked for in a query", "granularities");
    const dimension: Dimension = {name, type, ...column, ...described(entry)};
    builder.addDimension(model, dimension, entry.place);
  });
}

function caseOf(cases: Entry, model: string): string {
  const whens = cases.entries("when", "case").map(when => {
    const label = when.text("label") ?? "";
    return `when ${ownSql(when.text("sql") ?? "", model)} then '${label.replaceAll("'", "''")}'`;
  });
  const other = cases.entry("else")?.text("label");
  cases.rest();
  if (whens.length === 0) throw new MemberFault('its "case" has no "when"');
  return `case ${whens.join(" ")}${other === undefined ? "" : ` else '${other.replaceAll("'", "''")}'`} end`;
}

/** A named condition can be asked for, and filtered by, as a dimension that is true or false. */
function addSegment(entry: Entry, model: Built, builder: GraphBuilder): void {
  addMember(entry, model, "field_dropped", name => {
    const sql = ownSql(entry.text("sql") ?? "", model.name);
    builder.addDimension(model, {name, type: "boolean", sql, ...described(entry)}, entry.place);
  });
}

function addMeasure(entry: Entry, model: Built, builder: GraphBuilder): void {
  addMember(entry, model, "metric_dropped", name => {
    const type = entry.text("type") ?? "";
    const given = entry.text("sql");
    const sql = given === undefined ? undefined : ownSql(given, model.name);
    const filters = entry
      .entries("filters", "filter")
      .map(filter => ownSql(filter.text("sql") ?? "", model.name));
    if (entry.flag("multi_stage")) throw new MemberFault("it works on the result of another query");
    const rolling = rollingOf(entry, model);
    entry.cannot(
      "it works on the result of another query",
      "group_by",
      "reduce_by",
      "add_group_by",
      "time_shift",
    );
    entry.unused("a row is asked for by a query over the model's dimensions", "drill_members");
    const where = allOf(filters);
    const measure = measureOf(name, type, sql, where, entry, model, builder);
    if (rolling && measure.type === "number")
      throw new MemberFault("a number over other measures cannot roll");
    builder.addMeasure(model, {name, ...measure, ...rolling, ...described(entry)}, entry.place);
  });
}

function measureOf(
  name: string,
  type: string,
  sql: string | undefined,
  where: string | undefined,
  entry: Entry,
  model: Built,
  builder: GraphBuilder,
): Omit<Measure, "name"> {
  const aggregate = AGGREGATES[type];
  if (aggregate !== undefined) {
    const source = sql === undefined ? {} : plainColumn(sourceOf(sql));
    if (sql === undefined && aggregate !== "count") throw new MemberFault('it needs "sql"');
    return {type: aggregate, ...source, ...(where === undefined ? {} : {where})};
  }
  if (type !== "number" && type !== "number_agg")
    throw new MemberFault(`its type "${type}" is none that a measure has`);
  if (sql === undefined) throw new MemberFault('it needs "sql"');
  if (where !== undefined) throw new MemberFault("a number over other measures cannot be filtered");
  const pieces = splitAggregates(sql);
  if (!pieces) return {type: "number", sql};
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === "object")
    return aggregated(only, one => plainColumn(sourceOf(one)));
  const taken = new Set([...model.dimensions, ...model.measures].map(field => field.name));
  const text = pieces.map(piece => {
    if (typeof piece === "string") return piece;
    const part = freeName(`${name}__${piece.type}`, taken);
    const made = aggregated(piece, one => plainColumn(sourceOf(one)));
    builder.addMeasure(model, {name: part, ...made, hidden: true}, entry.place);
    return `\${${part}}`;
  });
  return {type: "number", sql: text.join("").trim()};
}

function rollingOf(entry: Entry, model: Built): Pick<Measure, "rolling"> | undefined {
  const window = entry.entry("rolling_window");
  if (!window) return undefined;
  const trailing = window.text("trailing");
  const [times, ...others] = model.dimensions.filter(({type}) => type === "timestamp" || type === "date");
  if (window.has("leading")) throw new MemberFault("it looks ahead in time");
  if (window.text("type") === "to_date" || window.has("granularity"))
    throw new MemberFault("it begins anew with each period");
  if (window.text("offset") === "start")
    throw new MemberFault('its window ends where a period starts ("offset: start")');
  if (!times) throw new MemberFault("its cube has no dimension of time to go along");
  if (others.length > 0) {
    entry.note(
      "not_supported",
      `It rolls along "${times.name}", the first time of its cube, whatever a query groups by.`,
      "rolling_window",
    );
  }
  window.rest();
  if (trailing === undefined || trailing === "unbounded")
    return {rolling: {dimension: times.name, window: "unbounded"}};
  const [, count = "", said] = /^(\d+)\s*(\w+?)s?$/.exec(trailing) ?? [];
  const unit = [...UNITS].find((known): known is Calendar => known === said);
  if (unit === undefined || Number(count) < 1 || Number(count) > 10_000)
    throw new MemberFault(`a window of "${trailing}" is none: days, weeks, months, quarters or years are`);
  return {rolling: {dimension: times.name, window: {unit, count: Number(count)}}};
}

function addMember(entry: Entry, model: Built, code: string, add: (name: string) => void): void {
  const name = entry.text("name");
  if (name === undefined) {
    entry.note("not_understood", `A ${entry.kind} of "${model.name}" has no name, and is left out.`);
    return;
  }
  entry.about = {model: model.name, field: name};
  try {
    add(name);
    entry.rest();
  } catch (fault) {
    if (!(fault instanceof MemberFault)) throw fault;
    entry.note(code, `The ${entry.kind} "${name}" is left out: ${fault.message}.`);
  }
}

function buildJoins(cube: Entry, model: Built, builder: GraphBuilder): void {
  for (const entry of cube.entries("joins", "join")) {
    const target = entry.text("name") ?? "";
    const relationship = RELATIONSHIPS[entry.text("relationship") ?? ""];
    entry.about = {model: model.name};
    try {
      if (!relationship) throw new JoinFault("its relationship is not known");
      if (!builder.get(target)) throw new JoinFault(`there is no cube "${target}"`);
      const on = readCondition(ownSql(entry.text("sql") ?? "", model.name), model.name, target, builder);
      const said = builder.hasJoin(
        target,
        model.name,
        on.map(pair => ({from: pair.to, to: pair.from})),
      );
      if (!said) builder.addJoin({from: model.name, to: target, relationship, on}, entry.place);
      entry.rest();
    } catch (fault) {
      if (!(fault instanceof JoinFault || fault instanceof MemberFault)) throw fault;
      entry.note("join_skipped", `The join to "${target}" is left out: ${fault.message}.`, "sql");
    }
  }
}

/** Cube's references as ours: `{CUBE}.a` is the table's, `{b}` and `{CUBE.b}` the cube's own, `{other.c}` another's. */
function ownSql(sql: string, cube: string): string {
  if (/\{\{|\{%/.test(sql)) throw new MemberFault("it holds Jinja, which needs Cube's own context");
  if (/FILTER_PARAMS|SECURITY_CONTEXT|COMPILE_CONTEXT|FILTER_GROUP/.test(sql)) {
    throw new MemberFault("it rests on what a request of Cube carries");
  }
  const own = new Set(["CUBE", "TABLE", cube]);
  return sql
    .replace(/\$?\{\s*([\w.]+)\s*\}(?=\s*\.)/g, (_, name: string) =>
      own.has(name) ? "${TABLE}" : `\${${name}}`,
    )
    .replace(/(?<!\$)\{\s*([\w.]+)\s*\}|\$\{\s*((?!TABLE\s*\})[\w.]+)\s*\}/g, (_, a?: string, b?: string) => {
      const [first = "", ...rest] = (a ?? b ?? "").split(".");
      return own.has(first) && rest.length > 0
        ? `\${${rest.join(".")}}`
        : `\${${[first, ...rest].join(".")}}`;
    });
}

function plainColumn(source: {column: string} | {sql: string}): {column: string} | {sql: string} {
  const column = "sql" in source ? /^\$\{TABLE\}\.(\w+)$/.exec(source.sql)?.[1] : undefined;
  return column === undefined ? source : {column};
}

function described(entry: Entry) {
  const label = entry.text("title");
  const description = entry.text("description");
  const meta = entry.entry("meta");
  const hint = meta?.text("ai_context");
  meta?.unused("what it means is not known", ...Object.keys(meta.value).filter(key => key !== "ai_context"));
  const hidden = entry.flag("public") === false || entry.flag("shown") === false;
  const format = entry.kind === "cube" ? undefined : formatOf(entry);
  return {
    ...(label ? {label} : {}),
    ...(description ? {description} : {}),
    ...(hint ? {hint} : {}),
    ...(hidden ? {hidden: true} : {}),
    ...(format ? {format} : {}),
  };
}

function formatOf(entry: Entry): Measure["format"] | undefined {
  const value = entry.plain("format");
  if (isEmpty(value)) return undefined;
  const currency = entry.text("currency");
  if (value === "percent") return {style: "percent"};
  if (value === "currency" && currency && /^[a-z]{3}$/i.test(currency))
    return {style: "currency", currency: currency.toUpperCase()};
  if (value === "number") return {style: "number"};
  entry.note("not_supported", `The format ${JSON.stringify(value)} is left out.`, "format");
  return undefined;
}
