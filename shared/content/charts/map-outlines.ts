import {Type} from "@sinclair/typebox";
import {readerOf} from "../../core/validate.ts";
import type {Drawing} from "../../core/wire/drawing.ts";
import {placesOf} from "./vega/map/map.ts";
import {numberIn, readDrawing} from "./vega/read.ts";

type Outline = NonNullable<Drawing["outlines"]>[number];
type Kind = Outline["kind"];
type Point = readonly [number, number];

interface Line {
  kind: Kind;
  points: Point[];
}

interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** A file in the format of https://github.com/topojson/topojson-specification, with quantized arcs. */
const Topology = Type.Object({
  transform: Type.Object({
    scale: Type.Tuple([Type.Number(), Type.Number()]),
    translate: Type.Tuple([Type.Number(), Type.Number()]),
  }),
  arcs: Type.Array(Type.Array(Type.Tuple([Type.Number(), Type.Number()]))),
  objects: Type.Record(
    Type.String(),
    Type.Object({geometries: Type.Array(Type.Object({arcs: Type.Optional(Type.Array(Type.Unknown()))}))}),
  ),
});
const readTopology = readerOf(Topology, "a packaged map");

/**
 * From this width in degrees on, a map has the coarse lines. On a narrower map the coarse lines would be visibly wrong.
 */
const COARSE_FROM = 100;
/** On a map that is narrower than this, in degrees, no lines of land are drawn. */
const LAND_FROM = 1;
/** The borders of states are drawn on maps between these widths, in degrees. */
const STATES = {from: 0.3, to: 90} as const;
/**
 * A plot is assumed to be at most this many times as wide as high, or as high as wide. In a more extreme plot the lines
 * end before its edges.
 */
const WIDEST = 3;
const HIGHEST = 2;
/** Details smaller than this share of the map are left out. */
const DETAIL = 1 / 400;

const files = {
  coarse: import.meta.resolve("world-atlas/countries-110m.json"),
  fine: import.meta.resolve("world-atlas/countries-50m.json"),
  states: import.meta.resolve("us-atlas/states-10m.json"),
} as const;
/** The lines of each file. A file is read when a map first needs it. */
const read = new Map<keyof typeof files, Promise<Line[]>>();

/** The lines of land, countries and states around the points of a map; `undefined` for a drawing that is not a map. */
export async function outlinesOf(drawing: Drawing): Promise<Drawing["outlines"]> {
  if (drawing.type !== "map") return undefined;
  const places = placesOf(readDrawing(drawing, {width: 0, height: 0}));
  if (typeof places === "string") return undefined;
  const {latitude, longitude, pointRows} = places;
  const xs = pointRows.map(row => numberIn(row, longitude) ?? 0);
  const ys = pointRows.map(row => numberIn(row, latitude) ?? 0);
  const box = boxAround({x: Math.min(...xs), y: Math.min(...ys)}, {x: Math.max(...xs), y: Math.max(...ys)});
  const span = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const lines: Line[] = [];
  if (span >= LAND_FROM) lines.push(...(await linesOf(span >= COARSE_FROM ? "coarse" : "fine")));
  if (span >= STATES.from && span <= STATES.to) lines.push(...(await linesOf("states")));
  // Longitudes may continue beyond the date line.
  return [-360, 0, 360].flatMap(shift => lines.flatMap(line => clipped(line, shift, box, span * DETAIL)));
}

/** The area that a plot of any usual shape shows around these points. */
function boxAround(least: {x: number; y: number}, most: {x: number; y: number}): Box {
  const middle = {x: (least.x + most.x) / 2, y: (least.y + most.y) / 2};
  const squeeze = Math.max(0.3, Math.cos((middle.y * Math.PI) / 180));
  const [width, height] = [(most.x - least.x) * squeeze, most.y - least.y];
  const half = {
    x: (Math.max(width, height * WIDEST, 0.02) * 0.6) / squeeze,
    y: Math.max(height, width * HIGHEST, 0.02) * 0.6,
  };
  return {
    west: middle.x - half.x,
    east: middle.x + half.x,
    south: middle.y - half.y,
    north: middle.y + half.y,
  };
}

function linesOf(name: keyof typeof files): Promise<Line[]> {
  const found = read.get(name) ?? readLines(name);
  read.set(name, found);
  return found;
}

async function readLines(name: keyof typeof files): Promise<Line[]> {
  const topology = readTopology(await Bun.file(Bun.fileURLToPath(files[name])).json());
  const {arcs, transform, objects} = topology;
  const areas = objects[name === "states" ? "states" : "countries"]?.geometries ?? [];
  // An arc that two areas share is a border between them. An arc of a single area is coast. `~i` is arc `i` backwards.
  const uses = new Map<number, number>();
  for (const area of areas) {
    for (const arc of (area.arcs ?? []).flat(Number.POSITIVE_INFINITY)) {
      if (typeof arc !== "number") continue;
      const index = arc < 0 ? ~arc : arc;
      uses.set(index, (uses.get(index) ?? 0) + 1);
    }
  }
  return arcs.flatMap((arc, index): Line[] => {
    const isBetween = (uses.get(index) ?? 0) > 1;
    // The coast and the national borders of the states' country come from the other files.
    if (name === "states") return isBetween ? [{kind: "state", points: decoded(arc, transform)}] : [];
    return uses.has(index) ? [{kind: isBetween ? "country" : "coast", points: decoded(arc, transform)}] : [];
  });
}

function decoded(
  arc: readonly (readonly [number, number])[],
  {scale, translate}: (typeof Topology)["static"]["transform"],
): Point[] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]): Point => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** The parts of a line that can be visible in the box, without details smaller than `detail`, in degrees. */
function clipped({kind, points}: Line, shift: number, box: Box, detail: number): Outline[] {
  const parts: Outline[] = [];
  let part: number[] = [];
  let previous: Point | undefined;
  const end = () => {
    if (part.length > 2 && sizeOf(part) >= 2 * detail) parts.push({kind, line: part});
    part = [];
    previous = undefined;
  };
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (!before || !isVisible(before, point, shift, box) || isEdge(before, point)) {
      end();
      return;
    }
    if (!previous) {
      part.push(rounded(before[0] + shift), rounded(before[1]));
      previous = before;
    }
    const isLast = i === points.length - 1;
    if (!isLast && Math.hypot(point[0] - previous[0], point[1] - previous[1]) < detail) return;
    part.push(rounded(point[0] + shift), rounded(point[1]));
    previous = point;
  });
  end();
  return parts;
}

/** The length of the line's longer side, in degrees. */
function sizeOf(line: readonly number[]): number {
  const sideOf = (parity: 0 | 1) => {
    const values = line.filter((_, i) => i % 2 === parity);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.max(sideOf(0), sideOf(1));
}

function isVisible([x, y]: Point, [x2, y2]: Point, shift: number, {west, east, south, north}: Box): boolean {
  return (
    Math.max(x, x2) + shift >= west &&
    Math.min(x, x2) + shift <= east &&
    Math.max(y, y2) >= south &&
    Math.min(y, y2) <= north
  );
}

/**
 * Whether the line from one point to the other is an artificial edge of the flattened world map: along the date line,
 * or at the south pole.
 */
function isEdge([x, y]: Point, [x2, y2]: Point): boolean {
  const isCut = Math.abs(x) > 179.9 && Math.abs(x2) > 179.9;
  return isCut || (y < -85.5 && y2 < -85.5) || Math.abs(x - x2) > 180;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}
