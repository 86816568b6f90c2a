import {type Db, sql} from "../../core/db.ts";
import type {PlanLimits} from "./meters.ts";
import {readLimits} from "./plans.ts";
import type {Billing} from "./stripe.ts";

/** A plan that a checkout can begin with. */
export interface Offer {
  id: string;
  name: string;
  limits: PlanLimits;
  features: string[];
  priceId: string;
}

const SUBSCRIBED: ReadonlySet<string> = new Set(["trialing", "active", "past_due", "unpaid", "paused"]);

/** Whether there is a subscription, which is changed in the portal and not by another checkout. */
export function isSubscribed(status: string): boolean {
  return SUBSCRIBED.has(status);
}

/** The plans that are marked as public and have a price, by name. */
export async function listOffers(db: Db, {livemode}: Pick<Billing, "livemode">): Promise<Offer[]> {
  const {rows} = await sql<{
    id: string;
    name: string;
    limits: unknown;
    features: string[];
    price_id: string;
  }>`
    select id, name, limits, features, price_id from billing_plans
    where livemode = ${livemode} and active and is_public and price_id is not null order by name, id`.execute(
    db,
  );
  return rows.map(({limits, price_id: priceId, ...plan}) => ({
    ...plan,
    limits: readLimits(limits),
    priceId,
  }));
}
