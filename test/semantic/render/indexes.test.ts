import {afterAll, beforeAll, expect, test} from "bun:test";
import {compile} from "../../../shared/semantic/compile.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import type {Filter} from "../../../shared/semantic/query/filter.ts";
import {type Engine, openEngines} from "../engines.ts";

const columns = {
  id: "bigint",
  at: "timestamp",
  seen_at: "timestamptz",
  day: "date",
  key: "uuid",
  kind: "varchar(20)",
  price: "numeric(12,2)",
};
const graph: Graph = {
  models: [
    {
      name: "facts",
      table: {name: "facts"},
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "at", type: "timestamp", column: "at"},
        {name: "seen_at", type: "timestamp", column: "seen_at"},
        {name: "day", type: "date", column: "day"},
        {name: "key", type: "string", column: "key"},
        {name: "kind", type: "string", column: "kind"},
        {name: "price", type: "number", column: "price"},
      ],
      measures: [{name: "count", type: "count"}],
      rowAccess: [],
    },
  ],
};
const layer = buildLayer(graph);
let engines: Engine[] = [];
let postgres: Engine;

beforeAll(async () => {
  engines = await openEngines();
  const found = engines.find(engine => engine.name === "postgres");
  if (found === undefined) throw new Error("no Postgres");
  postgres = found;
  await postgres.load({facts: {columns, rows: []}});
  await postgres.run(
    `insert into facts select i, timestamp '2024-01-01' + i * interval '1 minute', timestamptz '2024-01-01 00:00+00' +
     i * interval '1 minute', date '2000-01-01' + i, gen_random_uuid(), 'k' || i, i from generate_series(1, 20000) i`,
  );
  for (const column of Object.keys(columns)) await postgres.run(`create index on facts ("${column}")`);
  await postgres.run("analyze facts");
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

const uuid = "6f3d0a58-3a1c-4a57-9a3e-1a2b3c4d5e6f";
const filters: [string, Filter][] = [
  ["a local day of a timestamp without a zone", {field: "facts.at", op: "=", value: "2024-01-03"}],
  ["a local day of a timestamp with a zone", {field: "facts.seen_at", op: "=", value: "2024-01-03"}],
  ["a week of a timestamp with a zone", {field: "facts.seen_at.day", op: "=", value: "2024-01-03"}],
  ["a relative period", {field: "facts.at", op: "in_current", value: {unit: "day"}}],
  ["a month of a date", {field: "facts.day.month", op: "=", value: "2024-01"}],
  ["a uuid that is a text to us", {field: "facts.key", op: "=", value: uuid}],
  ["a short text", {field: "facts.kind", op: "in", value: ["k1", "k2"]}],
  ["a whole number", {field: "facts.id", op: "=", value: 5}],
  ["a decimal", {field: "facts.price", op: "between", value: ["5.25", 6]}],
];
for (const [name, filter] of filters) {
  test(`${name} is found by its index`, async () => {
    const {sql, parameters} = compile(
      layer,
      {model: "facts", measures: ["facts.count"], filters: [filter]},
      {
        dialect: "postgres",
        timezone: "America/New_York",
        weekStart: "monday",
        attributes: {},
        now: new Date("2024-01-05T12:00:00Z"),
      },
    );
    const plan = (await postgres.run(`explain ${sql}`, parameters)).flat().join("\n");
    expect(plan).toMatch(/Index Cond/);
  });
}
