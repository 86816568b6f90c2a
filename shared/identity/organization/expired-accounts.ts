import {auditService} from "../../core/audit.ts";
import {publish} from "../../core/change-notices.ts";
import {isForeignKeyViolation} from "../../core/database/constraints.ts";
import {type Db, sql} from "../../core/db.ts";
import type {Logger} from "../../core/log.ts";
import {endAccountsOfExpired} from "./end-service-accounts.ts";
import {isNotNeeded} from "./needs.ts";
import {lockOrg} from "./principals.ts";

/** How many accounts one statement reads. */
const PAGE = 200;

interface Expired {
  id: string;
  org_id: string;
  name: string;
}

/**
 * Deletes service accounts that expired `days` ago or earlier, such as those that unlock changes for a browser, with
 * their tokens and memberships, and ends the accounts that these have made with `endsWithMe`. An account that something
 * needs (`needs.ts`) stays. An account that cannot be deleted is logged, and the others are deleted all the same. Can run
 * twice without harm.
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
        and ${isNotNeeded}
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
    // The account may have inherited something, or been given more time, since it was found.
    const {rows} = await sql`
      delete from principals p
      where p.org_id = ${orgId} and p.id = ${id} and p.kind = 'service_account' and p.expires_at < now()
        and ${isNotNeeded}
      returning p.id`.execute(tx);
    if (rows.length === 0) return;
    const resource = {type: "service_account", id};
    await auditService(tx, {orgId, id}, "service_account.delete", resource, {name, reason: "expired"});
    await endAccountsOfExpired(tx, {orgId, id});
    await publish(tx, {kind: "principal", id});
  });
}
