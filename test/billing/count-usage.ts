import {type Db, sql, type Tx} from "../../shared/core/db.ts";
import type {Meter} from "../../shared/tenancy/billing/meters.ts";
import {countUsageSql} from "../../shared/tenancy/billing/usage.ts";

interface Usage {
  orgId: string;
  meter: Meter;
  amount: number;
}

/** Counts usage at that moment, or now. Without Stripe nothing is counted. */
export async function countUsage(
  db: Db | Tx,
  mode: {livemode: boolean} | undefined,
  used: readonly Usage[],
  at = new Date(),
): Promise<void> {
  if (!mode) return;
  for (const {orgId, meter, amount} of used) {
    const row = sql`(select ${orgId}::text as org_id, ${meter}::text as meter, ${amount}::bigint as amount,
      ${at.toISOString()}::timestamptz as at) r`;
    await countUsageSql(mode, row, "r.at").execute(db);
  }
}
