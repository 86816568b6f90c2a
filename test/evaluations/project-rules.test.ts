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
