/**
 * The text as one line, for errors of runs, subjects and other texts that are shown in one line. Line breaks, tabs and
 * control characters, which a warehouse, a mail server or an author may have written, become spaces.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

const LONGEST = 600;

/** Cuts a long text, and appends its full length. Half of a surrogate pair would be no valid JSON to many readers. */
export function shorten(text: string, most = LONGEST): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}… (${text.length} characters)`;
}

/** The text with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with a lower-case first letter. */
export function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
