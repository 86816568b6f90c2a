import type {Dimension, Join, Model} from "../../../../semantic/documents.ts";
import {type Keys, nested} from "../../common/apply-changes.ts";
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
import {exprOf, findNode, type hintKey, keyEntityOf, refuseJoinChange, setDataType, timeOf} from "./files.ts";
import {DbtMeasures, textKeys} from "./measures.ts";

/** Writes dbt's `semantic_models` and `metrics`. */
export class DbtSemanticWriter implements Writer {
  readonly #measures: DbtMeasures;

  constructor(readonly sources: Sources) {
    this.#measures = new DbtMeasures(sources);
  }

  addModel(model: Model): void {
    const {table, primaryKey = []} = model;
    const node = "sql" in table ? undefined : findNode(this.sources, table.name);
    if (!node)
      throw new WriteFault(
        `A semantic model must refer to a dbt model, and no file describes one for the table of "${model.name}".`,
      );
    requireSupportedKeys(
      "a semantic model of dbt",
      undefined,
      {...model, dimensions: undefined, measures: undefined},
      [...TEXT, "table", "primaryKey"],
    );
    const [key, ...others] = primaryKey;
    if (others.length > 0) throw new WriteFault(`A semantic model of dbt has one column as its key.`);
    node.file.append(["semantic_models"], {
      ...nested(textKeys(model, {})),
      model: `ref('${String(node.file.value([...node.path, "name"]))}')`,
      ...(key === undefined ? {} : {entities: [{name: `${model.name}_key`, type: "primary", expr: key}]}),
    });
    for (const dimension of model.dimensions) this.#addDimension(dimension, this.#added(node, model));
    for (const measure of model.measures ?? []) this.#measures.add(this.#added(node, model), measure);
  }

  changeModel(before: Model, after: Model): void {
    requireSupportedKeys("a semantic model of dbt", before, after, [...TEXT, "dimensions", "measures"]);
    const site = this.#model(before);
    const current = site.file.map(site.path);
    patch(site, textKeys(before, current), textKeys(after, current));
  }

  removeModel(model: Model): void {
    for (const measure of model.measures ?? []) this.#measures.removeMetric(measure);
    const {file, path} = this.#model(model);
    file.remove(path);
  }

  addField(model: Model, {kind, field}: Field): void {
    const site = this.#model(model);
    if (kind === "dimension") this.#addDimension(field, site);
    else this.#measures.add(site, field);
  }

  changeField(model: Model, before: Field, after: Field): void {
    if (before.kind === "dimension" && after.kind === "dimension")
      this.#changeDimension(model, before.field, after.field);
    if (before.kind === "measure" && after.kind === "measure")
      this.#measures.change(this.#model(model), before.field, after.field);
  }

  removeField(model: Model, {kind, field}: Field): void {
    if (kind === "dimension") {
      const {file, path} = this.#dimension(model, field);
      file.remove(path);
      return;
    }
    this.#measures.remove(this.#model(model), field);
  }

  addJoin(join: Join, from: Model, to: Model): void {
    const {relationship, on} = join;
    const [pair, ...others] = on;
    const target = this.#model(to);
    const key = keyEntityOf(
      target.file.value([...target.path, "entities"]),
      target.file.value([...target.path, "primary_entity"]),
    );
    if (relationship !== "many_to_one" || !pair || others.length > 0 || key === undefined)
      throw new WriteFault(
        `A join of dbt leads over one column to a model with a primary entity: "${join.from} → ${join.to}" does not.`,
      );
    const {file, path} = this.#model(from);
    file.append([...path, "entities"], {
      name: key,
      type: "foreign",
      ...(pair.from === key ? {} : {expr: pair.from}),
    });
  }

  changeJoin(before: Join): void {
    refuseJoinChange(before);
  }

  removeJoin(join: Join, from: Model, isImplied: boolean): void {
    if (isImplied) return;
    const {file, path} = this.#model(from);
    file.remove(this.sources.itemOf(join, file, [...path, "entities"]) ?? lost(`${join.from} → ${join.to}`));
  }

  #addDimension(dimension: Dimension, site: Site): void {
    requireSupportedKeys("a dimension of dbt", undefined, dimension, [...TEXT, ...SOURCE, "type"]);
    this.#setDataType(site, dimension);
    site.file.append([...site.path, "dimensions"], nested(dimensionKeys(dimension, {})));
  }

  #changeDimension(model: Model, before: Dimension, after: Dimension): void {
    requireSupportedKeys("a dimension of dbt", before, after, [...TEXT, ...SOURCE, "type"]);
    const site = this.#dimension(model, before);
    const current = site.file.map(site.path);
    if (site.path.at(-2) === "entities") {
      requireSupportedKeys("an entity of dbt", before, after, TEXT);
      patch(site, textKeys(before, current), textKeys(after, current));
      return;
    }
    if (before.type !== after.type) this.#setDataType(this.#model(model), after);
    patch(site, dimensionKeys(before, current), dimensionKeys(after, current));
  }

  #setDataType(site: Site, {name, type, column}: Dimension): void {
    if (type === "string" || type === "timestamp" || type === "date") {
      // A date that is a plain column needs the column's type; a cast expression does not.
      if (type !== "date" || column === undefined) return;
    }
    if (column === undefined)
      throw new WriteFault(
        `dbt treats an expression as text: "${name}" can be a ${type} only as a column of that type.`,
      );
    const ref = /ref\(\s*['"]([^'"]+)['"]\s*\)/.exec(String(site.file.value([...site.path, "model"])))?.[1];
    setDataType(ref === undefined ? undefined : findNode(this.sources, ref), column, type);
  }

  #model(model: Model): Site {
    const place = this.sources.placeOf(model);
    const site = place
      ? findItem(this.sources.file(place.file), ["semantic_models"], model.name, place)
      : this.sources
          .withWord("semantic_models")
          .flatMap(file => findItem(file, ["semantic_models"], model.name) ?? [])[0];
    return site ?? lost(model.name);
  }

  #added({file}: Site, model: Model): Site {
    return findItem(file, ["semantic_models"], model.name) ?? lost(model.name);
  }

  #dimension(model: Model, {name}: Dimension): Site {
    const {file, path} = this.#model(model);
    const found =
      findItem(file, [...path, "dimensions"], name) ?? findItem(file, [...path, "entities"], name);
    return found ?? lost(`${model.name}.${name}`);
  }
}

function dimensionKeys(dimension: Dimension, current: Parameters<typeof hintKey>[0]): Keys {
  const isTime = dimension.type === "date" || dimension.type === "timestamp";
  const time = isTime ? timeOf(dimension.type, dimension) : undefined;
  const expr = time?.expr ?? exprOf(dimension);
  return {
    ...textKeys(dimension, current),
    type: isTime ? "time" : "categorical",
    expr: expr === dimension.name ? undefined : expr,
    "type_params.time_granularity": time?.granularity,
  };
}
