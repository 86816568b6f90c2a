import {say} from "../../progress.ts";
import {times} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import {until} from "../../stage/processes.ts";
import {type Caller, idOf} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";
import {newAuthor} from "../deliveries/content.ts";

const KEYS = 10_000;

/**
 * The cost of a check of ten thousand rows without its query: of the first check, in which all rows fire, and of later
 * ones.
 */
export async function keys(stage: Stage): Promise<Row[]> {
  say(`a threshold over ${KEYS} rows`);
  const {databaseUrl, projects, ...service} = await stage.service();
  const call = await newAuthor({databaseUrl, projects, ...service});
  const action = (n: number) => ({
    name: "Pairs",
    trigger: {
      type: "threshold",
      query: {
        model: "flights",
        projectId: projects.duckdb,
        dimensions: ["flights.id"],
        measures: ["flights.flights"],
        filters: [{field: "flights.delay", op: "!=", value: 10_000 + n}],
        limit: KEYS,
      },
      measure: "flights.flights",
      op: ">",
      value: 0,
      mode: "became_true",
      cron: "0 8 1 1 *",
    },
    effects: [{type: "email", recipients: ["nobody@example.com"], subject: "s", message: "m"}],
  });
  let [n, watched] = [0, 0];
  const first = await times(stage.quick ? 3 : 10, async () => {
    const id = idOf(await call("/api/actions", action(n++)));
    const ms = await run(call, databaseUrl, id);
    [{count: watched} = {count: 0}] = await rowsOf<{count: number}>(
      databaseUrl,
      "select count(*)::int as count from action_states where action_id = $1",
      [id],
    );
    return ms;
  });
  const id = idOf(await call("/api/actions", action(n)));
  await run(call, databaseUrl, id);
  const later = await times(stage.quick ? 3 : 10, () => run(call, databaseUrl, id));
  const target = {atMost: 60, unit: "ms"} as const;
  return [
    rowOf(`a check of ${watched} rows that all fire, minus its query`, target, first),
    rowOf(`a check of ${watched} rows that have all fired before, minus its query`, target, later),
  ];
}

/** The milliseconds of a run without those of its statement. */
async function run(call: Caller, databaseUrl: string, id: string): Promise<number> {
  const runId = idOf(await call(`/api/actions/${id}/runs`, {}));
  const ms = await until("the run has ended", async () => {
    const [row] = await rowsOf<{ms: number; status: string}>(
      databaseUrl,
      `select status, extract(epoch from finished_at - started_at)::float8 * 1000 as ms from action_runs
       where id = $1 and finished_at is not null`,
      [runId],
    );
    if (row && row.status !== "succeeded") throw new Error(`the run is ${row.status}`);
    return row?.ms;
  });
  // The history is written twice a second; later runs use the rows of an earlier one.
  await Bun.sleep(1200);
  const [statement] = await rowsOf<{ms: number | null}>(
    databaseUrl,
    "select sum(duration_ms) as ms from query_runs where request_id = $1 and cache = 'miss'",
    [runId],
  );
  return ms - (statement?.ms ?? 0);
}
