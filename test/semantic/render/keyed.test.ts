import {afterAll, beforeAll, expect, test} from "bun:test";
import {compile} from "../../../shared/semantic/compile.ts";
import type {Graph, Model} from "../../../shared/semantic/layer/graph.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import {type Engine, openEngines} from "../engines.ts";

const fact = (name: string): Model => ({
  name,
  table: {name},
  primaryKey: ["id"],
  time: "day",
  dimensions: [{name: "day", type: "date", column: "day"}],
  measures: [{name: "total", type: "sum", column: "amount"}],
});
const graph: Graph = {
  models: [
    fact("sales"),
    fact("refunds"),
    {name: "stores", table: {name: "stores"}, primaryKey: ["id"], dimensions: []},
    {
      name: "days",
      table: {name: "days"},
      primaryKey: ["day"],
      dimensions: [
        {name: "day", type: "date", column: "day"},
        {name: "season", type: "string", column: "season"},
      ],
      calendar: {day: "day", grains: ["season"]},
    },
  ],
  joins: ["sales", "refunds"].map(from => ({
    from,
    to: "stores",
    relationship: "many_to_one",
    on: [{from: "store_id", to: "id"}],
  })),
};
const columns = {id: "integer", day: "date", amount: "integer"};
const data = {
  sales: {
    columns,
    rows: [
      [1, "2024-01-01", 1],
      [2, "2024-01-02", 2],
      [3, "2024-02-01", 4],
      [4, null, 8],
    ],
  },
  refunds: {columns, rows: [[1, "2024-02-01", 16]]},
  days: {
    columns: {day: "date", season: "text"},
    rows: [
      ["2024-01-01", "winter"],
      ["2024-01-02", "winter"],
      ["2024-02-01", "spring"],
    ],
  },
};

let engines: Engine[];
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

test("two large facts by the periods of a small calendar are each by their own day", async () => {
  const sizes = new Map([
    ["sales", 1_000_000],
    ["refunds", 1_000_000],
    ["days", 3000],
  ]);
  const layer = buildLayer(graph, sizes);
  for (const engine of engines) {
    await engine.load(data);
    const {sql, parameters} = compile(
      layer,
      {
        model: "stores",
        dimensions: ["metric_time.season"],
        measures: ["sales.total", "refunds.total"],
        limit: 10,
      },
      {dialect: engine.name, timezone: "UTC", weekStart: "monday", attributes: {}, now: new Date(0)},
    );
    expect(await engine.run(sql, parameters)).toEqual([
      ["spring", "4", "16"],
      ["winter", "3", null],
      [null, "8", null],
    ]);
  }
});
