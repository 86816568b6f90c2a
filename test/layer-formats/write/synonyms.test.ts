import {describe, expect, test} from "bun:test";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {CUBE, DBT, DBT_MODELS, LIGHTDASH, OSSIE} from "./fixtures.ts";
import {set, written} from "./written.ts";

describe.each([
  ["dbt's semantic models", DBT],
  ["dbt's newer form", DBT_MODELS],
  ["Lightdash", LIGHTDASH],
  ["Cube", CUBE],
  ["Ossie", OSSIE],
])("synonyms in %s", (_, files) => {
  // `written` reads the files again, and compares the layer with the requested changes.
  test.each([
    ["of a model", set("model", "orders", undefined, {synonyms: ["purchases", "Einkäufe: alle"]})],
    ["of a dimension", set("dimension", "orders", "status", {synonyms: ["state"]})],
    ["of a measure", set("measure", "orders", "total", {synonyms: ["turnover", "yes", "1"]})],
    ["beside a hint", set("measure", "orders", "total", {hint: "Gross.", synonyms: ["turnover"]})],
  ])("are written and read again: %s", (_, change) => {
    const lines = Object.values(written(files, [change])).flat();
    expect(lines.some(line => line.startsWith("+") && /synonyms/.test(line))).toBe(true);
  });
});

test("duplicate and empty synonyms are ignored, and too many are cut", () => {
  const many = Array.from({length: 60}, (_, i) => `word ${i}`);
  const text = `cubes:
  - name: orders
    sql_table: main.orders
    meta: {synonyms: [purchases, " purchases ", "", sales]}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true, meta: {synonyms: ${JSON.stringify(many)}}}
`;
  const {graph, notes} = importFiles([{path: "orders.yml", text}]);
  expect(graph.models[0]?.synonyms).toEqual(["purchases", "sales"]);
  expect(graph.models[0]?.dimensions[0]?.synonyms).toHaveLength(50);
  expect(notes.map(({code}) => code)).toContain("text_cut");
});
