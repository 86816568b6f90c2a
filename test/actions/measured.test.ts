import {expect, test} from "bun:test";
import type {Threshold} from "../../shared/automation/actions/schemas.ts";
import {measuredOf} from "../../worker/action-runs/threshold-history.ts";

const threshold: Threshold = {
  type: "threshold",
  query: {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]},
  measure: "orders.count",
  op: ">",
  value: 5,
  mode: "became_true",
  cron: "0 8 * * 1",
};

/** A check of this many groups with the values 0, 1, 2, … */
function checkOf(count: number, name: (i: number) => string = i => `s${i}`) {
  const all = Array.from({length: count}, (_, i) => i);
  return {
    rows: all.map(i => [name(i), i]),
    observations: all.map(i => ({key: `k${i}`, value: i as number | null, against: 5})),
  };
}

const valuesOf = (...asked: Parameters<typeof measuredOf>) =>
  measuredOf(...asked).groups.map(({value}) => value);

test("all of a few groups are stored, in the order of the rows", () => {
  expect(measuredOf(threshold, checkOf(2))).toEqual({
    measure: "orders.count",
    groups: [
      {group: ["s0"], value: 0, against: 5},
      {group: ["s1"], value: 1, against: 5},
    ],
  });
});

test("of many groups the twenty nearest to firing are stored, and an unknown value is the farthest", () => {
  const check = checkOf(100);
  check.observations[99]!.value = null;
  expect(valuesOf(threshold, check)).toEqual(Array.from({length: 20}, (_, i) => 98 - i));
  expect(valuesOf({...threshold, op: "<"}, check)).toEqual(Array.from({length: 20}, (_, i) => i));
  expect(valuesOf({...threshold, op: "="}, check).slice(0, 5)).toEqual([5, 4, 6, 3, 7]);
});

test("of groups that should differ, those that differ most are stored", () => {
  expect(valuesOf({...threshold, op: "!="}, checkOf(100)).slice(0, 3)).toEqual([99, 98, 97]);
});

test("long names leave room for fewer groups", () => {
  const {groups} = measuredOf(
    threshold,
    checkOf(20, i => `${i}`.padEnd(1000, "x")),
  );
  expect(groups.map(({value}) => value)).toEqual([19, 18, 17]);
});

test("a change is stored as a change", () => {
  const compare = {offset: {unit: "week", count: 1}, change: "percent"} as const;
  const {observations} = checkOf(1);
  // The earlier value and its change follow the measure.
  expect(measuredOf({...threshold, compare}, {rows: [["s0", 3, 2, 50]], observations})).toEqual({
    measure: "orders.count",
    change: "percent",
    groups: [{group: ["s0"], value: 0, against: 5}],
  });
  const query = {...threshold.query, subtotals: true, dimensions: ["orders.status", "orders.region"]};
  // A subtotal of a status: its level follows the measure.
  const rows = [["open", null, 3, 1, 2, 50]];
  expect(measuredOf({...threshold, query, compare}, {rows, observations}).groups).toMatchObject([
    {group: ["open"]},
  ]);
});
