import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {compile, detail} from "../../../shared/semantic/compile.ts";
import type {DialectName} from "../../../shared/semantic/dialects/dialect.ts";
import type {Graph, Model} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {type Cell, type Engine, openEngines, type TestData} from "../engines.ts";
import {openMysql} from "../mysql-engine.ts";

let engines: Engine[] = [];
beforeAll(async () => {
  const url = mysqlUrl();
  engines = [...(await openEngines()), ...(url === undefined ? [] : [await openMysql(url)])];
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

interface Asked {
  graph: Graph;
  data: TestData;
  query: Query;
  attributes?: Record<string, string[]>;
}

/** The rows of a query and of its totals. Fails if the pasted statement gives other rows. */
async function ask(engine: Engine, {graph, query, attributes = {}}: Asked): Promise<Cell[][][]> {
  const layer = buildLayer(graph);
  const context = {
    dialect: engine.name,
    timezone: "UTC",
    weekStart: "monday",
    attributes,
    now: new Date("2024-03-15T12:00:00Z"),
  } as const;
  const compiled = compile(layer, {limit: 100, ...query}, context);
  const rows = await engine.run(compiled.sql, compiled.parameters);
  expect(await engine.run(detail(layer, {limit: 100, ...query}, context))).toEqual(rows);
  const {totals} = compiled;
  return totals === undefined ? [rows] : [rows, await engine.run(totals.sql, totals.parameters)];
}

/** The answers of every engine. */
async function answers(asked: Asked, only?: readonly DialectName[]): Promise<Cell[][][][]> {
  const found: Cell[][][][] = [];
  for (const engine of engines) {
    if (only !== undefined && !only.includes(engine.name)) continue;
    await engine.load(asked.data);
    found.push(await ask(engine, asked));
  }
  return found;
}

async function expectRows(asked: Asked, rows: Cell[][], totals?: Cell[][], only?: readonly DialectName[]) {
  const wanted = totals === undefined ? [rows] : [rows, totals];
  for (const found of await answers(asked, only)) expect(found).toEqual(wanted);
}

/** Expects every engine to refuse the statement, because a column in it does not exist. */
async function expectRefused(asked: Asked): Promise<void> {
  for (const engine of engines) {
    await engine.load(asked.data);
    const outcome = await ask(engine, asked).then(
      rows => `${engine.name} answered ${JSON.stringify(rows)}`,
      () => "refused",
    );
    expect(outcome).toBe("refused");
  }
}

function people(rule: string): Model {
  return {
    name: "people",
    table: {name: "people"},
    primaryKey: ["id"],
    dimensions: [
      {name: "name", type: "string", column: "name"},
      {name: "region", type: "string", column: "region"},
    ],
    measures: [{name: "count", type: "count"}],
    rowAccess: [{dimension: rule, attribute: "regions"}],
  };
}

/** Ann's boss is Bo, whose boss is Cy of the north; Dan's boss is Eve, whose boss is Flo of the south. */
const PEOPLE: TestData = {
  people: {
    columns: {id: "integer", boss_id: "integer", name: "text", region: "text"},
    rows: [
      [1, 2, "Ann", "x"],
      [2, 3, "Bo", "x"],
      [3, null, "Cy", "north"],
      [4, 5, "Dan", "x"],
      [5, 6, "Eve", "x"],
      [6, null, "Flo", "south"],
    ],
  },
  orders: {
    columns: {id: "integer", seller_id: "integer"},
    rows: [
      [1, 1],
      [2, 4],
    ],
  },
};

function led(roles: {boss: string; seller: string}, rule: string): Graph {
  return {
    models: [
      people(rule),
      {
        name: "orders",
        table: {name: "orders"},
        primaryKey: ["id"],
        dimensions: [{name: "id", type: "number", column: "id"}],
        measures: [{name: "count", type: "count"}],
      },
    ],
    joins: [
      {
        name: roles.boss,
        from: "people",
        to: "people",
        relationship: "many_to_one",
        on: [{from: "boss_id", to: "id"}],
      },
      {
        name: roles.seller,
        from: "orders",
        to: "people",
        relationship: "many_to_one",
        on: [{from: "seller_id", to: "id"}],
      },
    ],
  };
}

describe("a rule of row access applies to the guarded row, whatever the roles' names are", () => {
  const rows = [
    ["1", "Ann"],
    ["2", null],
  ];
  test.each([
    ["manager", "manager_2"],
    ["manager", "manager_1"],
    ["manager", "MANAGER"],
    ["Manager", "manager"],
    ["manager", "Manager_2"],
    ["manager_2", "manager"],
    ["manager", "t_2"],
    [`"`, `"_2`],
    ["`", "`_2"],
    ["\\", "\\_2"],
    [" a", " a_2"],
    ["a ", "a _2"],
    ["%", "%_2"],
    ["select", "select_2"],
    ["ß", "SS_2"],
    ["é", "É"],
    ["people_2", "people"],
    ["d0", "d0_2"],
    ["x".repeat(100), "x".repeat(101)],
    ["漢".repeat(30), `${"漢".repeat(30)}字`],
  ])("over two steps of %p, seen from %p", async (boss, seller) => {
    await expectRows(
      {
        graph: led({boss, seller}, `${boss}.${boss}.region`),
        data: PEOPLE,
        query: {model: "orders", dimensions: ["orders.id", `${seller}.name`]},
        attributes: {regions: ["north"]},
      },
      rows,
    );
  });

  test.each([
    ["manager", "manager_2"],
    ["parent", "Parent"],
    ["Parent", "parent"],
    ["x".repeat(100), "x".repeat(101)],
  ])("in a filter on %p behind %p", async (boss, seller) => {
    // The orders of people whom the caller may see.
    await expectRows(
      {
        graph: led({boss, seller}, `${boss}.${boss}.region`),
        data: PEOPLE,
        query: {
          model: "orders",
          dimensions: ["orders.id"],
          filters: [{field: `${seller}.name`, op: "is_not_null"}],
        },
        attributes: {regions: ["south"]},
      },
      [["2"]],
    );
  });
});

describe("tables that are joined under similar names stay apart", () => {
  test.each([
    ["Boss", "boss", "BOSS"],
    ["é", "É", "e"],
    ["x".repeat(90), "x".repeat(91), "x".repeat(92)],
    ["漢".repeat(22), `${"漢".repeat(22)}a`, `${"漢".repeat(22)}b`],
    ["t", "T", "t_2"],
    ["a", "a_a", "A_2"],
    ["d0", "D0", "d1"],
    ["branches", "facts_1", "picked_1"],
  ])("%p, %p and %p", async (first, second, third) => {
    const roles = [first, second, third];
    await expectRows(
      {
        graph: {
          models: [
            {
              name: "trips",
              table: {name: "trips"},
              primaryKey: ["id"],
              dimensions: [{name: "id", type: "number", column: "id"}],
              measures: [{name: "count", type: "count"}],
            },
            {
              name: "cities",
              table: {name: "cities"},
              primaryKey: ["id"],
              dimensions: [{name: "name", type: "string", column: "name"}],
              measures: [{name: "count", type: "count"}],
              rowAccess: [{dimension: "name", attribute: "names"}],
            },
          ],
          joins: roles.map((name, i) => ({
            name,
            from: "trips",
            to: "cities",
            relationship: "many_to_one" as const,
            on: [{from: `c${i}`, to: "id"}],
          })),
        },
        data: {
          trips: {
            columns: {id: "integer", c0: "integer", c1: "integer", c2: "integer"},
            rows: [
              [1, 1, 2, 3],
              [2, 3, 1, 2],
            ],
          },
          cities: {
            columns: {id: "integer", name: "text"},
            rows: [
              [1, "oslo"],
              [2, "rome"],
              [3, "bonn"],
            ],
          },
        },
        query: {
          model: "trips",
          dimensions: roles.map(role => `${role}.name`),
          measures: ["trips.count"],
          filters: [{field: "trips.count", op: ">=", value: 1}],
          totals: true,
        },
        attributes: {names: ["oslo", "rome"]},
      },
      [
        ["oslo", "rome", null, "1"],
        [null, "oslo", "rome", "1"],
      ],
      [["2"]],
    );
  });
});

/** A shop whose tables, columns and models have names that the compiler uses itself. */
function shop(names: {orders: string; items: string; ordersTable?: string; itemsTable?: string}): Asked {
  const {orders, items, ordersTable = orders, itemsTable = items} = names;
  return {
    graph: {
      models: [
        {
          name: orders,
          table: {name: ordersTable},
          primaryKey: ["id"],
          dimensions: [
            {name: "status", type: "string", column: "status"},
            {name: "on", type: "date", column: "placed"},
          ],
          measures: [
            {name: "count", type: "count"},
            {name: "amount", type: "sum", column: "amount"},
            {name: "running", type: "sum", column: "amount", rolling: {dimension: "on", window: "unbounded"}},
          ],
        },
        {
          name: items,
          table: {name: itemsTable},
          primaryKey: ["id"],
          dimensions: [{name: "sku", type: "string", column: "sku"}],
          measures: [{name: "pieces", type: "sum", column: "pieces"}],
        },
      ],
      joins: [{from: items, to: orders, relationship: "many_to_one", on: [{from: "order_id", to: "id"}]}],
    },
    data: {
      [ordersTable]: {
        columns: {id: "integer", status: "text", placed: "date", amount: "integer"},
        rows: [
          [1, "open", "2024-01-10", 5],
          [2, "paid", "2024-03-10", 7],
          [3, "paid", "2024-03-20", 11],
        ],
      },
      [itemsTable]: {
        columns: {id: "integer", order_id: "integer", sku: "text", pieces: "integer"},
        rows: [
          [1, 1, "apple", 1],
          [2, 2, "apple", 2],
          [3, 2, "pear", 3],
          [4, 3, "apple", 4],
        ],
      },
    },
    query: {model: orders},
  };
}

describe.each([
  ["groups_1", "periods_1"],
  ["facts_1", "picked_1"],
  ["FACTS_1", "Periods_1"],
  ["branches", "filled"],
  ["others", "ranked"],
  ["d0", "d1"],
  ["m0", "D0"],
  ["placed", "days"],
  ["orders 100%", `o"rd\\er's`],
  ["select", "from"],
])("a shop whose tables and models have the names %p and %p", (orders, items) => {
  const asked = shop({orders, items});

  test("adds up the measures of two facts in the same groups", async () => {
    await expectRows(
      {
        ...asked,
        query: {
          model: orders,
          dimensions: [`${orders}.status`],
          measures: [`${orders}.amount`, `${items}.pieces`],
        },
      },
      [
        ["open", "5", "1"],
        ["paid", "18", "9"],
      ],
    );
  });

  test("rolls along periods and fills those without rows", async () => {
    await expectRows(
      {
        ...asked,
        query: {model: orders, dimensions: [`${orders}.on.month`], measures: [`${orders}.running`]},
      },
      [
        ["2024-01-01", "5"],
        ["2024-02-01", "5"],
        ["2024-03-01", "23"],
      ],
    );
    await expectRows(
      {
        ...asked,
        query: {
          model: orders,
          dimensions: [`${orders}.on.month`],
          measures: [`${orders}.amount`],
          fillGaps: true,
        },
      },
      [
        ["2024-01-01", "5"],
        ["2024-02-01", null],
        ["2024-03-01", "18"],
      ],
    );
  });

  test("counts each order once beside its many items, and totals the groups that pass", async () => {
    await expectRows(
      {
        ...asked,
        query: {
          model: orders,
          dimensions: [`${items}.sku`],
          measures: [`${orders}.amount`],
          filters: [{field: `${orders}.count`, op: ">", value: 1}],
          totals: true,
        },
      },
      [["apple", "23"]],
      [["23"]],
    );
  });

  test("is filtered by a field on the many side", async () => {
    await expectRows(
      {
        ...asked,
        query: {
          model: orders,
          measures: [`${orders}.amount`],
          filters: [{field: `${items}.sku`, op: "=", value: "pear"}],
        },
      },
      [["7"]],
    );
  });
});

describe("a column that does not exist is not looked up in another table", () => {
  /** Stores and their sales, each with a row access rule over a column of its own table. */
  function stores(changes: {rule?: string; store?: string; table?: Model["table"]; sql?: string}): Graph {
    return {
      models: [
        {
          name: "stores",
          table: changes.table ?? {name: "stores"},
          primaryKey: ["id"],
          dimensions: [
            {name: "city", type: "string", column: changes.store ?? "city"},
            {name: "shown", type: "string", sql: changes.sql ?? "upper(city)"},
          ],
          measures: [{name: "count", type: "count"}],
          ...(changes.rule === undefined
            ? {}
            : {rowAccess: [{dimension: changes.rule, attribute: "values"}]}),
        },
        {
          name: "sales",
          table: {name: "sales"},
          primaryKey: ["id"],
          dimensions: [{name: "kind", type: "string", column: "kind"}],
          measures: [
            {name: "count", type: "count"},
            {name: "share", type: "number", sql: "${count} / m0"},
          ],
        },
      ],
      joins: [{from: "sales", to: "stores", relationship: "many_to_one", on: [{from: "store_id", to: "id"}]}],
    };
  }
  const data: TestData = {
    stores: {columns: {id: "integer", city: "text"}, rows: [[1, "rome"]]},
    sales: {
      columns: {id: "integer", store_id: "integer", kind: "text"},
      rows: [
        [1, 1, "web"],
        [2, 1, "web"],
      ],
    },
  };
  const attributes = {values: ["web"]};
  // Each of these columns is missing in its own table; the other table has a column of that name, with the value "web".
  const missing: [string, Graph, Query][] = [
    [
      "a rule on a joined table",
      stores({rule: "city", store: "kind"}),
      {model: "sales", dimensions: ["stores.shown"], measures: ["sales.count"]},
    ],
    [
      "a rule in a filter on it",
      stores({rule: "city", store: "kind"}),
      {model: "sales", measures: ["sales.count"], filters: [{field: "stores.shown", op: "is_not_null"}]},
    ],
    [
      "a dimension in a filter on it",
      stores({store: "kind"}),
      {model: "sales", measures: ["sales.count"], filters: [{field: "stores.city", op: "=", value: "web"}]},
    ],
    [
      "the statement of a joined table",
      stores({table: {sql: "select id, city from stores where kind = 'web'"}}),
      {model: "sales", dimensions: ["stores.city"], measures: ["sales.count"]},
    ],
    [
      "an alias that the compiler uses, in the statement of a joined table",
      stores({table: {sql: "select id, city from stores where sales.kind = 'web'"}}),
      {model: "sales", dimensions: ["stores.city"], measures: ["sales.count"]},
    ],
    [
      "an alias that the compiler uses, in an expression",
      stores({sql: "sales.kind"}),
      {model: "sales", dimensions: ["stores.shown"], measures: ["sales.count"]},
    ],
    [
      "a column that the compiler names, in an expression",
      stores({sql: "d0"}),
      {model: "sales", dimensions: ["stores.shown", "stores.city"], measures: ["sales.count"]},
    ],
    [
      "a column that the compiler names, in a derived measure",
      stores({}),
      {model: "sales", dimensions: ["sales.kind"], measures: ["sales.share", "stores.count"]},
    ],
  ];
  test.each(missing)("%s", async (_, graph, query) => {
    await expectRefused({graph, data, query, attributes});
  });

  test("a rule on the many side, in a filter", async () => {
    const graph = stores({});
    const [storesModel, sales] = graph.models;
    const hidden = {...sales!, dimensions: [{name: "kind", type: "string" as const, column: "city"}]};
    await expectRefused({
      graph: {
        ...graph,
        models: [storesModel!, {...hidden, rowAccess: [{dimension: "kind", attribute: "values"}]}],
      },
      data,
      query: {
        model: "stores",
        dimensions: ["stores.city"],
        filters: [{field: "sales.kind", op: "=", value: "rome"}],
      },
      attributes: {values: ["rome"]},
    });
  });
});

test("a column with the name of another table is not taken for that table's row", async () => {
  const [engine] = engines.filter(({name}) => name === "duckdb");
  if (engine === undefined) throw new Error("no DuckDB");
  const graph: Graph = {
    models: [
      {
        name: "customers",
        table: {name: "customers"},
        primaryKey: ["id"],
        dimensions: [{name: "name", type: "string", column: "name"}],
        measures: [{name: "count", type: "count"}],
        rowAccess: [{dimension: "orders_of.status", attribute: "statuses"}],
      },
      {
        name: "orders",
        table: {name: "orders"},
        primaryKey: ["id"],
        dimensions: [{name: "status", type: "string", column: "status"}],
        measures: [{name: "count", type: "count"}],
      },
    ],
    joins: [
      {
        name: "orders_of",
        from: "customers",
        to: "orders",
        relationship: "many_to_one",
        on: [{from: "first_order", to: "id"}],
      },
      {
        name: "buyer",
        from: "orders",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "customer_id", to: "id"}],
      },
    ],
  };
  const struct = "struct(id integer, first_order integer)";
  const data: TestData = {
    customers: {
      columns: {id: "integer", name: "text", first_order: "integer"},
      rows: [
        [1, "Ann", 1],
        [2, "Bo", 2],
      ],
    },
    orders: {
      columns: {id: "integer", customer_id: "integer", status: "text", customers: struct},
      rows: [
        [1, 1, "open", "{'id': 1, 'first_order': 1}"],
        [2, 2, "paid", "{'id': 2, 'first_order': 2}"],
      ],
    },
  };
  await engine.load(data);
  const attributes = {statuses: ["open"]};
  const byRule = {model: "customers", dimensions: ["customers.name"]};
  expect(await ask(engine, {graph, data, query: byRule, attributes})).toEqual([[["Ann"]]]);
  const open = {graph: {...graph, models: graph.models.map(({rowAccess: _, ...model}) => model)}, data};
  const byFilter = {...byRule, filters: [{field: "orders.status", op: "=", value: "paid"}]};
  expect(await ask(engine, {...open, query: byFilter})).toEqual([[["Bo"]]]);
});
