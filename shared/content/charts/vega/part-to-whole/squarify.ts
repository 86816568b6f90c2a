export interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Rectangles that fill `room`, with areas in proportion to the weights, as near to squares as rows allow (Bruls,
 * Huizing and van Wijk, "Squarified Treemaps"). Weights must be above zero and sorted from large to small.
 */
export function squarify(weights: readonly number[], room: Tile): Tile[] {
  const tiles: Tile[] = [];
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole <= 0 || room.width <= 0 || room.height <= 0)
    return weights.map(() => ({...room, width: 0, height: 0}));
  const areas = weights.map(weight => (weight / whole) * room.width * room.height);
  let left = {...room};
  let start = 0;
  while (start < areas.length) {
    const side = Math.min(left.width, left.height);
    let end = start + 1;
    while (
      end < areas.length &&
      worst(areas.slice(start, end + 1), side) <= worst(areas.slice(start, end), side)
    )
      end += 1;
    const row = areas.slice(start, end);
    const thickness = row.reduce((sum, area) => sum + area, 0) / (side || 1);
    const beside = left.width >= left.height;
    let along = beside ? left.y : left.x;
    for (const area of row) {
      const length = thickness > 0 ? area / thickness : 0;
      tiles.push(
        beside
          ? {x: left.x, y: along, width: thickness, height: length}
          : {x: along, y: left.y, width: length, height: thickness},
      );
      along += length;
    }
    left = beside
      ? {...left, x: left.x + thickness, width: Math.max(0, left.width - thickness)}
      : {...left, y: left.y + thickness, height: Math.max(0, left.height - thickness)};
    start = end;
  }
  return tiles;
}

/** The worst aspect ratio in a row laid along `side`. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  const [least, most] = [Math.min(...row), Math.max(...row)];
  return Math.max((side ** 2 * most) / sum ** 2, sum ** 2 / (side ** 2 * least));
}
