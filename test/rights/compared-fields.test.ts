import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {addPerson, addTeam} from "../support/people.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

// A reader who may filter a chart by what it shows learns nothing about other fields by comparisons with them.

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

async function make(path: string, body: object, token = t.org.admin.token): Promise<string> {
  const answer = await t.call("POST", path, {token, body});
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('"id"')]);
  return answer.body.id;
}

async function place(dashboardId: string, chartId: string, token = t.org.admin.token): Promise<void> {
  const body = {tiles: [{chartId, x: 0, y: 0, w: 12, h: 4}]};
  const answer = await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {token, body});
  expect(answer.status).toBe(200);
}

const shown = {
  model: "orders",
  dimensions: ["orders.status", "customers.name", "orders.placed_at.month"],
  measures: ["orders.count"],
};

/** Filters that would reveal something about a field that the chart does not show, or shows only by month. */
const PROBES: [filter: object, field: string][] = [
  [{field: "customers.name", op: "<", other: "customers.region"}, "customers.region"],
  [{field: "customers.region", op: ">", other: "customers.name"}, "customers.region"],
  [{not: {field: "orders.status", op: "=", other: "customers.region"}}, "customers.region"],
  [{or: [{field: "orders.status", op: "!=", other: "customers.region"}]}, "customers.region"],
  [{field: "orders.placed_at.month", op: "<", other: "orders.placed_at"}, "orders.placed_at"],
  [{field: "orders.placed_at.month", op: "=", other: "orders.placed_at.week"}, "orders.placed_at.week"],
  [{field: "orders.count", op: ">", other: "orders.total"}, "orders.total"],
];

describe("on a dashboard whose project the caller does not see", () => {
  let board: string;
  let author: string;
  let outsider: string;
  const run = (filters: object[], token: string) =>
    t.call("POST", `/api/dashboards/${board}/data`, {token, body: {filters}});

  beforeAll(async () => {
    const [insiders, outsiders] = [await addTeam(t, "insiders"), await addTeam(t, "outsiders")];
    const projectId = await make("/api/projects", {
      name: "reserved",
      connectionId: shops.duckdb.connectionId,
      teamIds: [insiders],
    });
    const layer = await t.call("GET", `/api/projects/${shops.duckdb.projectId}/layer`);
    const graph = layer.body.graph ?? layer.body;
    expect((await t.call("POST", `/api/projects/${projectId}/introspect`, {body: {graph}})).status).toBe(201);
    const both = [insiders, outsiders].map(id => ({id, role: "member" as const}));
    const attributes = {region: ["north", "south"]};
    author = (await addPerson(t, {teams: both, attributes})).token;
    outsider = (await addPerson(t, {teams: both.slice(1), attributes})).token;
    const body = {name: "A chart", type: "table", query: {...shown, projectId}, teamId: outsiders};
    const chart = await make("/api/charts", body, author);
    board = await make("/api/dashboards", {name: "Shop", teamId: outsiders}, author);
    await place(board, chart, author);
  });

  test.each(PROBES)("a reader may not filter by %j", async (filter, field) => {
    const own = await run([filter], author);
    expect([own.status, own.body.tiles[0].filters[0].applied]).toEqual([200, true]);
    const answer = await run([filter], outsider);
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_filter"]);
    expect(answer.body.errors[0].message).toContain(`"${field}" is not shown`);
  });

  test("a reader may compare fields that it shows", async () => {
    const filters = [
      {field: "orders.status", op: "!=", other: "customers.name"},
      {field: "orders.placed_at.month", op: ">=", other: "orders.placed_at.quarter"},
      {field: "orders.count", op: "=", other: "orders.count"},
    ];
    const answer = await run(filters, outsider);
    expect(answer.status).toBe(200);
    expect(answer.body.tiles[0].filters.map(({applied}: {applied: boolean}) => applied)).toEqual([
      true,
      true,
      true,
    ]);
    expect(answer.body.tiles[0].result.rows).toHaveLength(4);
  });
});

describe("on embedded content", () => {
  let chart: string;
  let token: string;
  const run = (filters: object[]) =>
    t.call("POST", `/api/embed/charts/${chart}/data`, {token, body: {filters}});

  beforeAll(async () => {
    chart = await make("/api/charts", {name: "Orders", type: "table", query: shown});
    const declared = ["orders.status", "customers.name", "orders.placed_at.month", "orders.count"];
    const board = await make("/api/dashboards", {
      name: "Embedded",
      filters: declared.map(field => ({field})),
    });
    await place(board, chart);
    const answer = await t.call("POST", `/api/orgs/${t.org.id}/embed-tokens`, {
      body: {resourceType: "dashboard", resourceId: board, attributes: {region: ["north", "south"]}},
    });
    token = answer.body.token;
  });

  test.each(PROBES)("a reader may not filter by %j", async (filter, field) => {
    const answer = await run([filter]);
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_filter"]);
    expect(answer.body.errors[0].message).toContain(`"${field}" is not a filter of the embedded resource`);
  });

  test("a reader may compare fields that it declares", async () => {
    const answer = await run([{field: "orders.status", op: "<", other: "customers.name"}]);
    // "Ada" and "Bo" sort before every lower-case letter.
    expect(answer.body).toMatchObject({rows: [], filters: [{applied: true}]});
  });
});
