import type {View} from "vega";
import {element} from "../document/dom.ts";
import type {Clicked} from "./picked.ts";

/** A shape of a drawing with its position in the picture, in pixels from the top left corner. */
export interface PlacedShape {
  item: Clicked;
  x: number;
  y: number;
  width: number;
  height: number;
}

const MARKS_OF_POINTS = /^(line|area|trail)$/;
/** Types of marks that stand for data, unlike rules and texts. */
const DATA_MARKS = /^(rect|arc|symbol|path|line|area|trail)$/;

interface Node {
  marktype?: unknown;
  role?: unknown;
  items?: unknown;
}

/**
 * The shapes that stand for data, in the order of the data. Lines and areas have one point for each moment, from left
 * to right.
 */
export function dataShapes(view: View): PlacedShape[] {
  const moments = new Map<number, PlacedShape>();
  const stops = shapesOf(view, ({marktype, role}) => role === "mark" && DATA_MARKS.test(String(marktype)));
  const points = stops.filter(({item}) => MARKS_OF_POINTS.test(item.mark?.marktype ?? ""));
  if (points.length === 0) return stops;
  for (const point of points) {
    // Without a mark, a point stands for all series at its x, as the points that `pointedAt` returns do.
    if (!moments.has(point.x)) moments.set(point.x, {...point, item: {datum: point.item.datum}});
  }
  return [...moments.values()].toSorted((a, b) => a.x - b.x);
}

/** The texts of a drawing. */
export function textsOf(view: View): PlacedShape[] {
  return shapesOf(view, ({marktype}) => marktype === "text");
}

function shapesOf(view: View, accepts: (mark: Node) => boolean): PlacedShape[] {
  const [left, top] = view.origin();
  const padding = view.padding();
  const around = typeof padding === "number" ? {left: padding, top: padding} : padding;
  const scene: object = view.scenegraph();
  const root = "root" in scene ? scene.root : undefined;
  return shapesUnder(root, left + (around.left ?? 0), top + (around.top ?? 0), accepts);
}

function shapesUnder(mark: unknown, dx: number, dy: number, accepts: (mark: Node) => boolean): PlacedShape[] {
  if (!isNode(mark)) return [];
  const items: unknown[] = Array.isArray(mark.items) ? mark.items : [];
  if (mark.marktype !== "group") return accepts(mark) ? items.flatMap(item => placedOf(item, dx, dy)) : [];
  return items.flatMap(group => {
    if (!isNode(group) || !Array.isArray(group.items)) return [];
    const [x, y] = [numberIn(group, "x"), numberIn(group, "y")];
    return group.items.flatMap((child: unknown) => shapesUnder(child, dx + x, dy + y, accepts));
  });
}

function placedOf(item: unknown, dx: number, dy: number): PlacedShape[] {
  if (!isNode(item) || !("datum" in item) || ("defined" in item && item.defined === false)) return [];
  const mark: unknown = "mark" in item ? item.mark : undefined;
  const marktype = isNode(mark) ? String(mark.marktype) : "";
  const shape: Clicked = {datum: item.datum, mark: {marktype}};
  const bounds: unknown = "bounds" in item ? item.bounds : undefined;
  if (MARKS_OF_POINTS.test(marktype) || !isNode(bounds))
    return [{item: shape, x: dx + numberIn(item, "x"), y: dy + numberIn(item, "y"), width: 0, height: 0}];
  const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(name => numberIn(bounds, name));
  const [width, height] = [(x2 ?? 0) - (x1 ?? 0), (y2 ?? 0) - (y1 ?? 0)];
  return [{item: shape, x: dx + (x1 ?? 0) + width / 2, y: dy + (y1 ?? 0) + height / 2, width, height}];
}

function isNode(value: unknown): value is Node & object {
  return typeof value === "object" && value !== null;
}

function numberIn(value: object, name: string): number {
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === "number" && Number.isFinite(found) ? found : 0;
}

interface Walk {
  stops: () => readonly PlacedShape[];
  /** Shows what a shape stands for, and returns it as text; empty for a shape that stands for no row. */
  show(stop: PlacedShape): string;
  pick(stop: PlacedShape): void;
}

/**
 * Lets the keyboard walk through the shapes of a focused picture: arrows go to the next shape, Home and End to the
 * first and last, Enter picks. Returns the marker of the current shape, and the element that announces the shape's
 * text.
 */
export function walkByKeys(picture: HTMLElement, {stops, show, pick}: Walk): HTMLElement[] {
  const spot = element("div", {class: "spot", "aria-hidden": "true", hidden: ""});
  const spoken = element("p", {class: "unseen", role: "status"});
  let at = -1;
  const go = (from: number, step: 1 | -1): void => {
    const all = stops();
    for (let next = from; next >= 0 && next < all.length; next += step) {
      const stop = all[next];
      const text = stop ? show(stop) : "";
      if (!stop || text === "") continue;
      at = next;
      spot.style.left = `${stop.x}px`;
      spot.style.top = `${stop.y}px`;
      spot.hidden = false;
      spoken.textContent = text;
      return;
    }
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => go(at + 1, 1),
    ArrowDown: () => go(at + 1, 1),
    ArrowLeft: () => go(at - 1, -1),
    ArrowUp: () => go(at - 1, -1),
    Home: () => go(0, 1),
    End: () => go(stops().length - 1, -1),
    Enter: () => {
      const stop = stops()[at];
      if (stop) pick(stop);
    },
  };
  picture.addEventListener("keydown", event => {
    const press = keys[event.key];
    if (!press || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    press();
  });
  picture.addEventListener("blur", () => {
    spot.hidden = true;
  });
  return [spot, spoken];
}
