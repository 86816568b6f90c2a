import {type Db, sql} from "../../core/db.ts";
import {nearestSums, type RunSum, readRunSums} from "../../querying/queries/run-sums.ts";
import {splitBuildIds} from "../../semantic/documents.ts";

/** How far back the history is read. */
const HIT_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

export interface Hits {
  hits: number;
  /** `null` if the warehouse has answered no query over the same models. */
  savedMs: number | null;
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
  const since = nearestSums(new Date(now.getTime() - HIT_DAYS * DAY_MS));
  const sums = await readRunSums(db, {orgId, projectId}, since);
  const rollupsOf = await readRollups(db, orgId, sums);
  const meanOf = new Map(
    [...Map.groupBy(sums.filter(isOfWarehouse), ({model}) => model)].map(([model, list]) => [
      model,
      sumOf(list, one => one.ms) / sumOf(list, one => one.runs),
    ]),
  );
  const byRollup = new Map<string, Hits>();
  for (const {source, model, hits, answersMs} of sums) {
    if (!source.startsWith("rlb_")) continue;
    const mean = meanOf.get(model);
    const builds = splitBuildIds(source);
    const spared = mean === undefined ? null : (mean * hits - answersMs) / builds.length;
    for (const id of new Set(builds.flatMap(build => rollupsOf.get(build) ?? []))) {
      const before = byRollup.get(id) ?? {hits: 0, savedMs: null};
      const savedMs = spared === null ? before.savedMs : (before.savedMs ?? 0) + spared;
      byRollup.set(id, {hits: before.hits + hits, savedMs});
    }
  }
  return {since, byRollup};
}

/** The ids of the roll-ups of the builds that have answered. */
async function readRollups(db: Db, orgId: string, sums: readonly RunSum[]): Promise<Map<string, string>> {
  const builds = sums.flatMap(({source}) => (source.startsWith("rlb_") ? splitBuildIds(source) : []));
  if (builds.length === 0) return new Map();
  const {rows} = await sql<{id: string; rollupId: string}>`
    select id, rollup_id as "rollupId" from rollup_builds
    where org_id = ${orgId} and id = any (${[...new Set(builds)]}::text[])`.execute(db);
  return new Map(rows.map(({id, rollupId}) => [id, rollupId]));
}

function isOfWarehouse({source, isMiss}: RunSum): boolean {
  return isMiss && !source.startsWith("rlb_");
}

function sumOf<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((sum, item) => sum + of(item), 0);
}
