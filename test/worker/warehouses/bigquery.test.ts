import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {decodeJwt, exportPKCS8, generateKeyPair} from "jose";
import {readBigqueryTables} from "../../../worker/warehouses/bigquery/catalog.ts";
import {type BigqueryTarget, openBigquery} from "../../../worker/warehouses/bigquery/warehouse.ts";
import {readVersion} from "../../../worker/warehouses/connect.ts";
import type {Warehouse} from "../../../worker/warehouses/warehouse.ts";
import {jsonRows, limits, standIn} from "../../support/http-warehouse.ts";
import {until} from "../../support/until.ts";

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | null;
  text: string;
}

let asked: Asked[] = [];
let respond: (one: Asked) => Response | Promise<Response>;
let server: ReturnType<typeof standIn>;
let target: BigqueryTarget;
let warehouse: Warehouse;
let tokens = 0;
let tokenSeconds = 3600;

beforeAll(async () => {
  server = standIn(async (request, url) => {
    const one = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      authorization: request.headers.get("authorization"),
      text: await request.text(),
    };
    asked.push(one);
    if (url.pathname !== "/oauth2.googleapis.com/token") return await respond(one);
    return Response.json({access_token: `token-${++tokens}`, expires_in: tokenSeconds});
  });
  const {privateKey} = await generateKeyPair("RS256", {extractable: true});
  target = {
    projectId: "shop-1",
    clientEmail: "ana@shop-1.iam.gserviceaccount.com",
    privateKey: await exportPKCS8(privateKey),
    dataset: "sales",
    location: "EU",
  };
  warehouse = openBigquery(target, limits, server.http);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await warehouse.close();
  server.stop();
});

const jobReference = {projectId: "shop-1", jobId: "job_1", location: "EU"};
const fields = (...types: string[]) => ({fields: types.map((type, i) => ({name: `c${i}`, type}))});
const rows = (...values: (string | null)[][]) => values.map(row => ({f: row.map(v => ({v}))}));
const queries = () => asked.filter(({path}) => path.includes("/queries"));
const cancels = () => asked.filter(({path}) => path.endsWith("/cancel"));
const API = "/bigquery.googleapis.com/bigquery/v2/projects/shop-1";

describe("bigquery", () => {
  test("runs queries as the service account, and keeps digits, nulls and moments", async () => {
    respond = () =>
      Response.json({
        jobComplete: true,
        jobReference,
        schema: fields("INTEGER", "NUMERIC", "FLOAT", "TIMESTAMP", "DATETIME", "BOOLEAN", "STRING", "JSON"),
        rows: rows(
          [
            "9007199254740993",
            "0.100000000",
            "NaN",
            "1710046800500000",
            "2024-03-10T05:00:00.500000",
            "true",
            null,
            '{"a":1}',
          ],
          ["-1", null, "1.5", "-1", "2024-03-10T05:00:00", "false", "x", null],
        ),
      });
    const types = [
      "number",
      "number",
      "number",
      "timestamp",
      "timestamp",
      "boolean",
      "string",
      "json",
    ] as const;
    expect((await jsonRows(warehouse, "select @p1", types, {parameters: ["o'r"]})).text).toBe(
      '[9007199254740993,0.1,"NaN","2024-03-10T05:00:00.5Z","2024-03-10T05:00:00.5Z",true,null,{"a":1}],' +
        '[-1,null,1.5,"1969-12-31T23:59:59.999999Z","2024-03-10T05:00:00Z",false,"x",null]',
    );
    const [token, query] = asked;
    const assertion = new URLSearchParams(token?.text).get("assertion") ?? "";
    expect(decodeJwt(assertion)).toMatchObject({
      iss: target.clientEmail,
      aud: "https://oauth2.googleapis.com/token",
      scope: "https://www.googleapis.com/auth/bigquery",
    });
    expect([query?.path, query?.authorization]).toEqual([`${API}/queries`, `Bearer token-${tokens}`]);
    expect(JSON.parse(query?.text ?? "")).toMatchObject({
      query: "select @p1",
      useLegacySql: false,
      location: "EU",
      defaultDataset: {projectId: "shop-1", datasetId: "sales"},
      queryParameters: [{name: "p1", parameterType: {type: "STRING"}, parameterValue: {value: "o'r"}}],
    });
  });

  test("waits for a slow job, and reads its result page by page", async () => {
    const answers = [
      {jobComplete: false, jobReference},
      {jobComplete: false, jobReference},
      {jobComplete: true, jobReference, schema: fields("INTEGER"), rows: rows(["1"]), pageToken: "p/2"},
      {jobComplete: true, jobReference, schema: fields("INTEGER"), rows: rows(["2"])},
    ];
    respond = () => Response.json(answers.shift());
    expect((await jsonRows(warehouse, "select 1", ["number"])).text).toBe("[1],[2]");
    expect(queries().map(({path, query}) => [path, query.get("location"), query.get("pageToken")])).toEqual([
      [`${API}/queries`, null, null],
      [`${API}/queries/job_1`, "EU", null],
      [`${API}/queries/job_1`, "EU", null],
      [`${API}/queries/job_1`, "EU", "p/2"],
    ]);
    expect(cancels()).toEqual([]);
  });

  test("fails at a page without rows that names no next page, and does not end the result there", async () => {
    const schema = fields("INTEGER");
    const answers = [
      {jobComplete: true, jobReference, schema, rows: rows(["1"]), totalRows: "2", pageToken: "p/2"},
      {jobComplete: true, jobReference, schema, totalRows: "2"},
    ];
    respond = ({path}) => Response.json(path.endsWith("/cancel") ? {} : answers.shift());
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: "The warehouse announced a result of 2 rows, and returned 1.",
      details: {kind: "unreachable"},
    });
  });

  test("renews a token that is refused or has expired, once for all who wait", async () => {
    const before = tokens;
    respond = ({authorization}) =>
      authorization === `Bearer token-${before + 1}`
        ? Response.json({jobComplete: true, jobReference, schema: fields("INTEGER"), rows: rows(["1"])})
        : new Response("expired", {status: 401});
    const both = [1, 2].map(() => jsonRows(warehouse, "select 1", ["number"]));
    expect((await Promise.all(both)).map(({text}) => text)).toEqual(["[1]", "[1]"]);
    expect(tokens).toBe(before + 1);
    respond = () => Response.json({jobComplete: true, jobReference, schema: fields("INTEGER"), rows: []});
    tokenSeconds = 0;
    const hasty = openBigquery(target, limits, server.http);
    for (let i = 0; i < 3; i++) await jsonRows(hasty, "select 1", ["number"]);
    expect(tokens).toBe(before + 4);
    tokenSeconds = 3600;
    await hasty.close();
  });

  test.each([
    [400, "invalidQuery", "refused"],
    [403, "accessDenied", "denied"],
    [403, "quotaExceeded", "unreachable"],
    [400, "stopped", "cancelled"],
    [503, "backendError", "unreachable"],
    [501, "notImplemented", "refused"],
  ] as const)("reports %i %s as %s", async (status, reason, kind) => {
    respond = () => Response.json({error: {code: status, message: "No.", errors: [{reason}]}}, {status});
    await expect(jsonRows(warehouse, "select 1", ["number"])).rejects.toMatchObject({
      message: "No.",
      details: {kind, errorClass: reason},
    });
  });

  test("cancels the job of a reader that leaves, even if the job's id is not known yet", async () => {
    respond = ({path}) =>
      path.endsWith("/cancel")
        ? Response.json({})
        : Response.json({
            jobComplete: true,
            jobReference,
            schema: fields("INTEGER"),
            rows: rows(["1"], ["2"]),
            pageToken: "2",
          });
    expect((await jsonRows(warehouse, "select 1", ["number"], {limit: 1})).truncated).toBe(true);
    expect(cancels().map(({path, query}) => [path, query.get("location")])).toEqual([
      [`${API}/jobs/job_1/cancel`, "EU"],
    ]);
    asked = [];
    const {promise: held, resolve} = Promise.withResolvers<void>();
    respond = async ({path}) => {
      if (path.endsWith("/cancel")) return Response.json({});
      await held;
      return Response.json({jobComplete: false, jobReference: {...jobReference, jobId: "job_late"}});
    };
    const controller = new AbortController();
    const attempt = jsonRows(warehouse, "select 1", ["number"], {signal: controller.signal});
    await until(() => queries().length > 0);
    controller.abort(new Error("gone"));
    await expect(attempt).rejects.toThrow("gone");
    resolve();
    await until(() => cancels().length > 0);
    expect(cancels()[0]?.path).toBe(`${API}/jobs/job_late/cancel`);
  });

  test("has a name in place of a version, because it has no version", async () => {
    respond = () =>
      Response.json({jobComplete: true, jobReference, schema: fields("STRING"), rows: rows([""])});
    expect(await readVersion(warehouse, new AbortController().signal)).toBe("BigQuery");
    expect(queries()[0]?.text).not.toContain("version()");
  });

  test("reports an invalid key as a fault of the credentials", async () => {
    const wrong = openBigquery({...target, privateKey: "x"}, limits, server.http);
    await expect(jsonRows(wrong, "select 1", ["number"])).rejects.toMatchObject({details: {kind: "denied"}});
    await wrong.close();
  });

  test("reads the catalogue of each dataset", async () => {
    const row = ["sales", "orders", "table", "", "at", "TIMESTAMP", "YES", ""];
    respond = () =>
      Response.json({
        jobComplete: true,
        jobReference,
        schema: fields(...row.map(() => "STRING")),
        rows: rows(row),
      });
    const narrow = {schemas: ["sa`les"], tables: ["orders"]};
    const tables = await readBigqueryTables(warehouse, narrow, new AbortController().signal);
    expect(JSON.parse(queries()[0]?.text ?? "").query).toContain("`sa\\`les`.INFORMATION_SCHEMA.COLUMNS");
    expect(tables).toMatchObject([
      {schema: "sales", name: "orders", columns: [{name: "at", kind: "timestamp"}]},
    ]);
  });
});
