import {describeCadence} from "../../core/cadence/cron.ts";
import {capitalised} from "../../core/one-line.ts";
import type {Filter} from "../../semantic/documents.ts";
import {OPERATOR_WORDS, operatorNamed} from "../../semantic/vocabulary.ts";

const MAX_FILTERS = 20;
const MAX_CHARACTERS = 300;

/** A moment in a timezone, such as "Monday, 22 June 2026, 08:00 (Europe/Berlin)". */
export function momentIn(timezone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${format.format(moment).replace(" at ", ", ")} (${timezone})`;
}

/** A filter in words, such as "Origin state is one of CA, NY". */
export function filterInWords(filter: Filter): string {
  if ("per" in filter) {
    const {per, filters, ...compared} = filter;
    return `${filterInWords(compared)} for each ${listInWords(per, "and")}${innerFiltersInWords(filters)}`;
  }
  if ("field" in filter) {
    const {field, op, value, other} = filter;
    const operator = operatorNamed(op);
    const words = [inWords(field), operator ? OPERATOR_WORDS[operator] : op];
    if (other !== undefined) words.push(nameInWords(other));
    else if (operator === "between" || operator === "not_between") words.push(rangeInWords(value));
    else if (value !== undefined && operator !== "is_null" && operator !== "is_not_null")
      words.push(valueInWords(value));
    return words.join(" ");
  }
  if ("not" in filter) return `not (${filterInWords(filter.not)})`;
  if ("some" in filter) return `Some ${nameInWords(filter.some)}${innerFiltersInWords(filter.filters)}`;
  if ("none" in filter) return `No ${nameInWords(filter.none)}${innerFiltersInWords(filter.filters)}`;
  const [word, parts] = "or" in filter ? (["or", filter.or] as const) : (["and", filter.and] as const);
  const joined = parts.map(filterInWords).join(` ${word} `);
  return parts.length > 1 ? `(${joined})` : joined;
}

function innerFiltersInWords(filters: readonly Filter[] = []): string {
  return filters.length === 0 ? "" : ` where ${filterInWords({and: [...filters]})}`;
}

function listInWords(names: readonly string[], word: string): string {
  return names.map(nameInWords).join(` ${word} `);
}

function nameInWords(name: string): string {
  return name.replaceAll(/[._\s]+/g, " ").trim();
}

function inWords(field: string): string {
  const words = nameInWords(field);
  return capitalised(words);
}

function rangeInWords(value: unknown): string {
  return Array.isArray(value) ? value.map(valueInWords).join(" and ") : valueInWords(value);
}

/**
 * The filters of a mail, one per line and truncated. A filter may have thousands of values, and a schedule may have a
 * hundred filters.
 */
export function filterLines(filters: readonly Filter[]): string[] {
  return firstOf(
    filters.map(filter => cut(filterInWords(filter))),
    MAX_FILTERS,
  );
}

/** The first `most` lines. If there are more lines, also a line with the number of the others. */
export function firstOf(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most), `… and ${lines.length - most} more`];
}

function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…`;
}

function valueInWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueInWords).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const [unit, count] = [Reflect.get(value, "unit"), Reflect.get(value, "count")];
  if (typeof unit !== "string") return Object.values(value).map(valueInWords).join(" ");
  return typeof count === "number" ? `${count} ${unit}${count === 1 ? "" : "s"}` : unit;
}

/**
 * A sentence for the mail's footer with the reason why the recipient gets the mail. `sender` is the name of the person
 * who requested the mail, if known.
 */
export function reasonOf(
  trigger: string,
  name: string,
  {owner, sender = owner}: {owner: string; sender?: string | undefined},
  cadence: {cron: string; timezone: string},
): string {
  if (trigger === "test" && sender !== owner) return `${sender} has sent you "${name}" of ${owner}.`;
  if (trigger === "test") return `${owner} has sent you "${name}".`;
  if (trigger === "action") return `An action of ${owner} sends you this.`;
  if (trigger === "agent") return `An agent of ${owner} sends you this: "${name}".`;
  return `${owner} sends you "${name}": ${describeCadence(cadence)}.`;
}

/** A size in bytes, for people to read. */
export function inMegabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
}
