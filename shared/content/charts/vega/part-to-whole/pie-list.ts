import {formatShort} from "../format.ts";
import {isSmall, type Room} from "../frame.ts";
import type {Source} from "../read.ts";
import type {Box, Label} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";
import {listedShare, type Shares} from "./shares.ts";

/** A list of the slices, each on its own line with its share and value. */
export function listOf(
  {theme, size, plain}: Source,
  {items, whole, isWhole}: Shares,
  room: Room,
): {boxes: Box[]; labels: Label[]} {
  const fontSize = isSmall(size) ? 10 : 12;
  const rowHeight = Math.min(fontSize * 2, (room.bottom - room.top) / items.length);
  const top = room.top + Math.max(0, (room.bottom - room.top - rowHeight * items.length) / 2);
  const boxes: Box[] = [];
  const labels: Label[] = [];
  items.forEach((item, i) => {
    const y = top + (i + 0.5) * rowHeight;
    const value = formatShort(item.value ?? 0, item.measure.format);
    const share = listedShare((item.value ?? 0) / whole, plain);
    const figures = isWhole && room.right - room.left > 190 ? `${value}  (${share})` : value;
    const rest = room.right - room.left - 18 - measureText(figures, fontSize) - 10;
    boxes.push({x: room.left, y: y - 5.5, width: 11, height: 11, colour: item.colour});
    labels.push({
      x: room.left + 18,
      y,
      text: fitText(item.label, rest, fontSize),
      of: item.label,
      size: fontSize,
      colour: theme.text,
    });
    labels.push({
      x: room.right,
      y,
      text: figures,
      size: fontSize,
      colour: theme.muted,
      align: "right",
      of: item.label,
    });
  });
  return {boxes, labels};
}
