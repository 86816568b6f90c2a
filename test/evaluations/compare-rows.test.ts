import {describe, expect, test} from "bun:test";
import {areSameRows} from "../../shared/automation/evaluations/compare-rows.ts";
import {matchesCell, readFigure} from "../../shared/automation/evaluations/read-figure.ts";

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
  ];
  for (const [text, cell, isStated] of cases)
    test(`${text} ${isStated ? "states" : "does not state"} a cell with ${cell}`, () => {
      const figure = readFigure(text);
      expect(figure && matchesCell(figure, cell)).toBe(isStated);
    });
});
