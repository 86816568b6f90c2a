import {expect, test} from "bun:test";
import {dispositionOf} from "../../../api/queries/answer-query.ts";

test("a long name is cut between characters, even if a character takes two units", () => {
  const cut = dispositionOf(`${"a".repeat(99)}😀😀`, "xlsx");
  expect(cut).toStartWith(`attachment; filename="${"a".repeat(99)}`);
  expect(decodeURIComponent(cut.split("''")[1] ?? "")).toBe(`${"a".repeat(99)}😀.xlsx`);
  expect(dispositionOf("😀".repeat(200), "csv")).toContain(encodeURIComponent("😀".repeat(100)));
});
