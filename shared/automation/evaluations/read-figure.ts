const SCALES: readonly [RegExp, number][] = [
  [/^\s*(%|per ?cent|percent)/i, 0.01],
  [/^\s*(k|thousand|tsd\.?)(?![a-z])/i, 1e3],
  [/^\s*(m|mn|mio\.?|million(s|en)?)(?![a-z])/i, 1e6],
  [/^\s*(b|bn|mrd\.?|billion(s)?|milliarde(n)?)(?![a-z])/i, 1e9],
  [/^\s*(t|tn|trillion(s)?)(?![a-z])/i, 1e12],
];

/** A written number. `tolerance` is half of its last digit: the exact value may differ by this much. */
export interface ReadFigure {
  value: number;
  tolerance: number;
  isPercent: boolean;
  /** The factor of the written scale: 1,000,000 for `1.2M`. */
  scale: number;
}

/**
 * Reads a figure as people write it: `€1.2M`, `12.5 %`, `1,234`. The harness has a reader of its own, because it judges
 * the service's reader, which verifies figures. Returns `undefined` if the text has no number, or if it can be read as
 * two different numbers.
 */
export function readFigure(text: string): ReadFigure | undefined {
  const match = /[-−–]?\s*[^\d\s.,-]{0,4}\s*(\d[\d.,'\u00a0\u202f ]*\d|\d)/u.exec(text);
  const digits = match?.[1];
  if (match === null || digits === undefined) return undefined;
  const number = plainNumber(digits.replaceAll(/['\u00a0\u202f ]/g, ""));
  if (number === undefined) return undefined;
  const rest = text.slice(match.index + match[0].length);
  const scale = SCALES.find(([word]) => word.test(rest))?.[1] ?? 1;
  const decimals = number.split(".")[1]?.length ?? 0;
  const sign = /^[-−–]/.test(match[0]) || /^\(.*\)$/.test(text.trim()) ? -1 : 1;
  return {
    value: sign * Number(number) * scale,
    tolerance: 0.5 * 10 ** -decimals * scale,
    isPercent: scale === 0.01,
    scale,
  };
}

/** The digits with a point before the decimals, whether the text has a point or a comma there. */
function plainNumber(digits: string): string | undefined {
  const point = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  if (point < 0) return digits;
  const sign = digits.charAt(point);
  const isOnce = digits.indexOf(sign) === point;
  const others = digits.includes(sign === "." ? "," : ".");
  const decimals = digits.length - point - 1;
  if (others && !isOnce) return undefined;
  const groups = !others && (!isOnce || (decimals === 3 && sign === ","));
  const bare = digits.replaceAll(/[.,]/g, "");
  return groups ? bare : `${bare.slice(0, bare.length - decimals)}.${bare.slice(-decimals)}`;
}

/** Whether the figure has the value of the cell, rounded to the figure's digits. A word may replace the minus. */
export function matchesCell({value, tolerance, isPercent}: ReadFigure, cell: number): boolean {
  const near = (one: number) =>
    Math.abs(Math.abs(value) - Math.abs(one)) <= tolerance * (1 + 1e-9) + Math.abs(one) * 1e-9;
  // A value in percent, such as 12.5, may also be written with the percent sign.
  return near(cell) || (isPercent && near(cell / 100));
}

/**
 * Whether the figure of an answer equals the figure of the truth: within the tolerance of the truth, or else within
 * half of the truth's last digit. A word may replace the minus.
 */
export function isFigure(truth: ReadFigure, {value, isPercent}: ReadFigure): boolean {
  const near = (factor: number) => {
    const expected = Math.abs(truth.value) * factor;
    return Math.abs(Math.abs(value) - expected) <= truth.tolerance * factor * (1 + 1e-9) + expected * 1e-9;
  };
  if (near(1)) return true;
  // A value in percent, such as 12.5, may be written with or without the percent sign.
  return isPercent !== truth.isPercent && near(isPercent ? 0.01 : 100);
}
