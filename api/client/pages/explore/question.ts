import type {ChartConfig} from "../../../../shared/core/wire/chart-config.ts";
import type {Drawing} from "../../../../shared/core/wire/drawing.ts";
import type {Query as AnyQuery, Filter} from "../../../../shared/semantic/documents.ts";
import type {Parts} from "./parts.ts";

export type ChartType = Drawing["type"];
export type Config = ChartConfig;
/** The events of a funnel's step, or of a retention's returns. */
export type EventsPart = Pick<
  NonNullable<NonNullable<AnyQuery["retention"]>["returns"]>,
  "model" | "entity" | "time" | "filters"
>;

/** The greatest or least values of a dimension are shown, the rest as one group. */
export interface Top {
  count: number;
  isLeast: boolean;
}

/** The fields that the person has picked, and the settings of the answer's table or chart. */
export interface Question extends Parts {
  model: string;
  /** Empty where the address names none. */
  projectId: string;
  dimensions: string[];
  measures: string[];
  orderBy: string[];
  limit: number;
  top: Top | undefined;
  /** `undefined`: the default for the query. */
  type: ChartType | undefined;
  /** The settings of the chart's look; `undefined` for none. */
  config: Config | undefined;
}

export interface Query extends AnyQuery {
  dimensions: NonNullable<AnyQuery["dimensions"]>;
  measures: NonNullable<AnyQuery["measures"]>;
  filters: Filter[];
  orderBy: string[];
}

/** The default row limit. */
export const LIMIT = 500;
/** The maximum number of rows of a chart. */
export const MAX_ROWS = 10_000;
/** The counts of greatest or least values that a person can choose. */
export const TOPS = [5, 9] as const;

/** The chart types that a person can choose. */
export const TYPES: readonly (readonly [ChartType, string])[] = [
  ["table", "Table"],
  ["bar", "Bars"],
  ["horizontal_bar", "Horizontal bars"],
  ["line", "Line"],
  ["area", "Area"],
  ["mixed", "Bars and lines"],
  ["scatter", "Scatter"],
  ["pie", "Pie"],
  ["heatmap", "Heatmap"],
  ["treemap", "Treemap"],
  ["funnel", "Funnel"],
  ["map", "Map"],
  ["big_number", "Number"],
  ["gauge", "Gauge"],
];
