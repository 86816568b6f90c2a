import {formatShort} from "../vega/format.ts";
import {NO_STAGES, shareOfFirst, stagesOf, timeTo} from "../vega/part-to-whole/funnel.ts";
import {type Item, partsOf} from "../vega/part-to-whole/items.ts";
import {listedShare, NO_SLICES, sharesOf} from "../vega/part-to-whole/shares.ts";
import type {Source} from "../vega/read.ts";
import {figure, MAX_LISTED, shortName} from "./words.ts";

export function pieWords(source: Source): string[] {
  const {items, whole, isWhole} = sharesOf(source);
  if (items.length === 0) return [NO_SLICES];
  const parts = items.map(item =>
    isWhole ? `${named(item)} (${listedShare((item.value ?? 0) / whole, source.plain)})` : named(item),
  );
  // A donut shows the total in its hole.
  const total = source.config.donut && isWhole ? [formatShort(whole, items[0]?.measure.format)] : [];
  return [parts.join("; "), ...total.map(text => `Total: ${text}`)];
}

export function treemapWords(source: Source): string[] {
  const {notes} = source;
  const items = partsOf(source, MAX_LISTED);
  if (items.length === 0) return [NO_SLICES];
  // The description lists fewer rectangles than the picture shows, so its note must not say "not shown".
  notes.forEach((note, i) => {
    notes[i] = note.replace(/^(\S+) more not shown$/, "And $1 more");
  });
  return [items.map(named).join("; ")];
}

export function funnelWords(source: Source): string[] {
  const stages = stagesOf(source);
  if (!stages.some(({value = 0}) => value > 0)) return [NO_STAGES];
  const parts = stages.map((stage, i) => {
    const share = i === 0 ? undefined : shareOfFirst(stages, i);
    const time = timeTo(source, i);
    const details = [
      ...(share === undefined ? [] : [`${share} of first`]),
      ...(time ? [`after ${time}`] : []),
    ];
    return details.length === 0 ? named(stage) : `${named(stage)} (${details.join(", ")})`;
  });
  return [parts.join("; ")];
}

function named({label, value, measure}: Item): string {
  return `${shortName(label)}: ${figure(value, measure.format)}`;
}
