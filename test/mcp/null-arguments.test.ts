import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {Type} from "@sinclair/typebox";
import {argumentsParserOf} from "../../shared/content/descriptions/parse-arguments.ts";
import {Query} from "../../shared/semantic/documents.ts";
import {callTool} from "../support/mcp.ts";
import {minProcessorMs} from "../support/processor-time.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

let t: TestService;
let shops: Awaited<ReturnType<typeof shopProjects>>;

beforeAll(async () => {
  t = await testService();
  shops = await shopProjects(t);
});
afterAll(async () => {
  await t.stop();
  await shops.drop();
});

/** A filter as a client with a strict schema sends it: every key of the published schema. */
const strictFilter = (given: object) => ({
  ...{field: null, op: null, value: null, other: null, caseSensitive: null, or: null, and: null},
  ...{not: null, per: null, some: null, none: null, filters: null},
  ...given,
});

describe("a query with every key, null for those that are not used", () => {
  const asked = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  const rest = {
    ...{projectId: null, calculations: null, top: null, compare: null, funnel: null, retention: null},
    ...{orderBy: null, limit: null, timezone: null, fillGaps: null, totals: null, subtotals: null},
  };

  test.each([
    {filter: strictFilter({field: "orders.status", op: "is_not_null"})},
    {filter: strictFilter({field: "orders.status", op: "!=", value: "new"})},
    {
      filter: strictFilter({
        or: [
          strictFilter({field: "orders.status", op: "=", value: "paid"}),
          strictFilter({not: strictFilter({field: "orders.status", op: "is_null"})}),
        ],
      }),
    },
    {filter: strictFilter({per: ["orders.status"], field: "orders.count", op: ">=", value: 2})},
  ])("means the same as without these keys: %j", async ({filter}) => {
    const plain = JSON.parse(JSON.stringify(filter, (_, value) => value ?? undefined));
    const expected = await callTool(t, "run_query", {...asked, filters: [plain]});
    expect(expected.isError).toBeUndefined();
    const answer = await callTool(t, "run_query", {...asked, ...rest, filters: [filter]});
    expect([answer.isError, answer.structuredContent?.rows]).toEqual([
      undefined,
      expected.structuredContent.rows,
    ]);
  });

  test("is refused over HTTP", async () => {
    expect((await t.call("POST", "/api/query", {body: asked})).status).toBe(200);
    expect((await t.call("POST", "/api/query", {body: {...asked, limit: null}})).status).toBe(422);
  });
});

test("null is refused for a required key, for an unknown key, and as a value to compare with", async () => {
  const asked = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
  for (const [args, path] of [
    [{...asked, dimensions: [null]}, "/dimensions/0"],
    [{...asked, colour: null}, "/colour"],
    [{...asked, filters: [{field: "orders.status", op: "=", value: null}]}, "/filters/0"],
    [{...asked, filters: [{field: null, op: "="}]}, "/filters/0"],
  ] as const) {
    const {isError, _meta} = await callTool(t, "run_query", args);
    expect(isError).toBe(true);
    expect(_meta?.error?.errors?.[0]?.path).toStartWith(path);
  }
});

test("a resource is validated and made from arguments with null for optional keys", async () => {
  const body = {
    name: "By status",
    type: "bar",
    config: null,
    query: {model: "orders", measures: ["orders.count"], limit: null},
    teamId: null,
  };
  const {projectId, ...given} = {...body, projectId: null};
  expect(projectId).toBeNull();
  const valid = await callTool(t, "validate_resource", {type: "chart", body: given});
  expect(valid.text).toStartWith("Valid");
  const made = await callTool(t, "create_chart", given);
  expect([made.isError, made.structuredContent?.resource?.query]).toEqual([
    undefined,
    {model: "orders", measures: ["orders.count"]},
  ]);
});

test("null that a schema allows stays, and the arguments themselves are not changed", () => {
  const schema = Type.Object({
    team: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    git: Type.Union([Type.Object({branch: Type.Optional(Type.String())}), Type.Null()]),
    any: Type.Optional(Type.Unknown()),
    name: Type.Optional(Type.String()),
    cells: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.Null(), Type.Object({note: Type.Optional(Type.String())})]),
      ),
    ),
  });
  const parse = argumentsParserOf(schema, "tool call");
  const given = {team: null, git: null, any: null, name: null, cells: {A1: null, A2: {note: null}}};
  const before = structuredClone(given);
  expect(parse(given)).toEqual({team: null, git: null, any: null, cells: {A1: null, A2: {}}});
  expect(parse({git: {branch: null}})).toEqual({git: {}});
  expect(given).toEqual(before);
});

test("arguments without null are not copied", () => {
  const parse = argumentsParserOf(Query, "tool call");
  const given = {model: "orders", measures: ["orders.count"]};
  expect(parse(given)).toBe(given);
});

test("the time for nested filters that fit no alternative grows with their depth, not with its power", async () => {
  const parse = argumentsParserOf(Query, "tool call");
  const nested = (depth: number) => {
    let filter: object = {caseSensitive: null};
    for (let i = 0; i < depth; i++) filter = {filters: [filter]};
    const given = {model: "orders", measures: ["orders.count"], filters: [filter]};
    return () => expect(() => parse(given)).toThrow("/filters/0");
  };
  nested(6)();
  const [shallowMs, deepMs] = await minProcessorMs([nested(6), nested(12)], 3);
  expect(deepMs).toBeLessThan(20 + 10 * shallowMs);
});
