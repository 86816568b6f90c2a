import {type Db, sql, type Tx} from "../../core/db.ts";
import {newId} from "../../core/ids.ts";
import {enqueue, laneOf} from "../../core/jobs.ts";
import type {BuildTrigger, QueuedBuild} from "./schemas.ts";

export interface NewBuild {
  orgId: string;
  rollupId: string;
  trigger: BuildTrigger;
  slot?: Date;
}

/**
 * Queues a build with its job. A build that is already queued absorbs the new one, because the queued build reads the
 * layer and the rows when it begins. A manual trigger is always built, so no other trigger replaces it.
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

/**
 * Queues the build of a slot. Nothing is queued for a roll-up that is being changed or deleted at this moment, because
 * a new layer queues a build itself. The cadence of a roll-up that is gone is deleted.
 */
export async function queueDueBuild(tx: Tx, orgId: string, rollupId: string, slot: Date): Promise<void> {
  const {rows} = await sql`
    select from rollups where org_id = ${orgId} and id = ${rollupId} for key share skip locked`.execute(tx);
  if (rows.length > 0) await queueBuild(tx, {orgId, rollupId, trigger: {type: "cadence"}, slot});
  else
    await sql`
      delete from cadences k where k.org_id = ${orgId} and k.id = ${rollupId}
        and not exists (select from rollups r where r.org_id = k.org_id and r.id = k.id)`.execute(tx);
}

/**
 * Queues a build of each roll-up of the project, or of the connection's projects, after settings on which the stored rows
 * depend have changed. A build finds out whether its own roll-up depends on them.
 */
export async function queueBuilds(
  tx: Tx,
  orgId: string,
  of: {projectId: string} | {connectionId: string},
): Promise<void> {
  const where = "projectId" in of ? sql`p.id = ${of.projectId}` : sql`p.connection_id = ${of.connectionId}`;
  const {rows} = await sql<{id: string}>`
    select r.id from rollups r join projects p on p.org_id = r.org_id and p.id = r.project_id
    where r.org_id = ${orgId} and ${where} order by r.id`.execute(tx);
  for (const {id: rollupId} of rows) await queueBuild(tx, {orgId, rollupId, trigger: {type: "layer"}});
}

/** Enqueues the job that runs a roll-up's builds one after another, in one of the organization's lanes. */
export async function enqueueBuild(
  db: Db | Tx,
  orgId: string,
  rollupId: string,
  runAt?: Date,
): Promise<void> {
  const key = `rollup ${rollupId}`;
  const queue = laneOf("rollups", sql`${orgId}::text`, sql`${rollupId}::text`);
  await enqueue(db, "build_rollup", {orgId, rollupId}, {key, queue, ...(runAt ? {runAt} : {})});
}
