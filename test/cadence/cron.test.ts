import {describe, expect, test} from "bun:test";
import {describeCadence, nextRun, readCadence} from "../../shared/core/cadence/cron.ts";
import {ServiceError} from "../../shared/core/errors.ts";

function fault(cron: string, timezone = "UTC"): {path: string; message: string} | undefined {
  try {
    readCadence({cron, timezone});
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.details.errors?.[0];
  }
}

/** The next `count` moments, in UTC. */
function runs(cron: string, timezone: string, after: string, count: number): string[] {
  const found: string[] = [];
  let at = new Date(after);
  while (found.length < count) {
    const next = nextRun({cron, timezone}, at);
    if (!next) break;
    found.push(next.toISOString().replace(":00.000Z", "Z"));
    at = next;
  }
  return found;
}

describe("a cron expression", () => {
  test.each([
    ["0 8 * * 1"],
    ["*/5 * * * *"],
    ["0,30 8-18/2 1,15 * mon-fri"],
    ["0 0 29 2 *"],
    ["  5   4 * jan,JUL sun "],
    ["0 0 * * 7"],
    ["0,58 0,2,4 * * *"],
    ["10-20/5,40 * * * *"],
  ])("%p is accepted", cron => {
    expect(fault(cron)).toBeUndefined();
  });

  test.each([
    ["0 8 * *", "has 4 fields"],
    ["0 0 8 * * 1", "has 6 fields"],
    ["@daily", "has 1 field and needs five:"],
    ["2026-01-01T00:00:00Z", "has 1 field and needs five:"],
    ["60 8 * * *", "cannot be read"],
    ["0 24 * * *", "cannot be read"],
    ["0 8 L * *", '"L" is not a valid day of month'],
    ["0 8 * * 1#2", '"1#2" is not a valid day of week'],
    ["0 8 ? * *", '"?" is not a valid day of month'],
    ["5/15 * * * *", '"5/15" is not a valid minute'],
    ["0 8 * * 8", '"8" is not a valid day of week'],
    ["0 8 30 2 *", "never comes due"],
    ["* * * * *", "more often than every 5 minutes"],
    ["*/4 * * * *", "more often than every 5 minutes"],
    ["10-13 8 * * *", "more often than every 5 minutes"],
    ["0,57 * * * *", "more often than every 5 minutes"],
    ["58 23 * * *,", '"*," is not a valid day of week'],
    ["0,58 0,23 * * *", "more often than every 5 minutes"],
  ])("%p is refused with the reason", (cron, message) => {
    expect(fault(cron)).toMatchObject({path: "/cron", message: expect.stringContaining(message)});
  });

  test.each(["Nowhere/City", "", "CEST+2"])("the timezone %p is refused", timezone => {
    expect(fault("0 8 * * 1", timezone)?.path).toBe("/timezone");
  });

  test("is normalized", () => {
    expect(readCadence({cron: " 0  8 * * 1", timezone: "europe/berlin"})).toEqual({
      cron: "0 8 * * 1",
      timezone: "Europe/Berlin",
    });
  });
});

describe("the next moments of a cron expression", () => {
  test("follow the local clock across the changes to and from summer time", () => {
    // Berlin goes to summer time on 2026-03-29 at 02:00, and back on 2026-10-25 at 03:00.
    expect(runs("0 8 * * *", "Europe/Berlin", "2026-03-27T12:00:00Z", 3)).toEqual([
      "2026-03-28T07:00Z",
      "2026-03-29T06:00Z",
      "2026-03-30T06:00Z",
    ]);
  });

  test("include one right after the skipped hour, if the expression names that hour", () => {
    expect(runs("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 2)).toEqual([
      "2026-03-29T01:00Z",
      "2026-03-30T00:30Z",
    ]);
  });

  test("include a repeated hour once, if the expression names the hour", () => {
    expect(runs("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2)).toEqual([
      "2026-10-25T00:30Z",
      "2026-10-26T01:30Z",
    ]);
  });

  test("include every hour that there is, if the expression names none", () => {
    expect(runs("0 * * * *", "Europe/Berlin", "2026-10-24T23:30:00Z", 4)).toEqual([
      "2026-10-25T00:00Z",
      "2026-10-25T01:00Z",
      "2026-10-25T02:00Z",
      "2026-10-25T03:00Z",
    ]);
  });

  test("are on days of the month as well as on weekdays, if the expression names both", () => {
    // The 1st of June 2026 is a Monday.
    expect(runs("0 0 1 * 3", "UTC", "2026-05-31T12:00:00Z", 3)).toEqual([
      "2026-06-01T00:00Z",
      "2026-06-03T00:00Z",
      "2026-06-10T00:00Z",
    ]);
  });

  test("do not include the moment after which the next are asked for", () => {
    expect(runs("0 8 * * *", "UTC", "2026-06-01T08:00:00Z", 1)).toEqual(["2026-06-02T08:00Z"]);
  });

  test("include the leap day only in leap years", () => {
    expect(runs("0 0 29 2 *", "UTC", "2026-06-01T00:00:00Z", 2)).toEqual([
      "2028-02-29T00:00Z",
      "2032-02-29T00:00Z",
    ]);
  });
});

test.each([
  ["0 8 * * 1", "At 08:00, only on Monday (Europe/Berlin)"],
  ["*/15 9-17 * * 1-5", "Every 15 minutes, between 09:00 and 17:59, Monday through Friday (Europe/Berlin)"],
  ["30 6 1,15 * *", "At 06:30, on day 1 and 15 of the month (Europe/Berlin)"],
])("%p in words", (cron, words) => {
  expect(describeCadence({cron, timezone: "Europe/Berlin"})).toBe(words);
});
