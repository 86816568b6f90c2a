import {auditService} from "../../ground/audit.ts";
import {isForeignKeyViolation} from "../../ground/database/constraints.ts";
import {type Db, sql} from "../../ground/db.ts";
import type {Logger} from "../../ground/log.ts";
import {publish} from "../../ground/notices.ts";
import {describeOwned} from "./inherit.ts";
import {lockOrg} from "./principals.ts";

/** The accounts that are looked at at once. */
const PAGE = 200;

interface Expired {
  id: string;
  org_id: string;
  name: string;
}

/**
 * A condition: nothing needs the account `p`. Verified questions with values are open to readers who get its rows, and an
 * evaluation that recurs is asked with its rights.
 */
const isNeedless = sql`(
  not exists (select from content c where c.org_id = p.org_id and c.owner_id = p.id)
  and not exists (select from dashboard_tiles t where t.org_id = p.org_id and t.placed_by = p.id)
  and not exists (
    select from dashboards d cross join json_array_elements(d.filters) f
    where d.org_id = p.org_id and f.value ->> 'by' = p.id)
  and not exists (select from actions a where a.org_id = p.org_id and a.run_as = p.id)
  and not exists (select from agents a where a.org_id = p.org_id and a.run_as = p.id)
  and not exists (select from schedules s where s.org_id = p.org_id and s.run_as = p.id)
  and not exists (select from verified_questions v where v.org_id = p.org_id and v.verified_by = p.id)
  and not exists (
    select from evaluations e join cadences k on k.org_id = e.org_id and k.id = e.id
    where e.org_id = p.org_id and e.run_as = p.id))`;

/**
 * Deletes service accounts that expired `days` ago or earlier, such as those that unlock changes for a browser, with their
 * tokens and memberships. What owns content, gives runs its rights or has verified questions stays. One that cannot be
 * deleted is logged and holds up no other. Can run twice without harm.
 */
export async function collectExpiredAccounts(
  {db, log}: {db: Db; log: Pick<Logger, "warn">},
  days: number,
): Promise<void> {
  let after = "";
  for (;;) {
    const {rows} = await sql<Expired>`
      select p.id, p.org_id, p.name from principals p
      where p.kind = 'service_account' and p.expires_at < now() - ${days} * interval '1 day' and p.id > ${after}
        and ${isNeedless}
      order by p.id limit ${PAGE}`.execute(db);
    for (const account of rows) {
      try {
        await deleteExpired(db, account);
      } catch (err) {
        if (!isForeignKeyViolation(err)) throw err;
        log.warn({err, orgId: account.org_id, id: account.id}, "an expired service account is still needed");
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

async function deleteExpired(db: Db, {id, org_id: orgId, name}: Expired): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockOrg(tx, orgId);
    // It may have inherited something, or been given more time, since it was found.
    if ((await describeOwned(tx, orgId, id)) !== undefined) return;
    const {rows} = await sql`
      delete from principals p
      where p.org_id = ${orgId} and p.id = ${id} and p.kind = 'service_account' and p.expires_at < now()
        and ${isNeedless}
      returning p.id`.execute(tx);
    if (rows.length === 0) return;
    const resource = {type: "service_account", id};
    await auditService(tx, {orgId, id}, "service_account.delete", resource, {name, reason: "expired"});
    await publish(tx, {kind: "principal", id});
  });
}
