import {expect, test} from "bun:test";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {PLANTS} from "./plants.ts";

test.each(PLANTS)("a hole can still be planted: $name", async ({changes}) => {
  for (const {file, from} of changes) {
    const text = await readFile(join(import.meta.dir, "../../..", file), "utf8");
    expect(text.split(from)).toHaveLength(2);
  }
});
