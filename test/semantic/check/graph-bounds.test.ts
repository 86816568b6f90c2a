import {expect, test} from "bun:test";
import {checkGraph} from "../../../shared/semantic/check/graph.ts";
import type {Graph} from "../../../shared/semantic/layer/graph.ts";

const numbers = (most: number) => Array.from({length: most}, (_, i) => i);
const model = (name: string) => ({
  name,
  table: {name},
  dimensions: [{name: "id", type: "number" as const, column: "id"}],
});

const joinsToNowhere: Graph = {
  models: numbers(5000).map(i => model(`modelname_${i}`)),
  joins: numbers(20_000).map(i => ({
    from: `modelname_x${i}`,
    to: `modelname_y${i}`,
    relationship: "many_to_one",
    on: [{from: "id", to: "id"}],
  })),
};

const measuresOfNothing: Graph = {
  models: [
    {
      ...model("orders"),
      dimensions: numbers(2000).map(i => ({name: `dimension_name_${i}`, type: "number", column: "c"})),
      measures: numbers(2000).map(i => ({
        name: `m${i}`,
        type: "number",
        sql: `\${dimension_nam_${i + 5000}} * 2`,
      })),
    },
  ],
};

test.each([
  ["joins to missing models", joinsToNowhere],
  ["measures of missing fields", measuresOfNothing],
])("a graph with thousands of %s is refused within the time of a request", (_what, graph) => {
  const before = process.cpuUsage();
  const faults = checkGraph(graph);
  const {user} = process.cpuUsage(before);
  expect(faults.length).toBeGreaterThanOrEqual(50);
  expect(faults[0]?.suggestions?.length).toBeGreaterThan(0);
  expect(user / 1000).toBeLessThan(3000);
});
