import type {CsvFormat} from "../../../../shared/core/csv/csv-format.ts";
import {styleOf} from "../../../../shared/core/csv/csv-style.ts";
import {dateReadingOf} from "../../../../shared/core/csv/date-order.ts";
import {readingOf} from "../../../../shared/core/csv/decimal-mark.ts";
import type {Delimiter} from "../../../../shared/core/csv/delimiter.ts";
import {ColumnProfile} from "../../../../shared/core/csv/infer-column-type.ts";

/** A column's type as detected from the first rows, with a note for the person. The service detects it from all rows. */
export interface FoundType {
  type: "number" | "boolean" | "date" | "timestamp" | "string";
  note?: string;
  /** Set where the format is ambiguous, with a sample cell: without the person's choice the column is text. */
  open?: {choice: keyof CsvFormat; sample: string};
}

const BYTES = new TextEncoder();
const DAY = new Intl.DateTimeFormat(undefined, {dateStyle: "long", timeZone: "UTC"});

/** The types of the columns of these rows, which are without their heading. */
export function typesOfRows(
  rows: readonly (readonly string[])[],
  columns: number,
  delimiter: Delimiter,
  format: CsvFormat,
): FoundType[] {
  const cellsOf = Array.from({length: columns}, (_, c) => rows.map(cells => cells[c] ?? ""));
  const profiles = cellsOf.map(profileOf);
  const {decimalMark, dateOrder} = styleOf(profiles, delimiter, format);
  return profiles.map((profile, c) => {
    // A sample cell of the column, which can be read in several ways.
    const sample = cellsOf[c]?.find(cell => /[.,/]/.test(cell))?.trim() ?? "";
    switch (profile.kind) {
      case "number":
        return numberType(sample, readingOf(profile, delimiter, decimalMark));
      case "localDate":
        return dateType("date", sample, dateReadingOf(profile, delimiter, dateOrder));
      case "localTimestamp":
        return dateType("timestamp", sample, dateReadingOf(profile, delimiter, dateOrder));
      case "none":
      case "double":
      case "text":
        return {type: "string"};
      default:
        return {type: profile.kind};
    }
  });
}

function profileOf(cells: readonly string[]): ColumnProfile {
  const profile = new ColumnProfile();
  for (const cell of cells) {
    const bytes = BYTES.encode(cell);
    if (profile.kind !== "text") profile.addCell(bytes, 0, bytes.length, false);
  }
  return profile;
}

function numberType(sample: string, reading: ReturnType<typeof readingOf>): FoundType {
  if (reading === "mixed") {
    return {type: "string", note: "The numbers are written in several formats, so the column stays text."};
  }
  if (reading === "ambiguous") {
    const open = {choice: "decimalMark", sample} as const;
    const example = sample.includes(".") ? "1.234,5" : "1,234.5";
    return {
      type: "string",
      note: `“${sample}” is ${sample.replace(/[.,]/g, "")} in some countries and has decimals in others, so the column stays text. A number such as “${example}” in the file would decide.`,
      open,
    };
  }
  const read = reading === "," ? sample.replaceAll(".", "").replace(",", ".") : sample.replaceAll(",", "");
  return reading === "," || read !== sample
    ? {type: "number", ...(sample !== "" && {note: `“${sample}” is read as ${read}.`})}
    : {type: "number"};
}

function dateType(
  type: "date" | "timestamp",
  sample: string,
  reading: ReturnType<typeof dateReadingOf>,
): FoundType {
  if (reading === "mixed") {
    return {type: "string", note: "The dates are written in several formats, so the column stays text."};
  }
  if (reading === "ambiguous") {
    return {
      type: "string",
      note: `“${sample}” can begin with the day or with the month, so the column stays text.`,
      open: {choice: "dateOrder", sample},
    };
  }
  const iso = sample.replace(/^(\d+)[./](\d+)[./](\d{4}).*$/, (_, first, second, year) => {
    const [month, day] = reading === "day" ? [second, first] : [first, second];
    return [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  });
  return {type, note: `“${sample}” is read as ${DAY.format(new Date(`${iso}T00:00:00Z`))}.`};
}
