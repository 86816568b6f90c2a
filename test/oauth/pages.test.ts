import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addPasswordLink} from "../../shared/identity/sign-in/passwords.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {chromiumPath, PAGE_WAIT_MS} from "../support/chromium.ts";
import {addUser, authorization, exchange, newClient, PASSWORD, type User} from "./people.ts";

const CHROMIUM = chromiumPath();
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Without an installed Chromium these are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("in a real browser", () => {
  let t: TestApp;
  let browser: Browser;
  let user: User;
  let callback: ReturnType<typeof Bun.serve>;

  beforeAll(async () => {
    const port = await freePort();
    t = await testApp({BASE_URL: `http://127.0.0.1:${port}`});
    t.app.listen({port, hostname: "127.0.0.1"});
    user = await addUser(t);
    callback = Bun.serve({port: 0, hostname: "127.0.0.1", fetch: () => new Response("You can close this.")});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: FLAGS});
  });
  afterAll(async () => {
    await browser?.close();
    await callback?.stop(true);
    await t?.app.stop();
    await t?.stop();
  });

  async function inPage(
    use: (page: Page) => Promise<void>,
    {dark = false, width = 1024}: {dark?: boolean; width?: number} = {},
  ): Promise<void> {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      colorScheme: dark ? "dark" : "light",
      viewport: {width, height: 760},
    });
    try {
      context.setDefaultTimeout(PAGE_WAIT_MS);
      await use(await context.newPage());
    } finally {
      await context.close();
    }
  }

  const redirect = () => `http://127.0.0.1:${callback.port}/callback`;

  async function signIn(page: Page, password = PASSWORD): Promise<void> {
    await page.getByLabel("Email address").fill(user.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", {name: "Sign in"}).click();
  }

  test("a person signs in and lets an application in, without scripts", async () => {
    const clientId = await newClient(t, {redirect_uris: [redirect()]});
    const request = authorization(t, clientId, {redirect_uri: redirect()});
    await inPage(async page => {
      await page.goto(request.url);
      await signIn(page, "wrong password");
      expect(await page.getByRole("alert").textContent()).toContain("not right");
      expect(await page.getByLabel("Email address").inputValue()).toBe(user.email);
      await signIn(page);
      await page.getByRole("checkbox", {name: /^Write/}).uncheck();
      // The policy of the page lets its form lead on to the client.
      await page.getByRole("button", {name: "Allow"}).click();
      await page.waitForURL(`${redirect()}**`);
      const code = new URL(page.url()).searchParams.get("code") ?? "";
      const {body} = await exchange(t, request, code, {redirect_uri: redirect()});
      expect(body.scope).toBe("read");
    });
  });

  test("a person says no, switches accounts, and signs out", async () => {
    const clientId = await newClient(t, {redirect_uris: [redirect()]});
    const {url} = authorization(t, clientId, {redirect_uri: redirect()});
    await inPage(async page => {
      await page.goto(url);
      await signIn(page);
      await page.getByRole("button", {name: "Switch account"}).click();
      await signIn(page);
      await page.getByRole("button", {name: "Deny"}).click();
      await page.waitForURL(`${redirect()}**`);
      expect(page.url()).toContain("error=access_denied");
      await page.goto(`${t.web.config.baseUrl}/sign-in`);
      await page.getByRole("button", {name: "Sign out"}).click();
      expect(await page.getByLabel("Password").isVisible()).toBe(true);
    });
  });

  test("a person sets a password by a link", async () => {
    const person = await addUser(t);
    const {url} = await addPasswordLink(t.db, t.org.id, person.id, t.web.config.baseUrl);
    await inPage(async page => {
      await page.goto(url);
      expect(page.url()).not.toContain("token");
      await page.getByLabel("New password").fill("a brand new password");
      await page.getByLabel("Repeat the password").fill("a brand new password");
      await page.getByRole("button", {name: "Set the password"}).click();
      await page.waitForURL(`${t.web.config.baseUrl}/`);
      await page.getByRole("navigation", {name: "Main"}).waitFor();
    });
  });

  test("every page fits, light and dark, narrow and wide, with a label for each field", async () => {
    const clientId = await newClient(t, {
      redirect_uris: [redirect()],
      client_name: "Quarterly revenue assistant <b>of</b> the finance department",
    });
    for (const dark of [false, true]) {
      for (const width of [320, 1024]) {
        await inPage(
          async page => {
            const look = async (name: string) => {
              const tree = await page.locator("body").ariaSnapshot();
              for (const landmark of ["banner", "main", "heading"]) expect(tree).toContain(`- ${landmark}`);
              const main = await page.locator("main").boundingBox();
              expect((main?.x ?? -1) >= 0 && (main?.x ?? 0) + (main?.width ?? 0) <= width).toBe(true);
              // A PNG's own width: a page that scrolls sideways is wider than the window.
              const picture = await page.screenshot({fullPage: true});
              expect([name, picture.readUInt32BE(16)]).toEqual([name, width]);
            };
            await page.goto(authorization(t, clientId, {redirect_uri: redirect()}).url);
            await look("sign-in");
            await signIn(page, "wrong password");
            await look("wrong");
            await signIn(page);
            await look("consent");
            await page.goto(`${t.web.config.baseUrl}/sign-in`);
            await look("signed-in");
            await page.goto(`${t.web.config.baseUrl}/oauth/interaction/none`);
            await look("ended");
            const person = await addUser(t);
            const {url} = await addPasswordLink(t.db, t.org.id, person.id, t.web.config.baseUrl);
            await page.goto(url);
            await look("password");
          },
          {dark, width},
        );
      }
    }
  });
});
