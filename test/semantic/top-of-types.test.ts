import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type CompileContext, compile} from "../../shared/semantic/compile.ts";
import {buildLayer} from "../../shared/semantic/layer/layer.ts";
import {openAllEngines} from "./all-engines.ts";
import type {Engine} from "./engines.ts";

// The rest has a name, also beside values of types that Postgres and DuckDB cannot compare with texts.

let engines: Map<string, Engine>;
beforeAll(async () => {
  engines = await openAllEngines();
});
afterAll(async () => {
  await Promise.all([...engines.values()].map(engine => engine.close()));
});

const [ONE, OTHER] = ["0b8f6f8a-0000-4000-8000-000000000001", "0b8f6f8a-0000-4000-8000-000000000002"];
const NOTES = `select id, cast(mood as mood_of_note) as mood, cast(clock as time) as clock, cast(writer as uuid) as writer
  from (values
    (1, 'sad', '08:30:00', '${ONE}'),
    (2, 'sad', '08:30:00', '${ONE}'),
    (3, 'glad', '00:00:00', '${OTHER}'),
    (4, null, null, null)) as n(id, mood, clock, writer)`;
const layer = buildLayer({
  models: [
    {
      name: "notes",
      table: {sql: NOTES},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "mood", type: "string", column: "mood"},
        {name: "day", type: "date", column: "day"},
        {name: "open", type: "boolean", column: "open"},
        {name: "clock", type: "string", column: "clock"},
        {name: "writer", type: "string", column: "writer"},
      ],
      measures: [{name: "count", type: "count"}],
    },
  ],
});
const CASES = [
  ["an enum", "notes.mood", "select case when cast(mood as varchar) = 'sad' then 'sad' else 'Other' end"],
  [
    "a uuid",
    "notes.writer",
    `select case when cast(writer as varchar) = '${ONE}' then '${ONE}' else 'Other' end`,
  ],
  [
    "a time of the day",
    "notes.clock",
    "select case when cast(clock as varchar) = '08:30:00' then '08:30:00' else 'Other' end",
  ],
] as const;

for (const name of ["postgres", "duckdb"] as const) {
  test.each(CASES)(`%s can be shown beside the rest (${name})`, async (_, dimension, byHand) => {
    const engine = engines.get(name);
    if (engine === undefined) throw new Error(`There is no engine ${name}.`);
    await engine.run("drop type if exists mood_of_note");
    await engine.run("create type mood_of_note as enum ('sad', 'glad')");
    const context: CompileContext = {
      dialect: name,
      timezone: "UTC",
      weekStart: "monday",
      attributes: {},
      now: new Date("2024-06-01T00:00:00Z"),
    };
    const query = {
      model: "notes",
      dimensions: [dimension],
      measures: ["notes.count"],
      top: {dimension, by: "notes.count", count: 1, others: "Other"},
      orderBy: [dimension],
    };
    const {sql, parameters} = compile(layer, query, context);
    const rows = await engine.run(sql, parameters);
    expect(rows).toEqual(await engine.run(`${byHand}, count(*) from (${NOTES}) as n group by 1 order by 1`));
    expect(rows.map(([, count]) => Number(count))).toEqual([2, 2]);
  });
}

describe("a top by a numeric type that only Postgres has", () => {
  /**
   * The rows of the first three prices with a rest, and the prices as numbers, cast by hand. `castOf` writes the cast of a text
   * to the type.
   */
  async function compared(engine: Engine, texts: readonly string[], castOf: (text: string) => string) {
    const rows = texts.flatMap(text => [`('${text}')`, `('${text}')`]).join(", ");
    const sales = `select ${castOf("price")} as price from (values ${rows}, ('0.10'), (null)) as s(price)`;
    const model = {
      name: "sales",
      table: {sql: sales},
      dimensions: [{name: "price", type: "number" as const, column: "price"}],
      measures: [{name: "count", type: "count" as const}],
    };
    const query = {
      model: "sales",
      dimensions: ["sales.price"],
      measures: ["sales.count"],
      top: {dimension: "sales.price", by: "sales.count", count: texts.length, others: "Other"},
      orderBy: ["sales.price"],
    };
    const {sql, parameters} = compile(buildLayer({models: [model]}), query, {
      dialect: "postgres",
      timezone: "UTC",
      weekStart: "monday",
      attributes: {},
      now: new Date("2024-06-01T00:00:00Z"),
    });
    return engine.run(sql, parameters);
  }

  function postgres(): Engine {
    const engine = engines.get("postgres");
    if (engine === undefined) throw new Error("There is no engine postgres.");
    return engine;
  }

  const amounts = ["-1239.50", "-0.05", "39", "1234.50"];
  const byAmount = [
    ["-1239.5", "2"],
    ["-0.05", "2"],
    ["39", "2"],
    ["1234.5", "2"],
    ["Other", "2"],
  ];

  test("shows amounts of money beside the rest as numbers", async () => {
    expect(await compared(postgres(), amounts, text => `cast(${text} as money)`)).toEqual(byAmount);
  });

  test("shows a domain over money beside the rest as numbers", async () => {
    const engine = postgres();
    await engine.run("create domain price_of_sales as money");
    try {
      const ofDomain = (text: string) => `cast(cast(${text} as money) as price_of_sales)`;
      expect(await compared(engine, amounts, ofDomain)).toEqual(byAmount);
    } finally {
      await engine.run("drop domain price_of_sales");
    }
  });

  test("shows object identifiers beside the rest, although they have no cast to other numbers", async () => {
    const oid = (text: string) => `cast(trunc(cast(${text} as numeric))::bigint as oid)`;
    expect(await compared(postgres(), ["7", "39", "4294967295"], oid)).toEqual([
      ["7", "2"],
      ["39", "2"],
      ["4294967295", "2"],
      ["Other", "2"],
    ]);
  });
});

test.each([
  ["notes.day", "date"],
  ["notes.day.month", "date"],
  ["notes.open", "boolean"],
])("a top with a named rest is refused by values of %s, with the reason", (dimension, type) => {
  const query = {
    model: "notes",
    dimensions: [dimension],
    measures: ["notes.count"],
    top: {dimension, by: "notes.count", count: 1, others: "Other"},
  };
  const context = {
    dialect: "postgres",
    timezone: "UTC",
    weekStart: "monday",
    attributes: {},
    now: new Date(),
  } as const;
  expect(() => compile(layer, query, context)).toThrow(
    `"others" names the rest, which only texts and numbers allow. "${dimension}" is of type ${type}: leave "others" out.`,
  );
});
