import {type Db, sql, type Tx} from "../db.ts";
import type {BillingConfig} from "../process/billing-config.ts";
import {type PlanLimits, readLimits} from "./plans.ts";

export type SubscriptionStatus =
  | "none"
  | "trialing"
  | "active"
  | "past_due"
  | "unpaid"
  | "paused"
  | "canceled";

/** What an organization may do at a moment. */
export interface Standing {
  status: SubscriptionStatus;
  plan: {id: string; name: string; features: string[]} | null;
  /** With the seats that are paid for. */
  limits: PlanLimits;
  /** The period that usage counts in: the subscription's or its month, else the calendar month (UTC). */
  period: {start: Date; end: Date};
  /** Until when an unpaid subscription gives full service. */
  graceUntil: Date | null;
  /** Nothing but reading is left. */
  readOnly: boolean;
}

type Mode = Pick<BillingConfig, "livemode" | "graceDays">;

/** The organization whose id is `org` may do nothing but read and pay, or what its plan `p` allows at `at`. */
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
/** The longest month has 31 days. */
const IS_OF_MONTHS = "k.period_end - k.period_start > interval '31 days'";

/**
 * The standing of one organization, as a statement to select from: `status, plan_id, name, limits, features,
 * period_start, period_end, grace_until, read_only`. A subscription that is active, or not paid for less long than the
 * period of grace, gives its plan; a subscription of a product that is no plan limits nothing. Any other organization
 * has the default plan. Without one, whoever never subscribed is not limited, and whoever has stopped paying reads only.
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
 * When the period of the account `k` begins that a moment lies in, as SQL of an expression for it. What a plan allows is
 * of a month, so a longer period is several, counted from its first day. One that has ended since Stripe was last asked
 * is followed by the next at once. Without a subscription, and before its first period, the months of the calendar
 * count. All of it is UTC.
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

/** Of the months that follow one another from `first` on, the one that `at` lies in, or the one `later` behind it. */
function monthFrom(first: string, at: string, later: 0 | 1): string {
  const utc = (moment: string) => `((${moment}) at time zone 'UTC')`;
  // By the calendar; the day and time of the first decide whether the last one has begun.
  const passed = `((extract(year from ${utc(at)}) - extract(year from ${utc(first)})) * 12
    + extract(month from ${utc(at)}) - extract(month from ${utc(first)}))::int`;
  const after = (months: string) => `(${utc(first)} + make_interval(months => ${months}))`;
  return `(${after(`${passed} - (${after(passed)} > ${utc(at)})::int + ${later}`)} at time zone 'UTC')`;
}

/** What the organization may do now. */
export async function readStanding(db: Db | Tx, billing: Mode, orgId: string): Promise<Standing> {
  const {rows} = await sql<StandingRow>`select * from ${standingSql(billing, orgId)} s`.execute(db);
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
