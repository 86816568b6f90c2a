import {expect, test} from "bun:test";
import {drawingOf, drawnColumns} from "../../shared/content/charts/drawing-of.ts";
import {tableOf} from "../../shared/content/charts/figures-of.ts";
import {chartSpec} from "../../shared/content/charts/vega/chart-spec.ts";
import type {Json} from "../../shared/core/wire/drawing.ts";
import {compile} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "region", type: "string", column: "region"},
        {name: "status", type: "string", column: "status"},
        {name: "placed_on", type: "date", column: "placed_on"},
      ],
      measures: [
        {name: "count", type: "count"},
        {
          name: "last_week",
          type: "count",
          rolling: {dimension: "placed_on", window: {unit: "day", count: 7}},
        },
      ],
    },
  ],
});
const query: Query = {
  model: "orders",
  dimensions: ["orders.region", "orders.status"],
  measures: ["orders.count"],
  subtotals: true,
};
const context = {
  dialect: "duckdb",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
} as const;
const RESULT = JSON.stringify({
  rows: [
    ["east", "open", 2, 2],
    ["east", null, 1, 2],
    ["east", null, 3, 1],
  ],
  truncated: false,
});

/** The texts of all layers with bold marks. */
function boldTexts(part: Json): string[] {
  if (typeof part !== "object" || part === null) return [];
  const {mark, data} = JSON.parse(JSON.stringify(part));
  const own = mark?.fontWeight === "bold" ? data.values.map(({text}: {text: string}) => text) : [];
  return [...own, ...Object.values(part).flatMap(boldTexts)];
}

test("a table shows subtotals, and bars leave out subtotals and the column that marks them", () => {
  const compiled = compile(layer, query, context);
  const drawn = (type: "table" | "bar") =>
    drawingOf({name: "Orders", type, config: {}, query}, compiled, RESULT, "light");
  expect(drawn("table").rows).toHaveLength(3);
  expect(drawn("table").columns.map(({name}) => name)).toEqual([
    "orders.region",
    "orders.status",
    "orders.count",
    "subtotal",
  ]);
  expect(drawn("bar").rows).toEqual([
    ["east", "open", 2],
    ["east", null, 1],
  ]);
  expect(drawn("bar").columns.map(({name}) => name)).toEqual([
    "orders.region",
    "orders.status",
    "orders.count",
  ]);
});

test("a table tells subtotals from rows without a value, and hides the column that marks them", () => {
  const compiled = compile(layer, query, context);
  const drawing = drawingOf({name: "Orders", type: "table", config: {}, query}, compiled, RESULT, "light");
  const {columns, rows} = tableOf(drawing, 10);
  expect(columns.map(({label}) => label)).toEqual(["Region", "Status", "Count"]);
  expect(rows).toEqual([
    ["east", "open", "2"],
    ["east", "(none)", "1"],
    ["east", "All", "3"],
  ]);
});

test("the picture of a table shows subtotals in bold", () => {
  const compiled = compile(layer, query, context);
  const drawing = drawingOf({name: "Orders", type: "table", config: {}, query}, compiled, RESULT, "light");
  const bold = boldTexts(chartSpec(drawing, {width: 400, height: 300}));
  expect(bold).toEqual(expect.arrayContaining(["Region", "Count", "All", "3"]));
  expect(bold).not.toContain("(none)");
  expect(bold).not.toContain("2");
});

test('a subtotal over the first of three dimensions says "all" only once', () => {
  const three: Query = {...query, dimensions: ["orders.region", "orders.status", "orders.placed_on.year"]};
  const result = JSON.stringify({rows: [["east", null, null, 3, 1]], truncated: false});
  const compiled = compile(layer, three, context);
  const drawing = drawingOf({name: "x", type: "table", config: {}, query: three}, compiled, result, "light");
  expect(tableOf(drawing, 10).rows).toEqual([["east", "All", "", "3"]]);
});

test("a change is shown as a percentage that is not added up, and the earlier value in the format of its measure", () => {
  const compared: Query = {
    model: "orders",
    dimensions: ["orders.region"],
    measures: ["orders.count"],
    filters: [{field: "orders.placed_on", op: "=", value: "2024-02"}],
    compare: {offset: {unit: "month", count: 1}},
  };
  const columns = drawnColumns(compile(layer, compared, context)).slice(1);
  expect(columns.map(({name, label, format, additive}) => [name, label, format, additive])).toEqual([
    ["orders.count", "Count", undefined, true],
    ["orders.count@before", "Count (before)", undefined, true],
    ["orders.count@change", "Count (change)", {style: "percent", decimals: 1}, false],
  ]);
});

test("a window is refused beside a comparison with an earlier span", () => {
  const windowed: Query = {
    ...query,
    subtotals: false,
    dimensions: ["orders.placed_on.day"],
    measures: ["orders.last_week"],
    filters: [{field: "orders.placed_on", op: "=", value: "2024-02"}],
    compare: {offset: {unit: "month", count: 1}},
  };
  expect(() => compile(layer, windowed, context)).toThrow(
    '"orders.last_week" looks at other periods by itself',
  );
});

test("subtotals of a window are refused, and the message names the date that it goes along", () => {
  const windowed = {
    ...query,
    dimensions: ["orders.region", "orders.placed_on.month"],
    measures: ["orders.last_week"],
  };
  expect(() => compile(layer, windowed, context)).toThrow(
    '"subtotals" does not go with "orders.last_week", which has a window along "orders.placed_on.month"',
  );
});
