import {describe, expect, test} from "bun:test";
import {importFiles} from "../../../shared/modeling/layer-formats/import-files.ts";
import {CUBE, DBT, DBT_MODELS, LIGHTDASH, OSSIE} from "./fixtures.ts";
import {set, written} from "./written.ts";

describe("any text that is written is read back unchanged from a file", () => {
  const TEXTS = [
    "yes",
    "12:30",
    "2026-01-31",
    "0x1F",
    "a: b",
    "a #b",
    "- a",
    "{{ doc('x') }}",
    "it's",
    'say "x"',
    "two\nlines",
    "two\n\n  indented\n",
    "a\tb",
    "é — 漢字 🎉",
    "[a, b]",
    "a, b}",
    "*x &y !z %w @v `u",
    "ends with a colon:",
    "null",
    "~",
  ];
  const LOOKS: [string, (text: string) => string][] = [
    ["as it is", text => text],
    ["with line ends of Windows", text => text.replaceAll("\n", "\r\n")],
    ["without a line end", text => text.trimEnd()],
    ["with a comment at the end", text => `${text}# end\n`],
    ["with a document marker at its start", text => `---\n${text}`],
  ];
  test.each(LOOKS.map(([name, look], at) => [name, look, at] as const))("%s", (_, look, at) => {
    for (const [j, files] of [DBT, DBT_MODELS, LIGHTDASH, CUBE, OSSIE].entries()) {
      const shaped = Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, path.endsWith(".yml") ? look(text) : text]),
      );
      const {models} = importFiles(Object.entries(shaped).map(([path, text]) => ({path, text}))).graph;
      for (const [i, text] of TEXTS.entries()) {
        // Each text is written once in each format, and each look of a file gets many texts.
        if ((i + j) % LOOKS.length !== at) continue;
        const model = models[i % models.length]!;
        const fields = [
          ...model.dimensions.map(field => ["dimension", field] as const),
          ...(model.measures ?? []).filter(({hidden}) => !hidden).map(field => ["measure", field] as const),
        ];
        const [kind, field] = fields[i % fields.length]!;
        const diff = written(shaped, [
          set(kind, model.name, field.name, {description: text}),
          set("model", model.name, undefined, {description: text}),
        ]);
        expect(Object.keys(diff)).toHaveLength(1);
      }
    }
  });
});
