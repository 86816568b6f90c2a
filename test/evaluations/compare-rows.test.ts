import {describe, expect, test} from "bun:test";
import {areSameRows} from "../../shared/automation/evaluations/compare-rows.ts";
import {decimalMarkOf, matchesCell, readFigure} from "../../shared/automation/evaluations/read-figure.ts";

const truth = [
  ["open", 1, 10.5],
  ["paid", 3, 20],
  ["paid", 3, 20],
];

describe("rows count as right", () => {
  test.each([
    ["if they are equal", truth],
    ["in another order", truth.toReversed()],
    ["with their columns in another order", truth.map(([a, b, c]) => [c, a, b])],
    ["if numbers differ after the ninth digit", truth.map(([a, b, c]) => [a, b, Number(c) * (1 + 1e-12)])],
  ])("%s", (_, rows) => {
    expect(areSameRows(truth, rows, false)).toBe(true);
  });

  test("or wrong without a long search, even if many columns hold the same values", () => {
    const zeros = Array.from({length: 30}, () => 0);
    expect(areSameRows([[...zeros, 5]], [[...zeros, 0]], false)).toBe(false);
    expect(areSameRows([[...zeros, 5]], [[5, ...zeros]], false)).toBe(true);
  });

  test("if columns with the same set of values can be matched by their rows", () => {
    const twins = [
      [1, 2],
      [2, 1],
      [1, 1],
    ];
    expect(
      areSameRows(
        twins,
        twins.map(([a, b]) => [b, a]),
        false,
      ),
    ).toBe(true);
    expect(
      areSameRows(
        [
          [1, 2],
          [2, 1],
        ],
        [
          [1, 1],
          [2, 2],
        ],
        false,
      ),
    ).toBe(false);
  });

  test("if both answers have no rows", () => {
    expect(areSameRows([], [], false)).toBe(true);
    expect(areSameRows([], [["open"]], false)).toBe(false);
  });
});

describe("rows count as wrong", () => {
  test.each([
    ["if one of two equal rows is missing", truth.slice(0, 2)],
    ["with an additional row", [...truth, ["lost", 0, 0]]],
    ["with another number in the ninth digit", truth.map(([a, b, c]) => [a, b, Number(c) * (1 + 1e-8)])],
    ["without one of the columns", truth.map(([a, b]) => [a, b])],
    ["with a text in place of a number", truth.map(([a, b, c]) => [a, String(b), c])],
    ["with null in place of a number", truth.map(([a, b]) => [a, b, null])],
  ])("%s", (_, rows) => {
    expect(areSameRows(truth, rows, false)).toBe(false);
  });

  test("if they are in another order and the question sorts them", () => {
    expect(areSameRows(truth, truth.toReversed(), true)).toBe(false);
    expect(
      areSameRows(
        truth,
        truth.map(([a, b, c]) => [c, b, a]),
        true,
      ),
    ).toBe(true);
  });
});

describe("a figure in an answer", () => {
  const cases: [string, number, boolean][] = [
    ["3", 3, true],
    ["3", 3.4, true],
    ["3", 3.6, false],
    ["€1.2M", 1_234_567, true],
    ["€1.2M", 1_300_000, false],
    ["1,234", 1234, true],
    ["1.234,5", 1234.5, true],
    ["12.5 %", 0.125, true],
    ["12.5 %", 12.5, true],
    ["12.5 %", 0.13, false],
    ["-7", -7, true],
    ["7", -7, true],
    ["2.5 billion", 2_480_000_000, true],
    ["17", 71, false],
    ["1.2 lakh", 120_000, true],
    ["1,2 Mrd. €", 1_200_000_000, true],
    ["1,2 млн", 1_200_000, true],
    ["12万", 120_000, true],
    ["3천", 3000, true],
    ["12 mil", 12_000, true],
    ["1.2 mln", 1_200_000, true],
    ["1.2 milliards", 1_200_000_000, true],
    ["1.2MM", 1_200_000, true],
    ["5t", 5, true],
    ["5m²", 5, true],
    ["$.5M", 500_000, true],
    ["1’234", 1234, true],
    ["1\u2009234", 1234, true],
    ["12,5 Prozent", 0.125, true],
    ["12.5 pour cent", 0.125, true],
    ["%12", 0.12, true],
    ["3 pp", 0.03, true],
    ["3 pp", 3, true],
    ["3 percentage points", 0.03, true],
    ["300 bps", 0.03, true],
    ["300 bps", 3, true],
    ["300 bps", 300, false],
    ["12‰", 0.012, true],
    ["1.2 lakh", 1.2, false],
    ["3 pp", 0.05, false],
    ["12万", 12, false],
  ];
  for (const [text, cell, isStated] of cases)
    test(`${text} ${isStated ? "states" : "does not state"} a cell with ${cell}`, () => {
      const figure = readFigure(text);
      expect(figure && matchesCell(figure, cell)).toBe(isStated);
    });
});

test("the decimal mark of a figure is that of the other figures of its answer", () => {
  const readAmong = (texts: string[], text: string) => readFigure(text, decimalMarkOf(texts))?.value;
  expect(readAmong(["1.234", "12,5 %"], "1.234")).toBe(1234);
  expect(readAmong(["1.234", "1.234.567"], "1.234")).toBe(1234);
  expect(readAmong(["1,234 kg", "12,5 %"], "1,234 kg")).toBe(1.234);
  expect(readAmong(["1,234", "12.5 %"], "1,234")).toBe(1234);
  expect(readAmong(["1,234"], "1,234")).toBe(1234);
  expect(readAmong(["1.234"], "1.234")).toBe(1.234);
});
