import type {Dimension, Join, Measure, Model} from "../../../../semantic/documents.ts";
import {type Keys, nested} from "../../common/apply-changes.ts";
import {isPlainMap, type PlainMap} from "../../common/document.ts";
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
import {
  AGGREGATES,
  DATA_TYPES,
  derivedOf,
  exprOf,
  filterOf,
  findNode,
  refuseJoinChange,
  requireNode,
  timeOf,
} from "./files.ts";
import {textKeys} from "./measures.ts";

const MEASURE = [...TEXT, ...SOURCE, "type", "where", "percentile"];
const DIMENSION = [...TEXT, ...SOURCE, "type"];

/** Writes dbt's newer form, in which a model describes what its columns mean. */
export class DbtModelWriter implements Writer {
  constructor(readonly sources: Sources) {}

  addModel(model: Model): void {
    const {name, primaryKey = []} = model;
    const node = requireNode(this.sources, name);
    const [key, ...others] = primaryKey;
    if (others.length > 0) throw new WriteFault("A model of dbt has one column as its key here.");
    requireSupportedKeys(
      "a model of dbt",
      undefined,
      {...model, dimensions: undefined, measures: undefined},
      ["description", "hint", "synonyms", "table", "primaryKey"],
    );
    node.file.set([...node.path, "semantic_model"], true, ["name", "description"]);
    const current = node.file.map(node.path);
    patch(node, {}, {...textKeys(model, current), name: undefined});
    if (key !== undefined) this.#entity(node, key, {type: "primary", name: `${name}_key`});
    for (const dimension of model.dimensions) this.#addDimension(node, dimension);
    for (const measure of model.measures ?? []) this.#addMeasure(node, measure);
  }

  changeModel(before: Model, after: Model): void {
    requireSupportedKeys("a model of dbt", before, after, [...TEXT, "dimensions", "measures"]);
    const site = this.#model(before);
    const current = site.file.map(site.path);
    patch(site, textKeys(before, current), textKeys(after, current));
  }

  removeModel(model: Model): void {
    const {file, path} = this.#model(model);
    if (
      file.value([...path, "semantic_model"]) === undefined &&
      file.value([...path, "metrics"]) === undefined
    )
      lost(model.name);
    // dbt still builds the model's table, so the model itself stays in the file.
    for (const key of [
      "semantic_model",
      "metrics",
      "agg_time_dimension",
      "primary_entity",
      "derived_semantics",
    ])
      if (file.value([...path, key]) !== undefined) file.remove([...path, key]);
    const columns = file.value([...path, "columns"]);
    for (const i of (Array.isArray(columns) ? columns : []).keys()) {
      for (const key of ["entity", "dimension", "granularity"])
        if (file.value([...path, "columns", i, key]) !== undefined) file.remove([...path, "columns", i, key]);
    }
  }

  addField(model: Model, {kind, field}: Field): void {
    const site = this.#model(model);
    if (kind === "dimension") this.#addDimension(site, field);
    else this.#addMeasure(site, field);
  }

  changeField(model: Model, before: Field, after: Field): void {
    if (before.kind === "dimension" && after.kind === "dimension")
      this.#changeDimension(model, before.field, after.field);
    if (before.kind === "measure" && after.kind === "measure")
      this.#changeMeasure(model, before.field, after.field);
  }

  removeField(model: Model, {kind, field}: Field): void {
    const {file, path} = this.#model(model);
    if (kind === "measure") {
      const site = findItem(file, [...path, "metrics"], field.name) ?? lost(`${model.name}.${field.name}`);
      file.remove(site.path);
      return;
    }
    const {path: at, key} = this.#dimension(model, field);
    if (key === "entity")
      throw new WriteFault(
        `"${model.name}.${field.name}" is an entity of dbt, by which models are joined.`,
        file.path,
      );
    if (key && file.value([...at, "granularity"]) !== undefined) file.remove([...at, "granularity"]);
    file.remove(key ? [...at, key] : at);
  }

  addJoin(join: Join, from: Model, to: Model): void {
    const [pair, ...others] = join.on;
    const key = this.#keyEntity(this.#model(to));
    if (join.relationship !== "many_to_one" || !pair || others.length > 0 || key === undefined)
      throw new WriteFault(
        `A join of dbt leads over one column to a model with a primary entity: "${join.from} → ${join.to}" does not.`,
      );
    this.#entity(this.#model(from), pair.from, {type: "foreign", name: key});
  }

  changeJoin(before: Join): void {
    refuseJoinChange(before);
  }

  removeJoin(join: Join, from: Model, isImplied: boolean): void {
    if (isImplied) return;
    const {file, path} = this.#model(from);
    const column = join.on[0]?.from ?? "";
    const site = findItem(file, [...path, "columns"], column);
    const entity = site && file.value([...site.path, "entity"]);
    const type = isPlainMap(entity) ? entity["type"] : entity;
    if (site && type === "foreign") file.remove([...site.path, "entity"]);
    else lost(`${join.from} → ${join.to}`);
  }

  #entity({file, path}: Site, column: string, entity: PlainMap): void {
    const known = findItem(file, [...path, "columns"], column);
    if (!known) file.append([...path, "columns"], {name: column, entity});
    else if (file.value([...known.path, "entity"]) === undefined) file.set([...known.path, "entity"], entity);
    else throw new WriteFault(`The column "${column}" is an entity already.`, file.path);
  }

  #addDimension({file, path}: Site, dimension: Dimension): void {
    requireSupportedKeys("a dimension of dbt", undefined, dimension, DIMENSION);
    const {name, type, column, description} = dimension;
    const isTime = type === "date" || type === "timestamp";
    const time = isTime ? timeOf(type, dimension) : undefined;
    const source = time?.expr ?? column;
    if (source !== name) {
      if (!isTime && type !== "string")
        throw new WriteFault(`dbt treats an expression as text: "${name}" cannot be a ${type}.`);
      const keys = {
        ...textKeys(dimension, {}),
        type: time ? "time" : "categorical",
        expr: time?.expr ?? exprOf(dimension),
      };
      file.append(
        [...path, "derived_semantics", "dimensions"],
        nested({...keys, granularity: time?.granularity}),
      );
      return;
    }
    const inner = {
      ...textKeys({...dimension, name}, {}),
      name: undefined,
      description: undefined,
      type: time ? "time" : "categorical",
    };
    const declared =
      Object.values(inner).filter(value => value !== undefined).length > 1 ? nested(inner) : inner.type;
    const known = findItem(file, [...path, "columns"], name);
    const dataType = column === undefined ? undefined : DATA_TYPES[type];
    if (!known) {
      file.append(
        [...path, "columns"],
        nested({name, description, data_type: dataType, granularity: time?.granularity, dimension: declared}),
      );
      return;
    }
    const at = known.path;
    if (description !== undefined) file.set([...at, "description"], description, ["name"]);
    if (type !== "string" && column !== undefined && file.value([...at, "data_type"]) === undefined)
      file.set([...at, "data_type"], DATA_TYPES[type], ["name", "description"]);
    if (time) file.set([...at, "granularity"], time.granularity, ["name", "description", "data_type"]);
    file.set([...at, "dimension"], declared, ["name", "description", "data_type", "granularity", "entity"]);
  }

  #changeDimension(model: Model, before: Dimension, after: Dimension): void {
    const {file, path, key} = this.#dimension(model, before);
    requireSupportedKeys("a dimension of dbt", before, after, key ? TEXT : [...TEXT, ...SOURCE]);
    if (!key) {
      const current = file.map(path);
      const expr = (one: Dimension) => (one.type === "string" ? exprOf(one) : timeOf(one.type, one).expr);
      const keys = (one: Dimension) => ({...textKeys(one, current), expr: expr(one)});
      patch({file, path}, keys(before), keys(after));
      return;
    }
    const declared = file.value([...path, key]);
    const current = file.map([...path, key]);
    const inside = current["description"] !== undefined;
    if (!inside) patch({file, path}, {description: before.description}, {description: after.description});
    const keys = (one: Dimension) => ({
      ...textKeys(one, current),
      name: undefined,
      ...(inside ? {} : {description: undefined}),
    });
    const isChanged = JSON.stringify(keys(before)) !== JSON.stringify(keys(after));
    // `dimension: time` becomes a map, because a plain value has no place for other keys.
    const whole = nested({type: String(declared), ...keys(after)});
    if (isChanged && !isPlainMap(declared)) file.set([...path, key], whole);
    else patch({file, path: [...path, key]}, keys(before), keys(after));
  }

  #addMeasure(site: Site, measure: Measure): void {
    requireSupportedKeys("a metric of dbt", undefined, measure, MEASURE);
    const {file, path} = site;
    file.append([...path, "metrics"], nested(this.#measureKeys(measure, site, {})));
  }

  #changeMeasure(model: Model, before: Measure, after: Measure): void {
    requireSupportedKeys("a metric of dbt", before, after, MEASURE);
    const home = this.#model(model);
    const site =
      findItem(home.file, [...home.path, "metrics"], before.name) ?? lost(`${model.name}.${before.name}`);
    const current = site.file.map(site.path);
    const declared = current["type"] ?? "simple";
    const isPlainForm =
      declared === "simple" ? before.type !== "number" : declared === "derived" && before.type === "number";
    const isText = JSON.stringify(withoutText(before)) === JSON.stringify(withoutText(after));
    if (isText) patch(site, textKeys(before, current), textKeys(after, current));
    else if (isPlainForm)
      patch(site, this.#measureKeys(before, home, current), this.#measureKeys(after, home, current));
    else
      throw new WriteFault(
        `"${before.name}" is a metric of the type "${String(declared)}": remove it and add another one.`,
      );
  }

  #measureKeys(measure: Measure, home: Site, current: PlainMap): Keys {
    const texts = textKeys(measure, current);
    if (measure.type === "number") {
      const {expr, inputs} = derivedOf(measure.sql ?? "");
      return {...texts, type: "derived", expr, input_metrics: inputs};
    }
    const agg = AGGREGATES[measure.type];
    if (agg === undefined) throw new WriteFault(`dbt has no metric of the type "${measure.type}".`);
    const expr = exprOf(measure);
    return {
      ...texts,
      type: "simple",
      agg,
      expr: expr === measure.name ? undefined : expr,
      percentile: measure.percentile,
      filter: measure.where === undefined ? undefined : filterOf(measure.where, this.#keyEntity(home)),
    };
  }

  #keyEntity({file, path}: Site): string | undefined {
    const columns = file.value([...path, "columns"]);
    for (const column of Array.isArray(columns) ? columns.filter(isPlainMap) : []) {
      const {entity, name} = column;
      const {type, name: own} = isPlainMap(entity) ? entity : {type: entity, name: undefined};
      if (type === "primary" || type === "unique") return String(own ?? name);
    }
    const primary = file.value([...path, "primary_entity"]);
    return typeof primary === "string" ? primary : undefined;
  }

  #model(model: Model): Site {
    const place = this.sources.placeOf(model);
    return findNode(this.sources, model.name, place) ?? lost(model.name);
  }

  /** The entry that declares the dimension: a derived one, or the `dimension` or `entity` of a column. */
  #dimension(model: Model, {name}: Dimension): Site & {key?: "dimension" | "entity"} {
    const {file, path} = this.#model(model);
    for (const list of ["dimensions", "entities"]) {
      const derived = findItem(file, [...path, "derived_semantics", list], name);
      if (derived) return derived;
    }
    const columns = file.value([...path, "columns"]);
    for (const key of ["dimension", "entity"] as const) {
      const found = (Array.isArray(columns) ? columns : []).findIndex(column => {
        if (!isPlainMap(column) || column[key] === undefined) return false;
        const declared = column[key];
        return (isPlainMap(declared) ? (declared["name"] ?? column["name"]) : column["name"]) === name;
      });
      if (found >= 0) return {file, path: [...path, "columns", found], key};
    }
    return lost(`${model.name}.${name}`);
  }
}

function withoutText({label: _, description: __, hint: ___, synonyms: ____, ...others}: Measure): object {
  return others;
}
