import type Stripe from "stripe";

/**
 * The prices of usage-based billing for a plan: one for each meter among the product's prices. They are in the plan's
 * currency, because Stripe does not mix currencies. Of several prices for a meter, one with the plan's interval is
 * preferred, then the newest.
 */
export async function meterPrices(
  stripe: Stripe,
  {id, priceId}: {id: string; priceId: string},
): Promise<string[]> {
  const prices = await stripe.prices
    .list({product: id, active: true, limit: 100})
    .autoPagingToArray({limit: 1000});
  const own = prices.find(price => price.id === priceId);
  const metered = prices
    .filter(({recurring}) => recurring?.usage_type === "metered")
    .filter(({currency}) => !own || currency === own.currency)
    .toSorted((a, b) => Number(isOfInterval(b, own)) - Number(isOfInterval(a, own)));
  const byMeter = Map.groupBy(metered, price => price.recurring?.meter ?? price.id);
  return [...byMeter.values()].flatMap(([first]) => (first ? [first.id] : []));
}

function isOfInterval({recurring}: Stripe.Price, own: Stripe.Price | undefined): boolean {
  return (
    recurring?.interval === own?.recurring?.interval &&
    recurring?.interval_count === own?.recurring?.interval_count
  );
}
