import {expect, test} from "bun:test";
import {gzipSync} from "node:zlib";
import {writeLayer} from "../../../shared/modeling/layer-formats/write-layer.ts";
import {writeQuestions} from "../../../shared/modeling/layer-formats/write-questions.ts";
import {tarOf} from "../../support/archives.ts";
import {processorMs} from "../../support/processor-time.ts";

const ENTRY = {question: "How many?", query: {model: "orders", measures: ["orders.count"]}};

test("a file of verified questions that is not UTF-8 is not written over", async () => {
  const path = "verified_questions.yml";
  const body = gzipSync(tarOf([{path: `shop/${path}`, content: new Uint8Array([0xff, 0xfe, 0x61])}]));
  const {refused} = (await writeLayer({
    body: body.toString("base64"),
    repository: {path: "", format: "dbt"},
    changes: [],
    questions: JSON.stringify([ENTRY]),
    rules: {models: []},
  })) as {refused: string};
  expect(refused).toContain(path);
  expect(refused).toContain("not UTF-8");
});

test("thousands of entries are written within the seconds that a child has, and what is the same stays as it is", () => {
  const path = "verified_questions.yml";
  const line = (name: string, by: string) =>
    `  - question: ${name}\n    query: {model: orders, measures: [orders.${by}]}\n`;
  const names = Array.from({length: 2000}, (_, i) => `How many of ${i}?`);
  const text = `verified_questions:\n${names.map(name => line(name, "count")).join("")}`;
  const entry = (question: string, by = "count") => ({
    question,
    query: {model: "orders", measures: [`orders.${by}`]},
  });
  const more = Array.from({length: 500}, (_, i) => entry(`And how many of ${i}?`));
  const asked = [...names.map(name => entry(name, name === "How many of 7?" ? "total" : "count")), ...more];
  const startedMs = processorMs();
  const [written, ...others] = writeQuestions([{path, text}], asked);
  expect(processorMs() - startedMs).toBeLessThan(15_000);
  expect(others).toEqual([]);
  // Whether, not what: the difference would be of thousands of lines.
  const [head = "", tail = ""] = text.split(line("How many of 7?", "count"));
  expect(written?.text.startsWith(head)).toBe(true);
  expect(written?.text.includes(tail)).toBe(true);
  expect(written?.text.match(/How many of 7\?[^?]*orders\.total/)).not.toBeNull();
  expect(written?.text.split("- question: And how many of")).toHaveLength(501);
});
