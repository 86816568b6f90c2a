import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, type BrowserContext, chromium, type Page} from "playwright-core";
import {freePort} from "../../bin/postgres/postgres.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("an embedded dashboard in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let dashboardId: string;
  let host: ReturnType<typeof Bun.serve>;
  let framed = "";

  beforeAll(async () => {
    const port = await freePort();
    t = await testService({BASE_URL: `http://127.0.0.1:${port}`});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    const orders = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    const bars = await make("/api/charts", {name: "Orders by status", type: "bar", query: orders});
    const table = await make("/api/charts", {name: "The same as a table", type: "table", query: orders});
    const numbers = {model: "numbers", measures: ["numbers.count"]};
    const number = await make("/api/charts", {name: "Numbers", type: "big_number", query: numbers});
    dashboardId = await make("/api/dashboards", {
      name: "Shop",
      filters: [{field: "orders.status", label: "Status"}],
    });
    const tiles = [bars, table, number].map((chartId, i) => ({chartId, x: i * 12, y: 0, w: 12, h: 12}));
    await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}});
    host = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () =>
        new Response(`<iframe src="${framed}" width="900" height="500"></iframe>`, {
          headers: {"content-type": "text/html"},
        }),
    });
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await host?.stop(true);
    await t?.app.stop();
    await t?.stop();
    await shops?.drop();
  });

  async function make(path: string, body: object): Promise<string> {
    const answer = await t.call("POST", path, {body});
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.body.id;
  }

  async function embed(more: object = {}): Promise<{id: string; url: string}> {
    const body = {resourceType: "dashboard", resourceId: dashboardId, ...more};
    const answer = await t.call("POST", `/api/orgs/${t.org.id}/embed-tokens`, {body});
    return answer.body;
  }

  /** A page, and everything that it complained of. */
  async function visit(
    url: string,
    use: (page: Page, context: BrowserContext) => Promise<void>,
    {dark = false, width = 1000}: {dark?: boolean; width?: number} = {},
  ): Promise<string[]> {
    const context = await browser.newContext({
      colorScheme: dark ? "dark" : "light",
      viewport: {width, height: 700},
    });
    const complaints: string[] = [];
    try {
      const page = await context.newPage();
      page.on("console", message => complaints.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", error => complaints.push(String(error)));
      await page.goto(url);
      await use(page, context);
    } finally {
      await context.close();
    }
    return complaints;
  }

  const drawn = (page: Page) => page.waitForSelector("main:not([aria-busy])", {timeout: 15_000});

  test("it draws its charts, and the browser has nothing to complain of", async () => {
    const {url} = await embed();
    const complaints = await visit(url, async page => {
      await drawn(page);
      expect(await page.title()).toBe("Shop");
      expect(await page.locator("h2").allTextContents()).toEqual([
        "Orders by status",
        "The same as a table",
        "Numbers",
      ]);
      const picture = page.locator('[role="img"]').first();
      expect(await picture.getAttribute("aria-label")).toContain("bar of Status, Count, 2 rows");
      expect(await page.locator('[role="img"] svg').count()).toBe(2);
      expect(await page.locator(".tile.table tbody tr").count()).toBe(2);
      expect(await page.locator('[role="img"]').last().getAttribute("aria-label")).toBe(
        "Numbers: Count 50,000.",
      );
    });
    expect(complaints).toEqual([]);
  });

  test("a reader filters by the keyboard alone, and reads the data behind a chart", async () => {
    const {url} = await embed();
    await visit(url, async page => {
      await drawn(page);
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.labels[0].textContent")).toBe("Status");
      await page.keyboard.type("paid");
      await page.keyboard.press("Enter");
      const second = page.locator(".tile.table tbody tr").nth(1);
      await second.waitFor({state: "detached"});
      await page.locator(".tile.big_number").getByText("Not filtered by orders.status").waitFor();
      // Each tile is drawn when its rows are there.
      await page.locator(".tile[aria-busy]").first().waitFor({state: "detached"});
      await page.locator("summary").first().focus();
      await page.keyboard.press("Enter");
      expect(await page.locator("details[open] td").allTextContents()).toEqual(["paid", "3"]);
      await page.getByRole("button", {name: "Clear"}).click();
      await second.waitFor();
    });
  });

  test("it stands in a frame of another origin, dark and narrow too", async () => {
    framed = (await embed()).url;
    const complaints = await visit(
      `http://127.0.0.1:${host.port}/`,
      async page => {
        const frame = page.frameLocator("iframe");
        await frame.locator("main:not([aria-busy])").waitFor({timeout: 15_000});
        expect(await frame.locator("h1").textContent()).toBe("Shop");
        expect(await frame.locator("html").getAttribute("data-theme")).toBe("dark");
      },
      {dark: true},
    );
    expect(complaints.filter(text => !text.includes("favicon"))).toEqual([]);
    await visit(
      framed,
      async page => {
        await drawn(page);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      },
      {width: 360},
    );
  });

  test("it says when its token has expired or is withdrawn, and shows nothing then", async () => {
    const brief = await embed({expiresInSeconds: 2});
    await visit(brief.url, async page => {
      await page.getByText("This view has expired").waitFor({timeout: 15_000});
      expect(await page.locator(".tile").count()).toBe(0);
    });
    const {id, url} = await embed();
    await t.call("DELETE", `/api/orgs/${t.org.id}/embed-tokens/${id}`);
    await visit(url, page => page.getByText("This view has expired").waitFor({timeout: 15_000}));
    await visit(url.split("#")[0]!, page => page.getByText("not complete").waitFor({timeout: 15_000}));
  });
});
