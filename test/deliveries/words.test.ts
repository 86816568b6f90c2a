import {expect, test} from "bun:test";
import {filterInWords, momentIn, reasonOf} from "../../shared/automation/deliveries/wording.ts";

test.each([
  [{field: "origin.state", op: "=", value: "CA"}, "Origin state is CA"],
  [{field: "origin.state", op: "in", value: ["CA", "NY"]}, "Origin state is one of CA, NY"],
  [{field: "orders.amount", op: "between", value: [1, 5]}, "Orders amount is between 1 and 5"],
  [
    {field: "orders.placed_at", op: "in_past", value: {unit: "day", count: 7}},
    "Orders placed at is in the past 7 days",
  ],
  [{field: "orders.placed_at", op: "in_current", value: "month"}, "Orders placed at is in the current month"],
  [{field: "orders.note", op: "is_null"}, "Orders note has no value"],
  [{field: "orders.note", op: "isNot", value: "x"}, "Orders note is not x"],
  [
    {
      or: [
        {field: "a.b", op: "=", value: 1},
        {
          and: [
            {field: "a.c", op: "<", value: 2},
            {field: "a.d", op: "!=", value: 3},
          ],
        },
      ],
    },
    "(A b is 1 or (A c is below 2 and A d is not 3))",
  ],
  [{not: {field: "orders.note", op: "=", value: "x"}}, "not (Orders note is x)"],
  [
    {field: "orders.shipped_at.month", op: "!=", other: "orders.placed_at.month"},
    "Orders shipped at month is not orders placed at month",
  ],
  [
    {per: ["customers.id", "orders.status"], field: "orders.count", op: ">=", value: 3},
    "Orders count is at least 3 for each customers id and orders status",
  ],
  [
    {
      none: "order_items",
      filters: [
        {field: "order_items.sku", op: "=", value: "shoe"},
        {field: "order_items.price", op: ">", value: 9},
      ],
    },
    "No order items where (Order items sku is shoe and Order items price is above 9)",
  ],
  [{some: "customer.orders"}, "Some customer orders"],
])("a filter is described in words", (filter, words) => {
  expect(filterInWords(filter)).toBe(words);
});

test("a moment is written in the schedule's timezone", () => {
  expect(momentIn("Europe/Berlin", new Date("2026-06-22T06:00:00Z"))).toBe(
    "Monday, 22 June 2026, 08:00 (Europe/Berlin)",
  );
  expect(momentIn("Asia/Kolkata", new Date("2026-12-31T20:00:00Z"))).toBe(
    "Friday, 1 January 2027, 01:30 (Asia/Kolkata)",
  );
});

test("the reason for a mail names the schedule's owner, and when it is sent", () => {
  const cadence = {cron: "0 8 * * 1", timezone: "Europe/Berlin"};
  expect(reasonOf("schedule", "Weekly", {owner: "Ada"}, cadence)).toBe(
    'Ada sends you "Weekly": At 08:00, only on Monday (Europe/Berlin).',
  );
  expect(reasonOf("test", "Weekly", {owner: "Ada", sender: "Ada"}, cadence)).toBe(
    'Ada has sent you "Weekly".',
  );
  expect(reasonOf("test", "Weekly", {owner: "Ada", sender: "Bo"}, cadence)).toBe(
    'Bo has sent you "Weekly" of Ada.',
  );
  // An earlier version does not name the owner.
  expect(reasonOf("test", "Weekly", {owner: "Ada"}, cadence)).toBe('Ada has sent you "Weekly".');
});
