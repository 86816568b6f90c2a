import {expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {compile} from "../../../shared/semantic/compile.ts";
import type {Model} from "../../../shared/semantic/layer/graph.ts";
import type {Join} from "../../../shared/semantic/layer/join.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";

const model = (name: string, ...columns: string[]): Model => ({
  name,
  table: {name},
  primaryKey: ["id"],
  dimensions: columns.map(column => ({name: column, type: "string", column})),
  measures: [{name: "count", type: "count"}],
});
const toOne = (from: string, to: string): Join => ({
  from,
  to,
  relationship: "many_to_one",
  on: [{from: `${to}_id`, to: "id"}],
});
/** Items and refunds belong to orders, and parts to items. */
const layer = buildLayer({
  models: [
    model("orders", "status"),
    model("items", "sku"),
    model("parts", "maker"),
    model("refunds", "reason"),
  ],
  joins: [toOne("items", "orders"), toOne("parts", "items"), toOne("refunds", "orders")],
});

function faultOf(query: Omit<Query, "model">): {code: string; path?: string; message?: string} | undefined {
  try {
    compile(
      layer,
      {model: "orders", ...query},
      {
        dialect: "postgres",
        timezone: "UTC",
        weekStart: "monday",
        attributes: {},
        now: new Date(0),
      },
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [first] = error.details.errors ?? [];
    return {code: error.code, ...(first ? {path: first.path, message: first.message} : {})};
  }
  return undefined;
}

test("dimensions of two unrelated many sides are refused, with the two queries to run instead", () => {
  expect(faultOf({dimensions: ["items.sku", "orders.status", "refunds.reason"]})).toEqual({
    code: "invalid_request",
    path: "/dimensions/2",
    message:
      `"items.sku" and "refunds.reason" are of two many sides of "orders" that have nothing in common, so that ` +
      `their pairs mean nothing. Ask in two queries, by ["items.sku","orders.status"] and by ["orders.status","refunds.reason"], ` +
      `or add the measure that the pairs are asked for.`,
  });
  expect(faultOf({dimensions: ["refunds.reason", "items.parts.maker"]})?.path).toBe("/dimensions/1");
});

test("the two queries are accepted, and so are many sides on one way, and pairs with a measure", () => {
  expect(faultOf({dimensions: ["items.sku", "orders.status"]})).toBeUndefined();
  expect(faultOf({dimensions: ["orders.status", "refunds.reason"]})).toBeUndefined();
  expect(faultOf({dimensions: ["items.sku", "items.parts.maker"]})).toBeUndefined();
  expect(faultOf({dimensions: ["items.sku", "refunds.reason"], measures: ["orders.count"]})).toBeUndefined();
});
