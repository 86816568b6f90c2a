import {AXIS_SIZE, scaleOf, tickedAxis} from "./axes.ts";
import type {Json, VegaLiteSpec} from "./chart-spec.ts";
import {type Folded, fold} from "./fold.ts";
import {formatShort} from "./format.ts";
import {bodyOf, headLabels, isSmall, pictureSpec} from "./frame.ts";
import {legendLayers, placeLegend} from "./legend.ts";
import type {Source} from "./read.ts";
import {type Label, textLayers} from "./shapes.ts";
import {type Stacking, stack, stackingOf} from "./stack.ts";
import {cleanText, fitText, measureText} from "./text.ts";
import {numberScale} from "./ticks.ts";

const MOST_STEP = 46;

/** Bars that lie, with room for long names. */
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
  const texts = folded.values.map(([value]) => (value === undefined ? "∅" : formatShort(value, format)));
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
  const x: Json = {
    field: "x",
    type: "quantitative",
    stack: null,
    title: null,
    // Where each bar has its figure, the plot ends at the longest.
    scale: {
      ...scaleOf(scale),
      ...(figures && !scale.log && config.yAxis?.max === undefined
        ? {domain: tight(stacked.extent, scale.min)}
        : {}),
    },
    axis: figures
      ? null
      : {
          ...tickedAxis(scale.ticks),
          grid: config.yAxis?.grid ?? true,
          domain: false,
          ticks: false,
          labelPadding: 6,
          labelOverlap: false,
        },
  };
  const y: Json = {
    field: "y",
    type: "ordinal",
    sort: null,
    title: null,
    scale: {type: "band", domain: categories.map((_, i) => i), paddingInner: 0.24, paddingOuter: 0.12},
    axis: null,
  };
  const step = plot.height / Math.max(1, categories.length);
  const labels: Label[] = names.map((text, i) => ({
    x: left - 8,
    y: top + (i + 0.5) * step,
    text,
    size: AXIS_SIZE,
    colour: theme.text,
    align: "right",
  }));
  if (title && series.length === 1) {
    labels.push({
      x: left,
      y: room.top + 6,
      text: fitText(title, plot.width, AXIS_SIZE),
      size: AXIS_SIZE,
      colour: theme.muted,
    });
  }
  const marks: Json[] = [
    barLayer(folded, stacked.spans, stacking, scale.log ? scale.min : undefined, theme.other),
  ];
  if (figures) marks.push(...figureLayers(folded, texts, below, theme.text, scale.log ? scale.min : 0));
  return pictureSpec(source, origin, plot, [
    {encoding: {x, y}, layer: marks},
    ...legendLayers(legend, origin),
    ...textLayers([...labels, ...headLabels(source)], origin),
  ]);
}

/** Room for figures left of negative bars. */
function tight(extent: readonly number[], least: number): Json {
  const most = Math.max(0, ...extent);
  if (least >= 0) return [0, most || 1];
  const low = Math.min(0, ...extent);
  return [low - (most - low) * 0.14, most || (0 - low) * 0.02];
}

function barLayer(
  {categories, series}: Folded,
  spans: ({from: number; to: number} | undefined)[][],
  stacking: Stacking,
  floor: number | undefined,
  grey: string,
): Json {
  const beside = stacking === "none" && series.length > 1;
  const values: Json[] = categories.flatMap(({other}, i) =>
    series.flatMap(({label, colour}, lane) => {
      const span = spans[i]?.[lane];
      if (!span) return [];
      const own = other && series.length === 1 ? grey : colour;
      return [{y: i, x: span.to, x2: floor ?? span.from, s: label, colour: own}];
    }),
  );
  return {
    data: {values},
    mark: {
      type: "bar",
      orient: "horizontal",
      clip: true,
      ...(stacking === "none" ? {cornerRadiusEnd: 2} : {}),
    },
    encoding: {
      x2: {field: "x2"},
      ...(beside
        ? {
            yOffset: {
              field: "s",
              type: "nominal",
              sort: null,
              scale: {domain: series.map(({label}) => label)},
            },
          }
        : {}),
      color: {field: "colour", type: "nominal", scale: null, legend: null},
    },
  };
}

function figureLayers(
  {values}: Folded,
  texts: readonly string[],
  below: boolean,
  colour: string,
  base: number,
): Json[] {
  const rows = values.map(([value], i) => ({y: i, x: value ?? base, text: texts[i] ?? ""}));
  const layer = (shown: typeof rows, left: boolean): Json[] =>
    shown.length === 0
      ? []
      : [
          {
            data: {values: shown},
            mark: {
              type: "text",
              align: left ? "right" : "left",
              baseline: "middle",
              dx: left ? -5 : 5,
              fontSize: AXIS_SIZE,
              color: colour,
            },
            encoding: {text: {field: "text", type: "nominal"}},
          },
        ];
  return [
    ...layer(
      rows.filter(({x}) => !below || x >= 0),
      false,
    ),
    ...layer(
      rows.filter(({x}) => below && x < 0),
      true,
    ),
  ];
}
