import {describe, expect, test} from "bun:test";
import {type CallName, readAnswer, readRequest} from "../../shared/core/workers/calls.ts";

const graph = {models: [{name: "orders", table: {name: "orders"}, dimensions: []}]};
const drawing = {
  title: "Sales",
  type: "bar",
  config: {},
  theme: "light",
  columns: [{name: "orders.day", type: "date", role: "dimension", label: "Day", grain: "day"}],
  rows: [["2026-01-01"]],
  truncated: false,
};
const place = {x: 0, y: 0, width: 100, height: 100};
const picture = {format: "svg", scale: 1, width: 100, height: 100, theme: "light"};

const report = {
  title: "Monday",
  filters: [],
  asOf: "As of Monday",
  resources: [{title: "Sales", notes: [], sections: [{kind: "failure", reason: "It was deleted."}]}],
  notes: [],
  reason: "You get this because…",
  unsubscribeUrl: "https://analytics.example.com/unsubscribe",
};

const REQUESTS: [CallName, object][] = [
  ["test_connection", {orgId: "org_x", sealed: "…"}],
  ["test_connection", {orgId: "org_x", connectionId: "conn_x"}],
  ["read_catalog", {orgId: "org_x", connectionId: "conn_x"}],
  ["count_rows", {orgId: "org_x", connectionId: "conn_x", statements: []}],
  ["introspect", {orgId: "org_x", connectionId: "conn_x", inferJoins: true}],
  [
    "check_graph",
    {orgId: "org_x", connectionId: "conn_x", projectId: "proj_x", layerVersion: 1, graph, replace: false},
  ],
  ["draw", {orgId: "org_x", ...picture, pieces: [{...place, drawing}]}],
  ["draw", {orgId: "org_x", ...picture, pieces: [{...place, drawing: {title: "Sales", message: "No."}}]}],
  ["draw", {orgId: "org_x", ...picture, format: "pdf", lines: ["CA only"], pieces: [{...place, drawing}]}],
  ["render_mail", {orgId: "org_x", report}],
  ["calculate_sheet", {orgId: "org_x", workbook: {tabs: []}, output: "values"}],
];

describe("a call", () => {
  test.each(REQUESTS)("%s arrives as it was sent, and as a later version may send it", (name, request) => {
    expect<unknown>(readRequest(name, request)).toEqual(request);
    expect<unknown>(readRequest(name, {...request, more: 1})).toEqual({...request, more: 1});
  });

  test.each(REQUESTS)("%s is refused without its organization", (name, {...request}) => {
    expect(() => readRequest(name, {...request, orgId: undefined})).toThrow(`call ${name} cannot be read`);
  });

  test("that an earlier version queued brings its run as text, and is read", () => {
    const rest = {
      orgId: "org_x",
      sql: "select 1",
      parameters: [],
      columns: [{name: "m.n", type: "number"}],
      timezone: "UTC",
      format: "csv",
      timeoutMs: 60_000,
      fresh: true,
      fingerprint: "f",
      record: {
        runId: "run_x",
        principalId: "svc_x",
        projectId: "proj_x",
        model: "m",
        trigger: "interactive",
        requestId: "req_x",
      },
    };
    const run = JSON.stringify({...rest, connectionId: "conn_x", connectionVersion: 3});
    const snapshot = {orgId: "org_x", datasetId: "ds_x"};
    const source = {kind: "connection", id: "conn_x", version: 3};
    expect<unknown>(readRequest("snapshot_query", {...snapshot, run})).toMatchObject({
      ...snapshot,
      run: {...rest, source},
    });
    expect(() => readRequest("snapshot_query", {...snapshot, run: "{}"})).toThrow("cannot be read");
  });

  test("accepts only an answer of its kind", () => {
    expect(readAnswer("draw", {content: "<svg/>"})).toEqual({content: "<svg/>"});
    expect(() => readAnswer("draw", {picture: "<svg/>"})).toThrow('at "/content"');
    // The answer may contain names that are too long: they are refused when the layer is applied.
    const long = {graph: {models: [{...graph.models[0], name: "n".repeat(300)}]}, notes: []};
    expect<unknown>(readAnswer("introspect", long)).toEqual(long);
  });
});
