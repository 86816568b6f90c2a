import {type Static, Type} from "@sinclair/typebox";
import {DimensionType, FieldFormat as Format} from "../../semantic/documents.ts";
import {TIMESTAMP_GRAINS} from "../../semantic/vocabulary.ts";
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

/** The data and configuration of one chart, as plain data that can be sent between processes and threads. */
export const Drawing = Type.Object({
  title: Type.String(),
  type: ChartType,
  config: ChartConfig,
  theme: Type.Union([Type.Literal("light"), Type.Literal("dark")]),
  columns: Type.Array(DrawnColumn),
  /** Rows, each with its values in column order. Numbers that do not fit a double are strings with all their digits. */
  rows: Type.Array(Type.Array(Type.Unknown())),
  /** Whether the query has no order of its own, so that rows are only in the order of their dimensions. */
  unordered: Type.Optional(Type.Boolean()),
  /**
   * For a query that keeps only the greatest values of a dimension: the dimension's column, and the name of the group
   * of all other values.
   */
  rest: Type.Optional(Type.Object({column: Type.String(), name: Type.String()})),
  /**
   * For a table with subtotals: the number of the query's dimensions. The last column holds the number of dimensions
   * that each row is grouped by; a row with fewer is a subtotal.
   */
  subtotals: Type.Optional(Type.Integer()),
  /** Whether a limit cut the rows. */
  truncated: Type.Boolean(),
  /** The measures over the rows of all groups, in column order; null in the dimensions' columns. */
  totals: Type.Optional(Type.Array(Type.Unknown())),
  /** For a map: lines behind the points, as longitudes and latitudes in turn. */
  outlines: Type.Optional(
    Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal("coast"), Type.Literal("country"), Type.Literal("state")]),
        line: Type.Array(Type.Number()),
      }),
    ),
  ),
  /**
   * For a big number of the current period: the row of the period to date, if known, and the row of the same days of
   * the period before, if there is one.
   */
  toDate: Type.Optional(
    Type.Object({
      row: Type.Optional(Type.Array(Type.Unknown())),
      before: Type.Optional(Type.Array(Type.Unknown())),
    }),
  ),
  /** For a big number with rows of the future: the last period that has begun. */
  lastBegun: Type.Optional(Type.String()),
});
export type Drawing = Static<typeof Drawing>;

export type Json = string | number | boolean | null | Json[] | {[key: string]: Json};

/** A Vega-Lite 6 specification, complete with its data. */
export interface VegaLiteSpec {
  [key: string]: Json;
}

/** The size of a picture in pixels, title and margins included. */
export interface Size {
  width: number;
  height: number;
}
