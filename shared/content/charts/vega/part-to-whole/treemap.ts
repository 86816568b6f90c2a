import type {VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatShort} from "../format.ts";
import {bodyOf, canvasSpec} from "../frame.ts";
import {messageSpec} from "../message.ts";
import type {Source} from "../read.ts";
import {colourOf} from "../series-colours.ts";
import {type Box, boxLayer, type Label, textLayers} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";
import {inkOn} from "../theme.ts";
import {type Item, partsOf} from "./items.ts";
import {NO_SLICES} from "./shares.ts";
import {squarify, type Tile} from "./squarify.ts";

const MAX_TILES = 60;
const GAP = 2;
const HEADING = 18;

/** Rectangles with areas in proportion to the values. With two dimensions, the rectangles of one group are adjacent. */
export function treemapSpec(source: Source): VegaLiteSpec {
  const items = partsOf(source, MAX_TILES);
  if (items.length === 0) return messageSpec(source, NO_SLICES);
  const {left, top, right, bottom} = bodyOf(source);
  const room = {x: left, y: top, width: right - left, height: bottom - top};
  const boxes: Box[] = [];
  const labels: Label[] = [];
  const place = (members: readonly Item[], into: Tile, nested: boolean) => {
    const tiles = squarify(
      members.map(({value}) => value ?? 0),
      into,
    );
    members.forEach((item, i) => {
      const tile = tiles[i];
      if (!tile) return;
      boxes.push({...inset(tile), colour: item.colour, of: item.label});
      labels.push(...tileLabels(item, inset(tile), nested));
    });
  };
  const groups = source.dimensions.length > 1 ? grouped(source, items) : undefined;
  if (groups) {
    const tiles = squarify(
      groups.map(({value}) => value),
      room,
    );
    groups.forEach(({label, members}, i) => {
      const tile = tiles[i];
      if (!tile) return;
      const headed = tile.height > 3 * HEADING && tile.width > 50;
      if (headed) {
        const text = fitText(label, tile.width - 8, 11, true);
        labels.push({
          x: tile.x + 3,
          y: tile.y + HEADING / 2,
          text,
          size: 11,
          colour: source.theme.text,
          bold: true,
        });
      }
      place(members, headed ? {...tile, y: tile.y + HEADING, height: tile.height - HEADING} : tile, true);
    });
  } else place(items, room, false);
  const origin = {x: 0, y: 0};
  return canvasSpec(source, [...boxLayer(boxes, origin, {cornerRadius: 3}), ...textLayers(labels, origin)]);
}

function grouped(source: Source, items: readonly Item[]) {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups]
    .map(([label, members]) => ({
      label,
      members,
      value: members.reduce((sum, {value}) => sum + (value ?? 0), 0),
    }))
    .sort((a, b) => b.value - a.value)
    .map(({label, members, value}, i) => ({
      label,
      value,
      members: members.map(item => ({
        ...item,
        colour: members[0]?.colour === source.theme.other ? source.theme.other : colourOf(source, label, i),
      })),
    }));
}

function inset({x, y, width, height}: Tile): Tile {
  return {
    x: x + GAP / 2,
    y: y + GAP / 2,
    width: Math.max(0.5, width - GAP),
    height: Math.max(0.5, height - GAP),
  };
}

function tileLabels({label, group, value = 0, measure, colour}: Item, tile: Tile, nested: boolean): Label[] {
  const name = nested && label.startsWith(`${group} · `) ? label.slice(group.length + 3) : label;
  const size = tile.width > 150 && tile.height > 80 ? 13 : 11;
  if (tile.height < size + 8 || tile.width < 30) return [];
  const ink = inkOn(colour);
  const text = fitText(name, tile.width - 12, size);
  // A name that is cut to two letters and an ellipsis is not readable.
  if (text !== name && text.length < 4) return [];
  const labels: Label[] = [{x: tile.x + 6, y: tile.y + 6 + size / 2, text, size, colour: ink, of: label}];
  const figure = formatShort(value, measure.format);
  if (tile.height >= size * 2 + 16 && measureText(figure, size, true) <= tile.width - 12) {
    const below = {x: tile.x + 6, y: tile.y + 12 + size * 1.5};
    labels.push({...below, text: figure, size, colour: ink, bold: true, of: label});
  }
  return labels;
}
