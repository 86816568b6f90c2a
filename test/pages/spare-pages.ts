import type {Browser, BrowserContext, BrowserContextOptions, CDPSession, Page} from "playwright-core";
import {PAGE_WAIT_MS} from "../support/chromium.ts";

/** A context without cookies or stored data, with a blank page. */
interface Spare {
  context: BrowserContext;
  page: Page;
}

/** The spare contexts of each browser, by their options. */
const sparesOf = new WeakMap<Browser, Map<string, Spare>>();

/**
 * Opens a page without cookies or stored data, in a context that has served earlier pages with the same options: the
 * first pages of a new one fetch and compile the service's scripts anew, for 0.2 s of processor time. The page itself
 * has served earlier visits, too, because a new one starts a process, for 0.1 s. `use` must not change that context, and
 * must remove the scripts that it adds to the page; where it takes the context, it gets one of its own, which it may
 * change. `base` is the origin whose pages store data.
 */
export async function inContext(
  browser: Browser,
  base: string,
  options: BrowserContextOptions,
  use: (page: Page, context: BrowserContext) => Promise<void>,
  isOwn = use.length > 1,
): Promise<void> {
  const spares = sparesOf.get(browser) ?? new Map<string, Spare>();
  sparesOf.set(browser, spares);
  const key = JSON.stringify(options);
  const spare = isOwn ? undefined : spares.get(key);
  const context = spare?.context ?? (await newContext(browser, options));
  // A visit during this one finds no context, and opens another.
  if (!isOwn) spares.delete(key);
  let isReusable = false;
  const page = spare?.page ?? (await context.newPage());
  try {
    await use(page, context);
    if (isOwn) return;
    await forget({context, page}, base, options);
    isReusable = !spares.has(key);
  } finally {
    if (isReusable) spares.set(key, {context, page});
    else await context.close();
  }
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PAGE_WAIT_MS);
  return context;
}

/** The events of pages that tests listen to. */
const EVENTS = ["console", "pageerror", "request", "requestfailed", "requestfinished", "response", "dialog"];

/** Makes context and page as they were at first. */
async function forget({context, page}: Spare, origin: string, options: BrowserContextOptions): Promise<void> {
  for (const event of EVENTS) page.removeAllListeners(event);
  await Promise.all(context.pages().map(one => (one === page ? undefined : one.close())));
  await page.goto("about:blank");
  await page.unrouteAll({behavior: "ignoreErrors"});
  const session = await sessionOf(page);
  // This clears the storage of the tab as well.
  await session.send("Storage.clearDataForOrigin", {origin, storageTypes: "local_storage,indexeddb"});
  await session.send("Page.resetNavigationHistory");
  await context.clearCookies();
  const {viewport, colorScheme = "light", reducedMotion = "no-preference"} = options;
  await page.emulateMedia({colorScheme, reducedMotion});
  if (viewport) await page.setViewportSize(viewport);
}

const sessions = new WeakMap<Page, CDPSession>();

/** The page's session of Chromium's own protocol. */
export async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}
