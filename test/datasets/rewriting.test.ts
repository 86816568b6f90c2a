import {afterAll, beforeAll, expect, test} from "bun:test";
import {type Engine, openEngines} from "../semantic/engines.ts";
import {inLongRun, longTimeoutMs} from "../support/long.ts";
import {compareRewritings} from "./rewriting.ts";
import {compareWindows} from "./windows.ts";

let engines: Engine[] = [];
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(async () => {
  await Promise.all(engines.map(engine => engine.close()));
});

for (let first = 1; first <= inLongRun(10, 300); first += 5) {
  test(`random queries over random datasets ${first} to ${first + 4} are answered like the queries by hand`, async () => {
    let same = 0;
    for (let seed = first; seed < first + 5; seed++)
      same += (await compareRewritings(engines, seed, 12)).same;
    expect(same).toBeGreaterThan(75);
  });
}

const WINDOWED = inLongRun(8, 150);
test(
  `windows over ${WINDOWED} random datasets contain only their own rows, as if the filters were in the table`,
  async () => {
    let same = 0;
    for (let seed = 1; seed <= WINDOWED; seed++) same += await compareWindows(engines, seed, 6);
    expect(same).toBeGreaterThan(5 * WINDOWED);
  },
  longTimeoutMs(),
);
