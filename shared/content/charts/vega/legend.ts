import type {Json} from "../../../core/wire/drawing.ts";
import {isSmall, type Room} from "./frame.ts";
import type {Source} from "./read.ts";
import {type Box, boxLayer, type Label, type Origin, textLayers} from "./shapes.ts";
import {fitText, measureText} from "./text.ts";

export interface LegendItem {
  label: string;
  colour: string;
  line?: boolean;
}

export interface Legend {
  boxes: Box[];
  labels: Label[];
  /** The area that remains for the plot. */
  room: Room;
}

const MARK = 11;
const GAP = 16;

/** Places a legend at an edge of the area. A single item needs no legend. */
export function placeLegend(source: Source, items: readonly LegendItem[], room: Room): Legend {
  const where = source.config.legend ?? "top";
  if (items.length < 2 || where === "none") return {boxes: [], labels: [], room};
  return where === "right" ? inColumn(source, items, room) : inRows(source, items, room, where);
}

export function legendLayers({boxes, labels}: Legend, origin: Origin): Json[] {
  return [...boxLayer(boxes, origin, {cornerRadius: 2}), ...textLayers(labels, origin)];
}

interface Placed {
  item: LegendItem;
  text: string;
  x: number;
  row: number;
}

function inRows(source: Source, items: readonly LegendItem[], room: Room, where: "top" | "bottom"): Legend {
  const small = isSmall(source.size);
  const fontSize = small ? 10 : 11;
  const rowHeight = fontSize + 8;
  const maxRows = small ? 2 : 3;
  const width = room.right - room.left;
  const widest = Math.min(small ? 110 : 180, width - MARK - 6);
  const placed: Placed[] = [];
  let x = 0;
  let row = 0;
  for (const item of items) {
    const text = fitText(item.label, widest, fontSize);
    const needed = MARK + 6 + measureText(text, fontSize);
    if (x > 0 && x + needed > width) {
      row += 1;
      x = 0;
    }
    placed.push({item, text, x, row});
    x += needed + GAP;
  }
  const {visible, more} = withinRows(placed, maxRows, width, fontSize);
  const height = ((visible.at(-1)?.row ?? 0) + 1) * rowHeight;
  const top = where === "top" ? room.top : room.bottom - height;
  const at = (one: number) => top + one * rowHeight + rowHeight / 2 - 2;
  const legend = drawn(
    source,
    visible.map(one => ({...one, x: room.left + one.x, y: at(one.row)})),
    fontSize,
  );
  if (more)
    legend.labels.push({...labelOf(source, more.text, fontSize), x: room.left + more.x, y: at(more.row)});
  const left =
    where === "top" ? {...room, top: room.top + height + 6} : {...room, bottom: room.bottom - height - 8};
  return {...legend, room: left};
}

/** Drops the items beyond the last row, and adds the number of dropped items. */
function withinRows(placed: readonly Placed[], maxRows: number, width: number, fontSize: number) {
  const visible = placed.filter(({row}) => row < maxRows);
  if (visible.length === placed.length) return {visible, more: undefined};
  for (;;) {
    const last = visible.at(-1);
    if (!last) return {visible, more: undefined};
    const x = last.x + MARK + 6 + measureText(last.text, fontSize) + GAP;
    const text = `+${placed.length - visible.length} more`;
    if (x + measureText(text, fontSize) <= width) return {visible, more: {text, x, row: last.row}};
    visible.pop();
  }
}

function inColumn(source: Source, items: readonly LegendItem[], room: Room): Legend {
  const fontSize = isSmall(source.size) ? 10 : 11;
  const rowHeight = fontSize + 9;
  const most = Math.max(1, Math.floor((room.bottom - room.top) / rowHeight));
  const visibleItems = items.length > most ? items.slice(0, most - 1) : items;
  const widest = Math.min(200, (room.right - room.left) * 0.3);
  const texts = visibleItems.map(({label}) => fitText(label, widest, fontSize));
  const width = Math.max(...texts.map(text => measureText(text, fontSize)), 30) + MARK + 6;
  const x = room.right - width;
  const at = (row: number) => room.top + row * rowHeight + rowHeight / 2;
  const places = visibleItems.map((item, row) => ({item, text: texts[row] ?? "", x, y: at(row)}));
  const legend = drawn(source, places, fontSize);
  if (visibleItems.length < items.length) {
    const text = `+${items.length - visibleItems.length} more`;
    legend.labels.push({...labelOf(source, text, fontSize), x, y: at(visibleItems.length)});
  }
  return {...legend, room: {...room, right: x - GAP}};
}

function drawn(
  source: Source,
  places: readonly {item: LegendItem; text: string; x: number; y: number}[],
  fontSize: number,
): {boxes: Box[]; labels: Label[]} {
  return {
    boxes: places.map(({item, x, y}) =>
      item.line
        ? {x, y: y - 1.5, width: MARK, height: 3, colour: item.colour}
        : {x, y: y - MARK / 2, width: MARK, height: MARK, colour: item.colour},
    ),
    labels: places.map(({text, x, y}) => ({...labelOf(source, text, fontSize), x: x + MARK + 6, y})),
  };
}

function labelOf({theme}: Source, text: string, size: number): Label {
  return {x: 0, y: 0, text, size, colour: theme.text};
}
