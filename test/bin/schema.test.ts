import {afterAll, beforeAll, expect, test} from "bun:test";
import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {dumpSchema, writeTypes} from "../../bin/schema.ts";
import {type TestDatabase, testDatabase} from "../support/postgres.ts";

const root = join(import.meta.dir, "..", "..");
let database: TestDatabase;
let dir: string;

beforeAll(async () => {
  database = await testDatabase();
  dir = await mkdtemp(join(tmpdir(), "schema-test-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dir, {recursive: true});
});

// If one of these fails, `npm run schema` was not run after a new migration.
test("sql/schema.sql is the result of the migrations", async () => {
  expect(await dumpSchema(database.url)).toBe(await readFile(join(root, "sql", "schema.sql"), "utf8"));
});

test("shared/core/database/db-types.ts is the result of the migrations", async () => {
  await writeTypes(database.url, join(dir, "db-types.ts"));
  expect(await readFile(join(dir, "db-types.ts"), "utf8")).toBe(
    await readFile(join(root, "shared", "core", "database", "db-types.ts"), "utf8"),
  );
});
