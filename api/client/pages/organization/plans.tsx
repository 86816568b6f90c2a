import {useState} from "preact/hooks";
import type {BillingView} from "../../../../shared/tenancy/billing/schemas.ts";
import {Button} from "../../parts/button.tsx";
import {TextField} from "../../parts/field.tsx";
import {SendingFault, useSending} from "../../parts/form.tsx";
import {service} from "../../service/service.ts";

export type Plan = BillingView["offers"][number];

/** The plans to choose from. Stripe's page says what they cost, before anything is bought. */
export function Plans({path, plans, editors}: {path: string; plans: readonly Plan[]; editors: number}) {
  const [seats, setSeats] = useState(String(Math.max(1, editors)));
  const sending = useSending();
  const choose = (plan: Plan) =>
    sending.send(async () => {
      const {url} = await service.post<{url: string | null}>(`${path}/checkout`, {
        plan: plan.id,
        ...(plan.limits.seats && {seats: Number(seats)}),
        successUrl: `${location.origin}/billing?paid`,
        cancelUrl: `${location.origin}/billing`,
      });
      if (url !== null) location.assign(url);
    });
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">Choose a plan</h2>
      <p class="soft">
        The next page, of Stripe, says what it costs. Nothing is bought before you confirm it there.
      </p>
      {plans.some(({limits}) => limits.seats) && (
        <TextField
          label="Seats of editors"
          type="number"
          value={seats}
          onInput={setSeats}
          fault={sending.faultAt("/seats")}
          hint="Viewers are free."
        />
      )}
      <div class="cards">
        {plans.map(plan => (
          <article class="card" key={plan.id} aria-label={plan.name}>
            <h3>
              <bdi>{plan.name}</bdi>
            </h3>
            <ul>
              {describePlan(plan).map(words => (
                <li key={words}>
                  <bdi>{words}</bdi>
                </li>
              ))}
            </ul>
            <Button
              look="act"
              busy={sending.busy}
              label={`Choose ${plan.name}`}
              onClick={() => void choose(plan)}
            >
              Choose
            </Button>
          </article>
        ))}
      </div>
      <SendingFault of={sending} />
    </section>
  );
}

/** The limits and features of a plan. A missing limit means unlimited. */
function describePlan({limits: {seats, llmTokens, deliveries, queryRows}, features}: Plan): string[] {
  const month = (limit: number | undefined, things: string) =>
    limit === undefined ? `${things}: no limit` : `${things}: ${limit.toLocaleString()} per month`;
  return [
    seats === undefined
      ? "Editors: no limit"
      : `Editors: ${seats === 1 ? "one" : seats.toLocaleString()} for each unit`,
    month(llmTokens, "Tokens of agents"),
    month(deliveries, "Mails sent"),
    month(queryRows, "Rows answered"),
    ...features,
  ];
}
