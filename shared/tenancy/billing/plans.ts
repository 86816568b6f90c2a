import type Stripe from "stripe";
import {type Db, sql, type Tx} from "../../core/db.ts";
import {readerOf} from "../../core/validate.ts";
import {PlanLimits} from "./meters.ts";

export const readLimits = readerOf(PlanLimits, "the limits of a plan");

/** Metadata keys of products, with the limit that each one sets. */
const LIMITED_BY = [
  ["seats", "seats"],
  ["llm_tokens_per_month", "llmTokens"],
  ["deliveries_per_month", "deliveries"],
  ["query_rows_per_month", "queryRows"],
] as const;
const FLAGS = ["public", "default"];
const PLAN_KEYS = [...LIMITED_BY.map(([name]) => name), ...FLAGS, "features", "plan"];

export interface Plan {
  id: string;
  name: string;
  active: boolean;
  isPublic: boolean;
  isDefault: boolean;
  limits: PlanLimits;
  features: string[];
  priceId: string | null;
  currency: string | null;
  /** Faults of the metadata, as sentences. */
  faults: string[];
}

/**
 * The plan that a product describes by its metadata: `seats`, `llm_tokens_per_month`, `deliveries_per_month`,
 * `query_rows_per_month`, `features`, `public`, `default`, or `plan` alone. `undefined` for a product with none of
 * these keys. A limit that is not a number limits nothing, and is reported as a fault.
 */
export function planOf(product: Stripe.Product): Plan | undefined {
  const {metadata} = product;
  if (!PLAN_KEYS.some(key => Object.hasOwn(metadata, key))) return undefined;
  const limits: PlanLimits = {};
  const faults: string[] = [];
  for (const [name, limit] of LIMITED_BY) {
    const value = metadata[name]?.trim();
    if (value === undefined || value === "") continue;
    if (/^\d{1,15}$/.test(value)) limits[limit] = Number(value);
    else
      faults.push(
        `The product's metadata "${name}" is "${value}", which is not a whole number: it limits nothing.`,
      );
  }
  for (const flag of FLAGS) {
    const value = metadata[flag];
    if (value !== undefined && value !== "true" && value !== "false")
      faults.push(`The product's metadata "${flag}" is "${value}": it must be true or false.`);
  }
  const price = typeof product.default_price === "object" ? product.default_price : null;
  return {
    id: product.id,
    name: product.name,
    active: product.active,
    isPublic: metadata["public"] === "true",
    isDefault: metadata["default"] === "true",
    limits,
    features: listOf(metadata["features"]),
    priceId: price?.id ?? (typeof product.default_price === "string" ? product.default_price : null),
    currency: price?.currency ?? null,
    faults,
  };
}

/** Stores the present state of a plan. */
export async function savePlan(db: Db | Tx, livemode: boolean, plan: Plan): Promise<void> {
  await sql`
    insert into billing_plans (id, livemode, name, active, is_public, is_default, limits, features, price_id,
      currency, faults)
    values (${plan.id}, ${livemode}, ${plan.name}, ${plan.active}, ${plan.isPublic}, ${plan.isDefault},
      ${JSON.stringify(plan.limits)}::json, ${plan.features}, ${plan.priceId}, ${plan.currency}, ${plan.faults})
    on conflict (id, livemode) do update set name = excluded.name, active = excluded.active,
      is_public = excluded.is_public, is_default = excluded.is_default, limits = excluded.limits,
      features = excluded.features, price_id = excluded.price_id, currency = excluded.currency,
      faults = excluded.faults, synced_at = now()`.execute(db);
}

function listOf(text: string | undefined): string[] {
  const names = (text ?? "").split(",").map(name => name.trim());
  return [...new Set(names.filter(Boolean))].sort();
}
