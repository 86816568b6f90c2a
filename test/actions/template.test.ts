import {expect, test} from "bun:test";
import Mustache from "mustache";
import {checkTemplate, fillTemplate} from "../../shared/automation/actions/template.ts";

const fields = {
  action: "Watch",
  time: "now",
  run: "run_1",
  count: "2",
  measure: "orders.count",
  value: "<3>",
  event: "",
  resource: "",
};

test("placeholders are replaced by plain text", () => {
  expect(fillTemplate("{{action}}: {{count}} & {{ value }}", fields)).toBe("Watch: 2 & <3>");
});

test("no text is cached after it is checked and filled in", () => {
  // The library asks this cache before it parses a text, and stores what it parses.
  const kept = new Map<string, string>();
  Mustache.templateCache = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    clear: () => kept.clear(),
  };
  for (let i = 0; i < 10; i++) {
    checkTemplate(`${i} {{count}}`, "/message");
    fillTemplate(`${i} {{count}}`, fields);
    expect(() => checkTemplate(`${i} {{cuont}}`, "/message")).toThrow("not a placeholder");
  }
  expect(kept.size).toBe(0);
});
