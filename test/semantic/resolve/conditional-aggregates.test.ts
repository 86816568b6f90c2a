import {describe, expect, test} from "bun:test";
import {Value} from "@sinclair/typebox/value";
import {ServiceError} from "../../../shared/core/errors.ts";
import {type CompileContext, compile, detail} from "../../../shared/semantic/compile.ts";
import {datasetQuery, liveSource} from "../../../shared/semantic/dataset/dataset.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import {type Query, Query as QuerySchema} from "../../../shared/semantic/query/query.ts";
import {shapeOf} from "../../../shared/semantic/rollup-matching/shape.ts";

const layer = buildLayer({
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "status", type: "string", column: "status"},
        {name: "amount", type: "number", column: "amount"},
        {name: "placed", type: "timestamp", column: "placed"},
      ],
      measures: [{name: "total", type: "sum", column: "amount"}],
    },
    {
      name: "customers",
      table: {name: "customers"},
      primaryKey: ["id"],
      dimensions: [{name: "region", type: "string", column: "region"}],
      measures: [{name: "count", type: "count"}],
    },
    {
      name: "items",
      table: {name: "items"},
      dimensions: [{name: "sku", type: "string", column: "sku"}],
      measures: [{name: "count", type: "count"}],
    },
  ],
  joins: [
    {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
    {from: "items", to: "orders", relationship: "many_to_one", on: [{from: "order_id", to: "id"}]},
  ],
});
const context: CompileContext = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-05-10T12:00:00Z"),
  exactTexts: true,
};

const paid: Filter = {field: "orders.status", op: "=", value: "paid"};
const asked = (...where: Filter[]): Query => ({
  model: "orders",
  dimensions: ["orders.status"],
  measures: [
    {name: "n", agg: "count", where},
    {name: "s", agg: "sum", of: "orders.amount", where, otherwise: 0},
  ],
});

describe("an aggregate with a condition", () => {
  test("aggregates a case expression, and keeps the groups of all rows", () => {
    const {sql, parameters} = compile(layer, asked(paid), context);
    expect(sql).toContain('count(case when "status" = $1 then 1 end)');
    expect(sql).toContain('sum(case when "status" = $2 then "amount" else 0 end)');
    expect(sql).not.toContain("where");
    expect(parameters).toEqual(["paid", "paid"]);
  });

  test("joins the table of its condition, and binds the condition's values once even if the result is ordered by it", () => {
    const query = asked({or: [{field: "customers.region", op: "is_null"}, {not: paid}]});
    const {sql, parameters} = compile(layer, {...query, orderBy: ["n desc"], limit: 3}, context);
    expect(sql).toContain('left join "customers"');
    expect(sql).toContain('then "orders"."amount" else 0 end');
    expect(parameters).toHaveLength(2);
  });

  test("compares texts exactly if the statement does", () => {
    const mysql = (exactTexts: boolean) =>
      compile(layer, asked(paid), {...context, dialect: "mysql", exactTexts}).sql;
    expect(mysql(true)).toMatch(/case when .*binary/i);
    expect(mysql(false)).not.toMatch(/binary/i);
  });

  test("is computed in a branch of its own rows beside measures of other models", () => {
    const {sql} = compile(
      layer,
      {...asked(paid), measures: [...(asked(paid).measures ?? []), "customers.count"]},
      context,
    );
    expect(sql.match(/case when/g)).toHaveLength(2);
    expect(sql).toContain("union all");
  });

  test("is written with its values in a statement to read", () => {
    expect(detail(layer, asked(paid), context)).toContain("case when \"status\" = 'paid' then 1 end");
  });

  test("accepts conditions on one row alone", () => {
    const faultOf = (where: Filter) => {
      try {
        compile(layer, asked(where), context);
      } catch (error) {
        if (error instanceof ServiceError || (error instanceof Error && "details" in error)) return error;
      }
      throw new Error("it was compiled");
    };
    for (const where of [
      {field: "items.sku", op: "=", value: "a"},
      {field: "orders.total", op: ">", value: 1},
      {some: "items"},
    ])
      expect(faultOf(where).message).toContain("may only name dimensions of the query's model");
    expect(faultOf({field: "orders.stats", op: "=", value: "a"}).message).toContain("orders.status");
  });

  test("is not accepted in a request", () => {
    expect(Value.Check(QuerySchema, asked(paid))).toBe(false);
    const measures = [{name: "n", agg: "count"}];
    expect(Value.Check(QuerySchema, {...asked(paid), measures})).toBe(true);
  });

  test("has the names of a dataset translated in its condition", () => {
    const definition = {
      model: "orders",
      dimensions: ["orders.status", "customers.region", "orders.amount"],
      measures: ["orders.total"],
    };
    const source = liveSource({slug: "sold", definition, timezone: "UTC"}, layer, {ownFieldsOnly: false});
    const {query} = datasetQuery(source, {
      model: "sold",
      measures: [
        {
          name: "s",
          agg: "sum",
          of: "sold.amount",
          where: [
            {
              or: [
                {field: "sold.status", op: "=", value: "a"},
                {field: "sold.region", op: "is_null"},
              ],
            },
          ],
          otherwise: 0,
        },
      ],
    });
    const [measure] = query.measures ?? [];
    expect(measure).toEqual({
      name: "s",
      agg: "sum",
      of: "orders.amount",
      where: [
        {
          or: [
            {field: "orders.status", op: "=", value: "a"},
            {field: "customers.region", op: "is_null"},
          ],
        },
      ],
      otherwise: 0,
    });
  });

  test("leaves no values in the query's shape", () => {
    const shape = shapeOf(asked(paid), "monday");
    expect(JSON.stringify(shape)).not.toContain("paid");
    expect(Value.Check(QuerySchema, shape)).toBe(true);
  });
});
