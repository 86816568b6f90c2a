/**
 * Texts, errors and words, which are skipped, and names of tabs before their `!`. A word without a `!` is skipped as a
 * whole, so that the time that a formula takes grows with its length, not with the square of it.
 */
const TAB =
  /"(?:[^"]|"")*"|#[A-Z][A-Z/0]*[!?]?|'(?<quoted>(?:[^']|'')*)'!|(?<bare>[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.]*)!|[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.]*/giu;

/** Replaces each reference to a tab, such as `Data!` or `'My data'!`. `name` is the tab's name as it is written there. */
export function replaceTabs(formula: string, replace: (name: string, written: string) => string): string {
  return formula.replace(TAB, (written: string, quoted?: string, bare?: string) => {
    const name = quoted?.replaceAll("''", "'") ?? bare;
    return name === undefined ? written : replace(name, written);
  });
}

/** The reference to a tab, for any name. */
export function quotedTab(name: string): string {
  return `'${name.replaceAll("'", "''")}'!`;
}
