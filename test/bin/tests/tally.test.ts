import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {closingLine, racesIn, tallyOf, withRerun} from "../../../bin/tests/tally.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "tally-test-"));
});
afterAll(() => rm(dir, {recursive: true}));

/** What `bun test` prints for a file with this content. */
async function tallyOfFile(contents: string, ...args: string[]) {
  const file = join(dir, `${Bun.hash(contents)}.test.ts`);
  await writeFile(file, `import {test, expect} from "bun:test";\n${contents}`);
  const run = Bun.spawn([process.execPath, "test", file, ...args], {
    cwd: dir,
    env: {...process.env, FORCE_COLOR: "1"},
    stdout: "ignore",
    stderr: "pipe",
  });
  const [code, output] = await Promise.all([run.exited, run.stderr.text()]);
  return {...tallyOf(output, code), code};
}

test("passed, failed and skipped tests are counted", async () => {
  const contents = `test("a", () => {}); test("b", () => {}); test("c", () => expect(1).toBe(2));
    test.skip("d", () => {}); test.todo("e");`;
  expect(await tallyOfFile(contents)).toEqual({passed: 2, failed: 1, skipped: 2, code: 1});
});

test("a file that cannot be loaded fails the run, even if other files pass", async () => {
  const {failed, code} = await tallyOfFile(`test("a", () => {}); throw new Error("in the file");`);
  expect(failed).toBeGreaterThan(0);
  expect(code).not.toBe(0);
});

test("a run without a test is a failure", async () => {
  expect(await tallyOfFile(`test.skip("a", () => {});`)).toMatchObject({passed: 0, failed: 1});
  expect(await tallyOfFile(`test("a", () => {});`, "-t", "no such name")).toMatchObject({failed: 1});
});

test("a process that ends without a summary is a failure", () => {
  expect(tallyOf("Segmentation fault", 139)).toEqual({passed: 0, failed: 1, skipped: 0});
  expect(tallyOf(" 5 pass\n 0 fail\n", 134)).toEqual({passed: 5, failed: 1, skipped: 0});
});

test("the closing line counts checks and tests together", () => {
  const check = {passed: 1, failed: 0, skipped: 0};
  expect(closingLine([check, {passed: 40, failed: 0, skipped: 0}])).toBe("41 passed, 0 failed");
  expect(closingLine([check, {passed: 3, failed: 2, skipped: 1}])).toBe("4 passed, 2 failed, 1 skipped");
});

describe("tests that are repeated alone", () => {
  const whole = {passed: 90, failed: 2, skipped: 1};
  const [a, b, c] = ["a", "b", "c"].map(name => ({file: "test/x.test.ts", name}));
  const ended = (...failures: {file: string; name: string}[]) => ({
    tally: {passed: 8, failed: failures.length, skipped: 0},
    failures,
  });

  test("count as passed if they pass, and are named", () => {
    const tally = withRerun(whole, [a!, b!], ended());
    expect(tally).toEqual({passed: 92, failed: 0, skipped: 1, passedAlone: [a!, b!]});
    expect(closingLine([tally])).toBe("92 passed (2 only when run again alone), 0 failed, 1 skipped");
    expect(racesIn([tally]).map(line => line.split("\n")[0])).toEqual([
      "test/x.test.ts: a",
      "test/x.test.ts: b",
    ]);
  });

  test("count as failed if they, or others of their file, fail again", () => {
    expect(withRerun(whole, [a!, b!], ended(b!))).toMatchObject({failed: 1, passedAlone: [a!]});
    expect(withRerun(whole, [a!, b!], ended(c!))).toMatchObject({failed: 1, passedAlone: [a!, b!]});
  });

  test("count as failed if the second run ended without a summary", () => {
    const broken = {tally: tallyOf("Segmentation fault", 139), failures: []};
    expect(withRerun(whole, [a!, b!], broken)).toEqual(whole);
  });
});
