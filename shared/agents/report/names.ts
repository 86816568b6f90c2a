import {CURRENCY_CODES} from "./currencies.ts";
import type {Evidence} from "./evidence.ts";
import type {Range} from "./flat-text.ts";

const LONGEST_NAME = 80;
/** Ids of this service. They are too long to be read as figures. */
const ID = /(?<![\p{L}\p{N}])[a-z]{2,8}_[0-7][0-9a-hjkmnp-tv-z]{25}(?![\p{L}\p{N}])/gu;
/** Such as "B2B", "CO2", "GPT-4" or "COVID-19": a few letters and at most two digits. */
const SHORT_NAME = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])(?!(?:[xXlIoOi]+|min|plus|minus|${CURRENCY_CODES}|R|Rs|RM|Rp|kr|Kr|Fr|Ft|DM|a|by|to|of|at|is)[\\d-])`,
    "(?:[A-Za-z]{1,5}\\d{1,2}[A-Za-z]{0,2}|[A-Z][A-Za-z]{0,4}-\\d{1,2})",
    "(?![\\p{L}\\p{N}%€$£]|[.,]\\d| ?(?:%|percent|million|billion|thousand)|-\\p{N})",
  ].join(""),
  "gu",
);
/** A unit such as m², or a formula such as CO₂. */
const INDEX = /(?<=\p{L})[²³₀-₉](?!\p{N})/gu;

/** What makes a number of the name before it, or a word longer. */
const MORE =
  /^(?:[\p{L}\p{N}_%‰+]|[.,]\p{N}|\s?(?:[%‰\p{Sc}]|percent|pp\b|(?:hundred|thousand|million|billion|trillion|k|m|bn)\b))/iu;

/** Names in the evidence that have both letters and digits: of columns, and values such as "Route 66". */
export function namesOf(evidence: readonly Evidence[]): Set<string> {
  const names = new Set<string>();
  const add = (value: unknown) => {
    if (typeof value !== "string" || value.length > LONGEST_NAME) return;
    if (/\p{N}/u.test(value) && /\p{L}/u.test(value)) names.add(value);
  };
  for (const {columns, rows} of evidence) {
    for (const {name} of columns) add(name);
    for (const row of rows) for (const value of row) add(value);
  }
  return names;
}

/**
 * Ranges of a text that are names. Of a value that the evidence has, digits are a name's only if they could be no
 * amount: at most four, with no separator, sign or unit. Somebody may have named a product "Revenue: 5,000,000".
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

/** Whether a name stands there alone: not as a part of a word, and not as a part of an amount. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const behind = text.slice(end, end + 12);
  return !/[\p{L}\p{N}_]$|\p{Sc} ?$/u.test(before) && !MORE.test(behind);
}
