import type {Config} from "../../shared/core/config.ts";
import {type Db, sql} from "../../shared/core/db.ts";
import {ServiceError} from "../../shared/core/errors.ts";
import {placesOf} from "./files.ts";
import {rollupTablesOf} from "./rollup-tables.ts";
import {countRows, tablesOfOrganizations} from "./tables.ts";

interface Overview {
  id: string;
  /** `undefined` if only remains of the organization are left. */
  name: string | undefined;
  rows: Map<string, number>;
  /** Lines about what will be deleted and what will stay. */
  lines: string[];
}

/**
 * What the service has stored of the organization, or what an interrupted deletion has left of it. Changes nothing.
 * Rejects with `not_found` if there is neither.
 */
export async function overviewOf({config, db}: {config: Config; db: Db}, orgId: string): Promise<Overview> {
  const org = await db.selectFrom("orgs").select(["name"]).where("id", "=", orgId).executeTakeFirst();
  const rows = await countRows(db, orgId, await tablesOfOrganizations(db));
  const places = await placesOf(config, db, orgId);
  if (!org && rows.size === 0 && places.length === 0)
    throw new ServiceError("not_found", `There is no organization "${orgId}".`);
  const count = [...rows.values()].reduce((sum, one) => sum + one, 0);
  const tables = await rollupTablesOf(db, orgId);
  const lines = [
    `Organization  ${org?.name ?? "(its deletion was interrupted)"} (${orgId})`,
    `Rows          ${count} in ${rows.size} tables`,
    ...[...rows].sort().map(([table, number]) => `  ${String(number).padStart(10)}  ${table}`),
    `Files         ${places.reduce((sum, {files}) => sum + files, 0)}`,
    ...places.map(({name, files}) => `  ${String(files).padStart(10)}  ${name}`),
    `Roll-ups      ${tables.length} tables in the organization's warehouses`,
    ...tables.map(({schema, name}) => `              ${schema}.${name}`),
    ...(await staying(db, orgId)),
  ];
  return {id: orgId, name: org?.name, rows, lines};
}

/** Lines about what other services have of the organization. */
async function staying(db: Db, orgId: string): Promise<string[]> {
  const {rows: accounts} = await sql<{customer_id: string; status: string}>`
    select customer_id, status from billing_accounts where org_id = ${orgId}`.execute(db);
  const {rows: installations} = await sql<{account_login: string; id: string}>`
    select account_login, id::text from github_installations where org_id = ${orgId} order by id`.execute(db);
  return [
    ...accounts.map(
      ({customer_id, status}) =>
        `At Stripe     the customer ${customer_id} stays (subscription: ${status}), with its invoices`,
    ),
    ...installations.map(
      ({account_login, id}) =>
        `At GitHub     the installation ${id} of the account ${account_login} stays: the account's owner uninstalls the App`,
    ),
  ];
}

/** `conflict` while the organization has a subscription at Stripe, which would go on charging the customer. */
export async function requireEnded(db: Db, orgId: string): Promise<void> {
  const {rows} = await sql<{customer_id: string; subscription_id: string | null; status: string}>`
    select customer_id, subscription_id, status from billing_accounts
    where org_id = ${orgId} and status not in ('none', 'canceled') and not customer_deleted`.execute(db);
  const [open] = rows;
  if (!open) return;
  throw new ServiceError(
    "conflict",
    `The organization has a subscription at Stripe that is ${open.status} (customer ${open.customer_id}, subscription ${open.subscription_id}), which would go on charging. Cancel it at Stripe, wait until the service knows, and repeat the command, or repeat it with --leave-subscription.`,
  );
}
