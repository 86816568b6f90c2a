import {describe, expect, test} from "bun:test";
import {ServiceError} from "../../../shared/core/errors.ts";
import {type CompileContext, compile} from "../../../shared/semantic/compile.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import type {Query} from "../../../shared/semantic/query/query.ts";

const graph: Graph = {
  models: [
    {
      name: "orders",
      table: {name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "status", type: "string", column: "status"},
        {name: "placed_at", type: "timestamp", column: "placed_at"},
        {name: "due_on", type: "date", column: "due_on"},
        {name: "open", type: "boolean", column: "open"},
        {name: "extra", type: "json", column: "extra"},
        {name: "sizes", type: "json", items: "number", column: "sizes"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total_revenue", type: "sum", column: "amount"},
      ],
    },
    {
      name: "warehouses",
      table: {name: "warehouses"},
      primaryKey: ["id"],
      dimensions: [{name: "city", type: "string", column: "city"}],
      measures: [{name: "count", type: "count"}],
    },
    {
      name: "keyless",
      table: {name: "keyless"},
      dimensions: [{name: "note", type: "string", column: "note"}],
      measures: [{name: "count", type: "count"}],
    },
    {
      name: "parts",
      table: {name: "parts"},
      dimensions: [{name: "kind", type: "string", column: "kind"}],
    },
    {name: "island", table: {name: "island"}, dimensions: [{name: "tree", type: "string", column: "tree"}]},
  ],
  joins: [
    {
      name: "ship_from",
      from: "orders",
      to: "warehouses",
      relationship: "many_to_one",
      on: [{from: "a", to: "id"}],
    },
    {
      name: "ship_to",
      from: "orders",
      to: "warehouses",
      relationship: "many_to_one",
      on: [{from: "b", to: "id"}],
    },
    {from: "parts", to: "keyless", relationship: "many_to_one", on: [{from: "k", to: "id"}]},
  ],
};
const layer = buildLayer(graph);
const context: CompileContext = {
  dialect: "postgres",
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
};

function refusal(query: Query, of = layer): ServiceError {
  try {
    compile(of, query, context);
  } catch (fault) {
    if (fault instanceof ServiceError) return fault;
    throw fault;
  }
  throw new Error("the query was not refused");
}

function refusalOf(filter: Filter): ServiceError {
  return refusal({model: "orders", dimensions: ["orders.id"], filters: [filter]});
}

/** The code, the path of the first fault, and the message. */
function told(fault: ServiceError): {code: string; path: string | undefined; message: string} {
  return {code: fault.code, path: fault.details.errors?.[0]?.path, message: fault.message};
}

describe("missing names are refused with the nearest ones", () => {
  const cases: [string, Query, string, string, string][] = [
    ["a model", {model: "order", measures: ["orders.count"]}, "unknown_model", "/model", '"orders"'],
    [
      "a measure",
      {model: "orders", measures: ["orders.total_revenu"]},
      "unknown_field",
      "/measures/0",
      '"orders.total_revenue"',
    ],
    [
      "part of a name",
      {model: "orders", measures: ["orders.revenue"]},
      "unknown_field",
      "/measures/0",
      '"orders.total_revenue"',
    ],
    [
      "another spelling",
      {model: "orders", measures: ["orders.totalRevenue"]},
      "unknown_field",
      "/measures/0",
      '"orders.total_revenue"',
    ],
    [
      "a bare name",
      {model: "orders", dimensions: ["status"]},
      "unknown_field",
      "/dimensions/0",
      '"orders.status"',
    ],
    [
      "a grain",
      {model: "orders", dimensions: ["orders.placed_at.months"]},
      "unknown_field",
      "/dimensions/0",
      '"orders.placed_at.month"',
    ],
    [
      "a role",
      {model: "orders", dimensions: ["ship_form.city"]},
      "unknown_field",
      "/dimensions/0",
      '"ship_from.city"',
    ],
    [
      "a field of a role",
      {model: "orders", dimensions: ["ship_from.town", "ship_from.citty"]},
      "unknown_field",
      "/dimensions/0",
      '"ship_from.town" is not a field of model "warehouses"',
    ],
    [
      "a field in a filter",
      {
        model: "orders",
        measures: ["orders.count"],
        filters: [{or: [{field: "orders.statsu", op: "=", value: "x"}]}],
      },
      "unknown_field",
      "/filters/0/or/0/field",
      '"orders.status"',
    ],
    [
      "a column in the order",
      {model: "orders", measures: ["orders.count"], orderBy: ["orders.cuont desc"]},
      "invalid_order",
      "/orderBy/0",
      '"orders.count"',
    ],
  ];
  for (const [name, query, code, path, mentions] of cases) {
    test(name, () => {
      const fault = told(refusal(query));
      expect(fault.code).toBe(code);
      expect(fault.path).toBe(path);
      expect(fault.message).toContain(mentions);
    });
  }
});

test("all faults of conditions on other rows are reported at once, with their paths", () => {
  const fault = refusal({
    model: "warehouses",
    dimensions: ["warehouses.city"],
    filters: [
      {
        per: ["warehouses.citty", "warehouses.count"],
        field: "keyless.cuont",
        op: ">",
        value: 1,
        filters: [{field: "warehouses.count", op: ">", value: 1}],
      },
      {per: ["warehouses.city"], field: "warehouses.city", op: "=", value: "x"},
      {not: {some: "order", filters: [{field: "orders.id", op: "=", value: 1}]}},
      {or: [{none: "island"}, {some: "warehouses"}, {some: "orders"}]},
    ],
  });
  const errors = fault.details.errors ?? [];
  expect(errors.map(({path}) => path)).toEqual([
    "/filters/0/field",
    "/filters/0/per/0",
    "/filters/0/per/1",
    "/filters/0/filters/0",
    "/filters/1/field",
    "/filters/2/not/some",
    "/filters/3/or/0/none",
    "/filters/3/or/1/some",
    "/filters/3/or/2/some",
  ]);
  expect(errors[1]?.suggestions).toEqual(["warehouses.city"]);
  expect(errors[3]?.message).toContain('write {"per": […], "field": "warehouses.count", …}');
  expect(errors[5]?.suggestions).toEqual(["orders"]);
  expect(errors[7]?.message).toContain("the model whose rows are filtered here");
  expect(errors[8]?.message).toContain("in 2 ways");
});

test("all faults of calculations are reported at once, with their paths", () => {
  const fault = refusal({
    model: "orders",
    dimensions: ["orders.placed_at.month", "orders.due_on.month", "orders.status"],
    measures: ["orders.count"],
    calculations: [
      {name: "a.b", type: "rank", of: "orders.count", along: "orders.status"},
      {name: "share", type: "percent_of_total", of: "orders.cuont", within: ["orders.statsu"]},
      {name: "share", type: "difference", of: "orders.count"},
      {name: "smooth", type: "moving_average", of: "orders.count", along: "orders.due_on.month"},
      {
        name: "sum",
        type: "running_total",
        of: "orders.count",
        along: "orders.due_on.month",
        within: ["orders.status"],
      },
    ],
    filters: [
      {field: "shaer", op: ">", value: 1},
      {
        or: [
          {field: "share", op: ">", value: 1},
          {field: "orders.count", op: ">", value: 1},
        ],
      },
    ],
    orderBy: ["smoth"],
  });
  const errors = fault.details.errors ?? [];
  expect(errors.map(({path}) => path)).toEqual([
    "/calculations/0/name",
    "/calculations/0/along",
    "/calculations/1/of",
    "/calculations/1/within/0",
    "/calculations/2/name",
    "/calculations/2/along",
    "/calculations/3/count",
    "/calculations/4/within",
    "/filters/0/field",
    "/filters/1/or/1",
    "/orderBy/0",
  ]);
  expect(errors[2]?.suggestions).toEqual(["orders.count"]);
  expect(errors[5]?.allowed).toEqual(["orders.placed_at.month", "orders.due_on.month"]);
  expect(errors[7]?.message).toContain('or add "orders.placed_at.month"');
  expect(errors[8]?.suggestions).toEqual(["share"]);
  expect(errors[9]?.message).toContain(
    "one is a measure, which picks groups, and the other a calculation, which is computed from the groups",
  );
  expect(errors[10]?.suggestions).toEqual(["smooth"]);
});

test("along a measure or an earlier calculation only a running total can go", () => {
  const so = {type: "running_total", of: "orders.count"} as const;
  const fault = refusal({
    model: "orders",
    dimensions: ["orders.placed_at.month", "orders.status"],
    measures: ["orders.count"],
    calculations: [
      {name: "a", type: "difference", of: "orders.count", along: "orders.count"},
      {name: "b", ...so, along: "c"},
      {name: "c", ...so, along: "c"},
      {name: "d", ...so, along: "orders.status", direction: "asc"},
      {name: "e", ...so, along: "orders.cuont"},
      {name: "f", ...so, along: "orders.count", within: ["orders.statsu"]},
      {name: "g", type: "rank", of: "orders.count"},
      {name: "h", type: "first", of: "orders.count", along: "g"},
    ],
  });
  const errors = fault.details.errors ?? [];
  expect(errors.map(({path}) => path)).toEqual([
    "/calculations/0/along",
    "/calculations/1/along",
    "/calculations/2/along",
    "/calculations/3/direction",
    "/calculations/4/along",
    "/calculations/5/within/0",
    "/calculations/7/along",
  ]);
  expect(errors[0]?.message).toContain('and "orders.count" is a measure, whose values are not periods');
  expect(errors[0]?.allowed).toEqual(["orders.placed_at.month", "orders.status"]);
  expect(errors[1]?.message).toContain('"c" is computed after "b"');
  expect(errors[2]?.message).toContain('"c" is not computed before itself');
  expect(errors[3]?.message).toContain('Leave it out, or name a measure in "along"');
  expect(errors[4]?.suggestions).toEqual(["orders.count"]);
  expect(errors[6]?.message).toContain('"g" is a calculation');
});

test("all faults of a top are reported at once, with their paths", () => {
  const fault = refusal({
    model: "orders",
    dimensions: ["orders.placed_at.month", "orders.status"],
    measures: ["orders.count"],
    top: {
      dimension: "orders.placed_at.month",
      by: "orders.cuont",
      count: 3,
      within: ["orders.statsu", "orders.placed_at.month"],
      others: "Other",
    },
  });
  const errors = fault.details.errors ?? [];
  expect(errors.map(({path}) => path)).toEqual(["/top/by", "/top/within/0", "/top/within/1", "/top/others"]);
  expect(errors[0]?.suggestions).toEqual(["orders.count"]);
  expect(errors[1]?.suggestions).toEqual(["orders.status"]);
  expect(errors[3]?.message).toContain('is of type date: leave "others" out');
});

test("a top within each period is refused beside calculations and filled gaps, which would take a missing value for zero", () => {
  const query: Query = {
    model: "orders",
    dimensions: ["orders.placed_at.month", "orders.status"],
    measures: ["orders.count"],
    top: {dimension: "orders.status", by: "orders.count", count: 1, within: ["orders.placed_at.month"]},
  };
  const change = {name: "more", type: "difference", of: "orders.count"} as const;
  for (const one of [
    {...query, fillGaps: true},
    {...query, calculations: [change]},
  ]) {
    expect(told(refusal(one)).path).toBe("/top/within/0");
    expect(refusal(one).message).toContain('within which "top" chooses anew');
  }
});

test("calculations go along the periods of one dimension", () => {
  const fault = refusal({
    model: "orders",
    dimensions: ["orders.placed_at.month", "orders.due_on.month"],
    measures: ["orders.count"],
    calculations: [
      {name: "a", type: "difference", of: "orders.count", along: "orders.placed_at.month"},
      {name: "b", type: "difference", of: "orders.count", along: "orders.due_on.month"},
    ],
  });
  expect(told(fault).path).toBe("/calculations/1/along");
  expect(fault.message).toContain('"a" and "b" count the periods of two dimensions');
});

test.each(["orders.placed_at.month", "orders.placed_at.day_of_week"])(
  "a difference along days is refused beside %s, within which the first day has no day before",
  beside => {
    const ask = (type: "difference" | "running_total") => ({
      model: "orders",
      dimensions: ["orders.placed_at.day", beside, "orders.due_on.month"],
      measures: ["orders.count"],
      calculations: [{name: "a", type, of: "orders.count", along: "orders.placed_at.day"}],
    });
    const fault = refusal(ask("difference"));
    expect(told(fault).path).toBe("/calculations/0/along");
    expect(fault.message).toContain(`Leave "${beside}" out`);
    // A running total begins anew within each value of the other dimension.
    expect(() => compile(layer, ask("running_total"), context)).not.toThrow();
  },
);

test("a comparison is refused where no single span of numbers can be moved, and the message names the reason", () => {
  const month = {field: "orders.placed_at", op: "=", value: "2024-02"};
  const due = {field: "orders.due_on", op: "=", value: "2024-02"};
  const query: Query = {
    model: "orders",
    dimensions: ["orders.status"],
    measures: ["orders.count"],
    filters: [month],
    compare: {offset: {unit: "month", count: 1}},
  };
  const share = {name: "share", type: "percent_of_total", of: "orders.count"} as const;
  const onCount = {field: "orders.count", op: ">", value: 1};
  const refused: [Partial<Query>, string, string][] = [
    [{filters: []}, "/compare", "the query has no filter on a time"],
    [{filters: [month, due]}, "/filters/1", 'filters by two: "orders.placed_at" and "orders.due_on"'],
    [{filters: [{...month, op: ">="}]}, "/filters/0", "has no end"],
    [{filters: [{...month, op: "<"}]}, "/filters/0", "has no beginning"],
    [{filters: [{...month, op: "!="}]}, "/filters/0", "leaves several"],
    [{filters: [{or: [month, due]}]}, "/filters/0/or/0", 'is inside "or"'],
    [{measures: []}, "/compare", 'add one to "measures"'],
    [{calculations: [share]}, "/calculations", '"calculations" cannot be combined with "compare"'],
    [
      {subtotals: true, dimensions: ["orders.status", "orders.id"]},
      "/subtotals",
      '"subtotals" cannot be combined with "compare"',
    ],
    [{filters: [month, onCount], totals: true}, "/totals", "cover all groups"],
    [{dimensions: [{field: "orders.id", bin: {count: 3}}]}, "/dimensions/0/bin/count", "would differ"],
    [{dimensions: ["orders.placed_at.year_number"]}, "/dimensions/0", "differs between the two spans"],
    [{dimensions: ["orders.placed_at.week", "orders.placed_at.day"]}, "/compare/offset", "week, day"],
    [
      {
        dimensions: ["orders.placed_at.day"],
        top: {dimension: "orders.placed_at.day", by: "orders.count", count: 3},
      },
      "/top",
      'which "compare" moves',
    ],
  ];
  for (const [more, path, why] of refused) {
    const fault = told(refusal({...query, ...more}));
    expect([fault.path, fault.message]).toEqual([path, expect.stringContaining(why)]);
  }
});

test("subtotals are refused if there is nothing to sum up, and beside parts that have no meaning for them", () => {
  const dimensions = ["orders.status", "orders.placed_at.month"];
  const query: Query = {model: "orders", dimensions, measures: ["orders.count"], subtotals: true};
  const share = {name: "share", type: "percent_of_total", of: "orders.count"} as const;
  const refused: [Query, string][] = [
    [{...query, dimensions: ["orders.status"]}, 'ask for "totals" instead'],
    [{...query, measures: []}, 'add one to "measures"'],
    [{...query, calculations: [share]}, 'does not go with "calculations"'],
    [{...query, fillGaps: true}, 'does not go with "fillGaps"'],
  ];
  for (const [one, why] of refused) {
    const {path, message} = told(refusal(one));
    expect([path, message]).toEqual(["/subtotals", expect.stringContaining(why)]);
  }
});

test("gaps are not filled beside the day of the week, because a missing day belongs to one weekday only", () => {
  const query = {
    dimensions: ["orders.placed_at.day", "orders.placed_at.day_of_week"],
    measures: ["orders.count"],
  };
  const fault = refusal({model: "orders", ...query, fillGaps: true});
  expect(told(fault).path).toBe("/fillGaps");
  expect(fault.message).toContain('Leave "orders.placed_at.day_of_week" out');
  const due = ["orders.placed_at.day", "orders.due_on.day_of_week"];
  expect(() =>
    compile(layer, {model: "orders", dimensions: due, measures: ["orders.count"], fillGaps: true}, context),
  ).not.toThrow();
});

describe("metric_time beside the same time under its own name", () => {
  const fact = (name: string): Graph["models"][number] => ({
    name,
    table: {name},
    primaryKey: ["id"],
    time: "at",
    dimensions: [{name: "at", type: "timestamp", column: "at"}],
    measures: [{name: "count", type: "count"}],
  });
  const facts = buildLayer({
    models: [
      fact("sales"),
      {
        ...fact("returns"),
        measures: [
          {name: "count", type: "count"},
          {name: "share", type: "number", sql: "${count} / ${sales.count}"},
        ],
      },
    ],
    joins: [{from: "returns", to: "sales", relationship: "many_to_one", on: [{from: "sale_id", to: "id"}]}],
  });
  const both = ["metric_time.month", "sales.at.day"];
  const gain = (of: string, along: string, model = "sales"): Query => ({
    model,
    dimensions: both,
    measures: [of],
    calculations: [{name: "gain", type: "percent_change", of, along}],
  });

  test.each([
    ["sales.at.day", "metric_time.month"],
    ["metric_time.month", "sales.at.day"],
  ])("makes a change along %s beside %s refused", (along, beside) => {
    const fault = refusal(gain("sales.count", along), facts);
    expect(told(fault).path).toBe("/calculations/0/along");
    expect(fault.message).toContain(`Leave "${beside}" out`);
  });

  test("is another time for a fact with another time, and the same time for a measure of both facts", () => {
    expect(() =>
      compile(facts, gain("returns.count", "metric_time.month", "returns"), context),
    ).not.toThrow();
    expect(refusal(gain("returns.share", "metric_time.month", "returns"), facts).message).toContain(
      'Leave "sales.at.day" out',
    );
  });

  test("makes filled months beside a part of that time refused", () => {
    const query = {
      dimensions: ["metric_time.month", "sales.at.day_of_week"],
      measures: ["sales.count"],
      fillGaps: true,
    };
    const fault = refusal({model: "sales", ...query}, facts);
    expect(told(fault).path).toBe("/fillGaps");
    expect(fault.message).toContain('Leave "sales.at.day_of_week" out');
  });
});

test("dimensions of different rows form no groups", () => {
  const shared = buildLayer({
    models: ["a", "b", "c", "d"].map(name => ({
      name,
      table: {name},
      dimensions: [{name: "x", type: "string", column: "x"}],
      measures: [{name: "count", type: "count"}],
    })),
    joins: [
      ["b", "a"],
      ["c", "a"],
      ["d", "c"],
    ].map(([from = "", to = ""]) => ({
      from,
      to,
      relationship: "many_to_one",
      on: [{from: to, to: "id"}],
    })),
  });
  const refused = (per: string[]) => {
    const filters = [{per, field: "a.count", op: ">", value: 1}];
    return refusal({model: "a", measures: ["a.count"], filters}, shared);
  };
  const beside = refused(["b.x", "c.x"]);
  expect(told(beside).path).toBe("/filters/0/per/1");
  expect(beside.message).toContain(
    '"b.x" and "c.x" belong to different rows on many sides, so that no row has both',
  );
  // The dimension behind most steps to many decides, wherever it is named.
  const deeper = refused(["b.x", "d.x", "c.x"]);
  expect(told(deeper).path).toBe("/filters/0/per/0");
  expect(deeper.message).toContain('"d.x" and "b.x" belong to different rows on many sides');
});

test("all faults of a query are reported at once, with their paths", () => {
  const fault = refusal({
    model: "orders",
    timezone: "Mars/Olympus",
    dimensions: ["orders.statsu", "orders.id", "orders.id"],
    measures: ["orders.cuont"],
    filters: [
      {field: "orders.status", op: "like", value: "x"},
      {
        or: [
          {field: "orders.id", op: "=", value: "many"},
          {field: "orders.nope", op: "=", value: 1},
        ],
      },
    ],
    orderBy: ["orders.status up"],
  });
  expect(fault.details.errors?.map(({path}) => path)).toEqual([
    "/timezone",
    "/dimensions/0",
    "/measures/0",
    "/dimensions/2",
    "/filters/0/op",
    "/filters/1/or/0/value",
    "/filters/1/or/1/field",
    "/orderBy/0",
  ]);
  expect(fault.details.errors?.[1]?.suggestions).toContain("orders.status");
  expect(fault.code).toBe("invalid_request");
  expect(fault.message).toContain("Mars/Olympus");
  expect(fault.message).toContain("7 more faults");
});

test("a field of a fact with several named joins to the query's model is refused, with the fact to query instead", () => {
  const fault = told(refusal({model: "warehouses", dimensions: ["orders.status"]}));
  expect(fault.code).toBe("ambiguous_join_path");
  expect(fault.message).toContain('Query the model "orders" instead');
  expect(fault.message).toContain('"ship_from", "ship_to"');
});

test("a field of a joined model is suggested under that model's roles", () => {
  const fault = refusal({model: "orders", dimensions: ["orders.city"]});
  expect(fault.details.errors?.[0]?.suggestions).toEqual(["ship_to.city", "ship_from.city"]);
});

test("a bare name of a joined model's field is offered under each role", () => {
  const fault = refusal({model: "orders", dimensions: ["city"]});
  expect(fault.details.errors?.[0]?.suggestions).toEqual(["ship_to.city", "ship_from.city"]);
});

describe("an invalid name or value is refused with a valid one", () => {
  test("a measure among the dimensions", () => {
    expect(told(refusal({model: "orders", dimensions: ["orders.count"]})).message).toContain(
      'under "measures"',
    );
  });
  test("a dimension among the measures", () => {
    expect(told(refusal({model: "orders", measures: ["orders.status"]})).message).toContain(
      'under "dimensions"',
    );
  });
  test.each([
    ["sum(orders.total_revenue)", ["orders.total_revenue"]],
    ["COUNT(*)", []],
    ["avg( total_revenue )", ["orders.total_revenue"]],
  ])("SQL among the measures: %s", (measure, suggestions) => {
    const fault = refusal({model: "orders", measures: [measure]});
    expect(fault.message).toContain("is an expression, and a query names fields: ask for a measure");
    expect(fault.details.errors?.[0]?.suggestions).toEqual(suggestions);
  });
  test("nulls first, and a direction before a name", () => {
    const asked = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    expect(refusal({...asked, orderBy: ["orders.status desc nulls first"]}).message).toContain("always last");
    const fault = refusal({...asked, orderBy: ["-orders.count"]});
    expect(fault.details.errors?.[0]?.suggestions).toEqual(["orders.count desc"]);
  });
  test("a query of nothing", () => {
    expect(told(refusal({model: "orders"})).code).toBe("invalid_request");
  });
  test("a field that is named twice", () => {
    expect(told(refusal({model: "orders", measures: ["orders.count", "orders.count"]})).path).toBe(
      "/measures/1",
    );
  });
  test("a grain of a field that is no time", () => {
    expect(told(refusal({model: "orders", dimensions: ["orders.status.month"]})).message).toContain(
      "has no grains",
    );
  });
  test("fiscal periods in a layer that does not define when they begin", () => {
    const query = {model: "orders", dimensions: ["orders.placed_at.fiscal_year"]};
    expect(told(refusal(query)).message).toContain('"fiscalYearStart"');
    expect(refusal(query).details.errors?.[0]?.allowed).not.toContain("fiscal_year");
  });
  test("a period that is missing in the calendar, and windows and cohorts by a calendar period", () => {
    const days: Graph["models"][number] = {
      name: "days",
      table: {name: "days"},
      dimensions: [
        {name: "day", type: "date", column: "day"},
        {name: "season", type: "string", column: "season"},
      ],
      calendar: {day: "day", grains: ["season"]},
    };
    const [orders] = graph.models;
    const rolling = {dimension: "placed_at", window: {unit: "day", count: 7}} as const;
    const measures = [...(orders?.measures ?? []), {name: "week", type: "count", rolling} as const];
    const layer = buildLayer({models: [{...orders!, measures}, days]});
    const ask = (query: Omit<Query, "model">) => () => compile(layer, {model: "orders", ...query}, context);
    expect(ask({dimensions: ["orders.placed_at.seasn"]})).toThrow('Did you mean "orders.placed_at.season"?');
    expect(ask({dimensions: ["orders.placed_at.season"], measures: ["orders.week"]})).toThrow(
      'whose windows do not work with "season" of the layer\'s calendar: group by "orders.placed_at.day"',
    );
    const beside = ["orders.placed_at.day", "orders.placed_at.season"];
    expect(ask({dimensions: beside, measures: ["orders.week"]})).toThrow(
      'with a calculation such as "running_total"',
    );
    const filters = [{field: "orders.placed_at.season", op: "=", value: "winter"}];
    expect(ask({dimensions: ["orders.placed_at.day"], measures: ["orders.week"], filters})).toThrow(
      "whose filters must then be one span of time each",
    );
    const retention = {entity: "orders.id", grain: "month", time: "orders.placed_at"} as const;
    expect(ask({retention, filters})).toThrow("nor a part of it or a period of the calendar");
  });
  test("metric_time if a model has no time, without a grain, or at a grain that the time does not have", () => {
    const [orders, ...others] = graph.models;
    const layer = buildLayer({...graph, models: [{...orders!, time: "due_on"}, ...others]});
    const ask = (query: Partial<Query>) => () => compile(layer, {model: "orders", ...query}, context);
    const measures = ["orders.count"];
    expect(ask({dimensions: ["metric_time.month"], measures})).not.toThrow();
    expect(ask({dimensions: ["metric_time"], measures})).toThrow("Ask for it at a grain");
    expect(ask({dimensions: ["metric_time.hour"], measures})).toThrow('asks for the grain "hour"');
    expect(ask({dimensions: ["metric_time.mnth"], measures})).toThrow('is not a grain of "metric_time');
    expect(ask({model: "keyless", dimensions: ["metric_time.month"], measures: ["keyless.count"]})).toThrow(
      'the model "keyless" declares none',
    );
    const place = (query: Partial<Query>) => {
      try {
        compile(layer, {model: "keyless", measures: ["keyless.count"], ...query}, context);
      } catch (fault) {
        return fault instanceof ServiceError ? told(fault).path : undefined;
      }
    };
    expect(place({dimensions: ["keyless.note", "metric_time.month"]})).toBe("/dimensions/1");
    expect(place({filters: [{field: "metric_time", op: "=", value: "2024"}]})).toBe("/filters/0/field");
    const per = ["metric_time.month"];
    expect(place({filters: [{per, field: "keyless.count", op: ">", value: 1}]})).toBe("/filters/0/per/0");
    expect(() =>
      compile(buildLayer(graph), {model: "orders", dimensions: ["metric_time.month"]}, context),
    ).toThrow("names no model or role");
  });
  test("a filter of a fiscal year by a day on which no fiscal year begins", () => {
    const layer = buildLayer({...graph, calendar: {fiscalYearStart: {month: 2}}});
    const filters = [{field: "orders.placed_at.fiscal_year", op: "=", value: "2024"}];
    expect(() => compile(layer, {model: "orders", measures: ["orders.count"], filters}, context)).toThrow(
      'the fiscal_year of "orders.placed_at.fiscal_year" that holds it is "2023-02-01"',
    );
  });
  test("an hour of a date", () => {
    const fault = refusal({model: "orders", dimensions: ["orders.due_on.hour"]});
    expect(fault.details.errors?.[0]?.allowed).toContain("day");
  });
  test("an unknown direction", () => {
    const fault = refusal({model: "orders", measures: ["orders.count"], orderBy: ["orders.count down"]});
    expect(fault.code).toBe("invalid_order");
    expect(fault.details.errors?.[0]?.allowed).toEqual(["asc", "desc"]);
  });
  test("an order by a dimension that is not selected", () => {
    const fault = refusal({model: "orders", measures: ["orders.count"], orderBy: ["orders.status"]});
    expect(fault.code).toBe("invalid_order");
  });
  for (const timezone of ["Mars/Olympus", "+02:00", "'; drop table x; --"]) {
    test(`the timezone ${timezone}`, () => {
      expect(told(refusal({model: "orders", measures: ["orders.count"], timezone})).path).toBe("/timezone");
    });
  }
});

describe("a missing or ambiguous join path is refused", () => {
  test("two roles of one model, with both named", () => {
    const fault = refusal({model: "orders", dimensions: ["warehouses.city"]});
    expect(fault.code).toBe("ambiguous_join_path");
    expect(fault.details.errors?.[0]?.suggestions).toEqual(["ship_from.city", "ship_to.city"]);
  });
  test.each<[Query, string]>([
    [{model: "orders", rows: true, dimensions: ["orders.id"]}, "city"],
    [{model: "orders", dimensions: ["orders.status"]}, "count"],
  ])("two roles of one model, if %j is ordered by a field of it", (query, name) => {
    const fault = refusal({...query, orderBy: [`warehouses.${name}`]});
    expect(fault.code).toBe("ambiguous_join_path");
    expect(told(fault).path).toBe("/orderBy/0");
    expect(fault.details.errors?.[0]?.suggestions).toEqual([`ship_from.${name}`, `ship_to.${name}`]);
  });
  test("two joins back to one fact, with the model to query instead", () => {
    const fault = refusal({model: "warehouses", dimensions: ["warehouses.city"], measures: ["orders.count"]});
    expect(fault.code).toBe("ambiguous_join_path");
    expect(fault.message).toContain('Query the model "orders"');
  });
  test("two roles of which fields are compared, for a measure of their model", () => {
    const filters: Filter[] = [{field: "ship_from.city", op: "!=", other: "ship_to.city"}];
    const fault = refusal({model: "orders", measures: ["warehouses.count"], filters});
    expect(fault.code).toBe("ambiguous_join_path");
  });
  test("a model to which no join leads", () => {
    const fault = refusal({model: "orders", dimensions: ["island.tree"]});
    expect(fault.code).toBe("no_join_path");
    expect(fault.message).toContain('Query the model "island"');
  });
  test("a filtered fan-out of a model without a key", () => {
    const split = {model: "keyless", dimensions: ["parts.kind"], measures: ["keyless.count"]};
    const fault = refusal({...split, filters: [{field: "parts.kind", op: "=", value: "a"}]});
    expect(fault.code).toBe("invalid_request");
    expect(fault.message).toContain('Give the model "keyless" a "primaryKey"');
  });
});

describe("invalid filters are refused", () => {
  const cases: [string, Filter, string, string][] = [
    [
      "an unknown operator",
      {field: "orders.status", op: "like", value: "x"},
      "/filters/0/op",
      "is not an operator",
    ],
    [
      "an operator of another type",
      {field: "orders.id", op: "contains", value: 1},
      "/filters/0/op",
      "of type number",
    ],
    ["json compared", {field: "orders.extra", op: "=", value: "{}"}, "/filters/0/op", "of type json"],
    [
      "a search in a document",
      {field: "orders.extra", op: "has", value: "a"},
      "/filters/0/op",
      'Arrays have it where the layer says with "items" what they hold',
    ],
    [
      "arrays compared",
      {field: "orders.sizes", op: "in", value: [1]},
      "/filters/0/op",
      '"in" does not go with "orders.sizes", which is an array of numbers',
    ],
    [
      "a search in a text as in an array",
      {field: "orders.status", op: "has", value: "a"},
      "/filters/0/op",
      "of type string",
    ],
    [
      "several values for an operator that takes one",
      {field: "orders.sizes", op: "has", value: [1, 2]},
      "/filters/0/value",
      'For a list use "has_any" or "has_all"',
    ],
    [
      "a text in an array of numbers",
      {field: "orders.sizes", op: "has_none", value: [1, "large"]},
      "/filters/0/value/1",
      "is not a number",
    ],
    [
      "null in an array",
      {field: "orders.sizes", op: "hasAny", value: [null]},
      "/filters/0/value/0",
      "null equals nothing",
    ],
    [
      "a misspelt operator of arrays",
      {field: "orders.sizes", op: "has_al", value: [1]},
      "/filters/0/op",
      '"has_all"',
    ],
    ["null as a value", {field: "orders.status", op: "=", value: null}, "/filters/0/value", '"is_null"'],
    [
      "null in a list",
      {field: "orders.status", op: "in", value: ["a", null]},
      "/filters/0/value/1",
      '"is_null"',
    ],
    ["no value", {field: "orders.status", op: "="}, "/filters/0/value", "is missing"],
    [
      "a list for an operator that takes one value",
      {field: "orders.status", op: "=", value: ["a"]},
      "/filters/0/value",
      'use "in"',
    ],
    [
      "text for a number",
      {field: "orders.id", op: ">", value: "many"},
      "/filters/0/value",
      '"many" is not a number',
    ],
    [
      "a number beyond all doubles",
      {field: "orders.id", op: "<", value: "1e400"},
      "/filters/0/value",
      '"1e400" is out of range',
    ],
    [
      "a fraction that a double would round to zero",
      {field: "orders.id", op: "in", value: [0, "-0.5e-400"]},
      "/filters/0/value/1",
      "out of range",
    ],
    [
      "caseSensitive with an operator that always respects case",
      {field: "orders.status", op: "=", value: "x", caseSensitive: false},
      "/filters/0/caseSensitive",
      '"caseSensitive" goes with contains',
    ],
    [
      "an object for text",
      {field: "orders.status", op: "=", value: {a: 1}},
      "/filters/0/value",
      "is not a text",
    ],
    [
      "text for a boolean",
      {field: "orders.open", op: "=", value: "yes"},
      "/filters/0/value",
      "neither true nor false",
    ],
    [
      "an invalid day",
      {field: "orders.placed_at", op: ">", value: "2024-02-30"},
      "/filters/0/value",
      '"2024-03-15"',
    ],
    [
      "a time for a date",
      {field: "orders.due_on", op: ">", value: "2024-03-01T09:00"},
      "/filters/0/value",
      '"2024-03-01"',
    ],
    [
      "a month by a day that is not its first",
      {field: "orders.placed_at.month", op: "=", value: "2024-03-15"},
      "/filters/0/value",
      '"2024-03-01"',
    ],
    ["one value between", {field: "orders.id", op: "between", value: 3}, "/filters/0/value", "two values"],
    [
      "a period without a unit",
      {field: "orders.due_on", op: "in_past", value: 3},
      "/filters/0/value",
      '"unit"',
    ],
    [
      "an invalid unit",
      {field: "orders.due_on", op: "in_past", value: {unit: "hour", count: 1}},
      "/filters/0/value/unit",
      "one of day",
    ],
    [
      "a misspelt key",
      {field: "orders.due_on", op: "in_past", value: {unit: "day", count: 1, complete: true}},
      "/filters/0/value/complete",
      '"completed"',
    ],
    [
      "half a surrogate pair",
      {field: "orders.status", op: "=", value: "\ud800"},
      "/filters/0/value",
      "no warehouse stores",
    ],
    [
      "a null character",
      {field: "orders.status", op: "contains", value: "a\0b"},
      "/filters/0/value",
      "no warehouse stores",
    ],
  ];
  for (const [name, filter, path, mentions] of cases) {
    test(name, () => {
      const fault = told(refusalOf(filter));
      expect(fault.code).toBe("invalid_filter");
      expect(fault.path).toBe(path);
      expect(fault.message).toContain(mentions);
    });
  }

  test("a thousand nested filters", () => {
    let filter: Filter = {field: "orders.id", op: "=", value: 1};
    for (let i = 0; i < 1000; i++) filter = i % 2 === 0 ? {or: [filter]} : {and: [filter]};
    expect(told(refusalOf(filter)).message).toContain("20 deep");
  });
  test("a hundred thousand nested filters, which do not end the process", () => {
    let filter: Filter = {field: "orders.id", op: "=", value: 1};
    for (let i = 0; i < 100_000; i++) filter = {or: [filter]};
    expect(told(refusalOf(filter)).code).toBe("invalid_filter");
  });
  test("a thousand conditions side by side are accepted", () => {
    const filters: Filter[] = Array.from({length: 1000}, (_, i) => ({
      field: "orders.id",
      op: "!=",
      value: i,
    }));
    expect(() =>
      compile(layer, {model: "orders", measures: ["orders.count"], filters}, context),
    ).not.toThrow();
  });
  test("more conditions than a statement should hold", () => {
    const many: Filter[] = Array.from({length: 700}, (_, i) => ({field: "orders.id", op: "=", value: i}));
    expect(
      told(
        refusal({model: "orders", measures: ["orders.count"], filters: [{or: many}, {or: many}, {or: many}]}),
      ).code,
    ).toBe("invalid_filter");
  });
  test("a dimension and a measure in one or", () => {
    const fault = refusalOf({
      or: [
        {field: "orders.status", op: "=", value: "x"},
        {field: "orders.count", op: ">", value: 1},
      ],
    });
    expect(fault.message).toContain('"orders.count"');
    expect(fault.message).toContain('"orders.status"');
  });
});

test("a measure with two ways is refused, even if one way begins like the other", () => {
  const model = (name: string): Graph["models"][number] => ({
    name,
    table: {name},
    primaryKey: ["id"],
    dimensions: [{name: "name", type: "string", column: "name"}],
    measures: [{name: "count", type: "count"}],
  });
  const join = (from: string, to: string): NonNullable<Graph["joins"]>[number] => ({
    from,
    to,
    relationship: "many_to_one",
    on: [{from: `${to}_id`, to: "id"}],
  });
  const joins = [
    join("sales", "stores"),
    join("sales", "regions"),
    join("stores", "regions"),
    join("regions", "countries"),
  ];
  const models = ["sales", "stores", "regions", "countries"].map(model);
  const query = {model: "sales", dimensions: ["regions.name"], measures: ["countries.count"]};
  // The countries of a region, or of the regions of the stores that sell to it.
  for (const ordered of [joins, joins.toReversed()]) {
    expect(() => compile(buildLayer({models, joins: ordered}), query, context)).toThrow(
      "in 2 ways. Name the one",
    );
  }
});

test("all faults of a funnel are reported at once, with their paths", () => {
  const fault = refusal({
    model: "orders",
    dimensions: ["orders.statsu"],
    measures: ["orders.count"],
    funnel: {
      entity: "orders.idd",
      steps: [
        {name: "first", model: "warehouses"},
        {name: "first", time: "orders.placed_at.month"},
        {model: "ordres"},
        {entity: "orders.id", filters: [{field: "orders.count", op: ">", value: 1}]},
        {entity: "orders.extra", time: "orders.due_on"},
      ],
      within: {unit: "hour", count: 2},
    },
    filters: [{field: "orders.total_revenue", op: ">", value: 1}],
    orderBy: ["funnel.entites", "orders.count"],
  });
  const errors = fault.details.errors ?? [];
  expect(errors.map(({path}) => path)).toEqual([
    "/dimensions/0",
    "/measures",
    "/filters/0",
    "/funnel/steps/1/name",
    "/funnel/steps/0/model",
    "/funnel/entity",
    "/funnel/steps/1/time",
    "/funnel/steps/2/model",
    "/funnel/steps/3/time",
    "/funnel/steps/3/filters/0",
    "/funnel/steps/4/entity",
    "/orderBy/0",
    "/orderBy/1",
  ]);
  expect(errors[5]?.suggestions).toEqual(["orders.id"]);
  expect(errors[7]?.suggestions).toEqual(["orders"]);
  expect(errors[8]?.allowed).toEqual(["orders.placed_at", "orders.due_on"]);
  expect(errors[11]?.suggestions).toEqual(["funnel.entities"]);
});

test("an invalid entity is reported once, and not for each step", () => {
  const steps = [{}, {time: "orders.due_on"}, {time: "orders.due_on"}];
  const fault = refusal({model: "orders", funnel: {entity: "orders.idd", steps}});
  const paths = fault.details.errors?.map(({path}) => path);
  expect(paths?.filter(path => path === "/funnel/entity")).toHaveLength(1);
});

test("missing names that the query itself uses are not suggested elsewhere", () => {
  const fault = refusal({
    model: "orders",
    dimensions: ["orders.statsu", "orders.id"],
    measures: ["orders.cuont", "orders.total_revenue"],
    calculations: [
      {name: "place", type: "rank", of: "orders.count"},
      {name: "gain", type: "difference", of: "orders.total_revenue"},
    ],
    top: {dimension: "orders.status", by: "orders.count", count: 1},
    orderBy: ["orders.status", "orders.statu"],
  });
  const errors = fault.details.errors ?? [];
  expect(errors.map(({path}) => path)).toEqual([
    "/dimensions/0",
    "/measures/0",
    "/top/dimension",
    "/calculations/0/of",
    "/calculations/1/along",
    "/orderBy/0",
    "/orderBy/1",
  ]);
  const offered = errors.slice(2).flatMap(({allowed = [], suggestions = []}) => [...allowed, ...suggestions]);
  expect(offered).toContain("orders.id");
  expect(offered).not.toContain("orders.statsu");
  expect(offered).not.toContain("orders.cuont");
});

test("a model that is several joins away is suggested for a misspelt name", () => {
  const stores = {name: "stores", table: {name: "stores"}, primaryKey: ["id"], dimensions: []};
  const far = buildLayer({
    models: [...graph.models, stores],
    joins: [
      ...(graph.joins ?? []),
      {from: "warehouses", to: "stores", relationship: "many_to_one", on: [{from: "s", to: "id"}]},
    ],
  });
  const ask = (some: string) => () =>
    compile(far, {model: "stores", measures: ["warehouses.count"], filters: [{some}]}, context);
  expect(ask("ordres")).not.toThrow('"orders"');
  expect(ask("warehuses")).toThrow('Did you mean "warehouses"?');
  const single = buildLayer({
    models: [...graph.models, stores],
    joins: [
      {from: "orders", to: "warehouses", relationship: "many_to_one", on: [{from: "a", to: "id"}]},
      {from: "warehouses", to: "stores", relationship: "many_to_one", on: [{from: "s", to: "id"}]},
    ],
  });
  expect(() =>
    compile(single, {model: "stores", measures: ["warehouses.count"], filters: [{none: "ordres"}]}, context),
  ).toThrow('Did you mean "orders"?');
});

test("more than fifty nested statements of filters are refused, however they are nested", () => {
  const some: Filter[] = Array.from({length: 51}, () => ({some: "ship_from"}));
  const per: Filter = {
    per: ["orders.id"],
    field: "orders.count",
    op: ">",
    value: 1,
    filters: some.slice(0, 50),
  };
  for (const filter of [{or: some}, per]) {
    expect(told(refusalOf(filter))).toMatchObject({code: "invalid_filter", path: "/filters"});
  }
  const filters = some.slice(0, 50);
  expect(() => compile(layer, {model: "orders", measures: ["orders.count"], filters}, context)).not.toThrow();
});

test("an invalid funnel or retention is refused", () => {
  const steps = [{time: "orders.due_on"}, {time: "orders.due_on"}];
  const funnel = {entity: "orders.id", steps};
  const retention = {entity: "orders.id", grain: "month", time: "orders.placed_at"} as const;
  const cases: [Query, string, string][] = [
    [
      {model: "orders", funnel: {...funnel, within: {unit: "hour", count: 2}}},
      "/funnel/within/unit",
      "has no hours",
    ],
    [{model: "orders", funnel, retention}, "/retention", "in a query of its own"],
    [{model: "orders", funnel, totals: true}, "/totals", "does not go with"],
    [{model: "keyless", funnel: {entity: "parts.kind", steps}}, "/funnel/entity", "many side"],
    [
      {
        model: "orders",
        funnel: {
          entity: "orders.id",
          steps: [steps[0] ?? {}, {entity: "orders.status", time: "orders.due_on"}],
        },
      },
      "/funnel/entity",
      "of type number in the first step and of type string",
    ],
    [
      {model: "orders", retention, filters: [{not: {field: "orders.placed_at", op: "=", value: "2024"}}]},
      "/filters/0/not",
      "says which first events count",
    ],
    [
      {model: "island", retention: {entity: "island.tree", grain: "day"}},
      "/retention/time",
      "no date or time of its own",
    ],
    [
      {model: "orders", measures: ["orders.count"], retention},
      "/measures",
      `in "retention": {"measures": […]}`,
    ],
  ];
  for (const [query, path, message] of cases) {
    const {errors = []} = refusal(query).details;
    const found = errors.find(error => error.message.includes(message));
    expect([message, found?.path]).toEqual([message, path]);
  }
});

test.each([
  ["t.ends  desc", "t.ends ", true],
  ["t.ends  ASC", "t.ends ", false],
  ["t.ends ", "t.ends ", false],
  ["t.plain   desc ", "t.plain", true],
  ["t.total desc", "t.total desc", false],
  ["t.total desc desc", "t.total desc", true],
])("the order %p means the column %p", (entry, name, descending) => {
  const columns = ["ends ", "plain", "total desc"];
  const layer = buildLayer({
    models: [
      {
        name: "t",
        table: {name: "t"},
        dimensions: columns.map(column => ({name: column, type: "string", column})),
      },
    ],
  });
  const dimensions = columns.map(column => `t.${column}`);
  const context = {
    dialect: "duckdb",
    timezone: "UTC",
    weekStart: "monday",
    attributes: {},
    now: new Date("2026-03-01T12:00:00Z"),
  } as const;
  const {sql} = compile(layer, {model: "t", dimensions, orderBy: [entry]}, context);
  const [, first = ""] = /order by\s+(.+?) nulls last/.exec(sql) ?? [];
  const place = String(dimensions.indexOf(name) + 1);
  const written = [`"${name}"`, `"column.${dimensions.indexOf(name)}"`, place];
  expect(written.flatMap(key => (descending ? [`${key} desc`] : [key, `${key} asc`]))).toContain(first);
});
