import {describe, expect, test} from "bun:test";
import {nearest as nearestName} from "../../shared/semantic/layer/names.ts";
import {editDistance, nearest} from "../../shared/semantic/nearest-names.ts";
import {inLongRun} from "../support/long.ts";

/** The optimal string alignment distance, by the textbook algorithm. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({length: a.length + 1}, (_, i) =>
    Array.from({length: b.length + 1}, (_, j) => i + j),
  );
  const at = (i: number, j: number) => table[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(at(i - 2, j - 2) + 1);
      table[i]![j] = Math.min(...steps);
    }
  }
  return at(a.length, b.length);
}

const random = (most: number) => Math.floor(Math.random() * most);
const word = () => Array.from({length: random(12)}, () => "abcd"[random(4)]).join("");

test("the edit distance of two words is that of the textbook algorithm, up to the limit of the search", () => {
  for (let n = 0; n < inLongRun(5000, 500_000); n++) {
    const [a, b, reach] = [word(), word(), 1 + random(8)];
    const found = editDistance(a, b, reach, {steps: 10_000});
    expect([a, b, reach, found]).toEqual([a, b, reach, Math.min(plainDistance(a, b), reach + 1)]);
  }
});

test("the nearest names are suggested first, also among ten thousand", () => {
  const names = Array.from({length: 10_000}, (_, i) => `orders_${i}`);
  expect(nearest("revenu", ["cost", "revenue", "revenues", "units"])).toEqual(["revenue", "revenues"]);
  expect(nearest("ordres_77", names)[0]).toBe("orders_77");
  expect(nearestName("ordres_77", names)[0]).toBe("orders_77");
});

describe("a suggestion among names that take long to compare", () => {
  const far = "b".repeat(52);
  test.each([
    [
      "among names that differ only at their ends",
      Array.from({length: 10_000}, (_, i) => `${far}abcdefgh${i}`),
      `${far}hgfedcba99`,
    ],
    [
      "among long names",
      Array.from({length: 10_000}, (_, i) => "a".repeat(110) + i),
      "a".repeat(60) + "b".repeat(60),
    ],
    [
      "for a name of a megabyte",
      Array.from({length: 10_000}, (_, i) => "a".repeat(100) + i),
      "ab".repeat(500_000),
    ],
  ])("is found within the time of a request %s", (_what, names, wanted) => {
    const before = process.cpuUsage();
    nearest(wanted, names);
    nearestName(wanted, names);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});
