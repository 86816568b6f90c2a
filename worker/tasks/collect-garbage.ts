import {sql} from "../../shared/db.ts";
import {collectGrants} from "../../shared/oauth/grants.ts";
import {collectSignIns} from "../../shared/oauth/sessions.ts";
import type {Worker} from "../worker.ts";

const IDEMPOTENCY_HOURS = 24;

/** Deletes what has had its time: old results, runs, idempotency keys, sessions, OAuth tokens and clients. Runs twice without harm. */
export async function collectGarbage({db, config}: Worker): Promise<void> {
  await sql`
    delete from query_result_chunks c
    where not exists (
      select from query_runs r
      where r.id = c.run_id and r.created_at > now() - ${config.resultRetentionMs} * interval '1 millisecond')`.execute(
    db,
  );
  await sql`
    delete from query_runs
    where created_at < now() - ${config.historyRetentionDays} * interval '1 day'
      and status not in ('queued', 'running')`.execute(db);
  await sql`delete from idempotency_keys where created_at < now() - ${IDEMPOTENCY_HOURS} * interval '1 hour'`.execute(
    db,
  );
  await sql`delete from worker_calls where created_at < now() - interval '1 hour'`.execute(db);
  await collectGrants(db);
  await collectSignIns(db);
}
