import type {AxisConfig} from "../../../../core/wire/chart-config.ts";
import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatShort, markedLike} from "../format.ts";
import {isSmall} from "../frame.ts";
import {fold} from "../pivot.ts";
import type {Folded, Series} from "../pivoted.ts";
import type {Source} from "../read.ts";
import {measureText} from "../text.ts";
import {axesOf, axisTitle} from "../units.ts";
import {bandAxis, bandsOf} from "./axes.ts";
import {cartesianSpec, type Plot} from "./plot-layout.ts";
import {type Stacked, stack, stackingOf} from "./stack.ts";

export const MAX_BANDS = 12_000;
/** The height of a value below a bar, with its distance from the bar. */
const LABEL_HEIGHT = 14;

/** Vertical bars, one band for each category. */
export function barSpec(source: Source): VegaLiteSpec {
  const {size, config} = source;
  const small = isSmall(size);
  const most = Math.max(3, Math.min(40, Math.floor((size.width - 60) / (small ? 18 : 20))));
  const folded = fold(source, {
    categories: most,
    series: source.theme.palette.length,
    keepScale: true,
    greatestFirst: true,
    addUp: true,
  });
  const stacking = stackingOf(source, folded, true);
  const bands = bandsOf(folded, MAX_BANDS);
  const [left, right] = axesOf(folded);
  const sideOf = (part: Folded, axis: AxisConfig | undefined) => ({
    values: stack(part, stacking).extent,
    zero: true,
    format:
      stacking === "percent" ? markedLike(source.plain, {style: "percent"}) : part.series[0]?.measure.format,
    title: right || (folded.x && isOneMeasure(folded)) ? axisTitle(part) : "",
    config: axis,
  });
  const barsOf = (part: Folded) =>
    bars(part, stack(part, stacking), category => bands.keyOf(category), source.theme.other);
  const values = barsOf(left);
  return cartesianSpec(source, {
    legend: folded.series.map(({label, colour}) => ({label, colour})),
    side: sideOf(left, config.yAxis),
    side2: right && sideOf(right, config.y2Axis),
    bottomTitle: folded.x && folded.x.kind !== "time" ? folded.x.label : "",
    needsBottomTitle: folded.x?.kind === "number",
    bottom: width => bandAxis(bands, folded.x, width, "band"),
    marks: plot => [
      barLayer(folded.series, stacking, values, plot, bands.domain.length),
      ...valueLabels(source, folded, stacking, values, plot, bands.domain.length),
    ],
    marks2: plot => {
      if (!right) return [];
      const others = barsOf(right);
      return [
        barLayer(folded.series, stacking, others, plot, bands.domain.length),
        ...valueLabels(source, folded, stacking, others, plot, bands.domain.length),
      ];
    },
  });
}

function isOneMeasure({series: [first, ...others]}: Folded): boolean {
  return others.every(({measure}) => measure === first?.measure);
}

export type BarRow = {
  x: string | number;
  y: number;
  y2: number;
  s: string;
  colour: string;
};

/** One row for each bar. */
export function bars(
  {categories, series}: Folded,
  {spans}: Stacked,
  keyOf: (category: Folded["categories"][number]) => string | number,
  grey?: string,
): BarRow[] {
  return categories.flatMap((category, i) =>
    series.flatMap(({label, colour}, lane) => {
      const span = spans[i]?.[lane];
      if (!span) return [];
      const own = category.other && series.length === 1 && grey ? grey : colour;
      return [{x: keyOf(category), y: span.to, y2: span.from, s: label, colour: own}];
    }),
  );
}

/** Bars, side by side if the series are not stacked. `series` has the series of both axes. */
export function barLayer(
  series: readonly Series[],
  stacking: string,
  values: BarRow[],
  {width, y}: Plot,
  count: number,
): Json {
  const beside = stacking === "none" && series.length > 1;
  const wide = (width / Math.max(1, count)) * 0.76 > 8 * (beside ? series.length : 1);
  // A logarithmic scale has no zero: bars begin at its minimum.
  const floored = y.log ? values.map(row => ({...row, y2: y.min})) : values;
  return {
    data: {values: floored},
    mark: {type: "bar", clip: true, ...(wide && stacking === "none" ? {cornerRadiusEnd: 2} : {})},
    encoding: {
      y2: {field: "y2"},
      ...(beside
        ? {
            xOffset: {
              field: "s",
              type: "nominal",
              scale: {domain: series.map(({label}) => label)},
              sort: null,
            },
          }
        : {}),
      color: {field: "colour", type: "nominal", scale: null, legend: null},
    },
  };
}

/** Values above bars, and below negative bars, if the configuration requires them or there is ample room. */
function valueLabels(
  {config, theme, size}: Source,
  {series, categories}: Folded,
  stacking: string,
  values: BarRow[],
  {width, height, y}: Plot,
  count: number,
): Json[] {
  if (config.labels === false || stacking !== "none" || series.length !== 1) return [];
  const own = new Map(categories.map(({label, measure}) => [label, measure]));
  const texts = values.map(({x, y}) => formatShort(y, (own.get(String(x)) ?? series[0]?.measure)?.format));
  const widest = Math.max(0, ...texts.map(text => measureText(text, 10)));
  const fits = widest + 6 <= width / Math.max(1, count);
  if (!fits || (config.labels !== true && (isSmall(size) || count > 16))) return [];
  const extent = y.max - y.min || 1;
  const layer = (rows: {x: string | number; y: number; text: string}[], below: boolean): Json[] =>
    rows.length === 0
      ? []
      : [
          {
            data: {values: rows},
            mark: {
              type: "text",
              align: "center",
              baseline: below ? "top" : "bottom",
              dy: below ? 3 : -3,
              fontSize: 10,
              color: theme.text,
            },
            encoding: {text: {field: "text", type: "nominal"}},
          },
        ];
  const rows = values.map((row, i) => ({x: row.x, y: row.y, text: texts[i] ?? ""}));
  const inside = rows.filter(row => row.y <= y.max + extent * 1e-9 && row.y >= y.min - extent * 1e-9);
  // Where a bar ends just above the names of the axis, its value is above its beginning.
  const isAtFoot = (row: {y: number}) => y.max >= 0 && ((row.y - y.min) / extent) * height < LABEL_HEIGHT;
  const below = inside.filter(row => row.y < 0 && !isAtFoot(row));
  const above = inside.filter(row => !below.includes(row)).map(row => ({...row, y: Math.max(0, row.y)}));
  return [...layer(above, false), ...layer(below, true)];
}
