import {describe, expect, test} from "bun:test";
import {goldenPath, goldenText} from "./accept.ts";
import {TYPES} from "./drawings.ts";

describe("the specification of a chart equals the golden one", () => {
  test.each([...TYPES])("%s", async type => {
    expect(goldenText(type)).toBe(await Bun.file(goldenPath(type)).text());
  });

  test("and is the same wherever it is made", async () => {
    const {TZ} = process.env;
    try {
      for (const zone of ["Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"]) {
        process.env["TZ"] = zone;
        expect(new Date(0).getTimezoneOffset()).not.toBe(0);
        for (const type of TYPES) {
          expect(goldenText(type)).toBe(await Bun.file(goldenPath(type)).text());
        }
      }
    } finally {
      process.env["TZ"] = TZ ?? "UTC";
    }
  });
});
