import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {type Account, findAccount} from "./accounts.ts";
import {LIMIT_OF, METERS} from "./meters.ts";
import {isSubscribed, listOffers} from "./offers.ts";
import {readStanding, type Standing} from "./plan-status.ts";
import type {BillingView} from "./schemas.ts";
import type {Billing} from "./stripe.ts";
import {usedSince} from "./usage.ts";

interface BillingDeps {
  db: Db;
  billing: Billing | undefined;
}

/** The organization's subscription and its usage. Without a configured Stripe, the view says so. */
export async function getBilling({db, billing}: BillingDeps, actor: Actor): Promise<BillingView> {
  requireOrgAdmin(actor);
  const {orgId} = actor;
  const seats = await countEditors(db, orgId);
  if (!billing) return {...UNCONFIGURED, seats: {used: seats, limit: null}};
  const [standing, account] = await Promise.all([
    readStanding(db, billing, orgId),
    findAccount(db, billing, orgId),
  ]);
  const offers =
    account && !account.isDeleted && isSubscribed(account.status) ? [] : await listOffers(db, billing);
  const used = await usedSince(db, billing, orgId, standing.period.start);
  const {limits} = standing;
  return {
    configured: true,
    plan: planOf(standing),
    status: standing.status,
    seats: {used: seats, limit: limits.seats ?? null},
    readOnly: standing.readOnly,
    graceUntil: formatDate(standing.graceUntil),
    ...accountView(account),
    offers: offers.map(({priceId: _, ...plan}) => plan),
    usage: METERS.map(meter => ({
      meter,
      used: used.get(meter) ?? 0,
      limit: limits[LIMIT_OF[meter]] ?? null,
    })),
  };
}

/** The plan as `whoami` and the billing endpoints return it. */
export function planOf({plan, limits}: Standing): BillingView["plan"] {
  return plan && {...plan, limits};
}

/** The number of users with an editor's seat. */
export async function countEditors(db: Db | Tx, orgId: string): Promise<number> {
  const {rows} = await sql<{editors: number}>`
    select count(*)::int as editors from principals
    where org_id = ${orgId} and kind = 'user' and seat = 'editor'`.execute(db);
  return rows[0]!.editors;
}

const UNCONFIGURED: BillingView = {
  configured: false,
  plan: null,
  status: "none",
  seats: {used: 0, limit: null},
  currentPeriod: null,
  cancelAt: null,
  trialEnd: null,
  graceUntil: null,
  readOnly: false,
  paymentProblem: null,
  notices: [],
  offers: [],
  usage: [],
};

function accountView(
  account: Account | undefined,
): Pick<BillingView, "currentPeriod" | "cancelAt" | "trialEnd" | "paymentProblem" | "notices"> {
  const {periodStart, periodEnd} = account ?? {};
  return {
    currentPeriod:
      periodStart && periodEnd ? {start: periodStart.toISOString(), end: periodEnd.toISOString()} : null,
    cancelAt: formatDate(account?.cancelAt),
    trialEnd: formatDate(account?.trialEnd),
    paymentProblem: account?.paymentProblem ?? null,
    notices: account?.notices ?? [],
  };
}

function formatDate(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null;
}
