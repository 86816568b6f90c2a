import {describe, expect, test} from "bun:test";
import type {Threshold} from "../../shared/automation/actions/schemas.ts";
import {
  judge,
  type KeyState,
  MAX_KEYS,
  type ThresholdRule,
} from "../../worker/action-runs/judge-threshold.ts";
import {judgeCheck} from "../../worker/action-runs/threshold-states.ts";

const MINUTE = 60_000;

/** The keys that fire at each check. A check is the value of each key, `undefined` for a missing one. */
function firing(
  rule: ThresholdRule,
  checks: readonly Record<string, number | null>[],
  {against = 5, everyMs = MINUTE}: {against?: number; everyMs?: number} = {},
): string[][] {
  let states: ReadonlyMap<string, KeyState> = new Map();
  return checks.map((values, n) => {
    const rows = Object.entries(values).map(([key, value]) => ({key, value, against}));
    const judged = judge(rows, states, rule, n * everyMs);
    ({states} = judged);
    return judged.fired;
  });
}

const above: ThresholdRule = {op: ">", mode: "became_true"};

describe("became_true", () => {
  test("fires once for each crossing, and names the key", () => {
    const checks = [
      {a: 1, b: 9},
      {a: 6, b: 9},
      {a: 7, b: 2},
      {a: 3, b: 6},
      {a: 6, b: 7},
    ];
    expect(firing(above, checks)).toEqual([["b"], ["a"], [], ["b"], ["a"]]);
  });

  test("does not fire again for a key that leaves the result and comes back", () => {
    expect(firing(above, [{a: 9}, {}, {}, {a: 9}, {a: 1}, {}, {a: 9}])).toEqual([
      ["a"],
      [],
      [],
      [],
      [],
      [],
      ["a"],
    ]);
  });

  test("treats null as unknown: it neither fires nor resets", () => {
    expect(firing(above, [{a: null}, {a: 9}, {a: null}, {a: 9}, {a: 1}, {a: null}, {a: 9}])).toEqual([
      [],
      ["a"],
      [],
      [],
      [],
      [],
      ["a"],
    ]);
  });

  test("with resetAt fires once for a value that oscillates around the threshold", () => {
    const checks = [6, 4.5, 6, 4.1, 6, 4, 6].map(a => ({a}));
    expect(firing(above, checks).flat()).toHaveLength(4);
    expect(firing({...above, resetAt: 4}, checks)).toEqual([["a"], [], [], [], [], [], ["a"]]);
    const below: ThresholdRule = {op: "<", mode: "became_true", resetAt: 7};
    expect(
      firing(
        below,
        [4, 6, 4, 7, 4].map(a => ({a})),
      ),
    ).toEqual([["a"], [], [], [], ["a"]]);
  });

  test("does not fire again if the same rows are evaluated again with the stored state", () => {
    const rows = [{key: "a", value: 9, against: 5}];
    const first = judge(rows, new Map(), above, 0);
    expect(first.fired).toEqual(["a"]);
    expect(judge(rows, first.states, above, 0).fired).toEqual([]);
  });

  test("does not change its arguments", () => {
    const before = new Map<string, KeyState>([["a", {holds: false, firedAt: null}]]);
    judge([{key: "a", value: 9, against: 5}], before, above, 0);
    expect(before.get("a")).toEqual({holds: false, firedAt: null});
  });
});

test("changed fires when the condition begins to hold and when it ends", () => {
  const rule: ThresholdRule = {op: ">=", mode: "changed"};
  expect(firing(rule, [{a: 1}, {a: 5}, {a: 6}, {a: 4}, {a: 3}, {a: null}, {a: 5}])).toEqual([
    [],
    ["a"],
    [],
    ["a"],
    [],
    [],
    ["a"],
  ]);
});

describe("while_true", () => {
  const rule: ThresholdRule = {op: ">", mode: "while_true"};

  test("fires at each check as long as the condition holds", () => {
    expect(firing(rule, [{a: 9}, {a: 9}, {a: 1}, {a: 9}])).toEqual([["a"], ["a"], [], ["a"]]);
  });

  test("with remindEvery of a day fires at the same time of each day, also where the clocks go forward", () => {
    const threshold: Threshold = {
      type: "threshold",
      query: {model: "orders", measures: ["orders.count"]},
      measure: "orders.count",
      op: ">",
      value: 0,
      mode: "while_true",
      remindEvery: {unit: "day", count: 1},
      cron: "0 8 * * *",
      timezone: "Europe/Berlin",
    };
    const check = {
      askedAt: new Date(0),
      columns: ["orders.count"],
      rows: [[1]],
      observations: [{key: "all", value: 1, against: 0}],
      statements: [],
    };
    const firesAt = (now: string, firedAt: string) => {
      const before = new Map([["all", {holds: true, firedAt: Date.parse(firedAt)}]]);
      return judgeCheck(threshold, check, before, new Date(now)).found.count === 1;
    };
    // At 08:00 on the 28th and on the 29th of March 2026, when Berlin went to summer time.
    expect(firesAt("2026-03-29T06:00Z", "2026-03-28T07:00Z")).toBe(true);
    expect(firesAt("2026-03-29T05:00Z", "2026-03-28T07:00Z")).toBe(false);
    // At 08:00 and at 07:00 of the day on which it went back.
    expect(firesAt("2026-10-25T07:00Z", "2026-10-24T06:00Z")).toBe(true);
    expect(firesAt("2026-10-25T06:00Z", "2026-10-24T06:00Z")).toBe(false);
  });

  test("with remindEvery fires at once, and then at most that often, except for a new crossing", () => {
    const reminded = {...rule, remindAt: (firedAt: number) => firedAt + 3 * MINUTE};
    const checks = [9, 9, 9, 9, 9, 1, 9, 9].map(a => ({a}));
    expect(firing(reminded, checks).map(keys => keys.length)).toEqual([1, 0, 0, 1, 0, 0, 1, 0]);
  });

  test("is not silenced by a clock that was set back", () => {
    const before = new Map<string, KeyState>([["a", {holds: true, firedAt: 10 * MINUTE}]]);
    const reminded = {...rule, remindAt: (firedAt: number) => firedAt + 60 * MINUTE};
    expect(judge([{key: "a", value: 9, against: 5}], before, reminded, MINUTE).fired).toEqual(["a"]);
  });
});

test.each([
  [">", 5, 5, false],
  [">=", 5, 5, true],
  ["<", 4, 5, true],
  ["<=", 6, 5, false],
  ["=", 0.5, 0.5, true],
  ["!=", 5, 5, false],
] as const)("a comparison by %s", (op, value, against, fires) => {
  expect(judge([{key: "a", value, against}], new Map(), {op, mode: "became_true"}, 0).fired).toEqual(
    fires ? ["a"] : [],
  );
});

test("ten thousand keys are watched, and one more is an error that says so, whenever it comes", () => {
  const rows = Array.from({length: MAX_KEYS}, (_, n) => ({key: `k${n}`, value: 9, against: 5}));
  const {states, fired} = judge(rows, new Map(), above, 0);
  expect(fired).toHaveLength(MAX_KEYS);
  expect(() => judge([{key: "more", value: 9, against: 5}], states, above, 0)).toThrow(
    "at most 10000 can be watched",
  );
  expect(() => judge([...rows.slice(0, 2), rows[0]!], new Map(), above, 0)).toThrow('two rows for "k0"');
});

test("keys whose condition no longer holds make room for others, however many come and go", () => {
  let states: ReadonlyMap<string, KeyState> = new Map();
  for (let day = 0; day < 5; day++) {
    const rows = (value: number) =>
      Array.from({length: MAX_KEYS}, (_, n) => ({key: `${day} ${n}`, value, against: 5}));
    const crossed = judge(rows(9), states, above, 2 * day);
    expect(crossed.fired).toHaveLength(MAX_KEYS);
    ({states} = judge(rows(1), crossed.states, above, 2 * day + 1));
  }
  expect(states.size).toBe(0);
});
