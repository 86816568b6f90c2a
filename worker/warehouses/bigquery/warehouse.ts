import {type Static, Type} from "@sinclair/typebox";
import {importPKCS8, SignJWT} from "jose";
import {isPassingFault} from "../../../shared/core/network.ts";
import {parserOf} from "../../../shared/core/validate.ts";
import type {Batch} from "../batch.ts";
import {type Http, refusal} from "../http/http.ts";
import {fetchOauthToken, firstAnswer, JsonHttp, parseJson} from "../http/json.ts";
import {cancelling, httpWarehouse, type RunOptions, requireRows, toBatch} from "../http/warehouse.ts";
import type {Lexis} from "../one-select.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "../warehouse.ts";
import {rowsOf, Schema} from "./values.ts";

export const LEXIS: Lexis = {
  engine: "bigquery",
  strings: "'\"",
  names: "`",
  escapes: true,
  triple: true,
  lineComments: ["--", "#"],
};

/** The project that is billed, and the service account with its key. */
export interface BigqueryTarget {
  projectId: string;
  clientEmail: string;
  privateKey: string;
  dataset?: string;
  location?: string;
  maximumBytesBilled?: number;
}

const TOKENS = "https://oauth2.googleapis.com/token";
const API = "https://bigquery.googleapis.com";
const SCOPE = "https://www.googleapis.com/auth/bigquery";
/**
 * How long the first request waits for the result. It is short, because only its response has the id of the job, which
 * is needed to cancel the job.
 */
const FIRST_MS = 1000;
const POLL_MS = 10_000;
const PAGE_ROWS = 20_000;

const Answer = Type.Object({
  jobComplete: Type.Optional(Type.Boolean()),
  jobReference: Type.Optional(
    Type.Object({jobId: Type.String(), projectId: Type.String(), location: Type.Optional(Type.String())}),
  ),
  schema: Type.Optional(Schema),
  rows: Type.Optional(Type.Array(Type.Object({f: Type.Array(Type.Object({v: Type.Unknown()}))}))),
  pageToken: Type.Optional(Type.String()),
  /** The number of rows of the whole result. */
  totalRows: Type.Optional(Type.String({pattern: "^[0-9]+$"})),
});
type Answer = Static<typeof Answer>;
const parseAnswer = parserOf(Answer, "answer of the warehouse");

const Fault = Type.Object({
  error: Type.Object({
    message: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(Type.Object({reason: Type.Optional(Type.String())}))),
  }),
});
const parseFault = parserOf(Fault);

/** BigQuery over its REST API: `jobs.query`, then `getQueryResults` page by page. */
export function openBigquery(target: BigqueryTarget, limits: WarehouseLimits, http: Http): Warehouse {
  const api = new JsonHttp(http, API, () => tokenOf(target, http));
  const project = `/bigquery/v2/projects/${encodeURIComponent(target.projectId)}`;

  async function ask(
    method: "GET" | "POST",
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<Answer> {
    const {status, text} = await api.ask(method, path, signal, body);
    if (status !== 200) throw fault(status, text);
    return parseAnswer(JSON.parse(text));
  }

  function jobPath(
    {jobReference}: Answer,
    kind: "queries" | "jobs",
    end: string,
    query: Record<string, string>,
  ) {
    if (jobReference === undefined) return undefined;
    const {location, jobId} = jobReference;
    const search = new URLSearchParams({...query, ...(location === undefined ? {} : {location})});
    return `${project}/${kind}/${encodeURIComponent(jobId)}${end}?${search}`;
  }

  async function cancel(answer: Answer): Promise<void> {
    const path = jobPath(answer, "jobs", "/cancel", {});
    if (path !== undefined) await cancelling(signal => api.ask("POST", path, signal, {}));
  }

  async function* run(statement: WarehouseStatement, {signal}: RunOptions): AsyncIterableIterator<Batch> {
    const timeoutSignal = AbortSignal.timeout(limits.statementTimeoutMs);
    const answering = ask("POST", `${project}/queries`, timeoutSignal, bodyOf(statement, target, limits));
    const first = await firstAnswer(answering, signal, cancel);
    let answer = first;
    let ended = false;
    try {
      let schema = answer.schema;
      let totalRows: string | undefined;
      let given = 0;
      for (;;) {
        if (answer.jobComplete === true) {
          schema ??= answer.schema;
          totalRows ??= answer.totalRows;
          const {kinds, rows} = rowsOf(schema, answer.rows ?? []);
          if (rows.length > 0 || (given === 0 && answer.pageToken === undefined)) {
            given += rows.length;
            yield toBatch(rows, kinds);
          }
          if (answer.pageToken === undefined) break;
        }
        const path = jobPath(first, "queries", "", {
          timeoutMs: String(POLL_MS),
          maxResults: String(PAGE_ROWS),
          "formatOptions.useInt64Timestamp": "true",
          ...(answer.pageToken === undefined ? {} : {pageToken: answer.pageToken}),
        });
        if (path === undefined) throw broken("The answer names no job.");
        answer = await ask("GET", path, signal);
      }
      requireRows(given, totalRows === undefined ? undefined : Number(totalRows));
      ended = true;
    } catch (error) {
      // A failed job has already ended and need not be cancelled.
      ended = error instanceof WarehouseError && error.details.kind === "refused";
      throw error;
    } finally {
      if (!ended) await cancel(first);
    }
  }

  return httpWarehouse("bigquery", limits, run, LEXIS);
}

function bodyOf(
  {sql, parameters}: WarehouseStatement,
  target: BigqueryTarget,
  limits: WarehouseLimits,
): object {
  return {
    query: sql,
    useLegacySql: false,
    timeoutMs: FIRST_MS,
    jobTimeoutMs: String(limits.statementTimeoutMs),
    maxResults: PAGE_ROWS,
    formatOptions: {useInt64Timestamp: true},
    // With the same id, a repeated request refers to the same job.
    requestId: crypto.randomUUID(),
    ...(parameters.length === 0
      ? {}
      : {
          parameterMode: "NAMED",
          queryParameters: parameters.map((value, i) => ({
            name: `p${i + 1}`,
            parameterType: {type: "STRING"},
            parameterValue: {value: String(value)},
          })),
        }),
    ...(target.location === undefined ? {} : {location: target.location}),
    ...(target.dataset === undefined
      ? {}
      : {defaultDataset: {projectId: target.projectId, datasetId: target.dataset}}),
    ...(target.maximumBytesBilled === undefined
      ? {}
      : {maximumBytesBilled: String(target.maximumBytesBilled)}),
  };
}

/** Fetches an access token, always from Google's token endpoint, whatever the key file says. */
async function tokenOf({clientEmail, privateKey}: BigqueryTarget, http: Http) {
  const key = await importPKCS8(privateKey, "RS256").catch(error => {
    throw new WarehouseError("The private key of the service account cannot be read.", {
      errorClass: "key",
      kind: "denied",
      cause: error,
    });
  });
  const assertion = await new SignJWT({scope: SCOPE})
    .setProtectedHeader({alg: "RS256", typ: "JWT"})
    .setIssuer(clientEmail)
    .setAudience(TOKENS)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(key);
  const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  return await fetchOauthToken(http, TOKENS, {grant_type: grant, assertion});
}

const UNREACHABLE = /^(quotaExceeded|rateLimitExceeded|backendError|internalError|jobRateLimitExceeded)$/;

function fault(status: number, text: string): WarehouseError {
  const parsed = parseJson(text);
  let message = text;
  let reason = String(status);
  try {
    const {error} = parseFault(parsed);
    message = error.message ?? text;
    reason = error.errors?.[0]?.reason ?? reason;
  } catch {
    return refusal(status, text);
  }
  const kind =
    reason === "stopped" || reason === "timeout"
      ? "cancelled"
      : UNREACHABLE.test(reason) || isPassingFault(status)
        ? "unreachable"
        : status === 401 || status === 403
          ? "denied"
          : "refused";
  return new WarehouseError(message, {errorClass: reason, kind});
}

function broken(message: string): WarehouseError {
  return new WarehouseError(message, {errorClass: "protocol", kind: "unreachable"});
}
