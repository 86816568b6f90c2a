import type {Measure} from "../layer/graph.ts";
import {LayerModel} from "../layer/layer.ts";
import type {Query} from "../query/query.ts";
import {dimensionNames, measureNames} from "../query/selected-names.ts";
import type {ResolvedDimension, ResolvedJourney, ResolvedMeasure} from "./resolved.ts";

interface OwnColumns {
  dimensions: readonly {name: string; type: "string" | "number" | "date"}[];
  measures: readonly Measure[];
}

const share = {type: "number", format: {style: "percent"}} as const;

const FUNNEL: OwnColumns = {
  dimensions: [{name: "step", type: "string"}],
  measures: [
    {name: "entities", type: "count_distinct"},
    {name: "share_of_first", ...share},
    {name: "share_of_previous", ...share},
  ],
};
/** The name contains the unit of the number; the label does not, because the format writes the number as a duration. */
const TIMING: Measure = {
  name: "median_seconds",
  label: "Median time",
  type: "median",
  format: {style: "duration"},
};
const RETENTION: OwnColumns = {
  dimensions: [
    {name: "cohort", type: "date"},
    {name: "period", type: "number"},
  ],
  measures: [
    {name: "share", ...share},
    {name: "retained", type: "count_distinct"},
    {name: "cohort_size", type: "count_distinct"},
  ],
};

function funnelWith(timing: boolean): OwnColumns {
  return timing ? {...FUNNEL, measures: [...FUNNEL.measures, TIMING]} : FUNNEL;
}

/** The names of the columns that `compare` adds for a measure. */
export function comparedNames(name: string): string[] {
  return [name, `${name}@before`, `${name}@change`];
}

/** The measures, each followed by its columns of the earlier span. */
export function comparedMeasures(measures: readonly ResolvedMeasure[]): ResolvedMeasure[] {
  return measures.flatMap(measure => {
    const [, before = "", change = ""] = comparedNames(measure.name);
    const {reference} = measure;
    return [
      measure,
      {...measure, name: before, reference: {...reference, compared: "before" as const}},
      {...measure, name: change, reference: {...reference, compared: "change" as const}},
    ];
  });
}

/** The names of a result's columns: dimensions and measures, without calculations. */
export function columnNamesOf(query: Query): {
  dimensions: string[];
  measures: string[];
} {
  const {compare, funnel, retention} = query;
  const [dimensions, measures] = [dimensionNames(query), measureNames(query)];
  const kind = funnel ? "funnel" : retention ? "retention" : undefined;
  if (kind === undefined) {
    return {dimensions, measures: compare === undefined ? measures : measures.flatMap(comparedNames)};
  }
  const own = funnel ? funnelWith(funnel.timing === true) : RETENTION;
  const names = (columns: readonly {name: string}[]) => columns.map(({name}) => `${kind}.${name}`);
  return {
    dimensions: [...dimensions, ...names(own.dimensions)],
    measures: [...names(own.measures), ...(retention?.measures ?? [])],
  };
}

/**
 * The columns that a funnel or a retention has beside the query's dimensions, as fields of a model that has no table;
 * then the measures of the returning rows, under their own names or under `names`.
 */
export function ownColumns(
  {steps, shape}: ResolvedJourney,
  names?: readonly string[],
): {
  dimensions: ResolvedDimension[];
  measures: ResolvedMeasure[];
} {
  const {kind} = shape;
  const own = shape.kind === "funnel" ? funnelWith(shape.timing) : RETENTION;
  const dimensions = own.dimensions.map(({name, type}) => ({name, type, column: name}));
  const model = new LayerModel(kind, {
    name: kind,
    table: {name: kind},
    dimensions,
    measures: [...own.measures],
  });
  const reference = {route: [], paths: [[]], spelled: true};
  // The grain is part of the column, because charts and labels of cohorts need their length.
  const grainOf = (name: string) =>
    shape.kind === "retention" && name === "cohort" ? {grain: shape.grain} : {};
  const of = (name: string) => ({name: `${kind}.${name}`, pointer: ""});
  return {
    dimensions: dimensions.map(source => {
      const {name, type} = source;
      return {
        ...of(name),
        type,
        reference: {...reference, ...grainOf(name), field: {kind: "dimension", model, name, type, source}},
      };
    }),
    measures: [
      ...own.measures.map(source => {
        const {name} = source;
        const field = {kind: "measure", model, name, type: "number", isTypeKnown: true, source} as const;
        return {...of(name), reference: {...reference, field}};
      }),
      ...steps
        .flatMap(({measures}) => measures)
        .map((measure, i) => ({...measure, name: names?.[i] ?? measure.name})),
    ],
  };
}
