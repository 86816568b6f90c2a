import {type Db, sql} from "../../ground/db.ts";
import {runIdAt} from "../../querying/queries/run-days.ts";
import {splitBuildIds} from "../../semantic/documents.ts";

/** How far back the history is read. */
const HIT_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

export interface Hits {
  hits: number;
  /** `null` if the warehouse has answered no query over the same models. */
  savedMs: number | null;
}

interface Asked {
  /** A connection, or the joined id of builds. */
  source: string;
  model: string;
  isMiss: boolean;
  runs: number;
  hits: number;
  ms: number;
  tookMs: number;
  /** The ids of the roll-ups whose builds answered. */
  rollups: string[] | null;
}

/**
 * Hits of a project's roll-ups in the last days, by roll-up id. Roll-ups that answered a query together share the time
 * that it saved equally.
 */
export async function readHits(
  db: Db,
  {orgId, projectId}: {orgId: string; projectId: string},
  now: Date,
): Promise<{since: Date; byRollup: Map<string, Hits>}> {
  const since = new Date(now.getTime() - HIT_DAYS * DAY_MS);
  const {rows} = await sql<Asked>`
    with asked as materialized (
      select connection_id as source, model, coalesce(cache = 'miss', false) as "isMiss", count(*)::float8 as runs,
        sum(times)::float8 as hits, coalesce(sum(duration_ms), 0) as ms, coalesce(sum(duration_ms * times), 0) as "tookMs"
      from query_runs
      where org_id = ${orgId} and project_id = ${projectId} and id >= ${runIdAt(since.getTime())}
        and status = 'succeeded'
      group by source, model, "isMiss")
    select a.*, case when a.source like 'rlb\\_%' then (
      select array_agg(b.rollup_id) from rollup_builds b
      where b.org_id = ${orgId} and b.id = any (string_to_array(a.source, '+'))) end as rollups
    from asked a`.execute(db);
  const meanOf = new Map(
    [...Map.groupBy(rows.filter(isOfWarehouse), ({model}) => model)].map(([model, list]) => [
      model,
      sumOf(list, one => one.ms) / sumOf(list, one => one.runs),
    ]),
  );
  const byRollup = new Map<string, Hits>();
  for (const {source, model, hits, tookMs, rollups} of rows) {
    const mean = meanOf.get(model);
    const spared = mean === undefined ? null : (mean * hits - tookMs) / splitBuildIds(source).length;
    for (const id of rollups ?? []) {
      const before = byRollup.get(id) ?? {hits: 0, savedMs: null};
      const savedMs = spared === null ? before.savedMs : (before.savedMs ?? 0) + spared;
      byRollup.set(id, {hits: before.hits + hits, savedMs});
    }
  }
  return {since, byRollup};
}

function isOfWarehouse({source, isMiss}: Asked): boolean {
  return isMiss && !source.startsWith("rlb_");
}

function sumOf<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((sum, item) => sum + of(item), 0);
}
