import {expect, test} from "bun:test";
import {numberFormat} from "../../../worker/sheets/number-format.ts";

/** Texts that common spreadsheets show, written down by hand. 46053.75 is 6 p.m. on 31 January 2026. */
const SHOWN: [format: string, value: number, text: string | undefined][] = [
  ["#,##0", 1234.5, "1,235"],
  ["#,##0", -1234.5, "-1,235"],
  ["0", 1234.5, "1235"],
  ["0", -0.4, "0"],
  ["000", 7, "007"],
  ["#,##0.00", 1.005, "1.01"],
  ["#,###", 0, ""],
  ["#,###", 1234.5, "1,235"],
  ["#,###.00", -0.5, "-.50"],
  ["#.##", 0.5, ".5"],
  ["#", 10, "10"],
  ["#%", 0, "%"],
  ["#,##0.0#", 1234.5, "1,234.5"],
  ["0.0%", 0.1285, "12.9%"],
  ["0%", -0.5, "-50%"],
  ['"€"#,##0.00', -5, "-€5.00"],
  ["[$€-407]#,##0", 5, "€5"],
  ['#,##0.00 "EUR"', 1e15, "1,000,000,000,000,000.00 EUR"],
  ['[Red]0;-0" min"', -3, "-3 min"],
  ["$#,##0;($#,##0)", -1234, "($1,234)"],
  ['0;-0;"none"', 0, "none"],
  ["0;;", -1, ""],
  ['0.0,"K"', 36_893, "36.9K"],
  ["0\\x", 2, "2x"],
  ["_(0_)", 2, " 2 "],
  ["yyyy-mm-dd", 46_053, "2026-01-31"],
  ["yyyy-mm-dd hh:mm:ss", 46_053 + 1410 / 1440, "2026-01-31 23:30:00"],
  ["d.m.yy", 46_054, "1.2.26"],
  ["mmm yyyy", 46_053, "Jan 2026"],
  ["dddd, mmmm d", 46_053, "Saturday, January 31"],
  ["h:mm AM/PM", 46_053.75, "6:00 PM"],
  ["h:mm am/pm", 46_053, "12:00 am"],
  ["mm:ss.00", 46_053 + 61.25 / 86_400, "01:01.25"],
  ["yyyy-mm-dd", 46_053 + 86_399.5 / 86_400, "2026-01-31"],
  ["yyyy-mm-dd hh:mm:ss", 46_053 + 86_399.5 / 86_400, "2026-01-31 23:59:59"],
  ["hh:mm:ss.0", 46_053 + 86_399.96 / 86_400, "23:59:59.9"],
  // An unsupported format has no text, and neither has a number that is no date.
  ["yyyy-mm-dd", -5, undefined],
  ["yyyy-mm-dd", 60, undefined],
  ["[h]:mm", 1.5, undefined],
  ["# ?/?", 0.5, undefined],
  ["0.00E+00", 5, undefined],
  ["General", 5, undefined],
  ["@", 5, undefined],
  ["[>=100]0", 5, undefined],
  ["0 bogus [", 5, undefined],
  ["0.0%%", 5, undefined],
  ['"open', 5, undefined],
  ["0;0;0;0;0", 5, undefined],
];

test.each(SHOWN)("%s shows %d as %p", (format, value, text) => {
  expect(numberFormat(format)(value)).toBe(text);
});
