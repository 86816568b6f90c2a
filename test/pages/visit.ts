import {readFileSync} from "node:fs";
import type {RunOptions} from "axe-core";
import type {Browser, BrowserContext, BrowserContextOptions, Page} from "playwright-core";
import {PASSWORD, type User} from "../oauth/people.ts";
import {inContext, sessionOf} from "./spare-pages.ts";

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

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** The cookies of the people who have signed in to each browser, by email. */
const cookiesOf = new WeakMap<Browser, Map<string, Cookies>>();

/**
 * Opens a page as a person, who signs in on the way unless they have done so in this browser before. Returns everything
 * that the page complained about. Where `use` takes the context, it gets one of its own.
 */
export async function visitAs(
  browser: Browser,
  base: string,
  user: User,
  path: string,
  use: (page: Page, context: BrowserContext) => Promise<void>,
  {dark = false, width = 1200, locale = "en-US"}: Look = {},
): Promise<string[]> {
  const options: BrowserContextOptions = {
    colorScheme: dark ? "dark" : "light",
    // A dot that pulsates while waiting would redraw the whole page sixty times a second.
    reducedMotion: "reduce",
    viewport: {width, height: 800},
    locale,
  };
  const cookies = cookiesOf.get(browser) ?? new Map<string, Cookies>();
  cookiesOf.set(browser, cookies);
  const complaints: string[] = [];
  const open = async (page: Page, context: BrowserContext) => {
    page.on("console", message => {
      // The sign-in form requests the focus, which a fast person has already given to a field.
      if (message.text().startsWith("Autofocus processing was blocked")) return;
      complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", error => complaints.push(String(error)));
    await context.addCookies(cookies.get(user.email) ?? []);
    await page.goto(base + path);
    if (new URL(page.url()).pathname.startsWith("/sign-in")) await signIn(page, user);
    cookies.set(user.email, await context.cookies());
    await use(page, context);
  };
  await inContext(browser, base, options, open, use.length > 1);
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

/** The smaller form of axe-core's script: compiling the one that `axe.source` has takes twice as long. */
const AXE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");
/** The rules whose findings depend on colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Loads axe-core into the page, once per document. It is evaluated, because the page's own policy forbids loading it.
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate("typeof axe === 'object'")) return;
  const session = await sessionOf(page);
  const {exceptionDetails} = await session.send("Runtime.evaluate", {expression: `${AXE};0`});
  if (exceptionDetails) throw new Error(`axe-core: ${exceptionDetails.text}`);
}

/**
 * The findings of axe-core. `only: "colours"` is for a page that has been checked in other colours, and looks for
 * findings that depend on these. What would describe an element of a finding, beyond its HTML, is not computed.
 */
export async function accessibilityFaults(page: Page, {only}: {only?: "colours"} = {}): Promise<unknown[]> {
  await loadAxe(page);
  const options: RunOptions = {
    resultTypes: ["violations"],
    selectors: false,
    ...(only === "colours" ? {runOnly: OF_COLOURS} : {}),
  };
  return page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({violations}) => violations.map(({id, nodes}) => [id, nodes.map(node => node.html)]))`,
  );
}

/** Two frames, after which effects of a drawn component have run. */
const TWO_FRAMES =
  "new Promise(go => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))";
interface Appearance {
  width: number;
  dark?: boolean;
}

/** Whether the page is no wider than its window. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth <= innerWidth");

/**
 * The findings of axe-core in each appearance, and whether the page is wider than its window there. Changing the window
 * costs less than opening the page again. Dark mode changes nothing but colours.
 */
export async function faultsIn(page: Page, appearances: readonly Appearance[]): Promise<unknown[]> {
  const faults: unknown[] = [];
  const checked = new Set<number>();
  for (const {width, dark = false} of appearances) {
    await page.emulateMedia({colorScheme: dark ? "dark" : "light"});
    await page.setViewportSize({width, height: page.viewportSize()?.height ?? 800});
    // The page takes on the colours of the other mode in a frame of its own.
    await page.evaluate(TWO_FRAMES);
    const found = await accessibilityFaults(page, checked.has(width) ? {only: "colours"} : {});
    checked.add(width);
    if (!(await fits(page))) found.push("too wide");
    if (found.length > 0) faults.push([width, dark ? "dark" : "light", ...found]);
  }
  return faults;
}

/** Makes pages say that no language model is configured. */
export async function withoutLanguageModel(page: Page, at: string): Promise<void> {
  await page.route(at, async route => {
    const response = await route.fetch();
    await route.fulfill({response, body: (await response.text()).replace(" data-asks", "")});
  });
}

/**
 * Opens another path of the service by a link, on the document that is open, for a sixth of the processor time that a new
 * document takes, and half of it for axe-core. Pages that need a document of their own get one.
 */
export async function follow(page: Page, path: string): Promise<void> {
  const isElsewhere = await page.evaluate(`(() => {
    const link = document.createElement("a");
    link.href = ${JSON.stringify(path)};
    if (link.pathname === location.pathname) return true;
    let isFollowed = false;
    addEventListener("click", event => {
      isFollowed = event.defaultPrevented;
      event.preventDefault();
    }, {once: true});
    document.body.append(link);
    link.click();
    link.remove();
    return !isFollowed || location.href !== link.href;
  })()`);
  if (isElsewhere) await page.goto(new URL(path, page.url()).href);
}

/** How many pairs of frames have to pass without a request. */
const QUIET_PAIRS = 3;

/**
 * Counts the page's requests from now on. The returned function resolves when all are answered, and the page has drawn the
 * answers without sending another. Unlike the state `networkidle` it holds for pages opened by a link, too, and does not
 * wait for half a second.
 */
export function watchRequests(page: Page): () => Promise<void> {
  let sent = 0;
  let ended = 0;
  page.on("request", () => sent++);
  page.on("requestfinished", () => ended++);
  page.on("requestfailed", () => ended++);
  return async () => {
    for (let quiet = 0; quiet < QUIET_PAIRS; ) {
      const before = sent;
      await page.evaluate(TWO_FRAMES);
      quiet = sent === before && ended >= sent ? quiet + 1 : 0;
    }
  };
}

/** Parts of the page's text that are for machines: times in ISO 8601, and ids. Texts for copying are left out. */
export async function machineTexts(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("main, dialog")].flatMap(root => {
    const copy = root.cloneNode(true);
    for (const code of copy.querySelectorAll("pre, code")) code.remove();
    return copy.textContent.match(/\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d\\S*|\\b[a-z]{2,}_[0-9a-hjkmnp-tv-z]{26}(?![\\w@])/g) ?? [];
  })`);
}

/**
 * Makes every document that the page opens from now on record its layout shifts without a key press, until the returned
 * function is called.
 */
export async function measureShifts(page: Page): Promise<() => Promise<void>> {
  const script = await page.addInitScript(`{
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
  return () => script.dispose();
}

/** The layout shifts since the page was opened, and what moved. */
export async function layoutShifts(page: Page): Promise<{value: number; of: string[]}[]> {
  // A shift is recorded once the next frame is drawn.
  await page.evaluate("new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))");
  return page.evaluate("layoutShifts()");
}
