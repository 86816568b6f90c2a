import {afterAll, beforeAll, expect, test} from "bun:test";
import {openClickhouse} from "../../../worker/warehouses/clickhouse/warehouse.ts";
import {openDatabricks} from "../../../worker/warehouses/databricks/warehouse.ts";
import {textOf} from "../../../worker/warehouses/http/http.ts";
import {openTrino} from "../../../worker/warehouses/trino/warehouse.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {onBusyMachine} from "../../support/busy-machine.ts";
import {limits, standIn} from "../../support/http-warehouse.ts";

// This file leaves a gigabyte of garbage, for which the process would otherwise take new memory.
afterAll(() => Bun.gc(true));

const MB = new Uint8Array(1024 * 1024).fill("x".charCodeAt(0));
/** More than any answer may have, and not so much that a test without a bound would take all memory. */
const MAX_SENT = 320;

let respond: () => Response;
let sent = 0;
let server: ReturnType<typeof standIn>;
const opened: Warehouse[] = [];

beforeAll(() => {
  server = standIn(() => respond());
});
afterAll(async () => {
  await Promise.all(opened.map(warehouse => warehouse.close()));
  server.stop();
});

/** An answer that goes on and on after this text. */
function endless(status: number, begin = ""): () => Response {
  return () => {
    sent = 0;
    const body = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode(begin)),
      pull(controller) {
        if (++sent > MAX_SENT) controller.close();
        else controller.enqueue(MB);
      },
    });
    return new Response(body, {status});
  };
}

/** The same in a hundredth of a megabyte: it is unpacked by whoever reads it. */
function packed(): () => Response {
  const body = Bun.gzipSync(new Uint8Array(MAX_SENT * MB.length));
  return () => new Response(body, {headers: {"content-encoding": "gzip"}});
}

const LOGIN = {host: "127.0.0.1", user: "ana", password: "x", ssl: "disable"} as const;
const OPEN: Record<string, () => Warehouse> = {
  trino: () =>
    openTrino({...LOGIN, port: server.port, catalog: "c", schema: "s", token: ""}, limits, server.direct),
  clickhouse: () => openClickhouse({...LOGIN, port: server.port, database: "d"}, limits, server.direct),
  databricks: () =>
    openDatabricks(
      {host: "dbc.example.net", warehouseId: "w", token: "pat", clientSecret: ""},
      limits,
      server.http,
    ),
};

const rowsOf = (type: string) => {
  const warehouse = OPEN[type]?.();
  if (!warehouse) throw new Error(`there is no ${type}`);
  opened.push(warehouse);
  return warehouse.rows({sql: "select 1", parameters: []});
};

test.each([
  ["trino", "an answer", endless(200)],
  ["trino", "an error", endless(500)],
  ["trino", "a packed answer", packed()],
  ["databricks", "an answer", endless(200)],
  ["clickhouse", "an error", endless(500)],
  ["clickhouse", "a line", endless(200, "a\nString\n")],
])("of a %s %s without an end is not read to its end", async (type, _, answer) => {
  respond = answer;
  await expect(rowsOf(type)).rejects.toMatchObject({
    message: expect.stringContaining("more than 256 MB"),
    details: {kind: "too_large", errorClass: "54000"},
  });
  expect(sent).toBeLessThan(MAX_SENT);
});

test("a part of a result as large as the largest of a vendor is read whole", async () => {
  // The default of Snowflake's parameter for it: CLIENT_RESULT_CHUNK_SIZE, in MB of unpacked data.
  const largest = 160;
  let given = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(MB);
      if (++given === largest) {
        controller.enqueue(new TextEncoder().encode("é"));
        controller.close();
      }
    },
  });
  const text = await textOf(new Response(body));
  expect(text).toHaveLength(largest * MB.length + 1);
  expect(text).toEndWith("xé");
});

test("an endless error message behind rows is recognized by its beginning", async () => {
  respond = endless(200, "a\nString\nCode: 1. DB::Exception: \n");
  const fault = await rowsOf("clickhouse").then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(fault).toHaveLength(64_000);
  expect(fault).toStartWith("Code: 1. DB::Exception: \nxxx");
  expect(sent).toBeLessThan(50);
});

test("a long line is read in a time that grows with its length alone", async () => {
  const value = "y".repeat(100_000_000);
  respond = () => new Response(`a\nString\n${value}\n`);
  const from = performance.now();
  expect((await rowsOf("clickhouse"))[0]?.[0]).toHaveLength(value.length);
  expect(performance.now() - from).toBeLessThan(onBusyMachine(5000));
});
