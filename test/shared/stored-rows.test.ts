import {expect, test} from "bun:test";
import {readChart} from "../../shared/content/charts/charts.ts";
import {readFilters} from "../../shared/content/dashboards/declared-filters.ts";
import {readAttributes} from "../../shared/core/principal-row.ts";
import {readDataset} from "../../shared/querying/layers/datasets/find.ts";

const chart = {
  id: "chart_x",
  name: "Sales",
  created_at: new Date(),
  type: "bar",
  query: {model: "orders"},
  config: {},
};

test("a row with JSON of this version, or without newer members, is read unchanged", () => {
  expect(readChart(chart)).toBe<object>(chart);
  const dashboard = {id: "dash_x", filters: [{field: "orders.status"}, {field: "orders.day", by: null}]};
  expect(readFilters(dashboard)).toBe<object>(dashboard);
  const dataset = {id: "ds_x", definition: null, columns: [{name: "a", type: "number", field: "a"}]};
  expect(readDataset(dataset)).toBe<object>(dataset);
});

test("a row that cannot be read is refused with its id and the path, and without any of its values", () => {
  const broken = {
    ...chart,
    query: {model: "orders", filters: [{field: "orders.email", is: "ada@example.com"}]},
  };
  expect(() => readChart(broken)).toThrow('the chart "chart_x" cannot be read');
  expect(() => readChart(broken)).toThrow('at "/query/filters/0');
  expect(() => readChart(broken)).not.toThrow("ada@example.com");
  expect(() => readChart({...chart, type: "cloud"})).toThrow('at "/type"');
});

test("attributes that are not lists of texts are refused", () => {
  expect(readAttributes({region: ["north"]})).toEqual({region: ["north"]});
  expect(() => readAttributes({region: "north"})).toThrow("cannot be read");
});
