/** Codes of the currencies that most reports use, as alternatives of a regular expression. */
export const CURRENCY_CODES =
  "EUR|USD|GBP|CHF|JPY|CNY|INR|AUD|CAD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|KRW|TRY|NZD|SGD|HKD|AED|RUB";

const SPACE = "[ \\u00a0\\u2007-\\u2009\\u202f]";
const SCALE = "(?:[kKmMbBtTG]|MM|bn|bln|mn|mln|mio|mrd|mld|tsd)";
const SYMBOL = `(?:\\p{Sc}|${CURRENCY_CODES})`;
const SCALED = `(?:${SYMBOL} ?${SCALE}|${SCALE}\\.? ?${SYMBOL})`;

/** A currency with a scale, right before or right after a number: "€m", "TEUR", "$M", "mln EUR". */
const BEHIND = new RegExp(`^${SPACE}?${SCALED}(?![\\p{L}\\p{N}])`, "u");
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}])${SCALED}[):]{0,2}${SPACE}?$`, "u");
/** Letters that are a scale only after an amount of money: "$12 m". */
const BEHIND_MONEY = new RegExp(`^${SPACE}(?:[mbt]|million|grand)(?![\\p{L}\\p{N}])`, "u");
const FIRST = new RegExp(`^${SYMBOL}`, "u");
const LAST = new RegExp(`${SYMBOL}$`, "u");
const FAR = 12;

/**
 * Whether a number is an amount of money whose scale is written with its currency, so that its digits alone are not its
 * value.
 */
export function isScaledMoney(
  text: string,
  {start, end, isMoney}: {start: number; end: number; isMoney: boolean},
): boolean {
  const [before, behind] = [text.slice(Math.max(0, start - FAR), start), text.slice(end, end + FAR)];
  // The currency symbol may have been scanned as a part of the number.
  const currencyText = text.slice(start, end);
  const first = FIRST.exec(currencyText)?.[0] ?? "";
  const last = LAST.exec(currencyText)?.[0] ?? "";
  return (
    BEFORE.test(before) ||
    BEFORE.test(before + first) ||
    BEHIND.test(behind) ||
    BEHIND.test(last + behind) ||
    (isMoney && BEHIND_MONEY.test(behind))
  );
}
