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

interface Point {
  x: number;
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
