import {type Db, sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import type {BillingConfig} from "../../core/process/billing-config.ts";
import {LIMIT_OF, type Meter} from "./meters.ts";
import {readStanding, type Standing, standingSql} from "./plan-status.ts";
import {belongsTo} from "./usage.ts";

/** The billing mode; `undefined` without a configured Stripe, and then nothing is limited. */
export type Mode = Pick<BillingConfig, "livemode" | "graceDays"> | undefined;

const UNPAID =
  "The subscription is not paid for, so the organization can read but not change or run anything. An org-admin finds the link to pay in GET /api/orgs/{orgId}/billing.";

/** Throws `plan_limit` if the organization is read-only, because its subscription is unpaid or has ended. */
export async function requireWritable(db: Db | Tx, mode: Mode, orgId: string): Promise<void> {
  if (mode && (await readStanding(db, mode, orgId)).readOnly) throw new ServiceError("plan_limit", UNPAID);
}

/** Why the organization's content must not run now, as a sentence; `undefined` if it may. */
export async function readOnlyReason(db: Db | Tx, mode: Mode, orgId: string): Promise<string | undefined> {
  return mode && (await readStanding(db, mode, orgId)).readOnly ? UNPAID : undefined;
}

/** The runs, with those of read-only organizations marked as skipped and the reason. */
export async function skipReadOnly<R extends {orgId: string; skipped?: string}>(
  db: Db | Tx,
  mode: Mode,
  runs: readonly R[],
): Promise<R[]> {
  const stopped = new Map<string, string | undefined>();
  for (const {orgId} of runs)
    if (!stopped.has(orgId)) stopped.set(orgId, await readOnlyReason(db, mode, orgId));
  return runs.map(run => {
    const skipped = run.skipped ?? stopped.get(run.orgId);
    return skipped === undefined ? run : {...run, skipped};
  });
}

/**
 * Throws `plan_limit` if the organization has more editors than its plan has seats. Call it in the transaction that
 * gives a user an editor's seat, after that change: the second of two concurrent calls waits here.
 */
export async function requireSeat(tx: Tx, mode: Mode, orgId: string): Promise<void> {
  if (!mode) return;
  await sql`select from orgs where id = ${orgId} for no key update`.execute(tx);
  const {limits, plan} = await readStanding(tx, mode, orgId);
  if (limits.seats === undefined) return;
  const {rows} = await sql<{editors: number}>`
    select count(*)::int as editors from principals
    where org_id = ${orgId} and kind = 'user' and seat = 'editor'`.execute(tx);
  if (rows[0]!.editors <= limits.seats) return;
  throw new ServiceError(
    "plan_limit",
    `The plan "${plan?.name}" has ${limits.seats} seats for editors, and all are taken. Add seats in the billing portal, or give a viewer's seat, which is free.`,
  );
}

/**
 * An SQL expression for the rest of the organization's plan in this period: a number, or null without a limit. A
 * read-only organization has 0. Use it in the statement that reserves or uses the amount:
 * `where coalesce(<this>, reserved + asked) >= reserved + asked`.
 */
export function planLeftSql(mode: Mode, orgId: string, meter: Meter) {
  if (!mode) return sql`null::bigint`;
  const limit = sql`(s.limits ->> ${LIMIT_OF[meter]}::text)::bigint`;
  return sql`(
    select case
      when s.read_only then 0
      when ${limit} is not null then greatest(0, ${limit} - (
        select coalesce(sum(u.amount), 0) from usage_counters u
        where u.org_id = ${orgId} and u.livemode = ${mode.livemode} and u.meter = ${meter}
          and ${belongsTo(sql.ref("s.period_start"))}))
      end::bigint
    from ${standingSql(mode, orgId)} s)`;
}

/** The sentence which says that the plan's limit is used up, and until when. */
export function limitMessage(what: string, meter: Meter, {limits, plan, period}: Standing): string {
  const limit = limits[LIMIT_OF[meter]] ?? 0;
  return `The plan "${plan?.name}" allows ${limit} ${what} a period, and they are used up until ${period.end.toISOString()}.`;
}
