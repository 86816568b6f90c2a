import {expect, test} from "bun:test";
import {compile} from "../../../shared/semantic/compile.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import {describeModel, listModels} from "../../../shared/semantic/layer/models.ts";

const graph: Graph = {
  models: [
    {
      name: "orders",
      label: "Orders",
      hint: "One row per order",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id", hidden: true},
        {name: "placed_on", type: "date", column: "placed_on", description: "Day of the order"},
      ],
      measures: [
        {name: "total", type: "sum", column: "amount", format: {style: "currency", currency: "EUR"}},
        {name: "secret", type: "sum", column: "margin", hidden: true},
      ],
    },
    {
      name: "places",
      table: {name: "places"},
      dimensions: [{name: "city", type: "string", column: "city"}],
      measures: [{name: "count", type: "count"}],
    },
    {
      name: "countries",
      label: "Country",
      description: "Where places are",
      table: {name: "countries"},
      dimensions: [{name: "name", type: "string", column: "name"}],
    },
    {name: "items", table: {name: "items"}, dimensions: [{name: "sku", type: "string", column: "sku"}]},
    {
      name: "audit",
      hidden: true,
      table: {name: "audit"},
      dimensions: [{name: "who", type: "string", column: "who"}],
    },
  ],
  joins: [
    {
      name: "ship_from",
      from: "orders",
      to: "places",
      relationship: "many_to_one",
      on: [{from: "a", to: "id"}],
    },
    {name: "ship_to", from: "orders", to: "places", relationship: "many_to_one", on: [{from: "b", to: "id"}]},
    {from: "places", to: "countries", relationship: "many_to_one", on: [{from: "c", to: "id"}]},
    {from: "items", to: "orders", relationship: "many_to_one", on: [{from: "order_id", to: "id"}]},
    {from: "orders", to: "audit", relationship: "many_to_one", on: [{from: "x", to: "id"}]},
  ],
};
const layer = buildLayer(graph);

test("models are listed by name, with their own fields first, then those over to-one joins, and without hidden ones", () => {
  expect([...listModels(layer)]).toEqual([
    {
      name: "countries",
      label: "Country",
      description: "Where places are",
      dimensions: ["countries.name"],
      measures: [],
    },
    {
      name: "items",
      dimensions: [
        "items.sku",
        "orders.placed_on",
        "ship_from.city",
        "ship_to.city",
        "orders.ship_from.countries.name",
        "orders.ship_to.countries.name",
      ],
      measures: ["orders.total", "ship_from.count", "ship_to.count"],
    },
    {
      name: "orders",
      label: "Orders",
      dimensions: [
        "orders.placed_on",
        "ship_from.city",
        "ship_to.city",
        "ship_from.countries.name",
        "ship_to.countries.name",
      ],
      measures: ["orders.total", "ship_from.count", "ship_to.count"],
    },
    {name: "places", dimensions: ["places.city", "countries.name"], measures: ["places.count"]},
  ]);
});

test("every name that a list gives can be queried", () => {
  for (const model of listModels(layer)) {
    for (const name of model.dimensions) ask({model: model.name, dimensions: [name]});
    for (const name of model.measures) ask({model: model.name, measures: [name]});
  }
});

function ask(query: {model: string; dimensions?: string[]; measures?: string[]}, over = layer): void {
  const context = {timezone: "UTC", weekStart: "monday", attributes: {}, now: new Date(0)} as const;
  expect(compile(over, query, {...context, dialect: "postgres"}).sql).toStartWith("select");
}

test("a model that is joined to itself has its fields in that role too, and what the role leads to", () => {
  const people = buildLayer({
    models: [
      {
        name: "people",
        table: {name: "people"},
        dimensions: [{name: "name", type: "string", column: "name"}],
        measures: [{name: "count", type: "count"}],
      },
      {name: "teams", table: {name: "teams"}, dimensions: [{name: "label", type: "string", column: "label"}]},
    ],
    joins: [
      {
        name: "boss",
        from: "people",
        to: "people",
        relationship: "many_to_one",
        on: [{from: "boss_id", to: "id"}],
      },
      {from: "people", to: "teams", relationship: "many_to_one", on: [{from: "team_id", to: "id"}]},
    ],
  });
  const dimensions = ["people.name", "boss.name", "teams.label", "boss.teams.label"];
  const [listed] = listModels(people);
  expect(listed).toEqual({name: "people", dimensions, measures: ["people.count", "boss.count"]});
  expect(describeModel(people, "people")?.dimensions.map(({name}) => name)).toEqual(dimensions);
  for (const name of dimensions) ask({model: "people", dimensions: [name]}, people);
  ask({model: "people", measures: ["boss.count"]}, people);
});

test("a model is described with what is needed to query it", () => {
  const described = describeModel(layer, "orders");
  expect(described).toMatchObject({
    name: "orders",
    label: "Orders",
    hint: "One row per order",
    primaryKey: ["id"],
    joins: [
      {role: "ship_from", model: "places", relationship: "to_one"},
      {role: "ship_to", model: "places", relationship: "to_one"},
      {role: "items", model: "items", relationship: "to_many"},
    ],
    manySide: [{role: "items", model: "items", dimensions: ["items.sku"], measures: []}],
  });
  expect(described?.dimensions[0]).toEqual({
    name: "orders.placed_on",
    description: "Day of the order",
    type: "date",
    grains: expect.arrayContaining(["day", "month", "day_of_week"]),
  });
  expect(described?.measures[0]).toEqual({
    name: "orders.total",
    type: "number",
    aggregation: "sum",
    format: {style: "currency", currency: "EUR"},
  });
  expect(describeModel(layer, "order")).toBeUndefined();
});

test("a layer of ten thousand models is built and listed in less than quadratic time", () => {
  const models = Array.from({length: 10_000}, (_, i) => ({
    name: `m${i}`,
    table: {name: `m${i}`},
    dimensions: [{name: "a", type: "string" as const, column: "a"}],
  }));
  const joins = models.slice(1).map(({name}, i) => ({
    from: name,
    to: `m${Math.floor(i / 3)}`,
    relationship: "many_to_one" as const,
    on: [{from: "up", to: "id"}],
  }));
  const large = buildLayer({models, joins});
  expect([...listModels(large)]).toHaveLength(10_000);
});
