import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {publish} from "../../shared/core/change-notices.ts";
import {sql} from "../../shared/core/db.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, PASSWORD, type User} from "../oauth/people.ts";
import {unzipped} from "../support/archives.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {addGrant} from "../support/content.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {drawn, fits, signIn, type Visit, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("pages for people in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let user: User;
  let base = "";
  let dashboardId = "";
  let chartId = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    user = await addUser(t);
    const orders = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    chartId = await make("/api/charts", {name: "Orders by status", type: "bar", query: orders});
    const regions = {model: "customers", dimensions: ["customers.region"], measures: ["customers.count"]};
    const charts = [
      chartId,
      await make("/api/charts", {name: "Customers", type: "table", query: regions}),
      await make("/api/charts", {
        name: "Numbers",
        type: "big_number",
        query: {model: "numbers", measures: ["numbers.count"]},
      }),
    ];
    dashboardId = await make("/api/dashboards", {
      name: "Shop",
      filters: [{field: "orders.status", label: "Status"}],
    });
    const tiles = charts.map((id, i) => ({chartId: id, x: i * 12, y: 0, w: 12, h: 12}));
    await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}});
    await addGrant(t, dashboardId, {userId: user.id, cascade: "view"});
    await setRegions(["north"]);
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
    await shops?.drop();
  });

  async function make(path: string, body: object): Promise<string> {
    const answer = await t.call("POST", path, {body});
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.body.id;
  }

  async function setRegions(region: string[]): Promise<void> {
    await sql`
      update principals set attributes = ${JSON.stringify({region})}::jsonb
      where org_id = ${t.org.id} and id = ${user.id}`.execute(t.db);
    await publish(t.db, {kind: "principal", id: user.id});
    await t.web.notices.caughtUp();
  }

  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, user, ...asked);

  test("a person signs in, is led back to the dashboard, and sees it with their own rows", async () => {
    const complaints = await visit(`/dashboards/${dashboardId}`, async page => {
      expect(page.url()).toBe(`${base}/dashboards/${dashboardId}`);
      await drawn(page);
      expect(await page.title()).toBe("Shop");
      expect(await page.locator("h1").allTextContents()).toEqual(["Shop"]);
      expect(await page.locator("h2").allTextContents()).toEqual([
        "Orders by status",
        "Customers",
        "Numbers",
      ]);
      const picture = page.locator('[role="img"]').first();
      expect(await picture.getAttribute("aria-label")).toContain("bar of Status, Count, 2 rows");
      expect(await page.locator(".tile.type-table td").allTextContents()).toEqual(["north", "1"]);
      expect(await page.locator(".account").textContent()).toContain("Acme");
      // The token is in the page's memory, and nowhere that outlives the page.
      expect(await page.evaluate("JSON.stringify([document.cookie, localStorage, sessionStorage])")).toBe(
        '["",{},{}]',
      );
    });
    expect(complaints).toEqual([]);
  });

  test("the bar under the pointer shows its values, and the next tile shows nothing", async () => {
    const complaints = await visit(`/dashboards/${dashboardId}`, async page => {
      await drawn(page);
      const tip = page.locator(".tile.type-bar .tip");
      expect(await tip.isVisible()).toBe(false);
      // The largest bar comes first.
      await page.locator(".tile.type-bar svg .mark-rect.role-mark path").first().hover();
      expect(await tip.locator("bdi").allTextContents()).toEqual(["Status", "paid", "Count", "3"]);
      await page.keyboard.press("Escape");
      expect(await tip.isVisible()).toBe(false);
      await page.locator(".tile.type-bar svg .mark-rect.role-mark path").nth(1).hover();
      expect(await tip.isVisible()).toBe(true);
      await page.locator(".tile.type-table td").first().hover();
      await tip.waitFor({state: "hidden"});
    });
    expect(complaints).toEqual([]);
  });

  test("a person with other rows sees those, and a person without rows sees none", async () => {
    for (const [regions, cells] of [
      [
        ["north", "south"],
        ["north", "1", "south", "1"],
      ],
      [[], []],
    ] as const) {
      await setRegions([...regions]);
      await visit(`/dashboards/${dashboardId}`, async page => {
        await drawn(page);
        expect((await page.locator(".tile.type-table td").allTextContents()).sort()).toEqual(
          [...cells].sort(),
        );
      });
    }
    await setRegions(["north"]);
  });

  test("a tile shows that it is loading until it has something to show", async () => {
    await visit("/sign-in?to=%2F", async page => {
      await drawn(page);
      const held = Promise.withResolvers<void>();
      await page.route("**/drawing", async route => {
        await held.promise;
        await route.continue();
      });
      await page.goto(`${base}/dashboards/${dashboardId}`);
      await page.locator(".tile.type-bar").getByText("Loading …").waitFor();
      held.resolve();
      await page.locator(".tile.type-bar svg").waitFor();
      await drawn(page);
      expect(await page.getByText("Loading …").count()).toBe(0);
    });
  });

  test("filters work with the keyboard alone, and a chart that does not take a filter says so", async () => {
    await visit(`/dashboards/${dashboardId}`, async page => {
      await drawn(page);
      const label = "document.activeElement.ariaLabel";
      for (let i = 0; i < 15 && (await page.evaluate(label)) !== "Status"; i++)
        await page.keyboard.press("Tab");
      expect(await page.evaluate(label)).toBe("Status");
      await page.keyboard.type("paid");
      await page.keyboard.press("Enter");
      await page.locator(".tile.type-big_number").getByText("Not filtered by Status").waitFor();
      await drawn(page);
      expect(await page.locator('[role="img"]').first().getAttribute("aria-label")).toBe(
        "Orders by status: Status paid, Count 3.",
      );
      await page.getByRole("button", {name: "Clear"}).click();
      await page.locator('[aria-label*="2 rows"]').waitFor();
    });
  });

  async function saved(page: Page, name: string): Promise<{name: string; bytes: Uint8Array}> {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", {name}).click(),
    ]);
    return {name: download.suggestedFilename(), bytes: await Bun.file(await download.path()).bytes()};
  }

  test("a chart's rows are saved as CSV and XLSX with the current filters", async () => {
    const complaints = await visit(`/dashboards/${dashboardId}`, async page => {
      await drawn(page);
      const all = await saved(page, "Download Orders by status as CSV");
      expect(all.name).toBe("Orders by status.csv");
      const [head, ...rows] = new TextDecoder().decode(all.bytes).trim().split(/\r?\n/);
      expect(head).toBe("orders.status,orders.count");
      expect(rows.sort()).toEqual(["open,1", "paid,3"]);
      await page.getByRole("combobox", {name: "Status"}).fill("open");
      await page.keyboard.press("Enter");
      await page.locator(".tile.type-big_number").getByText("Not filtered by").waitFor();
      await drawn(page);
      const csv = new TextDecoder().decode((await saved(page, "Download Orders by status as CSV")).bytes);
      expect(csv.trim().split(/\r?\n/)).toEqual(["orders.status,orders.count", "open,1"]);
      // A filter that does not apply does not prevent saving, with the reader's own rows.
      const other = new TextDecoder().decode((await saved(page, "Download Customers as CSV")).bytes);
      expect(other.trim().split(/\r?\n/)).toEqual(["customers.region,customers.count", "north,1"]);
      const book = await saved(page, "Download Orders by status as XLSX");
      expect(book.name).toBe("Orders by status.xlsx");
      const sheet = unzipped(book.bytes).get("xl/worksheets/sheet1.xml") ?? "";
      expect(sheet).toContain("open");
      expect(sheet).not.toContain("paid");
    });
    expect(complaints).toEqual([]);
  });

  test("a chart has a page of its own", async () => {
    await addGrant(t, chartId, {userId: user.id});
    const complaints = await visit(`/charts/${chartId}`, async page => {
      await drawn(page);
      expect(await page.locator("h1").allTextContents()).toEqual(["Orders by status"]);
      const {width, height} = (await page.locator('[role="img"] svg').boundingBox()) ?? {width: 0, height: 0};
      expect(width).toBeGreaterThan(800);
      expect(height).toBeGreaterThan(300);
      const {bytes} = await saved(page, "Download Orders by status as CSV");
      expect(new TextDecoder().decode(bytes)).toContain("paid,3");
    });
    expect(complaints).toEqual([]);
  });

  test("signing out also ends the session of other tabs, which say so", async () => {
    await visit(`/dashboards/${dashboardId}`, async (page, context) => {
      await drawn(page);
      const tab = await context.newPage();
      await tab.goto(`${base}/dashboards/${dashboardId}`);
      await drawn(tab);
      await tab.locator("details.account summary").click();
      await tab.getByRole("button", {name: "Sign out"}).click();
      await tab.waitForURL(`${base}/sign-in`);
      await page.getByRole("combobox", {name: "Status"}).fill("open");
      await page.keyboard.press("Enter");
      await page.getByText("You are signed out.").waitFor();
      expect(await page.locator(".tile").count()).toBe(0);
      await page.getByRole("link", {name: "Sign in again"}).click();
      await signIn(page, user);
      expect(page.url()).toBe(`${base}/dashboards/${dashboardId}`);
      await drawn(page);
    });
  });

  test("a tab of a person who has signed out shows nothing of the next person", async () => {
    const next = await addUser(t);
    await addGrant(t, dashboardId, {userId: next.id, cascade: "view"});
    await visit(`/dashboards/${dashboardId}`, async (page, context) => {
      await drawn(page);
      const tab = await context.newPage();
      await tab.goto(`${base}/sign-in`);
      await tab.getByRole("button", {name: "Sign out"}).click();
      await tab.fill("#email", next.email);
      await tab.fill("#password", PASSWORD);
      await tab.keyboard.press("Enter");
      await tab.getByText("You are signed in").waitFor();
      await page.getByRole("combobox", {name: "Status"}).fill("open");
      await page.keyboard.press("Enter");
      await page.getByText("You are signed out.").waitFor();
      expect(await page.locator(".tile").count()).toBe(0);
      await page.getByRole("link", {name: "Sign in again"}).click();
      await drawn(page);
      // Without attributes the next person has no rows, under their own name.
      expect(await page.locator(".tile.type-table td").count()).toBe(0);
      expect(await page.locator(".account").textContent()).toContain(`Ada ${next.id.slice(-4)}`);
    });
  });

  test("a token that ends early is replaced without a visible effect", async () => {
    const complaints = await visit(`/dashboards/${dashboardId}`, async page => {
      await drawn(page);
      await sql`delete from session_tokens`.execute(t.db);
      await publish(t.db, {kind: "principal", id: user.id});
      await t.web.notices.caughtUp();
      await page.getByRole("combobox", {name: "Status"}).fill("paid");
      await page.keyboard.press("Enter");
      await page.locator('[aria-label="Orders by status: Status paid, Count 3."]').waitFor();
      await drawn(page);
      expect(await page.locator(".tile").count()).toBe(3);
    });
    // The browser itself logs each 401.
    expect(complaints.filter(text => !text.includes("401"))).toEqual([]);
  });

  test("another token is requested before the first one ends, and not for each call", async () => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const answers: string[] = [];
      page.on("response", response =>
        answers.push(`${response.status()} ${new URL(response.url()).pathname}`),
      );
      const tokens = () => answers.filter(one => one === "200 /session-token").length;
      const filter = async (value: string) => {
        // Removes the value that was chosen before.
        await page.getByRole("combobox", {name: "Status"}).press("Backspace");
        await page.getByRole("combobox", {name: "Status"}).fill(value);
        await page.keyboard.press("Enter");
        await page.locator(`[aria-label^="Orders by status: Status ${value}"]`).waitFor();
        await drawn(page);
      };
      await page.clock.install();
      await page.goto(`${base}/dashboards/${dashboardId}?refresh=0`);
      await signIn(page, user);
      await drawn(page);
      expect(tokens()).toBe(1);
      await page.clock.fastForward("08:30");
      await filter("paid");
      expect(tokens()).toBe(1);
      await page.clock.fastForward("00:45");
      await filter("open");
      expect(tokens()).toBe(2);
      expect(answers.filter(one => one.startsWith("4"))).toEqual([]);
    } finally {
      await context.close();
    }
  });

  test.each([false, true])("a dashboard fits a narrow and a wide screen, dark: %p", async dark => {
    await visit(
      `/dashboards/${dashboardId}`,
      async page => {
        await drawn(page);
        expect(await page.locator("html").getAttribute("data-theme")).toBe(dark ? "dark" : "light");
        expect(await fits(page)).toBe(true);
        await page.setViewportSize({width: 1200, height: 800});
        await drawn(page);
        expect(await fits(page)).toBe(true);
      },
      {width: 360, dark},
    );
  });

  test("a missing dashboard and one that is not shared look the same", async () => {
    const hidden = await make("/api/dashboards", {name: "Hidden"});
    await visit(`/dashboards/${dashboardId}`, async page => {
      const texts: (string | null)[] = [];
      for (const path of [`/dashboards/${hidden}`, "/dashboards/dash_01kah6a2c5fw8s3d7g9j1m4p6q"]) {
        const answer = await page.goto(base + path);
        expect(answer?.status()).toBe(404);
        texts.push(await page.locator("body").textContent());
      }
      expect(texts[0]).toContain("This dashboard was not found");
      expect(texts[0]).toBe(texts[1]!);
    });
  });

  test("a dashboard cannot be framed by another page", async () => {
    const host = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () =>
        new Response(`<iframe src="${base}/dashboards/${dashboardId}"></iframe>`, {
          headers: {"content-type": "text/html"},
        }),
    });
    try {
      await visit(`/dashboards/${dashboardId}`, async page => {
        await page.goto(`http://127.0.0.1:${host.port}/`);
        await Bun.sleep(500);
        expect(await page.frameLocator("iframe").locator(".account").count()).toBe(0);
      });
    } finally {
      await host.stop(true);
    }
  });
});
