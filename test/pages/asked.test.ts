import {describe, expect, test} from "bun:test";
import {compileQuestion} from "../../api/client/pages/explore/compile-question.ts";
import type {Model} from "../../api/client/pages/explore/fields.ts";
import type {Groups} from "../../api/client/pages/explore/parts.ts";
import type {Question} from "../../api/client/pages/explore/question.ts";
import {readParts, writtenParts} from "../../api/client/pages/explore/written.ts";

const model: Model = {
  name: "orders",
  dimensions: [
    {name: "orders.placed_at", type: "timestamp", grains: ["day", "month"]},
    {name: "orders.amount", type: "number"},
    {name: "customers.name", type: "string", label: "Name vs. alias"},
  ],
  measures: [
    {name: "orders.count", type: "number"},
    {name: "refunds.count", type: "number"},
  ],
};
const nothing: Question = {
  model: "orders",
  projectId: "proj_1",
  dimensions: [],
  measures: [],
  orderBy: [],
  limit: 500,
  top: undefined,
  type: undefined,
  config: undefined,
  ...readParts(new URLSearchParams()),
};
const ask = (question: Partial<Question>) => compileQuestion({...nothing, ...question}, model, []);

describe("the query of a question on the page", () => {
  test("has unique names without dots", () => {
    const per: Groups = {agg: "median", per: "customers.name", beside: false};
    const {query} = ask({
      measures: ["orders.count", "refunds.count"],
      dimensions: ["orders.placed_at.month"],
      groups: new Map([
        ["orders.count", per],
        ["refunds.count", {...per, agg: "count"}],
      ]),
      calculations: [
        {type: "rank", of: "per orders.count", by: "", count: undefined},
        {type: "rank", of: "per orders.count", by: "", count: undefined},
      ],
    });
    const names = [...query.measures, ...(query.calculations ?? [])].map(entry =>
      typeof entry === "string" ? entry : entry.name,
    );
    expect(names).toEqual([
      "Median of Count per Name vs  alias",
      "Number of Name vs  alias",
      "Rank of median of Count per Name vs  alias",
      "Rank of median of Count per Name vs  alias 2",
    ]);
  });

  test("omits options that do not apply to the selection", () => {
    const {query} = ask({
      dimensions: ["customers.name"],
      subtotals: true,
      compare: {unit: "month", sameDays: true},
      calculations: [{type: "rank", of: "orders.count", by: "", count: undefined}],
      top: {count: 5, isLeast: true},
      orderBy: ["orders.count@change desc"],
      bins: new Map([["orders.amount", {width: 5}]]),
    });
    expect(query).toEqual({
      model: "orders",
      projectId: "proj_1",
      dimensions: ["customers.name"],
      measures: [],
      filters: [],
      orderBy: [],
      limit: 500,
    });
  });

  test("names a binned column in the same way everywhere", () => {
    const {query, type} = ask({
      dimensions: ["orders.amount"],
      measures: ["orders.count"],
      bins: new Map([["orders.amount", {width: 5}]]),
      calculations: [{type: "running_total", of: "orders.count", by: "orders.amount", count: undefined}],
      orderBy: ["orders.amount.bin desc"],
      top: {count: 5, isLeast: false},
    });
    expect(query.orderBy).toEqual(["orders.amount.bin desc"]);
    expect(query.calculations?.[0]?.along).toBe("orders.amount.bin");
    expect(query.top?.dimension).toBe("orders.amount.bin");
    expect(type).toBe("bar");
  });

  test("computes cumulative shares by the greatest measure, and by another one if that is removed", () => {
    const calculations = [
      {type: "percent_of_total", of: "orders.count", by: "", count: undefined} as const,
      {type: "running_total", of: "#0", by: "greatest per orders.count", count: undefined} as const,
    ];
    const per: Groups = {agg: "sum", per: "customers.name", beside: true};
    const asked = (groups: Question["groups"]) => {
      const {query} = ask({
        measures: ["orders.count"],
        dimensions: ["orders.placed_at.month"],
        groups,
        calculations,
      });
      return query.calculations?.[1]?.along;
    };
    expect(asked(new Map([["orders.count", per]]))).toBe("Sum of Count per Name vs  alias");
    expect(asked(new Map())).toBe("orders.count");
  });

  test("applies a calculation to the first measure if its own is removed", () => {
    const calculations = ["#7", "refunds.count", "per orders.count"].map(of => ({
      type: "rank" as const,
      of,
      by: "customers.name",
      count: undefined,
    }));
    const {query} = ask({measures: ["orders.count"], dimensions: ["orders.placed_at"], calculations});
    expect(query.calculations?.map(({of, within}) => [of, within])).toEqual(
      calculations.map(() => ["orders.count", undefined]),
    );
  });
});

describe("the parts of a question in the address", () => {
  test("are restored unchanged, whatever characters names have", () => {
    const parts = readParts(new URLSearchParams());
    parts.bins.set("a.b:c,d", {edges: [-1.5, 0, 1000]});
    parts.bins.set("a.w", {width: 0.1});
    parts.bins.set("a.n", {count: 20});
    parts.groups.set("m.x:y", {agg: "p90", per: "d.per:e &=#", beside: true});
    parts.groups.set("m.z", {agg: "count", per: "d.day", beside: false});
    parts.calculations.push(
      {type: "moving_average", of: "m.x:y", by: "d:e", count: 7},
      {type: "rank", of: "#0", by: "", count: undefined},
    );
    parts.subtotals = true;
    parts.compare = {unit: "quarter", sameDays: true};
    const address = new URLSearchParams(writtenParts(parts));
    expect(readParts(new URLSearchParams(address.toString()))).toEqual(parts);
  });

  test.each([
    "bin.a.b=width:",
    "bin.a.b=width:x",
    "bin.a.b=width:1,2",
    "bin.a.b=count:Infinity",
    "bin.a.b=constructor:1",
    "per.a.b=median",
    "per.a.b=toString:c.d",
    "calc=toString::a.b",
    "calc=rank",
    "compare=century",
    "same-days=1",
  ])("%s is ignored", written => {
    expect(readParts(new URLSearchParams(written))).toEqual(readParts(new URLSearchParams()));
  });
});

describe("the kind of a question in the address", () => {
  const read = (address: string) => readParts(new URLSearchParams(address));

  test("is restored unchanged, whatever characters names have", () => {
    const where = {"o'r:d&ers.st=atus": ["paid", "~null"]};
    const step = {name: "a/b", model: "orders", entity: "", time: "", where};
    for (const kind of ["values", "funnel", "retention"] as const) {
      const parts = {
        ...read(""),
        kind,
        values: {of: "orders.count", per: "customers.name", width: 2.5, sum: ""},
        funnel: {
          entity: "customers.name",
          steps: [{...step, where: {}}, step],
          within: {unit: "day", count: 7} as const,
          timing: true,
        },
        retention: {
          entity: "customers.name",
          grain: "week",
          periods: 6,
          time: "",
          returns: {model: "orders", entity: "", time: "", where},
          measure: "orders.total",
        } as const,
        rowFilters: [
          {is: "none", of: "orders", where} as const,
          {is: "per", per: "a", field: "b", op: "<", value: 0, where: {}} as const,
        ],
      };
      const again = readParts(new URLSearchParams(writtenParts(parts)));
      expect(again.kind).toBe(kind);
      expect(again[kind]).toEqual(parts[kind]);
      expect(again.rowFilters).toEqual(parts.rowFilters);
    }
  });

  test.each(["{", "[1]", "null", "7", '{"steps":{},"entity":[],"within":{"unit":"century","count":1e999}}'])(
    "%s is an empty question",
    written => {
      const {kind, funnel} = read(`funnel=${encodeURIComponent(written)}`);
      expect(kind).toBe("funnel");
      expect(funnel.entity).toBe("");
      expect(funnel.steps.length).toBe(2);
      expect(funnel.within).toBeUndefined();
    },
  );
});
