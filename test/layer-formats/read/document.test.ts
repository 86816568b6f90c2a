import {describe, expect, test} from "bun:test";
import {readDocuments} from "../../../shared/modeling/layer-formats/common/document.ts";
import {Notes} from "../../../shared/modeling/layer-formats/common/notes.ts";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {processorMs} from "../../support/processor-time.ts";

function read(text: string) {
  const notes = new Notes();
  const documents = readDocuments({path: "a.yml", text}, notes);
  return {documents, notes: notes.all()};
}

test.each([
  ["the name of a dbt project", "dbt_project.yml", "name: {{ var('name') }}\n"],
  ["a folder of models", "dbt_project.yml", "name: shop\nmodel-paths: [{a: 1}]\n"],
  ["the name of a column", "models.yml", "models: [{name: a, columns: [{name: {a: 1}, data_type: text}]}]\n"],
  ["a flag", "models.yml", "models: [{name: a, semantic_model: {enabled: {{ var('x') }}}}]\n"],
  [
    "a cube's primary key",
    "a.yml",
    "cubes: [{name: a, sql_table: a, dimensions: [{name: a, sql: a, type: number, primary_key: [{a: 1}]}]}]\n",
  ],
])(
  "a map in the place of %s, such as braces of Jinja without quotes, is no reason to read nothing",
  (_what, path, text) => {
    const orders = "cubes: [{name: orders, sql_table: orders, measures: [{name: count, type: count}]}]\n";
    const {graph} = importFiles([
      {path, text},
      {path: "models/other.yml", text: "models: [{name: other, columns: [{name: id}]}]\n"},
      {path: "orders.yml", text: orders},
    ]);
    expect(graph.models.map(({name}) => name)).toContain("orders");
  },
);

describe("a YAML file", () => {
  test("has its aliases and merges replaced by what they name", () => {
    const {documents} = read("base: &b {x: 1, y: 2}\none: *b\ntwo: {<<: *b, y: 3}\n");
    expect(documents[0]?.root).toEqual({base: {x: 1, y: 2}, one: {x: 1, y: 2}, two: {x: 1, y: 3}});
  });

  test("with aliases that multiply is refused quickly", () => {
    let text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (let i = 1; i < 12; i++) {
      text += `a${i}: &a${i} [${Array.from({length: 10}, () => `*a${i - 1}`).join(", ")}]\n`;
    }
    const before = processorMs();
    const {documents, notes} = read(text);
    expect(documents).toEqual([]);
    expect(notes).toMatchObject([{code: "file_broken", file: "a.yml"}]);
    expect(processorMs() - before).toBeLessThan(500);
  });

  test("with many aliases of one value costs no more than with as many copies of the value", () => {
    const before = processorMs();
    const {documents} = read(`a: &a {x: 1}\nb:\n${"- *a\n".repeat(20_000)}&k c: {d: *a, e: *k}\n`);
    expect(documents[0]?.root).toMatchObject({a: {x: 1}, c: {d: {x: 1}, e: "c"}});
    expect(processorMs() - before).toBeLessThan(2000);
  });

  test("has its aliases refer to the last anchor of their name before them", () => {
    expect(read("a: &x 1\nb: *x\nc: &x 2\nd: *x\n").documents[0]?.root).toEqual({a: 1, b: 1, c: 2, d: 2});
  });

  test("with an alias inside its own anchor is refused", () => {
    expect(read("a: &a\n  b: *a\n").notes).toMatchObject([{code: "file_broken"}]);
  });

  test.each([
    ["lists", "[".repeat(100_000)],
    ["braces", "{{".repeat(500_000)],
    ["dashes", "- ".repeat(500_000)],
    ["closed lists", "[".repeat(20_000) + "]".repeat(20_000)],
    ["maps", Array.from({length: 3000}, (_, i) => `${" ".repeat(i)}a:\n`).join("")],
  ])("with %s nested without end is refused", (_what, text) => {
    const before = processorMs();
    const heldBytes = process.memoryUsage.rss();
    const {documents, notes} = read(text);
    expect(documents).toEqual([]);
    expect(notes).toMatchObject([
      {code: "file_broken", file: "a.yml", message: expect.stringContaining("deeper")},
    ]);
    expect(processorMs() - before).toBeLessThan(1000);
    expect(process.memoryUsage.rss() - heldBytes).toBeLessThan(300_000_000);
  });

  test("with a repeated key is reported with its line, and the later one counts", () => {
    const {documents, notes} = read("a: 1\nb: 2\na: 3\n");
    expect(documents[0]?.root).toEqual({a: 3, b: 2});
    expect(notes).toMatchObject([{code: "duplicate_key", line: 3}]);
  });

  test("may have keys that every object has", () => {
    const {documents} = read("__proto__: {polluted: 1}\nconstructor: 2\n");
    expect(Object.keys(documents[0]?.root ?? {})).toEqual(["__proto__", "constructor"]);
    expect("polluted" in {}).toBe(false);
  });

  test("with tags of programming languages is read as data", () => {
    expect(read("a: !!js/function 'function () { return 1 }'\n").documents[0]?.root).toEqual({
      a: "function () { return 1 }",
    });
  });

  test("that is too large is not read", () => {
    expect(read(`a: ${"x".repeat(5_000_001)}`).notes).toMatchObject([{code: "file_too_large"}]);
  });
});

test("files in several formats make one layer", () => {
  const {graph} = importFiles([
    {path: "cube/a.yml", text: "cubes:\n  - {name: a, sql_table: a}\n"},
    {path: "dbt/b.yml", text: "models:\n  - name: b\n    semantic_model: true\n"},
    {
      path: "ossie/c.yml",
      text: "semantic_model:\n  - name: s\n    datasets:\n      - {name: c, source: x.c}\n      - {name: a, source: x.a}\n",
    },
  ]);
  expect(graph.models.map(({name}) => name)).toEqual(["b", "a", "c"]);
});
