import {sql, type Tx} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {limitMessage, type Mode, planLeftSql, readOnlyReason} from "./limits.ts";
import {readStanding} from "./plan-status.ts";

interface PlannedDelivery {
  orgId: string;
  skipped?: string;
}

/**
 * The deliveries, with those beyond the plan's limit marked as skipped; the reason names the usage and the end of the
 * period. Deliveries under way count as sent. Call it in the transaction that inserts them: the second of two
 * concurrent calls waits.
 */
export async function withinPlan<D extends PlannedDelivery>(
  tx: Tx,
  mode: Mode,
  deliveries: readonly D[],
): Promise<D[]> {
  if (!mode) return [...deliveries];
  const left = new Map<string, number>();
  const reasons = new Map<string, string>();
  const orgs = new Set(deliveries.filter(({skipped}) => skipped === undefined).map(({orgId}) => orgId));
  for (const orgId of [...orgs].sort()) {
    const number = await deliveriesLeft(tx, mode, orgId);
    left.set(orgId, number);
    if (number === Number.POSITIVE_INFINITY) continue;
    const stopped = await readOnlyReason(tx, mode, orgId);
    reasons.set(
      orgId,
      stopped ?? limitMessage("deliveries", "deliveries", await readStanding(tx, mode, orgId)),
    );
  }
  return deliveries.map(one => {
    if (one.skipped !== undefined) return one;
    const number = left.get(one.orgId) ?? 0;
    if (number >= 1) {
      left.set(one.orgId, number - 1);
      return one;
    }
    return {...one, skipped: reasons.get(one.orgId) ?? ""};
  });
}

/** Throws `plan_limit` if the plan allows no further delivery. Call it in the transaction that inserts one. */
export async function requireDeliveryLeft(tx: Tx, mode: Mode, orgId: string): Promise<void> {
  const [delivery] = await withinPlan(tx, mode, [{orgId}]);
  const {skipped}: PlannedDelivery = delivery ?? {orgId};
  if (skipped !== undefined) throw new ServiceError("plan_limit", skipped);
}

async function deliveriesLeft(tx: Tx, mode: Mode, orgId: string): Promise<number> {
  if (!mode) return Number.POSITIVE_INFINITY;
  // The lock serializes the transactions that create deliveries of an organization.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deliveries ${orgId}`}, 0))`.execute(tx);
  const {rows} = await sql<{left: number | null; open: number}>`
    select ${planLeftSql(mode, orgId, "deliveries")} as left, (
      select count(*) from deliveries d
      where d.org_id = ${orgId} and d.status in ('queued', 'running') and not d.usage_counted
        and d.notice_of is null)::int as open`.execute(tx);
  const {left, open} = rows[0]!;
  return left === null ? Number.POSITIVE_INFINITY : Math.max(0, left - open);
}
