import {expect, test} from "bun:test";
import {type CompileContext, compile} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";

const layer = buildLayer({
  models: [
    {
      name: "items",
      table: {name: "items"},
      primaryKey: ["order_id", "line"],
      dimensions: [
        {name: "order_id", type: "number", column: "order_id"},
        {name: "line", type: "number", column: "line"},
        {name: "sku", type: "string", column: "sku"},
      ],
      measures: [{name: "quantity", type: "sum", column: "quantity"}],
    },
  ],
});
const context: CompileContext = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-06-01T00:00:00Z"),
};

/** The indexes of the dimensions by which a count of such groups of items overlaps: the product is 0. */
function overlapping(per: string[]): readonly number[] {
  const count = {name: "n", agg: "count" as const, of: "items.quantity", per};
  const {overlaps} = compile(layer, {model: "items", dimensions: ["items.sku"], measures: [count]}, context);
  return overlaps?.[1] ?? [];
}

test("groups lie in one product each where they are of a whole key, and not of a part of it", () => {
  expect(overlapping(["items.order_id", "items.line"])).toEqual([]);
  expect(overlapping(["items.line", "items.order_id"])).toEqual([]);
  expect(overlapping(["items.order_id"])).toEqual([0]);
  expect(overlapping(["items.line"])).toEqual([0]);
});
