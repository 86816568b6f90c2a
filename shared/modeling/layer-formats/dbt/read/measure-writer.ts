import type {Measure} from "../../../../semantic/documents.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {freeName, layerName} from "../../common/names.ts";
import {textsOf} from "../../common/texts.ts";
import {aggregatesOf, MetricFault, type Variation} from "./aggregate.ts";
import type {BuiltMeasure, Origin} from "./built-measure.ts";
import type {BuiltSemanticModel} from "./built-semantic-model.ts";
import {noteRenamed} from "./metric-notes.ts";
import type {DbtAggregate, DbtMetric} from "./source.ts";

/** Writes measures into the graph, under the preferred name or one that is still free. Throws `MetricFault`. */
export class MeasureWriter {
  constructor(
    readonly models: ReadonlyMap<string, BuiltSemanticModel>,
    readonly builder: GraphBuilder,
  ) {}

  /** Adds an aggregate, with its time offsets applied in turn. */
  aggregate(
    source: DbtAggregate,
    built: BuiltSemanticModel,
    variation: Variation,
    from: Origin,
    preferredName: string,
    hidden: boolean,
  ): BuiltMeasure {
    let made: BuiltMeasure | undefined;
    const steps = aggregatesOf(source, built, variation);
    for (const [i, measureOver] of steps.entries()) {
      const isLast = i === steps.length - 1;
      const name = isLast ? preferredName : `${preferredName}__moved`;
      made = this.add(built, measureOver(made?.measure ?? ""), from, name, hidden || !isLast);
    }
    if (made === undefined) throw new Error("an aggregate without a measure");
    return made;
  }

  /** Adds a measure over other measures to the model `home`. */
  formula(
    metric: DbtMetric,
    home: string,
    sql: string,
    preferredName: string,
    hidden: boolean,
  ): BuiltMeasure {
    const built = [...this.models.values()].find(({model}) => model.name === home);
    if (!built) throw new MetricFault(`there is no model "${home}"`);
    return this.add(built, {type: "number", sql}, metric, preferredName, hidden);
  }

  add(
    {model, taken}: BuiltSemanticModel,
    measure: Omit<Measure, "name">,
    from: Origin,
    preferredName: string,
    hidden: boolean,
  ): BuiltMeasure {
    const name = freeName(layerName(preferredName), taken);
    if (!hidden && name !== preferredName)
      noteRenamed(this.builder, preferredName, name, model.name, from.place);
    const texts = hidden ? {hidden: true} : textsOf(from);
    const made = this.builder.addMeasure(model, {name, ...measure, ...texts}, from.place);
    if (!made) throw new MetricFault(`the model "${model.name}" takes no more measures`);
    return {model: model.name, measure: made.name};
  }
}
