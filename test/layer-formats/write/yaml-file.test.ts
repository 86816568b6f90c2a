import {describe, expect, test} from "bun:test";
import {parse} from "yaml";
import {WriteFault} from "../../../shared/modeling/layer-formats/common/write-fault.ts";
import {YamlFile} from "../../../shared/modeling/layer-formats/common/yaml/file.ts";

function changed(text: string, change: (file: YamlFile) => void): string {
  const file = new YamlFile("a.yml", text);
  change(file);
  return file.text;
}

describe("a value is replaced, and every other byte stays", () => {
  test.each<[string, string, unknown, string]>([
    ["a plain value, with a comment behind it", "a: one   # why\nb: 2\n", "two", "a: two   # why\nb: 2\n"],
    ["single quotes", "a: 'one' # why\n", "it's", "a: 'it''s' # why\n"],
    ["double quotes", 'a: "one"\n', 'say "x"', 'a: "say \\"x\\""\n'],
    ["line ends of Windows", "# c\r\na: one\r\nb: 2\r\n", "two", "# c\r\na: two\r\nb: 2\r\n"],
    ["no line end at the end", "b: 2\na: one", "two", "b: 2\na: two"],
    ["a flow map", "{ b: 1,  a: one , c: [1,2] }", "two", "{ b: 1,  a: two , c: [1,2] }"],
    ["a value in a flow map below a key", "x: {a: one}\n", "x", "x: {a: x}\n"],
    [
      "a block of lines",
      "a: |\n  one\n  two\n\n# end\nb: 2\n",
      "three\nfour\n",
      "a: |\n  three\n  four\n\n# end\nb: 2\n",
    ],
    ["a folded block", "a: >-\n  one\n  two\nb: 2\n", "three four", "a: >-\n  three four\nb: 2\n"],
    ["a block with a comment", "a: |- # why\n  one\nb: 2\n", "x\ny", "a: |- # why\n  x\n  y\nb: 2\n"],
    [
      "a block with line ends of Windows",
      "a: |\r\n  one\r\nb: 2\r\n",
      "x\ny\n",
      "a: |\r\n  x\r\n  y\r\nb: 2\r\n",
    ],
    ["lines in place of a word", "a: one\nb: 2\n", "x\ny", "a: |-\n  x\n  y\nb: 2\n"],
    ["lines where a comment follows", "a: one # c\nb: 2\n", "x\ny", 'a: "x\\ny" # c\nb: 2\n'],
    ["what YAML 1.1 takes for something else", "a: one\n", "yes", 'a: "yes"\n'],
    ["what YAML 1.1 takes for a number", "a: one\n", "1_000", 'a: "1_000"\n'],
    ["a colon", "a: one\n", "b: c", 'a: "b: c"\n'],
    ["a key without a value", "a:\nb: 2\n", "x", "a: x\nb: 2\n"],
    ["a key without a value, with a comment", "a: # why\nb: 2\n", "x", "a: x # why\nb: 2\n"],
    ["an alias", "b: &x one\na: *x\n", "two", "b: &x one\na: two\n"],
    ["a tab within quotes", 'b: "x\ty"\na: one\n', "two", 'b: "x\ty"\na: two\n'],
    ["a key given twice: the later one", "a: one\na: two\n", "three", "a: one\na: three\n"],
    ["names that look alike", "aa: 1\n'a': one\na_: 2\n", "two", "aa: 1\n'a': two\na_: 2\n"],
  ])("%s", (_, text, value, expected) => {
    expect(typeof value).toBe("string");
    const path = text.startsWith("x: {") ? ["x", "a"] : ["a"];
    expect(changed(text, file => file.set(path, String(value)))).toBe(expected);
  });

  test("a text with a comma is quoted in a flow map", () => {
    expect(changed("{a: one, b: 2}\n", file => file.set(["a"], "x, y"))).toBe('{a: "x, y", b: 2}\n');
  });

  test("a parser reads any text back unchanged", () => {
    const texts = [
      "",
      " x",
      "x ",
      "a\n\n",
      "\n",
      "- a",
      "? a",
      "# a",
      "a #b",
      "%a",
      "@a",
      "`a",
      "null",
      "~",
      "1e3",
      "0x1",
      "a\tb",
      "\u2028",
      "é\u0000",
      "*a",
      "&a",
      "!a",
      "{a",
      "[a",
      "|",
      ">",
      "'",
      '"',
      "a:",
      "a\r\nb",
      "  a\n b",
      "...",
      "---",
      "=",
      "<<",
    ];
    const shells = [
      "a: one\nb: 2\n",
      "a: 'one'\nb: 2\n",
      'a: "one"\nb: 2\n',
      "a: |\n  one\nb: 2\n",
      "a: >\n  one\nb: 2\n",
      "{a: one, b: 2}\n",
      "a: one # c\nb: 2\n",
      "a:\nb: 2\n",
    ];
    for (const shell of shells) {
      for (const text of texts) {
        const made = changed(shell, file => file.set(["a"], text));
        expect(parse(made)).toEqual({a: text, b: 2});
      }
    }
  });
});

describe("a key is added", () => {
  test.each<[string, string, string]>([
    [
      "after the keys that it should follow",
      "l:\n  - name: x # n\n    type: y\n",
      "l:\n  - name: x # n\n    label: L\n    type: y\n",
    ],
    ["in a flow map", "l: [{name: x, type: y}]\n", "l: [{name: x, label: L, type: y}]\n"],
    [
      "in a flow map of several lines",
      "l:\n  - {\n    name: x,\n    type: y\n  }\n",
      "l:\n  - {\n    name: x,\n    label: L,\n    type: y\n  }\n",
    ],
    ["at the end of a file without a line end", "l:\n- name: x", "l:\n- name: x\n  label: L"],
    ["with line ends of Windows", "l:\r\n- name: x\r\n# c\r\n", "l:\r\n- name: x\r\n  label: L\r\n# c\r\n"],
    ["behind a block", "l:\n- name: |\n    x\n\n  b: 1\n", "l:\n- name: |\n    x\n  label: L\n\n  b: 1\n"],
  ])("%s", (_, text, expected) => {
    expect(changed(text, file => file.set(["l", 0, "label"], "L", ["name"]))).toBe(expected);
  });

  test("with the maps that lead to it", () => {
    const text = "l:\n  - name: x\n    meta:\n  - name: y\n";
    expect(changed(text, file => file.set(["l", 0, "meta", "d", "label"], "L"))).toBe(
      "l:\n  - name: x\n    meta:\n      d:\n        label: L\n  - name: y\n",
    );
  });
});

describe("an item is added", () => {
  const item = {name: "new", list: [1, 2], map: {a: "b"}};
  test.each<[string, string, string]>([
    [
      "after the last one, before a comment",
      "l:\n  - name: x # c\n  # end\nm: 1\n",
      "l:\n  - name: x # c\n  - name: new\n    list:\n      - 1\n      - 2\n    map:\n      a: b\n  # end\nm: 1\n",
    ],
    [
      "with the indentation of the others",
      "l:\n- name: x\nm: 1\n",
      "l:\n- name: x\n- name: new\n  list:\n  - 1\n  - 2\n  map:\n    a: b\nm: 1\n",
    ],
    [
      "in flow like the last one",
      "l:\n  - {name: x}\n",
      "l:\n  - {name: x}\n  - {name: new, list: [1, 2], map: {a: b}}\n",
    ],
    [
      "to a flow list",
      "l: [{name: x}] # c\n",
      "l: [{name: x}, {name: new, list: [1, 2], map: {a: b}}] # c\n",
    ],
    ["to an empty flow list", "l: []\n", "l: [{name: new, list: [1, 2], map: {a: b}}]\n"],
    [
      "with an empty line where the others have one",
      "l:\n  - {name: x}\n\n  - {name: y}\n",
      "l:\n  - {name: x}\n\n  - {name: y}\n\n  - {name: new, list: [1, 2], map: {a: b}}\n",
    ],
    [
      "to a list that does not exist",
      "m: 1 # c",
      "m: 1 # c\nl:\n  - name: new\n    list:\n      - 1\n      - 2\n    map:\n      a: b",
    ],
    [
      "to an empty key",
      "l:\nm: 1\n",
      "l:\n  - name: new\n    list:\n      - 1\n      - 2\n    map:\n      a: b\nm: 1\n",
    ],
  ])("%s", (_, text, expected) => {
    expect(changed(text, file => file.append(["l"], item))).toBe(expected);
  });
});

describe("something is removed", () => {
  test.each<[string, string, (string | number)[], string]>([
    [
      "an item, with its comment",
      "l:\n  # one\n  - a: 1 # c\n    b: 2\n  # two\n  - a: 3\n",
      ["l", 0],
      "l:\n  # one\n  # two\n  - a: 3\n",
    ],
    ["a key", "a: 1\nb:\n  c: |\n    x\n\n# d\nd: 1\n", ["b"], "a: 1\n\n# d\nd: 1\n"],
    ["a key behind a dash", "l:\n  - a: 1\n    b: 2\n", ["l", 0, "a"], "l:\n  - b: 2\n"],
    ["the first in flow", "{a: 1, b: 2}\n", ["a"], "{b: 2}\n"],
    ["the last in flow", "l: [{a: 1}, {a: 2} ]\n", ["l", 1], "l: [{a: 1} ]\n"],
    [
      "the last one, with the parents that would become empty",
      "m: 1\nl:\n  x:\n    - a: 1\n",
      ["l", "x", 0],
      "m: 1\n",
    ],
    ["the only item of a file", "l:\n  - a: 1\n", ["l", 0], "l: []\n"],
    ["with line ends of Windows", "l:\r\n  - a: 1\r\n  - a: 2\r\n", ["l", 0], "l:\r\n  - a: 2\r\n"],
    ["without a line end", "l:\n  - a: 1\n  - a: 2", ["l", 1], "l:\n  - a: 1\n"],
  ])("%s", (_, text, path, expected) => {
    expect(changed(text, file => file.remove(path))).toBe(expected);
  });
});

describe("what cannot be changed alone is refused", () => {
  test.each<[string, string, (file: YamlFile) => void, string]>([
    ["several documents", "a: 1\n---\nb: 2\n", file => file.set(["a"], "2"), "several YAML documents"],
    ["a value that others repeat", "a: &x one\nb: *x\n", file => file.set(["a"], "two"), "anchor &x"],
    ["the inside of an alias", "a: &x {k: 1}\nb: *x\n", file => file.set(["b", "k"], "2"), "alias *x"],
    [
      "an item that contains an anchor",
      "l:\n  - a: &x 1\n  - b: *x\n",
      file => file.remove(["l", 0]),
      "anchor &x",
    ],
    ["YAML that is broken", "a: [1\n", file => file.set(["a"], "2"), "is not YAML"],
  ])("%s", (_, text, change, message) => {
    expect(() => changed(text, change)).toThrow(WriteFault);
    expect(() => changed(text, change)).toThrow(message);
  });

  test("a key that a merge provides is added beside the merge", () => {
    const text = "base: &b {k: 1}\na:\n  <<: *b\n";
    expect(changed(text, file => file.set(["a", "k"], 2))).toBe("base: &b {k: 1}\na:\n  <<: *b\n  k: 2\n");
  });
});
