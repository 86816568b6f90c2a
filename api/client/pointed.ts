import type {View} from "vega";
import type {Clicked} from "./picked.ts";

const THROUGH_POINTS = /^(line|area|trail)$/;

interface Drawn extends Clicked {
  mark?: {marktype?: string; items?: unknown};
}

/**
 * The shape under the pointer. The drawing library has one for a line or an area as a whole: of that it is the point
 * that is nearest from left to right.
 */
export function pointedAt(item: Drawn | null | undefined, event: Event): Clicked | undefined {
  const {marktype = "", items} = item?.mark ?? {};
  if (!THROUGH_POINTS.test(marktype) || !Array.isArray(items)) return item ?? undefined;
  const x = xWithin(event);
  if (x === undefined) return item ?? undefined;
  const points = items.flatMap((one: unknown) => (isPoint(one) ? [one] : []));
  const nearest = points.reduce<Point | undefined>(
    (best, one) => (best && Math.abs(best.x - x) <= Math.abs(one.x - x) ? best : one),
    undefined,
  );
  return nearest ? {datum: nearest.datum} : undefined;
}

/**
 * The point of lines and areas that is nearest to the pointer from left to right, and of these the nearest one up and
 * down; none where the pointer is beside the plot.
 */
export function nearestPoint(view: View, event: Event): Clicked | undefined {
  const svg = view.container()?.querySelector("svg");
  if (!(event instanceof MouseEvent) || !svg) return undefined;
  const box = svg.getBoundingClientRect();
  const [left, top] = view.origin();
  const padding = view.padding();
  const around = typeof padding === "number" ? {left: padding, top: padding} : padding;
  const x = event.clientX - box.left - left - (around.left ?? 0);
  const y = event.clientY - box.top - top - (around.top ?? 0);
  if (x < -REACH_PX || x > view.width() + REACH_PX) return undefined;
  const scene: object = view.scenegraph();
  const points = pointsUnder("root" in scene ? scene.root : undefined);
  const away = (point: Point) => Math.abs(point.x - x) * FAR + Math.abs((point.y ?? y) - y);
  const nearest = points.reduce<Point | undefined>(
    (best, one) => (best && away(best) <= away(one) ? best : one),
    undefined,
  );
  return nearest ? {datum: nearest.datum} : undefined;
}

/** How far beside the plot its first and last point are still meant. */
const REACH_PX = 12;
/** What is nearer from left to right is nearer in any case. */
const FAR = 10_000;

/** The points of all lines and areas of a drawing. */
function pointsUnder(node: unknown): Point[] {
  if (typeof node !== "object" || node === null || !("items" in node) || !Array.isArray(node.items))
    return [];
  const items: unknown[] = node.items;
  if ("marktype" in node && THROUGH_POINTS.test(String(node.marktype)))
    return items.flatMap(one => (isPoint(one) ? [one] : []));
  return items.flatMap(pointsUnder);
}

interface Point {
  x: number;
  y?: number;
  datum: unknown;
}

function isPoint(value: unknown): value is Point {
  return (
    typeof value === "object" &&
    value !== null &&
    "datum" in value &&
    "x" in value &&
    typeof value.x === "number" &&
    !("defined" in value && value.defined === false)
  );
}

/** Where the pointer is in the coordinates that the shape is drawn in. */
function xWithin(event: Event): number | undefined {
  const {target} = event;
  if (!(event instanceof MouseEvent && target instanceof SVGGraphicsElement)) return undefined;
  const within = target.getScreenCTM()?.inverse();
  return within && new DOMPoint(event.clientX, event.clientY).matrixTransform(within).x;
}
