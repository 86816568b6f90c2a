import type {Grain} from "../../semantic/grains.ts";
import type {Dimension, DimensionType} from "../../semantic/graph.ts";
import type {ChartConfig, ChartType} from "../config.ts";
import {barSpec} from "./bar.ts";
import {bigNumberSpec} from "./big-number.ts";
import {funnelSpec} from "./funnel.ts";
import {gaugeSpec} from "./gauge.ts";
import {heatmapSpec} from "./heatmap.ts";
import {horizontalBarSpec} from "./horizontal-bar.ts";
import {lineSpec} from "./line.ts";
import {mapSpec} from "./map.ts";
import {messageSpec} from "./message.ts";
import {mixedSpec} from "./mixed.ts";
import {pieSpec} from "./pie.ts";
import {readDrawing, type Source} from "./read.ts";
import {scatterSpec} from "./scatter.ts";
import {tableSpec} from "./table.ts";
import {treemapSpec} from "./treemap.ts";

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
  const source = readDrawing(drawing, size);
  if (source.rows.length === 0) return messageSpec(source, "No data");
  const numbers = source.measures.length > 0 ? undefined : NEEDS_MEASURE[drawing.type];
  if (numbers) return messageSpec(source, `${numbers} needs a measure that is a number.`);
  return SPECS[drawing.type](source);
}

/** A picture that says in a sentence why there is no chart. */
export function messageChartSpec(
  {title, message, theme}: {title: string; message: string; theme: "light" | "dark"},
  size: Size,
): VegaLiteSpec {
  const drawing: Drawing = {title, type: "table", config: {}, theme, columns: [], rows: [], truncated: false};
  return messageSpec(readDrawing(drawing, size), message);
}

const SPECS: Readonly<Record<ChartType, (source: Source) => VegaLiteSpec>> = {
  table: tableSpec,
  big_number: bigNumberSpec,
  bar: barSpec,
  horizontal_bar: horizontalBarSpec,
  line: source => lineSpec(source, false),
  area: source => lineSpec(source, true),
  scatter: scatterSpec,
  pie: pieSpec,
  mixed: mixedSpec,
  funnel: funnelSpec,
  heatmap: heatmapSpec,
  treemap: treemapSpec,
  gauge: gaugeSpec,
  map: mapSpec,
};

const NEEDS_MEASURE: Readonly<Partial<Record<ChartType, string>>> = {
  bar: "A bar chart",
  horizontal_bar: "A bar chart",
  line: "A line chart",
  area: "An area chart",
  scatter: "A scatter chart",
  pie: "A pie chart",
  mixed: "A mixed chart",
  funnel: "A funnel",
  heatmap: "A heatmap",
  treemap: "A treemap",
  gauge: "A gauge",
};
