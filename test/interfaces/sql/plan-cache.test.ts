import {beforeAll, describe, expect, test} from "bun:test";
import type {SqlCatalog} from "../../../shared/surfaces/sql/catalog-types.ts";
import {PlanCache} from "../../../shared/surfaces/sql/plan-cache.ts";
import {planSql} from "../../../shared/surfaces/sql/plan-sql.ts";
import type {PlanOptions} from "../../../shared/surfaces/sql/planner.ts";
import {loadParser} from "../../../shared/surfaces/sql/statement/postgres-parser.ts";

beforeAll(loadParser);

/** One table with these columns. */
function catalogOf(shape: string, columns: readonly string[]): SqlCatalog {
  return {
    projectId: "proj_1",
    timezone: "UTC",
    dialect: "postgres",
    shape,
    tables: [
      {
        schema: "public",
        name: "orders",
        model: "orders",
        primaryKey: [],
        foreignKeys: [],
        columns: columns.map(name => ({name, type: "text", kind: "dimension", field: `orders.${name}`})),
      },
    ],
  };
}

const OPTIONS: PlanOptions = {
  timezone: "UTC",
  weekStart: "monday",
  user: "ann",
  database: "shop",
  now: new Date("2024-05-01T00:00:00Z"),
};
const ORDERS = catalogOf("a", ["state", "created"]);

/** Options that bind `$1` to this value. */
function withValue(value: string | null): PlanOptions {
  return {...OPTIONS, parameters: {types: [25], values: [value]}};
}

describe("a plan is made once", () => {
  test("for equal statements, and callers cannot change it", () => {
    const plans = new PlanCache();
    const text = "select state from orders where state = 'new'";
    const first = plans.plan(text, ORDERS, OPTIONS);
    const second = plans.plan(text, ORDERS, OPTIONS);
    expect(second).toBe(first);
    expect(second).toEqual(planSql(text, ORDERS, OPTIONS));
    const query = second.kind === "query" ? second.query : undefined;
    expect(() => query?.filters?.splice(0)).toThrow(TypeError);
  });
});

describe("a plan is made anew", () => {
  test("for other tables", () => {
    const plans = new PlanCache();
    plans.plan("select created from orders", ORDERS, OPTIONS);
    expect(() => plans.plan("select created from orders", catalogOf("b", ["state"]), OPTIONS)).toThrow(
      'column "created" does not exist',
    );
  });

  test("for other values of parameters", () => {
    const plans = new PlanCache();
    const text = "select state from orders where state = $1";
    for (const value of ["new", "old", "new", "old", null]) {
      const options = withValue(value);
      expect(plans.plan(text, ORDERS, options)).toEqual(planSql(text, ORDERS, options));
    }
  });

  test.each<[string, Partial<PlanOptions>]>([
    ["user", {user: "bob"}],
    ["database", {database: "other"}],
  ])("for another %s", (_, other) => {
    const plans = new PlanCache();
    const text = "select current_user, current_database(), state from orders";
    plans.plan(text, ORDERS, OPTIONS);
    const options = {...OPTIONS, ...other};
    expect(plans.plan(text, ORDERS, options)).toEqual(planSql(text, ORDERS, options));
  });

  test("at another time, if the plan depends on the time", () => {
    const plans = new PlanCache();
    const catalog = catalogOf("c", ["state"]);
    const dated = {
      ...catalog,
      tables: catalog.tables.map(table => ({
        ...table,
        columns: [{name: "day", type: "date", kind: "dimension", field: "orders.day"} as const],
      })),
    };
    const text = "select day from orders where day = current_date";
    const first = plans.plan(text, dated, OPTIONS);
    const options = {...OPTIONS, now: new Date("2024-05-02T00:00:00Z")};
    const next = plans.plan(text, dated, options);
    expect(first.dependsOnNow).toBe(true);
    expect(next).not.toEqual(first);
    expect(next).toEqual(planSql(text, dated, options));
  });
});
