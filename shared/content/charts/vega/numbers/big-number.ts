import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {NO_VALUE} from "../format.ts";
import {bodyOf, canvasSpec, isSmall, type Room} from "../frame.ts";
import {messageSpec} from "../message.ts";
import {type Field, numberIn, type Source} from "../read.ts";
import {type Label, round, textLayers} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";
import {changeText, headlineOf, NEEDS_FIELD} from "./headline.ts";

/** Font size in pixels of the words that replace a missing number. It is smaller than a headline. */
export const NONE_SIZE = 24;

/** One number. Over time, the latest number with its change and a line of earlier values. */
export function bigNumberSpec(source: Source): VegaLiteSpec {
  const {theme, size} = source;
  const headline = headlineOf(source);
  if (!headline) return messageSpec(source, NEEDS_FIELD);
  const {chosen, time, rows, text} = headline;
  const room = bodyOf(source);
  const sparked = time && chosen.kind === "number" && rows.length > 2 && room.bottom - room.top > 110;
  const floor = sparked ? room.bottom - (room.bottom - room.top) * 0.32 : room.bottom;
  const width = room.right - room.left;
  const isNone = text === NO_VALUE;
  const most = isNone ? NONE_SIZE : isSmall(size) ? 56 : 84;
  const fontSize = Math.max(
    10,
    Math.floor(Math.min(most, (floor - room.top) * 0.5, (width * 0.96 * 20) / measureText(text, 20, true))),
  );
  const x = (room.left + room.right) / 2;
  const captions = [headline.name, ...(headline.change ? [changeText(headline.change)] : [])];
  if (headline.others.length > 0) captions.push(headline.others.join("   "));
  const block = fontSize + captions.length * 20;
  const y = room.top + Math.max(0, (floor - room.top - block) / 2) + fontSize / 2;
  // If a number is too long for one line at the smallest size, it continues on the next line, so that no digit is left
  // out.
  const lines = measureText(text, fontSize, true) > width ? broken(text, width, fontSize) : [text];
  const labels: Label[] = lines.map((line, i) => ({
    x,
    y: y + i * (fontSize + 4),
    text: line,
    size: fontSize,
    colour: isNone ? theme.muted : (chosen.colour ?? theme.title),
    align: "center",
    bold: !isNone,
  }));
  captions.forEach((caption, i) => {
    const top = y + (lines.length - 1) * (fontSize + 4) + fontSize / 2 + 16 + i * 20;
    if (top > floor) return;
    labels.push({
      x,
      y: top,
      text: fitText(caption, width, 13),
      size: i === 0 ? 13 : 12,
      colour: theme.muted,
      align: "center",
    });
  });
  const spark = sparked ? sparkLayers(source, rows, time, chosen, {...room, top: floor + 6}) : [];
  return canvasSpec(source, [...spark, ...textLayers(labels, {x: 0, y: 0})]);
}

function broken(text: string, width: number, fontSize: number): string[] {
  const each = Math.max(8, Math.floor(width / (fontSize * 0.72)));
  return text.match(new RegExp(`.{1,${each}}`, "gsu"))?.slice(0, 6) ?? [text];
}

function sparkLayers(
  {theme}: Source,
  rows: readonly (readonly unknown[])[],
  time: Field,
  measure: Field,
  {left, right, top, bottom}: Room,
): Json[] {
  const points = rows.flatMap(row => {
    const [x, y] = [numberIn(row, time), numberIn(row, measure)];
    return x === undefined || y === undefined ? [] : [{x, y}];
  });
  const [least, most] = [Math.min(...points.map(({y}) => y)), Math.max(...points.map(({y}) => y))];
  const [from, to] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
  const values = points.map(({x, y}) => ({
    x: round(left + ((x - from) / (to - from || 1)) * (right - left)),
    y: round(bottom - ((y - least) / (most - least || 1)) * (bottom - top)),
    y2: round(bottom + 4),
  }));
  const colour = measure.colour ?? theme.palette[0] ?? theme.other;
  const encoding = {
    x: {field: "x", type: "quantitative", scale: null, axis: null},
    y: {field: "y", type: "quantitative", scale: null, axis: null, stack: null},
  };
  return [
    {
      data: {values},
      mark: {type: "area", color: colour, opacity: 0.14},
      encoding: {...encoding, y2: {field: "y2"}},
    },
    {data: {values}, mark: {type: "line", color: colour, strokeWidth: 2, strokeCap: "round"}, encoding},
  ];
}
