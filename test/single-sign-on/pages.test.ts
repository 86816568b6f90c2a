import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {accessibilityFaults, faultsIn} from "../pages/visit.ts";
import {BROWSER_FLAGS, chromiumPath, PAGE_WAIT_MS} from "../support/chromium.ts";
import {addTeam} from "../support/people.ts";
import {singleSignOn, type World} from "./world.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("single sign-on in a real browser", () => {
  let w: World;
  let browser: Browser;
  let base = "";

  beforeAll(async () => {
    w = await singleSignOn({OIDC_TEAMS_CLAIM: "teams", OIDC_ATTRIBUTES: "region=regions"});
    base = w.web.config.baseUrl;
    w.app.listen({port: Number(new URL(base).port), hostname: "127.0.0.1"});
    await addTeam(w, "Sales");
    await w.person("ada", {regions: ["EMEA"], teams: ["Sales"]}, {role: "admin"});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await w?.app.stop();
    await w?.stop();
  });

  /** Signs in by the button on the way to the path. Returns everything that the pages complained of. */
  async function visit(path: string, width: number, use: (page: Page) => Promise<void>): Promise<string[]> {
    const context = await browser.newContext({viewport: {width, height: 900}});
    context.setDefaultTimeout(PAGE_WAIT_MS);
    const complaints: string[] = [];
    try {
      const page = await context.newPage();
      page.on("console", message => complaints.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", error => complaints.push(String(error)));
      await page.goto(base + path);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole("link", {name: "Sign in with Acme ID"}).click();
      await page.waitForURL(base + path);
      await use(page);
    } finally {
      await context.close();
    }
    return complaints;
  }

  test("an org-admin sees the preview of what claims would do, on a narrow and on a wide screen", async () => {
    const looks = [{width: 390}, {width: 1400}];
    const complaints = await visit("/single-sign-on", 390, async page => {
      await page.getByText("Follow the claim teams").waitFor();
      const claims = {sub: "ada", teams: ["Nobody"], regions: ["APAC"]};
      await page.getByRole("textbox", {name: "Claims"}).fill(JSON.stringify(claims));
      await page.getByRole("button", {name: "Look"}).click();
      await page.getByText("ada (ada@example.com)").waitFor();
      const told = await page.getByRole("status").last().textContent();
      for (const part of ["Sales", "Nobody", "region: APAC", "Pauses"]) expect(told).toContain(part);
      expect(await faultsIn(page, looks)).toEqual([]);
      await page.getByRole("textbox", {name: "Claims"}).fill("no JSON");
      await page.getByRole("button", {name: "Look"}).click();
      await page.getByText("Claims are an object in JSON.").waitFor();
      await page.getByRole("textbox", {name: "Claims"}).fill("{}");
      await page.getByRole("button", {name: "Look"}).click();
      await page.getByText("Refused.").waitFor();
      expect(await faultsIn(page, looks)).toEqual([]);
    });
    expect(complaints).toEqual([]);
  });

  test("signing out leads to the provider's log-out, and the page's own policy allows it", async () => {
    await visit("/charts", 1400, async page => {
      await page.locator("summary").filter({hasText: "ada"}).click();
      await page.getByRole("button", {name: "Sign out"}).click();
      await page.waitForURL(url => url.href.startsWith(`${w.provider.issuer}/session/end`));
    });
  });
});
