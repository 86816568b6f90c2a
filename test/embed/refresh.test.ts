import {expect, test} from "bun:test";
import {refreshSeconds} from "../../api/client/drawings/refresh.ts";

test.each([
  [null, 300],
  ["60", 60],
  ["1", 5],
  ["0.001", 5],
  ["0", 0],
  ["-1", 0],
  ["2147484", 86_400],
  ["Infinity", 86_400],
  ["-Infinity", 0],
  ["often", 300],
])("an embedded page with a refresh of %p s refreshes every %d s", (asked, seconds) => {
  expect(refreshSeconds(asked)).toBe(seconds);
});
