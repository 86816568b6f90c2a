import {CURRENCY_CODES} from "./currencies.ts";
import type {Evidence} from "./evidence.ts";
import type {Range} from "./flat-text.ts";

const MAX_NAME_LENGTH = 80;
/** Ids of this service, whose digits are not figures. */
const ID = /(?<![\p{L}\p{N}])[a-z]{2,8}_[0-7][0-9a-hjkmnp-tv-z]{25}(?![\p{L}\p{N}])/gu;
/** Short names such as "B2B", "CO2", "GPT-4" or "COVID-19": a few letters and at most two digits. */
const SHORT_NAME = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])(?!(?:[xXlIoOi]+|min|plus|minus|${CURRENCY_CODES}|R|Rs|RM|Rp|kr|Kr|Fr|Ft|DM|a|by|to|of|at|is)[\\d-])`,
    "(?:[A-Za-z]{1,5}\\d{1,2}[A-Za-z]{0,2}|[A-Z][A-Za-z]{0,4}-\\d{1,2})",
    "(?![\\p{L}\\p{N}%€$£]|[.,]\\d| ?(?:%|percent|million|billion|thousand)|-\\p{N})",
  ].join(""),
  "gu",
);
/** Superscripts and subscripts of units such as m² and of formulas such as CO₂. */
const INDEX = /(?<=\p{L})[²³₀-₉](?!\p{N})/gu;

/** If this text follows a name, the name is a part of a longer word, or its digits are a part of an amount. */
const MORE =
  /^(?:[\p{L}\p{N}_%‰+]|[.,]\p{N}|\s?(?:[%‰\p{Sc}]|percent|pp\b|(?:hundred|thousand|million|billion|trillion|k|m|bn)\b))/iu;

/** Column names and values in the evidence that have both letters and digits, such as "Route 66". */
export function namesOf(evidence: readonly Evidence[]): Set<string> {
  const names = new Set<string>();
  const add = (value: unknown) => {
    if (typeof value !== "string" || value.length > MAX_NAME_LENGTH) return;
    if (/\p{N}/u.test(value) && /\p{L}/u.test(value)) names.add(value);
  };
  for (const {columns, rows} of evidence) {
    for (const {name} of columns) add(name);
    for (const row of rows) for (const value of row) add(value);
  }
  return names;
}

/**
 * Ranges of a text that are names. Digits in a value of the evidence count as a part of its name only if they cannot be
 * an amount: at most four digits, with no separator, sign or unit. Otherwise a product named "Revenue: 5,000,000" could
 * hide a figure.
 */
export function nameRanges(text: string, names: ReadonlySet<string>): Range[] {
  const found = [...text.matchAll(ID), ...text.matchAll(SHORT_NAME), ...text.matchAll(INDEX)].map(
    ({index, 0: name}) => ({start: index, end: index + name.length}),
  );
  for (const name of names) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      if (!isWhole(text, at, at + name.length)) continue;
      for (const {index, 0: digits} of name.matchAll(
        /(?<![\p{N}.,\p{Sc}+−])\d{1,4}(?![\p{N}%‰]|[.,]\p{N}|[  ]?\p{Sc})/gu,
      )) {
        const end = index + digits.length;
        if (!MORE.test(name.slice(end))) found.push({start: at + index, end: at + end});
      }
    }
  }
  return found;
}

/** Whether the range is a complete name, and not a part of a longer word or of an amount. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const behind = text.slice(end, end + 12);
  return !/[\p{L}\p{N}_]$|\p{Sc} ?$/u.test(before) && !MORE.test(behind);
}
