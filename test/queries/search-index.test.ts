import {describe, expect, test} from "bun:test";
import {searchFields} from "../../shared/querying/layers/search-index.ts";
import type {Model} from "../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import {processorMs} from "../support/processor-time.ts";

const flights: Model = {
  name: "flights",
  label: "Flights within the country",
  table: {name: "flights"},
  dimensions: [
    {name: "carrier", type: "string", column: "c", label: "Airline"},
    {name: "departed_at", type: "timestamp", column: "d", description: "When it left the gate"},
    {name: "secret", type: "string", column: "s", hidden: true},
  ],
  measures: [
    {name: "count", type: "count", synonyms: ["departures", "take-offs"]},
    {
      name: "lateShare",
      type: "avg",
      column: "l",
      label: "Share of late flights",
      hint: "Use it for punctuality",
    },
  ],
};
const airports: Model = {
  name: "airports",
  table: {name: "airports"},
  dimensions: [{name: "state", type: "string", column: "s"}],
  measures: [{name: "count", type: "count"}],
};
const layer = buildLayer({models: [flights, airports], joins: []});
const names = async (words: string, of = layer) =>
  (await searchFields(of, words)).map(({field}) => `${field.model.name}.${field.name}`);

describe("a field", () => {
  test.each([
    ["airline", "flights.carrier"],
    ["departures", "flights.count"],
    ["take offs", "flights.count"],
    ["late share", "flights.lateShare"],
    ["latesh", "flights.lateShare"],
    ["punctuality", "flights.lateShare"],
    ["gate", "flights.departed_at"],
    ["airport states", "airports.state"],
    ["count of airports", "airports.count"],
    ["Departed", "flights.departed_at"],
    ["arline", "flights.carrier"],
  ])("is found by %j", async (words, first) => {
    expect((await names(words))[0]).toBe(first);
  });

  test("is not found if it is hidden, nor by words that it does not have", async () => {
    expect(await names("secret")).toEqual([]);
    expect(await names("zzzzqqqq")).toEqual([]);
    expect(await names("…")).toEqual([]);
  });
});

describe("the order of the fields that are found", () => {
  const delays = buildLayer({
    models: [
      {
        name: "trips",
        table: {name: "trips"},
        dimensions: [
          {name: "weather", type: "string", column: "w", description: "What caused the delay"},
          {name: "arrival_delay", type: "number", column: "a"},
          {name: "delay_reason", type: "string", column: "r"},
          {name: "late_by", type: "number", column: "d", label: "Delay"},
        ],
        measures: [{name: "average", type: "avg", column: "d", hint: "In minutes of delay"}],
      },
    ],
    joins: [],
  });
  const calendar = buildLayer({
    models: [
      {
        name: "calendar",
        table: {name: "calendar"},
        dimensions: [{name: "day", type: "date", column: "day"}],
        measures: [],
      },
    ],
    joins: [],
  });

  test("begins with the whole name or label, then its beginning, then one word of it, descriptions and hints included", async () => {
    const found = await names("delay", delays);
    expect(found.slice(0, 3)).toEqual(["trips.late_by", "trips.delay_reason", "trips.arrival_delay"]);
    expect(found.slice(3).sort()).toEqual(["trips.average", "trips.weather"]);
  });

  test("ends with fields that are only similar, whatever layer they are in", async () => {
    const [similar] = await searchFields(calendar, "delay");
    expect(similar?.field.name).toBe("day");
    const exact = await searchFields(delays, "delay");
    expect(exact.length).toBe(5);
    for (const {rank} of exact) expect(rank).toBeGreaterThan(similar?.rank ?? 0);
  });
});

test("a search in ten thousand models takes a moment", async () => {
  const big = buildLayer({
    models: Array.from({length: 10_000}, (_, n) => ({
      name: `table_${n}`,
      table: {name: `t${n}`},
      dimensions: Array.from({length: 8}, (_, f) => ({
        name: `field_${f}_${n % 97}`,
        type: "string" as const,
        column: "c",
        description: `Column ${f} of the table ${n}, for tests`,
      })),
      measures: [
        {name: "count", type: "count" as const},
        {name: "revenue", type: "sum" as const, column: "r"},
      ],
    })),
    joins: [],
  });
  const before = processorMs();
  expect((await names("revenue table_4711", big))[0]).toBe("table_4711.revenue");
  const started = processorMs();
  for (const words of ["revenue 17", "count of table 99", "revnue", "column for tests", "field_3_96"]) {
    expect((await names(words, big)).length).toBeGreaterThan(0);
  }
  // The first search has built the index, and no other one takes nearly as long.
  expect((processorMs() - started) / 5).toBeLessThan(started - before);
});
