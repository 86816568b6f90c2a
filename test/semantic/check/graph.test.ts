import {describe, expect, test} from "bun:test";
import {Value} from "@sinclair/typebox/value";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";
import {Graph, type Model} from "../../../shared/semantic/layer/graph.ts";

function model(changes: Partial<Model>): Graph {
  return {
    models: [
      {
        name: "orders",
        table: {schema: "shop", name: "orders"},
        primaryKey: ["id"],
        dimensions: [
          {name: "status", type: "string", column: "status"},
          {name: "day", type: "date", column: "day"},
        ],
        measures: [{name: "count", type: "count"}],
        ...changes,
      },
    ],
  };
}

const CATALOG = new Map([["shop.orders", ["id", "status", "day", "amount"]]]);

function faults(graph: Graph, catalog?: Map<string, string[]>): string[] {
  return checkGraph(graph, catalog).map(({path, message}) => `${path}: ${message}`);
}

describe("the check of a graph names", () => {
  test("no fault of a sound graph", () => {
    expect(faults(model({}), CATALOG)).toEqual([]);
  });
  test("two models or two fields of one name", () => {
    const [orders] = model({measures: [{name: "status", type: "count"}]}).models;
    expect(faults({models: [orders!, orders!]})).toEqual([
      '/models/0/measures/0/name: Model "orders" has two fields "status". Names are shared by dimensions and measures.',
      '/models/1/name: There are two models "orders". Rename one.',
      '/models/1/measures/0/name: Model "orders" has two fields "status". Names are shared by dimensions and measures.',
    ]);
  });
  test("names that are empty, longer than 128 characters, or have a dot or a control character, and no others", () => {
    const named = (name: string) => {
      const graph = model({name, dimensions: [{name, type: "string", column: "status"}]});
      const fits = Value.Check(Graph, graph);
      return {fits, faults: faults(graph).map(fault => fault.split(":")[0])};
    };
    for (const name of ["", "a.b", "a\nb", "a\0", "\u007f", "x".repeat(129)])
      expect(named(name)).toEqual({fits: false, faults: ["/models/0/name", "/models/0/dimensions/0/name"]});
    for (const name of ["x", "x".repeat(128), "Ünïcode", "with blanks", "a-b", '"quoted"', "1"])
      expect(named(name)).toEqual({fits: true, faults: []});
    const cases = ["status", "Status"].map(name => ({name, type: "string", column: "status"}) as const);
    expect(faults(model({dimensions: cases}))).toEqual([]);
  });
  test("a conversion's missing fields, fields of the wrong type, and missing or superfluous properties", () => {
    const [orders] = model({
      measures: [
        {name: "number", type: "count"},
        {name: "least", type: "min", column: "amount"},
        {
          name: "fine",
          type: "conversion",
          conversion: {measure: "orders.number", entity: "status", time: "day"},
        },
        {
          name: "typo",
          type: "conversion",
          conversion: {measure: "orders.numbr", entity: "status", time: "day"},
        },
        {
          name: "end",
          type: "conversion",
          conversion: {measure: "orders.least", entity: "iid", time: "status"},
        },
        {name: "bare", type: "conversion", column: "id"},
        {
          name: "mixed",
          type: "count",
          conversion: {
            measure: "orders.number",
            entity: {base: "status", conversion: "day"},
            time: "day.month",
          },
        },
      ],
    }).models;
    expect(checkGraph({models: [orders!]}).map(({path}) => path.replace("/models/0/measures", ""))).toEqual([
      "/5/conversion",
      "/5/column",
      "/6/conversion",
      "/3/conversion/measure",
      "/4/conversion/measure",
      "/4/conversion/entity",
      "/4/conversion/time",
      "/6/conversion/entity",
    ]);
  });
  test("a measure's condition on a field that does not belong to one row of another model", () => {
    const [orders] = model({
      measures: [
        {name: "fine", type: "count", where: "${buyer.country} = 'DE'"},
        {name: "many", type: "count", where: "${items.sku} = 'pen'"},
        {name: "typo", type: "count", where: "${buyer.contry} = 'DE'"},
        {name: "grain", type: "count", where: "${buyer.since.month} is null"},
        {name: "measured", type: "count", where: "${buyer.number} > 1"},
        {name: "summed", type: "sum", sql: "${buyer.country}"},
      ],
    }).models;
    const other = (name: string, dimensions: Model["dimensions"]) => ({name, table: {name}, dimensions});
    const buyers: Model = {
      ...other("people", [
        {name: "country", type: "string", column: "country"},
        {name: "since", type: "date", column: "since"},
      ]),
      measures: [{name: "number", type: "count"}],
    };
    const on = [{from: "a", to: "b"}];
    const found = faults({
      models: [orders!, buyers, other("items", [{name: "sku", type: "string", column: "sku"}])],
      joins: [
        {name: "buyer", from: "orders", to: "people", relationship: "many_to_one", on},
        {from: "items", to: "orders", relationship: "many_to_one", on},
      ],
    });
    expect(found).toEqual([
      '/models/0/measures/1/where: "where" of "orders.many" uses "items.sku", which lies on a to-many side; only many-to-one and one-to-one joins can be used.',
      expect.stringContaining('Did you mean "buyer.country"?'),
      '/models/0/measures/3/where: "where" of "orders.grain" names "buyer.since.month" at a grain. Refer to the dimension itself, and truncate it in SQL.',
      '/models/0/measures/4/where: "where" of "orders.measured" uses "buyer.number", which is a measure; it must be a dimension.',
      '/models/0/measures/5/sql: "${buyer.country}" is not a dimension of model "orders".',
    ]);
  });
  test("the type of the items of a field that is no array", () => {
    const found = faults(
      model({
        dimensions: [
          {name: "day", type: "date", column: "day"},
          {name: "status", type: "string", items: "string", column: "status"},
          {name: "fine", type: "json", items: "string", column: "status"},
        ],
      }),
    );
    expect(found).toEqual([
      '/models/0/dimensions/1/items: Dimension "orders.status" has "items", which go with arrays: columns or "sql" of the type "json", without a "path".',
    ]);
  });
  test("a path without a column, in a field of a type that JSON lacks, or with a key that could end the path", () => {
    const at = (path: (string | number)[], type: "string" | "json" | "timestamp" = "string") =>
      ({name: `d${path.length}${type}`, type, column: "status", path}) as const;
    const {column: _, ...nowhere} = at(["a", "b", "c", "d"]);
    const found = faults(
      model({
        dimensions: [
          {name: "day", type: "date", column: "day"},
          at(["fine", 0, "it's $.x[*] -- ? '"]),
          at(["a"], "timestamp"),
          at(['a"b', "a\\b"]),
          {...nowhere, sql: "status"},
        ],
      }),
    );
    expect(found).toEqual([
      '/models/0/dimensions/2/path: Dimension "orders.d1timestamp" is of type "timestamp", and a "path" gives a string, number, boolean, date. Convert it with "sql" over a dimension that has the path.',
      '/models/0/dimensions/3/path/0: The key "a\\"b" holds the character "\\"", which not every engine can look up. Read it with "sql".',
      '/models/0/dimensions/3/path/1: The key "a\\\\b" holds the character "\\\\", which not every engine can look up. Read it with "sql".',
      '/models/0/dimensions/4/path: Dimension "orders.d4string" has a "path", which leads into the JSON of a "column": give it one.',
    ]);
  });
  test("a percentile's method on another measure", () => {
    const measures = [{name: "m", type: "median", column: "amount", method: "discrete"}] as const;
    expect(faults(model({measures: [...measures]}))).toEqual([
      '/models/0/measures/0/method: Measure "orders.m" has "method" but is of type "median". Make it of type "percentile".',
    ]);
  });
  test("a validity by a field that is missing or no time, or of a one-to-one join", () => {
    const graph = model({});
    graph.models.push({
      name: "prices",
      table: {name: "prices"},
      dimensions: [
        {name: "since", type: "date", column: "since"},
        {name: "name", type: "string", column: "name"},
      ],
    });
    const on = [{from: "sku", to: "sku"}];
    const join = {from: "orders", to: "prices", on} as const;
    const validity = {from: "since", to: "since", at: "orders.day"};
    graph.joins = [
      {...join, name: "a", relationship: "many_to_one", validity},
      {...join, name: "b", relationship: "many_to_one", validity: {from: "snce", to: "name", at: "status"}},
      {...join, name: "c", relationship: "one_to_one", validity},
      {...join, name: "d", relationship: "one_to_many", validity},
    ];
    expect(faults(graph)).toEqual([
      '/joins/1/validity/at: "validity" of the join names "status", which is of type string and must be a date or timestamp.',
      '/joins/1/validity/from: "validity" of the join names "snce", which is not a dimension of "prices" itself. Did you mean "since"?',
      '/joins/1/validity/to: "validity" of the join names "name", which is of type string and must be a date or timestamp.',
      expect.stringContaining('/joins/2/validity: A join with "validity" is many_to_one or one_to_many'),
      '/joins/3/validity/at: "validity" of the join names "orders.day", which is not a dimension of "prices" itself.',
      '/joins/3/validity/from: "validity" of the join names "since", which is not a dimension of "orders" itself.',
      '/joins/3/validity/to: "validity" of the join names "since", which is not a dimension of "orders" itself.',
    ]);
  });
  test("columns and tables that the warehouse does not have, with the nearest names", () => {
    const graph = model({
      primaryKey: ["idd"],
      dimensions: [{name: "s", type: "string", column: "statuss"}],
      measures: [{name: "t", type: "sum", column: "amout"}],
    });
    expect(faults(graph, CATALOG)).toEqual([
      '/models/0/dimensions/0/column: Dimension "orders.s" names the column "statuss", which its table does not have. Did you mean "status"?',
      '/models/0/measures/0/column: Measure "orders.t" names the column "amout", which its table does not have. Did you mean "amount"?',
      '/models/0/primaryKey/0: The primary key of "orders" names the column "idd", which its table does not have. Did you mean "id"?',
    ]);
    expect(faults(model({table: {schema: "shop", name: "order"}}), CATALOG)[0]).toContain(
      'Did you mean "shop.orders"?',
    );
  });
  test("a dimension or a measure's condition that reads other rows", () => {
    const of = (sql: string) => faults(model({dimensions: [{name: "a", type: "number", sql}]}));
    const reason =
      "a window function (over) reads other rows, which a filter could leave out; compute it in the model's table, as a statement";
    expect(of("percent_rank() over (order by amount)")).toEqual([
      `/models/0/dimensions/0/sql: "sql" of Dimension "orders.a" is not one expression of a row: ${reason}.`,
    ]);
    expect(of("coalesce(max(amount), 0)")).toEqual([
      '/models/0/dimensions/0/sql: "sql" of Dimension "orders.a" is not one expression of a row: "max" aggregates rows; make a measure of it, or compute it in the model\'s table, as a statement.',
    ]);
    const where = faults(model({measures: [{name: "m", type: "count", where: "row_number() OVER () = 1"}]}));
    expect(where.join("\n")).toContain(
      `"where" of Measure "orders.m" is not one expression of a row: ${reason}.`,
    );
    for (const sound of ["over", "over + 1", "max(a, b)", "t.sum(a)", "list_sum(a)", '"sum"', "sum"]) {
      expect(of(sound)).toEqual([]);
    }
  });
  test("a field with both or neither of column and sql", () => {
    const found = faults(
      model({
        dimensions: [
          {name: "a", type: "string"},
          {name: "b", type: "string", column: "b", sql: "b"},
        ],
        measures: [{name: "c", type: "sum"}],
      }),
    );
    expect(found).toHaveLength(3);
  });
  test("joins to missing models, over missing columns, and with a role that is used twice", () => {
    const graph = model({});
    graph.joins = [
      {from: "orders", to: "custmers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
      {from: "orders", to: "orders", relationship: "many_to_one", on: [{from: "id", to: "id"}]},
      {name: "up", from: "orders", to: "orders", relationship: "many_to_one", on: [{from: "id", to: "id"}]},
      {name: "up", from: "orders", to: "orders", relationship: "many_to_one", on: [{from: "day", to: "idd"}]},
    ];
    const found = checkGraph(graph, CATALOG).map(({path}) => path);
    expect(found).toEqual([
      "/joins/0/on/0/from",
      "/joins/0/to",
      "/joins/1",
      "/joins/3/on/0/to",
      "/joins/3/name",
    ]);
  });
  test("references to missing fields, or to fields of the wrong kind", () => {
    const found = faults(
      model({
        dimensions: [
          {name: "status", type: "string", column: "status"},
          {name: "a", type: "string", sql: "${statu}"},
          {name: "b", type: "string", sql: "${count}"},
        ],
        measures: [
          {name: "count", type: "count"},
          {name: "c", type: "number", sql: "${status} / 2"},
          {name: "d", type: "number", sql: "${cuont} / 2"},
          {name: "e", type: "number", sql: "1 + 1"},
          {name: "f", type: "number", sql: "${count} / ${nowhere.count}"},
        ],
      }),
    );
    expect(found.map(fault => fault.split(":")[0])).toEqual([
      "/models/0/dimensions/1/sql",
      "/models/0/dimensions/2/sql",
      "/models/0/measures/1/sql",
      "/models/0/measures/2/sql",
      "/models/0/measures/3/sql",
      "/models/0/measures/4/sql",
    ]);
    expect(found[0]).toContain('Did you mean "status"?');
  });
  test("cycles of dimensions and of measures", () => {
    const found = faults(
      model({
        dimensions: [
          {name: "a", type: "number", sql: "${b} + 1"},
          {name: "b", type: "number", sql: "${a} + 1"},
        ],
        measures: [
          {name: "x", type: "number", sql: "${y} / 2"},
          {name: "y", type: "number", sql: "${orders.z} / 2"},
          {name: "z", type: "number", sql: "${x} / 2"},
        ],
      }),
    );
    expect(found).toHaveLength(5);
    expect(found[2]).toContain('"orders.x" → "orders.y" → "orders.z" → "orders.x"');
  });
  test("measures without the properties that their type requires", () => {
    const found = faults(
      model({
        measures: [
          {name: "p", type: "percentile", column: "amount"},
          {name: "q", type: "sum", column: "amount", percentile: 0.5},
          {name: "n", type: "sum", column: "amount", nonAdditive: {dimension: "dya", take: "last"}},
          {name: "r", type: "sum", column: "amount", rolling: {dimension: "status", window: "unbounded"}},
          {name: "o", type: "sum", column: "amount", offset: {dimension: "week", unit: "year", count: 1}},
          {
            name: "t",
            type: "sum",
            column: "amount",
            toDate: {dimension: "status", grain: "month"},
            rolling: {dimension: "status", window: "unbounded"},
          },
        ],
      }),
    );
    expect(found.map(fault => fault.split(":")[0])).toEqual([
      "/models/0/measures/0/percentile",
      "/models/0/measures/1/percentile",
      "/models/0/measures/2/nonAdditive/dimension",
      "/models/0/measures/3/rolling/dimension",
      "/models/0/measures/4/offset/dimension",
      "/models/0/measures/5/toDate",
      "/models/0/measures/5/rolling/dimension",
      "/models/0/measures/5/toDate/dimension",
    ]);
  });
  test("a derived measure that is moved although its inputs cannot be, or along different times", () => {
    const graph = model({
      measures: [
        {name: "count", type: "count"},
        {name: "month_ago", type: "count", offset: {dimension: "day", unit: "month", count: 1}},
        {name: "shipped_ago", type: "count", offset: {dimension: "shipped_on", unit: "month", count: 1}},
        {
          name: "followed",
          type: "conversion",
          conversion: {measure: "orders.count", entity: "status", time: "day"},
        },
        {name: "share", type: "number", sql: "${followed} / ${shipped_ago}"},
        {
          name: "twice_ago",
          type: "number",
          sql: "${month_ago} / ${count}",
          offset: {dimension: "day", unit: "year", count: 1},
        },
        {
          name: "unsound",
          type: "number",
          sql: "${share} + ${month_ago}",
          offset: {dimension: "day", unit: "year", count: 1},
        },
        {
          name: "unknown",
          type: "number",
          sql: "${share}",
          offset: {dimension: "dya", unit: "year", count: 1},
        },
        {name: "rolled", type: "number", sql: "${count}", rolling: {dimension: "day", window: "unbounded"}},
      ],
    });
    graph.models[0]?.dimensions.push({name: "shipped_on", type: "date", column: "shipped_on"});
    expect(faults(graph)).toEqual([
      expect.stringContaining('/models/0/measures/7/offset/dimension: "offset" of Measure "orders.unknown"'),
      '/models/0/measures/8/rolling: Measure "orders.rolled" is of type "number" and cannot have "rolling". Give it to the measures that it is computed from.',
      '/models/0/measures/6/offset: "orders.unsound" moves "orders.followed" in time, and conversions have no "offset": ask for the earlier period in a query of its own.',
      '/models/0/measures/6/offset: "orders.unsound" is windowed by both "orders.day" and "orders.shipped_on", which have no common list of periods: give "rolling", "toDate" and "offset" of a measure, and of the measures that it is computed from, the same dimension in the layer.',
    ]);
  });
  test("windows of hours along a date, or mixed with days or longer units", () => {
    const hours = {unit: "hour", count: 6} as const;
    const graph = model({
      measures: [
        {name: "count", type: "count"},
        {name: "sound", type: "count", rolling: {dimension: "at", window: hours}},
        {name: "of_days", type: "count", rolling: {dimension: "day", window: hours}},
        {
          name: "of_both",
          type: "count",
          rolling: {dimension: "at", window: hours},
          offset: {dimension: "at", unit: "day", count: 1},
        },
        {
          name: "moved",
          type: "number",
          sql: "${sound}",
          offset: {dimension: "at", to: "start", grain: "month"},
        },
        {name: "unknown", type: "count", offset: {dimension: "ta", ...hours}},
      ],
    });
    graph.models[0]?.dimensions.push({name: "at", type: "timestamp", column: "at"});
    const both =
      'counts in hours or minutes and in days or longer units: use only one of the two in "rolling" and "offset" of a measure, and of the measures that it is computed from, in the layer.';
    expect(faults(graph)).toEqual([
      expect.stringContaining("/models/0/measures/5/offset/dimension: "),
      '/models/0/measures/2/rolling: "orders.of_days" counts in hours or minutes and is windowed by "orders.day", which has only days: count in days, or use a timestamp in the layer.',
      `/models/0/measures/3/rolling: "orders.of_both" ${both}`,
      `/models/0/measures/4/offset: "orders.moved" ${both}`,
    ]);
  });
  test("windows along anything but a date over joins to one", () => {
    const graph = model({
      measures: [
        {name: "count", type: "count"},
        {name: "a", type: "count", rolling: {dimension: "days.day", window: "unbounded"}},
        {name: "b", type: "count", rolling: {dimension: "days.season", window: "unbounded"}},
        {name: "c", type: "count", offset: {dimension: "items.shipped_on", unit: "year", count: 1}},
        {name: "d", type: "count", offset: {dimension: "orders.count", unit: "year", count: 1}},
        {name: "e", type: "count", offset: {dimension: "days.dya", unit: "year", count: 1}},
      ],
    });
    graph.models.push(
      {
        name: "days",
        table: {name: "days"},
        dimensions: [
          {name: "day", type: "date", column: "day"},
          {name: "season", type: "string", column: "season"},
        ],
      },
      {
        name: "items",
        table: {name: "items"},
        dimensions: [{name: "shipped_on", type: "date", column: "shipped_on"}],
      },
    );
    graph.joins = [
      {from: "orders", to: "days", relationship: "many_to_one", on: [{from: "day", to: "day"}]},
      {from: "items", to: "orders", relationship: "many_to_one", on: [{from: "order_id", to: "id"}]},
    ];
    const found = faults(graph);
    expect(found.map(fault => fault.split(":")[0])).toEqual([
      "/models/0/measures/2/rolling/dimension",
      "/models/0/measures/3/offset/dimension",
      "/models/0/measures/4/offset/dimension",
      "/models/0/measures/5/offset/dimension",
    ]);
    expect(found[0]).toContain("of type string and must be a date or timestamp");
    expect(found[1]).toContain("lies on a to-many side");
    expect(found[2]).toContain("is a measure");
    expect(found[3]).toContain('Did you mean "days.day"?');
  });
  test("row access by a missing field, a measure, or a field on a many side", () => {
    const graph = model({
      rowAccess: [
        {dimension: "statu", attribute: "x"},
        {dimension: "count", attribute: "x"},
        {dimension: "items.sku", attribute: "x"},
      ],
    });
    graph.models.push({
      name: "items",
      table: {name: "items"},
      dimensions: [{name: "sku", type: "string", column: "sku"}],
    });
    graph.joins = [
      {from: "items", to: "orders", relationship: "many_to_one", on: [{from: "order_id", to: "id"}]},
    ];
    expect(checkGraph(graph).map(({path}) => path)).toEqual([
      "/models/0/rowAccess/0/dimension",
      "/models/0/rowAccess/1/dimension",
      "/models/0/rowAccess/2/dimension",
    ]);
  });
});

test("a model's own time must be a date or timestamp of the model", () => {
  expect(faults(model({time: "day"}))).toEqual([]);
  expect(faults(model({time: "dai"}))).toEqual([
    '/models/0/time: The "time" of model "orders" is "dai", which is not one of its dates or timestamps. Did you mean "day"?',
  ]);
  expect(faults(model({time: "status"}))[0]).toContain("which is not one of its dates or timestamps");
});

test("a calendar's day is a date, and its grains are dimensions whose names are no grains yet", () => {
  const calendar = {day: "status", grains: ["month", "seson"]};
  expect(faults(model({calendar}))).toEqual([
    '/models/0/calendar/day: The day of a calendar is a column of dates: "orders.status" is not.',
    '/models/0/calendar/grains/0: The calendar names "month", which is not a dimension of "orders".',
    '/models/0/calendar/grains/0: "month" is a grain of every time already. Give the dimension another name.',
    '/models/0/calendar/grains/1: The calendar names "seson", which is not a dimension of "orders".',
  ]);
  const days = {day: "day", grains: ["status"]};
  expect(faults(model({calendar: days}))).toEqual([]);
  const [one] = model({calendar: days}).models;
  expect(faults({models: [one!, {...one!, name: "days"}]})).toEqual([
    '/models/1/calendar: "days" and "orders" are both calendars, and a layer has one. Give all grains to one of them.',
  ]);
  const rowAccess = [{dimension: "orders.day.status", attribute: "status"}];
  expect(faults(model({calendar: days, rowAccess}))[0]).toContain("which is a grain");
});

test("fiscal periods need the month in which the fiscal year begins", () => {
  const graph = model({
    measures: [
      {name: "count", type: "count", toDate: {dimension: "day", grain: "fiscal_year"}},
      {name: "first", type: "count", offset: {dimension: "day", to: "start", grain: "fiscal_quarter"}},
    ],
  });
  expect(checkGraph(graph).map(({path}) => path)).toEqual([
    "/models/0/measures/0/toDate/grain",
    "/models/0/measures/1/offset/grain",
  ]);
  expect(faults({...graph, calendar: {fiscalYearStart: {month: 7}}})).toEqual([]);
});

describe("a fragment is one expression", () => {
  const refused = [
    "",
    "  ",
    "a; drop table b",
    "a;",
    "(select 1)",
    "1) from secrets where (1 = 1",
    "a -- comment",
    "a /* comment */",
    "a, b",
    "a as b",
    "a from b",
    "a where b",
    "a union all b",
    "'open",
    '"open',
    "(a",
    "a)",
    "$$text$$",
    "$1",
    "${open",
    "exists (select 1)",
    "(table secrets)",
    "(delete from secrets)",
    "drop table secrets",
    "(from secrets)",
    "(values (1))",
    "(with x as (a) b)",
    "e'it\\'s' || '; drop table b' || ''' ",
  ];
  for (const sql of refused) {
    test(`refused: ${sql}`, () => {
      expect(faults(model({dimensions: [{name: "a", type: "string", sql}]})).length).toBeGreaterThan(0);
    });
  }
  const taken = [
    "lower(status)",
    "case when status = 'a; b -- c' then 1 else 2 end",
    "cast(amount as numeric(10, 2)) * rate",
    "extract(year from day)",
    "substring(status from 1 for 3)",
    "status is distinct from 'x'",
    "\"select\" || '(' || '/*'",
    "amount::numeric / 100",
    "coalesce(payload ->> 'kind', 'none')",
    "sum_of(values)",
    "load / 2",
    "'it''s'",
    "e'it\\'s'",
    "trim(both ' ' from status)",
    "${day} > ${TABLE}.day",
    "count",
    "date '2024-01-01' + interval '1' day",
  ];
  for (const sql of taken) {
    test(`taken: ${sql}`, () => {
      expect(
        faults(
          model({
            dimensions: [
              {name: "day", type: "date", column: "day"},
              {name: "a", type: "string", sql},
            ],
          }),
        ),
      ).toEqual([]);
    });
  }
});

describe("a table's statement is one select", () => {
  for (const sql of [
    "",
    "drop table a",
    "select 1; select 2",
    "select 1;",
    "select (1",
    "select '",
    "delete from a",
  ]) {
    test(`refused: ${sql}`, () => {
      expect(faults(model({table: {sql}})).length).toBeGreaterThan(0);
    });
  }
  for (const sql of [
    "select * from a",
    "with a as (select 1) select * from a",
    "(select 1) union all (select 2)",
    "select 1 -- why",
  ]) {
    test(`taken: ${sql}`, () => {
      expect(faults(model({table: {sql}}))).toEqual([]);
    });
  }
});
