import "../../support/sql-parser.ts";
import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import type {SqlTable} from "../../../shared/core/wire/sql-tables.ts";
import type {SqlCatalog} from "../../../shared/surfaces/sql/catalog-types.ts";
import {planSql} from "../../../shared/surfaces/sql/plan-sql.ts";
import {BROWSING} from "../../interfaces/sql/corpus/browsing.ts";
import {DRIVERS} from "../../interfaces/sql/corpus/drivers.ts";
import {DESCRIPTIONS} from "../../interfaces/sql/corpus/explores.ts";
import {INTROSPECTION} from "../../interfaces/sql/corpus/introspection.ts";
import {OPTIONS} from "../../interfaces/sql/oracle/run.ts";
import {catalog as sample} from "../../interfaces/sql/oracle/sample.ts";
import {emptyDatabase, type TestDatabase} from "../../support/postgres.ts";
import {TestSqlServer} from "./sql-server.ts";

const [flights, airports] = sample.tables;
if (flights === undefined || airports === undefined) throw new Error("the sample has other tables");
const catalog: SqlCatalog = {
  ...sample,
  tables: [
    {...flights, comment: "Flights: one row each"},
    {...airports, schema: "public"},
    {...airports, name: "big-airports", model: "big-airports", primaryKey: []},
  ],
};
const TABLES: SqlTable[] = catalog.tables.map(
  ({schema, name, comment, columns, primaryKey, foreignKeys}) => ({
    schema,
    name,
    ...(comment === undefined ? {} : {comment}),
    columns: columns.map(column => ({
      name: column.name,
      type: column.type,
      ...(column.comment === undefined ? {} : {comment: column.comment}),
    })),
    primaryKey: [...primaryKey],
    foreignKeys: [...foreignKeys],
  }),
);

/** The same tables, as a person would create them who does not know the service. */
const BY_HAND = `
  create schema datasets;
  create table public.flights (id bigint primary key, state text, "Carrier Name" text, at timestamptz, day date,
    distance bigint, price numeric, score double precision, ok boolean, origin_code text, "origin.code" text,
    "origin.city" text, "origin.size" bigint, "origin.opened" date, count bigint, total numeric, farthest bigint,
    mean numeric, states bigint, paid numeric, ratio numeric);
  create table public.airports (code text primary key, city text, size bigint, opened date, count bigint, largest bigint,
    "flights.total" numeric);
  create table datasets."big-airports" (code text, city text, size bigint, opened date, count bigint, largest bigint,
    "flights.total" numeric);
  alter table public.flights add foreign key (origin_code) references public.airports (code);
  comment on table public.flights is 'Flights: one row each';
  grant select on all tables in schema public, datasets to public;
  grant usage on schema datasets to public;
`;

let sql: TestSqlServer;
let database: TestDatabase;
let real: pg.Client;
const reader = `reader_${crypto.randomUUID().replaceAll("-", "")}`;
beforeAll(async () => {
  sql = await TestSqlServer.start();
  database = await emptyDatabase();
  real = new pg.Client({
    connectionString: database.url,
    types: {getTypeParser: () => (value: string) => value},
  });
  await real.connect();
  await real.query(BY_HAND);
  // In the session of a role that may read the tables and owns nothing.
  await real.query(`create role ${reader} login noinherit; set session authorization ${reader}`);
});
afterAll(async () => {
  await sql.stop();
  await real.query(`reset session authorization; drop role ${reader}`);
  await real.end();
  await database.drop();
});

/** Texts that differ between two Postgres servers, or that the service promises to differ. Each is replaced in every answer. */
const MASKS: readonly (readonly [why: string, pattern: RegExp, mask: string])[] = [
  ["the name of the database", /\b(?:test_[0-9a-f]{32}|main)\b/g, "database"],
  [
    "the owner, the caller and who made the cluster",
    new RegExp(`\\b(?:analytics|postgres|ann|${reader})\\b`, "g"),
    "role",
  ],
  ["numbers of objects that a cluster has given", /^(?:1[6-9]|[2-9]\d)\d{3}$|^[1-9]\d{5,9}$/, "oid"],
  ["sizes of the catalog's own tables", /^\d+ kB$/, "size"],
  ["when the server was started", /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\+00$/, "moment"],
];

/**
 * Catalog objects that show other sessions, databases and roles, and what replaces them in a server of many callers; and the
 * language in which nobody can write functions.
 */
const HIDDEN =
  /"(?:pg_catalog\.)?pg_(?:all_\w+|database|roles|user|group|stat_activity|shdepend|authid|shadow|largeobject|replication_origin|shseclabel|subscription|subscription_rel)"|"regrole"|plpgsql|PL\/pgSQL/;

/** The types of transaction numbers, `xid` and `xid8`; and columns with such a number, or its age, in another type. */
const TRANSACTIONS = [28, 5069];
const MADE_OF_TRANSACTIONS: Readonly<Record<string, number>> = {
  "DataGrip, keys": 3,
  "DataGrip, relations with their transactions and owners": 9,
};

/** Whether a text is a role of another test, because all tests share the server. */
const isOfOthers = (text: string) => /^(?:analytics$|reader_|writer_)/.test(text) && text !== reader;

/** The rows as sorted lines, because the order of equal rows is not defined. */
function comparable(rows: readonly (string | null)[][], types: readonly number[]): string[] {
  const masked = (value: string | null, column: number) => {
    if (value === null) return null;
    if (TRANSACTIONS.includes(types[column] ?? 0)) return "transaction";
    return MASKS.reduce((text, [, pattern, mask]) => text.replace(pattern, mask), value);
  };
  return rows
    .map(row => JSON.stringify(row.map(masked)))
    .filter(line => !HIDDEN.test(line))
    .toSorted();
}

/** Statements whose answers differ, each with the reason. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "psql, \\l": "only the caller's own database is there",
  "RPostgres, types": "views of other sessions have other names",
  "DataGrip, databases": "only the caller's own database is there",
  "DataGrip, start": "the number of the transaction",
  "DataGrip, the transaction": "the number of the transaction",
  "DataGrip, privileges on objects outside schemas":
    "nobody may write functions, and other databases are hidden",
};

let compared = 0;
describe("a tool that reads the catalog gets the same answer as from a Postgres with the same tables", () => {
  for (const {tool, about, sql: text, refused} of [
    ...DRIVERS,
    ...BROWSING,
    ...INTROSPECTION,
    ...DESCRIPTIONS,
  ]) {
    if (refused !== undefined || OTHERWISE[`${tool}, ${about}`] !== undefined) continue;
    const plan = planSql(text, catalog, OPTIONS);
    if (plan.kind !== "rest" || !plan.readsCatalog) continue;
    test(`${tool}, ${about}`, async () => {
      const source = {readsCatalog: true, tables: TABLES, user: "ann", database: "main"};
      const answer = await sql.ask(plan.sql, {source});
      const {rows: all, fields} = await real.query<(string | null)[]>({text, rowMode: "array"});
      const rows = all.filter(row => !row.some(value => value !== null && isOfOthers(value)));
      const types = fields.map(({dataTypeID}) => dataTypeID);
      const made = MADE_OF_TRANSACTIONS[`${tool}, ${about}`];
      if (made !== undefined) types[made] = TRANSACTIONS[0] ?? 0;
      expect(comparable(answer, types)).toEqual(comparable(rows, types));
      compared++;
    });
  }
});

test("most statements are compared, and all tools whose rows are known", () => {
  expect(compared).toBeGreaterThan(75);
});
