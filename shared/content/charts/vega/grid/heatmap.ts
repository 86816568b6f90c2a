import type {VegaLiteSpec} from "../../../../core/wire/drawing.ts";
import {AXIS_SIZE, type Bands, bandsOf} from "../cartesian/axes.ts";
import {labelled} from "../cartesian/time-ticks.ts";
import {formatShort, markedLike, type NumberLook} from "../format.ts";
import {bodyOf, canvasSpec, isSmall, type Room} from "../frame.ts";
import {messageSpec} from "../message.ts";
import {fold} from "../pivot.ts";
import type {Folded} from "../pivoted.ts";
import type {Source} from "../read.ts";
import {type Box, boxLayer, type Label, textLayers} from "../shapes.ts";
import {fitText, measureText} from "../text.ts";
import {inkOn, rampColour} from "../theme.ts";

const LEGEND = {width: 120, height: 8, steps: 60};

/** Cells coloured by a measure, for two dimensions. */
export function heatmapSpec(source: Source): VegaLiteSpec {
  const {size, theme} = source;
  const small = isSmall(size);
  const ample = bodyOf(source, true);
  const columns = Math.floor((ample.right - ample.left - 80) / (small ? 10 : 12));
  const rows = Math.floor((ample.bottom - ample.top - 106) / 13);
  const folded = foldedCells(source, Math.max(2, columns), Math.max(2, rows));
  const known = folded.values.flat().filter(value => value !== undefined);
  if (known.length === 0) return messageSpec(source, "No data: no cell has a value.");
  const [least, most] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
  const shareOf = (value: number) => (most > least ? (value - least) / (most - least) : 0.5);
  const colourOf = (value: number) => rampColour(theme.ramp, shareOf(value));

  const bands = bandsOf(folded, columns * 4);
  const room = bodyOf(source);
  const names = folded.series.map(({label}) => fitText(label, (room.right - room.left) * 0.3, AXIS_SIZE));
  const titles = axisTitles(source, folded, small);
  const beside = fitText(titles.beside, (room.right - room.left) * 0.3, AXIS_SIZE, true);
  const widths = [measureText(beside, AXIS_SIZE, true), ...names.map(name => measureText(name, AXIS_SIZE))];
  const grid: Room = {
    left: room.left + Math.max(...widths) + 10,
    right: room.right,
    top: room.top + 26,
    bottom: room.bottom - (bands.times ? 34 : 20),
  };
  const columnLabels = columnLabelsOf(source, folded, bands, grid);
  if (columnLabels.some(({angle}) => angle)) grid.bottom = room.bottom - heightOf(columnLabels);
  if (titles.below !== "") grid.bottom -= TITLE_HEIGHT;
  const stepX = (grid.right - grid.left) / Math.max(1, bands.domain.length);
  const stepY = Math.min(60, (grid.bottom - grid.top) / Math.max(1, folded.series.length));
  const foot = grid.top + stepY * folded.series.length;
  const gap = Math.min(stepX, stepY) > 8 ? 1.5 : 0.4;
  const format = figureFormat(folded.series[0]?.measure.format, known);
  const texts = known.map(value => formatShort(value, format));
  const figured = source.config.labels !== false && fits(texts, stepX, stepY);
  const boxes: Box[] = names.map((_, lane) => ({
    x: grid.left,
    y: grid.top + lane * stepY + gap / 2,
    width: grid.right - grid.left,
    height: stepY - gap,
    colour: theme.shade,
  }));
  const labels: Label[] = [
    ...columnLabels.map(label => ({...label, y: foot + (label.angle ? 10 : label.y)})),
    ...names.flatMap((text, lane): Label[] => {
      // If rows are lower than their labels, some labels are left out, but no row.
      if (lane % Math.ceil((AXIS_SIZE + 1) / stepY) !== 0) return [];
      const y = grid.top + (lane + 0.5) * stepY;
      return [{x: grid.left - 8, y, text, size: AXIS_SIZE, colour: theme.text, align: "right"}];
    }),
  ];
  for (const {column, lane, value} of cellsOf(folded, bands)) {
    const colour = colourOf(value);
    const [x, y] = [grid.left + column * stepX, grid.top + lane * stepY];
    const names = {of: bands.domain[column] ?? "", by: folded.series[lane]?.label ?? ""};
    boxes.push({x: x + gap / 2, y: y + gap / 2, width: stepX - gap, height: stepY - gap, colour, ...names});
    if (!figured) continue;
    const middle = {x: x + stepX / 2, y: y + stepY / 2, align: "center"} as const;
    labels.push({...middle, text: formatShort(value, format), size: 10, colour: inkOn(colour), ...names});
  }
  const title = {size: AXIS_SIZE, colour: theme.muted, bold: true} as const;
  labels.push(
    {...title, x: grid.left - 8, y: room.top + 9, text: beside, align: "right"},
    {
      ...title,
      x: (grid.left + grid.right) / 2,
      y: Math.min(room.bottom - TITLE_HEIGHT / 2, foot + heightOf(columnLabels) + TITLE_HEIGHT / 2),
      text: fitText(titles.below, grid.right - grid.left, AXIS_SIZE, true),
      align: "center",
    },
  );
  const scale = legendOf(source, grid, room.top, [least, most], format);
  const origin = {x: 0, y: 0};
  return canvasSpec(source, [
    ...boxLayer([...boxes, ...scale.boxes], origin),
    ...textLayers([...labels, ...scale.labels], origin),
  ]);
}

const TITLE_HEIGHT = 16;

/** How far the labels extend below the columns, in pixels. */
function heightOf(labels: readonly Label[]): number {
  return labels.reduce((most, {text, y, angle = 0}) => {
    const rise = Math.sin((Math.abs(angle) * Math.PI) / 180) * measureText(text, AXIS_SIZE);
    return Math.max(most, (angle ? 10 : y) + rise + AXIS_SIZE / 2);
  }, 0);
}

/** The names of the dimensions of the rows and of the columns, if there is room for them. */
function axisTitles({dimensions}: Source, {x}: Folded, isSmall: boolean): {beside: string; below: string} {
  const rows = dimensions.filter(field => field !== x).map(({label}) => label);
  if (isSmall) return {beside: "", below: ""};
  return {beside: rows.join(" · "), below: x?.label ?? ""};
}

/** The first measure as a grid over two dimensions. */
export function foldedCells(source: Source, categories: number, series: number): Folded {
  const {measures} = source;
  const [measure] = measures;
  if (measure && measures.length > 1) source.notes.push(`Shown: ${measure.label}`);
  return fold(
    {...source, measures: measures.slice(0, 1)},
    {categories, series, keepScale: true, inOrder: true, addUp: false},
  );
}

function cellsOf(
  {categories, values}: Folded,
  bands: Bands,
): {column: number; lane: number; value: number}[] {
  const columns = new Map(bands.domain.map((key, i) => [key, i]));
  return categories.flatMap((category, i) =>
    (values[i] ?? []).flatMap((value, lane) =>
      value === undefined ? [] : [{column: columns.get(bands.keyOf(category)) ?? 0, lane, value}],
    ),
  );
}

/** The format of the cells: one decimal in all cells if any value has a fraction. */
export function figureFormat(
  format: NumberLook | undefined,
  values: readonly number[],
): NumberLook | undefined {
  if (format && format.style !== "number") return format;
  const decimals = format?.decimals ?? (values.some(value => !Number.isInteger(value)) ? 1 : undefined);
  return decimals === undefined ? format : markedLike(format, {style: "number", decimals});
}

function fits(texts: readonly string[], width: number, height: number): boolean {
  return height >= 16 && texts.every(text => measureText(text, 10) + 6 <= width);
}

/** Labels below the columns; `y` is their distance from the grid. */
function columnLabelsOf({theme}: Source, folded: Folded, {domain, times}: Bands, grid: Room): Label[] {
  const step = (grid.right - grid.left) / Math.max(1, domain.length);
  const at = (place: number) => grid.left + (place + 0.5) * step;
  const look = {size: AXIS_SIZE, colour: theme.muted, align: "center", baseline: "middle"} as const;
  if (times && folded.x) {
    const every = Math.max(1, Math.ceil(58 / step));
    const ticks = domain.map(Number).filter((_, i) => i % every === 0);
    return labelled(ticks, folded.x).flatMap(({value, label}) =>
      label.map((text, line) => ({...look, x: at(domain.indexOf(value)), y: 11 + line * 14, text})),
    );
  }
  const widest = Math.max(...domain.map(label => measureText(String(label), AXIS_SIZE)));
  if (widest + 6 <= step || folded.x?.kind === "number") {
    const every = Math.max(1, Math.ceil((widest + 6) / step));
    return domain.flatMap((label, i) =>
      i % every === 0 ? [{...look, x: at(i), y: 11, text: String(label)}] : [],
    );
  }
  if (step >= 50) {
    return domain.map((label, i) => ({
      ...look,
      x: at(i),
      y: 11,
      text: fitText(String(label), step - 6, AXIS_SIZE),
    }));
  }
  const every = Math.max(1, Math.ceil(18 / step));
  return domain.flatMap((label, i) => {
    if (i % every !== 0) return [];
    const text = fitText(String(label), 100, AXIS_SIZE);
    return [{...look, x: at(i) + 4, y: 10, text, align: "right" as const, angle: -40}];
  });
}

/**
 * The legend with the scale of colours, at the right above the grid. At the left, the legend would seem to belong to
 * the rows' title.
 */
function legendOf(
  {theme}: Source,
  grid: Room,
  top: number,
  [least, most]: [number, number],
  format: NumberLook | undefined,
): {boxes: Box[]; labels: Label[]} {
  const [low, high] = [formatShort(least, format), formatShort(most, format)];
  const look = {y: top + 9, size: 10, colour: theme.muted} as const;
  const needed = measureText(low, 10) + 6 + LEGEND.width + 6 + measureText(high, 10);
  const left = Math.max(grid.left, grid.right - needed);
  const start = left + measureText(low, 10) + 6;
  const width = LEGEND.width / LEGEND.steps;
  return {
    boxes: Array.from({length: LEGEND.steps}, (_, i) => ({
      x: start + i * width,
      y: top + 9 - LEGEND.height / 2,
      width: width + 1,
      height: LEGEND.height,
      colour: rampColour(theme.ramp, least === most ? 0.5 : i / (LEGEND.steps - 1)),
    })),
    labels: [
      {...look, x: left, text: low},
      {...look, x: start + LEGEND.width + 6, text: high},
    ],
  };
}
