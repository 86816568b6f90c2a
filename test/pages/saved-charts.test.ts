import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {accessibilityFaults, drawn, type Visit, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();
const SALES = `select * from (values ('Ada', 'north', date '2026-01-05', 10), ('Bo', 'north', date '2026-02-06', 20),
  ('Cy', 'south', date '2026-03-07', 30)) as s(buyer, region, day, amount)`;

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("a saved chart in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let admin: User;
  let base = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    admin = await addUser(t, {role: "admin"});
    const column = (name: string, type: string) => ({name, type, column: name});
    const sales = {
      name: "sales",
      table: {sql: SALES},
      dimensions: [
        column("buyer", "string"),
        column("region", "string"),
        column("day", "date"),
        column("amount", "number"),
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "total", type: "sum", column: "amount", label: "Total"},
      ],
    };
    await make(`/api/projects/${shops.duckdb.projectId}/introspect`, {graph: {models: [sales]}});
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

  const chart = (name: string, type: string, query: object) =>
    make("/api/charts", {name, type, query: {model: "sales", projectId: shops.duckdb.projectId, ...query}});
  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, admin, ...asked);

  test("is opened from its dashboard, explored, changed and saved", async () => {
    const filters = [
      {field: "sales.region", op: "in", value: ["north", "south"]},
      {field: "sales.day", op: "between", value: ["2026-01-01", "2026-02-28"]},
    ];
    const query = {
      dimensions: ["sales.buyer"],
      measures: ["sales.total"],
      filters,
      orderBy: ["sales.total desc"],
    };
    const id = await chart("By buyer", "bar", query);
    const dashboardId = await make("/api/dashboards", {name: "Sales"});
    const tiles = [{chartId: id, x: 0, y: 0, w: 18, h: 12}];
    await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}});
    const complaints = await visit(`/dashboards/${dashboardId}`, async page => {
      await drawn(page);
      await page.getByRole("link", {name: "By buyer"}).click();
      await page.waitForURL(`${base}/charts/${id}`);
      await page.getByRole("link", {name: "Explore or change"}).click();
      await page.waitForURL(/explore/);
      await drawn(page);
      expect(await page.locator("#order").locator("option:checked").textContent()).toBe(
        "Total, greatest first",
      );
      await page.getByText("Show data").click();
      await page.locator(".tile tbody td").first().waitFor();
      expect(await page.locator(".tile tbody tr td:first-child").allTextContents()).toEqual(["Bo", "Ada"]);
      await page.selectOption("#type", "pie");
      await page.getByRole("button", {name: "Save changes"}).click();
      await page.getByText("Saved.").waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      const saved = (await t.call("GET", `/api/charts/${id}`)).body;
      expect(saved).toMatchObject({name: "By buyer", type: "pie", query});
      // What the person has saved is nobody else's change, also after the page was loaded again.
      const patched = page.waitForResponse(response => response.request().method() === "PATCH");
      await page.selectOption("#type", "bar");
      await page.getByRole("button", {name: "Save changes"}).click();
      expect((await patched).status()).toBe(200);
      await page.getByText("Saved.").waitFor();
      await page.reload();
      await page.selectOption("#type", "pie");
      await page.getByRole("button", {name: "Save changes"}).click();
      await page.getByText("Saved.").waitFor();

      // Somebody else changes it meanwhile.
      await t.call("PATCH", `/api/charts/${id}`, {body: {type: "table"}});
      await page.selectOption("#type", "line");
      await page.getByRole("button", {name: "Save changes"}).click();
      await page.getByText("Somebody else has changed the chart meanwhile.").waitFor();
      expect((await t.call("GET", `/api/charts/${id}`)).body.type).toBe("table");

      // Somebody else changes it while the chart's page, and so the link to the question, is open.
      await page.goto(`${base}/charts/${id}`);
      await page.getByRole("link", {name: "Explore or change"}).waitFor();
      await t.call("PATCH", `/api/charts/${id}`, {body: {type: "line"}});
      await page.getByRole("link", {name: "Explore or change"}).click();
      await page.selectOption("#type", "bar");
      await page.getByRole("button", {name: "Save changes"}).click();
      await page.getByText("Somebody else has changed the chart meanwhile.").waitFor();
      expect((await t.call("GET", `/api/charts/${id}`)).body.type).toBe("line");
    });
    expect(complaints.filter(text => !text.includes("412"))).toEqual([]);
  });

  test("has a dialog with its own labels, beside the settings of the explorer", async () => {
    const complaints = await visit("/explore/sales?d=sales.buyer&m=sales.total&type=bar", async page => {
      await drawn(page);
      await page.getByRole("button", {name: "Save as a chart"}).click();
      const dialog = page.getByRole("dialog");
      const name = dialog.getByRole("textbox", {name: "Name of the chart (needed)", exact: true});
      await name.waitFor();
      const twice = await page.evaluate(`(() => {
        const ids = [...document.querySelectorAll("[id]")].map(({id}) => id);
        return ids.filter((id, i) => ids.indexOf(id) !== i);
      })()`);
      expect(twice).toEqual([]);
      await dialog.getByRole("radio", {name: "An existing dashboard"}).check();
      // The dashboard that was opened last is selected already.
      await dialog.getByRole("radio", {name: "Sales", exact: true}).and(page.locator(":checked")).waitFor();
      await dialog.getByRole("button", {name: "Save", exact: true}).click();
      // After saving, Enter opens the dashboard.
      await page.getByRole("link", {name: "Open the dashboard"}).and(page.locator(":focus")).waitFor();
    });
    expect(complaints).toEqual([]);
  });

  test("can be added to dashboards that the person may change; those that they may only view are not listed", async () => {
    const member = await addUser(t);
    const name = `Of ${member.id}`;
    for (const permission of ["view", "edit"]) {
      const resourceId = await make("/api/dashboards", {name: `${name} to ${permission}`});
      const grant = {resourceType: "dashboard", resourceId, granteeUserId: member.id, permission};
      await make("/api/grants", grant);
    }
    const complaints = await visitAs(
      browser,
      base,
      member,
      "/explore/sales?d=sales.buyer&m=sales.total&type=bar",
      async page => {
        await drawn(page);
        await page.getByRole("button", {name: "Save as a chart"}).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("radio", {name: "An existing dashboard"}).check();
        const listed = dialog.getByRole("group", {name: "Dashboards"});
        await listed.getByRole("radio").first().waitFor();
        expect(await listed.getByRole("radio").count()).toBe(1);
        await listed
          .getByRole("radio", {name: `${name} to edit`})
          .and(page.locator(":checked"))
          .waitFor();
        await dialog.getByRole("searchbox").fill(`${name} to view`);
        await dialog.getByText("No dashboard that you may change has this name.").waitFor();
      },
    );
    expect(complaints).toEqual([]);
  });

  test("has months and numbers in the reader's language", async () => {
    const sql =
      "select * from (values (date '2026-03-07', 1234.5), (date '2026-12-01', 20)) as s(day, amount)";
    const model = {
      name: "amounts",
      table: {sql},
      dimensions: [{name: "day", type: "date", column: "day"}],
      measures: [{name: "total", type: "sum", column: "amount"}],
    };
    const {projectId} = shops.duckdb;
    await make(`/api/projects/${projectId}/introspect`, {graph: {models: [model]}});
    const query = {
      projectId,
      model: "amounts",
      dimensions: ["amounts.day.month"],
      measures: ["amounts.total"],
    };
    const id = await make("/api/charts", {name: "By month", type: "line", query});
    const shown = async (locale: string) => {
      const texts: string[] = [];
      const read = async (page: Page) => {
        await drawn(page);
        texts.push(...(await page.locator(".picture svg text").allTextContents()));
        await page.getByText("Show data").click();
        await page.locator("tbody td").first().waitFor();
        texts.push(...(await page.locator("tbody td").allTextContents()));
        await page.locator(".tile [role=img]").focus();
        await page.keyboard.press("ArrowRight");
        texts.push((await page.locator(".picture [role=status]").textContent()) ?? "");
      };
      expect(await visitAs(browser, base, admin, `/charts/${id}`, read, {locale})).toEqual([]);
      return texts;
    };
    const german = await shown("de-DE");
    for (const text of ["Mai", "Okt", "1.000", "März 2026", "1.234,5", "Dez. 2026", "20,0"])
      expect(german).toContain(text);
    expect(german.at(-1)).toBe("Day (month) März 2026, Total 1.234,5");
    const english = await shown("en-US");
    for (const text of ["May", "Oct", "1,000", "Mar 2026", "1,234.5", "Dec 2026", "20.0"])
      expect(english).toContain(text);
  });

  test("says what its exploration omits, and cannot be overwritten by it", async () => {
    const query = {
      dimensions: ["sales.buyer"],
      measures: ["sales.total"],
      filters: [{field: "sales.buyer", op: "contains", value: "a"}],
      calculations: [{name: "Rank", type: "rank", of: "sales.total"}],
    };
    const id = await chart("With more", "table", query);
    await visit(`/charts/${id}`, async page => {
      await page.getByRole("link", {name: "Explore, without calculations, its filter"}).click();
      await page.waitForURL(/explore/);
      await drawn(page);
      await page.getByRole("button", {name: "Save as a chart"}).waitFor();
      expect(await page.getByRole("button", {name: "Save changes"}).count()).toBe(0);
    });
  });

  test("can be explored by the keyboard: points, the question behind them, and series", async () => {
    const two = {dimensions: ["sales.day.month"], measures: ["sales.count", "sales.total"]};
    const lines = await chart("By month", "line", two);
    const complaints = await visit(`/charts/${lines}`, async page => {
      await drawn(page);
      await page.locator(".tile [role=img]").focus();
      const said = page.locator(".picture [role=status]");
      await page.keyboard.press("ArrowRight");
      expect(await said.textContent()).toBe("Day (month) Jan 2026, Total 10, Count 1");
      await page.keyboard.press("ArrowRight");
      expect(await said.textContent()).toBe("Day (month) Feb 2026, Total 20, Count 1");
      await page.keyboard.press("End");
      expect(await said.textContent()).toContain("Mar 2026");
      await page.keyboard.press("Home");
      expect(await said.textContent()).toContain("Jan 2026");
      expect(await page.locator(".tip").isVisible()).toBe(true);
      expect(await accessibilityFaults(page)).toEqual([]);

      await page.getByRole("button", {name: "Hide Total"}).focus();
      await page.keyboard.press("Enter");
      const back = page.getByRole("button", {name: "Show Total again"});
      await back.waitFor();
      expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Show Total again");
      await page.keyboard.press("Enter");
      await page.getByRole("button", {name: "Hide Total"}).waitFor();
    });
    expect(complaints).toEqual([]);
    const explore = `/explore/sales?project=${shops.duckdb.projectId}&d=sales.buyer&m=sales.total&type=bar`;
    await visit(explore, async page => {
      await drawn(page);
      await page.locator(".tile [role=img]").focus();
      await page.keyboard.press("ArrowRight");
      expect(await page.locator(".picture [role=status]").textContent()).toMatch(/^Buyer \w+, Total \d+$/);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByRole("button", {name: "Show the rows behind it"}).waitFor();
    });
  });

  test("uses a person's default filters on a dashboard, which the browser stores", async () => {
    const query = {dimensions: ["sales.buyer"], measures: ["sales.total"]};
    const tiles = [{chartId: await chart("All buyers", "table", query), x: 0, y: 0, w: 18, h: 12}];
    const dashboardId = await make("/api/dashboards", {name: "With filters"});
    await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}});
    const filters = [{field: "sales.region", label: "Region"}];
    await t.call("PATCH", `/api/dashboards/${dashboardId}`, {body: {filters}});
    const path = `/dashboards/${dashboardId}`;
    await visit(`${path}?filter.sales.region=south`, async page => {
      const buyers = () => page.locator(".tile tbody tr td:first-child").allTextContents();
      await drawn(page);
      expect(await buyers()).toEqual(["Cy"]);
      await page.getByRole("button", {name: "Make these my defaults"}).click();
      await page.getByText("Saved for you, in this browser only.").waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);

      await page.goto(base + path);
      await drawn(page);
      expect(await buyers()).toEqual(["Cy"]);
      // Filters in a link take precedence over the person's own.
      await page.goto(`${base}${path}?filter.sales.region=north`);
      await drawn(page);
      expect(await buyers()).toEqual(["Ada", "Bo"]);

      await page.getByRole("button", {name: "Delete my defaults"}).click();
      await page.goto(base + path);
      await drawn(page);
      expect(await buyers()).toEqual(["Ada", "Bo", "Cy"]);
    });
  });
});
