import type {Json} from "../../../../core/wire/drawing.ts";
import {AXIS_SIZE} from "../cartesian/axes.ts";
import type {Source} from "../read.ts";
import type {Label} from "../shapes.ts";

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 60];

/** The edges of a map, in degrees. */
export interface Bounds {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** Lines of whole degrees, with labels at the edges. */
export function graticule(
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
