import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {inContext} from "../pages/spare-pages.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {hostSite} from "./host-site.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("an embedded dashboard in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let dashboardId: string;
  let filterableId: string;
  let host: ReturnType<typeof hostSite>;
  let base = "";
  let framed = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
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
    const sorted = {...orders, orderBy: ["orders.status"]};
    const rows = await make("/api/charts", {name: "Rows", type: "table", query: sorted});
    const fields = {"orders.placed_at": "Placed", "orders.count": "Count", "customers.name": "Name"};
    const filters = Object.entries(fields).map(([field, label]) => ({field, label}));
    filterableId = await make("/api/dashboards", {name: "Filters", filters});
    const tile = {chartId: rows, x: 0, y: 0, w: 36, h: 12};
    await t.call("PUT", `/api/dashboards/${filterableId}/layout`, {body: {tiles: [tile]}});
    host = hostSite(
      base,
      () => framed,
      async () => (await embed()).token,
    );
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

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

  async function embed(more: object = {}): Promise<{id: string; url: string; token: string}> {
    const body = {resourceType: "dashboard", resourceId: dashboardId, ...more};
    const answer = await t.call("POST", `/api/orgs/${t.org.id}/embed-tokens`, {body});
    return answer.body;
  }

  /** A page, and everything of which it complained. */
  async function visit(
    url: string,
    use: (page: Page, context: BrowserContext) => Promise<void>,
    {dark = false, width = 1000}: {dark?: boolean; width?: number} = {},
  ): Promise<string[]> {
    const complaints: string[] = [];
    const open = async (page: Page, context: BrowserContext) => {
      page.on("console", message => complaints.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", error => complaints.push(String(error)));
      await page.goto(url);
      await use(page, context);
    };
    const options: BrowserContextOptions = {
      colorScheme: dark ? "dark" : "light",
      viewport: {width, height: 700},
    };
    await inContext(browser, base, options, open, use.length > 1);
    return complaints;
  }

  const drawn = (page: Page) => page.waitForSelector("main:not([aria-busy])");

  test("is drawn with its charts, and the browser has nothing to complain of", async () => {
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
      expect(await page.locator(".tile.type-table tbody tr").count()).toBe(2);
      expect(await page.locator('[role="img"]').last().getAttribute("aria-label")).toBe(
        "Numbers: Count 50,000.",
      );
    });
    expect(complaints).toEqual([]);
  });

  test("is drawn anew if its frame's address gets a new token", async () => {
    const {url} = await embed();
    await visit(url.replace(/#.*/, "#expired"), async page => {
      await page.getByText("This view has expired").waitFor();
      await page.goto(url);
      await page.getByRole("heading", {name: "Orders by status"}).waitFor();
    });
  });

  /** The page of a dashboard with a filter of each type, with `search` behind its path. */
  async function filtered(search: string, more: object = {}): Promise<string> {
    const {url} = await embed({resourceId: filterableId, ...more});
    return Object.assign(new URL(url), {search}).href;
  }
  const settled = (page: Page, cells: string[]) => {
    const rows = page.locator(".tile.type-table tbody");
    if (cells.length === 0) return page.locator(".tile.type-table tbody:empty").waitFor({state: "attached"});
    return rows.filter({hasText: new RegExp(`^${cells.join("")}$`)}).waitFor();
  };
  const searchOf = (page: Page) => decodeURIComponent(new URL(page.url()).search);

  test("has filters on texts that are chosen from a searched list, by the keyboard alone", async () => {
    const complaints = await visit(await filtered("", {attributes: {region: ["north"]}}), async page => {
      await drawn(page);
      const input = page.getByRole("combobox", {name: "Name"});
      const listbox = page.getByRole("listbox", {name: "Name"});
      await input.focus();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", {name: "Ada"}).waitFor();
      // Of the token's rows: Bo is in the south, and one order has no customer.
      expect(await listbox.getByRole("option").allTextContents()).toEqual(["Ada", "(none)"]);
      expect(await input.getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("Escape");
      expect(await input.getAttribute("aria-expanded")).toBe("false");
      await page.keyboard.type("aD");
      await page.locator(".unseen").getByText("1 value.").waitFor({state: "attached"});
      await page.keyboard.press("ArrowDown");
      const option = listbox.getByRole("option", {name: "Ada"});
      expect(await input.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));
      await page.keyboard.press("Enter");
      await settled(page, ["open", "1", "paid", "1"]);
      expect(searchOf(page)).toBe("?filter.customers.name=Ada");
      expect(await page.locator(".unseen").textContent()).toBe("Ada chosen.");
      // A second value widens the filter, and Backspace removes it again.
      await page.keyboard.press("ArrowUp");
      await listbox.getByRole("option").nth(1).waitFor();
      expect(await listbox.getByRole("option", {selected: true}).allTextContents()).toEqual(["Ada"]);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await settled(page, ["open", "1", "paid", "3"]);
      expect(searchOf(page)).toBe("?filter.customers.name=Ada&filter.customers.name=~null");
      await page.keyboard.press("Backspace");
      await settled(page, ["open", "1", "paid", "1"]);
      await page.keyboard.press("Escape");
      await page.keyboard.type("nobody");
      await page.keyboard.press("Enter");
      await page.getByText("No value contains “nobody”.").first().waitFor();
      await page.goBack();
      await settled(page, ["open", "1", "paid", "3"]);
    });
    expect(complaints).toEqual([]);
  });

  test("has filters on times that are chosen by the ranges of queries, and by days", async () => {
    await visit(await filtered(""), async page => {
      await drawn(page);
      const select = page.getByRole("combobox", {name: "Placed", exact: true});
      await select.selectOption("This month");
      await settled(page, []);
      expect(searchOf(page)).toBe("?filter.orders.placed_at=current-month");
      await select.selectOption("In the past …");
      await page.getByLabel("Placed, how many").fill("9000");
      await page.getByLabel("Placed, periods").selectOption("weeks");
      await settled(page, ["open", "1", "paid", "3"]);
      expect(searchOf(page)).toBe("?filter.orders.placed_at=past-9000-week");
      await page.getByLabel("Placed, how many").fill("0");
      expect(await page.getByLabel("Placed, how many").getAttribute("aria-invalid")).toBe("true");
      await select.selectOption("From – to …");
      await page.getByLabel("Placed, from").fill("2026-02-01");
      await page.getByLabel("Placed, to").fill("2026-01-31");
      await page.getByText("“From” is after “to”.").waitFor();
      await page.getByLabel("Placed, to").fill("2026-02-28");
      await settled(page, ["open", "1", "paid", "1"]);
      await page.reload();
      await drawn(page);
      await settled(page, ["open", "1", "paid", "1"]);
      expect(await page.getByLabel("Placed, to").inputValue()).toBe("2026-02-28");
    });
  });

  test("has filters on numbers that are chosen from and to, and all filters are cleared and restored", async () => {
    await visit(await filtered("?theme=dark"), async page => {
      await drawn(page);
      await page.getByLabel("Count, from").fill("2");
      await settled(page, ["paid", "3"]);
      expect(searchOf(page)).toBe("?theme=dark&filter.orders.count=2..");
      await page.getByLabel("Count, to").fill("1");
      await page.getByText("“From” is after “to”.").waitFor();
      await page.getByRole("button", {name: "Clear"}).click();
      await settled(page, ["open", "1", "paid", "3"]);
      expect(searchOf(page)).toBe("?theme=dark");
      await page.goBack();
      await settled(page, ["paid", "3"]);
      expect(await page.getByLabel("Count, from").inputValue()).toBe("2");
      await page.goForward();
      await settled(page, ["open", "1", "paid", "3"]);
    });
  });

  test("is shown with a note of the parts of its address that fit no filter", async () => {
    const complaints = await visit(await filtered(""), async page => {
      for (const [search, field] of [
        ["filter.orders.placed_at=current-century", "orders.placed_at"],
        ["filter.orders.placed_at=2026-02-30..", "orders.placed_at"],
        ["filter.orders.count=9..1", "orders.count"],
        ["filter.orders.count=1..&filter.orders.count=2..", "orders.count"],
        ["filter.customers.name=~x", "customers.name"],
        ["filter.orders.id=1", "orders.id"],
        [`filter.${"x".repeat(500)}=%00%ff`, "x".repeat(100)],
      ]) {
        await page.goto("about:blank");
        await page.goto(await filtered(`?${search}`));
        await page.locator(".messages").getByText(`left out: “${field}”.`).waitFor();
        await settled(page, ["open", "1", "paid", "3"]);
      }
    });
    expect(complaints).toEqual([]);
  });

  test.each([360, 1400])("fits a screen of %d pixels with its filters and their list", async width => {
    await visit(
      await filtered("?filter.orders.placed_at=past-9-week-completed&filter.customers.name=Ada"),
      async page => {
        await drawn(page);
        await page.getByRole("combobox", {name: "Name"}).click();
        await page.locator(".options li").first().waitFor();
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        const {x, width: wide} = (await page.locator(".options:visible").boundingBox()) ?? {x: -1, width: 0};
        expect([x >= 0, x + wide <= width]).toEqual([true, true]);
      },
      {width},
    );
  });

  test("can be filtered by the keyboard alone, and so can the data behind a chart be read", async () => {
    const {url} = await embed();
    await visit(url, async page => {
      await drawn(page);
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Status");
      await page.keyboard.type("paid");
      await page.keyboard.press("Enter");
      const second = page.locator(".tile.type-table tbody tr").nth(1);
      await second.waitFor({state: "detached"});
      await page.locator(".tile.type-big_number").getByText("Not filtered by Status").waitFor();
      // Each tile is drawn when its rows are there.
      await page.locator(".tile[aria-busy]").first().waitFor({state: "detached"});
      await page.locator("summary").first().focus();
      await page.keyboard.press("Enter");
      expect(await page.locator("details[open] td").allTextContents()).toEqual(["paid", "3"]);
      await page.getByRole("button", {name: "Clear"}).click();
      await second.waitFor();
    });
  });

  test("works in a frame of another origin, dark and narrow too", async () => {
    framed = (await embed()).url;
    const complaints = await visit(
      `http://127.0.0.1:${host.port}/`,
      async page => {
        const frame = page.frameLocator("iframe");
        await frame.locator("main:not([aria-busy])").waitFor();
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

  test("says when its token has expired or been revoked, and shows nothing then", async () => {
    const brief = await embed({expiresInSeconds: 2});
    await visit(brief.url, async page => {
      await page.getByText("This view has expired").waitFor();
      expect(await page.locator(".tile").count()).toBe(0);
    });
    const {id, url} = await embed();
    await t.call("DELETE", `/api/orgs/${t.org.id}/embed-tokens/${id}`);
    await visit(url, page => page.getByText("This view has expired").waitFor());
    await visit(url.split("#")[0]!, page => page.getByText("incomplete").waitFor());
  });

  describe("mounted by the script of a page of another origin", () => {
    /** The page, which has mounted the dashboard as `window.mounted` and keeps clicks in `window.clicks`. */
    async function visitHost(
      search: string,
      use: (page: Page, context: BrowserContext) => Promise<void>,
      look: Parameters<typeof visit>[2] = {},
    ): Promise<string[]> {
      host.asked.length = 0;
      return visit(`http://127.0.0.1:${host.port}/mounted?${search}`, use, look);
    }
    const shown = (page: Page) =>
      page.locator(".root:not([aria-busy]) .tile:not([aria-busy]) svg").first().waitFor();

    test("is drawn under a strict policy, with nothing to complain of, and filtered", async () => {
      const complaints = await visitHost("", async page => {
        await shown(page);
        expect(await page.locator("h2").allTextContents()).toEqual([
          "Orders by status",
          "The same as a table",
          "Numbers",
        ]);
        expect(await page.locator(".tile.type-table tbody td").allTextContents()).toEqual([
          "open",
          "1",
          "paid",
          "3",
        ]);
        await page.evaluate(`mounted.setFilters([{field: "orders.status", op: "=", value: "paid"}])`);
        expect(await page.locator(".tile.type-table tbody td").allTextContents()).toEqual(["paid", "3"]);
        await page.getByText("Not filtered by Status.").waitFor();
        // Neither style sheet reaches the other.
        expect(await page.evaluate("getComputedStyle(document.querySelector('#own')).fontSize")).toBe("30px");
        expect(await page.evaluate("document.adoptedStyleSheets.length")).toBe(0);
        await page.evaluate("mounted.destroy()");
        expect(await page.locator("#place").innerHTML()).toBe("");
      });
      expect(complaints).toEqual([]);
      expect(host.asked).toEqual(["token"]);
    });

    test("has filters and a look from the start, from the page's variables and from its script", async () => {
      await visitHost("status=open&theme=dark", async page => {
        await shown(page);
        expect(await page.locator(".tile.type-table tbody td").allTextContents()).toEqual(["open", "1"]);
        const tile = "document.querySelector('#place > div').shadowRoot.querySelector('.tile')";
        const card = () => page.evaluate(`getComputedStyle(${tile}).backgroundColor`);
        const bar = () => page.locator("svg .mark-rect.role-mark path").first().getAttribute("fill");
        expect([await card(), await bar()]).toEqual(["rgb(23, 28, 36)", "#6093ee"]);
        await page.evaluate(
          `document.body.style.setProperty("--analytics-palette", "rebeccapurple, rgb(1, 2, 3)")`,
        );
        await page.evaluate(`mounted.setTheme({mode: "light", card: "#fffff0", font: "monospace"})`);
        await page.locator('svg .mark-rect.role-mark path[fill="#663399"]').waitFor();
        expect(await card()).toBe("rgb(255, 255, 240)");
        expect(await page.locator("svg text").first().getAttribute("font-family")).toMatch(/^monospace, /);
      });
    });

    test("reports field and value of a click on a bar and on a row", async () => {
      await visitHost("clicks", async page => {
        await shown(page);
        await page.locator("svg .mark-rect.role-mark path").first().click();
        await page.locator(".tile.type-table tbody td", {hasText: "3"}).click();
        const clicks = await page.evaluate("clicks.map(({field, value, all}) => [field, value, all.length])");
        expect(clicks).toEqual([
          ["orders.status", "paid", 1],
          ["orders.status", "paid", 1],
        ]);
      });
    });

    test("asks for the next token before one expires, and for another when one is revoked", async () => {
      await visitHost("", async (page, context) => {
        await shown(page);
        await context.clock.install();
        await page.evaluate("mounted.setFilters([])");
        expect(host.asked).toEqual(["token"]);
        // Less than a minute of the token's hour is left.
        await context.clock.setSystemTime(Date.now() + 3_541_000);
        await page.evaluate("mounted.setFilters([])");
        expect(host.asked).toEqual(["token", "token"]);
      });
      const made: string[] = [];
      host.giveNext(async () => {
        const {id, token} = await embed();
        made.push(id);
        return token;
      });
      await visitHost("", async page => {
        await shown(page);
        await t.call("DELETE", `/api/orgs/${t.org.id}/embed-tokens/${made[0]}`);
        await page.evaluate("mounted.setFilters([])");
        expect(made.length).toBe(2);
        expect(await page.locator(".tile").count()).toBe(3);
      });
      host.giveNext(async () => "no.token.atall");
      await visitHost("", page => page.getByText("has expired, or was revoked").waitFor());
    });
  });
});
