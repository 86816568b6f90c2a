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
  const message = `"${name}" is of the time "${aggTime}", as metric_time is in dbt. Here metric_time is of its model: queries name "${aggTime}", or ask a second model over the same table, whose "time" it is.`;
  notes.add("not_supported", message, place, {model, field: name});
}

export function noteRenamed(
  {notes}: GraphBuilder,
  from: string,
  to: string,
  model: string,
  place: Place,
): void {
  const message = `"${from}" became "${to}": a dimension or another measure of "${model}" has the name.`;
  notes.add("name_changed", message, place, {model, field: to});
}
