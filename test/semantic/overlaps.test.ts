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

/** The indexes of the dimensions by which the counted groups of items overlap: the product (0) is the only dimension. */
function overlapping(per: string[]): readonly number[] {
  const count = {name: "n", agg: "count" as const, of: "items.quantity", per};
  const {overlaps} = compile(layer, {model: "items", dimensions: ["items.sku"], measures: [count]}, context);
  return overlaps?.[1] ?? [];
}

test("groups by a whole key belong to one product each, and groups by a part of the key do not", () => {
  expect(overlapping(["items.order_id", "items.line"])).toEqual([]);
  expect(overlapping(["items.line", "items.order_id"])).toEqual([]);
  expect(overlapping(["items.order_id"])).toEqual([0]);
  expect(overlapping(["items.line"])).toEqual([0]);
});
