import {auditService} from "../../ground/audit.ts";
import {type Db, sql} from "../../ground/db.ts";
import {publish} from "../../ground/notices.ts";
import {describeOwned} from "./inherit.ts";
import {lockOrg} from "./principals.ts";

/** The most accounts that one call deletes. */
const MOST = 200;

interface Expired {
  id: string;
  org_id: string;
  name: string;
}

/**
 * Deletes service accounts that expired `days` ago or earlier, such as those that unlock changes for a browser, with their
 * tokens and memberships. What owns content, or gives runs its rights, stays, as a deletion without an heir is refused.
 * Can run twice without harm.
 */
export async function collectExpiredAccounts(db: Db, days: number): Promise<void> {
  const {rows} = await sql<Expired>`
    select p.id, p.org_id, p.name from principals p
    where p.kind = 'service_account' and p.expires_at < now() - ${days} * interval '1 day'
      and not exists (select from content c where c.org_id = p.org_id and c.owner_id = p.id)
      and not exists (select from dashboard_tiles t where t.org_id = p.org_id and t.placed_by = p.id)
      and not exists (select from actions a where a.org_id = p.org_id and a.run_as = p.id)
      and not exists (select from agents a where a.org_id = p.org_id and a.run_as = p.id)
      and not exists (select from schedules s where s.org_id = p.org_id and s.run_as = p.id)
    order by p.expires_at
    limit ${MOST}`.execute(db);
  for (const account of rows) await deleteExpired(db, account);
}

async function deleteExpired(db: Db, {id, org_id: orgId, name}: Expired): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockOrg(tx, orgId);
    // It may have inherited something since it was found.
    if ((await describeOwned(tx, orgId, id)) !== undefined) return;
    const resource = {type: "service_account", id};
    await auditService(tx, {orgId, id}, "service_account.delete", resource, {name, reason: "expired"});
    await sql`
      delete from principals
      where org_id = ${orgId} and id = ${id} and kind = 'service_account' and expires_at < now()`.execute(tx);
    await publish(tx, {kind: "principal", id});
  });
}
