import {expect, test} from "bun:test";
import {FilterValuesRequest} from "../../../shared/content/dashboards/filter-values.ts";
import {DataRequest} from "../../../shared/content/dashboards/schemas.ts";
import {SheetInput} from "../../../shared/content/sheets/schemas.ts";
import {parserOf} from "../../../shared/core/validate.ts";
import {Query} from "../../../shared/semantic/documents.ts";
import {processorMs} from "../../support/processor-time.ts";

/**
 * Each request is checked in the process that answers all callers, including those with embed tokens. A body within its size
 * limit may be refused, but must not block the process.
 */
const MAX_MS = 1000;

const list = <T>(count: number, item: (i: number) => T): T[] =>
  Array.from({length: count}, (_, i) => item(i));
const nested = (levels: number, wrap: (inner: unknown) => unknown, leaf: unknown) =>
  list(levels, i => i).reduce<unknown>(wrap, leaf);

const leaf = {field: "orders.status", op: "=", value: "x"};
const misspelt = {field: "orders.status", opp: "="};
const unknownKeys = (count: number) => Object.fromEntries(list(count, i => [`fiel${i}`, i]));
const not = (inner: unknown) => ({not: inner});
const or = (inner: unknown) => ({or: [inner]});
const per = (inner: unknown) => ({per: ["a.b"], field: "a.c", op: "=", filters: [inner]});
const some = (inner: unknown) => ({some: "orders", filters: [inner]});
const perAndSome = (inner: unknown) => ({...some(inner), ...per(inner), none: "orders"});
const orAndNot = (inner: unknown) => ({or: [inner], not: inner, and: [inner]});

const filters: [string, () => unknown[]][] = [
  ["deeply nested nots", () => [nested(2400, not, misspelt)]],
  ["deeply nested ors", () => [nested(1200, or, misspelt)]],
  ["deeply nested pers", () => [nested(800, per, misspelt)]],
  ["deeply nested somes", () => [nested(1200, some, misspelt)]],
  ["nested filters of several kinds at once", () => [nested(13, perAndSome, leaf)]],
  ["nested filters of several other kinds at once", () => [nested(13, orAndNot, leaf)]],
  ["many deeply nested nots", () => list(50, () => nested(2400, not, misspelt))],
  ["very many nested nots", () => list(1000, () => nested(100, not, misspelt))],
  [
    "many nested conditions",
    () => [nested(20, or, {or: [...list(20, () => ({or: list(1000, () => leaf)})), misspelt]})],
  ],
  [
    "many nested conditions of several kinds",
    () => [
      nested(20, not, {
        or: [...list(20, () => ({or: list(1000, () => ({none: "o", filters: []}))})), misspelt],
      }),
    ],
  ],
  ["very many unknown keys of a condition", () => [{...leaf, ...unknownKeys(50_000)}]],
  ["many unknown keys of several conditions", () => list(20, () => ({...leaf, ...unknownKeys(2500)}))],
];

test.each(filters)("%s are refused before they take long, in a query and on a dashboard", (_, make) => {
  const before = processorMs();
  expect(() => parserOf(Query)({model: "orders", filters: make()})).toThrow(
    expect.objectContaining({code: "invalid_request"}),
  );
  expect(() => parserOf(DataRequest)({filters: make()})).toThrow(
    expect.objectContaining({code: "invalid_request"}),
  );
  expect(processorMs() - before).toBeLessThan(2 * MAX_MS);
});

test("a long text in the wrong place is refused before it takes long", () => {
  const before = processorMs();
  expect(() => parserOf(FilterValuesRequest)({field: "x".repeat(1_000_000), search: {}})).toThrow();
  expect(() => parserOf(Query)(nested(1200, inner => ({model: [inner]}), "x".repeat(900_000)))).toThrow();
  expect(processorMs() - before).toBeLessThan(MAX_MS);
});

test("a sheet of invalid cells is refused before it takes long", () => {
  const cells = Object.fromEntries(list(100_000, i => [`A${i + 1}`, {}]));
  const before = processorMs();
  expect(() => parserOf(SheetInput)({name: "s", tabs: list(1, () => ({name: "t", cells}))})).toThrow();
  expect(processorMs() - before).toBeLessThan(MAX_MS);
});
