import {expect, test} from "bun:test";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";

const FOLDER = join(import.meta.dir, "../../shared/semantic");

test("the README's example of use as a library gives the statement that the README shows", async () => {
  const readme = await Bun.file(join(FOLDER, "README.md")).text();
  const example = /## As a library[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const folder = await mkdtemp(join(tmpdir(), "library-"));
  try {
    const program = example.replaceAll('"./', `"${FOLDER}/`);
    await Bun.write(join(folder, "example.ts"), `${program}\nconsole.log(JSON.stringify({faults, sql}));\n`);
    const run = Bun.spawnSync([process.execPath, join(folder, "example.ts")]);
    expect(run.stderr.toString()).toBe("");
    const {faults, sql} = JSON.parse(run.stdout.toString());
    expect(faults).toEqual([]);
    expect(sql).toMatch(/^select\s+"status" as .*sum\("amount"\).*\bfrom "orders"\s+group by 1$/s);
  } finally {
    await rm(folder, {recursive: true});
  }
});
