import type {Static} from "@sinclair/typebox";
import {stringify} from "yaml";
import type {Dimension, FieldFormat, Join, Measure, Model} from "../../../../semantic/documents.ts";
import {type Keys, nested, roleOf} from "../../common/apply-changes.ts";
import {
  findItem,
  patch,
  requireSupportedKeys,
  type Site,
  SOURCE,
  type Sources,
  TEXT,
} from "../../common/sources.ts";
import {columnSql} from "../../common/sql.ts";
import type {Texts} from "../../common/texts.ts";
import {lost, WriteFault} from "../../common/write-fault.ts";
import type {Field, Writer} from "../../common/writer.ts";

const TYPES: Partial<Record<Dimension["type"], string>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  timestamp: "time",
};
const AGGREGATES: Partial<Record<Measure["type"], string>> = {
  count: "count",
  count_distinct: "count_distinct",
  count_distinct_approx: "count_distinct_approx",
  sum: "sum",
  avg: "avg",
  min: "min",
  max: "max",
  number: "number",
};
const FIELD = [...TEXT, ...SOURCE, "type", "hidden", "format"];
const LISTS = {dimension: "dimensions", measure: "measures"} as const;

/** Writes Cube's YAML. */
export class CubeWriter implements Writer {
  constructor(readonly sources: Sources) {}

  addModel(model: Model): void {
    requireSupportedKeys("a cube", undefined, {...model, dimensions: undefined, measures: undefined}, [
      ...TEXT,
      "table",
      "primaryKey",
      "hidden",
    ]);
    const dimensions = model.dimensions.map(dimension => nested(this.#dimension(dimension, model)));
    const measures = (model.measures ?? []).map(measure => nested(measureKeys(measure)));
    const cube = {
      ...nested(modelKeys(model)),
      ...(dimensions.length > 0 ? {dimensions} : {}),
      ...(measures.length > 0 ? {measures} : {}),
    };
    const [near] = this.sources.withWord("cubes").filter(file => Array.isArray(file.value(["cubes"])));
    const folder = near?.path.replace(/[^/]*$/, "") ?? "";
    if (!/^[\w-]+$/.test(model.name))
      throw new WriteFault(`"${model.name}" is not a name for a file of its own.`);
    this.sources.create(`${folder}${model.name}.yml`, stringify({cubes: [cube]}, {lineWidth: 0}));
  }

  changeModel(before: Model, after: Model): void {
    requireSupportedKeys("an existing cube", before, after, [...TEXT, "table", "dimensions", "measures"]);
    patch(this.#cube(before), modelKeys(before), modelKeys(after));
  }

  removeModel(model: Model): void {
    const {file, path} = this.#cube(model);
    file.remove(path);
  }

  addField(model: Model, {kind, field}: Field): void {
    requireSupportedKeys(
      `a ${kind} of Cube`,
      undefined,
      field,
      kind === "measure" ? [...FIELD, "where"] : FIELD,
    );
    const {file, path} = this.#cube(model);
    const keys = kind === "measure" ? measureKeys(field) : this.#dimension(field, model);
    file.append([...path, LISTS[kind]], nested(keys));
  }

  changeField(model: Model, before: Field, after: Field): void {
    const words = after.kind === "measure" ? [...FIELD, "where"] : FIELD;
    requireSupportedKeys(`a ${after.kind} of Cube`, before.field, after.field, words);
    const keys = (one: Field) =>
      one.kind === "measure" ? measureKeys(one.field) : this.#dimension(one.field, model);
    patch(this.#field(model, before), keys(before), keys(after));
  }

  removeField(model: Model, field: Field): void {
    const {file, path} = this.#field(model, field);
    file.remove(path);
  }

  addJoin(join: Join, from: Model): void {
    const {file, path} = this.#cube(from);
    file.append([...path, "joins"], nested(joinKeys(join)));
  }

  changeJoin(before: Join, after: Join, from: Model): void {
    patch(this.#join(before, from), joinKeys(before), joinKeys(after));
  }

  removeJoin(join: Join, from: Model): void {
    const {file, path} = this.#join(join, from);
    file.remove(path);
  }

  #cube(model: Model): Site {
    const place = this.sources.placeOf(model);
    const site = place && findItem(this.sources.file(place.file), ["cubes"], model.name, place);
    return site ?? lost(model.name);
  }

  #field(model: Model, {kind, field}: Field): Site {
    const {file, path} = this.#cube(model);
    const lists = kind === "dimension" ? ["dimensions", "segments"] : ["measures"];
    const found = lists.flatMap(list => findItem(file, [...path, list], field.name) ?? []);
    return found[0] ?? lost(`${model.name}.${field.name}`);
  }

  #join(join: Join, from: Model): Site {
    const {file, path} = this.#cube(from);
    return findItem(file, [...path, "joins"], join.to) ?? lost(`${join.from} → ${join.to}`);
  }

  #dimension(dimension: Dimension, {primaryKey = []}: Model): Keys {
    const type = TYPES[dimension.type];
    if (type === undefined) throw new WriteFault(`Cube has no dimension of the type "${dimension.type}".`);
    const isKey = dimension.column !== undefined && primaryKey.includes(dimension.column);
    return {
      ...textKeys(dimension),
      sql: sourceSql(dimension),
      type,
      primary_key: isKey || undefined,
      ...displayKeys(dimension),
    };
  }
}

function modelKeys(model: Model): Keys {
  const {table} = model;
  const name = (one: {catalog?: string; schema?: string; name: string}) =>
    [one.catalog, one.schema, one.name]
      .flatMap(part => (part === undefined ? [] : columnSql(part)))
      .join(".");
  return {
    ...textKeys(model),
    ...("sql" in table ? {sql: table.sql} : {sql_table: name(table)}),
    public: model.hidden ? false : undefined,
  };
}

function measureKeys(measure: Measure): Keys {
  const type = AGGREGATES[measure.type];
  if (type === undefined) throw new WriteFault(`Cube has no measure of the type "${measure.type}".`);
  return {
    ...textKeys(measure),
    sql: sourceSql(measure),
    type,
    filters: measure.where === undefined ? undefined : [{sql: cubeSql(measure.where)}],
    ...displayKeys(measure),
  };
}

function textKeys({name, label, description, hint, synonyms}: Texts & {name: string}): Keys {
  return {name, title: label, description, "meta.ai_context": hint, "meta.synonyms": synonyms};
}

function displayKeys({hidden, format}: {hidden?: boolean; format?: Static<typeof FieldFormat>}): Keys {
  if (format?.decimals !== undefined || (format && !["number", "percent", "currency"].includes(format.style)))
    throw new WriteFault(`Cube has no format ${JSON.stringify(format)}.`);
  return {public: hidden ? false : undefined, format: format?.style, currency: format?.currency};
}

function joinKeys(join: Join): Keys {
  const {from, to, relationship, on} = join;
  if (roleOf(join) !== to)
    throw new WriteFault(`Cube has no names for joins: "${roleOf(join)}" of "${from}".`);
  const sql = on.map(pair => `{CUBE}.${columnSql(pair.from)} = {${to}}.${columnSql(pair.to)}`).join(" AND ");
  return {name: to, relationship, sql};
}

function sourceSql({column, sql}: {column?: string; sql?: string}): string | undefined {
  return column === undefined ? sql && cubeSql(sql) : columnSql(column);
}

/** References in a fragment of the layer, as Cube writes them. */
function cubeSql(sql: string): string {
  return sql.replace(/\$\{\s*([^}]+?)\s*\}/g, (_, name: string) => `{${name === "TABLE" ? "CUBE" : name}}`);
}
