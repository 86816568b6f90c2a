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

test("two large facts by the periods of a small calendar are each grouped by their own day", async () => {
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

test("two large facts by a field of a small table are each added up by the join key before they are joined to it", async () => {
  const models = graph.models.map(model =>
    model.name === "stores"
      ? {...model, dimensions: [{name: "region", type: "string" as const, column: "region"}]}
      : model,
  );
  const byStore = {...columns, store_id: "integer"};
  const stored = {
    sales: {
      columns: byStore,
      rows: [
        [1, null, 1, 1],
        [2, null, 2, 2],
        [3, null, 4, 3],
        [4, null, 8, null],
      ],
    },
    refunds: {
      columns: byStore,
      rows: [
        [1, null, 16, 1],
        [2, null, 32, 9],
      ],
    },
    stores: {
      columns: {id: "integer", region: "text"},
      rows: [
        [1, "north"],
        [2, "north"],
        [3, "south"],
      ],
    },
  };
  const sizes = new Map([
    ["sales", 1_000_000],
    ["refunds", 1_000_000],
    ["stores", 500],
  ]);
  const query = {
    model: "stores",
    dimensions: ["stores.region"],
    measures: ["sales.total", "refunds.total"],
    limit: 10,
  };
  for (const engine of engines) {
    await engine.load(stored);
    const [small, large] = [undefined, sizes].map(some =>
      compile(buildLayer({...graph, models}, some), query, {
        dialect: engine.name,
        timezone: "UTC",
        weekStart: "monday",
        attributes: {},
        now: new Date(0),
      }),
    );
    // The statements differ: small facts are stitched by the dimension, large ones by their common key.
    expect(large?.sql).not.toBe(small?.sql ?? "");
    for (const statement of [small, large]) {
      expect(await engine.run(statement?.sql ?? "", statement?.parameters)).toEqual([
        ["north", "3", "16"],
        ["south", "4", null],
        [null, "8", "32"],
      ]);
    }
  }
});
