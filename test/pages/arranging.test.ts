import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Locator, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {accessibilityFaults, drawn, type Visit, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("a dashboard arranged at 1400 pixels", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let user: User;
  let base = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    user = await addUser(t, {role: "admin"});
    const {projectId} = shops.duckdb;
    const byStatus = {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    for (const [name, type, query] of [
      ["By status", "bar", byStatus],
      ["As a table", "table", byStatus],
      ["In all", "big_number", {projectId, model: "orders", measures: ["orders.count"]}],
    ] as const) {
      const answer = await t.call("POST", "/api/charts", {body: {name, type, query}});
      expect(answer.status).toBe(201);
    }
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
    await shops?.drop();
  });

  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, user, ...asked);
  const tileOf = (page: Page, name: string) => page.getByRole("group", {name});

  async function newDashboard(page: Page, name: string): Promise<string> {
    await page.getByRole("button", {name: "New dashboard"}).click();
    await page.getByRole("textbox", {name: "Name"}).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("button", {name: "Add a chart"}).waitFor();
    return /dash_\w+/.exec(page.url())?.[0] ?? "";
  }

  async function addChart(page: Page, name: string): Promise<void> {
    await page.getByRole("button", {name: "Add a chart"}).click();
    await page.getByRole("list", {name: "Charts"}).getByText(name).click();
    await tileOf(page, name).waitFor();
  }

  async function drag(page: Page, what: Locator, by: {x: number; y: number}): Promise<void> {
    await what.hover();
    await page.mouse.down();
    const {x, y, width, height} = (await what.boundingBox())!;
    await page.mouse.move(x + width / 2 + by.x, y + height / 2 + by.y, {steps: 8});
    await page.mouse.up();
  }

  test("tiles are dragged, resized by their corner, and moved by keys, and the dashboard shows the new layout", async () => {
    const complaints = await visit(
      "/dashboards",
      async page => {
        const id = await newDashboard(page, "Arranged");
        for (const name of ["By status", "As a table", "In all"]) await addChart(page, name);
        // The first two tiles are next to each other, and the third one begins the next row.
        const bar = tileOf(page, "By status");
        const {width} = (await bar.boundingBox())!;
        const column = width / 18;
        await bar.hover();
        await drag(page, bar.locator(".ui-resizable-se"), {x: -6 * column, y: 0});
        expect(await bar.getAttribute("aria-label")).toBe("By status: column 1, row 1, 12 wide, 12 high");
        // Further than to the edge, at which the tile stops.
        await drag(page, tileOf(page, "In all").locator("h2"), {x: 24 * column, y: 0});
        expect(await tileOf(page, "In all").getAttribute("aria-label")).toContain("column 19, row 13");
        const table = tileOf(page, "As a table");
        for (let i = 0; i < 6; i++) await table.press("ArrowLeft");
        for (let i = 0; i < 6; i++) await table.press("Shift+ArrowRight");
        expect(await table.getAttribute("aria-label")).toBe("As a table: column 13, row 1, 24 wide, 12 high");
        expect(await accessibilityFaults(page)).toEqual([]);
        await page.getByRole("button", {name: "Save", exact: true}).click();
        await page.getByText("Saved.", {exact: true}).waitFor();
        const {tiles} = (await t.call("GET", `/api/dashboards/${id}`)).body;
        const places = tiles.map((one: Record<string, unknown>) => [one["x"], one["y"], one["w"], one["h"]]);
        expect(places).toEqual([
          [0, 0, 12, 12],
          [12, 0, 24, 12],
          [18, 12, 18, 12],
        ]);
        await page.getByRole("link", {name: "To the dashboard"}).click();
        await drawn(page);
        const [first, second, third] = await Promise.all(
          ["By status", "As a table", "In all"].map(name =>
            page.getByRole("region", {name, exact: true}).boundingBox(),
          ),
        );
        expect(first!.y).toBe(second!.y);
        expect(second!.x).toBeGreaterThan(first!.x + first!.width);
        expect(Math.round(second!.width / first!.width)).toBe(2);
        expect(third!.y).toBeGreaterThan(second!.y);
        expect(third!.x).toBeGreaterThan(second!.x);
      },
      {width: 1400},
    );
    expect(complaints).toEqual([]);
  });

  test("a person who leaves with unsaved changes is asked for confirmation", async () => {
    await visit(
      "/dashboards",
      async page => {
        await newDashboard(page, "Not saved");
        await addChart(page, "In all");
        // The click ends only when the browser's dialog was answered.
        const asked = new Promise<string>(resolve => {
          page.once("dialog", dialog => void dialog.dismiss().then(() => resolve(dialog.type())));
        });
        const charts = page.getByRole("navigation", {name: "Content"}).getByRole("link", {name: "Charts"});
        await charts.click({noWaitAfter: true});
        expect(await asked).toBe("beforeunload");
        await tileOf(page, "In all").waitFor();
        expect(page.url()).toContain("/edit");
        // The list of dashboards is an earlier page of the same document, which the browser does not guard.
        const askedAgain = new Promise<string>(resolve => {
          page.once("dialog", dialog => void dialog.dismiss().then(() => resolve(dialog.message())));
        });
        await page.evaluate("history.back()");
        expect(await askedAgain).toContain("not saved");
        await page.waitForURL("**/edit");
        await tileOf(page, "In all").waitFor();
        await page.getByRole("button", {name: "Save", exact: true}).click();
        await page.getByText("Saved.", {exact: true}).waitFor();
        await charts.click();
        await page.waitForURL("**/charts");
        // A screen reader continues at the new page.
        await page.locator("main:focus").waitFor();
      },
      {width: 1400},
    );
  });

  test("the back button returns to a search, and the rows of an earlier list are not added to its result", async () => {
    await visit("/charts", async page => {
      const charts = page.getByRole("navigation", {name: "Content"}).getByRole("link", {name: "Charts"});
      // A link to the page that is shown opens it without its search.
      const search = page.getByRole("searchbox", {name: "Search charts by name"});
      await search.fill("In all");
      await page.waitForURL("**/charts?q=In+all");
      await charts.click();
      await page.waitForURL("**/charts");
      expect(await search.inputValue()).toBe("");
      await page.evaluate("history.back()");
      await page.waitForURL("**/charts?q=In+all");
      expect(await search.inputValue()).toBe("In all");
      await charts.click();
      await page.waitForURL("**/charts");
      // A next page of the whole list that arrives after the result of a search is not added to the result.
      const older = Promise.withResolvers<void>();
      await page.route("**/api/charts?*", async route => {
        const q = new URL(route.request().url()).searchParams;
        if (q.has("cursor")) await older.promise;
        const name = q.has("cursor") ? "Older" : q.has("q") ? "Found" : "Newer";
        const link = '</api/charts?cursor=next>; rel="next"';
        await route.fulfill({
          json: [{id: `chart_${name}`, name, type: "bar", createdAt: "2026-01-01T00:00:00Z"}],
          headers: name === "Newer" ? {link} : {},
        });
      });
      await search.fill("x");
      await page.getByRole("link", {name: "Found"}).waitFor();
      await search.fill("");
      await page.getByRole("button", {name: "More: Charts"}).click();
      await search.fill("x");
      await page.getByRole("link", {name: "Found"}).waitFor();
      const arrived = page.waitForResponse("**/api/charts?cursor=next");
      older.resolve();
      await (await arrived).finished();
      await page.evaluate("new Promise(resolve => setTimeout(resolve))");
      expect(await page.getByRole("link", {name: "Older"}).count()).toBe(0);
      await page.unrouteAll();
    });
  });
});
