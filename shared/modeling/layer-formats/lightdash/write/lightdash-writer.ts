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
    node.file.set([...node.path, ...metaPath(node, "primary_key")], key ?? null);
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
      const {site, below} = this.#measure(model, before.field);
      // A metric without "sql" aggregates the column that it is written below.
      const isOfColumn =
        site.file.value([...site.path, ...metaPath(site, ...below, "sql")]) === undefined &&
        isSameSource(before.field, after.field);
      // An unchanged condition is not written, so it need not be one that Lightdash's filters can express.
      const hasSame = before.field.where === after.field.where;
      const keys = ({where, ...measure}: Measure) =>
        measureKeys({...measure, ...(hasSame || where === undefined ? {} : {where})}, isOfColumn);
      patch(site, inMeta(site, below, keys(before.field)), inMeta(site, below, keys(after.field)));
    }
    if (before.kind === "dimension" && after.kind === "dimension")
      this.#changeDimension(model, before.field, after.field);
  }

  removeField(model: Model, {kind, field}: Field): void {
    const {site, below} = kind === "measure" ? this.#measure(model, field) : this.#dimension(model, field);
    const paths = below === undefined ? [[]] : METAS.map(meta => [...meta, ...below]);
    for (const path of paths) {
      const at = [...site.path, ...path];
      if (site.file.value(at) !== undefined) site.file.remove(at);
    }
  }

  addJoin(join: Join, from: Model, to: Model): void {
    const {file, path} = this.#model(from);
    file.append([...path, ...metaPath({file, path}, "joins")], nested(joinKeys(join, from, to)));
  }

  changeJoin(before: Join, after: Join, from: Model, to: Model): void {
    patch(this.#join(before, from), joinKeys(before, from, to), joinKeys(after, from, to));
  }

  removeJoin(join: Join, from: Model): void {
    const {file, path} = this.#join(join, from);
    file.remove(path);
  }

  #modelKeys({label, description, hint, synonyms, primaryKey}: Model, site: Site): Keys {
    const isInMeta = site.file.value([...site.path, ...metaPath(site, "description")]) !== undefined;
    return {
      ...(isInMeta ? inMeta(site, [], {description}) : {description}),
      ...inMeta(site, [], {
        label,
        ai_hint: hint,
        synonyms,
        primary_key: primaryKey?.length === 1 ? primaryKey[0] : primaryKey && [...primaryKey],
      }),
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
      [...at, ...metaPath({file, path: at}, "additional_dimensions", name)],
      nested({type, sql, description, ...displayKeys(dimension)}),
    );
  }

  #changeDimension(model: Model, before: Dimension, after: Dimension): void {
    const {site, below} = this.#dimension(model, before);
    const inner = ({type, sql, description, ...one}: Dimension): Keys => ({
      type,
      sql,
      description,
      ...displayKeys(one),
    });
    if (below !== undefined) {
      patch(site, inMeta(site, below, inner(before)), inMeta(site, below, inner(after)));
      return;
    }
    if (before.column !== after.column)
      throw new WriteFault(
        `"${model.name}.${before.name}" is the column "${before.column}": remove it and add another one.`,
      );
    const settings = ["dimension"];
    const isInMeta =
      site.file.value([...site.path, ...metaPath(site, ...settings, "description")]) !== undefined;
    const keys = (one: Dimension): Keys => {
      const {description, ...others} = inner(one);
      return isInMeta
        ? inMeta(site, settings, {description, ...others})
        : {description, ...inMeta(site, settings, others)};
    };
    patch(site, keys(before), keys(after));
  }

  #addMeasure({file, path}: Site, measure: Measure): void {
    requireSupportedKeys("a metric of Lightdash", undefined, measure, MEASURE);
    const {name, column} = measure;
    const host = column === undefined ? undefined : findItem(file, [...path, "columns"], column);
    const at = host?.path ?? path;
    file.set(
      [...at, ...metaPath({file, path: at}, "metrics", name)],
      nested(measureKeys(measure, host !== undefined)),
    );
  }

  #model(model: Model): Site {
    return findNode(this.sources, model.name, this.sources.placeOf(model)) ?? lost(model.name);
  }

  /** The column that is the dimension, or with `below` the place of an additional dimension in the metadata of `site`. */
  #dimension(model: Model, {name}: Dimension): {site: Site; below?: string[]} {
    const {file, path} = this.#model(model);
    const found = this.#columns({file, path}).flatMap(({site, value}): {site: Site; below?: string[]}[] => {
      const below = ["additional_dimensions", name];
      if (isInMetadata(site, below)) return [{site, below}];
      const own = file.value([...site.path, ...metaPath(site, "dimension", "name")]) ?? value["name"];
      return own === name ? [{site}] : [];
    });
    const below = ["dimensions", name];
    if (isInMetadata({file, path}, below)) found.push({site: {file, path}, below});
    return found[0] ?? lost(`${model.name}.${name}`);
  }

  #measure(model: Model, {name}: Measure): {site: Site; below: string[]} {
    const own = this.#model(model);
    const below = ["metrics", name];
    const sites = [own, ...this.#columns(own).map(({site}) => site)];
    const site = sites.find(one => isInMetadata(one, below)) ?? lost(`${model.name}.${name}`);
    return {site, below};
  }

  #join(join: Join, from: Model): Site {
    const {file, path} = this.#model(from);
    const list = [...path, ...metaPath({file, path}, "joins")];
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

/** The places of the metadata. A key in both is read from the first. */
const METAS = [["config", "meta"], ["meta"]];

function isInMetadata({file, path}: Site, below: readonly string[]): boolean {
  return METAS.some(meta => file.value([...path, ...meta, ...below]) !== undefined);
}

/**
 * The path of a key of the metadata, in the one of `config.meta` and `meta` that has it. A new key goes where most of
 * its path is, otherwise into `meta`.
 */
function metaPath({file, path}: Site, ...key: string[]): string[] {
  for (let length = key.length; length >= 0; length--) {
    const meta = METAS.find(one => {
      const value = file.value([...path, ...one, ...key.slice(0, length)]);
      return length > 0 ? value !== undefined : !isEmpty(value);
    });
    if (meta) return [...meta, ...key];
  }
  return ["meta", ...key];
}

/** The keys of a map in the metadata, each under its path from the site. */
function inMeta(site: Site, below: readonly string[], keys: Keys): Keys {
  return Object.fromEntries(
    Object.entries(keys).map(([key, value]) => [metaPath(site, ...below, key).join("."), value]),
  );
}

function isSameSource(one: Measure, other: Measure): boolean {
  return one.column === other.column && one.sql === other.sql;
}
