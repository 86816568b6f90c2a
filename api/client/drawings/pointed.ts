import type {View} from "vega";
import type {Clicked} from "./picked.ts";

const MARKS_OF_POINTS = /^(line|area|trail)$/;

interface Drawn extends Clicked {
  mark?: {marktype?: string; items?: unknown};
}

/**
 * The shape under the pointer. Vega has one item for a line or an area as a whole: for these, the point whose x is
 * nearest to the pointer's.
 */
export function pointedAt(item: Drawn | null | undefined, event: Event): Clicked | undefined {
  const {marktype = "", items} = item?.mark ?? {};
  if (!MARKS_OF_POINTS.test(marktype) || !Array.isArray(items)) return item ?? undefined;
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
 * The point of the lines and areas that is nearest to the pointer by x, and among equals by y; `undefined` where the
 * pointer is outside the plot.
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
  if (x < -MARGIN_PX || x > view.width() + MARGIN_PX) return undefined;
  const scene: object = view.scenegraph();
  const points = pointsUnder("root" in scene ? scene.root : undefined);
  const away = (point: Point) => Math.abs(point.x - x) * X_WEIGHT + Math.abs((point.y ?? y) - y);
  const nearest = points.reduce<Point | undefined>(
    (best, one) => (best && away(best) <= away(one) ? best : one),
    undefined,
  );
  return nearest ? {datum: nearest.datum} : undefined;
}

/** The distance from the plot within which the pointer still selects the first or last point. */
const MARGIN_PX = 12;
/** A difference in x counts this much more than a difference in y, so that y only decides between points of equal x. */
const X_WEIGHT = 10_000;

/** The points of all lines and areas below a node of Vega's scenegraph. */
function pointsUnder(node: unknown): Point[] {
  if (typeof node !== "object" || node === null || !("items" in node) || !Array.isArray(node.items))
    return [];
  const items: unknown[] = node.items;
  if ("marktype" in node && MARKS_OF_POINTS.test(String(node.marktype)))
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

/** The pointer's x in the coordinate system of the shape. */
function xWithin(event: Event): number | undefined {
  const {target} = event;
  if (!(event instanceof MouseEvent && target instanceof SVGGraphicsElement)) return undefined;
  const within = target.getScreenCTM()?.inverse();
  return within && new DOMPoint(event.clientX, event.clientY).matrixTransform(within).x;
}
