import type {Json, VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {formatNumber, formatShort, markedLike, NO_VALUE} from "../format.ts";
import {bodyOf, canvasSpec, isSmall} from "../frame.ts";
import {messageSpec} from "../message.ts";
import {numberIn, type Source} from "../read.ts";
import {type Label, round, textLayers} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";
import {inkOn} from "../theme.ts";
import {type Item, itemsOf} from "./items.ts";

const MAX_STAGES = 12;
const GAP = 3;
export const NO_STAGES = "No data: no stage has a value above zero.";

/** Stages in the order of the rows. Each stage is as wide as its value, and narrows to the width of the next stage. */
export function funnelSpec(source: Source): VegaLiteSpec {
  const {theme, size, config} = source;
  const stages = stagesOf(source);
  const largest = Math.max(...stages.map(({value}) => value ?? 0));
  if (!(largest > 0)) return messageSpec(source, NO_STAGES);
  const small = isSmall(size);
  const room = bodyOf(source);
  const fontSize = small ? 10 : 12;
  const width = room.right - room.left;
  const names = stages.map(({label}) => fitText(label, width * 0.26, fontSize));
  const nameWidth = Math.max(...names.map(name => measureText(name, fontSize))) + 14;
  const shareWidth = measureText("100% of first", small ? 9 : 10) + 10;
  const left = room.left + nameWidth;
  const right = room.right - (small ? shareWidth * 0.55 : shareWidth);
  const centre = (left + right) / 2;
  const step = Math.min(90, (room.bottom - room.top) / stages.length);
  const half = (item: Item | undefined) => (Math.max(0, item?.value ?? 0) / largest) * ((right - left) / 2);
  const labels: Label[] = [];
  const edges: Json[] = [];
  stages.forEach((stage, i) => {
    const top = room.top + i * step;
    const colour = config.valueColours?.find(({value}) => value === stage.label)?.colour ?? shade(source, i);
    const last = i === stages.length - 1;
    const end = last ? half(stage) : half(stages[i + 1]);
    for (const [y, reach] of [
      [top, half(stage)],
      [top + step - GAP, half(stage) * 0.45 + end * 0.55],
    ] as const) {
      edges.push({
        y: round(y),
        x: round(centre - reach),
        x2: round(centre + reach),
        stage: i,
        colour,
        of: stage.label,
      });
    }
    const middle = top + (step - GAP) / 2;
    const of = stage.label;
    labels.push({x: room.left, y: middle, text: names[i] ?? "", size: fontSize, colour: theme.text, of});
    const text = stage.value === undefined ? NO_VALUE : formatShort(stage.value, stage.measure.format);
    const inside = measureText(text, fontSize, true) + 12 < half(stage) + end;
    labels.push({
      x: inside ? centre : centre + half(stage) + 6,
      y: middle,
      text,
      size: fontSize,
      colour: inside ? inkOn(colour) : theme.text,
      align: inside ? "center" : "left",
      bold: true,
      of,
    });
    labels.push(...shareLabels(source, stages, i, middle, step));
  });
  return canvasSpec(source, [
    {
      data: {values: edges},
      mark: {type: "area", orient: "horizontal"},
      encoding: {
        x: {field: "x", type: "quantitative", scale: null, axis: null, stack: null},
        x2: {field: "x2"},
        y: {field: "y", type: "quantitative", scale: null, axis: null},
        detail: {field: "stage", type: "nominal"},
        color: {field: "colour", type: "nominal", scale: null, legend: null},
      },
    },
    ...textLayers(labels, {x: 0, y: 0}),
  ]);
}

export function stagesOf(source: Source): Item[] {
  const all = itemsOf(source);
  const most = Math.min(MAX_STAGES, source.config.top ?? MAX_STAGES);
  if (all.length > most)
    source.notes.push(`${formatNumber(all.length - most, source.plain)} more stages not shown`);
  return all.slice(0, most);
}

/** The share of the first stage that has reached the stage with this index. */
export function shareOfFirst(stages: readonly Item[], index: number): string | undefined {
  const [first] = stages;
  const value = stages[index]?.value;
  if (!first?.value || first.value < 0 || value === undefined) return undefined;
  const share = value / first.value;
  return formatNumber(
    share,
    markedLike(first.measure.format, {style: "percent", decimals: share < 0.1 ? 1 : 0}),
  );
}

/** How long the step from the previous stage to the stage with this index takes, if the query's funnel has times. */
export function timeTo({fields, rows}: Source, index: number): string | undefined {
  const field = fields.find(({column}) => column.name === "funnel.median_seconds");
  const seconds = field && numberIn(rows[index] ?? [], field);
  return seconds === undefined ? undefined : formatNumber(seconds, field?.format);
}

/** The palette's first colour, which is fainter for each later stage. */
function shade({config, theme}: Source, index: number): string {
  if (config.colours) return config.colours[index % config.colours.length] ?? theme.other;
  const blues = theme.ramp;
  return blues[Math.max(1, 3 - Math.floor(index / 2))] ?? theme.other;
}

/** The share of a stage and, if there is room for two lines, the time of its step below the share. */
function shareLabels(source: Source, stages: readonly Item[], i: number, y: number, height: number): Label[] {
  const {theme, size} = source;
  const small = isSmall(size);
  const share = shareOfFirst(stages, i);
  if (share === undefined) return [];
  const time = height < 26 ? undefined : timeTo(source, i);
  const right = size.width - (small ? 12 : 18);
  const look = {x: right, size: small ? 9 : 10, colour: theme.muted, align: "right"} as const;
  const first = {...look, y: time === undefined ? y : y - 6, text: small ? share : `${share} of first`};
  return time === undefined ? [first] : [first, {...look, y: y + 6, text: small ? time : `after ${time}`}];
}
