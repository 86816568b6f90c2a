import {afterAll, beforeAll, expect, test} from "bun:test";
import {type CompileContext, compile} from "../../shared/semantic/compile.ts";
import type {DialectName} from "../../shared/semantic/dialects/dialect.ts";
import type {DimensionType, Graph} from "../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import {openAllEngines, RUNNABLE} from "./all-engines.ts";
import type {Engine} from "./engines.ts";

// Two columns of one type of the layer may have different types in an engine. They are compared by the values that people see.

let engines: Map<string, Engine>;
beforeAll(async () => {
  engines = await openAllEngines();
});
afterAll(async () => {
  await Promise.all([...engines.values()].map(engine => engine.close()));
});

type Side = [type: string, value: string | number | boolean];
type Compared = [type: DimensionType, one: Side, op: string, other: Side, holds: boolean];

const EVERYWHERE: Compared[] = [
  ["number", ["integer", 3], "=", ["double precision", 3], true],
  ["number", ["integer", 3], "<", ["decimal(10,2)", 3.01], true],
  ["number", ["decimal(10,2)", 0.5], "=", ["double precision", 0.5], true],
  ["number", ["decimal(10,1)", 0.5], "=", ["decimal(20,6)", 0.5], true],
  ["number", ["bigint", -1], "<", ["integer", 0], true],
  ["string", ["text", "B"], "<", ["text", "a"], true],
];
const OF_ENGINE: Partial<Record<DialectName, Compared[]>> = {
  postgres: [
    ["string", ["varchar(20)", "open"], "=", ["text", "open"], true],
    ["string", ["char(8)", "open"], "=", ["varchar(20)", "open"], true],
    ["timestamp", ["timestamptz", "2024-01-01 00:30:00+01"], "=", ["timestamp", "2023-12-31 23:30:00"], true],
  ],
  duckdb: [
    ["string", ["enum('b', 'a')", "b"], "=", ["text", "b"], true],
    ["string", ["enum('b', 'a')", "b"], "!=", ["enum('a', 'b')", "b"], false],
    [
      "string",
      ["uuid", "9f3c0f1e-0000-4000-8000-000000000001"],
      "=",
      ["text", "9f3c0f1e-0000-4000-8000-000000000001"],
      true,
    ],
    ["timestamp", ["timestamptz", "2024-01-01 00:30:00+01"], "=", ["timestamp", "2023-12-31 23:30:00"], true],
    ["number", ["hugeint", 3], ">", ["utinyint", 2], true],
  ],
  mysql: [
    [
      "string",
      ["varchar(20) collate utf8mb4_general_ci", "Paid"],
      "=",
      ["varchar(20) collate utf8mb4_general_ci", "paid"],
      true,
    ],
    [
      "string",
      ["varchar(20) collate utf8mb4_bin", "Paid"],
      "=",
      ["varchar(20) collate utf8mb4_bin", "paid"],
      false,
    ],
    ["string", ["enum('b', 'a')", "b"], "=", ["varchar(20)", "b"], true],
    ["number", ["bigint unsigned", 5], ">", ["integer", -1], true],
  ],
  clickhouse: [
    ["string", ["Enum8('a' = 1, 'b' = 2)", "a"], "=", ["Enum8('b' = 1, 'a' = 2)", "a"], true],
    ["string", ["Enum8('a' = 1)", "a"], "=", ["Enum8('b' = 1)", "b"], false],
    ["string", ["Enum8('b' = 1, 'a' = 2)", "b"], "=", ["String", "b"], true],
    ["string", ["LowCardinality(String)", "b"], "!=", ["String", "b"], false],
    ["string", ["FixedString(3)", "abc"], "=", ["String", "abc"], true],
    [
      "string",
      ["UUID", "9f3c0f1e-0000-4000-8000-000000000001"],
      "=",
      ["String", "9f3c0f1e-0000-4000-8000-000000000001"],
      true,
    ],
    ["number", ["UInt64", 5], ">", ["Int64", -1], true],
    ["number", ["Decimal(38, 2)", 0.1], "<", ["Float64", 0.2], true],
    ["date", ["Date", "2024-01-01"], "=", ["Date32", "2024-01-01"], true],
    [
      "timestamp",
      ["DateTime('Europe/Berlin')", "2024-01-01 00:30:00"],
      "=",
      ["DateTime64(3, 'UTC')", "2023-12-31 23:30:00"],
      true,
    ],
    ["boolean", ["Bool", true], "=", ["UInt8", 1], true],
  ],
};

const context: Omit<CompileContext, "dialect"> = {
  timezone: "UTC",
  weekStart: "monday",
  attributes: {},
  now: new Date("2024-03-15T12:00:00Z"),
};

for (const {label, dialect, open} of RUNNABLE) {
  const cases = [...EVERYWHERE, ...(label === dialect ? (OF_ENGINE[dialect] ?? []) : [])];
  test.skipIf(open === undefined).each(cases)(
    `%s on ${label}: %j %s %j is %p`,
    async (type, [oneType, one], op, [otherType, other], holds) => {
      const engine = engines.get(label);
      if (engine === undefined) throw new Error(`${label} is not open`);
      const columns = {id: "integer", one: oneType, other: otherType};
      await engine.load({pairs: {columns, rows: [[1, one, other]]}});
      const graph: Graph = {
        models: [
          {
            name: "pairs",
            table: {name: "pairs"},
            dimensions: [
              {name: "one", type, column: "one"},
              {name: "other", type, column: "other"},
            ],
            measures: [{name: "count", type: "count"}],
          },
        ],
      };
      const filters = [{field: "pairs.one", op, other: "pairs.other"}];
      const query = {model: "pairs", measures: ["pairs.count"], filters};
      const {sql, parameters} = compile(buildLayer(graph), query, {...context, dialect});
      expect(await engine.run(sql, parameters)).toEqual([[holds ? "1" : "0"]]);
    },
  );
}
