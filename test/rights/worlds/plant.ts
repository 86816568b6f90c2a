import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {PLANTS, type Plant} from "./plants.ts";

/**
 * Plants each hole, one after another, and prints which tests find it: `bun test/rights/worlds/plant.ts`, with a part of a name
 * for only some of them. The files are restored at the end.
 */

const root = join(import.meta.dir, "../../..");
const TESTS = ["scenarios", "worlds"].map(name => `test/rights/worlds/${name}.test.ts`);
const OF_WORLDS = "(fail) nothing that leaves the service";

async function main(part = ""): Promise<number> {
  let missed = 0;
  for (const plant of PLANTS.filter(({name}) => name.includes(part))) {
    const failed = await during(plant, failedTests);
    const byWorlds = failed.some(line => line.startsWith(OF_WORLDS));
    const byScenarios = failed.some(line => !line.startsWith(OF_WORLDS));
    missed += Number(!byWorlds) + Number(!byScenarios);
    const say = (isFound: boolean) => (isFound ? "found" : "MISSED");
    process.stdout.write(`scenarios: ${say(byScenarios)}, worlds: ${say(byWorlds)}: ${plant.name}\n`);
  }
  return missed > 0 ? 1 : 0;
}

async function during<T>({changes}: Plant, work: () => Promise<T>): Promise<T> {
  const files = [...new Set(changes.map(({file}) => join(root, file)))];
  const before = await Promise.all(files.map(file => readFile(file, "utf8")));
  try {
    for (const {file, from, to} of changes) {
      const path = join(root, file);
      await writeFile(
        path,
        (await readFile(path, "utf8")).replace(from, () => to),
      );
    }
    return await work();
  } finally {
    await Promise.all(files.map((file, i) => writeFile(file, before[i] ?? "")));
  }
}

async function failedTests(): Promise<string[]> {
  const run = Bun.spawn(["bun", "bin/test.ts", ...TESTS], {
    cwd: root,
    env: {...process.env, TEST_SHRINK: "no"},
    stdout: "ignore",
    stderr: "pipe",
  });
  const lines = (await new Response(run.stderr).text()).split("\n");
  await run.exited;
  return lines.filter(line => line.startsWith("(fail)"));
}

process.exit(await main(process.argv[2]));
