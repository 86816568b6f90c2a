import type {AxisConfig} from "../../../../core/wire/chart-config.ts";
import type {Json} from "../../../../core/wire/drawing.ts";
import {markedLike} from "../format.ts";
import {allPeriods} from "../pivot.ts";
import type {Category, Folded} from "../pivoted.ts";
import type {Field} from "../read.ts";
import {measureText} from "../text.ts";
import {type NumberScale, numberScale, type Tick} from "./ticks.ts";
import {labelled, timeTicks} from "./time-ticks.ts";

export const AXIS_SIZE = 11;
const LINE = AXIS_SIZE + 3;
const TICK_WIDTH = 62;
const MAX_BAR_WIDTH = 90;
/** The least room between two labels of a horizontal axis of numbers. */
const LABEL_GAP = 6;

/** A horizontal axis at the bottom. */
export interface BottomAxis {
  /** The encoding's channel, without its axis. */
  channel: {[key: string]: Json};
  axis: {[key: string]: Json};
  /** The height of the labels in pixels. */
  height: number;
  /** How far the labels extend beyond the left end of the axis, in pixels. */
  overhang: number;
}

/** An axis with a numeric scale. */
interface ScaledAxis extends BottomAxis {
  extent: [number, number];
}

/**
 * An axis with ticks at given values and with given labels. The expression contains only numbers and labels that this
 * service wrote.
 */
export function tickedAxis(ticks: readonly Tick[]): {[key: string]: Json} {
  const labels = ticks.map(({label}) => (label.length === 1 ? (label[0] ?? "") : label));
  const values = ticks.map(({value}) => value);
  return {
    values,
    labelAngle: 0,
    labelExpr: `${JSON.stringify(labels)}[indexof(${JSON.stringify(values)}, +datum.value)]`,
  };
}

function linesOf(ticks: readonly Tick[]): number {
  return Math.max(1, ...ticks.map(({label}) => label.length));
}

/** The position of a category in the data: its time if every period has a band, otherwise its label. */
export interface Bands {
  domain: (string | number)[];
  keyOf(category: Category): string | number;
  times: boolean;
}

export function bandsOf(folded: Folded, most: number): Bands {
  const periods = allPeriods(folded, most);
  if (periods) return {domain: periods, keyOf: ({value}) => value ?? 0, times: true};
  return {domain: folded.categories.map(({label}) => label), keyOf: ({label}) => label, times: false};
}

/** An axis with a band for each category. Names are horizontal, shortened or slanted, depending on the room. */
export function bandAxis(
  {domain, times}: Bands,
  x: Field | undefined,
  width: number,
  type: "band" | "point",
): BottomAxis {
  const step = width / Math.max(1, domain.length);
  const padding: {[key: string]: Json} = type === "point" ? {padding: 0.5} : barPadding(step);
  const channel = {field: "x", type: "ordinal", sort: null, scale: {type, domain, ...padding}};
  if (times && x) {
    const ticks = bandTicks(domain.map(Number), x, width);
    return {channel, axis: tickedAxis(ticks), height: linesOf(ticks) * LINE + 6, overhang: 0};
  }
  const widths = domain.map(label => measureText(String(label), AXIS_SIZE));
  const widest = Math.max(0, ...widths);
  if (widest <= step - 8) return {channel, axis: {labelAngle: 0}, height: LINE + 6, overhang: 0};
  if (x && x.kind === "number" && step < 40) {
    const every = Math.ceil((widest + 12) / step);
    const values = domain.filter((_, i) => i % every === 0);
    return {channel, axis: {labelAngle: 0, values}, height: LINE + 6, overhang: 0};
  }
  if (step >= 60 && widest <= step * 1.7) {
    return {channel, axis: {labelAngle: 0, labelLimit: Math.floor(step - 8)}, height: LINE + 6, overhang: 0};
  }
  const limit = Math.floor(Math.min(widest + 2, 140, Math.max(60, width * 0.36)));
  // Slanted names need one and a half times their height.
  const every = Math.ceil(16 / step);
  const [first = 0] = widths;
  return {
    channel,
    axis: {
      labelAngle: -40,
      labelAlign: "right",
      labelBaseline: "middle",
      labelLimit: limit,
      ...(every > 1 ? {values: domain.filter((_, i) => i % every === 0)} : {}),
    },
    height: limit * 0.65 + 14,
    overhang: Math.max(0, Math.min(first, limit) * 0.77 - step / 2),
  };
}

/** Limits the width of bars, because a few bars in a wide plot would look like blocks. */
function barPadding(step: number): {[key: string]: Json} {
  const inner = Math.max(0.24, 1 - MAX_BAR_WIDTH / step);
  return {paddingInner: Number(inner.toFixed(3)), paddingOuter: Number((inner / 2).toFixed(3))};
}

function bandTicks(periods: readonly number[], times: Field, width: number): Tick[] {
  const most = Math.max(1, Math.floor(width / TICK_WIDTH));
  if (periods.length <= Math.max(most, width / 44)) return labelled(periods, times);
  const known = new Set(periods);
  const ticks = timeTicks([periods[0] ?? 0, periods.at(-1) ?? 0], times, width).filter(({value}) =>
    known.has(value),
  );
  if (ticks.length > 1) return ticks;
  const every = Math.ceil(periods.length / most);
  return labelled(
    periods.filter((_, i) => i % every === 0),
    times,
  );
}

/** A continuous axis of time. The axis shows wall-clock time and computes in UTC. */
export function timeAxis(values: readonly number[], field: Field, width: number): ScaledAxis {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const spread = least < most ? 0 : 86_400_000;
  const [min, max]: [number, number] = values.length > 0 ? [least - spread, most + spread] : [0, 1];
  const ticks = spread > 0 ? labelled([least], field) : timeTicks([min, max], field, width);
  return {
    channel: {field: "x", type: "temporal", scale: {type: "utc", domain: [momentOf(min), momentOf(max)]}},
    axis: {...tickedAxis(ticks), values: ticks.map(({value}) => momentOf(value))},
    extent: [min, max],
    height: linesOf(ticks) * LINE + 6,
    overhang: 0,
  };
}

/**
 * A date and time in UTC. Vega-Lite would read a bare number as local time, and `Date.UTC`, which Vega calls, reads a year
 * below 100 as a year of the twentieth century.
 */
function momentOf(ms: number): Json {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (year >= 0 && year < 100) return {utc: true, year: 1970, month: 1, date: 1, milliseconds: ms};
  return {
    utc: true,
    year,
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
    milliseconds: date.getUTCMilliseconds(),
  };
}

export function numberAxis(
  values: readonly number[],
  field: Field,
  width: number,
  config: AxisConfig | undefined,
): ScaledAxis {
  const scale = numberScale(values, {
    min: config?.min,
    max: config?.max,
    log: config?.log,
    zero: false,
    count: Math.max(2, Math.floor(width / 80)),
    format: config?.format ? markedLike(field.format, config.format) : field.format,
  });
  // Numbers that identify something, such as years, have no thousands separators.
  const plain = field.column.role === "dimension" && !config?.format && !field.isFormatted;
  const ticks = plain ? scale.ticks.map(({value}) => ({value, label: [String(value)]})) : scale.ticks;
  return {
    channel: {field: "x", type: "quantitative", scale: scaleOf(scale)},
    axis: tickedAxis(spaced(ticks, scale, width)),
    extent: [scale.min, scale.max],
    height: LINE + 6,
    overhang: 0,
  };
}

/** The ticks, or every second, third, … of them if their labels would overlap. */
function spaced(ticks: readonly Tick[], {min, max, log}: NumberScale, width: number): readonly Tick[] {
  const place = (value: number) => (log ? Math.log10(value) : value);
  const boxes = ticks.map(({value, label: [text = ""]}) => {
    const at = ((place(value) - place(min)) / (place(max) - place(min))) * width;
    const size = measureText(text, AXIS_SIZE);
    // Vega aligns the labels at the ends of an axis with these ends.
    const left = at < 1 ? at : at > width - 1 ? at - size : at - size / 2;
    return {left, right: left + size};
  });
  for (let every = 1; every < ticks.length; every++) {
    const shown = boxes.filter((_, i) => i % every === 0);
    if (shown.every(({right}, i) => (shown[i + 1]?.left ?? Number.POSITIVE_INFINITY) >= right + LABEL_GAP))
      return ticks.filter((_, i) => i % every === 0);
  }
  return ticks.slice(0, 1);
}

export function scaleOf({min, max, log}: NumberScale): {[key: string]: Json} {
  return {type: log ? "log" : "linear", domain: [min, max], zero: false, nice: false};
}
