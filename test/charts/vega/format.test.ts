import {describe, expect, test} from "bun:test";
import {numberScale} from "../../../shared/content/charts/vega/cartesian/ticks.ts";
import {timeTicks} from "../../../shared/content/charts/vega/cartesian/time-ticks.ts";
import {
  formatNumber,
  formatShort,
  formatTicks,
  markedLike,
  numberMarks,
} from "../../../shared/content/charts/vega/format.ts";
import {cleanText, fitText, measureText, wrapText} from "../../../shared/content/charts/vega/text.ts";
import {describePart, describeTime, wallClock} from "../../../shared/content/charts/vega/time.ts";
import {ENGLISH, timeNames} from "../../../shared/content/charts/vega/time-names.ts";
import type {FieldFormat} from "../../../shared/core/wire/drawing.ts";

describe("numbers", () => {
  test("have separators, and all digits even if a double cannot hold them", () => {
    expect(formatNumber(1234567.891)).toBe("1,234,567.89");
    expect(formatNumber(-1234)).toBe("−1,234");
    expect(formatNumber("-9007199254740993")).toBe("−9,007,199,254,740,993");
    expect(formatNumber("123456789012345678901234567890.12")).toBe(
      "123,456,789,012,345,678,901,234,567,890.12",
    );
    expect(formatNumber(0.000123)).toBe("0.00012");
    expect(formatNumber(-0.001, {style: "number", decimals: 2})).toBe("0.00");
  });

  test("are written in their format", () => {
    expect(formatNumber(0.1234, {style: "percent"})).toBe("12.3%");
    expect(formatNumber(0.1234, {style: "percent", decimals: 2})).toBe("12.34%");
    expect(formatNumber(-1234.5, {style: "currency", currency: "EUR"})).toBe("−€1,234.50");
    expect(formatNumber(1234, {style: "currency", currency: "JPY"})).toBe("¥1,234");
    expect(formatNumber(5, {style: "currency", currency: "CHF"})).toBe("CHF 5.00");
    expect(formatNumber(1536, {style: "bytes"})).toBe("1.5 kB");
    expect(formatNumber(3_000_000_000, {style: "bytes"})).toBe("3 GB");
    expect(formatNumber(3725, {style: "duration"})).toBe("1h 2m");
    expect(formatNumber(0.25, {style: "duration"})).toBe("250ms");
    expect(formatNumber(90_000, {style: "duration"})).toBe("1d 1h");
  });

  test("are short beside marks, with the unit to which they are rounded", () => {
    expect(formatShort(9999)).toBe("9,999");
    expect(formatShort(12_345)).toBe("12.3K");
    expect(formatShort(999_999)).toBe("1M");
    expect(formatShort(-2_500_000_000, {style: "currency", currency: "USD"})).toBe("−$2.5B");
    expect(formatShort(1.5e30)).toBe("1.5e30");
  });

  test("on one axis share a unit and their decimals", () => {
    expect(formatTicks([0, 500_000, 1_000_000], 500_000)).toEqual(["0", "0.5M", "1.0M"]);
    expect(formatTicks([0, 0.25, 0.5], 0.25, {style: "percent"})).toEqual(["0%", "25%", "50%"]);
    expect(formatTicks([0, 2_500_000], 2_500_000, {style: "bytes"})).toEqual(["0.0 MB", "2.5 MB"]);
  });
});

describe("scales", () => {
  const wish = {zero: true, count: 5, format: undefined};

  test("contain all values between round ticks", () => {
    const {min, max, ticks} = numberScale([3, 87], wish);
    expect([min, max]).toEqual([0, 100]);
    expect(ticks.map(({label}) => label[0])).toEqual(["0", "20", "40", "60", "80", "100"]);
  });

  test("of whole numbers are whole", () => {
    const ticksOf = (values: number[], more = {}) =>
      numberScale(values, {...wish, ...more}).ticks.map(({value}) => value);
    expect(ticksOf([1])).toEqual([0, 1]);
    expect(ticksOf([1, 2])).toEqual([0, 1, 2]);
    expect(ticksOf([3, 9], {count: 4})).toEqual([0, 5, 10]);
    expect(ticksOf([1, 2.5])).toContain(0.5);
    expect(ticksOf([0, 1], {format: {style: "percent"}})).toContain(0.2);
    expect(ticksOf([0, 1], {max: 0.8})).toContain(0.2);
  });

  test("have room for a single value, for none, and for contradictory bounds", () => {
    for (const values of [[5], [0], [], [-5], [1e300, -1e300], [Number.MIN_VALUE]]) {
      const {min, max, ticks} = numberScale(values, wish);
      expect(max).toBeGreaterThan(min);
      expect(ticks.length).toBeGreaterThan(0);
    }
    expect(numberScale([1, 2], {...wish, min: 10, max: 3}).ticks.length).toBeGreaterThan(0);
  });

  test("are logarithmic only if all values are above zero", () => {
    expect(numberScale([3, 5000], {...wish, log: true}).ticks.map(({value}) => value)).toEqual([
      1, 10, 100, 1000, 10_000,
    ]);
    expect(numberScale([0, 5000], {...wish, log: true}).log).toBe(false);
  });

  test.each([
    [[90_000, 92_400], "duration", ["1d 1h", "1d 1h 10m", "1d 1h 20m", "1d 1h 30m", "1d 1h 40m"]],
    [[65.2, 66.2], "duration", ["1m 5.2s", "1m 5.4s", "1m 5.6s", "1m 5.8s", "1m 6s", "1m 6.2s"]],
    [
      [-90_600, -90_000],
      "duration",
      ["−1d 1h 10m", "−1d 1h 8m", "−1d 1h 6m", "−1d 1h 4m", "−1d 1h 2m", "−1d 1h"],
    ],
    [
      [9_007_199_254_740_992, 9_007_199_254_740_996],
      "number",
      ["9007199254740992", "9007199254740994", "9007199254740996"],
    ],
    [[1e-14, 3e-14], "number", ["1e-14", "1.5e-14", "2e-14", "2.5e-14", "3e-14"]],
  ] as const)("from %p as %s have different labels", (values, style, expected) => {
    const {ticks} = numberScale([...values], {zero: false, count: 5, format: {style}});
    expect(ticks.map(({label}) => label[0])).toEqual([...expected]);
  });

  test("of durations have ticks at usual units of time", () => {
    const {ticks} = numberScale([0, 7000], {...wish, format: {style: "duration"}});
    expect(ticks.map(({label}) => label[0])).toEqual(["0s", "30m", "1h", "1h 30m", "2h"]);
  });
});

describe("times", () => {
  const utc = (text: string) => wallClock(text) ?? Number.NaN;

  test("are shown by the local clock, whatever its offset", () => {
    expect(utc("2024-03-31T02:30:00+02:00")).toBe(Date.UTC(2024, 2, 31, 2, 30));
    expect(utc("2024-03-31")).toBe(Date.UTC(2024, 2, 31));
    expect(utc("2024-03-31 02:30:15.250")).toBe(Date.UTC(2024, 2, 31, 2, 30, 15, 250));
    expect(describeTime(utc("0044-01-05"), "day")).toBe("0044-01-05");
    expect(wallClock("infinity")).toBeUndefined();
  });

  test("have ticks that fit their grain, with the year below each first one", () => {
    expect(
      timeTicks([utc("2023-11-01"), utc("2024-02-01")], {period: "month", names: ENGLISH}, 400).map(
        ({label}) => label,
      ),
    ).toEqual([["Nov", "2023"], ["Dec"], ["Jan", "2024"], ["Feb"]]);
    expect(
      timeTicks([utc("2023-01-01"), utc("2024-01-01")], {period: "quarter", names: ENGLISH}, 400).map(
        ({label}) => label[0],
      ),
    ).toEqual(["Q1", "Q2", "Q3", "Q4", "Q1"]);
    const hours = timeTicks(
      [utc("2024-01-01T00:00:00Z"), utc("2024-01-02T00:00:00Z")],
      {period: "hour", names: ENGLISH},
      300,
    );
    expect(hours.map(({label}) => label)).toEqual([
      ["00:00", "Jan 1, 2024"],
      ["06:00"],
      ["12:00"],
      ["18:00"],
      ["00:00", "Jan 2, 2024"],
    ]);
    for (const {value} of timeTicks(
      [utc("2023-01-02"), utc("2023-03-06")],
      {period: "week", names: ENGLISH},
      500,
    )) {
      expect(new Date(value).getUTCDay()).toBe(1);
    }
  });
});

describe("the marks of numbers in the reader's language", () => {
  const look = (locale: string, format: FieldFormat = {style: "number"}) =>
    markedLike({marks: numberMarks(locale)}, format);

  test("are used in full and short numbers, and on axes", () => {
    expect(formatNumber(1234567.891, look("de-DE"))).toBe("1.234.567,89");
    expect(formatNumber("-9007199254740993", look("de-DE"))).toBe("−9.007.199.254.740.993");
    expect(formatNumber(0.256, look("de-DE", {style: "percent"}))).toBe("25,6%");
    const swiss = markedLike({marks: {group: "’", decimal: "."}}, {style: "currency", currency: "CHF"});
    expect(formatNumber(1234.5, swiss)).toBe("CHF 1’234.50");
    expect(formatShort(1_234_567, look("de-DE"))).toBe("1,23M");
    expect(formatTicks([0, 2500, 5000], 2500, look("de-DE"))).toEqual(["0", "2.500", "5.000"]);
    expect(formatTicks([0, 0.5, 1], 0.5, look("de-DE"))).toEqual(["0", "0,5", "1,0"]);
  });

  test("are the English ones in English and without a reader", () => {
    expect(numberMarks("en-US")).toBeUndefined();
    expect(formatNumber(1234.5, look("en-US"))).toBe("1,234.5");
  });
});

describe("the names of months and days in the reader's language", () => {
  const utc = (text: string) => wallClock(text) ?? Number.NaN;
  const german = timeNames("de-DE");

  test("are used on axes, in titles and in tables", () => {
    const [year, days] = [
      timeTicks([utc("2024-01-01"), utc("2024-12-01")], {period: "month", names: german}, 900),
      timeTicks([utc("2024-03-01"), utc("2024-03-03")], {period: "day", names: german}, 900),
    ];
    expect(year.map(({label}) => label[0])).toEqual([
      "Jan",
      "Feb",
      "Mär",
      "Apr",
      "Mai",
      "Jun",
      "Jul",
      "Aug",
      "Sep",
      "Okt",
      "Nov",
      "Dez",
    ]);
    expect(days.map(({label}) => label)).toEqual([["1. März", "2024"], ["2. März"], ["3. März"]]);
    expect(describeTime(utc("2024-03-01"), "month", german)).toBe("März 2024");
    expect(describePart(1, "day_of_week", german)).toBe("Mo");
    expect(describePart(12, "month_of_year", german)).toBe("Dez");
  });

  test("are the fixed English ones in English and without a reader", () => {
    const english = timeNames("en-US");
    expect([english.months, english.days]).toEqual([ENGLISH.months, ENGLISH.days]);
    for (const day of ["2024-03-01", "0044-01-05", "-000044-01-05", "1999-12-31"]) {
      expect(english.dayOfMonth(utc(day))).toBe(ENGLISH.dayOfMonth(utc(day)));
      expect(describeTime(utc(day), "month", english)).toBe(describeTime(utc(day), "month"));
    }
  });
});

describe("texts", () => {
  test("are cut to the available pixels, between characters as people see them", () => {
    expect(fitText("Berlin", 200, 11)).toBe("Berlin");
    const cut = fitText("Llanfairpwllgwyngyll", 60, 11);
    expect(cut).toEndWith("…");
    expect(measureText(cut, 11)).toBeLessThanOrEqual(60);
    expect(fitText("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 50, 11).isWellFormed()).toBe(true);
    expect(wrapText("a sentence that is longer than its line", 80, 11, 2)).toHaveLength(2);
  });

  test("lose characters that no picture can contain", () => {
    expect(cleanText("a\u0000b\nc\td\u202ee\ufffe")).toBe("a b c de");
    expect(cleanText("\ud800").isWellFormed()).toBe(true);
    expect(cleanText("שלום")).toBe("שלום");
  });
});
