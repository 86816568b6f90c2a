import {expect, test} from "bun:test";
import {namesValues} from "../../shared/modeling/verified-questions/literals.ts";

const filtered = (filter: object) => ({model: "orders", measures: ["orders.count"], filters: [filter]});
const field = "orders.x";

test.each([
  {field, op: "=", value: "Acme"},
  {field, op: "contains", value: "A"},
  {field, op: "in", value: ["2026-01-01", "Acme"]},
  {field, op: "=", value: "4711"},
  {field, op: "=", value: "1234-56"},
  {field, op: "=", value: 4711},
  {field, op: "in", value: [1, 2]},
  {or: [{field, op: ">", value: 1}, {not: {field, op: "=", value: "Acme"}}]},
  {some: "items", filters: [{field, op: "starts_with", value: "A"}]},
  {per: ["orders.y"], field, op: ">", value: 1, filters: [{field, op: "!=", value: "Acme"}]},
])("the filter %j contains values of rows", filter => {
  expect(namesValues(filtered(filter))).toBe(true);
});

test.each([
  {field, op: ">=", value: 100},
  {field, op: "between", value: [1, 5]},
  {field, op: "=", value: true},
  {field, op: "in_past", value: {unit: "month", count: 3}},
  {field, op: "between", value: ["2026-01-01", "2026-02-28"]},
  {field, op: ">", value: "2026-01-01T08:30:00+01:00"},
  {field, op: "is_null"},
  {field, op: "=", other: "orders.y"},
])("the filter %j contains no values of rows", filter => {
  expect(namesValues(filtered(filter))).toBe(false);
});

test("the filters of a funnel's steps are searched for values as well", () => {
  const funnel = {entity: "users.id", steps: [{filters: [{field, op: "=", value: "Acme"}]}]};
  expect(namesValues({model: "events", funnel})).toBe(true);
});
