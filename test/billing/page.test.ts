import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium} from "playwright-core";
import {sql} from "../../shared/core/db.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {accessibilityFaults, visitAs} from "../pages/visit.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {type BillingService, billingService} from "./service.ts";
import {completeCheckout} from "./stripe/checkouts.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("the plan of an organization in a real browser", () => {
  let t: BillingService;
  let browser: Browser;
  let admin: User;
  let base = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await billingService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    admin = await addUser(t, {role: "admin"});
    t.stripe.account.addProduct("prod_Team", {seats: "2", deliveries_per_month: "2000", public: "true"});
    t.stripe.account.addProduct("prod_Secret", {seats: "2"});
    await sql`select graphile_worker.add_job('sync_plans')`.execute(t.db);
    await t.drain();
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  test("is chosen from the offered ones, and paid at Stripe", async () => {
    const complaints = await visitAs(browser, base, admin, "/billing", async page => {
      await page.route("https://checkout.stripe.example/**", route => route.fulfill({body: "Pay here"}));
      const plans = page.getByRole("region", {name: "Choose a plan"});
      await plans.getByRole("article").waitFor();
      expect(await plans.getByRole("article").count()).toBe(1);
      await plans.getByText("Mails sent: 2,000 per month").waitFor();
      for (const width of [390, 1400]) {
        await page.setViewportSize({width, height: 800});
        expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
      }
      await plans.getByLabel("Seats of editors").fill("0");
      await plans.getByRole("button", {name: /^Choose/}).click();
      await plans.getByRole("alert").first().waitFor();
      await plans.getByLabel("Seats of editors").fill("5");
      await plans.getByRole("button", {name: /^Choose/}).click();
      await page.getByText("Pay here").waitFor();
      const [checkout] = [...t.stripe.account.checkouts.values()].slice(-1);
      // Two seats in each unit.
      expect(checkout?.items).toEqual([{price: "price_Team", quantity: 3}]);
      expect(checkout?.session).toMatchObject({
        success_url: `${base}/billing?paid`,
        cancel_url: `${base}/billing`,
      });
      completeCheckout(t.stripe.account, checkout?.session.id ?? "");
      await t.deliverAll();
      await t.drain();
      await page.goto(String(checkout?.session.success_url));
      await page.getByText("Thank you.").waitFor();
      await page.getByText("of 6").waitFor();
      expect(await plans.count()).toBe(0);
    });
    // The browser logs the refused call.
    expect(complaints.filter(one => !one.includes("422"))).toEqual([]);
    const {offers, plan} = await t.billing();
    expect([offers, plan.id]).toEqual([[], "prod_Team"]);
  });
});
