import type {Measure} from "../../../../semantic/documents.ts";
import type {BuiltModel} from "../../common/built-model.ts";
import type {Entry} from "../../common/entry.ts";
import type {GraphBuilder} from "../../common/graph-builder.ts";
import {measureOver} from "../../common/measure-over.ts";
import {allOf, sourceOf} from "../../common/sql.ts";
import {FilterFault, readFilters} from "./filters.ts";
import {ABOUT_APPEARANCE, described, OF_A_CHART, ownRefs} from "./meta.ts";

const AGGREGATES: Readonly<Record<string, Measure["type"]>> = {
  count: "count",
  count_distinct: "count_distinct",
  sum: "sum",
  average: "avg",
  min: "min",
  max: "max",
  median: "median",
  percentile: "percentile",
};

export function addMetric(
  name: string,
  entry: Entry,
  of: {name?: string; column?: string} | undefined,
  model: BuiltModel,
  builder: GraphBuilder,
): void {
  entry.about = {model: model.name, field: name};
  try {
    const measure = measureOf(name, entry, of, model, builder);
    if (measure) builder.addMeasure(model, {name, ...measure, ...described(entry)}, entry.place);
  } catch (fault) {
    if (!(fault instanceof FilterFault)) throw fault;
    entry.note("metric_dropped", `The metric "${name}" is left out: ${fault.message}.`, "filters");
  }
  entry.unused(
    ABOUT_APPEARANCE,
    "group_label",
    "groups",
    "urls",
    "tags",
    "spotlight",
    "richText",
    "default_time_dimension",
  );
  entry.unused(OF_A_CHART, "show_underlying_values", "drill_paths");
  entry.unsupported("rights are the service's own", "required_attributes", "any_attributes");
  entry.rest();
}

function measureOf(
  name: string,
  entry: Entry,
  of: {name?: string; column?: string} | undefined,
  model: BuiltModel,
  builder: GraphBuilder,
): Omit<Measure, "name"> | undefined {
  const declaredType = entry.text("type") ?? "";
  const type = AGGREGATES[declaredType];
  const sql = entry.text("sql");
  const filters = readFilters(
    entry.plain("filters"),
    one => model.dimensions.find(({name: own}) => own === one)?.type,
  );
  const where = allOf(filters);
  const percent = entry.number("percentile");
  if (declaredType === "number") {
    if (sql === undefined) throw new FilterFault('a number needs "sql"');
    if (where !== undefined) throw new FilterFault("a number over other metrics cannot be filtered");
    const {place} = entry;
    return measureOver(ownRefs(sql, model.name), {name, model, place}, builder, sourceOf);
  }
  if (type === undefined) throw new FilterFault(`its type "${declaredType}" is not a type of measure`);
  const source =
    sql !== undefined
      ? sourceOf(ownRefs(sql, model.name))
      : of?.column !== undefined
        ? {column: of.column}
        : of?.name !== undefined
          ? {sql: `\${${of.name}}`}
          : undefined;
  if (!source && type !== "count") throw new FilterFault('it needs "sql"');
  // Lightdash counts in hundredths, which are rounded because 99.9 / 100 is not exactly 0.999.
  const percentile = percent === undefined ? 0.5 : Math.round(percent * 1e8) / 1e10;
  return {
    type,
    ...source,
    ...(where === undefined ? {} : {where}),
    ...(type === "percentile" ? {percentile} : {}),
  };
}
