import type {AxisConfig} from "../../../../core/wire/chart-config.ts";
import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatShort, markedLike, NO_VALUE} from "../format.ts";
import {bodyOf, headLabels, isSmall, pictureSpec} from "../frame.ts";
import {legendLayers, placeLegend} from "../legend.ts";
import {fold} from "../pivot.ts";
import type {Folded} from "../pivoted.ts";
import {fieldNamed, type Source} from "../read.ts";
import {type Label, type Origin, textLayers} from "../shapes.ts";
import {cleanText, fitText, measureText} from "../text.ts";
import {axesOf, axisTitle} from "../units.ts";
import {AXIS_SIZE, scaleOf, tickedAxis} from "./axes.ts";
import {figureLayers, horizontalBarLayer} from "./horizontal-bar-layers.ts";
import {type Stacked, type Stacking, stack, stackingOf} from "./stack.ts";
import {type NumberScale, numberScale} from "./ticks.ts";

const MAX_STEP = 46;

/** Horizontal bars, with room for long names. */
export function horizontalBarSpec(source: Source): VegaLiteSpec {
  const {config, size, theme} = source;
  const small = isSmall(size);
  const ample = bodyOf(source, true);
  const most = Math.max(2, Math.floor((ample.bottom - ample.top - (small ? 0 : 20)) / (small ? 16 : 18)));
  const folded = fold(source, {
    categories: most,
    series: theme.palette.length,
    keepScale: isInOrder(source),
    greatestFirst: true,
    addUp: true,
  });
  const {categories, series} = folded;
  const stacking = stackingOf(source, folded, true);
  const axes = axesOf(folded);
  const legend = placeLegend(
    source,
    series.map(({label, colour}) => ({label, colour})),
    bodyOf(source),
  );
  const {room} = legend;
  const names = categories.map(({label}) => fitText(label, (room.right - room.left) * 0.36, AXIS_SIZE));
  const gutter = Math.max(...names.map(name => measureText(name, AXIS_SIZE))) + 10;
  const [first] = series;
  const figures = series.length === 1 && stacking === "none" && config.labels !== false;
  const format =
    stacking === "percent" ? markedLike(source.plain, {style: "percent"}) : first?.measure.format;
  const texts = folded.values.map(([value], i) => {
    const own = categories[i]?.measure;
    return value === undefined ? NO_VALUE : formatShort(value, own ? own.format : format);
  });
  const figureWidth = figures ? Math.max(...texts.map(text => measureText(text, AXIS_SIZE))) + 6 : 12;
  const isTwo = axes.length === 2 && !figures;
  const title = cleanText(
    config.yAxis?.title ?? (folded.x && !small && series.length === 1 ? (first?.measure.label ?? "") : ""),
  );
  const foot = figures ? 0 : AXIS_SIZE + (isTwo ? 24 : 10);
  const left = Math.round(room.left + gutter);
  const top = Math.round(room.top + (isTwo ? 34 : title && series.length === 1 ? 18 : 0));
  const height = Math.min(room.bottom - top - foot, categories.length * MAX_STEP);
  const sides = sidesOf(source, axes, {stacking, isTwo, width: room.right - left});
  const plot = {
    width: Math.max(20, Math.round(room.right - left - figureWidth)),
    height: Math.max(20, Math.round(height)),
  };
  const origin = {x: left, y: top};
  const step = plot.height / Math.max(1, categories.length);
  // If bars are thinner than their labels, some labels and values are left out, but no bar.
  const every = Math.ceil((AXIS_SIZE + 1) / step);
  const labels = nameLabels(source, names, origin, step).filter((_, i) => i % every === 0);
  if (title && series.length === 1) {
    const text = fitText(title, plot.width, AXIS_SIZE);
    labels.push({x: left, y: room.top + 6, text, size: AXIS_SIZE, colour: theme.muted});
  }
  const y = nameChannel(categories.length);
  const layers = sides.map(({part, spans, ...side}): Json => {
    const {scale} = side;
    const floor = scale.log ? scale.min : undefined;
    const marks = [horizontalBarLayer(part, spans, series, stacking, floor, theme.other)];
    const figureTexts = texts.map((text, i) =>
      isElsewhere(folded, part, i) || i % every !== 0 ? undefined : text,
    );
    if (figures) marks.push(...figureLayers(part, figureTexts, scale.min < 0, theme.text, floor ?? 0));
    return {encoding: {x: valueChannel(side, figures), y}, layer: marks};
  });
  return pictureSpec(source, origin, plot, [
    ...(layers.length > 1 ? [{layer: layers, resolve: {scale: {x: "independent"}}}] : layers),
    ...legendLayers(legend, origin),
    ...textLayers([...labels, ...headLabels(source)], origin),
  ]);
}

function sidesOf(
  source: Source,
  axes: readonly Folded[],
  {stacking, isTwo, width}: {stacking: Stacking; isTwo: boolean; width: number},
): Side[] {
  const {config} = source;
  return axes.map((part, i) => {
    const own = i === 0 ? config.yAxis : config.y2Axis;
    const {spans, extent} = stack(part, stacking);
    const format =
      stacking === "percent" ? markedLike(source.plain, {style: "percent"}) : part.series[0]?.measure.format;
    const scale = numberScale(extent, {
      min: own?.min,
      max: own?.max,
      log: own?.log,
      zero: true,
      count: Math.max(2, Math.floor(width / 80)),
      format: own?.format ? markedLike(source.plain, own.format) : format,
    });
    const name = isTwo ? cleanText(own?.title ?? axisTitle(part)) : "";
    return {part, spans, extent, scale, config: own, name, isTop: i === 1};
  });
}

/** The bars that share an axis: all bars, or the bars of one of two units. */
interface Side {
  part: Folded;
  spans: Stacked["spans"];
  extent: readonly number[];
  scale: NumberScale;
  config: AxisConfig | undefined;
  /** The axis' title, if there are two axes. */
  name: string;
  isTop: boolean;
}

/** Whether the category's value belongs to the other axis. */
function isElsewhere(whole: Folded, part: Folded, i: number): boolean {
  return part.values[i]?.[0] === undefined && whole.values[i]?.[0] !== undefined;
}

function nameChannel(count: number): Json {
  return {
    field: "y",
    type: "ordinal",
    sort: null,
    title: null,
    scale: {
      type: "band",
      domain: Array.from({length: count}, (_, i) => i),
      paddingInner: 0.24,
      paddingOuter: 0.12,
    },
    axis: null,
  };
}

/** Whether the bars are times or parts of time, such as hours. None of these may be left out. */
function isInOrder({dimensions, config}: Source): boolean {
  const x = fieldNamed(dimensions, config.x) ?? dimensions.find(({column}) => column.name !== config.series);
  return x !== undefined && (x.kind === "time" || x.column.grain !== undefined);
}

function nameLabels({theme}: Source, names: readonly string[], {x, y}: Origin, step: number): Label[] {
  return names.map((text, i) => ({
    x: x - 8,
    y: y + (i + 0.5) * step,
    text,
    size: AXIS_SIZE,
    colour: theme.text,
    align: "right",
  }));
}

/** The axis of values. If each bar has a value label, there is no axis, and the plot ends at the longest bar. */
function valueChannel(
  {extent, scale, config, name, isTop}: Omit<Side, "part" | "spans">,
  figures: boolean,
): Json {
  const domain = figures && !scale.log && config?.max === undefined ? tight(extent, scale.min) : undefined;
  const axis: Json = {
    ...tickedAxis(scale.ticks),
    orient: isTop ? "top" : "bottom",
    ...(name ? {titleAnchor: "start", titlePadding: 2} : {}),
    grid: config?.grid ?? !isTop,
    domain: false,
    ticks: false,
    labelPadding: 6,
    labelOverlap: false,
  };
  return {
    field: "x",
    type: "quantitative",
    stack: null,
    title: name === "" ? null : fitText(name, 240, AXIS_SIZE),
    scale: {...scaleOf(scale), ...(domain === undefined ? {} : {domain})},
    axis: figures || config?.hidden ? null : axis,
  };
}

/** Reserves room for value labels left of negative bars. */
function tight(extent: readonly number[], least: number): Json {
  const most = Math.max(0, ...extent);
  if (least >= 0) return [0, most || 1];
  const low = Math.min(0, ...extent);
  return [low - (most - low) * 0.14, most || (0 - low) * 0.02];
}
