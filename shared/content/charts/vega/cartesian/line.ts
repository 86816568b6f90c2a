import type {AxisConfig, ChartConfig} from "../../../../core/wire/chart-config.ts";
import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatNumber, markedLike} from "../format.ts";
import {fold} from "../pivot.ts";
import type {Category, Folded, Series} from "../pivoted.ts";
import type {Source} from "../read.ts";
import {axesOf, axisTitle} from "../units.ts";
import {type Bands, type BottomAxis, bandAxis, bandsOf, numberAxis, timeAxis} from "./axes.ts";
import {MAX_BANDS} from "./bar.ts";
import {cartesianSpec, type Plot} from "./plot-layout.ts";
import {type Stacked, type Stacking, stack, stackingOf} from "./stack.ts";

const MAX_POINTS_MARKED = 40;

/** Lines, and areas below them. */
export function lineSpec(source: Source, area: boolean): VegaLiteSpec {
  const {config, size} = source;
  const {folded, scale} = foldedLines(source, Math.max(5, Math.floor((size.width - 60) / 20)), area);
  const stacking = area ? stackingOf(source, folded, true) : "none";
  // In a stack, a missing value counts as zero. In a line, it leaves a gap.
  if (stacking !== "none")
    folded.values = folded.values.map(cells => folded.series.map((_, i) => cells[i] ?? 0));
  const [left, right] = axesOf(folded);
  const same = folded.series.every(({measure}) => measure === folded.series[0]?.measure);
  const bands: Bands = {
    domain: folded.categories.map(({label}) => label),
    keyOf: ({label}) => label,
    times: false,
  };
  const keyOf = scale === "band" ? bands.keyOf : ({value}: Category) => value ?? 0;
  const sideOf = (part: Folded, axis: AxisConfig | undefined) => {
    const stacked = stack(part, stacking);
    const plain = stacked.spans.flatMap(cells => cells.flatMap(span => span?.to ?? []));
    return {
      values: area ? stacked.extent : plain,
      zero: area || nearZero(plain),
      format:
        stacking === "percent"
          ? markedLike(source.plain, {style: "percent"})
          : part.series[0]?.measure.format,
      title: folded.x && (same || right) ? axisTitle(part) : "",
      config: axis,
    };
  };
  const marksOf = (part: Folded, plot: Plot) =>
    lineMarks(
      source,
      part,
      {all: folded.series, stacked: stack(part, stacking), stacking, area, keyOf},
      plot,
    );
  return cartesianSpec(source, {
    legend: folded.series.map(({label, colour}) => ({label, colour, line: !area})),
    side: sideOf(left, config.yAxis),
    side2: right && sideOf(right, config.y2Axis),
    bottomTitle: folded.x && scale !== "time" ? folded.x.label : "",
    needsBottomTitle: folded.x?.kind === "number",
    bottom: width => bottomAxis(source, folded, scale, bands, width),
    marks: plot => marksOf(left, plot),
    marks2: plot => (right ? marksOf(right, plot) : []),
  });
}

/** The points of the lines, in the order in which the lines connect them. */
export function foldedLines(
  source: Source,
  categories: number,
  area: boolean,
): {folded: Folded; scale: LineScale} {
  const series = source.theme.palette.length;
  const folded = fold(source, {categories, series, keepScale: true, addUp: area});
  const scale = scaleOf(folded, source.config.sort !== undefined);
  if (scale !== "band") dropUnpositioned(source, folded);
  return {folded, scale};
}

type LineScale = "time" | "number" | "band";

function scaleOf({x, categories}: Folded, sorted: boolean): LineScale {
  if (!x || sorted || categories.some(({other}) => other)) return "band";
  if (x.kind === "time") return "time";
  return x.kind === "number" && x.column.grain === undefined ? "number" : "band";
}

function bottomAxis(
  {config}: Source,
  folded: Folded,
  scale: LineScale,
  bands: Bands,
  width: number,
): BottomAxis {
  const {x, categories} = folded;
  const values = categories.flatMap(({value}) => value ?? []);
  if (scale === "time" && x) return timeAxis(values, x, width);
  if (scale === "number" && x) return numberAxis(values, x, width, config.xAxis);
  return bandAxis(x?.kind === "time" ? bandsOf(folded, MAX_BANDS) : bands, x, width, "point");
}

/** Drops rows without a time, which have no position on a time axis. */
function dropUnpositioned(source: Source, folded: Folded): void {
  const presentIndexes = folded.categories.flatMap(({value}, i) => (value === undefined ? [] : [i]));
  if (presentIndexes.length < folded.categories.length) {
    source.notes.push(
      `Without ${folded.x?.label ?? "a value"}: ${formatNumber(folded.categories.length - presentIndexes.length, source.plain)} not shown`,
    );
  }
  presentIndexes.sort((a, b) => (folded.categories[a]?.value ?? 0) - (folded.categories[b]?.value ?? 0));
  folded.values = presentIndexes.map(i => folded.values[i] ?? []);
  folded.categories = presentIndexes.flatMap(i => folded.categories[i] ?? []);
}

/** Whether the values can still be distinguished on an axis that begins at zero. */
export function nearZero(values: readonly number[]): boolean {
  const [least, most] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  if (least === most) return true;
  return least >= 0 ? least <= most * 0.6 : most >= 0 || most >= least * 0.6;
}

interface LineLook {
  /** The series of both axes. One colour scale covers all of them. */
  all: readonly Series[];
  stacked: Stacked;
  stacking: Stacking;
  area: boolean;
  keyOf(category: Category): string | number;
}

/**
 * The lines of the series, areas below the lines if requested, and marks for single points, which a line would not
 * show.
 */
export function lineMarks(source: Source, folded: Folded, look: LineLook, {width, y}: Plot): Json[] {
  const {config} = source;
  const {series, categories} = folded;
  const {all: both, stacked, stacking, area, keyOf} = look;
  const rows = categories.flatMap((category, i) =>
    series.map(({label}, lane) => {
      const span = stacked.spans[i]?.[lane];
      return {
        x: keyOf(category),
        y: span?.to ?? null,
        ...(area ? {y2: span ? Math.max(span.from, y.min) : null} : {}),
        s: label,
      };
    }),
  );
  const color = colourChannel(both);
  const interpolate = config.smooth ? {interpolate: "monotone"} : {};
  const data = {values: rows};
  const layers: Json[] = [];
  if (area) {
    const opacity = stacking !== "none" ? 0.85 : series.length > 1 ? 0.15 : 0.22;
    layers.push({
      data,
      mark: {type: "area", clip: true, opacity, ...interpolate},
      encoding: {y2: {field: "y2"}, color},
    });
  }
  if (!area || stacking === "none") {
    const strokeWidth = categories.length > 150 ? 1.5 : series.length > 5 ? 1.75 : 2.25;
    const line = {
      type: "line",
      clip: true,
      strokeWidth,
      strokeCap: "round",
      strokeJoin: "round",
      ...interpolate,
    };
    layers.push({data, mark: line, encoding: {color}});
  }
  const all =
    config.points ??
    (categories.length <= MAX_POINTS_MARKED && width / categories.length > 16 && stacking === "none");
  const marked = rows.filter((row, i) => row.y !== null && (all || isAlone(rows, i, series.length)));
  if (marked.length > 0) {
    const size = all && categories.length > 1 ? 26 : 44;
    layers.push({
      data: {values: marked},
      mark: {type: "point", filled: true, opacity: 1, size, clip: isBounded(config)},
      encoding: {color},
    });
  }
  return layers;
}

/**
 * Whether the configuration bounds an axis. If it does, marks beyond the end of the axis are clipped; otherwise they
 * are drawn completely.
 */
export function isBounded({xAxis, yAxis}: ChartConfig): boolean {
  return [xAxis, yAxis].some(axis => axis?.min !== undefined || axis?.max !== undefined);
}

/** Whether a point has no neighbour that a line could connect to it. */
function isAlone(rows: readonly {y: number | null}[], i: number, step: number): boolean {
  return (rows[i - step]?.y ?? null) === null && (rows[i + step]?.y ?? null) === null;
}

function colourChannel(series: readonly Series[]): Json {
  return {
    field: "s",
    type: "nominal",
    sort: null,
    scale: {domain: series.map(({label}) => label), range: series.map(({colour}) => colour)},
    legend: null,
  };
}
