import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import pg from "pg";
import {openDatabase} from "../../../shared/core/db.ts";
import {makeLogger} from "../../../shared/core/log.ts";
import {type TestDatabase, testDatabase} from "../../support/postgres.ts";
import {type Catalog, readCatalog} from "./statements/catalog.ts";
import {compareRow, compareValue} from "./statements/compare.ts";
import {describe as describeText} from "./statements/describe.ts";
import type {DriverTypes} from "./statements/driver-types.ts";
import {
  FOR_EFFECT,
  NOT_PREPARED,
  OF_ANY_ROW,
  SELECTED_FROM,
  TRUE_ALL_THE_SAME,
} from "./statements/exceptions.ts";
import {findStatements, type Statement} from "./statements/find.ts";
import {readSources, type Sources} from "./statements/program.ts";

// This file leaves a gigabyte of garbage, for which the process would otherwise take new memory.
afterAll(() => Bun.gc(true));

let database: TestDatabase;
let client: pg.Client;
let catalog: Catalog;
let sources: Sources;
let statements: readonly Statement[];
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({connectionString: database.url});
  await client.connect();
  catalog = await readCatalog(client);
  sources = readSources();
  statements = findStatements(sources);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const fileOf = ({place}: Statement) => place.split(":")[0] ?? "";

/** The differences between a statement's declared row and the row that the database describes. */
async function faultsOf(statement: Statement): Promise<string[]> {
  const {row, isValue, texts} = statement;
  const found = new Set<string>();
  for (const text of texts) {
    const sql = isValue ? `select ${text.sql} as value${fromOf(statement)}` : text.sql;
    try {
      const columns = await describeText(client, catalog, {...text, sql});
      const read = columns.filter(({name}) => !FOR_EFFECT.has(name));
      if (row)
        for (const fault of (isValue ? compareValue : compareRow)(sources, row, read)) found.add(fault);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      found.add(`Postgres refuses it: ${error.message}`);
    }
  }
  return [...found];
}

function fromOf(statement: Statement): string {
  const from = SELECTED_FROM[fileOf(statement)];
  return from ? ` from ${from}` : "";
}

describe("statements written as text", () => {
  test("are found, and their texts are assembled as they are sent", () => {
    expect(statements.filter(({row}) => row).length).toBeGreaterThan(200);
    const left = statements.filter(({missing}) => missing.length > 0);
    expect(
      left
        .filter(one => !(fileOf(one) in NOT_PREPARED) && !(fileOf(one) in OF_ANY_ROW))
        .flatMap(({missing}) => missing),
    ).toEqual([]);
  });

  test("return rows of their declared types", async () => {
    const used = new Set<string>();
    const faults: string[] = [];
    for (const statement of statements) {
      const file = fileOf(statement);
      if (file in OF_ANY_ROW || (file in NOT_PREPARED && !statement.row)) continue;
      for (const fault of await faultsOf(statement)) {
        const key = `${file} ${/^"([^"]+)"/.exec(fault)?.[1]}`;
        if (key in TRUE_ALL_THE_SAME) used.add(key);
        else faults.push(`${statement.place}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    expect([...used].sort()).toEqual(Object.keys(TRUE_ALL_THE_SAME).sort());
  });
});

/** A value of each type in SQL, and whether the driver returns the type in `DriverTypes`. */
const SAMPLES: Record<keyof DriverTypes, [sql: string, isGiven: (value: unknown) => boolean]> = {
  bool: ["true", value => value === true],
  bytea: ["'a'::bytea", value => Buffer.isBuffer(value)],
  date: ["'2026-01-02'::date", value => value instanceof Date],
  float8: ["1.5::float8", value => value === 1.5],
  int2: ["1::int2", value => value === 1],
  int4: ["1::int4", value => value === 1],
  int8: ["1::int8", value => value === 1],
  json: [`'{"a":1}'::json`, value => Bun.deepEquals(value, {a: 1})],
  jsonb: [`'{"a":1}'::jsonb`, value => Bun.deepEquals(value, {a: 1})],
  name: ["'a'::name", value => value === "a"],
  numeric: ["1.5::numeric", value => value === "1.5"],
  text: ["'a'::text", value => value === "a"],
  timestamptz: ["'2026-01-02'::timestamptz", value => value instanceof Date],
  varchar: ["'a'::varchar", value => value === "a"],
  void: ["pg_notify('a', '')", value => value === ""],
  _int4: ["'{1}'::int4[]", value => Bun.deepEquals(value, [1])],
  _text: ["'{a}'::text[]", value => Bun.deepEquals(value, ["a"])],
  _timestamptz: ["'{2026-01-02}'::timestamptz[]", value => Array.isArray(value) && value[0] instanceof Date],
};

test.each(Object.entries(SAMPLES))(
  "the driver returns %s as the comparison assumes",
  async (_, [sql, isGiven]) => {
    const {pool} = openDatabase(database.url, 1, makeLogger("test", "silent"));
    const {rows} = await pool.query<{value: unknown}>(`select ${sql} as value`);
    await pool.end();
    expect(isGiven(rows[0]?.value)).toBe(true);
  },
);
