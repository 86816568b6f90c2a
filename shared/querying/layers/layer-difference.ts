import {type Static, Type} from "@sinclair/typebox";

/** A run of elements of the base list, as its start and length, or one element that the base list lacks. */
const Piece = Type.Union([Type.Tuple([Type.Integer(), Type.Integer()]), Type.Object({own: Type.Unknown()})]);
/** The difference between two layers: each part by name, either whole or, for a list, in pieces. */
export const Difference = Type.Record(
  Type.String(),
  Type.Union([Type.Object({whole: Type.Unknown()}), Type.Object({pieces: Type.Array(Piece)})]),
);
export type Difference = Static<typeof Difference>;

export const Parts = Type.Record(Type.String(), Type.Unknown());
/** A layer as it is stored: lists of models and joins, by the name of the part. */
export type Parts = Static<typeof Parts>;

/** The difference that turns `base` into `layer`. It costs about as much as writing both as JSON. */
export function differenceOf(layer: Parts, base: Parts): Difference {
  const difference: Difference = {};
  for (const [name, part] of Object.entries(layer)) {
    const basePart = base[name];
    difference[name] =
      Array.isArray(part) && Array.isArray(basePart) ? {pieces: piecesOf(part, basePart)} : {whole: part};
  }
  return difference;
}

function piecesOf(list: readonly unknown[], base: readonly unknown[]): Static<typeof Piece>[] {
  const places = new Map<string, number>();
  for (const [place, element] of base.entries()) places.set(JSON.stringify(element), place);
  const pieces: Static<typeof Piece>[] = [];
  let run: [number, number] | undefined;
  for (const element of list) {
    const place = places.get(JSON.stringify(element));
    if (place === undefined) {
      run = undefined;
      pieces.push({own: element});
    } else if (run && place === run[0] + run[1]) {
      run[1]++;
    } else {
      run = [place, 1];
      pieces.push(run);
    }
  }
  return pieces;
}

/** The layer that differs from `base` by `difference`. */
export function applyDifference(difference: Difference, base: Parts): Parts {
  const layer: Parts = {};
  for (const [name, part] of Object.entries(difference))
    layer[name] = "whole" in part ? part.whole : part.pieces.flatMap(piece => elementsOf(piece, base[name]));
  return layer;
}

function elementsOf(piece: Static<typeof Piece>, base: unknown): unknown[] {
  if (!Array.isArray(piece)) return [piece.own];
  const [start, count] = piece;
  if (!Array.isArray(base) || start + count > base.length)
    throw new Error("A layer's difference does not belong to the next version of the layer");
  return base.slice(start, start + count);
}
