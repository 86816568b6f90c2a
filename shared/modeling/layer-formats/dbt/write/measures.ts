import type {Measure} from "../../../../semantic/documents.ts";
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
import type {Texts} from "../../common/texts.ts";
import {lost, WriteFault} from "../../common/write-fault.ts";
import {AGGREGATES, derivedOf, exprOf, filterOf, hintKey, keyEntityOf, synonymsKey} from "./files.ts";

const MEASURE = [...TEXT, ...SOURCE, "type", "where", "percentile", "method", "hidden"];

/**
 * Writes the measures of dbt's semantic models, each at the site of its model: as a measure with `create_metric`, or as
 * a metric where it has a condition or uses other measures.
 */
export class DbtMeasures {
  constructor(readonly sources: Sources) {}

  add({file, path}: Site, measure: Measure): void {
    requireSupportedKeys("a measure of dbt", undefined, measure, MEASURE);
    const {type, where, sql, name} = measure;
    if (type === "number") {
      const {expr, inputs} = derivedOf(sql ?? "");
      file.append(["metrics"], {
        ...nested(textKeys(measure, {})),
        type: "derived",
        type_params: {expr, metrics: inputs},
      });
      return;
    }
    if (where === undefined) {
      file.append(
        [...path, "measures"],
        nested({...measureKeys(measure), create_metric: measure.hidden ? undefined : true}),
      );
      return;
    }
    const base = this.#baseOf(measure, {file, path});
    if (base === undefined)
      throw new WriteFault(
        `dbt filters existing measures: add one like "${name}" without its condition first.`,
      );
    const filter = filterOf(where, this.#keyOf({file, path}));
    file.append(["metrics"], {
      ...nested(textKeys(measure, {})),
      type: "simple",
      type_params: {measure: base},
      filter,
    });
  }

  /** Removes the metric of that name, if there is one. The measure that it uses is removed with the measure's model. */
  removeMetric(measure: Measure): void {
    const metric = this.#metric(measure);
    if (metric) metric.file.remove(metric.path);
  }

  remove(site: Site, measure: Measure): void {
    const metric = this.#metric(measure);
    const own = findItem(site.file, [...site.path, "measures"], measure.name);
    if (!metric && !own) lost(measure.name);
    if (metric) metric.file.remove(metric.path);
    if (own) own.file.remove(own.path);
  }

  change(site: Site, before: Measure, after: Measure): void {
    requireSupportedKeys("a measure of dbt", before, after, MEASURE);
    const metric = this.#metric(before);
    const measure = this.#measure(site, before, metric);
    const texts = metric ?? measure ?? lost(before.name);
    const current = texts.file.map(texts.path);
    patch(texts, textKeys(before, current), textKeys(after, current));
    if (before.hidden !== after.hidden) {
      if (metric || !measure) throw new WriteFault(`dbt cannot hide a metric such as "${before.name}".`);
      patch(
        measure,
        {create_metric: before.hidden ? undefined : true},
        {create_metric: after.hidden ? undefined : true},
      );
    }
    if (after.type === "number" && before.type === "number") this.#changeDerived(metric, before, after);
    else if (before.type === "number" || after.type === "number")
      throw new WriteFault(
        `"${before.name}" is ${before.type === "number" ? "computed from" : "not computed from"} other measures: remove it and add another one.`,
      );
    else this.#changeAggregate(site, {metric, measure}, before, after);
  }

  /** The name of a measure in the semantic model that has the same aggregate and expression. */
  #baseOf(measure: Measure, {file, path}: Site): string | undefined {
    const list = file.value([...path, "measures"]);
    const requestedKeys = measureKeys({...measure, name: ""});
    const found = (Array.isArray(list) ? list : []).flatMap((_, i) => {
      const {name, agg, expr} = file.map([...path, "measures", i]);
      return agg === requestedKeys["agg"] && (expr ?? name) === requestedKeys["expr"] ? [String(name)] : [];
    });
    return found[0];
  }

  #changeDerived(metric: Site | undefined, before: Measure, after: Measure): void {
    if (before.sql === after.sql) return;
    if (metric?.file.value([...metric.path, "type"]) !== "derived")
      throw new WriteFault(`"${before.name}" is not a derived metric of dbt: remove it and add another one.`);
    const {expr, inputs} = derivedOf(after.sql ?? "");
    const old = derivedOf(before.sql ?? "");
    patch(
      metric,
      {"type_params.expr": old.expr, "type_params.metrics": old.inputs},
      {"type_params.expr": expr, "type_params.metrics": inputs},
    );
  }

  #changeAggregate(
    site: Site,
    {metric, measure}: {metric: Site | undefined; measure: Site | undefined},
    before: Measure,
    after: Measure,
  ): void {
    const name = String(measure?.file.value([...measure.path, "name"]) ?? before.name);
    const [old, next] = [before, after].map(one => measureKeys({name, type: one.type, ...pick(one)}));
    if (measure) patch(measure, old ?? {}, next ?? {});
    else if (JSON.stringify(old) !== JSON.stringify(next)) lost(before.name);
    if (before.where === after.where) return;
    if (!metric)
      throw new WriteFault(`In dbt only a metric can have a condition, and "${before.name}" is a measure.`);
    const filter = (where: string | undefined) =>
      where === undefined ? undefined : filterOf(where, this.#keyOf(site));
    patch(metric, {filter: filter(before.where)}, {filter: filter(after.where)});
  }

  #keyOf({file, path}: Site): string | undefined {
    return keyEntityOf(file.value([...path, "entities"]), file.value([...path, "primary_entity"]));
  }

  #metric(measure: Measure): Site | undefined {
    const place = this.sources.placeOf(measure);
    return place && findItem(this.sources.file(place.file), ["metrics"], measure.name, place);
  }

  /** The measure in a semantic model: the one of this name, or the one that its simple metric uses. */
  #measure({file, path}: Site, {name}: Measure, metric: Site | undefined): Site | undefined {
    const declaredMeasure = metric?.file.value([...metric.path, "type_params", "measure"]);
    const over =
      typeof declaredMeasure === "string"
        ? declaredMeasure
        : metric?.file.value([...metric.path, "type_params", "measure", "name"]);
    return findItem(file, [...path, "measures"], metric ? String(over) : name);
  }
}

function pick({column, sql, percentile, method}: Measure): Partial<Measure> {
  return {
    ...(column === undefined ? {} : {column}),
    ...(sql === undefined ? {} : {sql}),
    ...(percentile === undefined ? {} : {percentile}),
    ...(method === undefined ? {} : {method}),
  };
}

export function textKeys(
  {name, label, description, hint, synonyms}: Texts & {name: string},
  current: Parameters<typeof hintKey>[0],
): Keys {
  return {name, label, description, [hintKey(current)]: hint, [synonymsKey(current)]: synonyms};
}

function measureKeys(measure: Measure): Keys {
  const agg = AGGREGATES[measure.type];
  if (agg === undefined) throw new WriteFault(`dbt has no measure of the type "${measure.type}".`);
  const expr = exprOf(measure);
  return {
    ...textKeys(measure, {}),
    agg,
    expr: expr === measure.name ? undefined : expr,
    "agg_params.percentile": measure.percentile,
    "agg_params.use_discrete_percentile": measure.method === "discrete" ? true : undefined,
    "agg_params.use_approximate_percentile": measure.method === "approximate" ? true : undefined,
  };
}
