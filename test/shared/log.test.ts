import {afterAll, beforeAll, expect, test} from "bun:test";
import {join} from "node:path";
import {type TestDatabase, testDatabase} from "../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** A program that loses an idle connection of a pool, and prints what is logged. */
const LOSING = `
  const {openDatabase, sql} = await import("./shared/core/db.ts");
  const {makeLogger} = await import("./shared/core/log.ts");
  const log = makeLogger("test", "warn");
  const {db, pool} = openDatabase(process.argv[1], 2, log);
  const lost = new Promise(resolve => pool.once("error", resolve));
  const [a, b] = await Promise.all([pool.connect(), pool.connect()]);
  a.release();
  await b.query("select pg_terminate_backend($1)", [a.processID]);
  await lost;
  b.release();
  await pool.end();
`;

test("a lost connection is logged in one short line, without the key that cancels its statements", async () => {
  const child = Bun.spawn([process.execPath, "-e", LOSING, database.url], {
    cwd: join(import.meta.dir, "..", ".."),
    stdout: "pipe",
    stderr: "pipe",
  });
  const lines = (await child.stdout.text()).trim().split("\n");
  expect(await child.stderr.text()).toBe("");
  const [line] = lines.map(text => JSON.parse(text));
  expect(lines).toHaveLength(1);
  expect(line).toMatchObject({
    level: "warn",
    err: {type: "DatabaseError", code: "57P01", stack: expect.any(String)},
  });
  expect(lines[0]).not.toContain("secretKey");
  expect(lines[0]?.length).toBeLessThan(2000);
});
