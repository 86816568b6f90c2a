import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {snapshotCsv, snapshotQuery} from "../../api/snapshot-upload.ts";
import {newId} from "../../shared/ids.ts";
import type {RunRequest} from "../../shared/queries/run-request.ts";
import type {SnapshotFile} from "../../shared/snapshots/snapshot.ts";
import {type TestService, testService} from "../support/worker.ts";

let service: TestService;

beforeAll(async () => {
  service = await testService();
});

afterAll(async () => {
  await service.stop();
});

const options = {requestId: "req_test"};

async function store(csv: Uint8Array | string | ReadableStream<Uint8Array>) {
  const datasetId = newId("ds");
  const file = await snapshotCsv(service.web, {orgId: service.org.id, datasetId, csv}, options);
  return {datasetId, file, rows: () => rowsOf(datasetId, file)};
}

function runOn(connectionId: string, sql: string, columns: RunRequest["columns"]): RunRequest {
  return {
    orgId: service.org.id,
    connectionId,
    sql,
    parameters: [],
    columns,
    timezone: "UTC",
    format: "json",
    timeoutMs: 20_000,
    fresh: true,
    fingerprint: sql,
    record: {
      runId: newId("run"),
      principalId: service.org.admin.id,
      projectId: "proj_x",
      model: "data",
      trigger: "interactive",
      requestId: "req_test",
      rights: "",
    },
  };
}

async function rowsOf(datasetId: string, {columns}: SnapshotFile): Promise<unknown[][]> {
  const names = columns.map(({name}) => `"${name.replaceAll('"', '""')}"`).join(", ");
  const run = await service.worker.worker.run(
    runOn(datasetId, `select ${names} from "main"."data"`, columns),
    new AbortController().signal,
  );
  let text = Buffer.from(run.first).toString();
  for (let next = await run.rest.next(); !next.done; next = await run.rest.next())
    text += Buffer.from(next.value.bytes).toString();
  return JSON.parse(text, (_key, value, context?: {source?: string}) =>
    typeof value === "number" && String(value) !== context?.source ? context?.source : value,
  ).rows;
}

const dir = () => join(service.web.config.dataDir, "snapshots");

test("a CSV is typed by all of its cells, and can be queried", async () => {
  const {file, rows} = await store(
    "id,name,price,day,at,ok\n1,Ada,1.50,2026-01-31,2026-01-31T10:00:00+02:00,true\n2,,10,,,false\n",
  );
  expect(file).toMatchObject({
    columns: [
      {name: "id", type: "number", integer: true},
      {name: "name", type: "string"},
      {name: "price", type: "number"},
      {name: "day", type: "date"},
      {name: "at", type: "timestamp"},
      {name: "ok", type: "boolean"},
    ],
    rowCount: 2,
  });
  expect(await rows()).toEqual([
    [1, "Ada", "1.50", "2026-01-31", "2026-01-31T08:00:00Z", true],
    [2, null, "10.00", null, null, false],
  ]);
  expect(await readdir(join(dir(), "tmp"))).toEqual([]);
});

describe("a query's result", () => {
  test("is frozen", async () => {
    const {datasetId} = await store("id,name\n1,Ada\n2,Bo\n");
    const frozen = newId("ds");
    const columns: RunRequest["columns"] = [
      {name: "who", type: "string"},
      {name: "n", type: "number"},
    ];
    const run = runOn(datasetId, 'select "name", "id" * 2 from "main"."data"', columns);
    const file = await snapshotQuery(service.web, {orgId: service.org.id, datasetId: frozen, run}, options);
    expect(file).toMatchObject({columns: [{name: "who"}, {name: "n", integer: true}], rowCount: 2});
    expect(await rowsOf(frozen, file)).toEqual([
      ["Ada", 2],
      ["Bo", 4],
    ]);
  });
});
