import {createHash, randomUUID} from "node:crypto";
import type Stripe from "stripe";
import {requireOrgAdmin} from "../../core/access.ts";
import type {Actor} from "../../core/actor.ts";
import {audit} from "../../core/audit.ts";
import {type Db, sql} from "../../core/db.ts";
import {invalidAt, ServiceError} from "../../core/errors.ts";
import {type Account, findAccount, lockForStripe, markCustomerDeleted, storeCustomer} from "./accounts.ts";
import {meterPrices} from "./meter-prices.ts";
import type {PlanLimits} from "./meters.ts";
import {isSubscribed, listOffers, type Offer} from "./offers.ts";
import {syncCustomerSql} from "./receive-stripe-event.ts";
import type {CheckoutInput, PortalInput} from "./schemas.ts";
import {askStripe, type Billing, isMissing, isRefused, isReplayedError} from "./stripe.ts";
import {countEditors} from "./view.ts";

export interface CheckoutDeps {
  db: Db;
  billing: Billing;
  baseUrl: string;
}

const PAGE = 100;
const MAX_LISTED = 1000;

/** The billing client, or an error for an endpoint that needs Stripe. */
export function requireBilling(billing: Billing | undefined): Billing {
  if (billing) return billing;
  throw new ServiceError(
    "conflict",
    "Billing is not configured on this service (STRIPE_SECRET_KEY): there are no plans and no invoices.",
  );
}

/**
 * Creates a link to Stripe's checkout of an offered plan, and a customer for the organization if it has none.
 * `conflict` if it has a subscription, which is changed in the portal.
 */
export async function startCheckout(
  {db, billing, baseUrl}: CheckoutDeps,
  actor: Actor,
  input: CheckoutInput,
): Promise<{url: string | null}> {
  requireOrgAdmin(actor);
  const plan = await requireOffer(db, billing, input.plan);
  const successUrl = ownAddress(baseUrl, "/successUrl", input.successUrl);
  const cancelUrl = ownAddress(baseUrl, "/cancelUrl", input.cancelUrl);
  const account = await findAccount(db, billing, actor.orgId);
  if (account && !account.isDeleted && isSubscribed(account.status)) throw subscribed();
  const quantity = unitsOf(
    plan.limits,
    input.seats ?? Math.max(1, await countEditors(db, actor.orgId)),
    input.seats,
  );
  // In no transaction: under an Idempotency-Key, all transactions are rolled back if Stripe refuses.
  await audit(db, actor, "billing.checkout", {type: "plan", id: plan.id}, {quantity});
  const customer = await customerOf(db, billing, actor, account);
  const prices = await askStripe(() => meterPrices(billing.stripe, plan));
  const session = await openOnly(db, billing, actor.orgId, {
    mode: "subscription",
    customer,
    client_reference_id: actor.orgId,
    line_items: [{price: plan.priceId, quantity}, ...prices.map(price => ({price}))],
    subscription_data: {metadata: {org_id: actor.orgId}},
    success_url: successUrl,
    cancel_url: cancelUrl,
  });
  if (session) return {url: session.url};
  // The event of the subscription may be late or lost, so the customer's state is fetched.
  await sql`select ${syncCustomerSql(customer)}`.execute(db);
  throw subscribed();
}

/**
 * Opens the only checkout of the organization. Earlier ones are expired, since paying two of them would create two
 * subscriptions. `undefined` if one of them was already paid: Stripe knows that before this service does.
 */
async function openOnly(
  db: Db,
  {stripe}: Billing,
  orgId: string,
  session: Stripe.Checkout.SessionCreateParams & {customer: string},
): Promise<Stripe.Checkout.Session | undefined> {
  const ofCustomer = {customer: session.customer, limit: PAGE};
  return db.transaction().execute(async tx => {
    await lockForStripe(tx, `checkout ${orgId}`);
    return askStripe(async () => {
      const open = stripe.checkout.sessions.list({...ofCustomer, status: "open"});
      for (const {id, client_reference_id: by} of await open.autoPagingToArray({limit: MAX_LISTED})) {
        // A checkout that was paid meanwhile cannot be expired, and its subscription is in the list below.
        if (by === orgId) await stripe.checkout.sessions.expire(id).catch(unlessRefused);
      }
      const all = stripe.subscriptions.list({...ofCustomer, status: "all"});
      const subscriptions = await all.autoPagingToArray({limit: MAX_LISTED});
      if (subscriptions.some(({status}) => isSubscribed(status))) return undefined;
      return stripe.checkout.sessions.create(session);
    });
  });
}

function unlessRefused(error: unknown): void {
  if (!isRefused(error)) throw error;
}

function subscribed(): ServiceError {
  return new ServiceError(
    "conflict",
    "The organization has a subscription already: change it in the portal (POST …/billing/portal).",
  );
}

/** Creates a link to Stripe's portal, where the subscription and the payment method can be changed. */
export async function openPortal(
  {db, billing, baseUrl}: CheckoutDeps,
  actor: Actor,
  input: PortalInput,
): Promise<{url: string}> {
  requireOrgAdmin(actor);
  const returnUrl = ownAddress(baseUrl, "/returnUrl", input.returnUrl);
  const account = await findAccount(db, billing, actor.orgId);
  if (!account || account.isDeleted)
    throw new ServiceError(
      "conflict",
      "The organization has no subscription yet: begin with POST …/billing/checkout.",
    );
  await audit(db, actor, "billing.portal", {type: "customer", id: account.customerId});
  const session = await askStripe(() =>
    billing.stripe.billingPortal.sessions.create({customer: account.customerId, return_url: returnUrl}),
  );
  return {url: session.url};
}

async function requireOffer(db: Db, billing: Billing, planId: string): Promise<Offer> {
  const offers = await listOffers(db, billing);
  const found = offers.find(({id}) => id === planId);
  if (found) return found;
  const allowed = offers.map(({id}) => id);
  throw invalidAt("/plan", `"${planId}" is not an offered plan.`, {allowed});
}

/** The quantity of the plan to buy for this many seats. */
function unitsOf({seats: perUnit}: PlanLimits, seats: number, requested: number | undefined): number {
  if (perUnit) return Math.ceil(seats / perUnit);
  if (requested === undefined) return 1;
  throw invalidAt("/seats", "The plan does not limit seats, so none can be chosen.");
}

/**
 * The organization's customer, created if needed. A stored customer that Stripe does not know, because the service was
 * moved to another account, is replaced; it has no subscription.
 */
async function customerOf(
  db: Db,
  billing: Billing,
  actor: Actor,
  account: Account | undefined,
): Promise<string> {
  if (account && !account.isDeleted) {
    const {customerId} = account;
    const isKnown = await askStripe(() =>
      billing.stripe.customers.retrieve(customerId).then(
        ({deleted}) => deleted !== true,
        error => {
          if (isMissing(error)) return false;
          throw error;
        },
      ),
    );
    if (isKnown) return customerId;
    await markCustomerDeleted(db, billing, actor.orgId, customerId);
  }
  return makeCustomer(db, billing, actor);
}

/**
 * Creates the customer and stores it before anything is bought, so that every event of the customer finds its
 * organization. Of two concurrent calls the second one waits and gets the first one's customer.
 */
async function makeCustomer(db: Db, billing: Billing, {orgId, orgName, email}: Actor): Promise<string> {
  return db.transaction().execute(async tx => {
    await lockForStripe(tx, orgId);
    const former = await findAccount(tx, billing, orgId);
    if (former && !former.isDeleted) return former.customerId;
    const given = {name: orgName, metadata: {org_id: orgId}, ...(email === undefined ? {} : {email})};
    // The idempotency key makes Stripe return the same customer if its first response was lost.
    const idempotencyKey = sha256(JSON.stringify([given, former?.customerId ?? null]));
    const create = (key: string) => billing.stripe.customers.create(given, {idempotencyKey: key});
    const {id} = await askStripe(() =>
      create(idempotencyKey).catch(error => {
        if (isReplayedError(error)) return create(randomUUID());
        throw error;
      }),
    );
    return (await storeCustomer(tx, billing, orgId, id)) ?? id;
  });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The address of this service to which Stripe sends a user back; by default the start page. Addresses outside of the
 * service are refused, because the link would lead people elsewhere under the service's name.
 */
function ownAddress(baseUrl: string, path: string, given: string | undefined): string {
  if (given === undefined) return `${baseUrl}/`;
  const base = new URL(baseUrl);
  const url = URL.parse(given);
  const root = base.pathname.replace(/\/+$/, "");
  const isUnder = url && (url.pathname === root || url.pathname.startsWith(`${root}/`));
  if (url && url.origin === base.origin && url.origin !== "null" && isUnder && !url.username && !url.password)
    return url.href;
  throw invalidAt(path, `The address must be one of this service, under ${baseUrl}/.`);
}
