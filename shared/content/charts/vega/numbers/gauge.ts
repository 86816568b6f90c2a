import type {VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {numberScale} from "../cartesian/ticks.ts";
import {formatNumber, formatShort, NO_VALUE} from "../format.ts";
import {bodyOf, canvasSpec, isSmall} from "../frame.ts";
import {messageSpec} from "../message.ts";
import {type Field, numberIn, type Source, textIn} from "../read.ts";
import {type Label, type Slice, sliceLayer, textLayers} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";
import {NONE_SIZE} from "./big-number.ts";

const HALF = Math.PI / 2;
/** The inner radius as a share of the outer radius. */
const INNER = 0.72;
/** A value in a dial with a smaller outer radius, in pixels, is hard to read. */
const MIN_RADIUS = 44;
/** If the sine of the target's angle exceeds this, the target's label is at the side of the dial. */
const SIDE_LABEL_SINE = 0.25;

/** The first value of the first measure on half a dial. */
export function gaugeSpec(source: Source): VegaLiteSpec {
  const {measures, rows, config, theme, dimensions} = source;
  const [measure] = measures;
  if (!measure) return messageSpec(source, "A gauge needs a measure.");
  const value = numberIn(rows[0] ?? [], measure);
  if (rows.length > 1 && dimensions.length > 0)
    source.notes.push(`The first of ${formatNumber(rows.length, source.plain)} rows`);
  const {min, max} = boundsOf(source, measure, value);
  const target = config.gauge?.target;
  const angleOf = (at: number) => -HALF + Math.min(1, Math.max(0, (at - min) / (max - min))) * 2 * HALF;
  const mark =
    target === undefined ? undefined : {at: angleOf(target), text: formatShort(target, measure.format)};
  const dial = dialOf(source, measure, {ends: [min, max].map(at => formatShort(at, measure.format)), mark});
  const {inner, outer} = dial;
  const centre = {x: dial.x, y: dial.y};
  const colour = measure.colour ?? config.colours?.[0] ?? theme.palette[0] ?? theme.other;
  const slices: Slice[] = [{...centre, from: -HALF, to: HALF, inner, outer, colour: theme.grid}];
  if (value !== undefined) slices.push({...centre, from: -HALF, to: angleOf(value), inner, outer, colour});
  const text = value === undefined ? textIn(rows[0] ?? [], measure) : formatShort(value, measure.format);
  const labels = dialLabels(source, measure, dial, text);
  if (mark) {
    const length = {inner: inner - 4, outer: outer + 5};
    slices.push({...centre, from: mark.at - 0.012, to: mark.at + 0.012, ...length, colour: theme.title});
    if (dial.isMarkNamed) labels.push(targetLabel(source, mark.text, dial, mark.at));
  }
  return canvasSpec(source, [...sliceLayer(slices, {cornerRadius: 2}), ...textLayers(labels, {x: 0, y: 0})]);
}

interface Dial {
  x: number;
  y: number;
  inner: number;
  outer: number;
  /** The ends of the scale. */
  ends: readonly string[];
  /**
   * The position of the measure's name: between the ends of the scale, or below them; absent if there is no room for
   * the name.
   */
  name: "between" | "below" | undefined;
  isMarkNamed: boolean;
  /** The horizontal range in which labels may be drawn. */
  room: {left: number; right: number};
}

/**
 * The combinations of labels to try, in order. A small dial drops labels, which the title or a larger picture also has.
 */
const LABEL_CHOICES = [
  {isMarkNamed: true, isNamed: true},
  {isMarkNamed: false, isNamed: true},
  {isMarkNamed: false, isNamed: false},
];

/** The largest dial that leaves room for its labels. */
function dialOf(
  source: Source,
  {label}: Field,
  {ends, mark}: {ends: string[]; mark: {at: number; text: string} | undefined},
): Dial {
  const {size} = source;
  const small = isSmall(size);
  const {left, right, top, bottom} = bodyOf(source);
  const line = small ? 22 : 30;
  const dials = LABEL_CHOICES.map(({isMarkNamed, isNamed}): Dial => {
    const named = isMarkNamed ? mark : undefined;
    const head = named ? (small ? 14 : 18) : 0;
    const side = named ? besideDial(source, named.text, named.at) : mark ? 8 : 0;
    const outerOf = (foot: number) =>
      Math.max(24, Math.min((right - left) / 2 - side, bottom - top - foot - head));
    // If the name does not fit between the ends of the scale, it gets its own line.
    const isBetween = fitsBetween(source, label, ends, outerOf(line));
    const foot = isBetween || !isNamed ? line : line + 15;
    const outer = outerOf(foot);
    const height = outer + foot + head;
    return {
      x: (left + right) / 2,
      y: top + head + outer + (bottom - top - height) / 2,
      ...{outer, inner: outer * INNER, ends, isMarkNamed: named !== undefined, room: {left, right}},
      name: isBetween ? "between" : isNamed ? "below" : undefined,
    };
  });
  return dials.find(({outer}) => outer >= MIN_RADIUS) ?? dials[dials.length - 1]!;
}

/** Pixels that the target's label needs at the side of the dial. */
function besideDial({size}: Source, target: string, angle: number): number {
  const isAside = Math.abs(Math.sin(angle)) > SIDE_LABEL_SINE;
  return isAside ? Math.max(24, measureText(target, endSize(size)) + 12) : 24;
}

function fitsBetween({size}: Source, name: string, ends: readonly string[], outer: number): boolean {
  const widest = Math.max(...ends.map(text => measureText(text, endSize(size))));
  return measureText(name, nameSize(size)) <= outer * (1 + INNER) - widest - 16;
}

function endSize(size: Source["size"]): number {
  return isSmall(size) ? 10 : 11;
}

function nameSize(size: Source["size"]): number {
  return isSmall(size) ? 11 : 13;
}

/** The value within the dial, its name below, and the ends of the scale. */
function dialLabels(
  {theme, size}: Source,
  measure: Field,
  {x, y, inner, outer, ends, name, room}: Dial,
  text: string,
): Label[] {
  const isNone = text === NO_VALUE;
  const most = isNone ? NONE_SIZE : 64;
  const fontSize = Math.round(Math.min(outer * 0.4, (inner * 1.5 * 20) / measureText(text, 20, true), most));
  const labels: Label[] = [];
  labels.push({
    x,
    y: y - 8,
    text,
    size: fontSize,
    colour: isNone ? theme.muted : theme.title,
    align: "center",
    baseline: "alphabetic",
    bold: !isNone,
  });
  if (name) {
    labels.push({
      x,
      y: y + (name === "below" ? 26 : 11),
      text: fitText(measure.label, room.right - room.left, nameSize(size)),
      size: nameSize(size),
      colour: theme.muted,
      align: "center",
    });
  }
  const middle = (inner + outer) / 2;
  const widths = ends.map(end => measureText(end, endSize(size)));
  // On a small dial with long end labels, there is only room for the value.
  if (widths.reduce((sum, width) => sum + width, 12) > room.right - room.left) return labels;
  ends.forEach((end, i) => {
    const half = (widths[i] ?? 0) / 2;
    // No end label extends beyond the middle, or beyond the picture.
    const at =
      i === 0
        ? Math.max(room.left + half, Math.min(x - middle, x - 6 - half))
        : Math.min(room.right - half, Math.max(x + middle, x + 6 + half));
    labels.push({x: at, y: y + 11, text: end, size: endSize(size), colour: theme.muted, align: "center"});
  });
  return labels;
}

function targetLabel({theme, size}: Source, text: string, {x, y, outer}: Dial, angle: number): Label {
  const side = Math.sin(angle);
  return {
    x: x + side * (outer + 10),
    y: y - Math.cos(angle) * (outer + 10) - 4,
    text,
    size: endSize(size),
    colour: theme.text,
    align: side > SIDE_LABEL_SINE ? "left" : side < -SIDE_LABEL_SINE ? "right" : "center",
  };
}

/** The bounds of the scale: from zero to a round number above the value, or to 100% for a share. */
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
