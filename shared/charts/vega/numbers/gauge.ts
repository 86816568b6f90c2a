import {numberScale} from "../cartesian/ticks.ts";
import type {VegaLiteSpec} from "../drawing.ts";
import {formatNumber, formatShort} from "../format.ts";
import {bodyOf, canvasSpec, isSmall} from "../frame.ts";
import {messageSpec} from "../message.ts";
import {type Field, numberIn, type Source} from "../read.ts";
import {type Label, type Slice, sliceLayer, textLayers} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";

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
  const dial = {...centre, inner, outer, min, max, width: room.right - room.left};
  const labels = dialLabels(source, measure, dial, value);
  if (target !== undefined) {
    const at = angleOf(target);
    const ends = {inner: inner - 4, outer: outer + 5};
    slices.push({...centre, from: at - 0.012, to: at + 0.012, ...ends, colour: theme.title});
    labels.push(targetLabel(source, formatShort(target, measure.format), dial, at));
  }
  return canvasSpec(source, [...sliceLayer(slices, {cornerRadius: 2}), ...textLayers(labels, {x: 0, y: 0})]);
}

interface Dial {
  x: number;
  y: number;
  inner: number;
  outer: number;
  min: number;
  max: number;
  /** Width that a caption may use, in pixels. */
  width: number;
}

/** The value within the dial, its name below, and the ends of the scale. */
function dialLabels(
  {theme, size}: Source,
  measure: Field,
  {x, y, inner, outer, min, max, width}: Dial,
  value: number | undefined,
): Label[] {
  const small = isSmall(size);
  const text = value === undefined ? "∅" : formatShort(value, measure.format);
  const fontSize = Math.round(Math.min(outer * 0.4, (inner * 1.5 * 20) / measureText(text, 20, true), 64));
  const labels: Label[] = [];
  labels.push({
    x,
    y: y - 8,
    text,
    size: fontSize,
    colour: theme.title,
    align: "center",
    baseline: "alphabetic",
    bold: true,
  });
  const caption = fitText(measure.label, width, small ? 11 : 13);
  labels.push({
    x,
    y: y + 11,
    text: caption,
    size: small ? 11 : 13,
    colour: theme.muted,
    align: "center",
  });
  const middle = (inner + outer) / 2;
  for (const [shift, at] of [
    [-middle, min],
    [middle, max],
  ] as const) {
    labels.push({
      x: x + shift,
      y: y + 11,
      text: formatShort(at, measure.format),
      size: small ? 10 : 11,
      colour: theme.muted,
      align: "center",
    });
  }
  return labels;
}

function targetLabel({theme, size}: Source, text: string, {x, y, outer}: Dial, angle: number): Label {
  const side = Math.sin(angle);
  return {
    x: x + side * (outer + 10),
    y: y - Math.cos(angle) * (outer + 10) - 4,
    text,
    size: isSmall(size) ? 10 : 11,
    colour: theme.text,
    align: side > 0.25 ? "left" : side < -0.25 ? "right" : "center",
  };
}

/** From zero to a round number above the value, or to 100% for a share. */
export function boundsOf({config}: Source, {format}: Field, value = 0): {min: number; max: number} {
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
