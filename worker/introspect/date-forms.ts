import type {DateExpressions} from "../warehouses/expressions.ts";
import type {WarehouseColumn} from "../warehouses/tables.ts";

/** A format in which a column of text or numbers holds dates, and the expression that parses them. */
export interface DateForm {
  what: string;
  type: "date" | "timestamp";
  sql(expressions: DateExpressions, column: string): string;
}

/**
 * Column names that suggest a date. Most numeric formats require such a name, because the numbers could mean anything.
 */
const DATED =
  /(^|_)(date|day|dt|at|on|time|timestamp|ts|epoch|created|updated|modified|deleted|month|period|yyyymm|yyyymmdd|since|until|expires|expiry|born|birth|dob)(_|$)/;

const MIN_DISTINCT = 3;

/**
 * The format in which every sampled value is a date; `undefined` where no format fits all values, or there are too few
 * values to judge.
 */
export function looksLikeDate(column: WarehouseColumn, values: readonly string[]): DateForm | undefined {
  if (values.length === 0) return undefined;
  const distinct = new Set(values);
  const plain = column.name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  const isNamed = DATED.test(plain);
  if (distinct.size < MIN_DISTINCT && !isNamed) return undefined;
  const forms = column.kind === "text" ? TEXT_FORMS : NUMBER_FORMS;
  return forms.find(form => (isNamed || !form.needsName) && values.every(value => form.fits(value)));
}

interface KnownForm extends DateForm {
  needsName?: boolean;
  fits(value: string): boolean;
}

const compact = (text: string) => isDay(text.slice(0, 4), text.slice(4, 6), text.slice(6, 8));

const TEXT_FORMS: readonly KnownForm[] = [
  {
    what: "dates (YYYY-MM-DD)",
    type: "date",
    sql: (expressions, column) => expressions.date(column),
    fits: value => {
      const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
      return parts !== null && isDay(parts[1], parts[2], parts[3]);
    },
  },
  {
    what: "timestamps (ISO 8601)",
    type: "timestamp",
    sql: (expressions, column) => expressions.timestamp(column),
    fits: value => {
      const parts =
        /^(\d{4})-(\d\d)-(\d\d)[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?\s?(Z|UTC|[+-]\d\d(:?\d\d)?)?$/.exec(
          value,
        );
      return parts !== null && isDay(parts[1], parts[2], parts[3]);
    },
  },
  {
    what: "dates (YYYY/MM/DD)",
    type: "date",
    sql: (expressions, column) => parsed(expressions, column, "YYYY/MM/DD", "%Y/%m/%d"),
    fits: value => {
      const parts = /^(\d{4})\/(\d\d)\/(\d\d)$/.exec(value);
      return parts !== null && isDay(parts[1], parts[2], parts[3]);
    },
  },
  {
    what: "dates (YYYYMMDD)",
    type: "date",
    sql: (expressions, column) => parsed(expressions, column, "YYYYMMDD", "%Y%m%d"),
    fits: value => /^\d{8}$/.test(value) && compact(value),
  },
  {
    what: "dates (DD.MM.YYYY)",
    type: "date",
    sql: (expressions, column) => parsed(expressions, column, "DD.MM.YYYY", "%d.%m.%Y"),
    fits: value => {
      const parts = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(value);
      return parts !== null && isDay(parts[3], parts[2], parts[1]);
    },
  },
  {
    what: "dates with slashes, whose order of day and month the data must tell",
    type: "date",
    sql: (expressions, column) => parsed(expressions, column, "MM/DD/YYYY", "%m/%d/%Y"),
    fits: value => {
      const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value);
      return parts !== null && (isDay(parts[3], parts[1], parts[2]) || isDay(parts[3], parts[2], parts[1]));
    },
  },
];

const NUMBER_FORMS: readonly KnownForm[] = [
  {
    what: "dates (YYYYMMDD)",
    type: "date",
    sql: (expressions, column) => parsed(expressions, asText(expressions, column), "YYYYMMDD", "%Y%m%d"),
    fits: value => /^\d{8}$/.test(value) && compact(value),
  },
  {
    what: "months (YYYYMM)",
    type: "date",
    needsName: true,
    sql: (expressions, column) => parsed(expressions, asText(expressions, column), "YYYYMM", "%Y%m"),
    fits: value => /^\d{6}$/.test(value) && isDay(value.slice(0, 4), value.slice(4, 6), "01"),
  },
  {
    what: "seconds since 1970",
    type: "timestamp",
    needsName: true,
    sql: (expressions, column) => expressions.fromSeconds(column),
    fits: value => /^\d{9,10}$/.test(value) && isRecent(Number(value)),
  },
  {
    what: "milliseconds since 1970",
    type: "timestamp",
    needsName: true,
    sql: (expressions, column) => expressions.fromSeconds(`${column} / 1000.0`),
    fits: value => /^\d{12,13}$/.test(value) && isRecent(Number(value) / 1000),
  },
];

export function asText({text}: DateExpressions, column: string): string {
  return `cast(${column} as ${text})`;
}

function parsed(expressions: DateExpressions, column: string, letters: string, percents: string): string {
  return expressions.parsed(column, {letters, percents});
}

function isDay(year = "", month = "", day = ""): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < 1900 || y > 2100 || m < 1 || m > 12) return false;
  return d >= 1 && d <= new Date(Date.UTC(y, m, 0)).getUTCDate();
}

/** Whether a count of seconds lies between 1980 and 2100. */
function isRecent(seconds: number): boolean {
  return seconds >= 315_532_800 && seconds < 4_102_444_800;
}
