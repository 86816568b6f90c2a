import type {AxisConfig} from "../../../../core/wire/chart-config.ts";
import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {fold} from "../pivot.ts";
import type {Folded, Series} from "../pivoted.ts";
import type {Field, Source} from "../read.ts";
import {axesOf, axisTitle, part} from "../units.ts";
import {bandAxis, bandsOf} from "./axes.ts";
import {barLayer, bars, MAX_BANDS} from "./bar.ts";
import {lineMarks, nearZero} from "./line.ts";
import {cartesianSpec, type Plot, type SideAxis} from "./plot-layout.ts";
import {type Stacked, type Stacking, stack, stackingOf} from "./stack.ts";

/** The bars and the lines of one axis. */
interface Side {
  bars: Folded;
  barSpans: Stacked;
  lines: Folded;
  lineSpans: Stacked;
}

/**
 * Bars and lines over the same categories. With values of two units, each unit has its own axis. With a single unit,
 * lines get their own axis at the right if their values differ much in size from the values of the bars.
 */
export function mixedSpec(source: Source): VegaLiteSpec {
  const {config, size, theme} = source;
  const most = Math.max(3, Math.floor((size.width - 80) / 20));
  const folded = fold(source, {
    categories: most,
    series: theme.palette.length,
    keepScale: true,
    greatestFirst: true,
    addUp: true,
  });
  const named = linesOf(source);
  const isLine = ({measure}: Series) => named.includes(measure);
  const requested = stackingOf(
    source,
    part(folded, one => !isLine(one)),
    true,
  );
  const stacking = requested === "percent" ? "stacked" : requested;
  const [left, right] = sidesOf(folded, isLine, stacking, config.secondAxis);
  const bands = bandsOf(folded, MAX_BANDS);
  const standing = folded.series.filter(one => !isLine(one));
  const drawn = folded.series.filter(isLine);
  const marksOf = ({bars: rows, barSpans, lines, lineSpans}: Side, plot: Plot): Json[] => {
    const look = {all: drawn, stacked: lineSpans, stacking: "none", area: false, keyOf: bands.keyOf} as const;
    const values = bars(rows, barSpans, bands.keyOf);
    return [
      ...(rows.series.length > 0 ? [barLayer(standing, stacking, values, plot, bands.domain.length)] : []),
      ...(lines.series.length > 0 ? lineMarks(source, lines, look, plot) : []),
    ];
  };
  return cartesianSpec(source, {
    legend: folded.series.map(one => ({label: one.label, colour: one.colour, line: isLine(one)})),
    side: axisOf(left, config.yAxis),
    side2: right && axisOf(right, config.y2Axis),
    bottomTitle: folded.x && folded.x.kind !== "time" ? folded.x.label : "",
    needsBottomTitle: folded.x?.kind === "number",
    bottom: width => bandAxis(bands, folded.x, width, "band"),
    marks: plot => marksOf(left, plot),
    marks2: plot => (right ? marksOf(right, plot) : []),
  });
}

/** The measures that are drawn as lines: the configured measures, otherwise the last of several. */
export function linesOf({config, measures}: Source): Field[] {
  const named = measures.filter(({column}) => config.lines?.includes(column.name));
  return named.length > 0 ? named : measures.slice(1).slice(-1);
}

function sidesOf(
  folded: Folded,
  isLine: (one: Series) => boolean,
  stacking: Stacking,
  secondAxis: boolean | undefined,
): [Side] | [Side, Side] {
  const sideOf = (rows: Folded, lines: Folded): Side => ({
    bars: rows,
    barSpans: stack(rows, stacking),
    lines,
    lineSpans: stack(lines, "none"),
  });
  const split = (one: Folded) =>
    sideOf(
      part(one, series => !isLine(series)),
      part(one, isLine),
    );
  const [left, right] = axesOf(folded);
  const whole = split(left);
  if (right) {
    // The bars' axis is at the left.
    const other = split(right);
    return whole.bars.series.length === 0 && other.bars.series.length > 0 ? [other, whole] : [whole, other];
  }
  const isMixed = whole.bars.series.length > 0 && whole.lines.series.length > 0;
  if (!isMixed || !(secondAxis ?? differ(whole))) return [whole];
  const nothing = part(folded, () => false);
  return [sideOf(whole.bars, nothing), sideOf(nothing, whole.lines)];
}

function axisOf({bars: rows, barSpans, lines, lineSpans}: Side, config: AxisConfig | undefined): SideAxis {
  const hasBars = rows.series.length > 0;
  const plottedRows = hasBars ? rows : lines;
  return {
    values: [...barSpans.extent, ...lineSpans.extent],
    zero: hasBars || nearZero(lineSpans.extent),
    format: plottedRows.series[0]?.measure.format,
    title: axisTitle(
      hasBars && lines.series.length > 0 ? {...rows, series: [...rows.series, ...lines.series]} : plottedRows,
    ),
    config,
  };
}

/** Whether one shared axis would flatten the bars or the lines. */
function differ({barSpans, lineSpans}: Side): boolean {
  const largest = ({extent}: Stacked) => extent.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const [a, b] = [largest(barSpans), largest(lineSpans)];
  return Math.max(a, b) > 4 * Math.min(a, b);
}
