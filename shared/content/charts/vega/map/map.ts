import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatNumber} from "../format.ts";
import {bodyOf, headLabels, pictureSpec} from "../frame.ts";
import {legendLayers, placeLegend} from "../legend.ts";
import {messageSpec} from "../message.ts";
import {restLabel} from "../pivoted.ts";
import {type Field, fieldNamed, numberIn, type Source, textIn} from "../read.ts";
import {colourOf} from "../series-colours.ts";
import {textLayers} from "../shapes.ts";
import {type Bounds, graticule} from "./graticule.ts";

const LATITUDE = /(^|[._\s])(lat|latitude)$/i;
const LONGITUDE = /(^|[._\s])(lon|lng|long|longitude)$/i;
const MAX_POINTS = 5000;

/** Points by longitude and latitude on a plain grid of degrees, sized by the first measure. */
export function mapSpec(source: Source): VegaLiteSpec {
  const {config, dimensions, theme} = source;
  const places = placesOf(source);
  if (typeof places === "string") return messageSpec(source, places);
  const {latitude, longitude, size, pointRows} = places;
  if (size) source.notes.push(`Size: ${size.label}`);
  const split = fieldNamed(dimensions, config.series);
  const names = split ? [...new Set(pointRows.map(row => textIn(row, split)))] : [""];
  const coloredNames = new Set(names.slice(0, theme.palette.length - 1));
  const rest = restLabel(coloredNames);
  const labels = names.length > coloredNames.size ? [...coloredNames, rest] : names;
  const colours = labels.map((label, i) => (label === rest ? theme.other : colourOf(source, label, i)));
  const legend = placeLegend(
    source,
    split ? labels.map((label, i) => ({label, colour: colours[i] ?? theme.other})) : [],
    bodyOf(source),
  );
  const {room} = legend;
  const origin = {x: Math.round(room.left + 34), y: Math.round(room.top + 2)};
  const plot = {
    width: Math.max(20, Math.round(room.right) - origin.x),
    height: Math.max(20, Math.round(room.bottom - 16) - origin.y),
  };
  const bounds = boundsOf(
    pointRows.map(row => [numberIn(row, longitude) ?? 0, numberIn(row, latitude) ?? 0]),
    plot,
  );
  const own = (row: readonly unknown[]) => (split ? textIn(row, split) : "");
  const values = pointsOf(pointRows, longitude, latitude, size).map(({row, ...point}) => ({
    ...point,
    s: coloredNames.has(own(row)) ? own(row) : rest,
  }));
  const points: Json = {
    data: {values},
    mark: {type: "point", filled: true, opacity: 0.6, stroke: theme.background, strokeWidth: 0.6, clip: true},
    encoding: {
      color: {field: "s", type: "nominal", sort: null, scale: {domain: labels, range: colours}, legend: null},
      size: {field: "size", type: "quantitative", scale: null, legend: null},
    },
  };
  const {west, east, south, north} = bounds;
  const channel = (field: string, low: number, high: number): Json => ({
    field,
    type: "quantitative",
    title: null,
    axis: null,
    scale: {domain: [low, high], zero: false, nice: false},
  });
  const grid = graticule(source, bounds, origin, plot);
  return pictureSpec(source, origin, plot, [
    {
      encoding: {x: channel("x", west, east), y: channel("y", south, north)},
      layer: [...grid.layers, ...outlineLayer(source), points],
    },
    ...legendLayers(legend, origin),
    ...textLayers([...grid.labels, ...headLabels(source)], origin),
  ]);
}

/** The outlines of land, countries and states, if the drawing has outlines. */
function outlineLayer({theme, drawing}: Source): Json[] {
  const {outlines = []} = drawing;
  if (outlines.length === 0) return [];
  const layerOf = (kind: string, colour: string): Json[] => {
    const values = outlines.flatMap((outline, l) =>
      outline.kind === kind ? pointsAlong(outline.line).map(point => ({l, ...point})) : [],
    );
    const mark = {type: "line", clip: true, color: colour, strokeWidth: 0.7, strokeJoin: "round"};
    const encoding = {order: {value: null}, detail: {field: "l", type: "nominal"}};
    return values.length > 0 ? [{data: {values}, mark, encoding}] : [];
  };
  return [
    ...layerOf("state", theme.axis),
    ...layerOf("country", theme.axis),
    ...layerOf("coast", theme.muted),
  ];
}

function pointsAlong(line: readonly number[]): {x: number; y: number}[] {
  return Array.from({length: line.length / 2}, (_, i) => ({x: line[2 * i] ?? 0, y: line[2 * i + 1] ?? 0}));
}

interface Places {
  latitude: Field;
  longitude: Field;
  size: Field | undefined;
  /** The rows that are drawn. */
  pointRows: (readonly unknown[])[];
}

/** The positions of the points; a message if there are none. */
export function placesOf(source: Source): Places | string {
  const {config, fields, measures, rows} = source;
  const latitude = fieldNamed(fields, config.latitude) ?? fieldLike(fields, LATITUDE);
  const longitude = fieldNamed(fields, config.longitude) ?? fieldLike(fields, LONGITUDE);
  if (!latitude || !longitude) {
    return "A map needs two columns of numbers, named latitude and longitude or set in the configuration.";
  }
  const placed = rows.filter(row => isPlace(numberIn(row, latitude), numberIn(row, longitude)));
  if (placed.length === 0) return "No data: no row has a latitude and a longitude.";
  if (placed.length < rows.length)
    source.notes.push(
      `${formatNumber(rows.length - placed.length, source.plain)} without a position not shown`,
    );
  if (placed.length > MAX_POINTS)
    source.notes.push(
      `${formatNumber(MAX_POINTS, source.plain)} of ${formatNumber(placed.length, source.plain)} points`,
    );
  const others = measures.filter(field => field !== latitude && field !== longitude);
  const size = fieldNamed(others, config.size) ?? others[0];
  return {latitude, longitude, size, pointRows: placed.slice(0, MAX_POINTS)};
}

/** Sorts points from large to small, so that small points are drawn above large ones. */
function pointsOf(
  rows: readonly (readonly unknown[])[],
  longitude: Field,
  latitude: Field,
  size: Field | undefined,
): {row: readonly unknown[]; x: number; y: number; size: number}[] {
  const weightOf = (row: readonly unknown[]) => (size ? Math.abs(numberIn(row, size) ?? 0) : 0);
  const weights = new Set(rows.map(weightOf));
  const largest = Math.max(...weights);
  // The size of points carries no information if all weights are equal.
  const isSized = largest > 0 && (weights.size > 1 || rows.length === 1);
  const plain = rows.length > 1000 ? 8 : 24;
  return rows
    .map(row => ({
      row,
      x: numberIn(row, longitude) ?? 0,
      y: numberIn(row, latitude) ?? 0,
      size: isSized ? Math.round(10 + (weightOf(row) / largest) * 500) : plain,
    }))
    .sort((a, b) => b.size - a.size);
}

function fieldLike(fields: readonly Field[], pattern: RegExp): Field | undefined {
  return fields.find(
    ({column, label, kind}) => kind === "number" && (pattern.test(column.name) || pattern.test(label)),
  );
}

function isPlace(latitude: number | undefined, longitude: number | undefined): boolean {
  return (
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 360
  );
}

/** Bounds that contain all points. All degrees of longitude have the length of a degree in the middle of the map. */
function boundsOf(
  places: readonly (readonly [number, number])[],
  {width, height}: {width: number; height: number},
): Bounds {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const middle = {x: (west + east) / 2, y: (south + north) / 2};
  const squeeze = Math.max(0.3, Math.cos((middle.y * Math.PI) / 180));
  const perPixel = Math.max(
    ((east - west) * squeeze * 1.08) / width,
    ((north - south) * 1.08) / height,
    0.02 / width,
  );
  const [halfX, halfY] = [(perPixel * width) / squeeze / 2, (perPixel * height) / 2];
  return {west: middle.x - halfX, east: middle.x + halfX, south: middle.y - halfY, north: middle.y + halfY};
}
