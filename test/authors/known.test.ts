import {describe, expect, test} from "bun:test";
import {createHash} from "node:crypto";
import {areCellsAccepted} from "../../shared/content/run-as/accepted-changes.ts";

const TABS = [{name: "Sheet1", cells: {A1: "x"}}];
const OTHER_TABS = [{name: "Sheet1", cells: {A1: "y"}}];
const NOTED_AT = new Date("2026-03-01T10:00:00.123Z");
const LATER = new Date("2026-03-01T10:00:00.124Z");

const hash = createHash("sha256").update('[{"name":"Sheet1","cells":{"A1":"x"}}]').digest("base64url");
const snapshot = {sheet_1: hash, "sheet_1 since": "2026-03-01T10:00:00.123Z"};
/** A snapshot that was stored before snapshots had times. */
const hashesOnly = {sheet_1: hash};

const sheet = (tabs: typeof TABS, at: Date, id = "sheet_1") => ({id, tabs, cells: {by: null, at}});

describe("the cells of a sheet are", () => {
  test("known if they have not changed since they were noted", () => {
    expect(areCellsAccepted(snapshot, sheet(TABS, NOTED_AT))).toBe(true);
  });

  test("unknown once somebody has saved them again, even with the old content", () => {
    expect(areCellsAccepted(snapshot, sheet(TABS, LATER))).toBe(false);
    expect(areCellsAccepted(snapshot, sheet(OTHER_TABS, LATER))).toBe(false);
    expect(areCellsAccepted(snapshot, sheet(OTHER_TABS, NOTED_AT))).toBe(false);
  });

  test("known by their hash alone if the snapshot has no times", () => {
    expect(areCellsAccepted(hashesOnly, sheet(TABS, LATER))).toBe(true);
    expect(areCellsAccepted(hashesOnly, sheet(OTHER_TABS, NOTED_AT))).toBe(false);
  });

  test("unknown if the sheet did not exist", () => {
    expect(areCellsAccepted({}, sheet(TABS, NOTED_AT))).toBe(false);
    expect(areCellsAccepted(snapshot, sheet(TABS, NOTED_AT, "sheet_2"))).toBe(false);
  });
});
