import {expect, test} from "bun:test";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {failuresIn, filesToRerun} from "../../../bin/tests/failures.ts";
import {tallyOf} from "../../../bin/tests/tally.ts";

/** What `bun test` prints for files with this content, as in the whole suite. */
async function outputOf(contents: Record<string, string>, color = "0"): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "failures-test-"));
  try {
    for (const [name, text] of Object.entries(contents))
      await writeFile(
        join(dir, name),
        `import {afterAll, beforeAll, describe, expect, test} from "bun:test";\n${text}`,
      );
    const run = Bun.spawn([process.execPath, "test", "--parallel=2", "--no-isolate"], {
      cwd: dir,
      env: {...process.env, FORCE_COLOR: color},
      stdout: "ignore",
      stderr: "pipe",
    });
    await run.exited;
    return await run.stderr.text();
  } finally {
    await rm(dir, {recursive: true});
  }
}

const FAILS = `expect(1).toBe(2);`;

test.each([
  ["a file", "0"],
  ["a terminal", "1"],
])("failures are reported once with their files, as %s gets them", async (_, color) => {
  const many = Array.from({length: 30}, (_, i) => `test("passes ${i}", () => {});`).join("");
  const output = await outputOf(
    {
      "a.test.ts": `describe("x", () => { test("fails", () => { ${FAILS} }); }); ${many}`,
      "b.test.ts": `test("passes", () => {}); test("fails [1.5ms]", async () => { await Bun.sleep(2); ${FAILS} });`,
      "c.test.ts": many,
    },
    color,
  );
  expect(failuresIn(output).sort((one, other) => one.file.localeCompare(other.file))).toEqual([
    {file: "a.test.ts", name: "x > fails"},
    {file: "b.test.ts", name: "fails [1.5ms]"},
  ]);
});

test("a failing hook is reported with its file", async () => {
  const output = await outputOf({
    "a.test.ts": `beforeAll(() => { throw new Error("in the hook"); }); test("a", () => {});`,
  });
  const failures = failuresIn(output);
  expect(failures).toMatchObject([{file: "a.test.ts"}]);
  expect(filesToRerun(failures, 1)).toEqual(["a.test.ts"]);
});

test("an error between tests is reported with the file that caused it", async () => {
  const output = await outputOf({
    "a.test.ts": `test("a", () => {});`,
    "b.test.ts": `test("b", () => void setTimeout(() => { throw new TypeError("too late"); }));
      afterAll(() => Bun.sleep(50));`,
  });
  const failures = failuresIn(output);
  expect(failures).toEqual([{file: "b.test.ts", name: "between tests: TypeError: too late"}]);
  expect(tallyOf(output, 1)).toEqual({passed: 2, failed: 1, skipped: 0});
  expect(filesToRerun(failures, 1)).toEqual(["b.test.ts"]);
});

test("no test is repeated if a file cannot be loaded", async () => {
  const output = await outputOf({
    "a.test.ts": `test("fails", () => { ${FAILS} });`,
    "b.test.ts": `throw new Error("in the file");`,
  });
  const {failed} = tallyOf(output, 1);
  expect(failed).toBeGreaterThanOrEqual(2);
  expect(filesToRerun(failuresIn(output), failed)).toEqual([]);
});

test("no test is repeated if tests of many files failed", () => {
  const failures = (files: number) =>
    Array.from({length: files}, (_, i) => ({file: `test/${i}.test.ts`, name: "a"}));
  expect(filesToRerun(failures(3), 3)).toHaveLength(3);
  expect(filesToRerun(failures(4), 4)).toEqual([]);
});
