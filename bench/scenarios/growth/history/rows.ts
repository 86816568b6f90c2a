import {forEachConcurrently} from "../../../../shared/core/for-each-concurrently.ts";
import {runIdAt} from "../../../../shared/querying/queries/run-days.ts";
import {say} from "../../../progress.ts";
import type {Service} from "../../../stage/service.ts";
import {rowsOf} from "../../../stage/stage.ts";

const DAY_MS = 24 * 60 * 60_000;
export const DAYS = 30;
const LANES = 2;
/** The organizations beside the benchmark's own, with fifty people each. */
const ORGANIZATIONS = 100;
/** Every tenth run belongs to the benchmark's own organization. */
const OWN_EVERY = 10;
/** Every hundredth run belongs to the person who asks most. */
const BUSY_EVERY = 100;
const MODELS = 20;
const SHAPES = 200;

export interface History {
  /** The number of runs of all days. */
  rows: number;
  /** The person with every hundredth of all runs. */
  busy: string;
  /** The person with one run on every third day. */
  rare: string;
  rareRuns: number;
}

/** The number in the letters of a TypeID. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const lettersOf = (number: string) =>
  Array.from(
    {length: 10},
    (_, i) => `substr('${LETTERS}', ((${number} >> ${45 - 5 * i}) & 31)::int + 1, 1)`,
  ).join(" || ");

/**
 * Fills the last thirty days with equally many runs. Each day is loaded into a table of its own, which becomes a
 * partition when it has its indexes, as the service's own partitions do.
 */
export async function fillHistory(
  service: Service,
  rows: number,
  {busy, rare}: Pick<History, "busy" | "rare">,
): Promise<History> {
  const {databaseUrl, orgId, projects} = service;
  const perDay = Math.ceil(rows / DAYS);
  await rowsOf(
    databaseUrl,
    "insert into orgs (id, name) select 'org_past_' || n, 'Past ' || n from generate_series(0, $1::int - 1) n",
    [ORGANIZATIONS],
  );
  const now = Date.now();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  let done = 0;
  await forEachConcurrently(Array.from({length: DAYS}).keys(), LANES, async ago => {
    say(`a day of ${perDay} runs, ${++done} of ${DAYS}`);
    const day = today - ago * DAY_MS;
    const name = `query_runs_${new Date(day).toISOString().slice(0, 10).replaceAll("-", "_")}`;
    const until = Math.min(day + DAY_MS, now);
    await dropEmpty(databaseUrl, name);
    await rowsOf(
      databaseUrl,
      `create table ${name} (like query_runs including defaults including constraints)`,
    );
    await rowsOf(databaseUrl, runsOfDay(name, {orgId, projectId: projects.postgres, busy, rare, ago}), [
      day,
      (until - day) / perDay,
      perDay,
    ]);
    await rowsOf(
      databaseUrl,
      `alter table ${name} add primary key (id), set (autovacuum_enabled = false);
       create index on ${name} (org_id, principal_id, id desc);
       create index on ${name} (worker_id) where status in ('queued', 'running');
       alter table query_runs attach partition ${name}
         for values from ('${runIdAt(day)}') to ('${runIdAt(day + DAY_MS)}');
       analyze ${name}`,
    );
  });
  await rowsOf(
    databaseUrl,
    `insert into query_shapes (org_id, project_id, id, query, seen_on)
     select $1, $2, 'shape' || n, json_build_object('model', 'gone', 'dimensions', json_build_array('gone.origin'),
       'measures', json_build_array('gone.rows'), 'limit', n), now()::date
     from generate_series(0, $3::int - 1) n`,
    [orgId, projects.postgres, SHAPES],
  );
  await rowsOf(databaseUrl, "analyze query_shapes");
  await rowsOf(databaseUrl, "checkpoint");
  return {rows: perDay * DAYS, busy, rare, rareRuns: DAYS / 3};
}

/** Drops a partition that the processes have made ahead, which holds nothing yet. */
async function dropEmpty(databaseUrl: string, name: string): Promise<void> {
  const [row] = await rowsOf<{part: string | null}>(databaseUrl, "select to_regclass($1) as part", [name]);
  if (!row?.part) return;
  await rowsOf(databaseUrl, `lock table query_runs in access exclusive mode; drop table ${name}`);
}

interface Day {
  orgId: string;
  projectId: string;
  busy: string;
  rare: string;
  ago: number;
}

/** `$1` is the day, `$2` the milliseconds between two runs, `$3` their number. */
function runsOfDay(table: string, {orgId, projectId, busy, rare, ago}: Day): string {
  const isOwn = `n % ${OWN_EVERY} = 0`;
  return `
    insert into ${table} (id, org_id, principal_id, project_id, connection_id, model, trigger, status, fingerprint, cache,
      times, row_count, size_bytes, duration_ms, request_id, worker_id, created_at, started_at, finished_at, shape)
    select 'run_' || ${lettersOf("ms")} || substr(md5(n::text), 1, 16),
      case when ${isOwn} then '${orgId}' else 'org_past_' || n / 10 % ${ORGANIZATIONS} end,
      case when n % ${BUSY_EVERY} = 0 then '${busy}'
        when n = 10 and ${ago} % 3 = 0 then '${rare}'
        else 'svc_01k9abcdefghjkmnpqrstvwx' || lpad((n / 1000 % 50)::text, 2, '0') end,
      case when ${isOwn} then '${projectId}' else 'proj_past_' || n / 10 % ${ORGANIZATIONS} end,
      case when n % 4 = 0 then 'rlb_01k9abcdefghjkmnpqrstvwxyz' else 'conn_01k9abcdefghjkmnpqrstvwxyz' end,
      'model_' || n / 11 % ${SHAPES} % ${MODELS}, 'interactive', 'succeeded',
      md5(n::text) || '01k9abcdefgh', case when n % 3 = 0 then 'hit' else 'miss' end,
      1 + n % 3, n % 1000, n % 100000, n % 5000 / 10.0, 'req_01k9abcdefghjkmnpqrstvwxyz',
      'worker_01k9abcdefghjkmnpqrstvwxyz', at, at, at + interval '20 milliseconds', 'shape' || n / 11 % ${SHAPES}
    from (select n::int, ms, to_timestamp(ms / 1000.0) as at from (
      select n, ($1::float8 + n * $2::float8)::bigint as ms from generate_series(0, $3::int - 1) n) t) t`;
}
