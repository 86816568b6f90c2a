import type {AxisConfig} from "../../../../core/wire/chart-config.ts";
import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {markedLike, type NumberLook} from "../format.ts";
import {bodyOf, headLabels, isSmall, pictureSpec} from "../frame.ts";
import {type LegendItem, legendLayers, placeLegend} from "../legend.ts";
import type {Source} from "../read.ts";
import {type Origin, textLayers} from "../shapes.ts";
import {cleanText, fitText, measureText} from "../text.ts";
import {AXIS_SIZE, type BottomAxis, scaleOf, tickedAxis} from "./axes.ts";
import {type NumberScale, numberScale} from "./ticks.ts";

/** A vertical axis of numbers. */
export interface SideAxis {
  values: readonly number[];
  zero: boolean;
  format: NumberLook | undefined;
  title: string;
  config: AxisConfig | undefined;
}

export interface Plot {
  width: number;
  height: number;
  y: NumberScale;
}

export interface Cartesian {
  legend: LegendItem[];
  side: SideAxis;
  /** An axis at the right for the lines of a mixed chart. */
  side2?: SideAxis | undefined;
  bottomTitle: string;
  /**
   * Whether a small picture also has the title below the axis, because it cannot be read without the title. Other small
   * pictures have none.
   */
  needsBottomTitle?: boolean;
  bottom(width: number): BottomAxis;
  /** Marks with their data, whose `x` and `y` are values of the axes. */
  marks(plot: Plot): Json[];
  marks2?(plot: Plot): Json[];
}

const TITLE_HEIGHT = 22;
/** The greatest width of an axis title, and the gap between two titles. */
const TITLE_WIDTH = 240;
const TITLE_GAP = 12;
const FOOT_TITLE_HEIGHT = 18;

/** A plot with axes. Every position is computed here in pixels, so that Vega does no layout. */
export function cartesianSpec(source: Source, chart: Cartesian): VegaLiteSpec {
  const {size, config} = source;
  const legend = placeLegend(source, chart.legend, bodyOf(source));
  const {room} = legend;
  const {xAxis} = config;
  const titled = chart.needsBottomTitle || !isSmall(size);
  const sideTitles = [titleOf(chart.side), chart.side2 ? titleOf(chart.side2) : ""] as const;
  const bottomTitle = xAxis?.hidden ? "" : cleanText(xAxis?.title ?? (titled ? chart.bottomTitle : ""));
  const top = room.top + (sideTitles.some(Boolean) ? TITLE_HEIGHT : 6);

  const count = Math.max(2, Math.floor((room.bottom - top - 40) / 44));
  const y = sideScale(chart.side, count);
  const y2 = chart.side2 && sideScale(chart.side2, count);
  const right = room.right - (y2 ? labelWidth(chart.side2, y2) + 8 : 0);
  const [sideTitle, sideTitle2] = fitBeside(sideTitles, right - room.left);
  const gutter = labelWidth(chart.side, y);
  const first = chart.bottom(right - room.left - gutter);
  const left = room.left + Math.max(gutter, Math.min(first.overhang, size.width * 0.25));
  const bottom = chart.bottom(Math.max(20, right - left));
  const foot = (xAxis?.hidden ? 4 : bottom.height) + (bottomTitle ? FOOT_TITLE_HEIGHT : 0);
  const origin = {x: Math.round(left), y: Math.round(top)};
  const plot = {
    width: Math.max(20, Math.round(right) - origin.x),
    height: Math.max(20, Math.round(room.bottom - foot) - origin.y),
    y,
  };

  const x: Json = {
    ...bottom.channel,
    title: null,
    axis: xAxis?.hidden
      ? null
      : {
          ...bottom.axis,
          grid: xAxis?.grid ?? false,
          ticks: false,
          labelPadding: 7,
          labelOverlap: false,
          ...titleBelow(bottomTitle, bottom.height),
        },
  };
  const layers: Json[] = [
    {
      encoding: {x, y: sideChannel(chart.side, y, "left", sideTitle, origin, room.left)},
      layer: chart.marks(plot),
    },
  ];
  if (y2 && chart.side2 && chart.marks2) {
    const channel = sideChannel(chart.side2, y2, "right", sideTitle2, origin, room.right);
    layers.push({encoding: {x, y: channel}, layer: chart.marks2({...plot, y: y2})});
  }
  const decor = [...legendLayers(legend, origin), ...textLayers(headLabels(source), origin)];
  if (!y2) return pictureSpec(source, origin, plot, [...layers, ...decor]);
  const both: Json = {layer: layers, resolve: {scale: {y: "independent"}}};
  return pictureSpec(source, origin, plot, [both, ...decor]);
}

function sideScale({values, zero, format, config}: SideAxis, count: number): NumberScale {
  const own = config?.format ? markedLike(format, config.format) : format;
  return numberScale(values, {
    min: config?.min,
    max: config?.max,
    log: config?.log,
    zero,
    count,
    format: own,
  });
}

function titleOf({title, config}: SideAxis): string {
  return config?.hidden ? "" : cleanText(config?.title ?? title);
}

/**
 * Fits the titles above the two ends of a plot, which must not overlap. The longer title gets the room that the shorter
 * title does not need.
 */
function fitBeside([left, right]: readonly [string, string], width: number): [string, string] {
  const room = width - TITLE_GAP;
  const fit = (title: string, other: string) => {
    const most = other === "" ? TITLE_WIDTH : Math.max(room / 2, room - measureText(other, AXIS_SIZE));
    return fitText(title, Math.min(TITLE_WIDTH, most), AXIS_SIZE);
  };
  return [fit(left, right), fit(right, left)];
}

function labelWidth(side: SideAxis | undefined, {ticks}: NumberScale): number {
  if (side?.config?.hidden) return 0;
  return Math.max(...ticks.map(({label}) => measureText(label[0] ?? "", AXIS_SIZE))) + 8;
}

/** The title of a vertical axis is horizontal and above the axis, where it is easy to read. */
function sideChannel(
  {config}: SideAxis,
  scale: NumberScale,
  orient: "left" | "right",
  title: string,
  origin: Origin,
  edge: number,
): Json {
  const left = orient === "left";
  const titled: {[key: string]: Json} = title
    ? {
        title,
        titleAngle: 0,
        titleAnchor: "start",
        titleAlign: left ? "left" : "right",
        titleBaseline: "bottom",
        // The title is positioned relative to its own axis. The right axis is at the plot's other end.
        titleX: left ? edge - origin.x : 0,
        titleY: -11,
      }
    : {title: null};
  return {
    field: "y",
    type: "quantitative",
    scale: scaleOf(scale),
    stack: null,
    axis: config?.hidden
      ? null
      : {
          ...tickedAxis(scale.ticks),
          orient,
          grid: config?.grid ?? left,
          domain: false,
          ticks: false,
          labelPadding: 6,
          labelOverlap: false,
          ...titled,
        },
  };
}

function titleBelow(title: string, labels: number): {[key: string]: Json} {
  if (!title) return {title: null};
  return {title: fitText(title, 400, AXIS_SIZE), titleY: labels + 4, titleBaseline: "top"};
}
