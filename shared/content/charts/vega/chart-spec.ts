import type {ChartType} from "../../../core/wire/chart-config.ts";
import type {Drawing, Size, VegaLiteSpec} from "../../../core/wire/drawing.ts";
import {barSpec} from "./cartesian/bar.ts";
import {horizontalBarSpec} from "./cartesian/horizontal-bar.ts";
import {lineSpec} from "./cartesian/line.ts";
import {mixedSpec} from "./cartesian/mixed.ts";
import {scatterSpec} from "./cartesian/scatter.ts";
import {formatNumber} from "./format.ts";
import {heatmapSpec} from "./grid/heatmap.ts";
import {tableSpec} from "./grid/table.ts";
import {mapSpec} from "./map/map.ts";
import {messageSpec} from "./message.ts";
import {bigNumberSpec} from "./numbers/big-number.ts";
import {gaugeSpec} from "./numbers/gauge.ts";
import {funnelSpec} from "./part-to-whole/funnel.ts";
import {pieSpec} from "./part-to-whole/pie.ts";
import {whyNoPie} from "./part-to-whole/shares.ts";
import {treemapSpec} from "./part-to-whole/treemap.ts";
import {readDrawing, type Setting, type Source} from "./read.ts";
import {whyTooManyUnits} from "./units.ts";

/**
 * The chart as a Vega-Lite specification of the requested size. The specification contains its data and loads nothing.
 * Any rows give a picture: if the rows do not suit the chart type, the picture is a sentence that says what is missing.
 */
export function chartSpec(drawing: Drawing, size: Size, setting: Setting = {}): VegaLiteSpec {
  const source = readDrawing(drawing, size, setting);
  const message = whyNotDrawn(source);
  return message === undefined ? SPECS[drawing.type](source) : messageSpec(source, message);
}

/** The message that replaces a chart which cannot be drawn; `undefined` if the chart can be drawn. */
export function whyNotDrawn(source: Source): string | undefined {
  const {rows, measures, drawing} = source;
  if (rows.length === 0) return "No data";
  if (measures.length === 0) {
    const numbers = NEEDS_MEASURE[drawing.type];
    return numbers && `${numbers} needs a measure that is a number.`;
  }
  if (drawing.type === "pie") return whyNoPie(source);
  const cutShort = whyCutOff(source);
  if (cutShort !== undefined) return cutShort;
  return HAS_AXES.has(drawing.type) ? whyTooManyUnits(source) : undefined;
}

const HAS_AXES: ReadonlySet<ChartType> = new Set(["bar", "horizontal_bar", "line", "area", "mixed"]);

/** A picture of a sentence that says why there is no chart. */
export function messageChartSpec(
  {title, message, theme}: {title: string; message: string; theme: "light" | "dark"},
  size: Size,
  setting: Setting = {},
): VegaLiteSpec {
  const drawing: Drawing = {title, type: "table", config: {}, theme, columns: [], rows: [], truncated: false};
  return messageSpec(readDrawing(drawing, size, setting), message);
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

const OF_SERIES: ReadonlySet<ChartType> = new Set([
  "bar",
  "horizontal_bar",
  "line",
  "area",
  "mixed",
  "heatmap",
]);

/**
 * The message that replaces several series over time whose rows were cut by a limit. The rows end at some moment, so
 * that series that continue would seem to end or to fall there.
 */
function whyCutOff({drawing, rows, dimensions, plain}: Source): string | undefined {
  if (!drawing.truncated || !OF_SERIES.has(drawing.type) || dimensions.length < 2) return undefined;
  const time = dimensions.find(({kind}) => kind === "time");
  const split = dimensions.find(field => field !== time);
  if (!time || !split) return undefined;
  return `A limit of ${formatNumber(rows.length, plain)} rows ends in the middle of "${time.label}", so that series would be cut off. Raise the limit, filter, choose longer periods, or query the greatest of "${split.label}" with "top".`;
}
