import {expect, test} from "bun:test";
import {
  type ConnectionType,
  changedConfig,
  configFields,
  fromAddress,
  newConfig,
} from "../../api/client/pages/connections/config-fields.ts";
import {readHead, rowsOf} from "../../api/client/pages/datasets/read-csv.ts";
import {compareGraphs} from "../../api/client/pages/layer/compare-graphs.ts";
import {
  renameField,
  renameModel,
  withoutModels,
  withProposal,
} from "../../api/client/pages/layer/graph-edits.ts";
import type {Graph, Model} from "../../shared/semantic/documents.ts";
import {describeTypes} from "../../shared/tenancy/connections/describe-types.ts";
import {parseConfig} from "../../shared/tenancy/connections/parse-config.ts";

const orders: Model = {
  name: "orders",
  table: {name: "orders"},
  time: "placed",
  dimensions: [
    {name: "placed", type: "date", column: "placed"},
    {name: "paid", type: "boolean", sql: "${status} = 'paid'"},
    {name: "status", type: "string", column: "status"},
  ],
  measures: [
    {name: "stock", type: "sum", column: "n", nonAdditive: {dimension: "placed", take: "last"}},
    {name: "count_paid", type: "count", where: "${status} = 'paid'"},
  ],
  rowAccess: [{dimension: "status", attribute: "s"}],
};
const customers: Model = {name: "customers", table: {name: "customers"}, dimensions: []};
const graph: Graph = {
  models: [orders, customers],
  joins: [
    {from: "orders", to: "customers", relationship: "many_to_one", on: [{from: "customer_id", to: "id"}]},
  ],
};

function described(type: string): ConnectionType {
  const found = describeTypes().find(one => one.type === type);
  if (!found) throw new Error(type);
  return found as unknown as ConnectionType;
}

test("a renamed field is renamed wherever its model refers to it", () => {
  const renamed = renameField(renameField(orders, "status", "state"), "placed", "day");
  expect(renamed).toMatchObject({
    time: "day",
    dimensions: [{name: "day"}, {sql: "${state} = 'paid'"}, {name: "state", column: "status"}],
    measures: [{nonAdditive: {dimension: "day"}}, {where: "${state} = 'paid'"}],
    rowAccess: [{dimension: "state"}],
  });
});

test("a renamed model keeps its joins, and a removed model loses them", () => {
  expect(renameModel(graph, "customers", "clients").joins).toMatchObject([{from: "orders", to: "clients"}]);
  expect(withoutModels(graph, new Set([1]))).toEqual({models: [orders], joins: []});
});

test("a note's proposal replaces a field, or adds one", () => {
  const note = {model: "orders", code: "text_looks_like_date", message: ""};
  const dimension = {name: "status", type: "date", sql: "cast(status as date)"} as const;
  const made = withProposal(graph, {...note, proposes: {dimension}});
  expect(made.models[0]?.dimensions[2]).toEqual(dimension);
  const measure = {name: "value", type: "sum", column: "v"} as const;
  expect(withProposal(graph, {...note, proposes: {measure}}).models[0]?.measures?.at(-1)).toEqual(measure);
});

test("two versions differ by what was added, removed and changed", () => {
  const after: Graph = {
    models: [
      {
        ...orders,
        label: "Orders",
        dimensions: orders.dimensions.filter(({name}) => name !== "paid"),
        measures: [...(orders.measures ?? []), {name: "count", type: "count"}],
      },
    ],
    joins: [],
  };
  expect(compareGraphs(graph, after)).toEqual([
    {how: "changed", what: "the model orders", keys: [{key: "label", before: "", after: "Orders"}]},
    {how: "removed", what: "the model customers", keys: []},
    {how: "removed", what: "orders.paid", keys: []},
    {how: "added", what: "orders.count", keys: []},
    {how: "removed", what: "the join from orders to customers", keys: []},
  ]);
  expect(compareGraphs(graph, graph)).toEqual([]);
});

test("a pasted address fills in the fields of the connection", () => {
  const fields = configFields(described("postgres"));
  const typed = fromAddress(
    fields,
    " postgres://me:p%20w%40@db.example.com:6543/shop?sslmode=disable&schema=crm ",
  );
  const config = newConfig(fields, typed ?? {});
  expect(config).toEqual({
    host: "db.example.com",
    port: 6543,
    database: "shop",
    user: "me",
    password: "p w@",
    ssl: "disable",
    schema: "crm",
  });
  expect(parseConfig("postgres", config)).toMatchObject(config);
  expect(fromAddress(fields, "db.example.com")).toBeUndefined();
});

test("an edit sends only changes: an emptied key is removed, and an empty secret is kept", () => {
  const fields = configFields(described("postgres"));
  const before = {host: "a", port: 5432, database: "d", user: "u", schema: "s"};
  expect(changedConfig(fields, before, {host: "a", port: "5433", schema: "", password: ""})).toEqual({
    port: 5433,
    schema: null,
  });
  expect(changedConfig(fields, before, {password: "new"})).toEqual({password: "new"});
});

test("secrets with several lines get a field with several lines", () => {
  const kindOf = (type: string, name: string) =>
    configFields(described(type)).find(field => field.name === name)?.kind;
  expect(kindOf("bigquery", "serviceAccount")).toBe("secret_lines");
  expect(kindOf("snowflake", "privateKey")).toBe("secret_lines");
  expect(kindOf("postgres", "password")).toBe("secret");
});

test("the first rows of a file are read as CSV", async () => {
  expect(rowsOf('a,b\r\n"1,""x""\n2",\n')).toEqual([
    ["a", "b"],
    ['1,"x"\n2', ""],
  ]);
  const {typesWith, ...head} = await readHead(new Blob(["\uFEFFa\n1\n2\n3"]), 2);
  expect(head).toEqual({heading: ["a"], rows: [["1"], ["2"]]});
  expect(typesWith({})).toEqual([{type: "number"}]);
  const {rows: long} = await readHead(new Blob([`a,b\n${"1,2\n".repeat(40_000)}`]), 1e6);
  expect(long.every(row => row.length === 2)).toBe(true);
});
