import {prepared} from "../../core/database/prepared.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import type {BillingConfig} from "../../core/process/billing-config.ts";
import type {PlanLimits} from "./meters.ts";
import {readLimits} from "./plans.ts";

export type SubscriptionStatus =
  | "none"
  | "trialing"
  | "active"
  | "past_due"
  | "unpaid"
  | "paused"
  | "canceled";

/** The plan, limits and access of an organization at one moment. */
export interface Standing {
  status: SubscriptionStatus;
  plan: {id: string; name: string; features: string[]} | null;
  /** Limits of the plan, with `seats` multiplied by the paid quantity. */
  limits: PlanLimits;
  /**
   * The period that usage is counted in: the subscription's period, or the current month of a longer one; otherwise,
   * the calendar month (UTC).
   */
  period: {start: Date; end: Date};
  /** End of the grace period, during which an unpaid subscription gives full access. */
  graceUntil: Date | null;
  /** Whether the organization may only read. */
  readOnly: boolean;
}

type Mode = Pick<BillingConfig, "livemode" | "graceDays">;

/** A row of `standingSql`. */
interface StandingRow {
  status: SubscriptionStatus;
  plan_id: string | null;
  name: string | null;
  limits: unknown;
  features: string[];
  period_start: Date;
  period_end: Date;
  grace_until: Date | null;
  read_only: boolean;
}

const HAS_PERIODS = "(k.status not in ('none', 'canceled') and k.period_end is not null)";
/** Whether a period is longer than a month: no month has more than 31 days. */
const IS_OF_MONTHS = "k.period_end - k.period_start > interval '31 days'";

/**
 * A subquery with the standing of one organization: `status, plan_id, name, limits, features, period_start, period_end,
 * grace_until, read_only`. The plan is that of the subscription while it is active, or unpaid within the grace period;
 * a subscribed product that is not a plan limits nothing. Any other organization has the default plan. Without a
 * default plan, an organization that never subscribed is unlimited, and one whose subscription has lapsed is read-only.
 */
export function standingSql({livemode, graceDays}: Mode, orgId: string, at = "now()") {
  return sql`(
    select a.status, p.id as plan_id, p.name, a.features || coalesce(p.features, '{}') as features,
      case when p.limits ->> 'seats' is null then coalesce(p.limits, '{}')
        else (p.limits::jsonb || jsonb_build_object('seats', (p.limits ->> 'seats')::bigint * case when a.serves then a.quantity else 1 end))::json
        end as limits,
      a.period_start, a.period_end, a.grace_until,
      not a.serves and p.id is null and a.status <> 'none' as read_only
    from (
      select b.status, b.plan_id, b.features, b.quantity, b.grace_until, b.period_start, b.period_end,
        b.status in ('trialing', 'active') or b.status in ('past_due', 'unpaid') and ${sql.raw(at)} < b.grace_until as serves
      from (
        select coalesce(k.status, 'none') as status, k.plan_id, coalesce(k.features, '{}') as features,
          coalesce(k.quantity, 1) as quantity,
          case when k.status in ('past_due', 'unpaid')
            then coalesce(k.unpaid_since, k.period_start, ${sql.raw(at)}) + ${graceDays} * interval '1 day' end as grace_until,
          ${sql.raw(periodStart(at))} as period_start, ${sql.raw(periodEnd(at))} as period_end
        from (select ${orgId}::text as id) o
          left join billing_accounts k on k.org_id = o.id and k.livemode = ${livemode}) b) a
      left join billing_plans p on p.livemode = ${livemode} and case
        when a.serves then p.id = a.plan_id
        else p.id = (select d.id from billing_plans d
          where d.livemode = ${livemode} and d.is_default and d.active order by d.id limit 1) end)`;
}

/**
 * An SQL expression for the start of the billing period of the account `k` that the time `at` is in. Limits are per
 * month, so a longer period is split into months, counted from its first day. A period that has ended since the last
 * fetch from Stripe is directly followed by the next one. Calendar months apply without a subscription, and before its
 * first period. All times are UTC.
 */
export function periodStart(at: string): string {
  return `case when ${HAS_PERIODS} and ${at} >= k.period_end then ${monthFrom("k.period_end", at, 0)}
    when ${HAS_PERIODS} and ${at} >= k.period_start then case when ${IS_OF_MONTHS}
      then ${monthFrom("k.period_start", at, 0)} else k.period_start end
    else date_trunc('month', ${at}, 'UTC') end`;
}

function periodEnd(at: string): string {
  return `case when ${HAS_PERIODS} and ${at} >= k.period_end then ${monthFrom("k.period_end", at, 1)}
    when ${HAS_PERIODS} and ${at} >= k.period_start then case when ${IS_OF_MONTHS}
      then least(k.period_end, ${monthFrom("k.period_start", at, 1)}) else k.period_end end
    else ${monthFrom(`date_trunc('month', ${at}, 'UTC')`, at, 1)} end`;
}

/**
 * The start of the month that `at` is in, or of the one `later` months after it, where months are counted from `first`.
 */
function monthFrom(first: string, at: string, later: 0 | 1): string {
  const utc = (moment: string) => `((${moment}) at time zone 'UTC')`;
  // Months by the calendar. The last one has begun only if the day and time of `first` have passed.
  const passed = `((extract(year from ${utc(at)}) - extract(year from ${utc(first)})) * 12
    + extract(month from ${utc(at)}) - extract(month from ${utc(first)}))::int`;
  const after = (months: string) => `(${utc(first)} + make_interval(months => ${months}))`;
  return `(${after(`${passed} - (${after(passed)} > ${utc(at)})::int + ${later}`)} at time zone 'UTC')`;
}

/** The organization's present standing. */
export async function readStanding(db: Db | Tx, billing: Mode, orgId: string): Promise<Standing> {
  const {rows} = await sql<StandingRow>`
    ${prepared} select * from ${standingSql(billing, orgId)} s`.execute(db);
  const row = rows[0]!;
  return {
    status: row.status,
    plan:
      row.plan_id === null
        ? null
        : {id: row.plan_id, name: row.name ?? row.plan_id, features: [...new Set(row.features)].sort()},
    limits: readLimits(row.limits),
    period: {start: row.period_start, end: row.period_end},
    graceUntil: row.grace_until,
    readOnly: row.read_only,
  };
}
