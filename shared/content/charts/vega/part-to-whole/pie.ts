import type {VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatShort} from "../format.ts";
import {bodyOf, canvasSpec, isSmall} from "../frame.ts";
import {messageSpec} from "../message.ts";
import type {Source} from "../read.ts";
import {boxLayer, type Label, type Slice, sliceLayer, textLayers} from "../shapes.ts";
import {measureText} from "../text.ts";
import {inkOn} from "../theme.ts";
import {listOf} from "./pie-list.ts";
import {NO_SLICES, type Shares, sharesOf, shareText} from "./shares.ts";

/** How far a slice that is much larger than the others is pulled out, as a share of the radius. */
const APART = 0.12;

/** Slices, clockwise from the top, the largest first, with a list of their names. */
export function pieSpec(source: Source): VegaLiteSpec {
  const {config, size, theme} = source;
  const shares = sharesOf(source);
  const {items, whole, isWhole} = shares;
  if (items.length === 0) return messageSpec(source, NO_SLICES);
  const room = bodyOf(source);
  const wide = room.right - room.left > (room.bottom - room.top) * 1.1;
  const listed = config.legend !== "none";
  const height = room.bottom - room.top;
  const width = room.right - room.left;
  const listWidth = listed && wide ? Math.min(300, width * (isSmall(size) ? 0.5 : 0.42)) : 0;
  const listHeight = listed && !wide ? items.length * 18 + 8 : 0;
  const apart = shares.apart ? 1 + APART : 1;
  const radius =
    Math.min((width - listWidth - (listWidth ? 20 : 0)) / 2, (height - listHeight) / 2) / apart - 2;
  const outer = Math.max(20, radius);
  const gap = Math.max(20, Math.min(60, (width - listWidth - outer * 2) / 2));
  const block = listWidth > 0 ? outer * 2 + gap + listWidth : outer * 2;
  const left = room.left + Math.max(0, (width - block) / 2);
  const centre = {x: left + outer, y: room.top + (height - listHeight) / 2};
  const inner = config.donut ? outer * 0.6 : 0;

  let angle = 0;
  const slices: Slice[] = [];
  const labels: Label[] = [];
  for (const item of items) {
    const {value = 0, colour} = item;
    const share = value / whole;
    const next = angle + share * 2 * Math.PI;
    const middle = (angle + next) / 2;
    const away = item === shares.apart ? outer * APART : 0;
    const place = {x: centre.x + Math.sin(middle) * away, y: centre.y - Math.cos(middle) * away};
    slices.push({...place, from: angle, to: next, inner, outer, colour, of: item.label});
    const reach = share > 0.999 && inner === 0 ? 0 : inner > 0 ? (inner + outer) / 2 : outer * 0.68;
    const text = isWhole ? shareText(share) : formatShort(value, item.measure.format);
    if (
      config.labels !== false &&
      share * 2 * Math.PI * (reach || outer) > measureText(text, 11) + 6 &&
      outer > 50
    ) {
      const at = {x: place.x + Math.sin(middle) * reach, y: place.y - Math.cos(middle) * reach};
      const look = {size: 11, colour: inkOn(colour), align: "center", bold: true} as const;
      labels.push({...at, text, ...look, of: item.label});
    }
    angle = next;
  }
  if (inner > 0 && isWhole) labels.push(...totalLabels(source, shares, centre, inner));
  const below = {left: room.left, right: room.right, top: room.bottom - listHeight + 8, bottom: room.bottom};
  const beside = {left: left + outer * 2 + gap, right: left + block, top: room.top, bottom: room.bottom};
  const list = listed ? listOf(source, shares, wide ? beside : below) : {boxes: [], labels: []};
  const origin = {x: 0, y: 0};
  return canvasSpec(source, [
    ...sliceLayer(slices, {stroke: theme.background, strokeWidth: 1.5}),
    ...boxLayer(list.boxes, origin, {cornerRadius: 2}),
    ...textLayers([...labels, ...list.labels], origin),
  ]);
}

function totalLabels(
  {theme}: Source,
  {items, whole}: Shares,
  {x, y}: {x: number; y: number},
  inner: number,
): Label[] {
  const text = formatShort(whole, items[0]?.measure.format);
  const size = Math.min(28, (inner * 1.5 * 11) / measureText(text, 11, true));
  return [
    {x, y: y - 6, text, size: Math.round(size), colour: theme.title, align: "center", bold: true},
    {x, y: y + size * 0.6 + 6, text: "Total", size: 11, colour: theme.muted, align: "center"},
  ];
}
