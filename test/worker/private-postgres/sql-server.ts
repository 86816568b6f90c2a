import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {makeLogger} from "../../../shared/core/log.ts";
import type {RestSource} from "../../../shared/core/wire/query-source.ts";
import type {SqlType} from "../../../shared/core/wire/sql-tables.ts";
import {PermitRequest, shareOf} from "../../../worker/concurrency/fair-semaphore.ts";
import {dataRowsStream} from "../../../worker/formats/data-rows.ts";
import {SqlServer} from "../../../worker/private-postgres/sql-executor.ts";
import {testConfig} from "../../support/app.ts";
import {readDataRows} from "../../support/data-rows.ts";
import {NEW_CLUSTER} from "../../support/worker.ts";

type Rows = (string | null)[][];

export interface Asked {
  source?: Partial<RestSource>;
  /** The rows of each input, by its name. The input has the columns of the table. */
  tables?: Record<
    string,
    {columns: [name: string, type: SqlType][]; rows: Rows | (() => AsyncIterable<Rows>)}
  >;
  signal?: AbortSignal;
  id?: string;
  limit?: number;
}

/** A private Postgres of its own, over inputs that are given as rows. */
export class TestSqlServer {
  private constructor(
    readonly server: SqlServer,
    readonly dataDir: string,
    private readonly inputs: Map<string, () => AsyncIterable<Rows>>,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<TestSqlServer> {
    const dataDir = await mkdtemp(join(tmpdir(), "sql-"));
    const config = testConfig("postgres://none@127.0.0.1:1/none", {DATA_DIR: dataDir, ...environment});
    const inputs = new Map<string, () => AsyncIterable<Rows>>();
    const server = new SqlServer({
      config,
      log: makeLogger("test", config.logLevel),
      clusterCopyOf: NEW_CLUSTER,
      runInput: async (request, signal) => {
        const given = inputs.get(request.fingerprint);
        if (!given) throw new Error(`there are no rows of "${request.fingerprint}"`);
        const rest = chunks(given(), request.sqlTypes ?? [], signal);
        const {value} = await rest.next();
        return {first: value?.bytes ?? new Uint8Array(), whole: false, rest};
      },
    });
    return new TestSqlServer(server, dataDir, inputs);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.dataDir, {recursive: true, force: true});
  }

  source({source = {}, tables = {}, id = "caller"}: Asked): RestSource {
    return {
      kind: "rest",
      id,
      user: "ada",
      database: "analytics",
      settings: {timezone: "UTC"},
      inputs: Object.entries(tables).map(([name, {columns, rows}]) => {
        const fingerprint = crypto.randomUUID();
        this.inputs.set(fingerprint, typeof rows === "function" ? rows : () => once(rows));
        return {
          name,
          columns: columns.map(([column, type]) => ({name: column, type})),
          run: runOf(fingerprint),
        };
      }),
      ...source,
    };
  }

  async ask(sql: string, asked: Asked = {}): Promise<Rows> {
    const parts: Uint8Array[] = [];
    for await (const {bytes} of this.stream(sql, asked)) parts.push(bytes);
    return readDataRows(Buffer.concat(parts));
  }

  stream(sql: string, asked: Asked = {}) {
    const {signal = new AbortController().signal, limit} = asked;
    const warehouse = this.server.warehouse(
      "org",
      this.source(asked),
      new PermitRequest(shareOf("p", "interactive")),
    );
    return dataRowsStream(warehouse.batches({sql, parameters: []}, {limit, signal}), undefined, "UTC");
  }

  describe(sql: string, asked: Asked = {}, parameterTypes: number[] = []) {
    const {inputs, parameters: _, parameterTypes: __, ...source} = this.source(asked);
    const described = {...source, inputs: inputs.map(({name, columns}) => ({name, columns}))};
    const request = {orgId: "org", source: described, sql, parameterTypes};
    return this.server.describe(request, asked.signal ?? new AbortController().signal);
  }
}

async function* once(rows: Rows): AsyncGenerator<Rows> {
  yield rows;
}

async function* chunks(
  given: AsyncIterable<Rows>,
  types: readonly SqlType[],
  signal: AbortSignal,
): AsyncGenerator<{bytes: Uint8Array; rowCount: number}> {
  const batches = (async function* () {
    for await (const rows of given) {
      signal.throwIfAborted();
      const columns = types.map((_, c) => rows.map(row => row[c] ?? null));
      yield {rowCount: rows.length, columns, kinds: types.map(() => "other" as const)};
    }
  })();
  yield* dataRowsStream(batches, types, "UTC");
}

function runOf(fingerprint: string): RestSource["inputs"][number]["run"] {
  return {
    sql: "",
    parameters: [],
    orgId: "org",
    columns: [],
    timezone: "UTC",
    format: "data_rows",
    timeoutMs: 60_000,
    fresh: false,
    fingerprint,
    record: {
      runId: "run",
      principalId: "p",
      projectId: "project",
      model: "m",
      trigger: "interactive",
      requestId: "request",
    },
    source: {kind: "connection", id: "c", version: 1},
  };
}
