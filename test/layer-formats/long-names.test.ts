import {expect, test} from "bun:test";
import {freeName, layerName} from "../../shared/modeling/layer-formats/common/names.ts";

test("long names of files are cut to names that the database can store", () => {
  const long = `${"a".repeat(127)}😀😀`;
  expect(layerName(long).isWellFormed()).toBe(true);
  expect(layerName(long)).toHaveLength(128);
  const preferred = `${"a".repeat(119)}😀`;
  const free = freeName(preferred, new Set([preferred]));
  expect(free.isWellFormed()).toBe(true);
  expect(free).toEndWith("_2");
});
