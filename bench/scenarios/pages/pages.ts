import {randomBytes} from "node:crypto";
import {type Browser, type BrowserContext, chromium, type Page} from "playwright-core";
import {chromiumPath} from "../../../test/support/chromium.ts";
import {say} from "../../progress.ts";
import {type Summary, summaryOf, times} from "../../rounds.ts";
import {type Row, rowOf, type Scenario} from "../../scenario.ts";
import {CHARTS, type Fixture, prepareFixture, TILES} from "./fixture.ts";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const KB = 1024;
const WITHOUT_DRAWING = 60;
const WITH_DRAWING = 400;
/** Pages in which a chart is drawn at first view. */
const DRAWN = (fixture: Fixture) => [`/charts/${fixture.chartId}`, `/dashboards/${fixture.dashboardId}`];
const LISTED = [
  ...["/", "/ask", "/dashboards", "/charts", "/sheets", "/datasets", "/explore", "/start"],
  ...["/connections", "/projects", "/schedules", "/runs", "/actions", "/agents"],
  ...[
    "/members",
    "/teams",
    "/service-accounts",
    "/applications",
    "/embed-tokens",
    "/audit-log",
    "/billing",
    "/budget",
    "/github",
    "/single-sign-on",
  ],
];

/**
 * The pages for people in a browser: the size of each page's first view, the time until it shows content, and the delay
 * of a frame after a key or while scrolling. The browser's cache is empty before each view.
 */
export const pages: Scenario = {
  name: "pages",
  async run(stage) {
    const executablePath = chromiumPath();
    if (executablePath === undefined) {
      say("pages is left out: there is no chromium");
      return [];
    }
    const fixture = await prepareFixture(await stage.service());
    const browser = await chromium.launch({executablePath, args: FLAGS});
    try {
      const visitor = await signIn(browser, fixture);
      const roundCount = stage.quick ? 3 : 9;
      return [
        ...(await weights(visitor, fixture)),
        ...(await firstViews(visitor, fixture, roundCount)),
        ...(await keys(visitor, fixture, roundCount)),
        await scrolling(visitor, fixture, roundCount),
      ];
    } finally {
      await browser.close();
      await fixture.stop();
    }
  },
};

/** Opens pages as the person, each with an empty cache. */
type Visitor = <T>(path: string, use: (page: Page) => Promise<T>) => Promise<T>;

async function signIn(browser: Browser, {address, email, passwordLink}: Fixture): Promise<Visitor> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const password = randomBytes(12).toString("hex");
  await page.goto(passwordLink);
  await page.fill("#password", password);
  await page.fill("#again", password);
  await page.keyboard.press("Enter");
  await page.locator("#again").waitFor({state: "detached"});
  await page.goto(`${address}/sign-in?to=%2F`);
  if (new URL(page.url()).pathname === "/sign-in") {
    await page.fill("#email", email);
    await page.fill("#password", password);
    await page.keyboard.press("Enter");
    await page.waitForURL(url => url.pathname !== "/sign-in");
  }
  const storageState = await context.storageState();
  await context.close();
  return async (path, use) => {
    const fresh: BrowserContext = await browser.newContext({
      storageState,
      viewport: {width: 1400, height: 900},
    });
    try {
      const opened = await fresh.newPage();
      await opened.goto(address + path);
      return await use(opened);
    } finally {
      await fresh.close();
    }
  };
}

/** Waits until the page shows its content. */
async function contentShown(page: Page): Promise<void> {
  await page.locator("main:not([aria-busy])").waitFor();
  await page.waitForLoadState("networkidle");
}

/** The bytes that cross the network until a page shows its first view, in KB. */
async function weightOf(page: Page): Promise<number> {
  await contentShown(page);
  const bytes: number = await page.evaluate(
    `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0)`,
  );
  return bytes / KB;
}

async function weights(visit: Visitor, fixture: Fixture): Promise<Row[]> {
  const heaviest = async (paths: readonly string[], atMost: number, what: string) => {
    const weighed: {path: string; weight: number}[] = [];
    for (const path of paths) weighed.push({path, weight: await visit(path, weightOf)});
    weighed.sort((a, b) => b.weight - a.weight);
    const [most] = weighed;
    const summary = summaryOf(weighed.map(({weight}) => weight));
    // The figure is that of the heaviest page, and not the median.
    const worst: Summary = {...summary, median: most?.weight ?? 0};
    return rowOf(
      `${what}: compressed KB of the heaviest of ${paths.length} pages`,
      {atMost},
      worst,
      most?.path.replace(/_\w+/, "_…"),
    );
  };
  return [
    await heaviest(LISTED, WITHOUT_DRAWING, "first view without a drawing"),
    await heaviest(DRAWN(fixture), WITH_DRAWING, "first view with a drawing"),
  ];
}

async function firstViews(visit: Visitor, fixture: Fixture, roundCount: number): Promise<Row[]> {
  const contentful = () =>
    visit("/dashboards", page =>
      page.evaluate<number>(
        `new Promise(resolve => new PerformanceObserver(list => {
          const [found] = list.getEntriesByName("first-contentful-paint");
          if (found) resolve(found.startTime / 1000);
        }).observe({type: "paint", buffered: true}))`,
      ),
    );
  const drawn = async () => {
    const started = performance.now();
    return visit(`/charts/${fixture.chartId}`, async page => {
      await page.locator('[role="img"] svg').first().waitFor();
      return (performance.now() - started) / 1000;
    });
  };
  await drawn();
  return [
    rowOf(
      "first contentful paint of the dashboards page",
      {atMost: 0.5, unit: "s"},
      await times(roundCount, contentful),
    ),
    rowOf(
      "from opening the address to the first chart drawn",
      {atMost: 1, unit: "s"},
      await times(roundCount, drawn),
    ),
  ];
}

/** How long after a key the next frame is painted, in ms: the longest of a word, typed key by key. */
async function longestKey(page: Page, word: string): Promise<number> {
  // The frame after the key's own work.
  await page.evaluate(
    `window.longest = 0;
    addEventListener("keydown", () => {
      const pressed = performance.now();
      requestAnimationFrame(() => setTimeout(() => {
        window.longest = Math.max(window.longest, performance.now() - pressed);
      }));
    }, {capture: true});`,
  );
  await page.keyboard.type(word, {delay: 120});
  await page.waitForTimeout(300);
  return page.evaluate<number>("window.longest");
}

async function keys(visit: Visitor, {widePage}: Fixture, roundCount: number): Promise<Row[]> {
  const explorer = () =>
    visit(widePage, async page => {
      await contentShown(page);
      await page.getByRole("searchbox", {name: "Search fields"}).focus();
      return longestKey(page, "sum 24");
    });
  const home = () =>
    visit("/", async page => {
      await contentShown(page);
      await page.getByRole("searchbox").first().focus();
      return longestKey(page, "state 99");
    });
  const target = {atMost: 50, unit: "ms"} as const;
  return [
    rowOf(
      "from a key press to the next frame, in an explorer of 500 fields",
      target,
      await times(roundCount, explorer),
    ),
    rowOf(
      `from a key press to the next frame, on the home page of ${CHARTS.toLocaleString("en")} charts`,
      target,
      await times(roundCount, home),
    ),
  ];
}

async function scrolling(visit: Visitor, {dashboardId}: Fixture, roundCount: number): Promise<Row> {
  const longest = () =>
    visit(`/dashboards/${dashboardId}`, async page => {
      await contentShown(page);
      await page.evaluate(
        `window.tasks = [];
        new PerformanceObserver(list => {
          for (const {duration} of list.getEntries()) window.tasks.push(duration);
        }).observe({type: "longtask"});`,
      );
      for (let i = 0; i < 20; i++) {
        await page.mouse.wheel(0, 250);
        await page.waitForTimeout(50);
      }
      return page.evaluate<number>("Math.max(0, ...window.tasks)");
    });
  return rowOf(
    `scrolling a dashboard of ${TILES} tiles: the longest task`,
    {atMost: 100, unit: "ms"},
    await times(roundCount, longest),
  );
}
