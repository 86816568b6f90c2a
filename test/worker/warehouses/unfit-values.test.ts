import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {unfitValue} from "../../../worker/warehouses/unfit-value.ts";
import {WarehouseError} from "../../../worker/warehouses/warehouse.ts";
import {clickhouseUrl} from "../../support/engines/clickhouse-url.ts";
import {mysqlUrl} from "../../support/engines/mysql-url.ts";
import {shopInDuckDb, shopInPostgres} from "../../support/warehouse.ts";
import {type TestService, testService} from "../../support/worker.ts";

const UUID = "6f3d0a58-3a1c-4a57-9a3e-1a2b3c4d5e6f";

/**
 * One row with the types that do not take every text, in each engine's SQL; and the columns that refuse an invalid text, or
 * never do.
 */
const ENGINES = {
  postgres: {
    sql: `select 'sad'::mood as mood, '${UUID}'::uuid as id, '10.0.0.1'::inet as address, '{"a": 1}'::jsonb as document, time '10:00' as hour`,
    refuse: ["mood", "id", "address", "document", "hour"],
    never: [],
  },
  duckdb: {
    sql: `select 'sad'::enum('sad', 'glad') as mood, '${UUID}'::uuid as id, '{"a": 1}'::json as document, time '10:00' as hour, interval '1 day' as span`,
    refuse: ["id", "document", "hour", "span"],
    never: [],
  },
  mysql: {
    sql: "select 'sad' as mood, cast('10:00' as time) as hour, convert('Köln' using latin1) as city",
    refuse: ["city"],
    never: [],
  },
  clickhouse: {
    sql: `select materialize(cast('sad' as Enum8('sad' = 1, 'glad' = 2))) as mood, materialize(toUUID('${UUID}')) as id, materialize(toIPv4('10.0.0.1')) as address, materialize(toFixedString('abc', 3)) as code`,
    refuse: ["id", "address"],
    never: ["mood"],
  },
} as const;
type EngineName = keyof typeof ENGINES;

const INSTALLED = (["postgres", "duckdb", "mysql", "clickhouse"] as const).filter(
  name => (name !== "mysql" || mysqlUrl()) && (name !== "clickhouse" || clickhouseUrl()),
);

let service: TestService;
let dropShop: () => Promise<void>;
const projects: Partial<Record<EngineName, string>> = {};
const connections: Partial<Record<EngineName, string>> = {};
let shopUrl: string;

beforeAll(async () => {
  service = await testService();
  const shop = await shopInPostgres();
  dropShop = shop.drop;
  shopUrl = shop.url;
  const client = new pg.Client({connectionString: shop.url});
  await client.connect();
  await client.query("create type mood as enum ('sad', 'glad')");
  await client.end();
  await shopInDuckDb(service.warehouseDir, service.org.id);
  const server = (url: string | undefined, database: string) => {
    const {port, username: user, password} = new URL(url ?? "");
    return {host: "127.0.0.1", port: Number(port), database, user, password, ssl: "disable"};
  };
  const configs = {
    postgres: () => ({url: `${shop.url}?sslmode=disable`}),
    duckdb: () => ({path: "shop.duckdb"}),
    mysql: () => server(mysqlUrl(), "mysql"),
    clickhouse: () => server(clickhouseUrl(), "default"),
  };
  for (const name of INSTALLED) projects[name] = await addProject(name, configs[name]());
});
afterAll(async () => {
  await service.stop();
  await dropShop();
});

async function addProject(name: EngineName, config: object): Promise<string> {
  const connection = await service.call("POST", "/api/connections", {body: {name, type: name, config}});
  expect(connection.text).toContain("conn_");
  connections[name] = connection.body.id;
  const body = {name, connectionId: connection.body.id};
  const {id} = (await service.call("POST", "/api/projects", {body})).body;
  const columns = [...ENGINES[name].sql.matchAll(/ as (\w+)(?=,|$)/g)].map(([, column]) => column);
  const dimensions = columns.map(column => ({name: column, type: "string", column}));
  const measures = [{name: "count", type: "count"}];
  const models = [{name: "odd", table: {sql: ENGINES[name].sql}, dimensions, measures}];
  const applied = await service.call("POST", `/api/projects/${id}/introspect`, {body: {models, joins: []}});
  expect(applied.text).toContain("odd");
  return id;
}

const LONG = "x".repeat(300);
const VALUES = ["purple", "interrupted", "", "{", "999.1.1.1", "é😀", LONG];

describe.each(INSTALLED)("%s", name => {
  const ask = (field: string, op: string, value: unknown) =>
    service.call("POST", "/api/query", {
      body: {
        projectId: projects[name],
        model: "odd",
        measures: ["odd.count"],
        filters: [{field: `odd.${field}`, op, value}],
      },
    });

  test("a text that does not fit a column's type selects nothing, or is named in a 422", async () => {
    const columns = [...ENGINES[name].sql.matchAll(/ as (\w+)(?=,|$)/g)].map(([, column]) => String(column));
    const refusing = new Set<string>();
    for (const column of columns) {
      for (const value of VALUES) {
        for (const op of ["=", "!=", "in", "not_in"]) {
          const answer = await ask(column, op, op.endsWith("in") ? [value] : value);
          const asked = {column, op, value, status: answer.status, text: answer.text};
          if (answer.status === 200) {
            expect({...asked, rows: answer.body.rows}).toEqual({
              ...asked,
              rows: [[op === "!=" || op === "not_in" ? 1 : 0]],
            });
            continue;
          }
          refusing.add(column);
          expect({...asked, code: answer.body.code}).toEqual({...asked, status: 422, code: "invalid_filter"});
          expect(answer.body.detail).toContain(JSON.stringify(value).slice(0, 50));
          expect(answer.body.errors[0].path).toBe("/filters");
        }
      }
    }
    expect([...refusing]).toEqual(expect.arrayContaining([...ENGINES[name].refuse]));
    for (const column of ENGINES[name].never) expect(refusing.has(column)).toBe(false);
  });

  test("the rest of a top by such a column can have a name", async () => {
    for (const [, column] of ENGINES[name].sql.matchAll(/ as (\w+)(?=,|$)/g)) {
      const field = `odd.${column}`;
      const answer = await service.call("POST", "/api/query", {
        body: {
          projectId: projects[name],
          model: "odd",
          dimensions: [field],
          measures: ["odd.count"],
          top: {dimension: field, by: "odd.count", count: 1, others: "the rest"},
        },
      });
      expect({column, status: answer.status, rows: answer.body.rows}).toEqual({
        column,
        status: 200,
        rows: [[expect.any(String), 1]],
      });
    }
  });
});

describe("Postgres refuses", () => {
  let at: string;

  beforeAll(async () => {
    const collation = `create collation if not exists any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`;
    const client = new pg.Client({connectionString: shopUrl});
    await client.connect();
    await client.query(collation);
    await client.end();
    const body = {name: "refusals", connectionId: connections.postgres};
    at = (await service.call("POST", "/api/projects", {body})).body.id;
    const sql = `select 'Köln'::text collate any_case as city, 4000000000::oid as object`;
    const models = [
      {
        name: "odd",
        table: {sql},
        dimensions: [
          {name: "city", type: "string", column: "city"},
          {name: "object", type: "number", column: "object"},
          {name: "is_in", type: "boolean", sql: "city ilike 'K%'"},
        ],
        measures: [{name: "count", type: "count"}],
      },
    ];
    const made = await service.call("POST", `/api/projects/${at}/introspect`, {body: {models, joins: []}});
    expect(made.status).toBe(201);
  });

  const ask = (filter: object) =>
    service.call("POST", "/api/query", {
      body: {projectId: at, model: "odd", measures: ["odd.count"], filters: [filter]},
    });

  test.each([
    {op: "contains", value: "öl"},
    {op: "starts_with", value: "k"},
    {op: "ends_with", value: "N"},
    {op: "not_contains", value: "x"},
  ])("a search in texts of a nondeterministic collation: %j", async filter => {
    const answer = await ask({field: "odd.city", ...filter});
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_filter"]);
    expect(answer.body.detail).toContain('collate "C"');
    expect(answer.body.errors[0].path).toBe("/filters");
    // Whole values are found, by the collation's own rules.
    expect((await ask({field: "odd.city", op: "=", value: "KÖLN"})).body.rows).toEqual([[1]]);
  });

  test("a search in the layer's own SQL, for which no filter is blamed", async () => {
    const answer = await ask({field: "odd.is_in", op: "=", value: true});
    expect([answer.status, answer.body.code]).toEqual([502, "warehouse_error"]);
  });

  test.each([4294967296, -1, "99999999999999999999", 0.5])(
    "a comparison of an oid with the number %p",
    async value => {
      for (const op of ["=", "!=", ">", "in"]) {
        const answer = await ask({field: "odd.object", op, value: op === "in" ? [value] : value});
        expect([op, answer.status, answer.body.code]).toEqual([op, 422, "invalid_filter"]);
        expect(answer.body.detail).toContain("a whole number from 0 to 4294967295");
        expect(answer.body.errors[0].path).toBe("/filters");
      }
      expect((await ask({field: "odd.object", op: "=", value: 4000000000})).body.rows).toEqual([[1]]);
    },
  );
});

test("the values of an enum are named to org-admins only", async () => {
  const filters = [{field: "odd.mood", op: "=", value: "purple"}];
  const body = {projectId: projects.postgres, model: "odd", measures: ["odd.count"], filters};
  const told = (await service.call("POST", "/api/query", {body})).body.detail;
  expect(told).toContain('No row can have the value "purple"');
  expect(told).toEndWith('The enum\'s values are "sad" and "glad".');
  const {token} = service.org.member;
  const other = await service.call("POST", "/api/query", {body, token});
  expect([other.status, other.body.code]).toEqual([422, "invalid_filter"]);
  expect(other.text).not.toContain("glad");
});

test.each(["postgres", "duckdb"] as const)(
  "an error caused by the rows is no fault of a filter on %s",
  async name => {
    const {sql} = ENGINES[name];
    const models = [
      {
        name: "broken",
        table: {sql},
        dimensions: [{name: "mood", type: "string", column: "mood"}],
        measures: [{name: "worst", type: "max", sql: "cast(cast(mood as varchar) as integer)"}],
      },
    ];
    const path = `/api/projects/${projects[name]}/introspect`;
    expect((await service.call("POST", path, {body: {models, joins: []}})).status).toBe(201);
    const body = {
      projectId: projects[name],
      model: "broken",
      measures: ["broken.worst"],
      filters: [{field: "broken.mood", op: "=", value: "sad"}],
    };
    const answer = await service.call("POST", "/api/query", {body});
    expect(answer.status).toBe(502);
    expect(answer.body.code).toBe("warehouse_error");
  },
);

test.each([
  ["(latin1_swedish_ci,IMPLICIT) and (utf8mb4_general_ci,COERCIBLE)", "Köln"],
  ["(utf8mb4_general_ci,IMPLICIT) and (utf8mb4_unicode_ci,IMPLICIT)", undefined],
])("MySQL's mix of collations %s is a fault of the text %p", (collations, fault) => {
  const message = `Illegal mix of collations ${collations} for operation '='`;
  const error = new WarehouseError(message, {errorClass: "ER_CANT_AGGREGATE_2COLLATIONS", kind: "refused"});
  expect(unfitValue(error, {sql: "", parameters: ["Bonn", "Köln"]})).toBe(fault);
});
