import {formatShort, formatTicks, type NumberLook} from "../format.ts";

export interface Tick {
  value: number;
  /** The lines of the label, from the top. */
  label: string[];
}

export interface NumberScale {
  min: number;
  max: number;
  log: boolean;
  ticks: Tick[];
}

export interface ScaleOptions {
  /** Bounds that are used as given, without rounding. */
  min?: number | undefined;
  max?: number | undefined;
  log?: boolean | undefined;
  zero: boolean;
  /** The most ticks. */
  count: number;
  format: NumberLook | undefined;
}

const DURATION_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800,
  604_800,
];

/** A scale that contains all values, with round ticks. */
export function numberScale(values: readonly number[], given: ScaleOptions): NumberScale {
  const {min: from, max: to} = given;
  // Bounds with nothing between them are ignored.
  const options =
    from !== undefined && to !== undefined && from >= to ? {...given, min: undefined, max: undefined} : given;
  const [least, most] = rangeOf(values, options);
  if (options.log && least > 0) return logScale(least, most, options);
  const {min: low, max: high} = widened(least, most, options);
  const step = stepOf(high - low, options, areWhole(values, options));
  const min = options.min ?? Math.floor(low / step + 1e-9) * step;
  const max = options.max ?? Math.ceil(high / step - 1e-9) * step;
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  const multiples = Array.from({length: Math.max(1, Math.min(100, last - first + 1))}, (_, i) =>
    multipleOf(step, first + i),
  );
  // From 2^53 on, neighbouring multiples may be the same double.
  const marks = [...new Set(multiples)];
  const labels = formatTicks(marks, step, options.format);
  return {min, max, log: false, ticks: marks.map((value, i) => ({value, label: [labels[i] ?? ""]}))};
}

/** A multiple of a step without the noise of its last digits. Multiples of steps from 1 on have none. */
function multipleOf(step: number, count: number): number {
  return step >= 1 ? count * step : Number((count * step).toPrecision(15));
}

function rangeOf(values: readonly number[], {min, max, zero, log}: ScaleOptions): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) [least, most] = [0, 1];
  if (zero && !(log && least > 0)) [least, most] = [Math.min(least, 0), Math.max(most, 0)];
  const low = min ?? least;
  const high = max ?? most;
  return low < high ? [low, high] : [low, low];
}

/** Widens a range of a single value, because a scale needs two different ends. */
function widened(least: number, most: number, {min, max}: ScaleOptions): {min: number; max: number} {
  if (least < most) return {min: least, max: most};
  if (least === 0 && min === undefined) return {min: 0, max: max ?? 1};
  const room = Math.abs(least) * 0.1 || 1;
  return {min: min ?? least - room, max: max ?? most + room};
}

/** Whether only whole numbers may have ticks: a count is never 2.5. */
function areWhole(values: readonly number[], {min = 0, max = 0, format}: ScaleOptions): boolean {
  if (format?.style === "percent" || values.length === 0) return false;
  return Number.isInteger(min) && Number.isInteger(max) && values.every(Number.isInteger);
}

function stepOf(extent: number, {count, format}: ScaleOptions, isWhole: boolean): number {
  const idealStep = extent / Math.max(1, count);
  if (format?.style === "duration" && idealStep > 1) {
    const found = DURATION_STEPS.find(step => step >= idealStep);
    if (found) return found;
  }
  const exponent = Math.floor(Math.log10(idealStep));
  const power = 10 ** (isWhole ? Math.max(0, exponent) : exponent);
  const factors = isWhole && power === 1 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  const factor = factors.find(one => one * power >= idealStep * (1 - 1e-9)) ?? 10;
  return Math.max(factor * power, Number.MIN_VALUE);
}

function logScale(least: number, most: number, {min, max, count, format}: ScaleOptions): NumberScale {
  const first = Math.floor(Math.log10(least) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(most) - 1e-9));
  const every = Math.max(1, Math.ceil((last - first) / Math.max(1, count)));
  const ticks: Tick[] = [];
  for (let power = first; power <= last; power += every) {
    const value = Number(`1e${power}`);
    if (value >= (min ?? 0) && value <= (max ?? Number.MAX_VALUE))
      ticks.push({value, label: [formatShort(value, format)]});
  }
  const scale = {min: min ?? 10 ** first, max: max ?? 10 ** last, log: true};
  // Bounds may leave no power of ten, or a single one.
  const ends = ticks.length < 2 ? [scale.min, scale.max].filter(end => end !== ticks[0]?.value) : [];
  for (const value of ends) ticks.push({value, label: [formatShort(value, format)]});
  return {...scale, ticks: ticks.sort((a, b) => a.value - b.value)};
}
