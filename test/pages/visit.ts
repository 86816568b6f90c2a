import axe from "axe-core";
import type {Browser, BrowserContext, Page} from "playwright-core";
import {PASSWORD, type User} from "../oauth/people.ts";
import {PAGE_WAIT_MS} from "../support/chromium.ts";

interface Look {
  dark?: boolean;
  width?: number;
  locale?: string;
}

export type Visit = (
  path: string,
  use: (page: Page, context: BrowserContext) => Promise<void>,
  look?: Look,
) => Promise<string[]>;

/** The cookies of signed-in people, by browser and email. */
const signedIn = new WeakMap<Browser, Map<string, Awaited<ReturnType<BrowserContext["cookies"]>>>>();

/**
 * Opens a page as a person, who signs in on the way unless they have done so in this browser before. Returns everything that
 * the page complained about.
 */
export async function visitAs(
  browser: Browser,
  base: string,
  user: User,
  path: string,
  use: (page: Page, context: BrowserContext) => Promise<void>,
  {dark = false, width = 1200, locale = "en-US"}: Look = {},
): Promise<string[]> {
  const context = await browser.newContext({
    colorScheme: dark ? "dark" : "light",
    // A dot that pulsates while waiting would redraw the whole page sixty times a second.
    reducedMotion: "reduce",
    viewport: {width, height: 800},
    locale,
  });
  context.setDefaultTimeout(PAGE_WAIT_MS);
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.on("console", message => {
      // The sign-in form requests the focus, which a fast person has already given to a field.
      if (message.text().startsWith("Autofocus processing was blocked")) return;
      complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", error => complaints.push(String(error)));
    const cookies = signedIn.get(browser) ?? new Map();
    signedIn.set(browser, cookies);
    await context.addCookies(cookies.get(user.email) ?? []);
    await page.goto(base + path);
    if (new URL(page.url()).pathname.startsWith("/sign-in")) await signIn(page, user);
    cookies.set(user.email, await context.cookies());
    await use(page, context);
  } finally {
    await context.close();
  }
  return complaints;
}

export async function signIn(page: Page, user: User): Promise<void> {
  await page.fill("#email", user.email);
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(url => !url.pathname.startsWith("/sign-in"));
}

/** Resolves when the page and its tiles have been drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForSelector("main:not([aria-busy])");
  await page.locator(".tile[aria-busy]").first().waitFor({state: "detached"});
}

/** The findings of axe-core. It is evaluated, because the page's own policy does not let it be loaded. */
export async function accessibilityFaults(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(
    "axe.run().then(({violations}) => violations.map(({id, nodes}) => [id, nodes.map(node => node.html)]))",
  );
}

/** Makes pages say that no language model is configured. */
export async function withoutLanguageModel(page: Page, at: string): Promise<void> {
  await page.route(at, async route => {
    const response = await route.fetch();
    await route.fulfill({response, body: (await response.text()).replace(" data-asks", "")});
  });
}

/** Parts of the page's text that only machines read: moments in ISO 8601, and ids. Texts meant for copying are left out. */
export async function machineTexts(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("main, dialog")].flatMap(root => {
    const copy = root.cloneNode(true);
    for (const code of copy.querySelectorAll("pre, code")) code.remove();
    return copy.textContent.match(/\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d\\S*|\\b[a-z]{2,}_[0-9a-hjkmnp-tv-z]{26}(?![\\w@])/g) ?? [];
  })`);
}

/** Makes every page that the context opens from now on record its layout shifts without a key press. */
export async function measureShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(`{
    const shifts = [];
    const keep = list => shifts.push(...list.filter(entry => !entry.hadRecentInput));
    const observer = new PerformanceObserver(list => keep(list.getEntries()));
    observer.observe({type: "layout-shift", buffered: true});
    const named = ({node}) => node ? node.nodeName + "." + (node.className || node.id || "") : "";
    window.layoutShifts = () => {
      keep(observer.takeRecords());
      return shifts.map(({value, sources}) => ({value, of: sources.map(named)}));
    };
  }`);
}

/** The layout shifts since the page was opened, and what moved. */
export async function layoutShifts(page: Page): Promise<{value: number; of: string[]}[]> {
  // A shift is recorded once the next frame is drawn.
  await page.evaluate("new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))");
  return page.evaluate("layoutShifts()");
}
