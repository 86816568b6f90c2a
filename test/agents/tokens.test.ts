import {beforeAll, describe, expect, test} from "bun:test";
import {countTokens} from "gpt-tokenizer/encoding/o200k_base";
import {loadTokenCounter, type TokenCounter} from "../../shared/automation/agents/budget/tokens.ts";
import {processorMs} from "../support/processor-time.ts";

let count: TokenCounter;

beforeAll(async () => {
  count = await loadTokenCounter();
});

const random = Buffer.from(Array.from({length: 1500}, (_, i) => (i * i * 31 + i * 7) % 251)).toString(
  "base64",
);

/** Short texts, because the library alone takes quadratic time for a long word. */
const texts: Record<string, string> = {
  prose: "Of all flights of the last week a fifth was late, most of them in the evening. ".repeat(20),
  rows: Array.from(
    {length: 80},
    (_, i) => `${i}\tpaid\t${(i * 17.31).toFixed(2)}\t2026-01-${10 + (i % 20)}`,
  ).join("\n"),
  JSON: JSON.stringify(Array.from({length: 60}, (_, id) => ({id, name: `row ${id}`, share: Math.sin(id)}))),
  emoji: "👩‍👩‍👧‍👦🏳️‍🌈".repeat(40),
  Chinese: "日本語のテキスト漢字。".repeat(60),
  "rare characters": "𠜎𠜱𠝹𠱓".repeat(60),
  base64: random,
  "control characters": "\u0000\u0001\u0007\u001b".repeat(200),
  "one letter": "a".repeat(1000),
  "two letters": "ab".repeat(500),
  spaces: " ".repeat(1000),
  "ends of lines": "\n".repeat(1000),
  marks: "!@#$%^&*()".repeat(100),
  accents: "Z͑ͫ̓ͪ̂ͫA̴̵̜̰͔ͫ͗͢".repeat(60),
  "halves of characters": "\ud800".repeat(500),
  "names of special tokens": "<|endoftext|><|im_start|>".repeat(60),
};

describe("the tokens of a text are estimated", () => {
  test.each(Object.entries(texts))("no lower than another tokenizer counts, of %s", (_, text) => {
    const counted = countTokens(text, {disallowedSpecial: new Set()});
    expect(count(text)).toBeGreaterThanOrEqual(counted);
    // No token is shorter than a byte.
    expect(count(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
    expect(count(text)).toBeGreaterThanOrEqual(Buffer.byteLength(text) / 6 - 1);
  });

  test("at a half of its bytes or less, of prose", () => {
    expect(count(texts["prose"]!)).toBeLessThan(Buffer.byteLength(texts["prose"]!) / 2);
  });

  test.each(Object.entries(texts))("in a moment, of megabytes of %s", (_, text) => {
    const large = text.repeat(Math.ceil(4_000_000 / text.length));
    const before = processorMs();
    const tokens = count(large);
    expect(processorMs() - before).toBeLessThan(3000);
    // What is too long to be counted has a token for each byte.
    expect(tokens).toBeGreaterThan(3_000_000);
    expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(large));
  });

  test("of nothing as nothing, and a beginning has no more than it was given", () => {
    expect(count("")).toBe(0);
    for (const text of Object.values(texts)) {
      const beginning = count.beginning(text, 100);
      expect(text).toStartWith(beginning);
      expect(count(beginning)).toBeLessThanOrEqual(100);
    }
    expect(count.beginning("short", 100)).toBe("short");
  });
});
