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

interface Account {
  id: string;
  org_id: string;
  name: string;
}

interface AccountDeps {
  db: Db;
  log: Pick<Logger, "warn">;
}

/**
 * Deletes service accounts that expired `days` ago or earlier, such as those that unlock changes for a browser, with
 * their tokens and memberships, and ends the accounts that these have made with `endsWithMe`. An account that something
 * needs (`needs.ts`) stays. An account that cannot be deleted is logged, and the others are deleted all the same. Can run
 * twice without harm.
 */
export async function collectExpiredAccounts(deps: AccountDeps, days: number): Promise<void> {
  const isExpired = sql`p.expires_at < now() - ${days} * interval '1 day'`;
  await deleteAccounts(deps, {reason: "expired", condition: isExpired});
}

/**
 * Deletes service accounts without a token, older than `days`, that nothing runs as any more. Such an account was
 * created together with an agent or an evaluation, to run it, and nobody can use it. Otherwise like
 * `collectExpiredAccounts`.
 */
export async function collectTokenlessAccounts(deps: AccountDeps, days: number): Promise<void> {
  const isTokenless = sql`p.expires_at is null and p.created_at < now() - ${days} * interval '1 day'
    and not exists (select from tokens t where t.org_id = p.org_id and t.principal_id = p.id)
    and not exists (select from evaluations e where e.org_id = p.org_id and e.run_as = p.id)`;
  await deleteAccounts(deps, {reason: "unused", condition: isTokenless});
}

/** The accounts `p` to delete, and the reason for the audit log. */
interface Garbage {
  reason: string;
  condition: ReturnType<typeof sql>;
}

async function deleteAccounts({db, log}: AccountDeps, garbage: Garbage): Promise<void> {
  let after = "";
  for (;;) {
    const {rows} = await sql<Account>`
      select p.id, p.org_id, p.name from principals p
      where p.kind = 'service_account' and p.id > ${after} and ${garbage.condition} and ${isNotNeeded}
      order by p.id limit ${PAGE}`.execute(db);
    for (const account of rows) {
      try {
        await deleteAccount(db, account, garbage);
      } catch (err) {
        if (!isForeignKeyViolation(err)) throw err;
        log.warn({err, orgId: account.org_id, id: account.id}, "an unused service account is still needed");
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

async function deleteAccount(
  db: Db,
  {id, org_id: orgId, name}: Account,
  {reason, condition}: Garbage,
): Promise<void> {
  await db.transaction().execute(async tx => {
    await lockOrg(tx, orgId);
    // A token is created with the account locked. Only a statement after the lock sees that token.
    await sql`select from principals where org_id = ${orgId} and id = ${id} for update`.execute(tx);
    // The account may have inherited something, or been given more time or a token, since it was found.
    const {rows} = await sql`
      delete from principals p
      where p.org_id = ${orgId} and p.id = ${id} and p.kind = 'service_account' and ${condition} and ${isNotNeeded}
      returning p.id`.execute(tx);
    if (rows.length === 0) return;
    const resource = {type: "service_account", id};
    await auditService(tx, {orgId, id}, "service_account.delete", resource, {name, reason});
    await endAccountsOfExpired(tx, {orgId, id});
    await publish(tx, {kind: "principal", id});
  });
}
