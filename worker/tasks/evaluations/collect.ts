import {type Db, sql} from "../../../shared/core/db.ts";
import {BROKEN_OFF, isAbandoned} from "../../takeover/abandoned-runs.ts";

/** Ends evaluations whose job is gone, and deletes old evaluations, with the layers that no evaluation needs any more. */
export async function collectEvaluations(db: Db, days: number): Promise<void> {
  await sql`
    update evaluations e set status = 'failed', finished_at = now(), error = ${BROKEN_OFF}
    where e.status in ('queued', 'running') and ${isAbandoned("e")}`.execute(db);
  await sql`
    delete from evaluations e
    where created_at < now() - ${days} * interval '1 day' and status not in ('queued', 'running')
      and not exists (select from cadences k where k.org_id = e.org_id and k.id = e.id)`.execute(db);
  await sql`
    delete from evaluated_layers l
    where kept_at < now() - interval '1 hour' and not exists (
      select from evaluations e
      where e.org_id = l.org_id and e.project_id = l.project_id and e.layer_hash = l.hash)`.execute(db);
}
