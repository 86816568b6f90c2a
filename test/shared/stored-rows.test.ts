import {expect, test} from "bun:test";
import {readChart} from "../../shared/content/charts/charts.ts";
import {readFilters} from "../../shared/content/dashboards/declared-filters.ts";
import {readAttributes} from "../../shared/ground/principal-row.ts";
import {readDataset} from "../../shared/querying/layers/datasets/find.ts";

const chart = {
  id: "chart_x",
  name: "Sales",
  created_at: new Date(),
  type: "bar",
  query: {model: "orders"},
  config: {},
};

test("a row whose JSON is of this version or lacks what came later is read as it is", () => {
  expect(readChart(chart)).toBe<object>(chart);
  const dashboard = {id: "dash_x", filters: [{field: "orders.status"}, {field: "orders.day", by: null}]};
  expect(readFilters(dashboard)).toBe<object>(dashboard);
  const dataset = {id: "ds_x", definition: null, columns: [{name: "a", type: "number", field: "a"}]};
  expect(readDataset(dataset)).toBe<object>(dataset);
});

test("a row that cannot be read is refused by its id and the place in it, and none of its values is told", () => {
  const broken = {
    ...chart,
    query: {model: "orders", filters: [{field: "orders.email", is: "ada@example.com"}]},
  };
  expect(() => readChart(broken)).toThrow('the chart "chart_x" cannot be read');
  expect(() => readChart(broken)).toThrow('at "/query/filters/0');
  expect(() => readChart(broken)).not.toThrow("ada@example.com");
  expect(() => readChart({...chart, type: "cloud"})).toThrow('at "/type"');
});

test("attributes that are not lists of texts are nobody's row access", () => {
  expect(readAttributes({region: ["north"]})).toEqual({region: ["north"]});
  expect(() => readAttributes({region: "north"})).toThrow("cannot be read");
});
