import {expect, test} from "bun:test";
import {labelsOf} from "../../shared/querying/queries/results/column-labels.ts";
import {compile} from "../../shared/semantic/index.ts";
import {buildLayer} from "../../shared/semantic/layers.ts";

const column = (name: string, label?: string) => ({
  name,
  type: "string" as const,
  column: name,
  ...(label === undefined ? {} : {label}),
});
const cityOf = (from: string, name: string) => ({
  name,
  from,
  to: "cities",
  relationship: "many_to_one" as const,
  on: [{from: name, to: "id"}],
});
const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: ["Id", "id", "order_no", "order no"].map(name => column(name)).concat(column("a", "Same")),
      measures: [{name: "total", label: "Same", type: "sum", column: "total"}],
    },
    {name: "shops", table: {name: "shops"}, primaryKey: ["id"], dimensions: [column("id")]},
    {name: "cities", table: {name: "cities"}, primaryKey: ["id"], dimensions: [column("name")]},
  ],
  joins: [
    {
      from: "orders",
      to: "shops",
      relationship: "many_to_one",
      on: [{from: "shop_id", to: "id"}],
    },
    cityOf("shops", "city"),
    cityOf("orders", "city"),
  ],
});

function labels(dimensions: string[], measures: string[] = []): string[] {
  const now = new Date("2026-03-01T12:00:00Z");
  const context = {dialect: "duckdb", timezone: "UTC", weekStart: "monday", attributes: {}, now} as const;
  return labelsOf(compile(layer, {model: "orders", dimensions, measures}, context).fields);
}

test("fields of different joins have their join before equal labels", () => {
  expect(labels(["orders.id", "shops.id", "city.name"])).toEqual(["Orders: Id", "Shops: Id", "Name"]);
});

test.each([
  [["orders.Id", "orders.id"], [], ["Id (orders.Id)", "Id (orders.id)"]],
  [["orders.order_no", "orders.order no"], [], ["Order no (orders.order_no)", "Order no (orders.order no)"]],
  [["orders.a"], ["orders.total"], ["Same (orders.a)", "Same (orders.total)"]],
  [["orders.Id", "orders.id", "shops.id"], [], ["Id (orders.Id)", "Id (orders.id)", "Shops: Id"]],
  [["city.name", "shops.city.name"], [], ["Name (city.name)", "Name (shops.city.name)"]],
])(
  "columns with equal labels have their names beside the labels if the join is the same: %p, %p",
  (dimensions, measures, expected) => {
    expect(labels(dimensions, measures)).toEqual(expected);
  },
);
