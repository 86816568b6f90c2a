import {expect, test} from "bun:test";
import {readConfig} from "../../shared/core/config.ts";

const read = (environment: Record<string, string>) =>
  readConfig({
    DATABASE_URL: "postgres://localhost/x",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...environment,
  }).billing;

const KEY = {STRIPE_SECRET_KEY: "sk_test_51Secret", STRIPE_WEBHOOK_SECRET: "whsec_51Secret"};

test("without a key there is no billing", () => {
  expect(read({BILLING_GRACE_DAYS: "3"})).toBeUndefined();
});

test("the key decides the mode, and several webhook secrets are a rotation", () => {
  expect(read(KEY)).toMatchObject({livemode: false, webhookSecrets: ["whsec_51Secret"], graceDays: 14});
  const live = {STRIPE_SECRET_KEY: "rk_live_51Secret", STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_old"};
  expect(read(live)).toMatchObject({livemode: true, webhookSecrets: ["whsec_new", "whsec_old"]});
  expect(read(KEY)?.apiUrl.href).toBe("https://api.stripe.com/");
});

test.each([
  ["a key of another kind", {...KEY, STRIPE_SECRET_KEY: "pk_test_51Secret"}, "STRIPE_SECRET_KEY"],
  ["no secret of the webhook", {STRIPE_SECRET_KEY: "sk_test_51Secret"}, "STRIPE_WEBHOOK_SECRET"],
  ["a secret without a key", {STRIPE_WEBHOOK_SECRET: "whsec_51Secret"}, "STRIPE_SECRET_KEY"],
  ["an invalid secret", {...KEY, STRIPE_WEBHOOK_SECRET: "51Secret"}, "STRIPE_WEBHOOK_SECRET"],
  ["another account's name", {...KEY, STRIPE_ACCOUNT: "acme"}, "STRIPE_ACCOUNT"],
  ["an address in plain text", {...KEY, STRIPE_API_URL: "http://stripe.example/"}, "STRIPE_API_URL"],
  ["an address with a path", {...KEY, STRIPE_API_URL: "https://stripe.example/v1"}, "STRIPE_API_URL"],
])("%s is refused by name, without any secret", (_, environment, name) => {
  let message = "";
  try {
    read(environment);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain(name);
  expect(message).not.toContain("51Secret");
});
