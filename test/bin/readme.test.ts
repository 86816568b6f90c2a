import {expect, test} from "bun:test";
import {readFile} from "node:fs/promises";
import {join} from "node:path";

const root = join(import.meta.dir, "..", "..");

test("the README's table of the configuration names every variable that is read, and no other", async () => {
  const source = await readFile(join(root, "shared", "config.ts"), "utf8");
  const read = [...source.matchAll(/(?:text|integer|size)\(\s*"([A-Z0-9_]+)"|env\["([A-Z0-9_]+)"\]/g)].map(
    ([, called, taken]) => called ?? taken,
  );
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, section = ""] = /^## Configuration$(.*?)^## /ms.exec(readme) ?? [];
  const firstCells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  const named = firstCells.flatMap(cell => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual([...new Set(read)].toSorted());
});
