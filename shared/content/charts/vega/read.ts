import type {ChartConfig} from "../../../core/wire/chart-config.ts";
import type {Drawing, DrawnColumn, Size} from "../../../core/wire/drawing.ts";
import {isPeriod, type PeriodGrain} from "../../../semantic/vocabulary.ts";
import {formatNumber, markedLike, NO_VALUE, type NumberLook, type NumberMarks} from "./format.ts";
import {cleanText} from "./text.ts";
import {type Theme, themeOf} from "./theme.ts";
import {describePart, describeTime, guessPeriod, wallClock} from "./time.ts";
import {ENGLISH, type TimeNames} from "./time-names.ts";

/** A column with its label, format and kind of value. */
export interface Field {
  index: number;
  column: DrawnColumn;
  label: string;
  kind: "time" | "number" | "text";
  /**
   * The number format, with the reader's marks if these differ from the English marks; `undefined` for English without
   * a format.
   */
  format: NumberLook | undefined;
  /** Whether the field, or the chart's column, has a format. */
  isFormatted: boolean;
  colour: string | undefined;
  /** The grain of a column of times. */
  period: PeriodGrain;
  /** The names of months and days for the column. */
  names: TimeNames;
  /**
   * For a result with subtotals: the column that has the number of dimensions by which a row is grouped, and the number
   * of dimensions before this dimension.
   */
  summed?: {column: number; before: number};
}

/** The data and settings that a picture is made from. */
export interface Source {
  drawing: Drawing;
  config: ChartConfig;
  size: Size;
  /**
   * Whether the picture is one of several on a dashboard. The titles of these pictures look the same, regardless of the
   * size of the tiles.
   */
  isTile: boolean;
  theme: Theme;
  /** The number format for numbers that belong to no field, such as the number of rows that are left out. */
  plain: NumberLook;
  /** The columns that are shown, in their order. */
  fields: Field[];
  dimensions: Field[];
  /** The fields that hold numbers. */
  measures: Field[];
  rows: readonly unknown[][];
  /** Sentences for the subtitle: what the picture leaves out, or how it differs from the configuration. */
  notes: string[];
}

/** More rows than any picture can show, tables included. */
const MAX_ROWS = 20_000;

/** The settings of a picture that are not part of its drawing. */
export interface Setting {
  /** Whether the picture is one of several on a dashboard. */
  isTile?: boolean;
  /** Theme settings that a page overrides. Colours have the format `#rrggbb`. */
  look?: Partial<Theme>;
  /** The names of months and days and the number marks of the reader's language. Default English. */
  locale?: ChartLocale;
}

export interface ChartLocale {
  names: TimeNames;
  marks: NumberMarks | undefined;
}

export function readDrawing(
  drawing: Drawing,
  size: Size,
  {isTile = false, look = {}, locale = {names: ENGLISH, marks: undefined}}: Setting = {},
): Source {
  const {config} = drawing;
  const rows = drawing.rows.slice(0, MAX_ROWS);
  // The last column, which marks subtotals, is not shown.
  const columns = drawing.subtotals === undefined ? drawing.columns : drawing.columns.slice(0, -1);
  const fields = columns
    .map((column, index) => readField(column, index, {rows, config, locale}))
    .map(field => withSums(field, drawing))
    .filter(({column}) => !config.columns?.some(({column: name, hidden}) => hidden && name === column.name));
  const dimensions = fields.filter(({column}) => column.role === "dimension");
  const numeric = fields.filter(({column, kind}) => column.role === "measure" && kind === "number");
  const chosen = config.measures?.flatMap(name => numeric.find(({column}) => column.name === name) ?? []);
  const measures = chosen && chosen.length > 0 ? chosen : measuresOnAxes(numeric, drawing);
  const notes: string[] = [];
  const plain = markedLike(locale, {style: "number"});
  // A pie with totals shows the rows beyond a limit as a slice, so the pie needs no note about the limit.
  const isKnown = drawing.type === "pie" && drawing.totals !== undefined;
  if ((drawing.truncated && !isKnown) || rows.length < drawing.rows.length) {
    notes.push(rows.length === 1 ? "First row only" : `First ${formatNumber(rows.length, plain)} rows only`);
  }
  return {
    drawing,
    config,
    size,
    isTile,
    theme: {...themeOf(drawing.theme), ...look},
    plain,
    fields,
    dimensions,
    measures,
    rows,
    notes,
  };
}

/**
 * The default measures of a funnel or a retention in charts with axes. The other measures are the same value in another
 * unit, the size of the first step, or the time that a step takes.
 */
const OF_JOURNEYS: ReadonlySet<string> = new Set(["funnel.entities", "retention.share"]);
const WITH_AXES: ReadonlySet<Drawing["type"]> = new Set([
  "bar",
  "horizontal_bar",
  "line",
  "area",
  "mixed",
  "scatter",
]);

function measuresOnAxes(numeric: readonly Field[], {type}: Drawing): Field[] {
  const ofJourney = numeric.filter(({column}) => OF_JOURNEYS.has(column.name));
  return WITH_AXES.has(type) && ofJourney.length > 0 ? ofJourney : [...numeric];
}

function readField(
  column: DrawnColumn,
  index: number,
  {
    rows,
    config,
    locale: {names, marks},
  }: {rows: readonly unknown[][]; config: ChartConfig; locale: ChartLocale},
): Field {
  const own = config.columns?.find(({column: name}) => name === column.name);
  const times = column.type === "date" || column.type === "timestamp" ? timesOf(rows, index) : undefined;
  const grain = column.grain;
  const format = own?.format ?? column.format;
  return {
    index,
    column,
    label: cleanText(own?.label ?? column.label) || cleanText(column.name) || "(no name)",
    kind: times ? "time" : column.type === "number" ? "number" : "text",
    format: marks ? {style: "number", ...format, marks} : format,
    isFormatted: format !== undefined,
    colour: own?.colour,
    period: grain && isPeriod(grain) ? grain : guessPeriod(times ?? []),
    names,
  };
}

function withSums(field: Field, {subtotals, columns}: Drawing): Field {
  if (subtotals === undefined || field.index >= subtotals) return field;
  return {...field, summed: {column: columns.length - 1, before: field.index}};
}

/** Whether a row is a subtotal of the rows before it. */
export function isSubtotal(row: readonly unknown[], {subtotals}: Pick<Drawing, "subtotals">): boolean {
  return subtotals !== undefined && Number(row.at(-1)) < subtotals;
}

/**
 * The times of a column, as `wallClock` returns them; `undefined` if any value is not a known time, such as `infinity`.
 */
function timesOf(rows: readonly unknown[][], index: number): number[] | undefined {
  const times: number[] = [];
  for (const row of rows) {
    const value = row[index];
    if (value === null || value === undefined) continue;
    const time = wallClock(value);
    if (time === undefined) return undefined;
    times.push(time);
  }
  return times;
}

/** The number in a row; `undefined` if there is none. A number that a double cannot represent is rounded. */
export function numberIn(row: readonly unknown[], {index, kind}: Field): number | undefined {
  const value = row[index];
  if (isEmpty(value)) return undefined;
  if (kind === "time") return wallClock(value);
  const number = typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Whether a row has no value in this column, not even one that is no number. */
export function isEmptyIn(row: readonly unknown[], {index}: Field): boolean {
  return isEmpty(row[index]);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** The value of a row in a column as text for people, in full and never empty. */
export function textIn(row: readonly unknown[], field: Field, decimals?: number): string {
  const {index, column, kind, format, isFormatted, period, names} = field;
  const value = row[index];
  if (value === null || value === undefined) return NO_VALUE;
  if (kind === "time") return describeTime(wallClock(value) ?? 0, period, names);
  if (
    kind === "number" &&
    (typeof value === "number" || (typeof value === "string" && /^-?\d/.test(value)))
  ) {
    const part = describePart(Number(value), column.grain, names);
    if (part !== undefined) return part;
    // Numbers that identify something, such as years and order numbers, have no thousands separators.
    if (column.role === "dimension" && !isFormatted) return String(value);
    return formatNumber(value, format, decimals);
  }
  if (typeof value === "string") return cleanText(value) || "(empty)";
  return cleanText(JSON.stringify(value) ?? "") || "(empty)";
}

/** The field with this name, if the result shows it. */
export function fieldNamed(fields: readonly Field[], name: string | undefined): Field | undefined {
  return name === undefined ? undefined : fields.find(({column}) => column.name === name);
}
