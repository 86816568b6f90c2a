import {describe, expect, test} from "bun:test";
import {Chance} from "../../../semantic/differential/random-layer.ts";
import {inLongRun, longTimeoutMs} from "../../../support/long.ts";
import {type Access, Oracle} from "./run.ts";
import {TEXTS} from "./sample.ts";
import {searchConditional, searchMeasures, searchStatements} from "./search.ts";
import {OTHER_WAREHOUSES} from "./warehouses.ts";

const CALLERS = inLongRun(4, 40);
const STATEMENTS = inLongRun(25, 150);

const quoted = (values: readonly string[]) =>
  `array[${values.map(value => `'${value.replaceAll("'", "''")}'`).join(", ")}]::text[]`;
/** A caller without values of the attribute sees no row. */
const amongst = (column: string, values: readonly string[] = []) => `${column} = any (${quoted(values)})`;

/** Random rules of row access with random attributes, and the same rules as SQL conditions. */
function randomAccess(chance: Chance): Access {
  const some = (values: readonly string[]) => values.filter(() => chance.chance(0.4));
  const attributes: Record<string, string[]> = {};
  if (chance.chance(0.9)) attributes["states"] = some(TEXTS);
  if (chance.chance(0.9)) attributes["cities"] = some(TEXTS);
  if (chance.chance(0.9)) attributes["sizes"] = some(["0", "10", "20", "30"]);
  const {states, cities, sizes = []} = attributes;
  const ofFlights = chance.pick([
    {rules: [], byHand: "true"},
    {rules: [{dimension: "state", attribute: "states"}], byHand: amongst("f.st", states)},
    {rules: [{dimension: "origin.city", attribute: "cities"}], byHand: amongst("o.city", cities)},
    {
      rules: [
        {dimension: "state", attribute: "states"},
        {dimension: "origin.size", attribute: "sizes"},
      ],
      byHand: `${amongst("f.st", states)} and ${amongst("o.size::text", sizes)}`,
    },
  ]);
  const ofAirports = chance.pick([
    {rules: [], byHand: "true"},
    {rules: [{dimension: "city", attribute: "cities"}], byHand: amongst("a.city", cities)},
    {rules: [{dimension: "size", attribute: "sizes"}], byHand: amongst("a.size::text", sizes)},
  ]);
  return {
    rules: {flights: ofFlights.rules, airports: ofAirports.rules},
    attributes,
    byHand: {flights: ofFlights.byHand, airports: ofAirports.byHand},
  };
}

const duckdb = OTHER_WAREHOUSES.find(({name}) => name === "DuckDB");

describe("what a caller may not see is in no answer", () => {
  for (let caller = 1; caller <= CALLERS; caller++) {
    const other = caller % 2 === 0 ? duckdb : undefined;
    test(
      `caller ${caller}, over ${other?.name ?? "Postgres"}: statements are answered as over tables filtered by hand`,
      async () => {
        const access = randomAccess(new Chance(caller));
        const oracle = await Oracle.open(caller, {access, ...(other === undefined ? {} : {other})});
        try {
          const seeds = {from: caller * 100_000, count: STATEMENTS};
          const plain = await searchStatements(oracle, seeds);
          const measured = await searchMeasures(oracle, seeds);
          expect({access, differences: plain.differences}).toEqual({access, differences: []});
          expect({access, differences: measured.differences}).toEqual({access, differences: []});
          const conditional = await searchConditional(oracle, seeds);
          expect({access, differences: conditional.differences}).toEqual({access, differences: []});
          expect(plain.tally.compared + measured.tally.compared).toBeGreaterThan(STATEMENTS);
        } finally {
          await oracle.close();
        }
      },
      longTimeoutMs(),
    );
  }
});
