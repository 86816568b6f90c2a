/** The tiles, moved up over the rows that no tile covers. */
export function withoutEmptyRows<T extends {y: number; h: number}>(tiles: readonly T[]): T[] {
  const moved: T[] = [];
  let below = 0;
  let up = 0;
  for (const tile of tiles.toSorted((a, b) => a.y - b.y)) {
    up += Math.max(0, tile.y - below);
    below = Math.max(below, tile.y + tile.h);
    moved.push({...tile, y: tile.y - up});
  }
  return moved;
}
