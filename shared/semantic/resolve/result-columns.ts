import type {Measure} from "../layer/graph.ts";
import {LayerModel} from "../layer/layer.ts";
import type {Query} from "../query.ts";
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

/** The names of a result's columns, the dimensions and what is measured of them, but for the calculations. */
export function columnNamesOf({dimensions = [], measures = [], funnel, retention}: Query): {
  dimensions: string[];
  measures: string[];
} {
  const kind = funnel ? "funnel" : retention ? "retention" : undefined;
  if (kind === undefined) return {dimensions, measures};
  const own = kind === "funnel" ? FUNNEL : RETENTION;
  const names = (columns: readonly {name: string}[]) => columns.map(({name}) => `${kind}.${name}`);
  return {dimensions: [...dimensions, ...names(own.dimensions)], measures: names(own.measures)};
}

/** The columns that a funnel or a retention has beside the query's dimensions, as fields of a model that has no table. */
export function ownColumns({shape}: ResolvedJourney): {
  dimensions: ResolvedDimension[];
  measures: ResolvedMeasure[];
} {
  const {kind} = shape;
  const own = kind === "funnel" ? FUNNEL : RETENTION;
  const dimensions = own.dimensions.map(({name, type}) => ({name, type, column: name}));
  const model = new LayerModel(kind, {
    name: kind,
    table: {name: kind},
    dimensions,
    measures: [...own.measures],
  });
  const reference = {route: [], paths: [[]], spelled: true};
  // Whoever draws or labels the cohorts needs to know how long each is.
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
    measures: own.measures.map(source => {
      const {name} = source;
      const field = {kind: "measure", model, name, type: "number", isTypeKnown: true, source} as const;
      return {...of(name), reference: {...reference, field}};
    }),
  };
}
