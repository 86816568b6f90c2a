import type {Batch} from "../warehouses/batch.ts";
import type {Stretch} from "./building.ts";

/** Which file a staged row belongs to. */
export interface StagedPeriod {
  /** The column whose days tell the files apart: one of those of the statement, or one before them. */
  column: string;
  /** The length of the period that a file holds. */
  grain: keyof typeof DAYS;
  /** Rows of other periods are left out. */
  kept?: Stretch["periods"];
}

/** A period is told from one of its days, which begins with as many characters as all of them. */
const DAYS = {
  day: {length: "2026-01-31".length, rest: ""},
  month: {length: "2026-01".length, rest: "-01"},
  year: {length: "2026".length, rest: "-01-01"},
} as const;
const YEAR_LENGTH = "2026".length;

/** The first day of a row's period, as text. A day whose year has not four digits stands for itself. */
export function firstDayOf({column, grain}: StagedPeriod): string {
  const {length, rest} = DAYS[grain];
  const text = `cast(${column} as varchar)`;
  return `case when substr(${text}, ${YEAR_LENGTH + 1}, 1) = '-' then left(${text}, ${length}) || '${rest}' else ${text} end`;
}

/** A condition that leaves out rows of other periods; an empty text where all are kept. */
export function whereKept({column, kept = {}}: StagedPeriod): string {
  const {from, before} = kept;
  const text = `cast(${column} as varchar)`;
  const within = [
    ...(from === undefined ? [] : [`${text} >= '${from}'`]),
    ...(before === undefined ? [] : [`${text} < '${before}'`]),
  ];
  if (within.length === 0) return "";
  return ` where ${column} is null or substr(${text}, ${YEAR_LENGTH + 1}, 1) <> '-' or (${within.join(" and ")})`;
}

/** The rows of a batch but for those of other periods. `index`: of the column of the period. */
export function keptRows(batch: Batch, index: number, kept: Stretch["periods"]): Batch {
  if (kept === undefined) return batch;
  const {from = "", before} = kept;
  const isKept = (day: string | null | undefined) =>
    day == null || day[YEAR_LENGTH] !== "-" || (day >= from && (before === undefined || day < before));
  const days = batch.columns[index] ?? [];
  if (days.every(isKept)) return batch;
  const columns = batch.columns.map(values => values.filter((_, row) => isKept(days[row])));
  return {...batch, columns, rowCount: columns[0]?.length ?? 0};
}
