import type {GraphBuilder} from "../../common/graph-builder.ts";
import type {Place} from "../../common/notes.ts";
import type {DbtMeasure, DbtMetric, DbtModel} from "./source.ts";

/** Notes a metric that is left out because another one has its name. */
export function noteDuplicate({notes}: GraphBuilder, {name, place}: DbtMetric, first: DbtMetric): void {
  const {file, line} = first.place;
  const message = `There are two metrics "${name}". This one is left out. The first is in ${file}${line === undefined ? "" : `:${line}`}.`;
  notes.add("duplicate_name", message, place, {field: name});
}

/** Notes a metric that has become no measure. */
export function noteDropped(
  {notes}: GraphBuilder,
  {name, place}: DbtMetric,
  model: string | undefined,
  why: Error,
): void {
  const message = `The metric "${name}" is left out: ${why.message}.`;
  notes.add("metric_dropped", message, place, {model: model ?? "", field: name});
}

/**
 * Notes a measure whose time dimension is not its model's: dbt queries both as `metric_time`, and a layer by their
 * names.
 */
export function noteTime(
  {notes}: GraphBuilder,
  {name, aggTime, place}: DbtMeasure,
  source: DbtModel,
  model: string,
): void {
  if (aggTime === undefined || aggTime === source.aggTime) return;
  const message = `In dbt, metric_time of "${name}" is "${aggTime}". Here metric_time is the time of the model "${model}": name "${aggTime}" in queries, or add a second model over the table with "${aggTime}" as its "time".`;
  notes.add("not_supported", message, place, {model, field: name});
}

export function noteRenamed(
  {notes}: GraphBuilder,
  from: string,
  to: string,
  model: string,
  place: Place,
): void {
  const message = `"${from}" became "${to}": a dimension or another measure of "${model}" has the name, or the name has more than 128 characters, a dot or a control character.`;
  notes.add("name_changed", message, place, {model, field: to});
}
