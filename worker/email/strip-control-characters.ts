/**
 * Text that people wrote, without control characters and without marks that change the direction of the text after
 * them.
 */
export function stripControlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\t\n]/gu, "")
    .replace(/[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, "");
}
