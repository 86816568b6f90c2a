import {describe, expect, test} from "bun:test";
import {type RunRequest, readRunRequest, readStoredRun} from "../../shared/core/wire/run-request.ts";

const request: RunRequest = {
  orgId: "org_x",
  source: {kind: "connection", id: "conn_x", version: 3},
  sql: "select $1",
  parameters: ["a", 1, true],
  columns: [{name: "m.n", type: "number"}],
  timezone: "UTC",
  limit: 10,
  totals: {sql: "select 1", parameters: [], measureCount: 1},
  format: "json",
  timeoutMs: 60_000,
  fresh: false,
  fingerprint: "f",
  record: {
    runId: "run_x",
    principalId: "svc_x",
    projectId: "proj_x",
    model: "m",
    trigger: "async",
    requestId: "req_x",
    asked: {
      query: {model: "m", filters: [{or: [{field: "m.n", op: "gt", value: 1}]}]},
      at: "2026-01-01T00:00:00Z",
    },
  },
};

/** The request as another process or a record would contain it. */
const onWire = (value: object): unknown => JSON.parse(JSON.stringify(value));

describe("a run's request", () => {
  test("arrives as it was sent", () => {
    expect(readRunRequest(onWire(request))).toEqual(request);
  });

  test("of a later version is read, whatever else it contains", () => {
    const later = {...request, more: true, record: {...request.record, more: 1}};
    expect(readRunRequest(onWire(later))).toMatchObject(request);
  });

  test.each([
    [
      {connectionId: "conn_x", connectionVersion: 3},
      {kind: "connection", id: "conn_x", version: 3},
    ],
    [{connectionId: "conn_x"}, {kind: "connection", id: "conn_x", version: 0}],
    [
      {connectionId: "ds_x", connectionVersion: 0},
      {kind: "snapshot", id: "ds_x"},
    ],
  ] as const)("of an earlier version, with %j, still names what it runs on", (earlier, source) => {
    const {source: _, ...rest} = request;
    expect(readStoredRun(onWire({...rest, ...earlier}))).toMatchObject({...rest, source});
  });

  test.each<[object, string]>([
    [{source: {kind: "file", id: "x"}}, "/source"],
    [{parameters: [null]}, "/parameters/0"],
    [{format: "xml"}, "/format"],
    [{record: {}}, "/record/runId"],
  ])("with %j is refused, and the error contains none of its values", (part, path) => {
    const broken = onWire({...request, ...part});
    expect(() => readRunRequest(broken)).toThrow(`at "${path}`);
    expect(() => readRunRequest(broken)).not.toThrow("select");
    expect(readStoredRun(broken)).toBeUndefined();
  });
});
