import {expect, test} from "bun:test";
import type {Figure} from "../../shared/automation/evaluations/case-schemas.ts";
import {isFigure, readFigure} from "../../shared/automation/evaluations/read-figure.ts";
import {readFigures} from "../../shared/automation/evaluations/read-truth.ts";

function isRight(truth: Figure, text: string): boolean {
  const [read] = readFigures([truth], "/figures");
  const written = readFigure(text);
  if (!read || !written) throw new Error("there is no figure");
  return isFigure(read.read, written);
}

const CASES: [Figure, string, boolean][] = [
  [1234, "1,234", true],
  [1234, "1.234", false],
  [1234, "1,234.4", true],
  [1234, "1,235", false],
  [1234, "1.2K", false],
  ["1,234", "€1,234", true],
  ["€1.2M", "1,234,567", true],
  ["€1.2M", "1,260,000", false],
  ["12.5 %", "12.5 %", true],
  ["12.5 %", "12.54%", true],
  ["12.5 %", "12.6 %", false],
  ["12.5 %", "12.5", true],
  ["12.5 %", "0.125", true],
  [12.5, "12.5 %", true],
  ["-3 %", "fell by 3 %", true],
  [{value: "12.5 %", tolerance: 0.2}, "12.6 %", true],
  [{value: "12.5 %", tolerance: 0.2}, "12.8 %", false],
  [{value: 1234, tolerance: 50}, "1.2K", true],
  [{value: 1234, tolerance: 0}, "1,234", true],
  [{value: 1234, tolerance: 0}, "1,234.1", false],
  [1e-7, "0.0000001", true],
];
for (const [truth, text, expected] of CASES)
  test(`for the expected ${JSON.stringify(truth)} the answer "${text}" is ${expected ? "right" : "wrong"}`, () => {
    expect(isRight(truth, text)).toBe(expected);
  });

test("an expected answer without a number is refused", () => {
  expect(() => readFigures([1, "many"], "/cases/0/figures")).toThrow('"many" is not a figure');
});
