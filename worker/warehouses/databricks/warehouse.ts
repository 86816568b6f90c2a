import {type Static, Type} from "@sinclair/typebox";
import {parserOf} from "../../../shared/core/validate.ts";
import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import type {Batch} from "../batch.ts";
import {withFallback} from "../from-batches.ts";
import {type Http, refusal, textOf} from "../http/http.ts";
import {fetchOauthToken, firstAnswer, JsonHttp} from "../http/json.ts";
import {cancelling, httpWarehouse, type RunOptions, requireRows, toBatch} from "../http/warehouse.ts";
import type {Lexis} from "../one-select.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "../warehouse.ts";
import {kindsOf, textsOf} from "./values.ts";

export const LEXIS: Lexis = {
  engine: "databricks",
  strings: "'\"",
  names: "`",
  escapes: true,
  raw: true,
  lineComments: ["--"],
  nestedComments: true,
};

/** A SQL warehouse and the login: a token, or a service principal. */
export type DatabricksTarget = Omit<WarehouseConfig<"databricks">, "type">;

/** The shortest wait that the API allows. */
const FIRST_WAIT = "5s";
const POLL_MS = [50, 100, 200, 500, 1000];
/** A result of at most this many rows normally fits into the response, unless the rows are very wide. */
const INLINE_ROWS = 10_000;
const STATEMENTS = "/api/2.0/sql/statements";

const Cells = Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])));
const Result = Type.Object({
  data_array: Type.Optional(Cells),
  external_links: Type.Optional(
    Type.Array(
      Type.Object({
        external_link: Type.String(),
        http_headers: Type.Optional(Type.Record(Type.String(), Type.String())),
        next_chunk_index: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  next_chunk_index: Type.Optional(Type.Integer()),
});
type Result = Static<typeof Result>;
const Answer = Type.Object({
  statement_id: Type.String(),
  status: Type.Object({
    state: Type.String(),
    error: Type.Optional(
      Type.Object({error_code: Type.Optional(Type.String()), message: Type.Optional(Type.String())}),
    ),
    sql_state: Type.Optional(Type.String()),
  }),
  manifest: Type.Optional(
    Type.Object({
      /** The number of rows of the whole result. */
      total_row_count: Type.Optional(Type.Integer()),
      schema: Type.Object({
        columns: Type.Optional(
          Type.Array(Type.Object({type_name: Type.String(), type_text: Type.Optional(Type.String())})),
        ),
      }),
    }),
  ),
  result: Type.Optional(Result),
});
type Answer = Static<typeof Answer>;
const parseAnswer = parserOf(Answer, "answer of the warehouse");
const parseResult = parserOf(Result, "answer of the warehouse");
const parseCells = parserOf(Cells, "answer of the warehouse");

/**
 * Databricks over its statement execution API. Small results are in the responses; larger ones are fetched by links to
 * their chunks.
 */
export function openDatabricks(target: DatabricksTarget, limits: WarehouseLimits, http: Http): Warehouse {
  const base = `https://${target.host}`;
  const api = new JsonHttp(http, base, () => tokenOf(target, base, http));

  async function ask(
    method: "GET" | "POST",
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<unknown> {
    const {status, text} = await api.ask(method, path, signal, body);
    if (status !== 200) throw refusal(status, text);
    return JSON.parse(text);
  }

  async function cancel({statement_id: id}: Pick<Answer, "statement_id">): Promise<void> {
    await cancelling(signal => api.ask("POST", `${STATEMENTS}/${encodeURIComponent(id)}/cancel`, signal, {}));
  }

  function run(statement: WarehouseStatement, {small, maxRows, signal}: RunOptions): AsyncIterable<Batch> {
    const linked = () => attempt(statement, "EXTERNAL_LINKS", signal);
    if (!small && (maxRows === undefined || maxRows > INLINE_ROWS)) return linked();
    return withFallback(attempt(statement, "INLINE", signal), isTooBig, linked);
  }

  async function* attempt(
    statement: WarehouseStatement,
    disposition: "INLINE" | "EXTERNAL_LINKS",
    signal: AbortSignal,
  ): AsyncIterableIterator<Batch> {
    const timeoutSignal = AbortSignal.timeout(limits.statementTimeoutMs);
    const body = bodyOf(statement, target, disposition);
    const answering = ask("POST", STATEMENTS, timeoutSignal, body).then(parseAnswer);
    const first = await firstAnswer(answering, signal, cancel);
    const path = `${STATEMENTS}/${encodeURIComponent(first.statement_id)}`;
    let ended = false;
    try {
      let answer = first;
      for (let i = 0; isRunning(answer); i++) {
        await Bun.sleep(POLL_MS[Math.min(i, POLL_MS.length - 1)] ?? 0);
        signal.throwIfAborted();
        answer = parseAnswer(await ask("GET", path, signal));
      }
      ended = true;
      if (answer.status.state !== "SUCCEEDED") throw fault(answer);
      ended = false;
      yield* chunks(answer, path, signal);
      ended = true;
    } finally {
      if (!ended) await cancel(first);
    }
  }

  async function* chunks({manifest, result}: Answer, path: string, signal: AbortSignal) {
    const columns = manifest?.schema.columns ?? [];
    const [kinds, texts] = [kindsOf(columns), textsOf(columns)];
    let given = 0;
    for (let chunk = result; chunk !== undefined; ) {
      const rows = await cellsOf(chunk, signal);
      if (rows.length > 0) {
        given += rows.length;
        yield toBatch(rows, kinds, texts);
      }
      const next = chunk.next_chunk_index ?? chunk.external_links?.[0]?.next_chunk_index;
      if (next === undefined) break;
      chunk = parseResult(await ask("GET", `${path}/result/chunks/${next}`, signal));
    }
    requireRows(given, manifest?.total_row_count);
    if (given === 0) yield toBatch([], kinds);
  }

  /** The rows of a chunk. A link leads to the cloud's storage, which must not receive the access token. */
  async function cellsOf(result: Result, signal: AbortSignal): Promise<(string | null)[][]> {
    const [link] = result.external_links ?? [];
    if (link === undefined) return result.data_array ?? [];
    if (!link.external_link.startsWith("https://"))
      throw refusal(502, "A link to the result does not use https.");
    const headers = link.http_headers ?? {};
    const response = await http(link.external_link, {method: "GET", headers, signal});
    const text = await textOf(response);
    if (response.status !== 200) throw refusal(502, `A part of the result could not be fetched: ${text}`);
    return parseCells(JSON.parse(text));
  }

  return httpWarehouse("databricks", limits, run, LEXIS);
}

function bodyOf(
  {sql, parameters}: WarehouseStatement,
  {warehouseId, catalog, schema}: DatabricksTarget,
  disposition: string,
): object {
  return {
    warehouse_id: warehouseId,
    statement: sql,
    wait_timeout: FIRST_WAIT,
    on_wait_timeout: "CONTINUE",
    format: "JSON_ARRAY",
    disposition,
    ...(catalog === undefined ? {} : {catalog}),
    ...(schema === undefined ? {} : {schema}),
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map((value, i) => ({
            name: `p${i + 1}`,
            value: String(value),
            type: "STRING",
          })),
        }),
  };
}

async function tokenOf({token, clientId, clientSecret}: DatabricksTarget, base: string, http: Http) {
  if (clientId === undefined) return {token, expiresInMs: Number.POSITIVE_INFINITY};
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const form = {grant_type: "client_credentials", scope: "all-apis"};
  return await fetchOauthToken(http, `${base}/oidc/v1/token`, form, {authorization});
}

function isRunning({status: {state}}: Answer): boolean {
  return state === "PENDING" || state === "RUNNING";
}

function isTooBig(error: unknown): boolean {
  return error instanceof WarehouseError && /inline|25 ?MiB|byte limit/i.test(error.message);
}

function fault({status: {state, error, sql_state: sqlState}}: Answer): WarehouseError {
  const code = error?.error_code ?? state;
  const kind =
    state === "CANCELED" || state === "CLOSED"
      ? "cancelled"
      : code === "UNAUTHENTICATED" || sqlState === "42501"
        ? "denied"
        : /^(TEMPORARILY_UNAVAILABLE|WORKSPACE_|SERVICE_UNDER|RESOURCE_EXHAUSTED)/.test(code)
          ? "unreachable"
          : "refused";
  return new WarehouseError(error?.message ?? `The statement ended as ${state}.`, {
    errorClass: sqlState ?? code,
    kind,
  });
}
