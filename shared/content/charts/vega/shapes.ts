import type {Json} from "../../../core/wire/drawing.ts";

/** The position of a plot's origin in the picture. Shapes have positions in pixels of the picture. */
export interface Origin {
  x: number;
  y: number;
}

/** The category, and the series or group, of a shape or a text. Click listeners receive them. */
interface Names {
  of?: string | number;
  by?: string | number;
}

export interface Label extends Names {
  x: number;
  y: number;
  text: string;
  size: number;
  colour: string;
  align?: "left" | "center" | "right";
  baseline?: "top" | "middle" | "alphabetic" | "bottom";
  bold?: boolean;
  angle?: number;
}

export interface Box extends Names {
  x: number;
  y: number;
  width: number;
  height: number;
  colour: string;
}

export interface Slice extends Names {
  x: number;
  y: number;
  /** In radians, clockwise from the top. */
  from: number;
  to: number;
  inner: number;
  outer: number;
  colour: string;
}

type Layer = {[key: string]: Json};

/** A position in pixels, without a scale or an axis. */
const pixels = (field: string): Json => ({field, type: "quantitative", scale: null, axis: null});
const COLOUR: Json = {field: "colour", type: "nominal", scale: null, legend: null};

/** The texts are passed as data and never as part of an expression. */
export function textLayers(labels: readonly Label[], origin: Origin): Layer[] {
  const groups = new Map<string, Label[]>();
  for (const label of labels) {
    const {size, align = "left", baseline = "middle", bold = false, angle = 0} = label;
    const key = [size, align, baseline, bold, angle].join();
    const group = groups.get(key);
    if (group) group.push(label);
    else groups.set(key, [label]);
  }
  return [...groups.values()].map(group => {
    const {size = 11, align = "left", baseline = "middle", bold = false, angle = 0} = group[0] ?? {};
    return {
      data: {
        values: group.map(({x, y, text, colour, ...rest}) => ({
          x: round(x - origin.x),
          y: round(y - origin.y),
          text,
          colour,
          ...namesOf(rest),
        })),
      },
      mark: {
        type: "text",
        fontSize: size,
        fontWeight: bold ? "bold" : "normal",
        align,
        baseline,
        ...(angle ? {angle} : {}),
      },
      encoding: {
        x: pixels("x"),
        y: pixels("y"),
        text: {field: "text", type: "nominal"},
        color: COLOUR,
      },
    };
  });
}

export function boxLayer(boxes: readonly Box[], origin: Origin, look: {[key: string]: Json} = {}): Layer[] {
  if (boxes.length === 0) return [];
  return [
    {
      data: {
        values: boxes.map(({x, y, width, height, colour, ...rest}) => ({
          x: round(x - origin.x),
          y: round(y - origin.y),
          x2: round(x - origin.x + width),
          y2: round(y - origin.y + height),
          colour,
          ...namesOf(rest),
        })),
      },
      mark: {type: "rect", ...look},
      encoding: {x: pixels("x"), x2: {field: "x2"}, y: pixels("y"), y2: {field: "y2"}, color: COLOUR},
    },
  ];
}

export function sliceLayer(slices: readonly Slice[], look: {[key: string]: Json} = {}): Layer[] {
  if (slices.length === 0) return [];
  return [
    {
      data: {
        values: slices.map(({x, y, from, to, inner, outer, colour, ...rest}) => ({
          x: round(x),
          y: round(y),
          from: round(from, 5),
          to: round(to, 5),
          inner: round(inner),
          outer: round(outer),
          colour,
          ...namesOf(rest),
        })),
      },
      mark: {type: "arc", ...look},
      encoding: {
        x: pixels("x"),
        y: pixels("y"),
        theta: {field: "from", type: "quantitative", scale: null, stack: null},
        theta2: {field: "to"},
        radius: {field: "outer", type: "quantitative", scale: null, stack: null},
        radius2: {field: "inner"},
        color: COLOUR,
      },
    },
  ];
}

function namesOf({of, by}: Names): Names {
  return {...(of === undefined ? {} : {of}), ...(by === undefined ? {} : {by})};
}

export function round(value: number, decimals = 1): number {
  return Number(value.toFixed(decimals));
}
