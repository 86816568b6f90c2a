import type {Reading} from "./mail-config.ts";

/** The configuration of Stripe: complete, or absent. */
export interface BillingConfig {
  secretKey: string;
  /** The secrets that sign events: the current one, followed by older ones that are still accepted. */
  webhookSecrets: string[];
  /** The account that the key belongs to, `acct_…`; events of another account are not processed. */
  account: string | undefined;
  apiUrl: URL;
  /** Whether the key is one of live mode. Objects and events of the other mode are ignored. */
  livemode: boolean;
  /** Days of full service after an invoice that is not paid. */
  graceDays: number;
}

const KEY = /^(?:sk|rk)_(test|live)_\w+$/;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Reads the variables of billing. `undefined` if no Stripe is configured. Faults never repeat secrets. */
export function readBillingConfig({text, integer, list, fault}: Reading): BillingConfig | undefined {
  const secretKey = text("STRIPE_SECRET_KEY", "");
  const webhookSecrets = list("STRIPE_WEBHOOK_SECRET") ?? [];
  const account = text("STRIPE_ACCOUNT", "");
  const apiUrl = stripeUrl(text("STRIPE_API_URL", "https://api.stripe.com"), fault);
  const graceDays = integer("BILLING_GRACE_DAYS", 14, 0, 365);
  if (!secretKey && webhookSecrets.length === 0) return undefined;
  const mode = KEY.exec(secretKey)?.[1];
  if (!mode)
    fault(
      "STRIPE_SECRET_KEY must be a secret or restricted key: sk_test_…, sk_live_…, rk_test_… or rk_live_…",
    );
  if (webhookSecrets.length === 0 || webhookSecrets.some(secret => !/^whsec_\S+$/.test(secret)))
    fault(
      "STRIPE_WEBHOOK_SECRET must hold a signing secret, whsec_…; for a rotation the new one, a comma, the old one",
    );
  if (account && !/^acct_\w+$/.test(account))
    fault(`STRIPE_ACCOUNT is "${account}": the id of an account, acct_…, is needed`);
  if (!mode || !apiUrl) return undefined;
  return {
    secretKey,
    webhookSecrets,
    account: account || undefined,
    apiUrl,
    livemode: mode === "live",
    graceDays,
  };
}

function stripeUrl(raw: string, fault: (message: string) => void): URL | undefined {
  const url = URL.parse(raw);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.includes(url.hostname));
  if (url && isSafe && url.pathname === "/" && !url.search && !url.hash && !url.username) return url;
  fault(
    "STRIPE_API_URL must be an https address without a path (http on loopback only): the key is sent to it",
  );
  return undefined;
}
