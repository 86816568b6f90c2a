import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {drawn, faultsIn, type Visit, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("home and the explorer in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let user: User;
  let base = "";
  let explore = "";
  let sheetId = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    user = await addUser(t, {role: "admin"});
    explore = `/explore/orders?project=${shops.duckdb.projectId}`;
    const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    await addWideModel(500);
    for (let i = 0; i < 14; i++) await make("/api/charts", {name: `Chart ${i}`, type: "bar", query});
    await make("/api/dashboards", {name: "<b>Shop</b>"});
    const cells = {A1: "Twice", B1: "=2*SUM(B4:B5)", C1: "=1/0"};
    const queries = [{anchor: "A3", header: true, query}];
    sheetId = await make("/api/sheets", {
      name: "Numbers",
      tabs: [{name: "One", cells, queries, formats: {B1: "0.0%"}}, {name: "Two"}],
    });
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

  /** Adds a model with this many fields, half of them measures. */
  async function addWideModel(fields: number): Promise<void> {
    const half = Array.from({length: fields / 2}, (_, i) => i);
    const model = {
      name: "wide",
      label: "Wide open",
      table: {sql: "select 7 as n, 'yes' as word"},
      dimensions: half.map(i => ({name: `word_${i}`, label: `Word ${i}`, type: "string", column: "word"})),
      measures: half.map(i => ({name: `sum_${i}`, label: `Sum ${i}`, type: "sum", column: "n"})),
    };
    await make(`/api/projects/${shops.duckdb.projectId}/introspect`, {graph: {models: [model]}});
  }

  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, user, ...asked);
  const names = (page: Page, section: string) =>
    page.locator(`section[aria-labelledby=${section}] li a`).allTextContents();

  test("the first page lists everything that can be opened, by name", async () => {
    const complaints = await visit("/sign-in?to=%2F", async page => {
      await drawn(page);
      expect(await names(page, "dashboards")).toEqual(["<b>Shop</b>"]);
      expect(await names(page, "charts")).toHaveLength(12);
      await page.getByRole("button", {name: "More charts"}).click();
      await page.getByRole("link", {name: "Chart 0", exact: true}).waitFor();
      expect(await names(page, "charts")).toHaveLength(14);
      expect(await names(page, "models")).toContain("orders");
      await page.getByRole("link", {name: "Numbers", exact: true}).click();
      await drawn(page);
      expect(await page.locator("h1").textContent()).toBe("Numbers");
    });
    expect(complaints).toEqual([]);
  });

  test("the first page is searched while typing, and the search is in the address", async () => {
    await visit("/sign-in?to=%2F", async page => {
      await drawn(page);
      await page.getByRole("searchbox", {name: "Search by name"}).fill("CHART 13");
      await page.getByText("1 found").waitFor();
      expect(await names(page, "charts")).toEqual(["Chart 13"]);
      expect(await page.locator("section[aria-labelledby=dashboards]").isVisible()).toBe(false);
      await page.reload();
      await page.getByText("1 found").waitFor();
      await page.getByRole("searchbox").fill("no such thing");
      await page.getByText("Nothing was found.").waitFor();
    });
  });

  test("the search also finds models, and an error in it does not remove the page", async () => {
    await visit("/sign-in?to=%2F", async page => {
      await drawn(page);
      const box = page.getByRole("searchbox", {name: "Search by name"});
      await box.fill("OPEN wide");
      await page.getByText("1 found").waitFor();
      expect(await page.locator("section[aria-labelledby=models] li a:visible").allTextContents()).toEqual([
        "Wide open",
      ]);
      const problem = {detail: "Too many calls at once.", code: "rate_limited"};
      await page.route("**/api/charts?*", route => route.fulfill({status: 429, json: problem}));
      await box.fill("chart 3");
      await page.getByText("Too many calls at once.").waitFor();
      await page.unroute("**/api/charts?*");
      await box.fill("chart 13");
      await page.getByText("1 found").waitFor();
    });
  });

  test("a model that was added meanwhile is on the next page", async () => {
    await visit("/projects", async page => {
      await page.getByRole("link", {name: "Wide open"}).first().waitFor();
      const added = {name: "added", label: "Added meanwhile"};
      await page.route("**/api/projects/*/models", async route => {
        const answer = await route.fetch();
        await route.fulfill({response: answer, json: [...(await answer.json()), added]});
      });
      await page.evaluate(() => {
        (globalThis as {stays?: boolean}).stays = true;
      });
      await page.getByRole("navigation").getByRole("link", {name: "Explore"}).click();
      await page.getByText("Added meanwhile").first().waitFor();
      await page.unroute("**/api/projects/*/models");
      const again = page.waitForResponse(answer => answer.url().endsWith("/models"));
      await page.goBack();
      await again;
      expect(await page.evaluate(() => (globalThis as {stays?: boolean}).stays)).toBe(true);
    });
  });

  test("a star is saved, and can be searched by", async () => {
    await visit("/sign-in?to=%2F", async page => {
      await drawn(page);
      const kept = page.waitForResponse(answer => answer.url().endsWith("/star") && answer.ok());
      await page.getByRole("button", {name: "Star Chart 5"}).click();
      await kept;
      await page.reload();
      await drawn(page);
      expect(await page.getByRole("button", {name: "Star Chart 5"}).getAttribute("aria-pressed")).toBe(
        "true",
      );
      await page.getByRole("checkbox", {name: "Starred"}).check();
      await page.getByText("1 found").waitFor();
      expect(await names(page, "charts")).toEqual(["Chart 5"]);
    });
  });

  test("a sheet shows its calculated tabs", async () => {
    const complaints = await visit(`/sheets/${sheetId}`, async page => {
      await drawn(page);
      expect(await page.locator("h2").allTextContents()).toEqual(["One", "Two"]);
      const rows = await page
        .locator("tbody tr")
        .evaluateAll(all => all.map(row => [...row.querySelectorAll("td")].map(cell => cell.textContent)));
      expect(rows).toEqual([
        ["Twice", "800.0%", "#DIV/0!"],
        ["", "", ""],
        ["Status", "Count", ""],
        ["open", "1", ""],
        ["paid", "3", ""],
      ]);
      await page.getByText("This tab is empty.").waitFor();
    });
    expect(complaints).toEqual([]);
  });

  test("numbers and dates of a sheet are in the reader's locale, except dates with a format in the sheet", async () => {
    const filters = [{field: "orders.status", op: "=", value: "open"}];
    const query = {
      model: "orders",
      dimensions: ["orders.placed_at.day"],
      measures: ["orders.count"],
      filters,
    };
    const cells = {A1: 1234.5, B1: 1234567.891, C1: "=A4", D1: "1,234.5", E1: -0.125};
    const formats = {B1: "#,##0.00", C1: "yyyy-mm-dd", E1: "0.0%"};
    const id = await make("/api/sheets", {
      name: "Locales",
      tabs: [{name: "One", cells, formats, queries: [{anchor: "A3", query}]}],
    });
    const shown = async (locale: string) => {
      const rows: string[] = [];
      const read = async (page: Page) => {
        await drawn(page);
        const cells = await page.locator("tbody tr:is(:first-child, :nth-child(4)) td").allTextContents();
        rows.push(...cells.filter(Boolean));
      };
      expect(await visitAs(browser, base, user, `/sheets/${id}`, read, {locale})).toEqual([]);
      return rows;
    };
    expect(await shown("de-DE")).toEqual([
      ...["1.234,5", "1.234.567,89", "2026-02-01", "1,234.5", "-12,5%", "01.02.2026", "1"],
    ]);
    expect(await shown("en-US")).toEqual([
      ...["1,234.5", "1,234,567.89", "2026-02-01", "1,234.5", "-12.5%", "Feb 1, 2026", "1"],
    ]);
  });

  test("a question is asked by selecting fields, narrowed, and saved as a chart", async () => {
    const complaints = await visit(explore, async page => {
      await drawn(page);
      await page.getByText("Pick a measure").waitFor();
      await page.getByRole("checkbox", {name: "Count orders.count"}).check();
      await page.locator('[aria-label="orders: Count 4."]').waitFor();
      await page.getByRole("checkbox", {name: "Status orders.status"}).check();
      await page.locator('[aria-label^="orders: horizontal bar of Status, Count, 2 rows"]').waitFor();
      await page.getByRole("combobox", {name: "Add a filter"}).selectOption("orders.status");
      await page.getByRole("combobox", {name: "Status"}).fill("paid");
      await page.keyboard.press("Enter");
      await page.locator('[aria-label="orders: Status paid, Count 3."]').waitFor();
      await page.getByText("SQL", {exact: true}).click();
      await page.getByText("count(*)").waitFor();
      await page.reload();
      await page.locator('[aria-label="orders: Status paid, Count 3."]').waitFor();
      await page.getByRole("button", {name: "Save as a chart"}).click();
      await page.getByRole("textbox", {name: "Name of the chart"}).fill("Paid orders");
      await page.getByRole("button", {name: "Save", exact: true}).click();
      await page.getByRole("link", {name: "Open the chart"}).click();
      await drawn(page);
      expect(await page.locator("h1").textContent()).toBe("Paid orders");
    });
    expect(complaints).toEqual([]);
  });

  test("a time has a grain, and a question that cannot be asked shows the reason", async () => {
    await visit(explore, async page => {
      await drawn(page);
      await page.getByRole("checkbox", {name: "Total orders.total"}).check();
      await page.getByRole("checkbox", {name: "Placed at orders.placed_at"}).check();
      // With three months the default is the week, and the exact moments come last.
      await page.locator('[aria-label^="orders: line of Placed at (week)"]').waitFor();
      const grains = page.getByRole("combobox", {name: "Grain of orders.placed_at"}).locator("option");
      expect((await grains.allTextContents()).at(-1)).toBe("exact");
      await page.getByRole("combobox", {name: "Grain of orders.placed_at"}).selectOption("year");
      await page.locator('[aria-label^="orders: "][aria-label*="Placed at (year)"]').waitFor();
      await page.goto(`${base}${explore}&m=orders.cuont`);
      await page.getByText('Did you mean "orders.count"').waitFor();
      await page.goto(`${base}/explore/nothing?project=${shops.duckdb.projectId}`);
      await page.getByText("This content no longer exists").waitFor();
    });
  });

  test("series that a limit would cut off are not drawn, and can be requested whole", async () => {
    // Four days have an order, three of them a paid one.
    const days = "&m=orders.count&d=orders.placed_at.day&d=orders.status&type=line&limit=2";
    const said = (page: Page) => page.locator("svg text").allTextContents();
    await visit(explore + days, async page => {
      await drawn(page);
      await page.getByRole("button", {name: "Show up to 10,000 rows"}).waitFor();
      expect((await said(page)).join(" ")).toContain("A limit of 2 rows ends in the middle");
      await page.getByRole("button", {name: "Show up to 10,000 rows"}).click();
      await page.locator("svg .mark-line path").first().waitFor({state: "attached"});
      expect(await page.locator("#limit").inputValue()).toBe("10000");
      expect(await page.locator(".offers").count()).toBe(0);
      await page.goto(base + explore + days.replace("limit=2", "limit=3"));
      await drawn(page);
      await page.getByRole("button", {name: "Show the 9 greatest"}).click();
      await page.waitForURL(/top=9/);
      expect(await page.getByRole("combobox", {name: "Series"}).inputValue()).toBe("9");
      await page.getByText("SQL", {exact: true}).click();
      await page.getByText("'Other'").waitFor();
    });
  });

  test("an invalid limit is reported, and no query is sent", async () => {
    await visit(`${explore}&m=orders.count&d=orders.status&limit=9999999`, async page => {
      await drawn(page);
      const bounds = page.getByText("A whole number from 1 to 10,000.");
      await bounds.waitFor();
      const limit = page.getByRole("spinbutton", {name: "Row limit"});
      expect(await limit.inputValue()).toBe("10000");
      await limit.fill("20");
      await limit.press("Enter");
      await page.waitForURL(/limit=20/);
      expect(await bounds.isVisible()).toBe(false);
      for (const wrong of ["0", "10001", "2.5", ""]) {
        await limit.fill(wrong);
        await limit.press("Tab");
        await bounds.waitFor();
        expect(new URL(page.url()).searchParams.get("limit")).toBe("20");
        await limit.fill("20");
        await limit.press("Tab");
        await bounds.waitFor({state: "hidden"});
      }
    });
  });

  test("fields are listed under the join that leads to them", async () => {
    await visit(explore, async page => {
      await drawn(page);
      const group = page.getByRole("group", {name: "Customers"}).first();
      await group.waitFor();
      expect((await group.getByRole("checkbox").count()) > 0).toBe(true);
      const labels = await page
        .locator("#narrowing optgroup, .narrowing optgroup")
        .evaluateAll(all => all.map(one => one.getAttribute("label")));
      expect(labels).toEqual(["Orders", "Customers", "Measures"]);
      await page.getByRole("searchbox", {name: "Search fields"}).fill("orders.status");
      expect(await group.isVisible()).toBe(false);
    });
  });

  test("models are listed under their projects, and the latest queries are described", async () => {
    await visit(`${explore}&m=orders.count&d=orders.status`, async page => {
      await drawn(page);
      await page.locator('[role="img"]').waitFor();
      await t.worker.executor.runLog.flush();
      await t.web.runLog.flush();
      await page.goto(`${base}/sign-in?to=%2F`);
      await page.goto(`${base}/`);
      await drawn(page);
      const headings = await page.locator("section[aria-labelledby=models] summary bdi").allTextContents();
      expect(headings.toSorted()).toEqual(["shop duckdb", "shop postgres"]);
      const query = page.getByRole("link", {name: /^orders: Count by Status$/}).first();
      await query.click();
      await page.locator('[aria-label^="orders: horizontal bar of Status, Count"]').waitFor();
    });
  });

  test("one of 500 fields is found and selected by the keyboard, and the answer is saved as CSV", async () => {
    // Without a project in the address, the default project applies.
    await visit("/explore/wide", async page => {
      await drawn(page);
      const fields = page.locator(".picker .field");
      expect(await fields.count()).toBe(500);
      await page.getByRole("searchbox", {name: "Search fields"}).focus();
      await page.keyboard.type("sum 24");
      // 24, 124, 224 and 240 to 249
      expect(await page.locator(".picker .field:not([hidden])").count()).toBe(13);
      await page.keyboard.type("9");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.locator('[aria-label="Wide open: Sum 249 7."]').waitFor();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", {name: "Download Wide open as CSV"}).click(),
      ]);
      expect(await Bun.file(await file.path()).text()).toBe("wide.sum_249\r\n7\r\n");
    });
  });

  test("a line chart shows the point that is nearest to the pointer", async () => {
    await visit(`${explore}&m=orders.count&d=orders.placed_at.month`, async page => {
      await drawn(page);
      const line = page.locator("svg .mark-line.role-mark path").first();
      const box = await line.boundingBox();
      const {x = 0, width = 0} = box ?? {};
      for (const [share, month, count] of [
        [0.1, "Jan 2026", "1"],
        [0.4, "Feb 2026", "2"],
        [1, "Mar 2026", "1"],
      ] as const) {
        await line.dispatchEvent("mousemove", {clientX: x + width * share, bubbles: true});
        const said = await page.locator(".tip bdi").allTextContents();
        expect(said).toEqual(["Placed at (month)", month, "Count", count]);
      }
    });
  });

  test("the nearest moment is shown with all of its series, anywhere in the plot", async () => {
    // January has a paid order, and February has one of each.
    const asked = `${explore}&m=orders.count&d=orders.placed_at.month&d=orders.status&type=line`;
    await visit(asked, async page => {
      await drawn(page);
      const plot = await page.locator('[role="img"] svg').boundingBox();
      const {x = 0, y = 0, width = 0, height = 0} = plot ?? {};
      const described = async (share: number) => {
        await page.mouse.move(x + width * share, y + height * 0.35);
        return page.locator(".tip:not([hidden]) bdi").allTextContents();
      };
      const of = (month: string, ...series: string[]) => ["Placed at (month)", month, ...series];
      expect(await described(0.1)).toEqual(of("Jan 2026", "paid", "1"));
      const both = await described(0.52);
      expect(both.slice(0, 2)).toEqual(of("Feb 2026"));
      expect([both.slice(2, 4), both.slice(4)].toSorted()).toEqual([
        ["open", "1"],
        ["paid", "1"],
      ]);
    });
  });

  test("a table has the values of its chart, and is sorted by its headings", async () => {
    const asked = `${explore}&m=orders.count&d=orders.placed_at.month&type=table`;
    await visit(asked, async page => {
      await drawn(page);
      const cells = () => page.locator(".tile td").allTextContents();
      const rows = ["Jan 2026", "1", "Feb 2026", "2", "Mar 2026", "1"];
      expect(await cells()).toEqual(rows);
      const count = page.getByRole("columnheader", {name: "Count"});
      await count.getByRole("button").click();
      expect(await cells()).toEqual(["Jan 2026", "1", "Mar 2026", "1", "Feb 2026", "2"]);
      expect(await count.getAttribute("aria-sort")).toBe("ascending");
      await count.getByRole("button").click();
      expect((await cells()).slice(0, 2)).toEqual(["Feb 2026", "2"]);
      const month = page.getByRole("columnheader", {name: "Placed at (month)"});
      await month.getByRole("button").click();
      expect(await cells()).toEqual(rows);
      expect(await count.getAttribute("aria-sort")).toBeNull();
    });
  });

  test("an answer is redrawn when the reader's system switches to dark mode", async () => {
    await visit(`${explore}&m=orders.count&d=orders.status`, async page => {
      await drawn(page);
      const bar = (fill: string) => page.locator(`svg .mark-rect.role-mark path[fill="${fill}"]`).first();
      await bar("#3f72d8").waitFor();
      await page.emulateMedia({colorScheme: "dark"});
      await bar("#6093ee").waitFor();
    });
  });

  test("everything fits, narrow and wide, light and dark, and axe-core finds nothing", async () => {
    const looks = [{width: 360}, {width: 360, dark: true}, {width: 1400, dark: true}, {width: 1400}];
    const asked = `${explore}&m=orders.count&d=orders.status&filter.orders.status=paid&filter.orders.status=open`;
    await visit(
      "/sign-in?to=%2F",
      async page => {
        for (const path of ["/", `/sheets/${sheetId}`, asked]) {
          await page.setViewportSize({width: 360, height: 800});
          await page.goto(base + path);
          await drawn(page);
          if (path === asked) await page.locator('[role="img"]').waitFor();
          expect([path, await faultsIn(page, looks)]).toEqual([path, []]);
        }
      },
      {width: 360},
    );
  });

  test("a person who is not signed in is told what this is, and asked to sign in before seeing rows", async () => {
    const page = await fetch(`${base}/`);
    expect(await page.text()).toContain('<a href="/sign-in?to=%2F">Sign in</a>');
    const asked = await fetch(base + explore, {redirect: "manual"});
    expect(asked.status).toBe(303);
    expect(asked.headers.get("location")).toContain("/sign-in?to=%2Fexplore%2Forders");
  });
});
