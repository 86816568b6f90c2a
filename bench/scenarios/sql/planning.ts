import {planSql} from "../../../shared/surfaces/sql/plan-sql.ts";
import {loadParser} from "../../../shared/surfaces/sql/statement/postgres-parser.ts";
import {CHARTS} from "../../../test/interfaces/sql/corpus/charts.ts";
import {DRIVERS} from "../../../test/interfaces/sql/corpus/drivers.ts";
import {catalog} from "../../../test/interfaces/sql/oracle/sample.ts";
import {percentile, summaryOf} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";

const PASSES = 20;

/** The time to plan statements of SQL tools. Each text is made unique, so that no parsed statement is reused. */
export async function planning(quick: boolean): Promise<Row> {
  await loadParser();
  const statements = [...DRIVERS, ...CHARTS].filter(({refused}) => refused === undefined);
  const now = new Date();
  const options = {timezone: "UTC", weekStart: "monday", user: "bench", database: "bench", now} as const;
  let parsed = 0;
  const p50s: number[] = [];
  for (let round = 0; round < (quick ? 3 : 9); round++) {
    const durations: number[] = [];
    for (let pass = 0; pass < PASSES; pass++) {
      for (const {sql} of statements) {
        const text = `${sql} -- ${parsed++}`;
        const startedAt = performance.now();
        planSql(text, catalog, options);
        durations.push(performance.now() - startedAt);
      }
    }
    p50s.push(percentile(durations, 0.5));
  }
  const note = `${statements.length} statements`;
  return rowOf(
    "planning the statements that SQL tools send, p50",
    {atMost: 1, unit: "ms"},
    summaryOf(p50s),
    note,
  );
}
