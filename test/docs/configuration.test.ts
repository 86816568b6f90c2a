import {expect, test} from "bun:test";
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {readPage} from "./pages.ts";

interface Variable {
  default: string;
  bounds: string;
}

/** Variable → the contents of its row in the page. */
function documented(): Map<string, Variable> {
  const rows = [...readPage("docs/configuration.md").matchAll(/^\| `([A-Z0-9_]+)` *\|([^|]*)\|([^|]*)\|/gm)];
  return new Map(
    rows.map(([, name = "", value = "", bounds = ""]) => [
      name,
      {default: value.trim(), bounds: bounds.trim()},
    ]),
  );
}

const read = (name: string) => readFile(join(import.meta.dir, "..", "..", "shared", "core", name), "utf8");
const PARTS = [
  "mail",
  "billing",
  "llm",
  "github",
  "oidc",
  "job-runners",
  "s3",
  "sql",
  "sql-rest",
  "tracing",
].map(name => `process/${name}-config.ts`);
const FILES = ["config.ts", ...PARTS];
const source = (await Promise.all(FILES.map(read))).join("\n");

test("the page of the configuration names exactly the variables that are read", () => {
  const found = [
    ...source.matchAll(
      /(?:text|integer|size|choice|list|mailbox)\(\s*(?:reading, )?"([A-Z0-9_]+)"|env\["([A-Z0-9_]+)"\]/g,
    ),
  ].map(([, called, taken]) => called ?? taken ?? "");
  expect([...documented().keys()].toSorted()).toEqual([...new Set(found)].toSorted());
});

test("the page has the defaults and bounds that are applied", () => {
  const pages = documented();
  const numbers = [...source.matchAll(/integer\("([A-Z0-9_]+)", ([\w.]+), ([\d_]+), ([\d_]+)\)/g)];
  expect(numbers.length).toBeGreaterThan(15);
  for (const [, name = "", fallback = "", least = "", most = ""] of numbers) {
    const bounds = [least, most].map(bound => bound.replaceAll("_", "")).join(", ");
    expect({name, bounds: pages.get(name)?.bounds}).toEqual({name, bounds});
    // Some depend on the machine.
    const number = fallback.replaceAll("_", "");
    if (/^\d+$/.test(number)) expect(pages.get(name)?.default).toStartWith(`\`${number}\``);
  }
});
