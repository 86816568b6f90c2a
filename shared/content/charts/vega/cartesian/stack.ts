import type {Folded} from "../pivoted.ts";
import type {Source} from "../read.ts";
import {unitOf} from "../units.ts";

export type Stacking = "none" | "stacked" | "percent";

/** Where each mark begins and ends. */
export interface Stacked {
  spans: ({from: number; to: number} | undefined)[][];
  /** Values that the axis must include. Without stacking, these are the values alone: a logarithmic axis has no zero. */
  extent: number[];
}

/** The stacking of the configuration. By default, values are stacked if they may be added up. */
export function stackingOf({config, notes}: Source, {series, x}: Folded, byDefault: boolean): Stacking {
  if (series.length < 2) return config.stacking === "percent" && x !== undefined ? "percent" : "none";
  const [first] = series;
  if (series.some(({measure}) => first && unitOf(measure) !== unitOf(first.measure))) return "none";
  if (config.stacking === "percent" && series.some(({measure}) => measure.column.additive === false)) {
    notes.push("Shares are not shown, because the values do not add up to a whole");
    return "none";
  }
  if (config.stacking) return config.stacking;
  const adds = series.every(({measure}) => measure.column.additive === true && measure === first?.measure);
  return adds && byDefault ? "stacked" : "none";
}

/** Stacks the series of each category. Negative values are stacked separately, downwards. */
export function stack({values, series}: Folded, stacking: Stacking): Stacked {
  const spans = values.map(cells => {
    if (stacking === "none")
      return cells.map(value => (value === undefined ? undefined : {from: 0, to: value}));
    const whole = cells.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);
    let [above, below] = [0, 0];
    return series.map((_, lane) => {
      const raw = cells[lane];
      if (raw === undefined) return undefined;
      const value = stacking === "percent" ? (whole === 0 ? 0 : raw / whole) : raw;
      const from = value < 0 ? below : above;
      if (value < 0) below += value;
      else above += value;
      return {from, to: from + value};
    });
  });
  const ends = ({from, to}: {from: number; to: number}) => (stacking === "none" ? [to] : [from, to]);
  return {spans, extent: spans.flat().flatMap(span => (span ? ends(span) : []))};
}
