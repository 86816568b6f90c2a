import {expect, test} from "bun:test";
import {join} from "node:path";

const PARSER = join(import.meta.dir, "../../../shared/surfaces/sql/statement/postgres-parser.ts");
const MEGABYTE = 1024 ** 2;

/** The heap in use, in bytes, of a process that has parsed a statement with this many columns. */
async function heapWith(columns: number): Promise<{bytes: number; columns: number}> {
  const script = `
    const {loadParser, parseText} = await import(${JSON.stringify(PARSER)});
    await loadParser();
    const list = Array.from({length: ${columns}}, (_, i) => "a" + i).join(", ");
    const columns = parseText("select " + list + " from t").stmts[0].stmt.SelectStmt.targetList.length;
    Bun.gc(true);
    console.log(JSON.stringify({bytes: process.memoryUsage().heapUsed, columns}));`;
  const child = Bun.spawn([process.execPath, "-e", script], {stdout: "pipe", stderr: "inherit"});
  return JSON.parse(await child.stdout.text());
}

// The garbage collector tolerates as much garbage as there is memory in use, so little should be in use.
test("the parser's heap is small at first, and grows with a large statement", async () => {
  const small = await heapWith(2);
  expect(small.columns).toBe(2);
  expect(small.bytes).toBeLessThan(200 * MEGABYTE);
  const large = await heapWith(50_000);
  expect(large.columns).toBe(50_000);
  expect(large.bytes - small.bytes).toBeGreaterThan(20 * MEGABYTE);
});
