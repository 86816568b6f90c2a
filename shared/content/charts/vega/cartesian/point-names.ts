import type {Label} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";

export interface NamedPoint {
  /** In pixels of the plot. */
  x: number;
  y: number;
  radius: number;
  name: string;
}

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const SIZE = 10;
const WIDEST = 150;

/**
 * Names beside the points that have room for a name, starting with the largest points. No name covers another name or a
 * point.
 */
export function placeNames(
  points: readonly NamedPoint[],
  {width, height}: {width: number; height: number},
  colour: string,
): Label[] {
  const taken: Area[] = points.map(areaOf);
  const labels: Label[] = [];
  for (const point of points.toSorted((a, b) => b.radius - a.radius)) {
    if (point.name === "") continue;
    const text = fitText(point.name, WIDEST, SIZE);
    const wide = measureText(text, SIZE);
    const {x, y, radius} = point;
    const sides = [
      {at: x + radius + 4, align: "left" as const},
      {at: x - radius - 4 - wide, align: "left" as const},
    ];
    for (const {at, align} of sides) {
      const area = {left: at - 2, right: at + wide + 2, top: y - 6, bottom: y + 6};
      const inside = area.left > 0 && area.right < width + 10 && area.top > 0 && area.bottom < height;
      if (!inside || taken.some(other => overlap(other, area))) continue;
      taken.push(area);
      labels.push({x: at, y, text, size: SIZE, colour, align});
      break;
    }
  }
  return labels;
}

function areaOf({x, y, radius}: NamedPoint): Area {
  const reach = radius * 0.8;
  return {left: x - reach, right: x + reach, top: y - reach, bottom: y + reach};
}

function overlap(a: Area, b: Area): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
