import type {VegaLiteSpec} from "./chart-spec.ts";
import {formatNumber, formatShort} from "./format.ts";
import {bodyOf, canvasSpec, isSmall} from "./frame.ts";
import {messageSpec} from "./message.ts";
import {type Field, numberIn, type Source} from "./read.ts";
import {type Label, type Slice, sliceLayer, textLayers} from "./shapes.ts";
import {fitText, measureText} from "./text.ts";
import {numberScale} from "./ticks.ts";

const HALF = Math.PI / 2;

/** The first value of the first measure on half a dial. */
export function gaugeSpec(source: Source): VegaLiteSpec {
  const {measures, rows, config, theme, size, dimensions} = source;
  const [measure] = measures;
  if (!measure) return messageSpec(source, "A gauge needs a measure.");
  const value = numberIn(rows[0] ?? [], measure);
  if (rows.length > 1 && dimensions.length > 0)
    source.notes.push(`The first of ${formatNumber(rows.length)} rows`);
  const {min, max} = boundsOf(source, measure, value);
  const target = config.gauge?.target;
  const small = isSmall(size);
  const room = bodyOf(source);
  const foot = small ? 22 : 30;
  const head = target === undefined ? 0 : small ? 14 : 18;
  const outer = Math.max(
    24,
    Math.min((room.right - room.left) / 2 - (head ? 24 : 0), room.bottom - room.top - foot - head),
  );
  const inner = outer * 0.72;
  const height = outer + foot + head;
  const centre = {
    x: (room.left + room.right) / 2,
    y: room.top + head + outer + (room.bottom - room.top - height) / 2,
  };
  const angleOf = (at: number) => -HALF + Math.min(1, Math.max(0, (at - min) / (max - min))) * 2 * HALF;
  const colour = measure.colour ?? config.colours?.[0] ?? theme.palette[0] ?? theme.other;
  const slices: Slice[] = [{...centre, from: -HALF, to: HALF, inner, outer, colour: theme.grid}];
  if (value !== undefined) slices.push({...centre, from: -HALF, to: angleOf(value), inner, outer, colour});
  const labels: Label[] = [];
  if (target !== undefined) {
    const at = angleOf(target);
    slices.push({
      ...centre,
      from: at - 0.012,
      to: at + 0.012,
      inner: inner - 4,
      outer: outer + 5,
      colour: theme.title,
    });
    const side = Math.sin(at);
    labels.push({
      x: centre.x + side * (outer + 10),
      y: centre.y - Math.cos(at) * (outer + 10) - 4,
      text: formatShort(target, measure.format),
      size: small ? 10 : 11,
      colour: theme.text,
      align: side > 0.25 ? "left" : side < -0.25 ? "right" : "center",
    });
  }
  const text = value === undefined ? "∅" : formatShort(value, measure.format);
  const fontSize = Math.round(Math.min(outer * 0.4, (inner * 1.5 * 20) / measureText(text, 20, true), 64));
  labels.push({
    ...centre,
    y: centre.y - 8,
    text,
    size: fontSize,
    colour: theme.title,
    align: "center",
    baseline: "alphabetic",
    bold: true,
  });
  const caption = fitText(measure.label, room.right - room.left, small ? 11 : 13);
  labels.push({
    ...centre,
    y: centre.y + 11,
    text: caption,
    size: small ? 11 : 13,
    colour: theme.muted,
    align: "center",
  });
  const middle = (inner + outer) / 2;
  for (const [x, at] of [
    [-middle, min],
    [middle, max],
  ] as const) {
    labels.push({
      x: centre.x + x,
      y: centre.y + 11,
      text: formatShort(at, measure.format),
      size: small ? 10 : 11,
      colour: theme.muted,
      align: "center",
    });
  }
  return canvasSpec(source, [...sliceLayer(slices, {cornerRadius: 2}), ...textLayers(labels, {x: 0, y: 0})]);
}

/** From zero to a round number above the value, or to the whole of a percentage. */
function boundsOf({config}: Source, {format}: Field, value = 0): {min: number; max: number} {
  const {min, max, target = 0} = config.gauge ?? {};
  const whole = format?.style === "percent" && value <= 1 && target <= 1 ? 1 : undefined;
  const scale = numberScale([value * 1.15, target * 1.1], {
    min,
    max: max ?? whole,
    zero: true,
    count: 4,
    format,
  });
  return {min: scale.min, max: scale.max > scale.min ? scale.max : scale.min + 1};
}
