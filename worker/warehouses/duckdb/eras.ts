import {yearBefore} from "../calendar-day.ts";
import type {StreamOptions} from "../warehouse.ts";

/** The engine's text of a day before the year 1, and of what can follow the day in a cell. */
const BEFORE_CHRIST = /^(\d{4,7})(-\d\d-\d\d) \(BC\)(T.*)?$/;

/**
 * A function that rewrites years before 1 as in ISO 8601, in rows that the engine has encoded. The engine could do it,
 * but each call in a statement takes time to plan, and hardly any result has such a year.
 */
export function eraSpeller({
  format,
  columns,
}: Pick<StreamOptions, "columns" | "format">): (bytes: Uint8Array) => Uint8Array | string {
  const isTime = columns.map(({type}) => type === "date" || type === "timestamp");
  if (!isTime.includes(true)) return bytes => bytes;
  const isSafe = format === "csv_safe";
  const isCsv = isSafe || format === "csv";
  return bytes => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!buffer.includes(" (BC)") && !(isSafe && buffer.includes("-infinity"))) return bytes;
    const text = buffer.toString();
    return isCsv ? inCsv(text, isTime, isSafe) : inJson(text, isTime);
  };
}

function inCsv(text: string, isTime: readonly boolean[], isSafe: boolean): string {
  let column = 0;
  return text.replace(/"[^"]*"|[,\n]|[^",\r\n]+/g, token => {
    if (token === ",") column++;
    else if (token === "\n") column = 0;
    else if (isTime[column]) {
      const spelled = spell(token);
      return isSafe && spelled.startsWith("-") ? `'${spelled}` : spelled;
    }
    return token;
  });
}

/** Rewrites cells in JSON rows: the texts directly inside a row, which is a list or, with names, an object. */
function inJson(text: string, isTime: readonly boolean[]): string {
  const parts: string[] = [];
  const punctuation = /["[\]{},]/g;
  let [depth, column, done] = [0, 0, 0];
  for (let found = punctuation.exec(text); found !== null; found = punctuation.exec(text)) {
    const [sign] = found;
    if (sign === "[" || sign === "{") {
      if (depth++ === 0) column = 0;
    } else if (sign === "]" || sign === "}") depth--;
    else if (sign === ",") column += depth === 1 ? 1 : 0;
    else {
      const start = found.index + 1;
      const end = endOfText(text, start);
      punctuation.lastIndex = end + 1;
      if (depth !== 1 || !isTime[column]) continue;
      parts.push(text.slice(done, start), spell(text.slice(start, end)));
      done = end;
    }
  }
  parts.push(text.slice(done));
  return parts.join("");
}

/** The index of the quote that ends a text: it has an even number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  throw new Error("the engine's JSON has a text without an end");
}

function spell(cell: string): string {
  const [, year, day, time = ""] = BEFORE_CHRIST.exec(cell) ?? [];
  return year === undefined ? cell : yearBefore(year) + day + time;
}
