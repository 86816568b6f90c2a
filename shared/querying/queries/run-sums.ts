import {type Db, sql, type Tx} from "../../core/db.ts";
import {runIdAt, timeOfRun} from "./run-days.ts";

/** The sums of the history, by project, so that a report over a week need not read all rows of the history. */

const SLICE_MS = 10 * 60_000;
/** The span of the rows of `query_run_sums`. */
const SPAN_MS = 6 * 60 * 60_000;
/** How long after its start a run may be written: the longest time of a statement, plus the length of an outage. */
const MAX_DELAY_MS = 70 * 60_000;
/** The most slices of one call, so that the collector continues with other work: ten and a half days. */
const MAX_SLICES = 1500;
const DAY_MS = 24 * 60 * 60_000;

export interface RunSum {
  /** A connection, or the joined ids of builds. */
  source: string;
  model: string;
  shape: string | null;
  /** Whether the answer came from the warehouse or a roll-up, and not from the cache or another run. */
  isMiss: boolean;
  runs: number;
  /** The number of answers: a run from the cache may stand for several. */
  hits: number;
  ms: number;
  /** The time that the answers would have taken if each had taken as long as its run. */
  answersMs: number;
}

/** The columns by which runs are summed. */
const GROUP = "source, model, shape, is_miss";
const groupsOfRuns = sql.raw(
  `connection_id as source, model, shape, coalesce(cache = 'miss', false) as is_miss, count(*) as runs, sum(times) as hits,
    coalesce(sum(duration_ms), 0) as ms, coalesce(sum(duration_ms * times), 0) as answers_ms`,
);

/** The start of the stored span that begins nearest to that time. */
export function nearestSums(time: Date): Date {
  return new Date(Math.round(time.getTime() / SPAN_MS) * SPAN_MS);
}

/**
 * The sums of a project's succeeded runs since that time, which `nearestSums` has given. Reads the stored sums, and only
 * the last hours of the history.
 */
export async function readRunSums(
  db: Db,
  {orgId, projectId}: {orgId: string; projectId: string},
  since: Date,
): Promise<RunSum[]> {
  // Both statements see the same state: otherwise, a slice that is added between them would count twice.
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async tx => {
      const oldest = runIdAt(since.getTime());
      const until = await summedUntil(tx);
      const {rows} = await sql<RunSum>`
        select source, model, shape, is_miss as "isMiss", sum(runs)::float8 as runs, sum(hits)::float8 as hits,
          sum(ms) as ms, sum(answers_ms) as "answersMs"
        from (
          select connection_id as source, model, shape, is_miss, runs, hits, ms, answers_ms from query_run_sums
          where org_id = ${orgId} and project_id = ${projectId} and begins_at >= ${since}
          union all
          select ${groupsOfRuns} from query_runs
          where org_id = ${orgId} and project_id = ${projectId} and id >= ${oldest} and id >= ${until}
            and status = 'succeeded'
          group by ${sql.raw(GROUP)}) as s
        group by ${sql.raw(GROUP)}`.execute(tx);
      return rows;
    });
}

/**
 * Adds the runs of past slices of time to the sums, each slice in a transaction of its own. Safe to run twice, and in
 * several processes at once: the transaction that adds a slice also moves the mark up to which runs have been added.
 */
export async function sumRuns(db: Db, retentionDays: number, now = Date.now()): Promise<void> {
  for (let slice = 0; slice < MAX_SLICES; slice++) {
    const isDone = await db.transaction().execute(tx => sumNextSlice(tx, now));
    if (isDone) break;
  }
  await sql`
    delete from query_run_sums where begins_at < ${new Date(now - retentionDays * DAY_MS - SPAN_MS)}`.execute(
    db,
  );
}

/** Adds one slice. Returns whether no past slice is left. */
async function sumNextSlice(tx: Tx, now: number): Promise<boolean> {
  const {rows} = await sql<{run_id: string}>`
    select run_id from query_run_sums_until for update skip locked`.execute(tx);
  const [row] = rows;
  if (!row) return true;
  const last = Math.floor((now - MAX_DELAY_MS) / SLICE_MS) * SLICE_MS;
  const from = await nextRunAfter(tx, row.run_id);
  const begins =
    from === undefined ? last : Math.min(Math.floor(timeOfRun(from) / SLICE_MS) * SLICE_MS, last);
  const ends = Math.min(begins + SLICE_MS, last);
  const until = runIdAt(ends);
  if (until <= row.run_id) return true;
  if (ends > begins) {
    const span = new Date(Math.floor(begins / SPAN_MS) * SPAN_MS);
    await sql`
      insert into query_run_sums as s (
        org_id, project_id, begins_at, id, connection_id, model, shape, is_miss, runs, hits, ms, answers_ms)
      select r.org_id, r.project_id, ${span}, md5(concat_ws(' ', source, model, is_miss, shape)), source, model, shape,
        is_miss, runs, hits, ms, answers_ms
      from (
        select org_id, project_id, ${groupsOfRuns} from query_runs
        where id >= ${row.run_id} and id >= ${runIdAt(begins)} and id < ${until} and status = 'succeeded'
        group by org_id, project_id, ${sql.raw(GROUP)}) r
      -- The project is locked before its sums, as when it is deleted.
      join projects p on p.org_id = r.org_id and p.id = r.project_id
      for key share of p
      on conflict (project_id, begins_at, id) do update set runs = s.runs + excluded.runs, hits = s.hits + excluded.hits,
        ms = s.ms + excluded.ms, answers_ms = s.answers_ms + excluded.answers_ms`.execute(tx);
  }
  await sql`update query_run_sums_until set run_id = ${until}`.execute(tx);
  return ends >= last;
}

async function summedUntil(tx: Tx): Promise<string> {
  const {rows} = await sql<{run_id: string}>`select run_id from query_run_sums_until`.execute(tx);
  return rows[0]?.run_id ?? "";
}

/** The first run from that id on: stretches of time without runs are skipped. */
async function nextRunAfter(tx: Tx, runId: string): Promise<string | undefined> {
  const {rows} = await sql<{id: string | null}>`
    select min(id) as id from query_runs where id >= ${runId}`.execute(tx);
  return rows[0]?.id ?? undefined;
}
