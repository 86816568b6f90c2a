import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatNumber} from "../format.ts";
import {messageSpec} from "../message.ts";
import {restLabel} from "../pivoted.ts";
import {type Field, fieldNamed, numberIn, type Source, textIn} from "../read.ts";
import {colourOf} from "../series-colours.ts";
import {textLayers} from "../shapes.ts";
import {numberAxis, timeAxis} from "./axes.ts";
import {isBounded} from "./line.ts";
import {cartesianSpec, type Plot} from "./plot-layout.ts";
import {placeNames} from "./point-names.ts";

const MAX_POINTS = 5000;
const MAX_NAMED = 60;
export const NEEDS_AXES =
  "A scatter chart needs two measures, or a measure and a dimension of numbers or dates.";
export const NO_POINTS = "No data: no row has a value for both axes.";

interface Point {
  x: number;
  y: number;
  size: number;
  s: string;
  name: string;
}

/**
 * Points by two measures, or by a measure and a dimension of numbers or times. A third measure is the size of the
 * points.
 */
export function scatterSpec(source: Source): VegaLiteSpec {
  const {config, theme} = source;
  const axes = axesOf(source);
  if (!axes) return messageSpec(source, NEEDS_AXES);
  const {x, y, size, names} = axes;
  const split = splitOf(source, names);
  const points = pointsOf(source, {x, y, size, names, split});
  if (points.length === 0) return messageSpec(source, NO_POINTS);
  const labels = [...new Set(points.map(({s}) => s))];
  const colours = labels.map((label, i) => colourOf(source, label, i));
  const values = points.map(point => point.y);
  let extent: readonly [number, number] = [0, 1];
  return cartesianSpec(source, {
    legend: split ? labels.map((label, i) => ({label, colour: colours[i] ?? theme.other})) : [],
    side: {values, zero: nearby(values), format: y.format, title: y.label, config: config.yAxis},
    bottomTitle: x.label,
    needsBottomTitle: true,
    bottom: width => {
      const places = points.map(point => point.x);
      const axis =
        x.kind === "time"
          ? timeAxis(places, x, width)
          : numberAxis(nearby(places) ? [0, ...places] : places, x, width, config.xAxis);
      extent = axis.extent;
      return axis;
    },
    marks: plot => {
      const color: Json = {
        field: "s",
        type: "nominal",
        sort: null,
        scale: {domain: labels, range: colours},
        legend: null,
      };
      const opacity = points.length > 500 ? 0.45 : 0.75;
      const plotted = points.map(({x, y, size, s}) => ({x, y, size, s}));
      return [
        {
          data: {values: plotted},
          mark: {
            type: "point",
            filled: true,
            opacity,
            clip: isBounded(config),
            stroke: theme.background,
            strokeWidth: 0.5,
          },
          encoding: {color, size: {field: "size", type: "quantitative", scale: null, legend: null}},
        },
        ...nameLayers(source, points, extent, plot),
      ];
    },
  });
}

interface Axes {
  x: Field;
  y: Field;
  size: Field | undefined;
  /** The dimensions whose values name a point. */
  names: readonly Field[];
}

/** The columns of the axes; `undefined` if there are too few columns. */
export function axesOf({config, measures, dimensions}: Source): Axes | undefined {
  const along = fieldNamed([...dimensions, ...measures], config.x);
  const scaled = dimensions.filter(({kind}) => kind !== "text");
  const x = along && along.kind !== "text" ? along : measures.length > 1 ? measures[0] : scaled[0];
  const y = measures.find(field => field !== x);
  if (!x || !y) return undefined;
  const size = fieldNamed(measures, config.size) ?? measures.find(field => field !== x && field !== y);
  return {x, y, size, names: dimensions.filter(field => field !== x)};
}

/** The dimension whose few values colour the points, if there is one. */
function splitOf({config, dimensions, rows}: Source, names: readonly Field[]): Field | undefined {
  const named = fieldNamed(dimensions, config.series);
  if (named) return named;
  return names.find(field => {
    const count = new Set(rows.map(row => row[field.index])).size;
    return count > 1 && count <= 8 && count < rows.length;
  });
}

/** The rows that are drawn as points. */
export function rowsWithPoint(source: Source, {x, y}: Pick<Axes, "x" | "y">): (readonly unknown[])[] {
  const placed = source.rows.filter(row => numberIn(row, x) !== undefined && numberIn(row, y) !== undefined);
  const missing = source.rows.length - placed.length;
  if (missing > 0) source.notes.push(`${formatNumber(missing, source.plain)} without a value not shown`);
  if (placed.length > MAX_POINTS)
    source.notes.push(
      `${formatNumber(MAX_POINTS, source.plain)} of ${formatNumber(placed.length, source.plain)} points`,
    );
  return placed.slice(0, MAX_POINTS);
}

function pointsOf(source: Source, {x, y, size, names, split}: Axes & {split: Field | undefined}): Point[] {
  const plottedRows = rowsWithPoint(source, {x, y});
  const largest = size ? Math.max(...plottedRows.map(row => Math.abs(numberIn(row, size) ?? 0))) : 0;
  const plain = plottedRows.length > 1000 ? 14 : plottedRows.length > 200 ? 26 : 46;
  const few = firstValues(plottedRows, split, source.theme.palette.length - 1);
  const rest = restLabel(few);
  return plottedRows.map(row => {
    const weight = size && largest > 0 ? Math.abs(numberIn(row, size) ?? 0) / largest : undefined;
    const own = split ? textIn(row, split) : "";
    return {
      x: numberIn(row, x) ?? 0,
      y: numberIn(row, y) ?? 0,
      size: weight === undefined ? plain : Math.round(16 + weight * 600),
      s: few.has(own) ? own : rest,
      name: names.map(field => textIn(row, field)).join(" · "),
    };
  });
}

function firstValues(
  rows: readonly (readonly unknown[])[],
  split: Field | undefined,
  most: number,
): Set<string> {
  if (!split) return new Set([""]);
  return new Set([...new Set(rows.map(row => textIn(row, split)))].slice(0, most));
}

function nearby(values: readonly number[]): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least >= 0 && least <= most * 0.35;
}

/** Names beside points that have room for a name. */
function nameLayers(
  {config, theme}: Source,
  points: readonly Point[],
  [from, to]: readonly [number, number],
  {width, height, y}: Plot,
): Json[] {
  if (config.labels === false || points.length > MAX_NAMED) return [];
  const named = points.map(point => ({
    x: ((point.x - from) / (to - from || 1)) * width,
    y: height - ((point.y - y.min) / (y.max - y.min || 1)) * height,
    radius: Math.sqrt(point.size / Math.PI),
    name: point.name,
  }));
  return textLayers(placeNames(named, {width, height}, theme.text), {x: 0, y: 0});
}
