import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {inLongRun, longTimeoutMs} from "../../../support/long.ts";
import {Oracle} from "./run.ts";
import {searchMeasures, searchStatements} from "./search.ts";
import {OTHER_WAREHOUSES} from "./warehouses.ts";

const from = Number(process.env["TEST_SEED"] ?? 1);
const requestedCount = process.env["TEST_QUERIES"];

for (const other of OTHER_WAREHOUSES) {
  const count = inLongRun(120, Number(requestedCount ?? (other.name === "DuckDB" ? 20_000 : 5000)));
  describe.skipIf(other.open === undefined)(other.name, () => {
    let oracle: Oracle;
    beforeAll(async () => {
      oracle = await Oracle.open(1, {other});
    });
    afterAll(() => oracle.close());

    test(
      `${count} random statements are answered as by Postgres over real tables`,
      async () => {
        const {tally, differences} = await searchStatements(oracle, {from, count});
        process.stdout.write(`${other.name}: ${JSON.stringify(tally)}\n`);
        expect(differences).toEqual([]);
      },
      longTimeoutMs(),
    );

    test(
      `${count} random statements with measures are answered as by aggregates written by hand`,
      async () => {
        const {tally, differences} = await searchMeasures(oracle, {from, count});
        process.stdout.write(`${other.name}: ${JSON.stringify(tally)}\n`);
        expect(tally.refused).toBeLessThan(tally.compared * 0.4);
        expect(differences).toEqual([]);
      },
      longTimeoutMs(),
    );
  });
}
