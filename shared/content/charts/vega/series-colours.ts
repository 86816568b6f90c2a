import {type Folded, isOrdered} from "./pivoted.ts";
import type {Source} from "./read.ts";
import {rampColour} from "./theme.ts";

/** Sets the colours of all series. */
export function colourSeries(grid: Folded, source: Source, measures: number): void {
  const {theme, config} = source;
  const {length} = grid.series;
  const isRamp = isOrdered(grid.split) && length > theme.palette.length && !config.colours;
  grid.series.forEach((one, i) => {
    // If an ordered dimension has more values than the palette has colours, its colours are a ramp in the order of the
    // values.
    if (isRamp && !config.valueColours?.some(({value}) => value === one.label)) {
      one.colour = rampColour(theme.ramp, 0.15 + (0.85 * i) / (length - 1));
      return;
    }
    const own = measures > 1 || grid.series.length === 1 ? one.measure.colour : undefined;
    one.colour = one.other ? source.theme.other : colourOf(source, one.label, i, own);
  });
}

/** The colour of a series or category: the configured colour, otherwise the next colour of the palette. */
export function colourOf({config, theme}: Source, label: string, index: number, own?: string): string {
  const named = config.valueColours?.find(({value}) => value === label)?.colour;
  const palette = config.colours ?? theme.palette;
  return named ?? own ?? palette[index % palette.length] ?? theme.other;
}
