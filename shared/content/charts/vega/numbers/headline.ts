import type {Drawing} from "../../../../core/wire/drawing.ts";
import {formatNumber, markedLike} from "../format.ts";
import {type Field, numberIn, type Source, textIn} from "../read.ts";
import {wallClock} from "../time.ts";

export const NEEDS_FIELD = "A big number needs a measure.";

/** The texts and rows of a big number. */
export interface Headline {
  chosen: Field;
  /** The dimension of time whose latest value the number belongs to. */
  time: Field | undefined;
  /** The rows in order of time. */
  rows: readonly (readonly unknown[])[];
  /** The number. */
  text: string;
  /** The number's label. */
  name: string;
  /** The change from the previous period. */
  change: Change | undefined;
  /** Further measures, each with its label. */
  others: string[];
}

export interface Change {
  sign: -1 | 0 | 1;
  share: string;
  /** The label of the previous period. */
  against: string;
}

/**
 * The number of the first row. Over time, the number of the latest row, with its change. `undefined` if no column is
 * shown.
 */
export function headlineOf(source: Source): Headline | undefined {
  const {fields, measures, dimensions} = source;
  const chosen = measures[0] ?? fields.find(({column}) => column.role === "measure") ?? fields[0];
  if (!chosen) return undefined;
  const time = dimensions.length === 1 && dimensions[0]?.kind === "time" ? dimensions[0] : undefined;
  const {toDate} = source.drawing;
  const rows = time ? rowsUntilNow(source, time) : source.rows;
  const row = (time ? rows.at(-1) : rows[0]) ?? [];
  if (!time && rows.length > 1)
    source.notes.push(`The first of ${formatNumber(rows.length, source.plain)} rows`);
  const named = dimensions.filter(field => field !== chosen).map(field => textIn(row, field));
  if (toDate && time) named.push(`${named.pop()} to date`);
  const others = measures.filter(field => field !== chosen).slice(0, 3);
  return {
    chosen,
    time,
    rows,
    text: textIn(row, chosen),
    name: [chosen.label, ...named].join(" · "),
    change:
      time && (toDate ? changeToDate(chosen, time, row, toDate) : changeOf(chosen, row, rows.at(-2), time)),
    others: others.map(field => `${field.label}: ${textIn(row, field)}`),
  };
}

/**
 * The rows in order of time, without future rows. The row of the current period is replaced by the row of the period to
 * date.
 */
function rowsUntilNow({rows, drawing: {toDate, lastBegun}}: Source, time: Field): (readonly unknown[])[] {
  const most = lastBegun === undefined ? undefined : wallClock(lastBegun);
  const begun = rows
    .filter(row => {
      const at = numberIn(row, time);
      return at !== undefined && (most === undefined || at <= most);
    })
    .toSorted((a, b) => (numberIn(a, time) ?? 0) - (numberIn(b, time) ?? 0));
  return toDate?.row && begun.length > 0 ? [...begun.slice(0, -1), toDate.row] : begun;
}

/**
 * The change of a current period, compared with the same part of the previous period. Compared with the whole previous
 * period, the change would nearly always be a fall.
 */
function changeToDate(
  chosen: Field,
  time: Field,
  row: readonly unknown[],
  {before}: NonNullable<Drawing["toDate"]>,
): Change | undefined {
  const change = changeOf(chosen, row, before, time);
  const part = time.period === "day" ? "the same hours of" : "the same days of";
  const week = time.period === "week" ? " the week of" : "";
  return change && {...change, against: `${part}${week} ${change.against}`};
}

function changeOf(
  chosen: Field,
  row: readonly unknown[],
  before: readonly unknown[] | undefined,
  time: Field,
): Change | undefined {
  const [now, then] = [numberIn(row, chosen), before && numberIn(before, chosen)];
  if (!before || now === undefined || !then) return undefined;
  const change = (now - then) / Math.abs(then);
  return {
    sign: change > 0 ? 1 : change < 0 ? -1 : 0,
    share: formatNumber(Math.abs(change), markedLike(chosen.format, {style: "percent", decimals: 1})),
    against: textIn(before, time),
  };
}

export function changeText({sign, share, against}: Change): string {
  return `${sign > 0 ? "▲" : sign < 0 ? "▼" : "="} ${share} against ${against}`;
}
