import {type Db, sql} from "../../shared/core/db.ts";
import {queueSync, type SyncTrigger} from "../../shared/tenancy/projects/queue-sync.ts";
import {type Reached, readHead} from "./read-commit.ts";

interface Compared {
  orgId: string;
  projectId: string;
  /** The commit that the layer was made from. */
  known: string | null;
  trigger: SyncTrigger["type"];
}

/**
 * Syncs a project whose branch has another head than the commit of its layer, unless a sync of that head is held: it
 * waits for somebody's consent.
 */
export async function syncIfDiverged(
  db: Db,
  reached: Reached,
  {orgId, projectId, known, trigger}: Compared,
): Promise<void> {
  const head = await readHead(reached);
  if (head === known) return;
  const {rows: held} = await sql`
    select from project_syncs
    where org_id = ${orgId} and project_id = ${projectId} and held and commit_id = ${head}`.execute(db);
  if (held.length > 0) return;
  const sync = {orgId, projectId, trigger: {type: trigger}, requestedCommit: head};
  await db.transaction().execute(tx => queueSync(tx, sync));
}
