import {describe, expect, spyOn, test} from "bun:test";
import {gzipSync} from "node:zlib";
import * as yaml from "yaml";
import type {PlainMap} from "../../../shared/modeling/layer-formats/common/document.ts";
import {readQuestions} from "../../../shared/modeling/layer-formats/read-questions.ts";
import {writeLayer} from "../../../shared/modeling/layer-formats/write-layer.ts";
import {type QuestionChange, writeQuestions} from "../../../shared/modeling/layer-formats/write-questions.ts";
import {tarOf} from "../../support/archives.ts";
import {processorMs} from "../../support/processor-time.ts";

const ENTRY = {question: "How many?", query: {model: "orders", measures: ["orders.count"]}};

test("a file of verified questions that is not UTF-8 is not overwritten", async () => {
  const path = "verified_questions.yml";
  const body = gzipSync(tarOf([{path: `shop/${path}`, content: new Uint8Array([0xff, 0xfe, 0x61])}]));
  const {refused} = (await writeLayer({
    body: body.toString("base64"),
    repository: {path: "", format: "dbt"},
    changes: [],
    questions: JSON.stringify([{after: ENTRY}]),
    rules: {models: []},
  })) as {refused: string};
  expect(refused).toContain(path);
  expect(refused).toContain("not UTF-8");
});

const PATH = "verified_questions.yml";
const line = (name: string, by = "count") =>
  `  - question: ${name}\n    query: {model: orders, measures: [orders.${by}]}\n`;
const entry = (question: string, by = "count", more: PlainMap = {}): PlainMap => ({
  question,
  query: {model: "orders", measures: [`orders.${by}`]},
  ...more,
});
const fileOf = (names: readonly string[]) => `verified_questions:\n${names.map(name => line(name)).join("")}`;

/** Writes changes to one file, and returns its text. */
function written(text: string, changes: readonly QuestionChange[], path = PATH): string {
  const {files, leftOut} = writeQuestions([{path, text}], changes);
  const [file, ...others] = files;
  expect([others, leftOut]).toEqual([[], []]);
  return file?.text ?? text;
}

test("thousands of entries are written within a child process's time, and unchanged entries stay as they are", () => {
  const names = Array.from({length: 2000}, (_, i) => `How many of ${i}?`);
  const text = fileOf(names);
  const more = Array.from({length: 500}, (_, i) => ({after: entry(`And how many of ${i}?`)}));
  const changes = names.map(name => ({
    before: entry(name),
    after: entry(name, name === "How many of 7?" ? "total" : "count"),
  }));
  const startedMs = processorMs();
  const after = written(text, [...changes, ...more]);
  expect(processorMs() - startedMs).toBeLessThan(15_000);
  // Booleans are compared, because the difference of the texts would have thousands of lines.
  const [head = "", tail = ""] = text.split(line("How many of 7?"));
  expect(after.startsWith(head)).toBe(true);
  expect(after.includes(tail)).toBe(true);
  expect(after.match(/How many of 7\?[^?]*orders\.total/)).not.toBeNull();
  expect(after.split("- question: And how many of")).toHaveLength(501);
});

test("a file with hundreds of changed entries is parsed a few times, not once for each entry", () => {
  const names = Array.from({length: 200}, (_, i) => `How many of ${i}?`);
  const parsed = spyOn(yaml, "parseAllDocuments");
  try {
    const changes = names.map(name => ({
      before: entry(name),
      after: entry(name, "total", {phrasings: ["some"], note: "Said."}),
    }));
    const after = written(fileOf(names), changes);
    expect(after.split("note: Said.")).toHaveLength(201);
    expect(after.split("orders.total")).toHaveLength(201);
    expect(parsed.mock.calls.length).toBeGreaterThan(1);
    expect(parsed.mock.calls.length).toBeLessThan(20);
  } finally {
    parsed.mockRestore();
  }
});

test("an entry that differs from the state before the change is newer, and stays", () => {
  const text = `verified_questions:\n${line("Newer?", "total")}${line("Same?")}`;
  const changes = [
    {before: entry("Newer?"), after: entry("Newer?", "count", {note: "Older."})},
    {before: entry("Same?"), after: entry("Same?", "count", {note: "Said."})},
    // An entry that somebody else has added, and one that is gone.
    {after: entry("Newer?", "other")},
    {before: entry("Gone?"), after: entry("Gone?", "total")},
  ];
  expect(written(text, changes.slice(0, 2))).toBe(
    `verified_questions:\n${line("Newer?", "total")}${line("Same?")}    note: Said.\n`,
  );
  expect(writeQuestions([{path: PATH, text}], changes.slice(2))).toEqual({files: [], leftOut: []});
});

test("a note alone is a change", () => {
  const text = `verified_questions:\n${line("Noted?")}    note: Old. # by hand\n`;
  const before = entry("Noted?", "count", {note: "Old."});
  expect(written(text, [{before, after: entry("Noted?", "count", {note: "New."})}])).toBe(
    text.replace("Old.", "New."),
  );
  expect(written(text, [{before, after: entry("Noted?")}])).toBe(fileOf(["Noted?"]));
});

test("a deleted entry is removed, unless it has changed in the file", () => {
  const text = `# Ours.\nverified_questions:\n  # The first.\n${line("A?")}${line("B?")}  # The last.\n${line("C?", "total")}`;
  const gone = ["A?", "B?", "C?"].map(name => ({before: entry(name)}));
  expect(written(text, gone)).toBe(
    `# Ours.\nverified_questions:\n  # The first.\n  # The last.\n${line("C?", "total")}`,
  );
  const flow =
    "verified_questions: [{question: A?, query: {model: a}}, {question: B?, query: {model: b}}, {question: C?, query: {model: c}}]\n";
  const of = (name: string) => ({before: {question: `${name}?`, query: {model: name.toLowerCase()}}});
  for (const names of [["A"], ["B"], ["C"], ["A", "B"], ["B", "C"], ["A", "C"], ["A", "B", "C"]]) {
    const after = written(flow, names.map(of));
    expect(Bun.YAML.parse(after)).toEqual({
      verified_questions: ["A", "B", "C"].filter(name => !names.includes(name)).map(name => of(name).before),
    });
  }
  expect(written(fileOf(["A?", "B?"]), gone)).toBe("verified_questions: []\n");
});

describe("an entry that cannot be written in place is left out and named, and all others are written", () => {
  const shared = `verified_questions:
${line("Before?")}  - question: Aliased?
    query: &q {model: orders, measures: [orders.count]}
  - question: Same again?
    query: *q
${line("After?")}`;
  const change = (name: string) => ({before: entry(name), after: entry(name, "total")});

  test("one whose query has an anchor", () => {
    const {files, leftOut} = writeQuestions(
      [{path: PATH, text: shared}],
      ["Before?", "Aliased?", "Same again?", "After?"].map(change),
    );
    expect(files).toEqual([
      {
        path: PATH,
        text: shared
          .replace(line("Before?"), blockOf("Before?", "total"))
          .replace("  - question: Same again?\n    query: *q\n", blockOf("Same again?", "total"))
          .replace(line("After?"), blockOf("After?", "total")),
      },
    ]);
    expect(leftOut).toEqual([
      {
        question: "Aliased?",
        file: PATH,
        line: 4,
        message: expect.stringMatching(/anchor &q.*Write it out, without anchors and aliases/s),
      },
    ]);
  });

  test("one on which another entry is built, to be changed or to be deleted", () => {
    const text = `verified_questions:
  - &base
    question: Base?
    query: {model: orders, measures: [orders.count]}
  - <<: *base
    question: Built?
${line("Other?")}`;
    for (const base of [change("Base?"), {before: entry("Base?")}]) {
      const {files, leftOut} = writeQuestions([{path: PATH, text}], [base, change("Other?")]);
      expect(files).toEqual([{path: PATH, text: text.replace(line("Other?"), blockOf("Other?", "total"))}]);
      expect(leftOut).toMatchObject([{question: "Base?", line: 3}]);
    }
    // The entry that is built on the base gets a query of its own.
    const {files, leftOut} = writeQuestions([{path: PATH, text}], [change("Built?")]);
    expect(leftOut).toEqual([]);
    expect(readQuestions(files).entries.map(({value}) => value)).toEqual([
      entry("Base?"),
      entry("Built?", "total"),
      entry("Other?"),
    ]);
  });

  test("one that the files list twice", () => {
    const text = `${fileOf(["Twice?", "Once?"])}${line("TWICE?", "total")}`;
    const other = {path: "more/verified-questions.yaml", text: fileOf(["More?", "twice?"])};
    const {files, leftOut} = writeQuestions(
      [{path: PATH, text}, other],
      [change("Twice?"), change("Once?"), {before: entry("More?")}, {after: entry("New?")}],
    );
    expect(files).toEqual([
      {path: PATH, text: `${text.replace(line("Once?"), blockOf("Once?", "total"))}${blockOf("New?")}`},
      {path: other.path, text: fileOf(["twice?"])},
    ]);
    expect(leftOut).toEqual([
      {
        question: "Twice?",
        file: PATH,
        line: 2,
        message: `The files list the question 3 times: ${PATH}:2, ${PATH}:6 and ${other.path}:4. Keep one of them.`,
      },
    ]);
  });

  test("one in a JSON file, or one with a key that questions do not have", () => {
    const json = {
      path: "a/verified_questions.json",
      text: JSON.stringify({verified_questions: [entry("In JSON?")]}),
    };
    const text = `${fileOf(["Owned?"])}    owner: Ada\n${line("Plain?")}`;
    const {files, leftOut} = writeQuestions(
      [json, {path: PATH, text}],
      [change("In JSON?"), change("Owned?"), change("Plain?")],
    );
    expect(files).toEqual([{path: PATH, text: text.replace(line("Plain?"), blockOf("Plain?", "total"))}]);
    expect(leftOut).toMatchObject([
      {question: "In JSON?", file: json.path, message: expect.stringContaining("is JSON")},
      {question: "Owned?", file: PATH, line: 2},
    ]);
  });

  test("every new one, where the file cannot take any", () => {
    const text = `${fileOf(["One?"])}---\nmore: true\n`;
    expect(writeQuestions([{path: PATH, text}], [{after: entry("New?")}])).toEqual({
      files: [],
      leftOut: [{question: "New?", file: PATH, message: expect.stringContaining("several YAML documents")}],
    });
  });
});

const blockOf = (name: string, by = "count") =>
  `  - question: ${name}\n    query:\n      model: orders\n      measures:\n        - orders.${by}\n`;
