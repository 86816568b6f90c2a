import type {VegaLiteSpec} from "../drawing.ts";
import {fold} from "../fold.ts";
import type {Folded, Series} from "../folded.ts";
import type {Field, Source} from "../read.ts";
import {bandAxis, bandsOf} from "./axes.ts";
import {barLayer, bars, MOST_BANDS} from "./bar.ts";
import {cartesianSpec, type SideAxis} from "./cartesian.ts";
import {lineMarks, nearZero} from "./line.ts";
import {type Stacked, stack, stackingOf} from "./stack.ts";

/**
 * Bars and lines over the same categories. Lines whose values differ much in size or in unit get an axis at the right.
 */
export function mixedSpec(source: Source): VegaLiteSpec {
  const {config, size, theme} = source;
  const most = Math.max(3, Math.floor((size.width - 80) / 20));
  const folded = fold(source, {categories: most, series: theme.palette.length, keepScale: true, addUp: true});
  const lines = linesOf(source);
  const isLine = ({measure}: Series) => lines.includes(measure);
  const [standing, drawn] = [part(folded, one => !isLine(one)), part(folded, isLine)];
  const asked = stackingOf(source, standing, true);
  const stacking = asked === "percent" ? "stacked" : asked;
  const [barSpans, lineSpans] = [stack(standing, stacking), stack(drawn, "none")];
  const bands = bandsOf(folded, MOST_BANDS);
  const twoSides =
    standing.series.length > 0 &&
    drawn.series.length > 0 &&
    (config.secondAxis ?? differ(standing, barSpans, drawn, lineSpans));
  const lineValues = lineSpans.extent.filter(value => value !== 0);
  const side = sideOf(
    standing.series.length > 0 ? standing : drawn,
    barSpans.extent,
    standing.series.length > 0,
  );
  const line = sideOf(drawn, lineValues, nearZero(lineValues));
  const look = {stacked: lineSpans, stacking: "none", area: false, keyOf: bands.keyOf} as const;
  return cartesianSpec(source, {
    legend: folded.series.map(one => ({label: one.label, colour: one.colour, line: isLine(one)})),
    side: {
      ...side,
      values: twoSides ? barSpans.extent : [...barSpans.extent, ...lineSpans.extent],
      config: config.yAxis,
    },
    side2: twoSides ? {...line, config: config.y2Axis} : undefined,
    bottomTitle: folded.x && folded.x.kind !== "time" ? folded.x.label : "",
    bottom: width => bandAxis(bands, folded.x, width, "band"),
    marks: plot => [
      ...(standing.series.length > 0
        ? [barLayer(standing, stacking, bars(standing, barSpans, bands.keyOf), plot, bands.domain.length)]
        : []),
      ...(twoSides ? [] : lineMarks(source, drawn, look, plot)),
    ],
    marks2: plot => lineMarks(source, drawn, look, plot),
  });
}

/** The measures that are drawn as lines: the configured ones, else the last of several. */
export function linesOf({config, measures}: Source): Field[] {
  const named = measures.filter(({column}) => config.lines?.includes(column.name));
  return named.length > 0 ? named : measures.slice(1).slice(-1);
}

function part(folded: Folded, wanted: (one: Series) => boolean): Folded {
  const lanes = folded.series.flatMap((one, i) => (wanted(one) ? [i] : []));
  return {
    ...folded,
    series: lanes.flatMap(lane => folded.series[lane] ?? []),
    values: folded.values.map(cells => lanes.map(lane => cells[lane])),
  };
}

function sideOf({series}: Folded, values: number[], zero: boolean): SideAxis {
  const [first] = series;
  const names = [...new Set(series.map(({measure}) => measure.label))];
  return {
    values,
    zero,
    format: first?.measure.format,
    title: names.length <= 2 ? names.join(", ") : "",
    config: undefined,
  };
}

/** Whether one shared axis would flatten the bars or the lines, or mix two units. */
function differ(bars: Folded, barSpans: Stacked, lines: Folded, lineSpans: Stacked): boolean {
  const styleOf = ({series}: Folded) => series[0]?.measure.format?.style ?? "number";
  if (styleOf(bars) !== styleOf(lines)) return true;
  const largest = ({extent}: Stacked) => extent.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const [a, b] = [largest(barSpans), largest(lineSpans)];
  return Math.max(a, b) > 4 * Math.min(a, b);
}
