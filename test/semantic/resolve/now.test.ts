import {expect, test} from "bun:test";
import {compile} from "../../../shared/semantic/compile.ts";
import {buildLayer} from "../../../shared/semantic/layer/layer.ts";
import {contextOf, readCorpus} from "../corpus.ts";

const MOMENTS = ["2019-07-31T23:30:00Z", "2024-02-29T12:00:00Z", "2031-01-01T00:00:01Z"];

test("a statement is the same at every moment exactly if its query does not depend on now", async () => {
  const told: Record<string, number> = {same: 0, other: 0};
  for (const {layer: graph, topic, cases} of await readCorpus()) {
    const layer = buildLayer(graph);
    for (const one of cases) {
      const compiled = MOMENTS.map(now =>
        compile(layer, one.query, {...contextOf(one, "postgres"), now: new Date(now)}),
      );
      const statements = new Set(
        compiled.map(({sql, parameters, totals}) => JSON.stringify([sql, parameters, totals])),
      );
      const name = `${topic}: ${one.name}`;
      const depends = compiled.map(({dependsOnNow}) => dependsOnNow);
      expect([name, depends]).toEqual([name, MOMENTS.map(() => statements.size > 1)]);
      told[statements.size > 1 ? "other" : "same"]!++;
    }
  }
  expect(told["same"]).toBeGreaterThan(100);
  expect(told["other"]).toBeGreaterThan(2);
});
