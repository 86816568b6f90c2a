import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";
import {accessibilityFaults, drawn, faultsIn, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();
const HOSTILE = "<img src=x onerror=alert(1)>";

/** Of four customers, Ada and Cy buy twice, a month apart. */
const SALES = `select * from (values
  (1, date '2026-01-05', 'Ada', 10), (2, date '2026-01-06', 'Bo', 20), (3, date '2026-01-07', 'Cy', 30),
  (4, date '2026-02-01', 'Ada', 40), (5, date '2026-02-03', 'Cy', 60), (6, date '2026-02-05', 'Di', 120)
) as s(id, day, buyer, amount)`;
const BUYERS = `select * from (values ('Ada', 'north'), ('Bo', 'north'), ('Cy', 'south'), ('Di', 'south'),
  ('Eve', 'south')) as b(name, region)`;

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("exploring in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let admin: User;
  let viewer: User;
  let base = "";
  let sales = "";
  let buyers = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    admin = await addUser(t, {role: "admin"});
    viewer = await addUser(t, {seat: "viewer"});
    const {projectId} = shops.duckdb;
    sales = `/explore/sales?project=${projectId}`;
    buyers = `/explore/buyers?project=${projectId}`;
    const column = (name: string, type: string, label?: string) => ({
      name,
      type,
      column: name,
      ...(label && {label}),
    });
    const graph = {
      models: [
        {
          name: "sales",
          table: {sql: SALES},
          primaryKey: ["id"],
          dimensions: [column("day", "date"), column("buyer", "string"), column("amount", "number")],
          measures: [
            {name: "count", type: "count"},
            {name: "total", type: "sum", column: "amount"},
          ],
        },
        {
          name: "buyers",
          table: {sql: BUYERS},
          primaryKey: ["name"],
          dimensions: [column("name", "string"), column("region", "string", HOSTILE)],
          measures: [{name: "count", type: "count"}],
        },
      ],
      joins: [{from: "sales", to: "buyers", relationship: "many_to_one", on: [{from: "buyer", to: "name"}]}],
    };
    const made = await t.call("POST", `/api/projects/${projectId}/introspect`, {body: {graph}});
    if (made.status !== 201) throw new Error(made.text);
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
    await shops?.drop();
  });

  const visit = (path: string, use: (page: Page) => Promise<void>, user = admin, width = 1400) =>
    visitAs(browser, base, user, path, use, {width});
  const choice = (page: Page, name: string) => page.getByRole("combobox", {name, exact: true});

  /** Waits until the answer's table has these cells in the given columns. */
  async function shows(page: Page, rows: string[][], columns?: readonly number[]): Promise<void> {
    const cells = () =>
      page
        .locator(".tile tbody tr")
        .evaluateAll(all =>
          all.map(row => [...row.querySelectorAll("td")].map(cell => cell.textContent ?? "")),
        );
    const asked = async () => (await cells()).map(row => (columns ? columns.map(c => row[c] ?? "") : row));
    // The table is read in one step, because a page that queries again has no table meanwhile.
    await until(async () => Bun.deepEquals(await asked(), rows), 30_000);
  }

  test("an empty home page leads to a chart on a new dashboard", async () => {
    const complaints = await visit("/sign-in?to=%2F", async page => {
      await page.getByRole("heading", {name: "Get started"}).waitFor();
      expect(await page.getByRole("link", {name: "Get started"}).getAttribute("href")).toBe("/start");
      await page.getByRole("navigation", {name: "Main"}).getByRole("link", {name: "Explore"}).click();
      await page.getByRole("searchbox", {name: "Search models"}).fill("duckdb sales");
      await page.getByRole("heading", {name: "shop postgres"}).waitFor({state: "detached"});
      await page.getByRole("link", {name: "sales"}).click();
      await page.getByRole("checkbox", {name: "Total sales.total"}).check();
      await page.getByRole("checkbox", {name: "Buyer sales.buyer"}).check();
      await page.locator('[aria-label^="sales: horizontal bar of Buyer, Total"]').waitFor();
      await page.getByRole("button", {name: "Save as a chart"}).click();
      const name = page.getByRole("textbox", {name: "Name of the chart"});
      expect(await name.inputValue()).toBe("Total by Buyer");
      await page.getByRole("radio", {name: "A new dashboard"}).check();
      await page.getByRole("textbox", {name: "Name of the dashboard"}).fill("Buyers");
      await page.getByRole("button", {name: "Save", exact: true}).click();
      await page.getByRole("link", {name: "Tell me when"}).waitFor();
      // The second chart is placed next to the first.
      await page.keyboard.press("Escape");
      await page.getByRole("button", {name: "Save as a chart"}).click();
      await name.fill("Again");
      await page.getByRole("radio", {name: "An existing dashboard"}).check();
      const buyers = page.getByRole("radio", {name: "Buyers", checked: true});
      await buyers.waitFor();
      // The automatic choice is no search term of the person.
      const search = page.getByRole("searchbox", {name: "Search dashboards by name"});
      await search.fill("Sellers");
      await search.press("Enter");
      await page.getByText("Choose a dashboard.").waitFor();
      await page.getByText("No dashboard that you may change has this name.").waitFor();
      await search.fill("");
      await buyers.waitFor();
      await page.getByRole("button", {name: "Save", exact: true}).click();
      await page.getByRole("link", {name: "Open the dashboard"}).click();
      await drawn(page);
      await page.getByRole("heading", {name: "Again"}).waitFor();
      expect(await page.locator("h1").textContent()).toBe("Buyers");
    });
    expect(complaints).toEqual([]);
    const {body} = await t.call("GET", "/api/dashboards?q=Buyers");
    const {tiles} = (await t.call("GET", `/api/dashboards/${body[0].id}`)).body;
    expect(
      tiles.map(({x, y, chart}: {x: number; y: number; chart: {name: string}}) => [chart.name, x, y]),
    ).toEqual([
      ["Total by Buyer", 0, 0],
      ["Again", 18, 0],
    ]);
  });

  test("a distribution shows how many buyers have how many sales", async () => {
    const complaints = await visit(`${sales}&type=table`, async page => {
      await page.getByRole("radio", {name: "Distribution"}).check();
      await page.getByText("Choose what is counted").waitFor();
      await choice(page, "What is counted").selectOption("sales.buyer");
      await choice(page, "By what they have").selectOption("sales.count");
      await page.locator('[aria-label^="sales: bar of Count, Number of Buyer"]').waitFor();
      await choice(page, "Shown as").selectOption("Table");
      await shows(page, [
        ["1", "2"],
        ["2", "2"],
      ]);
      await choice(page, "By what they have").selectOption("sales.total");
      await page.getByRole("spinbutton", {name: "Width of the bins"}).fill("50");
      await page.keyboard.press("Enter");
      // Ada has 50, Bo 20, Cy 90 and Di 120.
      const rows = [
        ["0", "1"],
        ["50", "2"],
        ["100", "1"],
      ];
      await shows(page, rows);
      await page.reload();
      await shows(page, rows);
      await choice(page, "Added up beside").selectOption("sales.total");
      const sums = [
        ["0", "1", "20"],
        ["50", "2", "140"],
        ["100", "1", "120"],
      ];
      await shows(page, sums);
      await page.reload();
      await shows(page, sums);
      await choice(page, "Shown as").selectOption("Automatic");
      await page.locator('[aria-label^="sales: bar of Total, Number of Buyer"]').waitFor();
    });
    expect(complaints).toEqual([]);
  });

  test("a retention shows the purchases of returning buyers, and a funnel shows how long its steps take", async () => {
    await visit(sales, async page => {
      await page.getByRole("radio", {name: "Retention"}).check();
      await choice(page, "Who returns").selectOption("sales.buyer");
      await choice(page, "Measure of the returns").selectOption("sales.total");
      await page.locator('[aria-label^="sales: heatmap of"][aria-label*="Total"]').waitFor();
      await choice(page, "Shown as").selectOption("Table");
      // Ada, Bo and Cy bought for 60 in January, and Ada and Cy for 100 in February, when Di came for the first time.
      const cohorts = [
        ["0", "3", "60"],
        ["1", "2", "100"],
        ["0", "1", "120"],
      ];
      await shows(page, cohorts, [1, 3, 5]);
      await page.reload();
      await shows(page, cohorts, [1, 3, 5]);
      expect(await choice(page, "Measure of the returns").inputValue()).toBe("sales.total");
      // The rows of another model have other measures.
      await choice(page, "Model of what a return is").selectOption("buyers");
      const shown = choice(page, "Measure of the returns");
      await shown.locator("option[value='sales.total']").waitFor({state: "detached"});
      expect(await shown.locator("option").allTextContents()).toContain("Count");
      expect(await shown.inputValue()).toBe("");
      await page.getByRole("radio", {name: "Funnel"}).check();
      await choice(page, "Who goes through the steps").selectOption("sales.buyer");
      await page.getByRole("checkbox", {name: "Say how long each step takes"}).check();
      await choice(page, "Shown as").selectOption("Table");
      // Ada and Cy both return after 27 days.
      const steps = [
        ["sales", "4", "(none)"],
        ["sales 2", "2", "27d"],
      ];
      await shows(page, steps, [0, 1, 4]);
      await page.reload();
      await shows(page, steps, [0, 1, 4]);
    });
  });

  test("a funnel and a retention are described in words, and survive a reload", async () => {
    await visit(sales, async page => {
      await page.getByRole("radio", {name: "Funnel"}).check();
      await choice(page, "Who goes through the steps").selectOption("sales.buyer");
      const second = page.getByRole("group", {name: "Step 2"});
      await second.getByRole("textbox", {name: "Name of step 2"}).fill("Much");
      await second.getByRole("combobox", {name: "Add a condition"}).selectOption("sales.amount");
      await page.keyboard.type("40");
      await page.keyboard.press("Enter");
      await page.locator('[aria-label^="sales: funnel of"]').waitFor();
      await choice(page, "Shown as").selectOption("Table");
      const steps = [
        ["sales", "4"],
        ["Much", "2"],
      ];
      await shows(page, steps, [0, 1]);
      await page.reload();
      await shows(page, steps, [0, 1]);
      // Buyers who return do so after 27 days.
      await page.getByRole("checkbox", {name: "within"}).check();
      await shows(
        page,
        [
          ["sales", "4"],
          ["Much", "0"],
        ],
        [0, 1],
      );
      await page.getByRole("radio", {name: "Retention"}).check();
      await choice(page, "Who returns").selectOption("sales.buyer");
      await page.locator('[aria-label^="sales: heatmap of"]').waitFor();
      await choice(page, "Shown as").selectOption("Table");
      // Of three buyers in January two return in February; one more comes for the first time in February.
      await shows(
        page,
        [
          ["0", "3", "3"],
          ["1", "2", "3"],
          ["0", "1", "1"],
        ],
        [1, 3, 4],
      );
    });
  });

  test("a fault of a funnel is shown at its step", async () => {
    const funnel = {entity: "sales.buyer", steps: [{}, {model: "buyers"}]};
    await visit(`${sales}&funnel=${encodeURIComponent(JSON.stringify(funnel))}`, async page => {
      await page
        .getByRole("group", {name: "Step 2"})
        .getByRole("alert")
        .filter({hasText: "buyers"})
        .waitFor();
    });
  });

  test("rows can be filtered by rows of another model, and by a measure of their group", async () => {
    await visit(`${buyers}&m=buyers.count&type=table`, async page => {
      await shows(page, [["5"]]);
      await choice(page, "Add a condition on groups").selectOption("Without rows of another model");
      await shows(page, [["1"]]);
      await choice(page, "With or without").selectOption("with");
      await shows(page, [["4"]]);
      await page.getByRole("combobox", {name: "Add a condition", exact: true}).selectOption("sales.amount");
      await page.keyboard.type("50");
      await page.keyboard.press("Enter");
      await shows(page, [["2"]]);
      await page.reload();
      await shows(page, [["2"]]);
      await page.getByRole("button", {name: "Remove this condition"}).click();
      await shows(page, [["5"]]);
      const per = {is: "per", per: "sales.buyer", field: "sales.count", op: ">=", value: 2};
      await page.goto(
        `${base}${sales}&m=sales.total&type=table&rows=${encodeURIComponent(JSON.stringify(per))}`,
      );
      await shows(page, [["140"]]);
    });
  });

  test("clicking a cell offers to narrow the question, or to show the rows behind it", async () => {
    await visit(`${sales}&m=sales.total&d=sales.day.month&type=table`, async page => {
      await page.getByRole("cell", {name: "Feb 2026"}).click();
      await page.getByRole("button", {name: "Show the rows behind it"}).click();
      const rows = page.getByRole("dialog", {name: "Day (month): Feb 2026"}).locator("tbody tr");
      await rows.nth(2).waitFor();
      expect(await rows.count()).toBe(3);
      await page.getByRole("button", {name: "Close"}).click();
      await page.getByRole("cell", {name: "Feb 2026"}).click();
      // A dialog without a field focuses its main button.
      await page.locator("button:focus", {hasText: "Show only this"}).press("Enter");
      await shows(page, [["Feb 2026", "220"]]);
      await page.goBack();
      await shows(page, [
        ["Jan 2026", "60"],
        ["Feb 2026", "220"],
      ]);
    });
  });

  test("going back undoes selections step by step, and going forward repeats them", async () => {
    await visit(`${sales}&m=sales.total&type=table`, async page => {
      await shows(page, [["280"]]);
      await page.getByRole("checkbox", {name: "Buyer sales.buyer"}).check();
      await page.getByRole("cell", {name: "Ada"}).waitFor();
      await page.getByRole("combobox", {name: "Order"}).selectOption("sales.total");
      const sorted = [
        ["Bo", "20"],
        ["Ada", "50"],
        ["Cy", "90"],
        ["Di", "120"],
      ];
      await shows(page, sorted);
      await page.goBack();
      await page.locator('#order option[value=""]:checked').waitFor({state: "attached"});
      await page.getByRole("cell", {name: "Ada"}).waitFor();
      await page.goBack();
      await page.getByRole("cell", {name: "280"}).waitFor();
      expect(await page.getByRole("checkbox", {name: "Buyer sales.buyer"}).isChecked()).toBe(false);
      await page.goForward();
      await page.getByRole("cell", {name: "Ada"}).waitFor();
      await page.goForward();
      await page.locator('#order option[value="sales.total"]:checked').waitFor({state: "attached"});
      await page.getByRole("row", {name: "Bo 20"}).waitFor();
    });
  });

  test("a cell can be reached and selected with the keyboard alone", async () => {
    await visit(`${sales}&m=sales.total&d=sales.day.month&type=table`, async page => {
      const first = page.getByRole("cell", {name: "Jan 2026"});
      await first.waitFor();
      await page.getByRole("button", {name: "Day (month)"}).focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      expect(await first.evaluate(cell => cell.matches(":focus"))).toBe(true);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", {name: "Day (month): Feb 2026"}).waitFor();
    });
  });

  test("a series can be hidden by its entry in the legend, and shown again", async () => {
    await visit(`${sales}&m=sales.total&d=sales.day.month&d=buyers.region&type=bar`, async page => {
      const entry = page.locator("svg text", {hasText: /^south$/});
      await entry.click({force: true});
      await entry.waitFor({state: "detached"});
      await page.getByRole("button", {name: "Show south again"}).click();
      await entry.waitFor();
    });
  });

  test("a chart has settings of its type, which are in the address and in the saved chart", async () => {
    const asked = `${sales}&d=sales.buyer&m=sales.count&m=sales.total`;
    const complaints = await visit(asked, async page => {
      await page.getByRole("combobox", {name: "Shown as"}).selectOption("Bars and lines");
      await page.getByText("Chart settings", {exact: true}).first().click();
      const settings = page.getByRole("group", {name: "Chart settings"});
      await settings.getByRole("checkbox", {name: "sales.total as a line"}).check();
      await settings.getByLabel("Title of the value axis").fill("Sold");
      await settings.getByLabel("Values up to").fill("0.05");
      expect(await settings.getByLabel("Values up to").inputValue()).toBe("0.05");
      await settings.getByLabel("Values up to").fill("12.5");
      await page.waitForURL(url => url.searchParams.get("look")?.includes("12.5") ?? false);
      expect(await accessibilityFaults(page)).toEqual([]);
      const {searchParams} = new URL(page.url());
      expect(JSON.parse(searchParams.get("look") ?? "")).toEqual({
        lines: ["sales.total"],
        yAxis: {title: "Sold", max: 12.5},
      });
      await page.reload();
      await page.locator(".answer .tile:not([aria-busy])").waitFor();
      await page.getByRole("button", {name: "Save as a chart"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("With settings");
      await page.getByRole("dialog").getByRole("button", {name: "Save"}).click();
      await page.getByRole("dialog", {name: "Saved"}).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", {name: "Shown as"}).selectOption("Table");
      await page.getByRole("group", {name: "Chart settings"}).waitFor({state: "hidden"});
    });
    expect(complaints).toEqual([]);
    const {body} = await t.call("GET", "/api/charts?q=With%20settings");
    expect(body[0]).toMatchObject({type: "mixed", config: {lines: ["sales.total"], yAxis: {max: 12.5}}});
  });

  test("a number is shown on a gauge, with its target", async () => {
    const complaints = await visit(`${sales}&m=sales.count&type=gauge`, async page => {
      await page.getByText("Chart settings", {exact: true}).first().click();
      await page.getByRole("group", {name: "Chart settings"}).getByLabel("Target").fill("7");
      await page.locator(".answer svg").getByText("7", {exact: false}).first().waitFor();
      expect(new URL(page.url()).searchParams.get("look")).toBe('{"gauge":{"target":7}}');
    });
    expect(complaints).toEqual([]);
  });

  test("a viewer asks and copies a question, and is offered no way to save", async () => {
    const complaints = await visit(
      `${sales}&m=sales.count&filter.sales.buyer=O'Neil`,
      async page => {
        await drawn(page);
        await page.getByText("curl", {exact: true}).click();
        const text = (await page.getByRole("region", {name: "curl"}).textContent()) ?? "";
        expect(text).toContain('"Authorization: Bearer $TOKEN"');
        expect(text).toContain(String.raw`"value": "O'\''Neil"`);
        expect(await page.getByRole("button", {name: "Save as a chart"}).count()).toBe(0);
      },
      viewer,
    );
    expect(complaints).toEqual([]);
  });

  test("everything fits on a narrow and on a wide screen, and axe-core finds nothing", async () => {
    const step = {model: "sales", where: {"buyers.region": ["south"], "sales.amount": ["1.."]}};
    const funnel = encodeURIComponent(
      JSON.stringify({entity: "sales.buyer", steps: [{}, step], timing: true}),
    );
    const row = encodeURIComponent(
      JSON.stringify({is: "some", of: "buyers", where: {"buyers.region": ["north"]}}),
    );
    const addresses = [
      "/",
      "/explore",
      `${sales}&funnel=${funnel}&rows=${row}`,
      `${sales}&values=${encodeURIComponent(JSON.stringify({of: "sales.count", per: "sales.buyer"}))}`,
      `${sales}&retention=${encodeURIComponent(JSON.stringify({entity: "sales.buyer", grain: "month"}))}`,
    ];
    const complaints = await visit(
      "/sign-in?to=%2F",
      async page => {
        for (const address of addresses) {
          await page.setViewportSize({width: 390, height: 800});
          await page.goto(base + address);
          await drawn(page);
          expect([address, await faultsIn(page, [{width: 390}, {width: 1400}])]).toEqual([address, []]);
        }
        await page.getByRole("button", {name: "Save as a chart"}).click();
        await page.getByRole("radio", {name: "An existing dashboard"}).check();
        expect(await faultsIn(page, [{width: 1400}, {width: 390}])).toEqual([]);
        await page.goto(`${base}${sales}&m=sales.count&d=buyers.region`);
        await page.locator(`.picker bdi`, {hasText: HOSTILE}).waitFor();
        await drawn(page);
      },
      admin,
      390,
    );
    expect(complaints).toEqual([]);
  });
});
