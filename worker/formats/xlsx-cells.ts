import type {DimensionType} from "../../shared/semantic/documents.ts";
import {type EngineKind, isNumber} from "../warehouses/batch.ts";
import {dateOf, epochDayOf} from "../warehouses/calendar-day.ts";
import {nameOfNonFinite, withoutZeros} from "../warehouses/encode-rows.ts";
import {instantOf, offsetTimestamp} from "../warehouses/zone-offset.ts";
import {serialOfDay, serialOfMs} from "./day-serial.ts";
import {STYLE} from "./xlsx-parts.ts";

export type WriteCell = (text: string) => string;

/** The number of significant digits that spreadsheets keep. */
const SIGNIFICANT_DIGITS = 15;
/** The most characters of a cell. */
const MAX_CHARACTERS = 32_767;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

export function headerCell(name: string): string {
  return `<c s="${STYLE.header}" t="inlineStr"><is>${escapeCellText(name)}</is></c>`;
}

/**
 * A function that writes the cells of a column from the engine's text, numbers in the given style. Computed decimals
 * always stay numbers, because their last digits only show where the engine stopped.
 */
export function writerOf(
  type: DimensionType,
  kind: EngineKind,
  timezone: string,
  {style, isComputed}: {style: number; isComputed: boolean} = {style: 0, isComputed: false},
): WriteCell {
  if (type === "number") {
    if (!isNumber(kind)) return textCell;
    const isRounded = kind === "float" || (isComputed && kind !== "integer");
    return text => (isRounded ? floatCell(text, style) : numberCell(text, style));
  }
  if (type === "boolean") return text => `<c t="b"><v>${isTrue(text) ? 1 : 0}</v></c>`;
  if (type === "date") return dateCell;
  if (type === "timestamp") return text => timestampCell(text, timezone);
  return textCell;
}

/**
 * Writes a double. NaN and infinities become their names, as in JSON and CSV. Other doubles stay numbers although
 * spreadsheets drop digits beyond the 15th.
 */
function floatCell(text: string, style: number): string {
  if (!NUMBER.test(text)) return textCell(nameOfNonFinite(text));
  return `<c${style > 0 ? ` s="${style}"` : ""}><v>${withoutZeros(text)}</v></c>`;
}

/**
 * Writes an integer or decimal: as text where it has more than 15 digits, because spreadsheets would replace the digits
 * after the 15th by zeros.
 */
function numberCell(text: string, style: number): string {
  const number = withoutZeros(text);
  return digitsOf(number) > SIGNIFICANT_DIGITS ? textCell(number) : floatCell(number, style);
}

/** The number of significant digits. */
function digitsOf(text: string): number {
  return text
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "").length;
}

export function textCell(text: string): string {
  return `<c s="${STYLE.text}" t="inlineStr"><is>${escapeCellText(text)}</is></c>`;
}

function dateCell(text: string): string {
  const day = epochDayOf(text);
  const serial = day === undefined ? undefined : serialOfDay(day);
  return serial === undefined ? textCell(dateOf(text)) : `<c s="${STYLE.date}"><v>${serial}</v></c>`;
}

function timestampCell(text: string, timezone: string): string {
  const local = offsetTimestamp(text, timezone);
  const civil = instantOf(local.replace(/(Z|[+-]\d\d:\d\d)$/, ""));
  if (!civil) return textCell(local);
  const serial = serialOfMs(civil.epochMs + civil.micros / 1000);
  return serial === undefined ? textCell(local) : `<c s="${STYLE.timestamp}"><v>${serial}</v></c>`;
}

function isTrue(text: string): boolean {
  return text === "t" || text === "true" || text === "1";
}

function escapeCellText(text: string): string {
  const shortened = shortenedText(text);
  return `<t${HAS_EDGES.test(shortened) ? ' xml:space="preserve"' : ""}>${escapedText(shortened)}</t>`;
}

/** The text, cut to what a cell holds. Spreadsheets repair or refuse a file with a longer one. */
export function shortenedText(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = ` … (${text.length} characters, cut here)`;
  return `${firstCharacters(text, MAX_CHARACTERS - cut.length)}${cut}`;
}

/** At most `most` UTF-16 units of a text, as spreadsheets count, without half of a surrogate pair at the end. */
export function firstCharacters(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** White space that readers may drop or change where it need not be preserved. */
const HAS_EDGES = /^ | $|[\t\r\n]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain most control characters
const UNSAFE = /[&<>\u0000-\u001f\ufffe\uffff\ud800-\udfff]|_(?=x[0-9a-fA-F]{4}_)/;
const EACH_UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: one unsafe character; surrogate pairs are matched as a whole
  /[\ud800-\udbff][\udc00-\udfff]|[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff\ud800-\udfff]|_(?=x[0-9a-fA-F]{4}_)/g;
const ENTITIES: Readonly<Record<string, string>> = {"&": "&amp;", "<": "&lt;", ">": "&gt;"};

/** Writes characters that XML cannot hold as `_x0000_` (ECMA-376 §22.9.2.19), and escapes text that looks like that. */
export function escapedText(text: string): string {
  if (!UNSAFE.test(text)) return text;
  return text.replace(EACH_UNSAFE, found =>
    found.length === 2
      ? found
      : (ENTITIES[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`),
  );
}
