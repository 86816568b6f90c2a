import type {GraphBuilder} from "../../common/graph-builder.ts";
import {freeName, layerName} from "../../common/names.ts";
import {rewrite} from "../../common/sql.ts";
import {textsOf, withoutTexts} from "../../common/texts.ts";
import {aggregateOf, MetricFault, movesOf, PLAIN, type Variation} from "./aggregate.ts";
import {type BuiltMeasure, referenceTo} from "./built-measure.ts";
import type {BuiltSemanticModel} from "./built-semantic-model.ts";
import {readSides} from "./conversion.ts";
import {MeasureWriter} from "./measure-writer.ts";
import {noteDropped, noteDuplicate, noteRenamed, noteTime} from "./metric-notes.ts";
import type {DbtInput, DbtMeasure, DbtMetric} from "./source.ts";

/**
 * Converts metrics to measures, and the inputs of metrics to hidden ones. Returns a function that finds the measure of
 * a metric.
 */
export function buildMetrics(
  metrics: readonly DbtMetric[],
  models: ReadonlyMap<string, BuiltSemanticModel>,
  builder: GraphBuilder,
): (metric: string) => BuiltMeasure | undefined {
  const maker = new MetricBuilder(metrics, models, builder);
  for (const metric of metrics) maker.build(metric);
  for (const built of models.values()) maker.addMeasures(built);
  return metric => maker.find(metric);
}

class MetricBuilder {
  readonly #metrics = new Map<string, DbtMetric>();
  readonly #measures = new Map<string, {built: BuiltSemanticModel; measure: DbtMeasure}>();
  readonly #made = new Map<string, BuiltMeasure | MetricFault>();
  readonly #open = new Set<string>();
  readonly #used = new Set<DbtMeasure>();
  readonly #writer: MeasureWriter;

  constructor(
    metrics: readonly DbtMetric[],
    readonly models: ReadonlyMap<string, BuiltSemanticModel>,
    readonly builder: GraphBuilder,
  ) {
    this.#writer = new MeasureWriter(models, builder);
    for (const metric of metrics) {
      const first = this.#metrics.get(metric.name);
      if (first) noteDuplicate(builder, metric, first);
      else this.#metrics.set(metric.name, metric);
    }
    for (const built of models.values()) {
      for (const measure of built.source.measures) {
        if (!this.#measures.has(measure.name)) this.#measures.set(measure.name, {built, measure});
      }
    }
  }

  /** Converts a metric to a measure of the same name. */
  build(metric: DbtMetric): void {
    if (this.#metrics.get(metric.name) !== metric) return;
    try {
      this.#make(metric.name, PLAIN);
    } catch (fault) {
      if (!(fault instanceof MetricFault)) throw fault;
      noteDropped(this.builder, metric, this.#homeOf(metric), fault);
    }
  }

  /** Adds the measures, hidden without `create_metric`. One that a metric uses is left out if its name is already taken. */
  addMeasures({source, model, taken, scope}: BuiltSemanticModel): void {
    for (const measure of source.measures) {
      noteTime(this.builder, measure, source, model.name);
      if (this.builder.hasField(model, measure.name) && this.#used.has(measure)) continue;
      if (this.#metrics.has(measure.name) && this.#used.has(measure)) continue;
      try {
        const made = aggregateOf(measure, {source, model, taken, scope}, PLAIN);
        const hidden = !measure.createMetric;
        const name = freeName(layerName(measure.name), taken);
        const namedMeasure = {name, ...made, ...textsOf(measure), ...(hidden ? {hidden: true} : {})};
        if (name !== measure.name) noteRenamed(this.builder, measure.name, name, model.name, measure.place);
        this.builder.addMeasure(model, namedMeasure, measure.place);
      } catch (fault) {
        if (!(fault instanceof MetricFault)) throw fault;
        const message = `The measure "${measure.name}" is left out: ${fault.message}.`;
        this.builder.notes.add("field_dropped", message, measure.place, {
          model: model.name,
          field: measure.name,
        });
      }
    }
  }

  /** The measure that a metric became. */
  find(name: string): BuiltMeasure | undefined {
    const made = this.#made.get(JSON.stringify([name, PLAIN]));
    return made instanceof MetricFault ? undefined : made;
  }

  #make(name: string, variation: Variation, preferredName = name): BuiltMeasure {
    const key = JSON.stringify([name, variation]);
    const known = this.#made.get(key);
    if (known instanceof MetricFault) throw known;
    if (known) return known;
    const metric = this.#metrics.get(name);
    if (!metric) {
      const asMeasure = this.#measures.get(name);
      const isAsked = variation === PLAIN && asMeasure?.measure.createMetric === true;
      if (asMeasure) return this.#keep(key, this.#addMeasure(asMeasure, variation, preferredName, !isAsked));
      throw new MetricFault(`there is no metric "${name}"`);
    }
    if (this.#open.has(name)) throw new MetricFault(`it is computed from itself, through "${name}"`);
    this.#open.add(name);
    try {
      return this.#keep(key, this.#makeOf(metric, variation, preferredName));
    } catch (fault) {
      if (fault instanceof MetricFault) this.#made.set(key, fault);
      throw fault;
    } finally {
      this.#open.delete(name);
    }
  }

  #keep(key: string, made: BuiltMeasure): BuiltMeasure {
    this.#made.set(key, made);
    return made;
  }

  #makeOf(metric: DbtMetric, given: Variation, preferredName: string): BuiltMeasure {
    const variation = {...given, filters: [...metric.filters, ...given.filters]};
    const hidden = given !== PLAIN;
    switch (metric.type) {
      case "simple":
        return this.#simple(metric, variation, preferredName, hidden);
      case "cumulative":
        return this.#cumulative(metric, variation, preferredName, hidden);
      case "ratio":
        return this.#ratio(metric, variation, preferredName, hidden);
      case "derived":
        return this.#derived(metric, variation, preferredName, hidden);
      case "conversion":
        return this.#conversion(metric, variation, preferredName, hidden);
      default:
        throw new MetricFault(`its type "${metric.type}" is not known`);
    }
  }

  #simple(metric: DbtMetric, variation: Variation, preferredName: string, hidden: boolean): BuiltMeasure {
    const fill = metric.fillNullsWith;
    const inner = fill === undefined ? preferredName : `${preferredName}__unfilled`;
    const base = this.#base(metric, variation, inner, hidden || fill !== undefined);
    if (fill === undefined) return base;
    return this.#writer.formula(
      metric,
      base.model,
      `coalesce(\${${base.measure}}, ${fill})`,
      preferredName,
      hidden,
    );
  }

  #base(metric: DbtMetric, variation: Variation, preferredName: string, hidden: boolean): BuiltMeasure {
    const own = metric.aggregate;
    if (own) {
      const built = this.models.get(own.model);
      if (!built) throw new MetricFault(`there is no semantic model "${own.model}"`);
      return this.#writer.aggregate(own, built, variation, metric, preferredName, hidden);
    }
    const {measure} = metric;
    if (!measure) throw new MetricFault("it names no measure");
    const found = this.#measures.get(measure.name);
    if (!found) {
      // Newer dbt files cumulate a metric instead of a measure.
      if (this.#metrics.has(measure.name) && measure.name !== metric.name) {
        return this.#overMetric(measure, variation, preferredName, metric, hidden);
      }
      throw new MetricFault(`there is no measure "${measure.name}"`);
    }
    const all = {...variation, filters: [...measure.filters, ...variation.filters]};
    const isWindow = (all.moves ?? all.rolling ?? all.toDate) !== undefined;
    if (all.filters.length === 0 && !isWindow) this.#used.add(found.measure);
    return this.#writer.aggregate(found.measure, found.built, all, metric, preferredName, hidden);
  }

  #overMetric(
    input: DbtInput,
    variation: Variation,
    preferredName: string,
    metric: DbtMetric,
    hidden: boolean,
  ): BuiltMeasure {
    const inner = this.#metrics.get(input.name);
    if (inner?.type !== "simple") {
      throw new MetricFault(
        `"${input.name}" is not a simple metric: cumulate the metrics that it is computed from`,
      );
    }
    const filters = [...inner.filters, ...input.filters, ...variation.filters];
    return this.#base(
      {...withoutTexts(inner), ...textsOf(metric), place: metric.place},
      {...variation, filters},
      preferredName,
      hidden,
    );
  }

  #addMeasure(
    {built, measure}: {built: BuiltSemanticModel; measure: DbtMeasure},
    variation: Variation,
    preferredName: string,
    hidden: boolean,
  ): BuiltMeasure {
    if (variation === PLAIN) this.#used.add(measure);
    return this.#writer.aggregate(measure, built, variation, measure, preferredName, hidden);
  }

  #cumulative(metric: DbtMetric, variation: Variation, preferredName: string, hidden: boolean): BuiltMeasure {
    if (metric.grainToDate !== undefined) {
      return this.#simple(metric, {...variation, toDate: metric.grainToDate}, preferredName, hidden);
    }
    return this.#simple(metric, {...variation, rolling: metric.window ?? "unbounded"}, preferredName, hidden);
  }

  #ratio(metric: DbtMetric, variation: Variation, preferredName: string, hidden: boolean): BuiltMeasure {
    const {numerator, denominator} = metric;
    if (!numerator || !denominator) throw new MetricFault("it needs a numerator and a denominator");
    const above = this.#input(numerator, variation, `${preferredName}__numerator`);
    const below = this.#input(denominator, variation, `${preferredName}__denominator`);
    const sql = `${referenceTo(above, above.model)} / ${referenceTo(below, above.model)}`;
    return this.#writer.formula(metric, above.model, sql, preferredName, hidden);
  }

  #derived(metric: DbtMetric, variation: Variation, preferredName: string, hidden: boolean): BuiltMeasure {
    const {expr, inputs} = metric;
    if (expr === undefined || inputs.length === 0)
      throw new MetricFault("it needs an expression over metrics");
    const made = new Map<string, BuiltMeasure>();
    for (const input of inputs) {
      const alias = input.alias ?? input.name;
      made.set(alias, this.#input(input, variation, `${preferredName}__${alias}`));
    }
    const [home] = [...made.values()].map(({model}) => model);
    if (home === undefined) throw new MetricFault("it is computed from no metric");
    // dbt's expression is SQL, in which names have no case.
    const inputOf = new Map([...made].map(([alias, one]) => [alias.toLowerCase(), one]));
    const sql = rewrite(expr, ({kind, text}, i, tokens) => {
      if (kind !== "word" || tokens[i + 1]?.kind === "open") return text;
      const found = made.get(text) ?? inputOf.get(text.toLowerCase());
      return found ? referenceTo(found, home) : text;
    });
    return this.#writer.formula(metric, home, sql, preferredName, hidden);
  }

  /** The measure over the conversions that follow the base's rows, or, for a rate, that measure divided by the base's. */
  #conversion(metric: DbtMetric, variation: Variation, preferredName: string, hidden: boolean): BuiltMeasure {
    const known = {metrics: this.#metrics, measures: this.#measures, models: this.models};
    const {base, follows, isRate, built, measureOf} = readSides(known, metric, variation);
    const counted = this.#input(follows, PLAIN, `${preferredName}__conversion`);
    const measure = measureOf(`${counted.model}.${counted.measure}`);
    const name = isRate ? `${preferredName}__conversions` : preferredName;
    const made = this.#writer.add(built, measure, metric, name, hidden || isRate);
    if (!isRate) return made;
    const below = this.#input(base, {filters: variation.filters}, `${preferredName}__base`);
    const sql = `${referenceTo(made, made.model)} / ${referenceTo(below, made.model)}`;
    return this.#writer.formula(metric, made.model, sql, preferredName, hidden);
  }

  #input(input: DbtInput, variation: Variation, preferredName: string): BuiltMeasure {
    const filters = [...input.filters, ...variation.filters];
    const moves = movesOf(input, variation);
    if (filters.length === 0 && moves.length === 0) return this.#make(input.name, PLAIN);
    return this.#make(input.name, {filters, ...(moves.length > 0 ? {moves} : {})}, preferredName);
  }

  #homeOf(metric: DbtMetric): string | undefined {
    return metric.aggregate?.model ?? this.#measures.get(metric.measure?.name ?? "")?.built.model.name;
  }
}
