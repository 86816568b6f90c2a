import type {Grain} from "../../semantic/grains.ts";
import type {Dimension, DimensionType} from "../../semantic/graph.ts";
import type {ChartConfig, ChartType} from "../config.ts";

export type FieldFormat = NonNullable<Dimension["format"]>;

export interface DrawnColumn {
  /** As the query names it; the configuration refers to it by this. */
  name: string;
  type: DimensionType;
  role: "dimension" | "measure";
  /** What people read. */
  label: string;
  format?: FieldFormat;
  /** Of a date or timestamp that was cut. */
  grain?: Grain;
  /** Whether values of this measure may be added up to a total: right for counts and sums, wrong for averages. */
  additive?: boolean;
}

/** What one chart shows and how: plain data, so that it travels between processes and threads. */
export interface Drawing {
  title: string;
  type: ChartType;
  config: ChartConfig;
  theme: "light" | "dark";
  columns: DrawnColumn[];
  /** In column order. Numbers that a double cannot hold are strings with all their digits. */
  rows: unknown[][];
  /** Whether a limit cut the rows. */
  truncated: boolean;
}

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

/**
 * The picture as a specification: it has the size asked for, holds its data, and loads nothing. Whatever the rows
 * are there is a picture; where they do not fit the type, it shows a sentence that says what is needed.
 */
export function chartSpec(drawing: Drawing, size: Size): VegaLiteSpec {
  const keys = drawing.columns.map((_, index) => `c${index}`);
  const x = drawing.columns.findIndex(({role}) => role === "dimension");
  const y = drawing.columns.findIndex(({role}) => role === "measure");
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    title: {text: drawing.title},
    width: size.width,
    height: size.height,
    autosize: {type: "fit", contains: "padding"},
    data: {values: drawing.rows.map(row => Object.fromEntries(keys.map((key, i) => [key, plain(row[i])])))},
    mark: drawing.type === "line" ? "line" : "bar",
    encoding: {
      x: {field: keys[x] ?? "c0", type: "ordinal", axis: {title: drawing.columns[x]?.label ?? ""}},
      y: {field: keys[y] ?? "c0", type: "quantitative", axis: {title: drawing.columns[y]?.label ?? ""}},
    },
  };
}

function plain(value: unknown): Json {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
