import type {Piece} from "./cards.ts";

/** Pieces beside each other, which stay on one page. In pixels of the picture. */
export interface Band {
  top: number;
  bottom: number;
  pieces: Piece[];
}

/** Pieces that overlap vertically, directly or through others, are one band. From top to bottom. */
export function bandsOf(pieces: readonly Piece[]): Band[] {
  const bands: Band[] = [];
  for (const piece of pieces.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const bottom = piece.y + piece.height;
    const last = bands.at(-1);
    if (last && piece.y < last.bottom) {
      last.pieces.push(piece);
      last.bottom = Math.max(last.bottom, bottom);
    } else bands.push({top: piece.y, bottom, pieces: [piece]});
  }
  return bands;
}
