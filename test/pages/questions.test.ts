import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Locator, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";
import {drawn, faultsIn, type Visit, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

/** Amounts bought and paid by customers of two regions, in two months. */
const SALES = `select * from (values
  (1, date '2026-01-05', 'north', 'Ada', 10, 10), (2, date '2026-01-06', 'north', 'Bo', 20, 5),
  (3, date '2026-01-07', 'south', 'Cy', 30, 30), (4, date '2026-02-01', 'north', 'Ada', 40, 40),
  (5, date '2026-02-03', 'south', 'Cy', 60, 10), (6, date '2026-02-05', 'south', 'Di', 120, 120)
) as s(id, day, region, customer, amount, paid)`;

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("questions beyond fields, asked in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let user: User;
  let base = "";
  let explore = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    user = await addUser(t, {role: "admin"});
    explore = `/explore/sales?project=${shops.duckdb.projectId}`;
    const column = (name: string, type: string) => ({name, type, column: name});
    const model = {
      name: "sales",
      table: {sql: SALES},
      primaryKey: ["id"],
      dimensions: [
        column("day", "date"),
        column("region", "string"),
        column("customer", "string"),
        column("amount", "number"),
        column("paid", "number"),
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount"},
        {name: "received", type: "sum", column: "paid"},
      ],
    };
    const path = `/api/projects/${shops.duckdb.projectId}/introspect`;
    expect((await t.call("POST", path, {body: {graph: {models: [model]}}})).status).toBe(201);
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
    await shops?.drop();
  });

  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, user, ...asked);
  const box = (page: Page, name: string) => page.getByRole("checkbox", {name, exact: true});
  const choice = (page: Page, name: string) => page.getByRole("combobox", {name, exact: true});

  const isFocused = async (control: Locator) =>
    (await control.getAttribute("aria-label")) ===
    (await control.page().evaluate("document.activeElement.ariaLabel"));

  /** Waits until the answer's table has these cells. */
  async function shows(page: Page, rows: string[][]): Promise<void> {
    const cells = () =>
      page
        .locator(".tile tbody tr")
        .evaluateAll(all =>
          all.map(row => [...row.querySelectorAll("td")].map(cell => cell.textContent ?? "")),
        );
    // The table is read in one step, because a page that queries again has no table meanwhile.
    await until(async () => Bun.deepEquals(await cells(), rows));
  }

  test("a number is binned with a typed width, and a reload keeps the bins", async () => {
    const rows = [
      ["0", "4"],
      ["50", "1"],
      ["100", "1"],
    ];
    await visit(`${explore}&type=table`, async page => {
      await drawn(page);
      await box(page, "Count sales.count").check();
      await box(page, "Amount sales.amount").check();
      await choice(page, "Bins of sales.amount").selectOption("in bins of …");
      const width = page.getByRole("textbox", {name: "Width of the bins of sales.amount"});
      expect(await isFocused(width)).toBe(true);
      await page.keyboard.type("0");
      await page.keyboard.press("Enter");
      await page.getByText("A number above 0.").waitFor();
      await width.fill("50");
      await page.keyboard.press("Enter");
      await shows(page, rows);
      expect(await page.getByText("A number above 0.").isVisible()).toBe(false);
      expect(new URL(page.url()).searchParams.get("bin.sales.amount")).toBe("width:50");
      await page.reload();
      await drawn(page);
      await shows(page, rows);
      expect(await width.inputValue()).toBe("50");
      await choice(page, "Bins of sales.amount").selectOption("between edges …");
      await page.getByRole("textbox", {name: "Edges of the bins of sales.amount"}).fill("0, 40");
      await page.keyboard.press("Enter");
      await shows(page, [
        ["0", "3"],
        ["40", "3"],
      ]);
    });
  });

  test("a measure is shown as its median per customer, also beside the measure itself", async () => {
    // Ada has 50, Bo 20, Cy 90 and Di 120.
    const complaints = await visit(`${explore}&m=sales.total&type=table`, async page => {
      await drawn(page);
      await choice(page, "Show sales.total as").selectOption("as median per …");
      const per = choice(page, "Groups of sales.total");
      expect(await isFocused(per)).toBe(true);
      await per.selectOption("sales.customer");
      await shows(page, [["70"]]);
      await page.getByRole("checkbox", {name: "and as it is"}).check();
      await shows(page, [["280", "70"]]);
      const heads = await page.locator(".tile th").allTextContents();
      expect(heads).toEqual(["Total", "Median of Total per Customer"]);
      await page.reload();
      await drawn(page);
      await shows(page, [["280", "70"]]);
      await choice(page, "Show sales.total as").selectOption("as it is");
      await shows(page, [["280"]]);
    });
    expect(complaints).toEqual([]);
  });

  test("a span is compared with the month before; without a span the current month is chosen, until the comparison is removed", async () => {
    await visit(`${explore}&m=sales.total&d=sales.region&type=table`, async page => {
      await drawn(page);
      // Nothing here depends on a time.
      expect(await choice(page, "Compare with").isVisible()).toBe(false);
      await page.goto(`${base}${explore}&m=sales.total&d=sales.day.month&type=table`);
      await drawn(page);
      await choice(page, "Compare with").selectOption("The month before");
      // A comparison without a span is refused, so that a span is chosen.
      const span = page
        .getByRole("group", {name: "Day", exact: true})
        .getByRole("combobox", {name: "Day", exact: true});
      expect(await span.inputValue()).toBe("current-month");
      expect(await box(page, "to the same day").isChecked()).toBe(true);
      // One month by months would be a single point.
      expect(new URL(page.url()).searchParams.get("d")).toBe("sales.day.day");
      await drawn(page);
      expect(await page.locator("#compare-fault").textContent()).toBe("");
      expect(new URL(page.url()).searchParams.get("filter.sales.day")).toBe("current-month");
      await page.getByRole("button", {name: "Clear", exact: true}).click();
      await page.locator("#compare-fault").getByText("Filter by a span of time first").waitFor();
      expect(await choice(page, "Compare with").getAttribute("aria-invalid")).toBe("true");
      await page.goBack();
      await page.goBack();
      expect(new URL(page.url()).searchParams.has("compare")).toBe(false);
      // Another navigation would interrupt going back.
      await page.waitForLoadState("networkidle");
      await drawn(page);
      const asked = "&m=sales.total&d=sales.region&type=table&compare=month";
      await page.goto(`${base}${explore}${asked}&filter.sales.day=2026-02-01..2026-02-28`);
      await drawn(page);
      await shows(page, [
        ["north", "40", "30", "33.3%"],
        ["south", "180", "30", "500.0%"],
      ]);
      expect(await page.locator("#compare-fault").textContent()).toBe("");
      await choice(page, "Order").selectOption("sales.total@change desc");
      await shows(page, [
        ["south", "180", "30", "500.0%"],
        ["north", "40", "30", "33.3%"],
      ]);
    });
  });

  test("subtotals are offered for two dimensions, and are highlighted", async () => {
    await visit(`${explore}&m=sales.total&d=sales.region`, async page => {
      await drawn(page);
      expect(await box(page, "Subtotals").isVisible()).toBe(false);
      await box(page, "Day sales.day").check();
      await choice(page, "Grain of sales.day").selectOption("month");
      await box(page, "Subtotals").check();
      await shows(page, [
        ["north", "Jan 2026", "30"],
        ["north", "Feb 2026", "40"],
        ["north", "All", "70"],
        ["south", "Jan 2026", "30"],
        ["south", "Feb 2026", "180"],
        ["south", "All", "210"],
      ]);
      expect(await page.locator("tr.subtotal td:last-child").allTextContents()).toEqual(["70", "210"]);
    });
  });

  test("a filter can compare with another field, and a filter on a measure restricts groups", async () => {
    await visit(`${explore}&m=sales.count`, async page => {
      await drawn(page);
      await choice(page, "Add a filter").selectOption("sales.amount");
      await page.getByRole("button", {name: "Compare Amount with another field"}).click();
      const other = choice(page, "Amount, other field");
      expect(await isFocused(other)).toBe(true);
      // Only numbers can be compared with it.
      expect(await other.locator("option").allTextContents()).toEqual(["choose a field", "Paid"]);
      await other.selectOption("sales.paid");
      await page.locator('[aria-label="sales: Count 4."]').waitFor();
      await choice(page, "Amount, comparison").selectOption(">");
      await page.locator('[aria-label="sales: Count 2."]').waitFor();
      await page.reload();
      await page.locator('[aria-label="sales: Count 2."]').waitFor();
      await page.getByRole("button", {name: "Clear"}).click();
      await page.locator('[aria-label="sales: Count 6."]').waitFor();
      await page.goto(`${base}${explore}&m=sales.total&d=sales.region&type=table&filter.sales.total=100..`);
      await drawn(page);
      await shows(page, [["south", "210"]]);
    });
  });

  test("a measure can be compared with another one of the same group", async () => {
    await visit(`${explore}&m=sales.total&m=sales.received&d=sales.customer&type=table`, async page => {
      await drawn(page);
      await choice(page, "Add a filter").selectOption("sales.total");
      await page.getByRole("button", {name: "Compare Total with another field"}).click();
      const other = choice(page, "Total, other field");
      expect(await other.locator("option").allTextContents()).toEqual([
        "choose a field",
        "Count",
        "Received",
      ]);
      await other.selectOption("sales.received");
      await choice(page, "Total, comparison").selectOption(">");
      // The other customers have paid everything.
      const rows = [
        ["Bo", "20", "5"],
        ["Cy", "90", "40"],
      ];
      await shows(page, rows);
      await page.reload();
      await drawn(page);
      await shows(page, rows);
    });
  });

  test("a calculation can be based on another one, and falls back to that one's base when it is removed", async () => {
    await visit(`${explore}&m=sales.total&d=sales.region&type=table`, async page => {
      await drawn(page);
      await choice(page, "Add a calculation").selectOption("Share");
      await shows(page, [
        ["north", "70", "25.0%"],
        ["south", "210", "75.0%"],
      ]);
      await choice(page, "Add a calculation").selectOption("Running total");
      await choice(page, "Running total of").selectOption("Share (calculation 1)");
      const rows = [
        ["north", "70", "25.0%", "25.0%"],
        ["south", "210", "75.0%", "100.0%"],
      ];
      await shows(page, rows);
      await page.reload();
      await drawn(page);
      await shows(page, rows);
      await choice(page, "Dimension of the running total").selectOption("from the greatest total");
      await shows(page, [
        ["north", "70", "25.0%", "100.0%"],
        ["south", "210", "75.0%", "75.0%"],
      ]);
      await page.reload();
      await page.getByText("75.0%").nth(1).waitFor();
      await page.getByRole("button", {name: "Remove Share 1"}).click();
      await shows(page, [
        ["north", "70", "280"],
        ["south", "210", "210"],
      ]);
      expect(await choice(page, "Running total of").inputValue()).toBe("sales.total");
    });
  });

  test("the lowest values can be shown with the rest, and a chart stores the whole question", async () => {
    const parts =
      "&also.sales.total=max:sales.day.day&bin.sales.amount=count:2&calc=rank::sales.total&calc-by=";
    await visit(`${explore}&m=sales.total&d=sales.customer${parts}`, async page => {
      await drawn(page);
      const asked = page.waitForRequest(
        request => request.url().endsWith("/preview") && (request.postData() ?? "").includes('"top"'),
      );
      await choice(page, "Values").selectOption("The 5 least, and the others");
      const top = {
        dimension: "sales.customer",
        by: "sales.total",
        count: 5,
        direction: "asc",
        others: "Other",
      };
      expect((await asked).postDataJSON().query.top).toEqual(top);
      expect(new URL(page.url()).searchParams.get("top")).toBe("-5");
      await drawn(page);
      await page.getByRole("button", {name: "Save as a chart"}).click();
      await page.getByRole("textbox", {name: "Name of the chart"}).fill("Least");
      await page.getByRole("button", {name: "Save", exact: true}).click();
      await page.getByRole("link", {name: "Open the chart"}).waitFor();
    });
    const {body} = await t.call("GET", "/api/charts?q=Least");
    expect(body[0].query).toMatchObject({
      dimensions: ["sales.customer"],
      measures: [
        "sales.total",
        {name: "Greatest of Total per Day (day)", agg: "max", of: "sales.total", per: ["sales.day.day"]},
      ],
      calculations: [{name: "Rank of Total", type: "rank", of: "sales.total"}],
      top: {direction: "asc"},
    });
  });

  test("an error is shown at the control that caused it", async () => {
    const bins = "&m=sales.count&d=sales.amount&bin.sales.amount=count:10";
    const february = "&filter.sales.day=2026-02-01..2026-02-28";
    await visit(`${explore}${bins}${february}&compare=month`, async page => {
      await drawn(page);
      await page.locator(".field .fault").getByText('Give "width" or "edges" instead').waitFor();
      expect(await page.locator("#compare-fault").textContent()).toBe("");
      await page.goto(
        `${base}${explore}&m=sales.count&d=sales.region${february}&compare=month&calc=rank::&calc-by=`,
      );
      await page.locator("#calculations-fault").getByText('cannot be combined with "compare"').waitFor();
      await page.getByRole("button", {name: "Remove Rank 1"}).click();
      await page.locator('[aria-label^="sales: horizontal bar of Region, Count, Count (before)"]').waitFor();
    });
  });

  test("everything fits on a narrow and on a wide screen, and axe-core finds nothing", async () => {
    const fields = "&m=sales.total&m=sales.count&d=sales.region&d=sales.amount&d=sales.day.month";
    const parts =
      "&also.sales.total=p90:sales.customer&bin.sales.amount=edges:0,40,100&subtotals=1&filter.sales.region=field:%21%3D:sales.customer";
    const calculations =
      "&calc=moving_average:2:sales.total&calc-by=sales.day.month&calc=rank::%230&calc-by=";
    await visit(
      explore + fields + parts,
      async page => {
        for (const address of [fields + parts, `${fields}${calculations}&compare=year`]) {
          await page.setViewportSize({width: 360, height: 800});
          await page.goto(base + explore + address);
          await drawn(page);
          expect([address, await faultsIn(page, [{width: 360}, {width: 1400}])]).toEqual([address, []]);
        }
      },
      {width: 360},
    );
  });
});
