import {formatNumber, markedLike, type NumberLook} from "../format.ts";
import {restLabel} from "../pivoted.ts";
import type {Source} from "../read.ts";
import {unitOf} from "../units.ts";
import {type Item, partsOf} from "./items.ts";

const MAX_SLICES = 8;
export const NO_SLICES = "No data: no value is above zero.";
/** From this share of the whole on, the "Other" slice makes the other slices hard to distinguish. */
const DWARFING = 0.5;

/** The slices of a pie: parts of a whole, the largest first, and "Other" last. */
export interface Shares {
  items: Item[];
  /** The sum that the shares refer to. */
  whole: number;
  /** Whether `whole` is the sum over all rows, and not only over the rows within a limit. */
  isWhole: boolean;
  /** The "Other" slice, if its share is large enough to be drawn detached from the pie. */
  apart: Item | undefined;
}

/**
 * The message that replaces a pie whose slices would not be shares of anything; `undefined` if the pie can be drawn.
 */
export function whyNoPie({measures, dimensions}: Source): string | undefined {
  const parts = dimensions.length > 0 ? measures.slice(0, 1) : measures;
  const wrong = parts.find(({column}) => column.additive !== true);
  if (wrong) {
    return `A pie shows shares of a sum or a count. "${wrong.label}" does not add up to a whole: use bars.`;
  }
  const [first] = parts;
  const other = parts.find(part => unitOf(part) !== (first && unitOf(first)));
  return (
    other &&
    `A pie shows shares of one whole, but "${first?.label}" and "${other.label}" have different units: use bars.`
  );
}

/** The slices of a pie. The whole is known if no limit cut the rows, or if the query has totals. */
export function sharesOf(source: Source): Shares {
  const {drawing, dimensions, measures, theme} = source;
  const items = partsOf(source, MAX_SLICES);
  const drawn = items.reduce((sum, {value}) => sum + (value ?? 0), 0);
  const isCut = drawing.truncated && dimensions.length > 0;
  const [measure] = measures;
  const total = isCut && measure ? Number(drawing.totals?.[measure.index] ?? Number.NaN) : drawn;
  const isWhole = !isCut || total >= drawn;
  if (!isWhole) source.notes.push("No shares, because the rows beyond the limit are unknown");
  if (isCut && isWhole && measure) {
    const left = total - drawn;
    const last = items.at(-1);
    const label = restLabel(
      new Set(items.filter(item => item !== last || !item.isRest).map(item => item.label)),
    );
    if (last?.isRest) {
      items[items.length - 1] = {...last, label, group: label, value: (last.value ?? 0) + left};
    } else if (left > drawn * 1e-9) {
      const other = {label, group: label, measure, colour: theme.other, isRest: true};
      items.push({...other, value: left});
    }
  }
  const whole = isWhole ? total : drawn;
  const last = items.at(-1);
  const apart = last?.isRest && items.length > 2 && (last.value ?? 0) > whole * DWARFING ? last : undefined;
  return {items, whole, isWhole, apart};
}

export function shareText(share: number): string {
  if (share > 0 && share < 0.01) return "<1%";
  return share < 1 && share > 0.99 ? ">99%" : `${Math.round(share * 100)}%`;
}

export function listedShare(share: number, look: NumberLook): string {
  return formatNumber(share, markedLike(look, {style: "percent", decimals: 1}));
}
