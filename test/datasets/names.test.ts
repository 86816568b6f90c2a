import {expect, test} from "bun:test";
import {offerOf} from "../../shared/semantic/dataset/fields.ts";
import {frozenNames, snapshotFields} from "../../shared/semantic/dataset/snapshot.ts";
import type {Dimension} from "../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";

const dimension = (name: string, type: Dimension["type"] = "string"): Dimension => ({
  name,
  type,
  column: name,
});

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      dimensions: [
        dimension("name"),
        dimension("at", "timestamp"),
        dimension("day", "date"),
        dimension("buyer_name"),
      ],
      measures: [{name: "count", type: "count"}],
    },
    {
      name: "customers",
      table: {name: "customers"},
      dimensions: [dimension("name")],
      measures: [{name: "count", type: "count"}],
    },
  ],
  joins: [
    {
      name: "buyer",
      from: "orders",
      to: "customers",
      relationship: "many_to_one",
      on: [{from: "b", to: "id"}],
    },
    {
      name: "payer",
      from: "orders",
      to: "customers",
      relationship: "many_to_one",
      on: [{from: "p", to: "id"}],
    },
  ],
});

function offer(dimensions: string[], measures: string[] = []) {
  const found = offerOf(layer, layer.models.get("orders")!, {model: "orders", dimensions, measures}, "UTC");
  return {
    dimensions: Object.fromEntries([...found!.dimensions.values()].map(({name, base}) => [name, base])),
    measures: Object.fromEntries([...found!.measures.values()].map(({name, base}) => [name, base])),
    grains: [...found!.dimensions.values()].map(({grains, bare}) =>
      [...(bare ? [""] : []), ...grains].join(" "),
    ),
    lost: found!.lost,
  };
}

test("a field has its own name, with its model's or role's before it if several have the same", () => {
  expect(offer(["orders.name"]).dimensions).toEqual({name: "orders.name"});
  expect(offer(["orders.name", "buyer.name", "payer.name"]).dimensions).toEqual({
    orders_name: "orders.name",
    buyer_name: "buyer.name",
    payer_name: "payer.name",
  });
  expect(offer(["orders.buyer_name", "buyer.name", "payer.name"]).dimensions).toEqual({
    buyer_name: "orders.buyer_name",
    buyer_name_2: "buyer.name",
    payer_name: "payer.name",
  });
  expect(offer([], ["orders.count", "buyer.count"]).measures).toEqual({
    orders_count: "orders.count",
    buyer_count: "buyer.count",
  });
});

test("a field that is listed twice is one field", () => {
  expect(offer(["buyer.name", "orders.buyer.name"]).dimensions).toEqual({name: "buyer.name"});
  expect(offer(["orders.at.month", "orders.at.year"]).dimensions).toEqual({at: "orders.at"});
});

test("a field that the layer has lost is left out, and does not make others available", () => {
  expect(offer(["orders.name", "orders.gone"])).toMatchObject({
    dimensions: {name: "orders.name"},
    lost: ["orders.gone"],
  });
  expect(offer(["orders.gone"])).toMatchObject({dimensions: {}, measures: {}, lost: ["orders.gone"]});
});

test.each([
  ["orders.at.quarter", "quarter year quarter_of_year year_number"],
  ["orders.at.month", "month quarter year month_of_year quarter_of_year year_number"],
  ["orders.at.week", "week"],
  ["orders.at.month_of_year", "month_of_year"],
  [
    "orders.at.day",
    "day week month quarter year day_of_week day_of_month day_of_year week_of_year month_of_year quarter_of_year year_number",
  ],
  [
    "orders.at.hour",
    "hour day week month quarter year hour_of_day day_of_week day_of_month day_of_year week_of_year month_of_year quarter_of_year year_number",
  ],
  ["orders.day.month", "month quarter year month_of_year quarter_of_year year_number"],
  [
    "orders.day.day",
    " day week month quarter year day_of_week day_of_month day_of_year week_of_year month_of_year quarter_of_year year_number",
  ],
])("%s offers the grains and parts into which its periods fit whole", (name, grains) => {
  expect(offer([name]).grains).toEqual([grains]);
});

test("columns of a frozen query have the names of a dataset's fields", () => {
  const dimensions = ["orders.name", "buyer.name", "orders.at.month", "orders.day"];
  expect(frozenNames({model: "orders", dimensions, measures: ["orders.count", "orders.total"]})).toEqual([
    "orders_name",
    "buyer_name",
    "at_month",
    "day",
    "orders_count",
    "total",
  ]);
});

test("columns of an earlier span are named after their measures", () => {
  const compare = {offset: {unit: "month", count: 1}} as const;
  const measures = ["orders.count", "orders.total"];
  expect(frozenNames({model: "orders", dimensions: ["orders.name"], measures, compare})).toEqual([
    "name",
    "orders_count",
    "orders_count@before",
    "orders_count@change",
    "total",
    "total@before",
    "total@change",
  ]);
});

test("columns of a snapshot keep their names, except for characters that no name can have", () => {
  const names = ["a", "a.b", "a_b", "a\tb", "", " ", "É"];
  expect(
    snapshotFields(
      "s",
      names.map(name => ({name})),
    ),
  ).toEqual(["s.a", "s.a_b", "s.a_b_2", "s.a_b_3", "s.column", "s. ", "s.É"]);
});
