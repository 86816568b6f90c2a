import type {Piece} from "./cards.ts";

/** A horizontal strip of pieces, which stays on one page. Its edges are in pixels of the picture. */
export interface Band {
  top: number;
  bottom: number;
  pieces: Piece[];
}

/** Groups pieces into bands, from top to bottom: pieces that overlap vertically, even indirectly, share a band. */
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
