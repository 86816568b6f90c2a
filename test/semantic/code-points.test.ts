import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {validate} from "@polyglot-sql/sdk";
import {compile} from "../../shared/semantic/compile.ts";
import type {Graph} from "../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import type {Query} from "../../shared/semantic/query/query.ts";
import {openAllEngines, RUNNABLE} from "./all-engines.ts";
import type {Engine} from "./engines.ts";

let engines: Map<string, Engine>;
beforeAll(async () => {
  engines = await openAllEngines();
});
afterAll(async () => {
  await Promise.all([...engines.values()].map(engine => engine.close()));
});

const graph: Graph = {
  models: [
    {
      name: "words",
      table: {name: "words"},
      dimensions: [
        {name: "word", type: "string", column: "word"},
        {name: "other", type: "string", column: "other"},
      ],
      measures: [{name: "count", type: "count"}],
    },
  ],
};
const layer = buildLayer(graph);
const WORDS = ["b", "a", "B", "ä", "Z"];
const OTHERS = ["B", "b", "a", "z", "a"];
const members = "'b', 'z', 'a', 'B', 'ä', 'Z'";
/** Types whose texts an engine sorts or compares in its own way. */
const TYPES: Record<string, readonly string[]> = {
  postgres: ["text", 'text collate "und-x-icu"', "varchar(9)", 'varchar(9) collate "en-x-icu"'],
  duckdb: ["varchar", `enum(${members})`, "varchar collate nocase"],
  mysql: ["varchar(9) collate utf8mb4_general_ci", "varchar(9) collate utf8mb4_bin"],
  clickhouse: ["String", "Enum8('b' = 1, 'z' = 2, 'a' = 3, 'B' = 4, 'ä' = 5, 'Z' = 6)"],
};

for (const {label, dialect, open} of RUNNABLE)
  for (const type of TYPES[dialect] ?? [])
    test.skipIf(open === undefined)(
      `${type} of ${label} is sorted, compared and aggregated by code points`,
      async () => {
        const engine = engines.get(label);
        if (engine === undefined) throw new Error(`${label} is not open`);
        const rows = WORDS.map((word, i) => [word, OTHERS[i] ?? ""]);
        await engine.load({words: {columns: {word: type, other: "varchar(9)"}, rows}});
        const ask = async (query: Partial<Query>): Promise<unknown[]> => {
          const {sql, parameters} = compile(
            layer,
            {model: "words", dimensions: ["words.word"], ...query},
            {
              dialect,
              timezone: "UTC",
              weekStart: "monday",
              attributes: {},
              now: new Date("2024-03-15T12:00:00Z"),
              exactTexts: true,
            },
          );
          return (await engine.run(sql, parameters)).map(([word]) => word);
        };
        const sorted = ["B", "Z", "a", "b", "ä"];
        const orderBy = ["words.word"];
        expect(await ask({rows: true, orderBy})).toEqual(sorted);
        const groups = (await ask({measures: ["words.count"], orderBy})).map(String);
        const descending = await ask({measures: ["words.count"], orderBy: ["words.word desc"]});
        expect(descending).toEqual(groups.toReversed());
        // Groups follow the column's own collation; any of their texts may represent them.
        if (!type.endsWith("nocase")) expect(groups).toEqual(sorted);
        expect(groups).toEqual(groups.toSorted());
        expect(new Set(groups.map(word => word.toLowerCase()))).toEqual(new Set(["a", "b", "z", "ä"]));
        const compared = (op: string) =>
          ask({rows: true, orderBy, filters: [{field: "words.word", op, other: "words.other"}]});
        expect(await compared("<")).toEqual(["B", "Z", "a"]);
        expect(await compared(">")).toEqual(["b", "ä"]);
        expect(await compared("=")).toEqual([]);
        const asked = (op: string, value: string) =>
          ask({rows: true, orderBy, filters: [{field: "words.word", op, value}]});
        expect(await asked("<", "a")).toEqual(["B", "Z"]);
        expect(await asked("<=", "a")).toEqual(["B", "Z", "a"]);
        expect(await asked(">", "Z")).toEqual(["a", "b", "ä"]);
        expect(await asked(">=", "b")).toEqual(["b", "ä"]);
        const end = (agg: "min" | "max") =>
          ask({dimensions: [], measures: [{name: "end", agg, of: "words.word"}]});
        expect([...(await end("min")), ...(await end("max"))]).toEqual(["B", "ä"]);
      },
    );

/** The SQL that removes a column's collation, in dialects whose engines cannot run here. */
const WITHOUT_COLLATION = {
  bigquery: (column: string) => `collate(cast(${column} as string), '')`,
  databricks: (column: string) => `cast(${column} as string) collate utf8_binary`,
  snowflake: (column: string) => `collate(cast(${column} as varchar), '')`,
} as const;

describe.each(["bigquery", "databricks", "snowflake"] as const)("on %s", dialect => {
  const plain = WITHOUT_COLLATION[dialect];
  const write = (query: Partial<Query>) => {
    const {sql} = compile(
      layer,
      {model: "words", dimensions: ["words.word"], rows: true, ...query},
      {dialect, timezone: "UTC", weekStart: "monday", attributes: {}, now: new Date(0), exactTexts: true},
    );
    expect(validate(sql, dialect).errors).toEqual([]);
    return sql.replaceAll(/["`]/g, "").replaceAll(/\s+/g, " ");
  };

  test("texts are sorted without the collation of their column", () => {
    expect(write({orderBy: ["words.word"]})).toContain(`select ${plain("word")} as `);
  });

  test("groups follow the collation of their column, and their order does not", () => {
    for (const measures of [["words.count"], []]) {
      const sql = write({rows: false, measures, orderBy: ["words.word desc"]});
      expect(sql).toMatch(/select (distinct )?word as d0/);
      expect(sql).toContain(`order by ${plain("d0")} desc`);
    }
  });

  test("texts are compared without the collations of their columns", () => {
    const filters = [{field: "words.word", op: "<", other: "words.other"}];
    expect(write({filters})).toContain(`${plain("word")} < ${plain("other")}`);
    for (const op of ["<", "<=", ">", ">="])
      expect(write({filters: [{field: "words.word", op, value: "a"}]})).toContain(`${plain("word")} ${op} `);
  });

  test("the first and the last text are found without the collation of their column", () => {
    for (const agg of ["min", "max"] as const)
      expect(
        write({rows: false, dimensions: [], measures: [{name: "end", agg, of: "words.word"}]}),
      ).toContain(`${agg}(${plain("word")})`);
  });
});
