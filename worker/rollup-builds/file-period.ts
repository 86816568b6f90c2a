import type {Batch} from "../warehouses/batch.ts";
import type {BuildSlice} from "./build-types.ts";

/** How staged rows are divided among files, by period. */
export interface FilePeriod {
  /** The column with the row's day: one of the statement's columns, or an additional first one. */
  column: string;
  /** The length of the period that a file holds. */
  grain: keyof typeof DAYS;
  /** The range of periods to keep; rows of other periods are dropped. */
  bounds?: BuildSlice["periods"];
}

/** For each grain, how many characters all days of one period share, and the rest of the period's first day. */
const DAYS = {
  day: {length: "2026-01-31".length, rest: ""},
  month: {length: "2026-01".length, rest: "-01"},
  year: {length: "2026".length, rest: "-01-01"},
} as const;
const YEAR_LENGTH = "2026".length;

/** SQL for the first day of a row's period, as text. A day whose year does not have four digits is its own period. */
export function firstDayOf({column, grain}: FilePeriod): string {
  const {length, rest} = DAYS[grain];
  const text = `cast(${column} as varchar)`;
  return `case when substr(${text}, ${YEAR_LENGTH + 1}, 1) = '-' then left(${text}, ${length}) || '${rest}' else ${text} end`;
}

/** A where clause that drops rows of other periods; an empty text where all rows are kept. */
export function wherePeriods({column, bounds = {}}: FilePeriod): string {
  const {from, before} = bounds;
  const text = `cast(${column} as varchar)`;
  const within = [
    ...(from === undefined ? [] : [`${text} >= '${from}'`]),
    ...(before === undefined ? [] : [`${text} < '${before}'`]),
  ];
  if (within.length === 0) return "";
  return ` where ${column} is null or substr(${text}, ${YEAR_LENGTH + 1}, 1) <> '-' or (${within.join(" and ")})`;
}

/** The batch without rows of other periods. `index` is the position of the period's column. */
export function rowsInPeriods(batch: Batch, index: number, bounds: BuildSlice["periods"]): Batch {
  if (bounds === undefined) return batch;
  const {from = "", before} = bounds;
  const isWithin = (day: string | null | undefined) =>
    day == null || day[YEAR_LENGTH] !== "-" || (day >= from && (before === undefined || day < before));
  const days = batch.columns[index] ?? [];
  if (days.every(isWithin)) return batch;
  const columns = batch.columns.map(values => values.filter((_, row) => isWithin(days[row])));
  return {...batch, columns, rowCount: columns[0]?.length ?? 0};
}
