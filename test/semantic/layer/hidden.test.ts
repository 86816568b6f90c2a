import {describe, expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {describeOne} from "../../../shared/querying/layers/model-list.ts";
import {unknownModel} from "../../../shared/querying/queries/find-model.ts";
import {compile} from "../../../shared/semantic/compile.ts";
import type {Graph, Model} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";

function model(name: string, changes: Partial<Model> = {}): Model {
  return {
    name,
    table: {name},
    dimensions: [{name: "label", type: "string", column: "label"}],
    measures: [{name: "count", type: "count"}],
    ...changes,
  };
}

/** Every hidden name contains "secret". */
const graph: Graph = {
  models: [
    model("orders", {
      dimensions: [
        {name: "status", type: "string", column: "status"},
        {name: "margin_secret", type: "number", column: "margin", hidden: true},
        {name: "made_secret", type: "date", column: "made", hidden: true},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "profit_secret", type: "sum", column: "margin", hidden: true},
        {name: "running", type: "count", rolling: {dimension: "made_secret", window: "unbounded"}},
        {name: "share", type: "number", sql: "${secret_costs.amount} / ${count}"},
      ],
    }),
    model("customers"),
    model("secret_costs", {
      hidden: true,
      measures: [{name: "amount", type: "sum", column: "amount"}],
    }),
    model("secret_people", {hidden: true}),
    model("tickets"),
  ],
  joins: [
    {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "c", to: "id"}]},
    {from: "secret_costs", to: "orders", relationship: "many_to_one", on: [{from: "o", to: "id"}]},
    {
      name: "secret_buyer",
      from: "orders",
      to: "secret_people",
      relationship: "many_to_one",
      on: [{from: "p", to: "id"}],
    },
    {
      name: "secret_payer",
      from: "orders",
      to: "secret_people",
      relationship: "many_to_one",
      on: [{from: "q", to: "id"}],
    },
    {from: "secret_people", to: "tickets", relationship: "many_to_one", on: [{from: "t", to: "id"}]},
  ],
};
const layer = buildLayer(graph);
const context = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date(0),
} as const;

function told(query: Query): string {
  try {
    compile(layer, query, context);
  } catch (fault) {
    if (fault instanceof ServiceError) return `${fault.message} ${JSON.stringify(fault.details)}`;
    throw fault;
  }
  throw new Error("the query was not refused");
}

const model_ = {model: "orders"};
const refused: [string, Query][] = [
  ["a model like a hidden one", {model: "secre_costs", measures: ["orders.count"]}],
  ["a model like nothing", {model: "zzz", measures: ["orders.count"]}],
  ["a dimension like a hidden one", {...model_, dimensions: ["orders.margin_secre"]}],
  ["a part of a hidden one's name", {...model_, dimensions: ["orders.margin"]}],
  ["a measure like a hidden one", {...model_, measures: ["orders.profit_secre"]}],
  ["a name without its model", {...model_, measures: ["profit"]}],
  ["the name of a hidden one without its model", {...model_, measures: ["profit_secret".slice(0, -1)]}],
  [
    "a filter",
    {...model_, measures: ["orders.count"], filters: [{field: "orders.margins", op: "=", value: 1}]},
  ],
  ["an order", {...model_, measures: ["orders.count"], orderBy: ["orders.profit desc"]}],
  ["a grain of something like a hidden one", {...model_, dimensions: ["orders.made.day"]}],
  ["a field that a hidden model next to it has", {...model_, measures: ["orders.amount"]}],
  ["a role like a hidden model", {...model_, measures: ["secret_cost.amount"]}],
  ["a role like one to a hidden model", {...model_, dimensions: ["buyer.label"]}],
  ["a model that no join leads to", {model: "tickets", dimensions: ["customers.labels"]}],
  ["ways over hidden models", {...model_, dimensions: ["tickets.label"]}],
  ["a measure instead of a hidden one's column", {...model_, measures: ["orders.margin_secret2"]}],
  ["a window along a hidden date", {...model_, measures: ["orders.running"]}],
  [
    "a filter along a hidden date",
    {...model_, measures: ["orders.running"], filters: [{field: "orders.status", op: "=", value: "a"}]},
  ],
];

describe("a refusal names nothing that is hidden", () => {
  test.each(refused)("%s", (_, query) => {
    const asked = JSON.stringify(query);
    const named = told(query).match(/\w*secret\w*/g) ?? [];
    expect(named.filter(name => !asked.includes(name))).toEqual([]);
  });

  test("when a model is looked up by its name", () => {
    const outcome = (look: () => unknown) => {
      try {
        return JSON.stringify(look());
      } catch (fault) {
        if (fault instanceof ServiceError) return `${fault.message} ${JSON.stringify(fault.details)}`;
        throw fault;
      }
    };
    for (const name of ["secret_cost", "people"]) {
      expect(outcome(() => describeOne(layer, name))).not.toMatch(/secret_(costs|people)/);
      const {message, details} = unknownModel(name, [layer]);
      expect(`${message} ${JSON.stringify(details)}`).not.toMatch(/secret_(costs|people)/);
    }
    expect(outcome(() => describeOne(layer, "custmers"))).toContain("customers");
  });

  test("a hidden field or model can be queried by its name", () => {
    const query = {model: "orders", dimensions: ["orders.margin_secret"], measures: ["orders.profit_secret"]};
    expect(compile(layer, query, context).columns.map(({name}) => name)).toEqual([
      "orders.margin_secret",
      "orders.profit_secret",
    ]);
    expect(
      compile(layer, {model: "secret_costs", measures: ["secret_costs.amount"]}, context).columns,
    ).toHaveLength(1);
  });

  test("a refusal still names what is not hidden", () => {
    expect(told({model: "order", measures: ["orders.count"]})).toContain('"orders"');
    expect(told({model: "orders", dimensions: ["orders.statu"]})).toContain('"orders.status"');
    expect(told({model: "orders", dimensions: ["customer.label"]})).toContain('"customers.label"');
  });
});
