import {createHash, createPrivateKey, createPublicKey, type KeyObject} from "node:crypto";
import {type Static, Type} from "@sinclair/typebox";
import {SignJWT} from "jose";
import {isPassingFault} from "../../../shared/core/network.ts";
import {parserOf} from "../../../shared/core/validate.ts";
import type {WarehouseConfig} from "../../../shared/tenancy/connections/types.ts";
import type {Batch} from "../batch.ts";
import {type Http, refusal} from "../http/http.ts";
import {firstAnswer, JsonHttp, parseJson} from "../http/json.ts";
import {cancelling, httpWarehouse, type RunOptions, requireRows, toBatch} from "../http/warehouse.ts";
import type {Lexis} from "../one-select.ts";
import {type Warehouse, WarehouseError, type WarehouseLimits, type WarehouseStatement} from "../warehouse.ts";
import {kindsOf, textsOf} from "./values.ts";

export const LEXIS: Lexis = {
  engine: "snowflake",
  strings: "'",
  names: '"',
  escapes: true,
  dollars: true,
  lineComments: ["--", "//"],
  chain: "->>",
};

/** An account, and a user with the private key of the login. */
export type SnowflakeTarget = Omit<WarehouseConfig<"snowflake">, "type">;

const STATEMENTS = "/api/v2/statements";
const POLL_MS = [20, 40, 80, 160, 320, 640, 1000];
const TOKEN_MS = 3_500_000;

const Cells = Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])));
const Answer = Type.Object({
  statementHandle: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  sqlState: Type.Optional(Type.String()),
  resultSetMetaData: Type.Optional(
    Type.Object({
      rowType: Type.Array(
        Type.Object({
          type: Type.String(),
          precision: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
          scale: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        }),
      ),
      partitionInfo: Type.Optional(Type.Array(Type.Unknown())),
      /** The number of rows of the whole result. */
      numRows: Type.Optional(Type.Integer()),
    }),
  ),
  data: Type.Optional(Cells),
});
type Answer = Static<typeof Answer>;
const parseAnswer = parserOf(Answer, "answer of the warehouse");

/** Snowflake over its SQL API: a statement is submitted, polled until it is done, and its result read in partitions. */
export function openSnowflake(target: SnowflakeTarget, limits: WarehouseLimits, http: Http): Warehouse {
  const api = new JsonHttp(http, `https://${hostOf(target.account)}`, () => tokenOf(target), {
    "x-snowflake-authorization-token-type": "KEYPAIR_JWT",
    "user-agent": "analytics-service/1",
  });

  async function ask(
    method: "GET" | "POST",
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<Answer & {running: boolean}> {
    for (;;) {
      const {status, text} = await api.ask(method, path, signal, body);
      const parsed = parseJson(text);
      if (status === 429) {
        // After too many requests, the request is sent again with its own id, so that its statement runs once.
        await Bun.sleep(1000);
        signal.throwIfAborted();
        continue;
      }
      if ((status !== 200 && status !== 202) || parsed === undefined) throw fault(status, text);
      return {...parseAnswer(parsed), running: status === 202};
    }
  }

  async function cancel({statementHandle: handle}: Answer): Promise<void> {
    if (handle === undefined) return;
    await cancelling(signal =>
      api.ask("POST", `${STATEMENTS}/${encodeURIComponent(handle)}/cancel`, signal, {}),
    );
  }

  async function* run(statement: WarehouseStatement, {signal}: RunOptions): AsyncIterableIterator<Batch> {
    const timeoutSignal = AbortSignal.timeout(limits.statementTimeoutMs);
    const begin = `${STATEMENTS}?requestId=${crypto.randomUUID()}&async=true`;
    const answering = ask("POST", begin, timeoutSignal, bodyOf(statement, target, limits));
    const first = await firstAnswer(answering, signal, cancel);
    if (first.statementHandle === undefined) throw broken("The answer names no statement.");
    const path = `${STATEMENTS}/${encodeURIComponent(first.statementHandle)}`;
    let ended = false;
    try {
      let answer = first;
      for (let i = 0; answer.running || answer.resultSetMetaData === undefined; i++) {
        await Bun.sleep(POLL_MS[Math.min(i, POLL_MS.length - 1)] ?? 0);
        signal.throwIfAborted();
        answer = await ask("GET", path, signal);
      }
      const columns = answer.resultSetMetaData.rowType;
      const [kinds, texts] = [kindsOf(columns), textsOf(columns)];
      const {partitionInfo, numRows} = answer.resultSetMetaData;
      const parts = partitionInfo?.length ?? 1;
      let given = 0;
      for (let part = 0; part < Math.max(parts, 1); part++) {
        const {data = []} = part === 0 ? answer : await ask("GET", `${path}?partition=${part}`, signal);
        given += data.length;
        if (data.length > 0 || part === 0) yield toBatch(data, kinds, texts);
      }
      requireRows(given, numRows);
      ended = true;
    } catch (error) {
      ended = error instanceof WarehouseError && error.details.kind === "refused";
      throw error;
    } finally {
      if (!ended) await cancel(first);
    }
  }

  return httpWarehouse("snowflake", limits, run, LEXIS);
}

/** In host names, the underscores of an account become hyphens. */
function hostOf(account: string): string {
  return `${account.toLowerCase().replaceAll("_", "-")}.snowflakecomputing.com`;
}

function bodyOf(
  {sql, parameters}: WarehouseStatement,
  {warehouse, database, schema, role}: SnowflakeTarget,
  limits: WarehouseLimits,
): object {
  const bindings = parameters.map((value, i) => [String(i + 1), {type: "TEXT", value: String(value)}]);
  return {
    statement: sql,
    timeout: Math.ceil(limits.statementTimeoutMs / 1000),
    ...(warehouse === undefined ? {} : {warehouse}),
    ...(database === undefined ? {} : {database}),
    ...(schema === undefined ? {} : {schema}),
    ...(role === undefined ? {} : {role}),
    ...(bindings.length === 0 ? {} : {bindings: Object.fromEntries(bindings)}),
    parameters: {TIMEZONE: "UTC", MULTI_STATEMENT_COUNT: "1", QUERY_TAG: "analytics-service"},
  };
}

/** A token signed with the user's key. It is made locally, so a new one is made whenever the last one expires. */
async function tokenOf({account, user, privateKey, privateKeyPassphrase}: SnowflakeTarget) {
  const key = keyOf(privateKey, privateKeyPassphrase);
  const der = createPublicKey(key.export({type: "pkcs8", format: "pem"})).export({
    type: "spki",
    format: "der",
  });
  const fingerprint = createHash("sha256").update(der).digest("base64");
  // The region that follows an account locator is not a part of the account's name.
  const subject = `${account.replace(/\..*$/, "")}.${user}`.toUpperCase();
  const token = await new SignJWT()
    .setProtectedHeader({alg: "RS256", typ: "JWT"})
    .setIssuer(`${subject}.SHA256:${fingerprint}`)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime("59m")
    .sign(key);
  return {token, expiresInMs: TOKEN_MS};
}

function keyOf(pem: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({key: pem, ...(passphrase === "" ? {} : {passphrase})});
  } catch (error) {
    throw new WarehouseError(
      "The private key cannot be read: it is not in PEM format, or its passphrase is wrong.",
      {
        errorClass: "key",
        kind: "denied",
        cause: error,
      },
    );
  }
}

/** Codes of the SQL API: https://docs.snowflake.com/en/developer-guide/sql-api/reference */
function fault(status: number, text: string): WarehouseError {
  const parsed = parseJson(text);
  if (parsed === undefined) return refusal(status, text);
  const {code = String(status), message = text, sqlState} = parseAnswer(parsed);
  const kind =
    code === "000604" || sqlState === "57014" || status === 408
      ? "cancelled"
      : status === 401 || status === 403 || /^(390|394)/.test(code)
        ? "denied"
        : isPassingFault(status)
          ? "unreachable"
          : "refused";
  return new WarehouseError(message, {errorClass: sqlState ?? code, kind});
}

function broken(message: string): WarehouseError {
  return new WarehouseError(message, {errorClass: "protocol", kind: "unreachable"});
}
