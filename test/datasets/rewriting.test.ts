import {afterAll, beforeAll, expect, test} from "bun:test";
import {type Engine, openEngines} from "../semantic/engines.ts";
import {compareRewritings} from "./rewriting.ts";
import {compareWindows} from "./windows.ts";

let engines: Engine[] = [];
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

for (let first = 1; first <= 30; first += 10) {
  test(`random queries over random datasets ${first} to ${first + 9} are answered as by hand`, async () => {
    let same = 0;
    for (let seed = first; seed < first + 10; seed++) {
      same += (await compareRewritings(engines, seed, 12)).same;
    }
    expect(same).toBeGreaterThan(150);
  });
}

test("windows over a dataset have no rows but its own, as if its filters were in the table", async () => {
  let same = 0;
  for (let seed = 1; seed <= 15; seed++) same += await compareWindows(engines, seed, 6);
  expect(same).toBeGreaterThan(100);
});
