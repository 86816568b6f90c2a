import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {accessibilityFaults, type Visit, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();
const HOSTILE = `</script><img src=x onerror="document.title='broken out'">`;

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("dashboards made in a real browser", () => {
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
    const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    await make("/api/charts", {name: HOSTILE, type: "bar", query});
    await make("/api/charts", {
      name: "Orders in all",
      type: "big_number",
      query: {model: "orders", measures: ["orders.count"]},
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

  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, user, ...asked);
  const saved = async (id: string) => (await t.call("GET", `/api/dashboards/${id}`)).body;
  const idIn = (page: Page) => /dash_\w+/.exec(page.url())?.[0] ?? "";

  async function addChart(page: Page, name: string): Promise<void> {
    await page.getByRole("button", {name: "Add a chart"}).click();
    await page.getByRole("list", {name: "Charts"}).getByText(name).click();
    await page.getByRole("group", {name}).waitFor();
  }

  async function newDashboard(page: Page, name: string): Promise<string> {
    await page.goto(`${base}/dashboards`);
    await page.getByRole("button", {name: "New dashboard"}).click();
    await page.getByRole("textbox", {name: "Name"}).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("button", {name: "Add a chart"}).waitFor();
    return idIn(page);
  }

  async function save(page: Page): Promise<void> {
    await page.getByRole("button", {name: "Save", exact: true}).click();
    await page.getByText("Saved.", {exact: true}).waitFor();
  }

  test("charts are added to a new dashboard, moved by the keyboard and by the pointer, and stay there", async () => {
    const complaints = await visit("/sign-in?to=%2F", async page => {
      const id = await newDashboard(page, "Mine");
      await addChart(page, "Orders in all");
      const tile = page.getByRole("group", {name: "Orders in all"});
      await tile.press("ArrowRight");
      await tile.press("Shift+ArrowDown");
      expect(await tile.getAttribute("aria-label")).toBe("Orders in all: column 2, row 1, 18 wide, 13 high");
      await addChart(page, HOSTILE);
      const other = page.getByRole("group", {name: HOSTILE});
      const from = await other.boundingBox();
      if (!from) throw new Error("the tile has no box");
      await page.mouse.move(from.x + 60, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(from.x + 60, from.y + 180, {steps: 6});
      await page.mouse.up();
      const first = await tile.boundingBox();
      if (!first) throw new Error("the tile has no box");
      // The first tile is dragged to the middle of the second one, which gives way without leaving an empty row.
      await page.mouse.move(first.x + 60, first.y + 20);
      await page.mouse.down();
      await page.mouse.move(first.x + 60, first.y + 250, {steps: 8});
      await page.mouse.up();
      await page.getByRole("combobox", {name: "Add a filter"}).selectOption({label: "Orders: Status"});
      await save(page);
      const {tiles, filters} = await saved(id);
      expect(tiles.map(({h}: {h: number}) => h).toSorted()).toEqual([12, 13]);
      expect(tiles[0].y).toBe(0);
      expect(tiles[1].y).toBe(tiles[0].h);
      expect(filters).toEqual([{field: "orders.status", label: "Status"}]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole("link", {name: "To the dashboard"}).click();
      await page.locator(".tile svg").first().waitFor();
      expect(await page.title()).toBe("Mine");
    });
    expect(complaints).toEqual([]);
  });

  test("a concurrent change by somebody else is shown, and nothing is lost", async () => {
    await visit("/sign-in?to=%2F", async page => {
      const id = await newDashboard(page, "Shared");
      await addChart(page, "Orders in all");
      const renamed = await t.call("PATCH", `/api/dashboards/${id}`, {body: {name: "Theirs"}});
      expect(renamed.status).toBe(200);
      await page.getByRole("button", {name: "Save", exact: true}).click();
      const dialog = page.getByRole("dialog", {name: "Somebody else has changed this dashboard"});
      await dialog.getByText("The new name is “Theirs”.").waitFor();
      expect((await saved(id)).tiles).toEqual([]);
      await dialog.getByRole("button", {name: "Replace their version"}).click();
      await page.getByText("Saved.", {exact: true}).waitFor();
      expect(await saved(id)).toMatchObject({name: "Shared", tiles: [{chart: {name: "Orders in all"}}]});
    });
  });

  test("an org-admin sees what a colleague sees, who is offered nothing that a viewer cannot do", async () => {
    const colleague = await addUser(t, {seat: "viewer"});
    const path = `/api/orgs/${t.org.id}/members/${colleague.id}`;
    await visit(`/members/${colleague.id}`, async page => {
      const seen = page.getByRole("list", {name: "Rows of shop duckdb"});
      await seen.getByText("No rows of customers, without the attribute “region”").waitFor();
      expect((await t.call("PATCH", path, {body: {attributes: {region: ["EU", "US"]}}})).status).toBe(200);
      await page.reload();
      await seen.getByText("Only rows of customers whose “region” is EU or US").waitFor();
      await seen.getByText("All rows of the other 3 models").waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });
    const made = await t.call("POST", "/api/dashboards", {body: {name: "To look at"}});
    const grant = {resourceType: "dashboard", resourceId: made.body.id, permission: "view"};
    await t.call("POST", "/api/grants", {body: {...grant, granteeUserId: colleague.id}});
    await visitAs(browser, base, colleague, "/dashboards", async page => {
      await page.getByRole("link", {name: "To look at"}).waitFor();
      expect(await page.getByRole("button", {name: "New dashboard"}).count()).toBe(0);
      await page.goto(`${base}/dashboards/${made.body.id}/edit`);
      await page.getByText("your seat is a viewer’s").waitFor();
      expect(await page.getByRole("button", {name: "Save"}).count()).toBe(0);
    });
  });

  test("a grant is revoked with a token that has the scope manage, and with no other", async () => {
    const id = await make("/api/dashboards", {name: "Not for long"});
    const grant = {resourceType: "dashboard", resourceId: id, permission: "view"};
    for (const grantee of [await addUser(t, {seat: "viewer"}), await addUser(t)])
      await make("/api/grants", {...grant, granteeUserId: grantee.id});
    const admin = {scopes: ["read", "write"], orgRole: "admin"};
    const accounts = `/api/orgs/${t.org.id}/service-accounts`;
    const tokenOf = async (body: object) => (await t.call("POST", accounts, {body})).body.token;
    const lesser = await tokenOf({...admin, name: "Writes"});
    const full = await tokenOf({...admin, name: "Takes away", scopes: ["read", "write", "manage"]});
    await visit(
      `/dashboards/${id}`,
      async page => {
        await page.getByRole("button", {name: "Share", exact: true}).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByText("may view").first().waitFor();
        await dialog.getByRole("button", {name: "Revoke a grant …"}).click();
        const token = dialog.getByLabel("Token");
        await token.fill(lesser);
        // A browser's own account never has the scope, so that creating one would not help.
        expect(await dialog.getByRole("button", {name: "Unlock for this browser"}).count()).toBe(0);
        await dialog.getByRole("button", {name: "Use this token"}).click();
        await dialog.getByText("This token lacks the scope “manage”.").waitFor();
        expect(await dialog.getByRole("button", {name: "Revoke", exact: true}).count()).toBe(0);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        await token.fill(full);
        await dialog.getByRole("button", {name: "Use this token"}).click();
        const revoke = dialog.getByRole("button", {name: "Revoke", exact: true});
        await revoke.nth(1).click();
        // The focus moves from the removed button to the remaining one, and then to the message.
        await dialog.locator("li:only-child button:focus").waitFor();
        await page.keyboard.press("Enter");
        await dialog.locator(":focus").getByText("Not shared with anybody yet.").waitFor();
      },
      {width: 390},
    );
    const left = await t.call("GET", `/api/grants?resourceType=dashboard&resourceId=${id}`);
    expect(left.body).toEqual([]);
  });

  test("a person who sees a chart of a snapshot sees all of its rows, whatever the rules of models are", async () => {
    const colleague = await addUser(t, {seat: "viewer"});
    const frozen = await t.call("POST", `/api/projects/${shops.postgres.projectId}/datasets`, {
      body: {name: "Frozen targets", kind: "snapshot", snapshotCsv: "state,target\nCA,1\n"},
    });
    expect(frozen.status).toBe(201);
    const {slug} = frozen.body;
    const id = await make("/api/charts", {
      name: "Targets",
      type: "big_number",
      query: {model: slug, measures: [`${slug}.count`]},
    });
    await visit(`/charts/${id}`, async page => {
      await page.getByRole("button", {name: "Share", exact: true}).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", {name: "Share with"}).selectOption(`person:${colleague.id}`);
      await dialog.getByText("sees all rows.").waitFor();
    });
  });

  test("a person who is not a member yet is invited by sharing with them", async () => {
    const id = await make("/api/dashboards", {name: "For a newcomer"});
    const complaints = await visit(`/dashboards/${id}`, async page => {
      await page.getByRole("button", {name: "Share", exact: true}).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", {name: "Share with"}).selectOption("newcomer");
      await dialog.getByRole("textbox", {name: "Their email"}).fill("nia.new@example.com");
      // The link fails once. The next attempt, an ordinary one, requests it again.
      await page.route("**/password-link", route => route.fulfill({status: 500, body: ""}), {times: 1});
      await dialog.getByRole("button", {name: "Let them in and share"}).click();
      await dialog.getByRole("list", {name: "Shared with"}).getByText("Nia New").waitFor();
      await dialog.getByRole("alert").waitFor();
      await dialog.getByRole("button", {name: "Share", exact: true}).click();
      const link = dialog.getByRole("region", {name: "the link that sets their password"});
      expect(await link.textContent()).toContain("/password?token=");
      await dialog.getByRole("list", {name: "Shared with"}).getByText("Nia New").waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
    });
    expect(complaints).toEqual([expect.stringContaining("500")]);
    const members = (await t.call("GET", `/api/orgs/${t.org.id}/members?limit=500`)).body;
    const nia = members.find(({email}: {email: string}) => email === "nia.new@example.com");
    expect(nia).toMatchObject({name: "Nia New", seat: "viewer", orgRole: "member"});
    const grants = (await t.call("GET", `/api/grants?resourceType=dashboard&resourceId=${id}`)).body;
    expect(grants).toMatchObject([
      {granteeUserId: nia.id, permission: "view", cascadeChartsPermission: "view"},
    ]);
  });

  test("a dashboard is shared with a colleague, who sees it, and mailed every Monday", async () => {
    const colleague = await addUser(t, {seat: "viewer"});
    const attributes = {floor: ["3"]};
    await t.call("PATCH", `/api/orgs/${t.org.id}/members/${colleague.id}`, {body: {attributes}});
    await visit(
      "/sign-in?to=%2F",
      async page => {
        const id = await newDashboard(page, "For all");
        await addChart(page, "Orders in all");
        await save(page);
        await page.goto(`${base}/dashboards/${id}`);
        await page.getByRole("button", {name: "Share", exact: true}).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByText("Not shared with anybody yet.").waitFor();
        const whom = dialog.getByRole("combobox", {name: "Share with"});
        // Sharing with oneself is not offered.
        expect(await whom.locator(`option[value="person:${user.id}"]`).count()).toBe(0);
        await whom.selectOption(`person:${colleague.id}`);
        // Customers have row access by region, and this attribute decides nothing.
        await dialog
          .getByText(
            "sees no rows of customers, without the attribute “region”; all rows of everything else.",
          )
          .waitFor();
        await dialog.getByRole("button", {name: "Share", exact: true}).click();
        await dialog.getByText("may view, its charts too").waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("link", {name: "Send regularly"}).click();
        await page.getByRole("textbox", {name: "Recipients"}).fill("ada@example.com\ngrace@example.com");
        await page.getByRole("button", {name: "Preview the mail"}).click();
        await page.frameLocator("iframe.mail").getByRole("heading", {name: "Orders in all"}).waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("button", {name: "Start sending"}).click();
        await page.waitForURL(/\/schedules\/sched_/);
        await page.getByRole("heading", {name: "For all"}).waitFor();
        const {body} = await t.call("GET", "/api/schedules");
        expect(body[0]).toMatchObject({
          cron: "0 8 * * 1",
          recipients: ["ada@example.com", "grace@example.com"],
        });
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        expect(await accessibilityFaults(page)).toEqual([]);
        const seen = await visitAs(browser, base, colleague, `/dashboards/${id}`, async theirs => {
          await theirs.locator(".tile svg").first().waitFor();
          // A viewer is offered nothing that would be refused.
          expect(await theirs.getByRole("link", {name: "Edit"}).count()).toBe(0);
        });
        expect(seen).toEqual([]);
      },
      {width: 390},
    );
  });
});
