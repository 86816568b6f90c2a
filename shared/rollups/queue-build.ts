import {type Db, sql, type Tx} from "../db.ts";
import {newId} from "../ids.ts";
import {enqueue} from "../jobs.ts";
import type {BuildTrigger, QueuedBuild} from "./schemas.ts";

export interface NewBuild {
  orgId: string;
  rollupId: string;
  trigger: BuildTrigger;
  slot?: Date;
}

/**
 * Adds a build with its job. One that waits already takes it in: it reads the layer and the rows when it begins. What
 * was asked by hand is built in any case, so nothing else takes its place.
 */
export async function queueBuild(
  tx: Db | Tx,
  {orgId, rollupId, trigger, slot}: NewBuild,
): Promise<QueuedBuild> {
  const {rows} = await sql<{id: string}>`
    insert into rollup_builds (id, org_id, rollup_id, trigger, slot)
    values (${newId("rlb")}, ${orgId}, ${rollupId}, ${JSON.stringify(trigger)}::json,
      ${slot?.toISOString() ?? null}::timestamptz)
    on conflict (rollup_id) where status = 'queued' do update
      set trigger = case when excluded.trigger ->> 'type' = 'manual' or rollup_builds.trigger ->> 'type' = 'layer'
          then excluded.trigger else rollup_builds.trigger end,
        slot = coalesce(excluded.slot, rollup_builds.slot)
    returning id`.execute(tx);
  await enqueueBuild(tx, orgId, rollupId);
  return {buildId: rows[0]!.id, status: "queued"};
}

/** The job of a roll-up's builds: they run one after another. */
export async function enqueueBuild(
  db: Db | Tx,
  orgId: string,
  rollupId: string,
  runAt?: Date,
): Promise<void> {
  const key = `rollup ${rollupId}`;
  await enqueue(db, "build_rollup", {orgId, rollupId}, {key, queue: sql`${key}`, ...(runAt ? {runAt} : {})});
}
