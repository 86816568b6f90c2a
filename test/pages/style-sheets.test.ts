import {expect, test} from "bun:test";
import {join} from "node:path";
import {STYLES} from "../../api/pages/people-styles.ts";

const client = join(import.meta.dir, "..", "..", "api", "client");

interface Rule {
  sheet: string;
  selector: string;
  classes: string[];
}

/** The folder of a page, or `shared` for the parts of all pages. */
const folderOf = (sheet: string) => /^pages\/[^/]+/.exec(sheet)?.[0] ?? "shared";

async function rulesOf(sheet: string): Promise<Rule[]> {
  const text = (await Bun.file(join(client, sheet)).text()).replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, before = ""]) => {
    const selectors = before.split(";").at(-1)?.trim() ?? "";
    if (selectors.startsWith("@")) return [];
    // A comma inside parentheses does not separate selectors.
    return selectors.split(/,(?![^(]*\))/).map(selector => ({
      sheet,
      selector: selector.trim(),
      classes: [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name),
    }));
  });
}

/** The rules of pages' style sheets without a class that only their folder has. Such a rule affects other pages. */
function reachingRules(rules: readonly Rule[]): string[] {
  const rooms = new Map<string, Set<string>>();
  for (const {sheet, classes} of rules) {
    for (const name of classes) rooms.set(name, (rooms.get(name) ?? new Set()).add(folderOf(sheet)));
  }
  return rules
    .filter(({sheet}) => folderOf(sheet) !== "shared")
    .filter(({classes}) => classes.every(name => (rooms.get(name)?.size ?? 0) > 1))
    .map(({sheet, selector}) => `${sheet}: ${selector}`);
}

test("every rule of a page's style sheet has a class of its own, so it does not affect other pages", async () => {
  const own = STYLES.filter(name => !name.startsWith("npm:"));
  const rules = (await Promise.all(own.map(rulesOf))).flat();
  expect(rules.length).toBeGreaterThan(200);
  expect(reachingRules(rules)).toEqual([]);
});

test("a rule that affects other pages is found", () => {
  const rule = (sheet: string, selector: string, ...classes: string[]) => ({sheet, selector, classes});
  const found = reachingRules([
    rule("parts/parts.css", ".table", "table"),
    rule("pages/a/a.css", ".table td", "table"),
    rule("pages/a/a.css", "dialog p"),
    rule("pages/a/a.css", ".line", "line"),
    rule("pages/b/b.css", ".own .line", "own", "line"),
  ]);
  expect(found).toEqual(["pages/a/a.css: .table td", "pages/a/a.css: dialog p", "pages/a/a.css: .line"]);
});
