import type Stripe from "stripe";

/**
 * What is billed by usage beside the plan: of the product's prices with a meter one for each, in the plan's currency, as
 * Stripe mixes none. One with the plan's interval comes first, then the newest.
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
