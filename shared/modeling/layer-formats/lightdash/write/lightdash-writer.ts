import type {Dimension, Join, Measure, Model} from "../../../../semantic/documents.ts";
import {type Keys, nested, roleOf} from "../../common/apply-changes.ts";
import {isEmpty, isPlainMap, type PlainMap} from "../../common/document.ts";
import {
  findItem,
  patch,
  requireSupportedKeys,
  type Site,
  SOURCE,
  type Sources,
  TEXT,
} from "../../common/sources.ts";
import {lost, WriteFault} from "../../common/write-fault.ts";
import type {Field, Writer} from "../../common/writer.ts";
import type {Path} from "../../common/yaml/file.ts";
import {DATA_TYPES, findNode, requireNode} from "../../dbt/write/files.ts";
import {displayKeys, joinKeys, measureKeys} from "./keys.ts";

const FIELD = [...TEXT, ...SOURCE, "type", "hidden", "format"];
const MEASURE = [...FIELD, "where", "percentile"];

/** Writes Lightdash's `meta` of dbt models and their columns. */
export class LightdashWriter implements Writer {
  constructor(readonly sources: Sources) {}

  addModel(model: Model): void {
    const {name, primaryKey = []} = model;
    const node = requireNode(this.sources, name);
    requireSupportedKeys(
      "a model of Lightdash",
      undefined,
      {...model, dimensions: undefined, measures: undefined},
      [...TEXT, "table", "primaryKey"],
    );
    const key = primaryKey.length === 1 ? primaryKey[0] : [...primaryKey];
    if (isEmpty(key))
      throw new WriteFault(`Lightdash recognizes a new model by its primary key: "${name}" has none.`);
    node.file.set([...node.path, ...metaOf(node), "primary_key"], key ?? null);
    patch(node, {}, this.#modelKeys(model, node));
    for (const dimension of model.dimensions) {
      const column = findItem(node.file, [...node.path, "columns"], dimension.name);
      if (!column) this.#addDimension(node, dimension);
    }
    for (const measure of model.measures ?? []) this.#addMeasure(node, measure);
  }

  changeModel(before: Model, after: Model): void {
    requireSupportedKeys("a model of Lightdash", before, after, [
      ...TEXT,
      "primaryKey",
      "dimensions",
      "measures",
    ]);
    const site = this.#model(before);
    patch(site, this.#modelKeys(before, site), this.#modelKeys(after, site));
  }

  removeModel(model: Model): void {
    const {file, path} = this.#model(model);
    file.remove(path);
  }

  addField(model: Model, {kind, field}: Field): void {
    const site = this.#model(model);
    if (kind === "dimension") this.#addDimension(site, field);
    else this.#addMeasure(site, field);
  }

  changeField(model: Model, before: Field, after: Field): void {
    const words = before.kind === "measure" ? MEASURE : FIELD;
    requireSupportedKeys(`a ${before.kind} of Lightdash`, before.field, after.field, words);
    if (before.kind === "measure" && after.kind === "measure") {
      const site = this.#measure(model, before.field);
      // A metric without "sql" aggregates the column that it is written below.
      const isOfColumn =
        site.file.value([...site.path, "sql"]) === undefined && isSameSource(before.field, after.field);
      // An unchanged condition is not written, so it need not be one that Lightdash's filters can express.
      const hasSame = before.field.where === after.field.where;
      const keys = ({where, ...measure}: Measure) =>
        measureKeys({...measure, ...(hasSame || where === undefined ? {} : {where})}, isOfColumn);
      patch(site, keys(before.field), keys(after.field));
    }
    if (before.kind === "dimension" && after.kind === "dimension")
      this.#changeDimension(model, before.field, after.field);
  }

  removeField(model: Model, {kind, field}: Field): void {
    if (kind === "measure") {
      const {file, path} = this.#measure(model, field);
      file.remove(path);
      return;
    }
    const {file, path} = this.#dimension(model, field).site;
    file.remove(path);
  }

  addJoin(join: Join, from: Model, to: Model): void {
    const {file, path} = this.#model(from);
    file.append([...path, ...metaOf({file, path}), "joins"], nested(joinKeys(join, from, to)));
  }

  changeJoin(before: Join, after: Join, from: Model, to: Model): void {
    patch(this.#join(before, from), joinKeys(before, from, to), joinKeys(after, from, to));
  }

  removeJoin(join: Join, from: Model): void {
    const {file, path} = this.#join(join, from);
    file.remove(path);
  }

  #modelKeys({label, description, hint, synonyms, primaryKey}: Model, site: Site): Keys {
    const meta = metaOf(site).join(".");
    const own = site.file.value([...site.path, ...metaOf(site), "description"]) !== undefined;
    return {
      [own ? `${meta}.description` : "description"]: description,
      [`${meta}.label`]: label,
      [`${meta}.ai_hint`]: hint,
      [`${meta}.synonyms`]: synonyms,
      [`${meta}.primary_key`]: primaryKey?.length === 1 ? primaryKey[0] : primaryKey && [...primaryKey],
    };
  }

  #addDimension({file, path}: Site, dimension: Dimension): void {
    requireSupportedKeys("a dimension of Lightdash", undefined, dimension, FIELD);
    const {name, column, sql = "", description, type} = dimension;
    if (column !== undefined) {
      if (findItem(file, [...path, "columns"], column))
        throw new WriteFault(
          `The column "${column}" is a dimension already: another one of it needs an "sql".`,
          file.path,
        );
      const own = {name: name === column ? undefined : name, ...displayKeys(dimension)};
      const keys = nested({name: column, description, data_type: DATA_TYPES[type]});
      const inner = nested(own);
      file.append([...path, "columns"], {
        ...keys,
        ...(Object.keys(inner).length > 0 ? {meta: {dimension: inner}} : {}),
      });
      return;
    }
    const columns = file.value([...path, "columns"]);
    const hosts = (Array.isArray(columns) ? columns : []).map(one =>
      isPlainMap(one) ? String(one["name"]) : "",
    );
    const near = hosts.findIndex(host => host !== "" && new RegExp(`\\b${RegExp.escape(host)}\\b`).test(sql));
    if (hosts.length === 0)
      throw new WriteFault(
        `An additional dimension is written below a column, and the file describes no column.`,
        file.path,
      );
    const at = [...path, "columns", Math.max(near, 0)];
    file.set(
      [...at, ...metaOf({file, path: at}), "additional_dimensions", name],
      nested({type, sql, description, ...displayKeys(dimension)}),
    );
  }

  #changeDimension(model: Model, before: Dimension, after: Dimension): void {
    const {site, isColumn} = this.#dimension(model, before);
    const inner = ({type, sql, description, ...one}: Dimension): Keys => ({
      type,
      sql,
      description,
      ...displayKeys(one),
    });
    if (!isColumn) {
      patch(site, inner(before), inner(after));
      return;
    }
    if (before.column !== after.column)
      throw new WriteFault(
        `"${model.name}.${before.name}" is the column "${before.column}": remove it and add another one.`,
      );
    const prefix = [...metaOf(site), "dimension"].join(".");
    const own = site.file.value([...site.path, ...prefix.split("."), "description"]) !== undefined;
    const keys = (one: Dimension): Keys => {
      const {description, ...others} = inner(one);
      const below = Object.entries(others).map(([key, value]) => [`${prefix}.${key}`, value] as const);
      return {[own ? `${prefix}.description` : "description"]: description, ...Object.fromEntries(below)};
    };
    patch(site, keys(before), keys(after));
  }

  #addMeasure({file, path}: Site, measure: Measure): void {
    requireSupportedKeys("a metric of Lightdash", undefined, measure, MEASURE);
    const {name, column} = measure;
    const host = column === undefined ? undefined : findItem(file, [...path, "columns"], column);
    const at = host?.path ?? path;
    file.set(
      [...at, ...metaOf({file, path: at}), "metrics", name],
      nested(measureKeys(measure, host !== undefined)),
    );
  }

  #model(model: Model): Site {
    return findNode(this.sources, model.name, this.sources.placeOf(model)) ?? lost(model.name);
  }

  /** The column that is the dimension, or the additional dimension at a column or the model. */
  #dimension(model: Model, {name}: Dimension): {site: Site; isColumn: boolean} {
    const {file, path} = this.#model(model);
    const found = this.#columns({file, path}).flatMap(({site, value}) => {
      const more = [...site.path, ...metaOf(site), "additional_dimensions", name];
      if (file.value(more) !== undefined) return [{site: {file, path: more}, isColumn: false}];
      const own = file.value([...site.path, ...metaOf(site), "dimension", "name"]) ?? value["name"];
      return own === name ? [{site, isColumn: true}] : [];
    });
    const more = [...path, ...metaOf({file, path}), "dimensions", name];
    if (file.value(more) !== undefined) found.push({site: {file, path: more}, isColumn: false});
    return found[0] ?? lost(`${model.name}.${name}`);
  }

  #measure(model: Model, {name}: Measure): Site {
    const {file, path} = this.#model(model);
    const homes: Path[] = [path, ...this.#columns({file, path}).map(({site}) => site.path)];
    const found = homes.map(home => [...home, ...metaOf({file, path: home}), "metrics", name]);
    const at = found.find(one => file.value(one) !== undefined);
    return at ? {file, path: at} : lost(`${model.name}.${name}`);
  }

  #join(join: Join, from: Model): Site {
    const {file, path} = this.#model(from);
    const list = [...path, ...metaOf({file, path}), "joins"];
    const role = roleOf(join);
    const found =
      role === join.to
        ? findItem(file, list, join.to, undefined, "join")
        : findItem(file, list, role, undefined, "alias");
    return found ?? lost(`${join.from} → ${role}`);
  }

  #columns({file, path}: Site): {site: Site; value: PlainMap}[] {
    const columns = file.value([...path, "columns"]);
    return (Array.isArray(columns) ? columns : []).flatMap((value, i) =>
      isPlainMap(value) ? [{site: {file, path: [...path, "columns", i]}, value}] : [],
    );
  }
}

/** The path of the metadata: `config.meta` if that has content, else `meta`. */
function metaOf({file, path}: Site): string[] {
  return isEmpty(file.value([...path, "config", "meta"])) ? ["meta"] : ["config", "meta"];
}

function isSameSource(one: Measure, other: Measure): boolean {
  return one.column === other.column && one.sql === other.sql;
}
