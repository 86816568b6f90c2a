import {type Static, Type} from "@sinclair/typebox";
import {TIMESTAMP_GRAINS} from "../semantic/layer/grains.ts";
import {DimensionType, FieldFormat as Format} from "../semantic/layer/graph.ts";
import {ChartConfig, ChartType} from "./chart-config.ts";

export type FieldFormat = Static<typeof Format>;

const DrawnColumn = Type.Object({
  /** The query's name for the column, by which the configuration refers to it. */
  name: Type.String(),
  type: DimensionType,
  role: Type.Union([Type.Literal("dimension"), Type.Literal("measure")]),
  /** The name that people read. */
  label: Type.String(),
  format: Type.Optional(Format),
  /** The grain of a truncated date or timestamp. */
  grain: Type.Optional(Type.Union(TIMESTAMP_GRAINS.map(grain => Type.Literal(grain)))),
  /** Whether values of this measure may be added up to a total: right for counts and sums, wrong for averages. */
  additive: Type.Optional(Type.Boolean()),
});
export type DrawnColumn = Static<typeof DrawnColumn>;

/** What one chart shows and how, as plain data that can be sent between processes and threads. */
export const Drawing = Type.Object({
  title: Type.String(),
  type: ChartType,
  config: ChartConfig,
  theme: Type.Union([Type.Literal("light"), Type.Literal("dark")]),
  columns: Type.Array(DrawnColumn),
  /** In column order. Numbers that do not fit a double are strings with all their digits. */
  rows: Type.Array(Type.Array(Type.Unknown())),
  /** Whether the query says no order, so that rows are only in the order of their dimensions. */
  unordered: Type.Optional(Type.Boolean()),
  /** What the query calls the rest of a dimension, of which it keeps the greatest values. */
  rest: Type.Optional(Type.Object({column: Type.String(), name: Type.String()})),
  /** Whether a limit cut the rows. */
  truncated: Type.Boolean(),
  /** The measures over the rows of all groups, in column order; null in the dimensions' columns. */
  totals: Type.Optional(Type.Array(Type.Unknown())),
  /** Of a map: lines behind the points, as longitudes and latitudes in turn. */
  outlines: Type.Optional(
    Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal("coast"), Type.Literal("country"), Type.Literal("state")]),
        line: Type.Array(Type.Number()),
      }),
    ),
  ),
  /**
   * Of a big number whose period goes on: the row of what has passed of it, where that is known, and the row of the same
   * days of the period before, if there is one.
   */
  toDate: Type.Optional(
    Type.Object({
      row: Type.Optional(Type.Array(Type.Unknown())),
      before: Type.Optional(Type.Array(Type.Unknown())),
    }),
  ),
  /** Of a big number with rows of the future: the last time that has begun. */
  lastBegun: Type.Optional(Type.String()),
});
export type Drawing = Static<typeof Drawing>;

export type Json = string | number | boolean | null | Json[] | {[key: string]: Json};

/** A Vega-Lite 6 specification, complete with its data. */
export interface VegaLiteSpec {
  [key: string]: Json;
}

/** In pixels, title and margins included. */
export interface Size {
  width: number;
  height: number;
}
