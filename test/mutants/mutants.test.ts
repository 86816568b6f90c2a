import {afterAll, describe, expect, test} from "bun:test";
import {existsSync} from "node:fs";
import {cp, mkdtemp, readFile, rm, symlink, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Chance} from "../semantic/differential/random-layer.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {AREAS, type Area, type NamedTests} from "./areas.ts";
import {type Mutant, mutantsOf, withMutant} from "./mutate.ts";

/**
 * Plants small faults, one at a time, in a copy of the service, and runs the tests of their area until one finds it:
 * `npm run test:long -- test/mutants`, with `TEST_SEED` for other faults and `TEST_MUTANTS` for how many of each area.
 * Those that no test finds are listed. Some of them change nothing that anybody could see; the others want a test. An
 * area is only judged if all its tests pass without a fault.
 */

const root = join(import.meta.dir, "..", "..");
const seed = Number(process.env["TEST_SEED"] ?? 1);
const count = Number(process.env["TEST_MUTANTS"] ?? inLongRun(0, 20));
/** The least share of the planted faults that the tests of an area must find. */
const MIN_FOUND = 0.7;

interface Planted {
  path: string;
  mutant: Mutant;
}

async function placesOf({sources}: Area): Promise<Planted[]> {
  const paths = sources.flatMap(pattern => [...new Bun.Glob(pattern).scanSync(root)]).sort();
  const all = await Promise.all(
    paths.map(async path =>
      mutantsOf(path, await readFile(join(root, path), "utf8")).map(mutant => ({path, mutant})),
    ),
  );
  return all.flat();
}

let copy: string | undefined;
afterAll(async () => {
  if (copy !== undefined) await rm(copy, {recursive: true, force: true});
});

/** The service without its packages, to which a link leads. */
async function copyOfService(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "mutants-"));
  const skipped = new Set([".git", "node_modules", ".data"].map(name => join(root, name)));
  await cp(root, dir, {recursive: true, filter: path => !skipped.has(path)});
  await symlink(join(root, "node_modules"), join(dir, "node_modules"));
  return dir;
}

/** The first tests of the area that fail; `undefined` where all pass. */
async function firstFailing(dir: string, {tests}: Area): Promise<string | undefined> {
  for (const some of tests) if (!(await passes(dir, some))) return labelOf(some);
  return undefined;
}

function pathOf(some: string | NamedTests): string {
  return typeof some === "string" ? some : some.path;
}

function labelOf(some: string | NamedTests): string {
  return typeof some === "string" ? some : `${some.path} (${some.name})`;
}

/** The first tests of the area that fail with the fault; `undefined` where none does. */
async function findMutant(dir: string, area: Area, {path, mutant}: Planted): Promise<string | undefined> {
  const source = await readFile(join(dir, path), "utf8");
  await writeFile(join(dir, path), withMutant(source, mutant));
  try {
    return await firstFailing(dir, area);
  } finally {
    await writeFile(join(dir, path), source);
  }
}

async function passes(dir: string, some: string | NamedTests): Promise<boolean> {
  const name = typeof some === "string" ? [] : ["-t", some.name];
  const args = ["test", "--parallel=2", "--no-isolate", "--bail", "--timeout=300000", pathOf(some), ...name];
  const run = Bun.spawn([process.execPath, ...args], {
    cwd: dir,
    env: {...process.env, TEST_LONG: undefined, TEST_SEED: undefined, TEST_MUTANTS: undefined},
    stdout: "ignore",
    stderr: "ignore",
    // A fault may be a loop without an end.
    timeout: 20 * 60_000,
  });
  return (await run.exited) === 0;
}

/** The folder or the file before a pattern's first wildcard, once for each alternative in braces. */
function foldersOf(pattern: string): string[] {
  const [whole, before = "", names] = /^([^*{]*)(?:\{([^}]*)\})?/.exec(pattern) ?? [];
  return names === undefined ? [whole ?? ""] : names.split(",").map(name => before + name);
}

describe.each(Object.entries(AREAS))("small faults in %s", (name, area) => {
  test("are planted in files that exist, and searched by tests that exist", () => {
    const folders = area.sources.flatMap(foldersOf);
    expect(folders.filter(path => !existsSync(join(root, path)))).toEqual([]);
    const files = [...new Bun.Glob("test/**/*.test.ts").scanSync(root)];
    expect(area.tests.map(pathOf).filter(named => !files.some(path => path.startsWith(named)))).toEqual([]);
  });

  test("have many places, and change the text at each", async () => {
    const places = await placesOf(area);
    expect(places.length).toBeGreaterThan(100);
    for (const {path, mutant} of places.filter((_, i) => i % 20 === 0)) {
      const source = await readFile(join(root, path), "utf8");
      const changed = withMutant(source, mutant);
      expect(changed).not.toBe(source);
      expect(() => new Bun.Transpiler({loader: "ts"}).transformSync(changed)).not.toThrow();
    }
  });

  // Not in a normal run: it would take hours.
  if (count === 0) return;
  test(
    `are found by its tests: ${count} of the seed ${seed}`,
    async () => {
      copy ??= await copyOfService();
      // Tests that fail without a fault would seem to find every one.
      expect(await firstFailing(copy, area)).toBeUndefined();
      const places = await placesOf(area);
      const chance = new Chance(seed);
      const survivors: string[] = [];
      for (let i = 0; i < count; i++) {
        const planted = chance.pick(places);
        const found = await findMutant(copy, area, planted);
        const what = await describeMutant(planted);
        process.stdout.write(
          `${name}: ${found === undefined ? "NOT FOUND" : `found by ${found}`}: ${what}\n`,
        );
        if (found === undefined) survivors.push(what);
      }
      expect({survivors, isEnough: survivors.length <= count * (1 - MIN_FOUND)}).toMatchObject({
        isEnough: true,
      });
    },
    longTimeoutMs(),
  );
});

async function describeMutant({path, mutant}: Planted): Promise<string> {
  const source = await readFile(join(root, path), "utf8");
  const line = source.slice(0, mutant.start).split("\n").length;
  return `${path}:${line}: ${source.slice(mutant.start, mutant.end)} → ${mutant.text}`;
}
