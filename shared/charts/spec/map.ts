import {AXIS_SIZE} from "./axes.ts";
import type {Json, VegaLiteSpec} from "./chart-spec.ts";
import {colourOf} from "./fold.ts";
import {formatNumber} from "./format.ts";
import {bodyOf, headLabels, pictureSpec} from "./frame.ts";
import {legendLayers, placeLegend} from "./legend.ts";
import {messageSpec} from "./message.ts";
import {type Field, fieldNamed, numberIn, type Source, textIn} from "./read.ts";
import {type Label, textLayers} from "./shapes.ts";

const LATITUDE = /(^|[._\s])(lat|latitude)$/i;
const LONGITUDE = /(^|[._\s])(lon|lng|long|longitude)$/i;
const MOST_POINTS = 5000;
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 60];

interface Bounds {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** Points by longitude and latitude on a plain grid of degrees; their size is the first measure. */
export function mapSpec(source: Source): VegaLiteSpec {
  const {config, fields, dimensions, theme, rows} = source;
  const latitude = fieldNamed(fields, config.latitude) ?? fieldLike(fields, LATITUDE);
  const longitude = fieldNamed(fields, config.longitude) ?? fieldLike(fields, LONGITUDE);
  if (!latitude || !longitude) {
    return messageSpec(
      source,
      "A map needs two columns of numbers for latitude and longitude: name them so, or set them in the configuration.",
    );
  }
  const placed = rows.filter(row => isPlace(numberIn(row, latitude), numberIn(row, longitude)));
  if (placed.length === 0) return messageSpec(source, "No data: no row has a latitude and a longitude.");
  if (placed.length < rows.length)
    source.notes.push(`${formatNumber(rows.length - placed.length)} without a place not shown`);
  if (placed.length > MOST_POINTS)
    source.notes.push(`${formatNumber(MOST_POINTS)} of ${formatNumber(placed.length)} points`);
  const shown = placed.slice(0, MOST_POINTS);
  const others = source.measures.filter(field => field !== latitude && field !== longitude);
  const size = fieldNamed(others, config.size) ?? others[0];
  if (size) source.notes.push(`Size: ${size.label}`);
  const split = fieldNamed(dimensions, config.series);
  const names = split ? [...new Set(shown.map(row => textIn(row, split)))] : [""];
  const kept = new Set(names.slice(0, theme.palette.length - 1));
  const labels = names.length > kept.size ? [...kept, "Other"] : names;
  const colours = labels.map((label, i) => (label === "Other" ? theme.other : colourOf(source, label, i)));
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
    shown.map(row => [numberIn(row, longitude) ?? 0, numberIn(row, latitude) ?? 0]),
    plot,
  );
  const largest = size ? Math.max(...shown.map(row => Math.abs(numberIn(row, size) ?? 0))) : 0;
  const plain = shown.length > 1000 ? 8 : 24;
  const values = shown
    .map(row => ({
      x: numberIn(row, longitude) ?? 0,
      y: numberIn(row, latitude) ?? 0,
      size:
        size && largest > 0 ? Math.round(10 + (Math.abs(numberIn(row, size) ?? 0) / largest) * 500) : plain,
      s: split ? (kept.has(textIn(row, split)) ? textIn(row, split) : "Other") : "",
    }))
    // Small points lie above large ones, so that all can be seen.
    .sort((a, b) => b.size - a.size);
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
    {encoding: {x: channel("x", west, east), y: channel("y", south, north)}, layer: [...grid.layers, points]},
    ...legendLayers(legend, origin),
    ...textLayers([...grid.labels, ...headLabels(source)], origin),
  ]);
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

/** Wide enough for all points, with degrees as long as they are in the middle of the map. */
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

/** Lines of whole degrees, named at the edges. */
function graticule(
  {theme}: Source,
  {west, east, south, north}: Bounds,
  origin: {x: number; y: number},
  {width, height}: {width: number; height: number},
): {layers: Json[]; labels: Label[]} {
  const stepOf = (extent: number, pixels: number) => STEPS.find(step => (step / extent) * pixels >= 60) ?? 60;
  const lines = (low: number, high: number, step: number) => {
    const first = Math.ceil(low / step);
    return Array.from({length: Math.max(0, Math.floor(high / step) - first + 1)}, (_, i) =>
      Number(((first + i) * step).toFixed(2)),
    );
  };
  const longitudes = lines(Math.max(-360, west), Math.min(360, east), stepOf(east - west, width));
  const latitudes = lines(Math.max(-90, south), Math.min(90, north), stepOf(north - south, height));
  const rule = (field: "x" | "y", values: number[]): Json => ({
    data: {values: values.map(value => ({[field]: value}))},
    mark: {type: "rule", color: theme.grid, clip: true},
    encoding: field === "x" ? {y: {value: 0}, y2: {value: height}} : {x: {value: 0}, x2: {value: width}},
  });
  const frame: Json = {
    data: {values: [{}]},
    mark: {type: "rect", color: theme.shade, stroke: theme.grid},
    encoding: {x: {value: 0}, x2: {value: width}, y: {value: 0}, y2: {value: height}},
  };
  const look = {size: AXIS_SIZE - 1, colour: theme.muted} as const;
  return {
    layers: [frame, rule("x", longitudes), rule("y", latitudes)],
    labels: [
      ...longitudes.map(
        (value): Label => ({
          ...look,
          x: origin.x + ((value - west) / (east - west)) * width,
          y: origin.y + height + 9,
          text: degrees(value, "E", "W"),
          align: "center",
        }),
      ),
      ...latitudes.map(
        (value): Label => ({
          ...look,
          x: origin.x - 6,
          y: origin.y + ((north - value) / (north - south)) * height,
          text: degrees(value, "N", "S"),
          align: "right",
        }),
      ),
    ],
  };
}

function degrees(value: number, above: string, below: string): string {
  const turned = value > 180 ? value - 360 : value < -180 ? value + 360 : value;
  return `${Math.abs(turned)}°${turned > 0 ? above : turned < 0 ? below : ""}`;
}
