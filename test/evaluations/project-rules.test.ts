import {expect, test} from "bun:test";
import type {Graph} from "../../shared/semantic/documents.ts";
import {withProjectRules} from "../../worker/tasks/evaluations/project-rules.ts";

const dimensions = [{name: "region", type: "string" as const, column: "region"}];
const rowAccess = [{dimension: "region", attribute: "region"}];
const layer = (...models: Graph["models"]): Graph => ({models});
const table = {schema: "main", name: "customers"};
const current = layer(
  {name: "customers", table, dimensions, rowAccess},
  {name: "everyone", table, dimensions},
  {name: "orders", table: {name: "orders"}, dimensions},
);

test("a rule of the project stays, whatever the model of its name declares", () => {
  for (const declared of [undefined, [], [{dimension: "region", attribute: "anything"}]]) {
    const model = {name: "customers", table, dimensions, ...(declared && {rowAccess: declared})};
    expect(withProjectRules(current, layer(model)).models[0]?.rowAccess).toEqual(rowAccess);
  }
});

test("a model without a rule in the project keeps the one that it declares", () => {
  const model = {name: "orders", table: {name: "orders"}, dimensions, rowAccess};
  expect(withProjectRules(current, layer(model)).models[0]?.rowAccess).toEqual(rowAccess);
});

test("a model of another name over the table of a rule is refused", () => {
  for (const [name, source] of [
    ["clients", table],
    ["clients", {name: "CUSTOMERS"}],
    ["clients", {catalog: "shop", schema: "main", name: "customers"}],
    ["orders", table],
  ] as const) {
    const next = layer({name, table: source, dimensions, rowAccess});
    expect(() => withProjectRules(current, next)).toThrow(`The model "${name}" reads the table`);
  }
});

test("a model that the project has over that table, or over a table of another schema, is not", () => {
  const next = layer(
    {name: "everyone", table, dimensions},
    {name: "clients", table: {schema: "other", name: "customers"}, dimensions},
  );
  expect(withProjectRules(current, next)).toEqual(next);
});

const sqlSource = {sql: "select region from main.customers"};

test("a statement that the project has not is refused while the project has rules, one that it has is not", () => {
  const fresh = layer(
    {name: "customers", table, dimensions},
    {name: "clients", table: sqlSource, dimensions},
  );
  expect(() => withProjectRules(current, fresh)).toThrow('The model "clients" reads an SQL statement');
  const changed = layer({name: "customers", table: sqlSource, dimensions});
  expect(() => withProjectRules(current, changed)).toThrow('The model "customers" reads an SQL statement');
  const known = layer(...current.models, {name: "clients", table: sqlSource, dimensions});
  expect(withProjectRules(known, fresh).models[1]).toEqual(fresh.models[1]!);
  const free = layer({name: "orders", table: {name: "orders"}, dimensions});
  expect(withProjectRules(free, fresh)).toEqual(fresh);
});

test("a dimension that a rule compares must be the project's, but for its words", () => {
  const of = (dimension: object) =>
    layer({name: "customers", table, dimensions: [{...dimensions[0]!, ...dimension}]});
  expect(() => withProjectRules(current, of({column: "land"}))).toThrow('compares, "region", is something');
  expect(withProjectRules(current, of({label: "Region of sale"})).models[0]?.rowAccess).toEqual(rowAccess);
});

test("a rule over joins needs the project's joins, and the dimension and table that they lead to", () => {
  const joins = [
    {
      from: "orders",
      to: "customers",
      relationship: "many_to_one" as const,
      on: [{from: "customer_id", to: "id"}],
    },
  ];
  const orders = {name: "orders", table: {name: "orders"}, dimensions: []};
  const ruled = {...orders, rowAccess: [{dimension: "customers.region", attribute: "region"}]};
  const customers = {name: "customers", table, dimensions};
  const project = {models: [ruled, customers], joins};
  expect(withProjectRules(project, {models: [orders, customers], joins})).toEqual(project);
  for (const changed of [
    {models: [orders, customers], joins: [{...joins[0]!, on: [{from: "id", to: "id"}]}]},
    {models: [orders, {...customers, table: {name: "others"}}], joins},
    {models: [orders, {...customers, dimensions: [{...dimensions[0]!, column: "land"}]}], joins},
  ]) {
    expect(() => withProjectRules(project, changed)).toThrow('compares, "customers.region", is something');
  }
});
