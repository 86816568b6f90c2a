import {afterAll, describe, expect, test} from "bun:test";
import {readAnswer} from "../../../shared/core/workers/calls.ts";
import {calculateSheet, sheetChildren} from "../../../worker/sheets/sheets.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {until} from "../../support/until.ts";

const {signal} = new AbortController();
const worker = {sheets: sheetChildren()};
afterAll(() => worker.sheets.stop());

/** The result of a formula in A1 of a sheet. */
async function resultOf(orgId: string, formula: string, asking = signal): Promise<unknown> {
  const tab = {name: "One", cells: {A1: formula}, formats: {}, blocks: []};
  const {tabs} = await calculateSheet(worker, {orgId, workbook: {tabs: [tab]}, output: "values"}, asking);
  return tabs?.[0]?.cells[0]?.value;
}

/** The child processes of this process that calculate sheets. */
function children(): string[] {
  const {stdout} = Bun.spawnSync(["pgrep", "-P", String(process.pid), "-f", "worker/sheets/child.ts"]);
  return stdout.toString().split("\n").filter(Boolean);
}

test("results that are too long to be returned are refused", async () => {
  const cells = Object.fromEntries(Array.from({length: 2500}, (_, i) => [`A${i + 1}`, '=REPT("x",32767)']));
  const workbook = {tabs: [{name: "One", cells, formats: {}, blocks: []}]};
  const refused = calculateSheet(worker, {orgId: "org_a", workbook, output: "values"}, signal);
  await expect(refused).rejects.toMatchObject({code: "invalid_request"});
});

test("a formula with too many functions within one another is named, and 64 are calculated", async () => {
  const rounded = (levels: number) => `=${"ROUND(".repeat(levels)}1.005${",2)".repeat(levels)}`;
  await expect(resultOf("org_a", rounded(200))).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining(
      'The formula in cell A1 of the tab "One" has 200 functions and brackets within one another.',
    ),
  });
  expect(await resultOf("org_a", rounded(64))).toBe(1.01);
  expect(await resultOf("org_a", rounded(64).replaceAll(",2)", ",B1+2)"))).toBe(1.01);
});

test.each([
  ["=5E-324", 5e-324],
  ["=-5E-324", -5e-324],
  ["=1E-323", 1e-323],
  ["=1.7976931348623157E308", 1.7976931348623157e308],
])("%s is the exact double, up to the ends of its range", async (formula, number) => {
  expect(await resultOf("org_a", formula)).toBe(number);
});

test("numbers of any size are read through formulas, and numbers out of range are errors", async () => {
  const cells = {A1: 1e308, A2: -5e-150, C1: "=A1/2", C2: "=A2*2", D1: "=1E300*A1:A2", C3: "=0*A1"};
  const tab = {name: "One", cells, formats: {}, blocks: []};
  const request = {orgId: "org_a", workbook: {tabs: [tab]}};
  const calculated = await calculateSheet(worker, {...request, output: "values"}, signal);
  const answer = readAnswer("calculate_sheet", calculated);
  const values = new Map(answer.tabs?.[0]?.cells.map(({cell, value}) => [cell, value]));
  expect(values.get("C1")).toBe(5e307);
  expect(values.get("C2")).toBe(-1e-149);
  expect(values.get("C3")).toBe(0);
  expect(values.get("D1")).toEqual({error: "#NUM!"});
  expect(values.get("D2")).toBe(-5e-150 * 1e300);
});

test("a query's number that is NaN or infinite is an error that formulas pass on", async () => {
  const columns = [{kind: "text"}, {kind: "number", isCounted: true}] as const;
  const rows = [
    ["NaN", 1],
    ["b", "NaN"],
    ["c", "-Infinity"],
  ];
  const blocks = [{anchor: {row: 1, column: 1}, columns: [...columns], rows}];
  const tab = {name: "One", cells: {C1: "=SUM(B1:B3)", C2: "=SUM(B1:B1)", C3: "=B3"}, formats: {}, blocks};
  const request = {orgId: "org_a", workbook: {tabs: [tab]}};
  const {tabs} = await calculateSheet(worker, {...request, output: "values"}, signal);
  const values = Object.fromEntries(tabs?.[0]?.cells.map(({cell, value}) => [cell, value]) ?? []);
  const error = {error: "#NUM!"};
  expect(values).toEqual({
    A1: "NaN",
    B1: 1,
    A2: "b",
    B2: error,
    A3: "c",
    B3: error,
    C1: error,
    C2: 1,
    C3: error,
  });
});

describe("a formula that never ends", () => {
  test.each(["=COMBIN(1E15,5E14)", "=BESSELJ(1,2000000000)"])(
    "%s holds up no other organization's sheet, and leaves no process behind",
    async formula => {
      expect(await resultOf("org_b", "=1+1")).toBe(2);
      const leaving = new AbortController();
      const endless = [1, 2, 3].map(() => resultOf("org_a", formula, leaving.signal));
      const outcomes = Promise.allSettled(endless);
      await Bun.sleep(500);
      const before = performance.now();
      expect(await resultOf("org_b", "=6*7")).toBe(42);
      expect(performance.now() - before).toBeLessThan(onBusyMachine(5000));
      const busy = children();
      expect(busy.length).toBeGreaterThan(1);
      leaving.abort();
      await outcomes;
      // A calculation without a caller is ended after a second.
      await until(() => children().length <= 1);
      expect(await resultOf("org_a", "=6*7")).toBe(42);
    },
  );

  test.skipIf(inLongRun(1, 0) === 1)(
    "is ended at the time limit, and the error says how to ask for less",
    async () => {
      const [outcome] = await Promise.allSettled([
        resultOf("org_a", "=COMBIN(1E15,5E14)"),
        resultOf("org_b", "=6*7"),
      ]);
      expect(outcome).toMatchObject({
        reason: {
          code: "invalid_request",
          message: expect.stringContaining("took longer than 20 s"),
        },
      });
      await until(() => children().length <= 1);
    },
    longTimeoutMs(),
  );
});
