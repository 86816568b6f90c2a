import type {VegaLiteSpec} from "../drawing.ts";
import {formatNumber, formatShort} from "../format.ts";
import {bodyOf, canvasSpec, isSmall, type Room} from "../frame.ts";
import {messageSpec} from "../message.ts";
import type {Source} from "../read.ts";
import {type Box, boxLayer, type Label, type Slice, sliceLayer, textLayers} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";
import {inkOn} from "../theme.ts";
import {type Item, partsOf} from "./items.ts";

export const MOST_SLICES = 8;
export const NO_SLICES = "No data: no value is above zero.";

/** Slices, clockwise from the top, the largest first, with a list that names them. */
export function pieSpec(source: Source): VegaLiteSpec {
  const {config, size, theme} = source;
  const items = partsOf(source, MOST_SLICES);
  if (items.length === 0) return messageSpec(source, NO_SLICES);
  const whole = items.reduce((sum, {value}) => sum + (value ?? 0), 0);
  const room = bodyOf(source);
  const small = isSmall(size);
  const wide = room.right - room.left > (room.bottom - room.top) * 1.1;
  const listed = config.legend !== "none";
  const height = room.bottom - room.top;
  const width = room.right - room.left;
  const listWidth = listed && wide ? Math.min(300, width * (small ? 0.5 : 0.42)) : 0;
  const listHeight = listed && !wide ? items.length * 18 + 8 : 0;
  const outer = Math.max(
    20,
    Math.min((width - listWidth - (listWidth ? 20 : 0)) / 2, (height - listHeight) / 2) - 2,
  );
  const gap = Math.max(20, Math.min(60, (width - listWidth - outer * 2) / 2));
  const block = listWidth > 0 ? outer * 2 + gap + listWidth : outer * 2;
  const left = room.left + Math.max(0, (width - block) / 2);
  const centre = {x: left + outer, y: room.top + (height - listHeight) / 2};
  const inner = config.donut ? outer * 0.6 : 0;

  let angle = 0;
  const slices: Slice[] = [];
  const labels: Label[] = [];
  for (const {value = 0, colour} of items) {
    const share = value / whole;
    const next = angle + share * 2 * Math.PI;
    slices.push({...centre, from: angle, to: next, inner, outer, colour});
    const middle = (angle + next) / 2;
    const reach = share > 0.999 && inner === 0 ? 0 : inner > 0 ? (inner + outer) / 2 : outer * 0.68;
    const text = shareText(share);
    if (
      config.labels !== false &&
      share * 2 * Math.PI * (reach || outer) > measureText(text, 11) + 6 &&
      outer > 50
    ) {
      const place = {x: centre.x + Math.sin(middle) * reach, y: centre.y - Math.cos(middle) * reach};
      labels.push({...place, text, size: 11, colour: inkOn(colour), align: "center", bold: true});
    }
    angle = next;
  }
  if (inner > 0) labels.push(...totalLabels(source, items, whole, centre, inner));
  const below = {left: room.left, right: room.right, top: room.bottom - listHeight + 8, bottom: room.bottom};
  const beside = {left: left + outer * 2 + gap, right: left + block, top: room.top, bottom: room.bottom};
  const list = listed ? listOf(source, items, whole, wide ? beside : below) : {boxes: [], labels: []};
  const origin = {x: 0, y: 0};
  return canvasSpec(source, [
    ...sliceLayer(slices, {stroke: theme.background, strokeWidth: 1.5}),
    ...boxLayer(list.boxes, origin, {cornerRadius: 2}),
    ...textLayers([...labels, ...list.labels], origin),
  ]);
}

function shareText(share: number): string {
  if (share > 0 && share < 0.01) return "<1%";
  return share < 1 && share > 0.99 ? ">99%" : `${Math.round(share * 100)}%`;
}

function totalLabels(
  {theme}: Source,
  items: readonly Item[],
  whole: number,
  {x, y}: {x: number; y: number},
  inner: number,
): Label[] {
  const [first] = items;
  // A total of averages has no meaning.
  if (first?.measure.column.additive !== true) return [];
  const text = formatShort(whole, first.measure.format);
  const size = Math.min(28, (inner * 1.5 * 11) / measureText(text, 11, true));
  return [
    {x, y: y - 6, text, size: Math.round(size), colour: theme.title, align: "center", bold: true},
    {x, y: y + size * 0.6 + 6, text: "Total", size: 11, colour: theme.muted, align: "center"},
  ];
}

export function listedShare(share: number): string {
  return formatNumber(share, {style: "percent", decimals: 1});
}

/** Each slice with its share and value, one below the other. */
function listOf(
  source: Source,
  items: readonly Item[],
  whole: number,
  room: Room,
): {boxes: Box[]; labels: Label[]} {
  const {theme, size} = source;
  const fontSize = isSmall(size) ? 10 : 12;
  const rowHeight = Math.min(fontSize * 2, (room.bottom - room.top) / items.length);
  const top = room.top + Math.max(0, (room.bottom - room.top - rowHeight * items.length) / 2);
  const boxes: Box[] = [];
  const labels: Label[] = [];
  items.forEach((item, i) => {
    const y = top + (i + 0.5) * rowHeight;
    const value = formatShort(item.value ?? 0, item.measure.format);
    const share = listedShare((item.value ?? 0) / whole);
    const figures = room.right - room.left > 190 ? `${value}  (${share})` : value;
    const rest = room.right - room.left - 18 - measureText(figures, fontSize) - 10;
    boxes.push({x: room.left, y: y - 5.5, width: 11, height: 11, colour: item.colour});
    labels.push({
      x: room.left + 18,
      y,
      text: fitText(item.label, rest, fontSize),
      size: fontSize,
      colour: theme.text,
    });
    labels.push({x: room.right, y, text: figures, size: fontSize, colour: theme.muted, align: "right"});
  });
  return {boxes, labels};
}
