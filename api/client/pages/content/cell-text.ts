import {timeText} from "../../parts/value-text.ts";

// Differences of decimals can be a little less than zero.
const NUMBER = new Intl.NumberFormat(undefined, {maximumFractionDigits: 6, signDisplay: "negative"});
const PARTS = NUMBER.formatToParts(12_345.6);
const SEPARATORS: Readonly<Record<string, string>> = {
  ",": PARTS.find(({type}) => type === "group")?.value ?? ",",
  ".": PARTS.find(({type}) => type === "decimal")?.value ?? ".",
};
const ONE_NUMBER = /^\D*\d[\d,]*(?:\.\d+)?\D*$/;

/**
 * A number of a sheet in the reader's locale. `text` is the number as its number format writes it, with English
 * separators. A date is written in the locale's form, unless the sheet sets a format for the cell (`isFormatted`).
 */
export function cellText(value: number, text: string | undefined, isFormatted: boolean): string {
  if (text === undefined) return NUMBER.format(value);
  const time = isFormatted ? undefined : timeText(text);
  if (time !== undefined) return time;
  if (!ONE_NUMBER.test(text)) return text;
  return text.replaceAll(/(?<=\d)[,.](?=\d)/g, sign => SEPARATORS[sign] ?? sign);
}
