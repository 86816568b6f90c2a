/** Which file a staged row belongs to. */
export interface StagedPeriod {
  /** The column whose days tell the files apart: one of those of the statement, or one before them. */
  column: string;
  /** The length of the period that a file holds. */
  grain: keyof typeof DAYS;
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
