import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {type GitService, gitService, type Shop} from "../github/service.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {faultsIn, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("GitHub accounts in a real browser", () => {
  let t: GitService;
  let shop: Shop;
  let browser: Browser;
  let admin: User;
  let base = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await gitService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shop = await t.shop();
    admin = await addUser(t, {role: "admin"});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  test("an account is shown with its repositories, on a narrow and on a wide screen", async () => {
    const looks = [{width: 390}, {width: 1400}];
    const complaints = await visitAs(
      browser,
      base,
      admin,
      "/github",
      async page => {
        await page.getByRole("link", {name: "acme"}).waitFor();
        expect(await faultsIn(page, looks)).toEqual([]);
        await page.getByRole("button", {name: "Repositories of acme", exact: true}).click();
        const row = page.getByRole("dialog").getByRole("row", {name: shop.repository.fullName});
        await row.getByText("read and write").waitFor();
        expect(await faultsIn(page, looks)).toEqual([]);
      },
      {width: 390},
    );
    expect(complaints).toEqual([]);
  });

  test("an account is connected at GitHub, and disconnected with a token that has the right", async () => {
    await visitAs(browser, base, admin, "/github", async page => {
      await page.route("**/installations/new?*", route => route.fulfill({body: "GitHub asks"}));
      await page.getByRole("button", {name: "Connect a GitHub account"}).click();
      await page.getByText("GitHub asks").waitFor();
      expect(new URL(page.url()).searchParams.get("state")).toBeTruthy();
      await page.goto(`${base}/github`);
      await page.getByRole("button", {name: "Disconnect an account …"}).click();
      await page.getByLabel("Token").fill(t.org.admin.token);
      await page.getByRole("button", {name: "Use this token"}).click();
      await page.getByRole("button", {name: "Disconnect acme"}).click();
      await page.getByRole("dialog").getByRole("button", {name: "Disconnect it"}).click();
      await page.getByText("No GitHub account is connected").waitFor();
    });
    expect((await t.call("GET", `/api/orgs/${t.org.id}/github/installations`)).body).toEqual([]);
  });
});
