/**
 * The text as one line, for what is stored to be shown in one: errors of runs, subjects. Line breaks, tabs and control
 * characters become spaces, for what a warehouse, a mail server or an author has written can have them.
 */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
