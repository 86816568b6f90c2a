import type {Json, VegaLiteSpec} from "../drawing.ts";
import {fold} from "../fold.ts";
import {formatShort} from "../format.ts";
import {bodyOf, headLabels, isSmall, pictureSpec} from "../frame.ts";
import {legendLayers, placeLegend} from "../legend.ts";
import type {Source} from "../read.ts";
import {type Label, type Origin, textLayers} from "../shapes.ts";
import {cleanText, fitText, measureText} from "../text.ts";
import {AXIS_SIZE, scaleOf, tickedAxis} from "./axes.ts";
import {figureLayers, lyingBars} from "./lying-bars.ts";
import {stack, stackingOf} from "./stack.ts";
import {type NumberScale, numberScale} from "./ticks.ts";

const MOST_STEP = 46;

/** Horizontal bars, with room for long names. */
export function horizontalBarSpec(source: Source): VegaLiteSpec {
  const {config, size, theme} = source;
  const small = isSmall(size);
  const ample = bodyOf(source, true);
  const most = Math.max(2, Math.floor((ample.bottom - ample.top - (small ? 0 : 20)) / (small ? 16 : 18)));
  const folded = fold(source, {
    categories: most,
    series: theme.palette.length,
    keepScale: false,
    addUp: true,
  });
  const {categories, series} = folded;
  const stacking = stackingOf(source, folded, true);
  const stacked = stack(folded, stacking);
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
  const format = stacking === "percent" ? ({style: "percent"} as const) : first?.measure.format;
  const texts = folded.values.map(([value], i) => {
    const own = categories[i]?.measure;
    return value === undefined ? "∅" : formatShort(value, own ? own.format : format);
  });
  const figureWidth = figures ? Math.max(...texts.map(text => measureText(text, AXIS_SIZE))) + 6 : 12;
  const title = cleanText(config.yAxis?.title ?? (folded.x && !small ? (first?.measure.label ?? "") : ""));
  const foot = figures ? 0 : AXIS_SIZE + 10;
  const left = Math.round(room.left + gutter);
  const top = Math.round(room.top + (title && series.length === 1 ? 18 : 0));
  const height = Math.min(room.bottom - top - foot, categories.length * MOST_STEP);
  const scale = numberScale(stacked.extent, {
    min: config.yAxis?.min,
    max: config.yAxis?.max,
    log: config.yAxis?.log,
    zero: true,
    count: Math.max(2, Math.floor((room.right - left) / 80)),
    format: config.yAxis?.format ?? format,
  });
  const below = figures && scale.min < 0;
  const plot = {
    width: Math.max(20, Math.round(room.right - left - figureWidth)),
    height: Math.max(20, Math.round(height)),
  };
  const origin = {x: left, y: top};
  const domain =
    figures && !scale.log && config.yAxis?.max === undefined ? tight(stacked.extent, scale.min) : undefined;
  const x = valueChannel(source, scale, figures, domain);
  const step = plot.height / Math.max(1, categories.length);
  const labels = nameLabels(source, names, origin, step);
  if (title && series.length === 1) {
    const text = fitText(title, plot.width, AXIS_SIZE);
    labels.push({x: left, y: room.top + 6, text, size: AXIS_SIZE, colour: theme.muted});
  }
  const marks: Json[] = [
    lyingBars(folded, stacked.spans, stacking, scale.log ? scale.min : undefined, theme.other),
  ];
  if (figures) marks.push(...figureLayers(folded, texts, below, theme.text, scale.log ? scale.min : 0));
  return pictureSpec(source, origin, plot, [
    {encoding: {x, y: nameChannel(categories.length)}, layer: marks},
    ...legendLayers(legend, origin),
    ...textLayers([...labels, ...headLabels(source)], origin),
  ]);
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

/** When each bar shows its value there is no axis, and the plot ends at the longest bar. */
function valueChannel(
  {config}: Source,
  scale: NumberScale,
  figures: boolean,
  domain: Json | undefined,
): Json {
  const axis: Json = {
    ...tickedAxis(scale.ticks),
    grid: config.yAxis?.grid ?? true,
    domain: false,
    ticks: false,
    labelPadding: 6,
    labelOverlap: false,
  };
  return {
    field: "x",
    type: "quantitative",
    stack: null,
    title: null,
    scale: {...scaleOf(scale), ...(domain === undefined ? {} : {domain})},
    axis: figures || config.yAxis?.hidden ? null : axis,
  };
}

/** Room for figures left of negative bars. */
function tight(extent: readonly number[], least: number): Json {
  const most = Math.max(0, ...extent);
  if (least >= 0) return [0, most || 1];
  const low = Math.min(0, ...extent);
  return [low - (most - low) * 0.14, most || (0 - low) * 0.02];
}
