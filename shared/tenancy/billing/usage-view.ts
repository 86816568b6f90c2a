import type {Static} from "@sinclair/typebox";
import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql} from "../../core/db.ts";
import {ServiceError} from "../../core/errors.ts";
import {METERS, type Meter} from "./meters.ts";
import {readStanding} from "./plan-status.ts";
import type {UsageQuery, UsageView} from "./schemas.ts";
import type {Billing} from "./stripe.ts";

const MAX_DAYS = 400;
const DAY_MS = 24 * 3_600_000;

/** Usage by day and meter, and how much of it was reported to Stripe. */
export async function getUsage(
  {db, billing}: {db: Db; billing: Billing},
  actor: Actor,
  span: Static<typeof UsageQuery>,
): Promise<UsageView> {
  requireOrgAdmin(actor);
  const {orgId} = actor;
  const {livemode} = billing;
  const {period} = await readStanding(db, billing, orgId);
  const from = dayOf("from", span.from) ?? dayIn(period.start);
  const to = dayOf("to", span.to) ?? dayIn(new Date());
  if (Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY_MS)
    throw new ServiceError("invalid_request", `From ${from} to ${to} are more than ${MAX_DAYS} days.`);
  const days = await sql<{day: string; meter: Meter; used: number}>`
    select u.day::text, u.meter, sum(u.amount)::bigint as used from usage_counters u
    where u.org_id = ${orgId} and u.livemode = ${livemode} and u.day between ${from}::date and ${to}::date
    group by u.day, u.meter order by u.day desc, u.meter`.execute(db);
  const reports = await sql<{meter: Meter; reported: number}>`
    select r.meter, sum(r.amount)::bigint as reported from usage_reports r
    where r.org_id = ${orgId} and r.livemode = ${livemode} and r.day between ${from}::date and ${to}::date
      and r.sent_at is not null and r.error is null
    group by r.meter`.execute(db);
  const checks = await sql<{meter: Meter; at_stripe: number; reported: number; checked_at: Date}>`
    select c.meter, c.at_stripe, c.reported, c.checked_at from usage_checks c
      join billing_accounts a on a.org_id = c.org_id and a.livemode = c.livemode and a.period_start = c.period_start
    where c.org_id = ${orgId} and c.livemode = ${livemode}`.execute(db);
  return {
    from,
    to,
    days: days.rows,
    meters: METERS.map(meter => {
      const check = checks.rows.find(one => one.meter === meter);
      return {
        meter,
        used: days.rows.filter(row => row.meter === meter).reduce((sum, {used}) => sum + used, 0),
        reported: reports.rows.find(row => row.meter === meter)?.reported ?? 0,
        confirmed: check
          ? {
              atStripe: check.at_stripe,
              reported: check.reported,
              difference: check.at_stripe - check.reported,
              checkedAt: check.checked_at.toISOString(),
            }
          : null,
      };
    }),
  };
}

function dayOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isFinite(time) && dayIn(new Date(time)) === text) return text;
  throw new ServiceError("invalid_request", `${name} is ${text}, which is not a day.`);
}

function dayIn(date: Date): string {
  return date.toISOString().slice(0, 10);
}
