import {forEachConcurrently} from "../../../shared/core/for-each-concurrently.ts";
import {besideForeignLoad, meanwhile} from "../../foreign-load.ts";
import {say} from "../../progress.ts";
import {COUNTRY, smallQuery} from "../../questions.ts";
import {summaryOf} from "../../rounds.ts";
import {type Row, rowOf} from "../../scenario.ts";
import {type Caller, idOf, type Service} from "../../stage/service.ts";
import {rowsOf, type Stage} from "../../stage/stage.ts";
import {newAuthor} from "../deliveries/content.ts";

const [THRESHOLDS, QUERIES] = [2000, 50];
const MAX_MS = 120_000;

/** Many checks of thresholds that are due in the same minute, over fifty queries, while somebody runs small queries. */
export async function thresholds(stage: Stage): Promise<Row[]> {
  const service = await stage.service();
  const count = stage.quick ? THRESHOLDS / 10 : THRESHOLDS;
  say(`${count} thresholds in one minute`);
  const ids = await makeActions(service, await newAuthor(service), count);
  const tiny = service.ask(service.projects.postgres, smallQuery());
  const beside = await besideForeignLoad(tiny);
  const since = await now(service);
  let judgedMs = 0;
  const [, during] = await meanwhile(tiny, async () => {
    judgedMs = await comeDue(service, ids);
    // The small queries run long enough for a p99, even if all thresholds are checked earlier.
  });
  const statements = await statementsSince(service, since);
  return [
    rowOf(
      `statements for ${count} thresholds over ${QUERIES} queries, due at once`,
      {atMost: QUERIES},
      summaryOf([statements]),
    ),
    rowOf(
      "time until all these thresholds are evaluated",
      {atMost: 30, unit: "s"},
      summaryOf([judgedMs / 1000]),
    ),
    rowOf(
      "p99 of a small query during these checks ÷ during an unrelated load",
      {atMost: 3},
      summaryOf([during / beside]),
      `${during.toFixed(1)} ms, ${beside.toFixed(1)} ms`,
    ),
  ];
}

async function makeActions({projects}: Service, call: Caller, count: number): Promise<string[]> {
  const ids: string[] = [];
  await forEachConcurrently(Array.from({length: count}).keys(), 8, async n => {
    const trigger = {
      type: "threshold",
      query: {
        model: "airports",
        projectId: projects.postgres,
        dimensions: ["airports.state"],
        measures: ["airports.airports"],
        filters: [
          {field: "airports.country", op: "=", value: COUNTRY},
          {field: "airports.city", op: "!=", value: `nowhere ${n % QUERIES}`},
        ],
      },
      measure: "airports.airports",
      op: ">",
      // No state has more airports than this, so the checks send nothing: only their evaluation is measured.
      value: 10_000 + n,
      mode: "became_true",
      cron: "0 8 1 1 *",
    };
    const effects = [
      {type: "email", recipients: ["nobody@example.com"], subject: "{{count}}", message: "{{value}}"},
    ];
    ids.push(idOf(await call("/api/actions", {name: `Watch ${n}`, trigger, effects})));
  });
  return ids;
}

async function now({databaseUrl}: Service): Promise<Date> {
  const [row] = await rowsOf<{now: Date}>(databaseUrl, "select clock_timestamp() as now", []);
  return row?.now ?? new Date();
}

/** Milliseconds from the minute's job until the last run has ended. */
async function comeDue({databaseUrl}: Service, ids: readonly string[]): Promise<number> {
  await rowsOf(
    databaseUrl,
    "update cadences set next_at = date_trunc('minute', now()) where id = any ($1::text[])",
    [[...ids]],
  );
  const started = performance.now();
  await rowsOf(databaseUrl, "select graphile_worker.add_job('take_due')", []);
  for (let judged = 0; judged < ids.length && performance.now() - started < MAX_MS; ) {
    await Bun.sleep(100);
    const [row] = await rowsOf<{judged: number}>(
      databaseUrl,
      `select count(*)::int as judged from action_runs
       where action_id = any ($1::text[]) and status = 'succeeded' and slot is not null`,
      [[...ids]],
    );
    judged = row?.judged ?? 0;
  }
  return performance.now() - started;
}

async function statementsSince({databaseUrl}: Service, since: Date): Promise<number> {
  // The history is written twice a second.
  await Bun.sleep(1500);
  const [row] = await rowsOf<{count: number}>(
    databaseUrl,
    "select count(*)::int as count from query_runs where trigger = 'action' and created_at >= $1",
    [since],
  );
  return row?.count ?? -1;
}
