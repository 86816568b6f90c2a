import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {sql} from "../../shared/core/db.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, tokensOf, type User} from "../oauth/people.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {accessibilityFaults, faultsIn, follow, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("the organization in a real browser", () => {
  let t: TestApp;
  let browser: Browser;
  let admin: User;
  let base = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testApp({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    admin = await addUser(t, {role: "admin"});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  const visit = (path: string, width: number, use: (page: Page) => Promise<void>) =>
    visitAs(browser, base, admin, path, use, {width});

  test("a colleague is invited with the rows that they may see, added to a team, and removed from it", async () => {
    const complaints = await visit("/members", 1400, async page => {
      await page.getByRole("button", {name: "Add a member"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("Bob <b>Stone</b>");
      await page.getByRole("textbox", {name: "Email"}).fill("bob@example.com");
      await page.getByRole("textbox", {name: "Attributes"}).fill("region: EU, US");
      await page.getByRole("button", {name: "Add", exact: true}).click();
      await page.getByRole("region", {name: "the link"}).getByText("/password?token=").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("link", {name: "Bob <b>Stone</b>"}).waitFor();
      const {body} = await t.call("GET", `/api/orgs/${t.org.id}/members?limit=1`);
      expect(body[0]).toMatchObject({
        email: "bob@example.com",
        seat: "editor",
        attributes: {region: ["EU", "US"]},
      });

      await page.getByRole("link", {name: "Teams"}).click();
      await page.getByRole("button", {name: "New team"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("Sales");
      await page.keyboard.press("Enter");
      await page.getByText("Nobody is in this team yet").waitFor();
      await page.getByRole("combobox", {name: "Who"}).selectOption(body[0].id);
      await page.getByRole("button", {name: "Save"}).click();
      await page.getByRole("cell", {name: "Bob <b>Stone</b>"}).waitFor();

      // With a token that has the right, entered on the page, the colleague is removed.
      await page.getByRole("button", {name: "Remove somebody …"}).click();
      await page.getByLabel("Token").fill(t.org.admin.token);
      await page.getByRole("button", {name: "Use this token"}).click();
      const takeOut = page.getByRole("button", {name: "Take Bob <b>Stone</b> out"});
      await takeOut.waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await takeOut.click();
      await page.getByText("Nobody is in this team yet").waitFor();
    });
    expect(complaints).toEqual([]);
  });

  test("what cannot be saved is explained, and no input is lost", async () => {
    await visit("/members", 390, async page => {
      await page.getByRole("button", {name: "Add a member"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("Eve");
      await page.getByRole("textbox", {name: "Email"}).fill(admin.email);
      await page.getByRole("textbox", {name: "Attributes"}).fill("no colon");
      await page.getByRole("button", {name: "Add", exact: true}).click();
      await page.getByText("“no colon” is not an attribute").waitFor();
      await page.getByRole("textbox", {name: "Attributes"}).fill("");
      await page.getByRole("button", {name: "Add", exact: true}).click();
      await page.getByRole("alert").getByText(admin.email).waitFor();
      expect(await page.getByRole("textbox", {name: "Name"}).inputValue()).toBe("Eve");
    });
  });

  test("a token is shown once, and works", async () => {
    await visit("/service-accounts", 1400, async page => {
      await page.getByRole("button", {name: "New service account"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("Nightly");
      await page.getByRole("button", {name: "Create", exact: true}).click();
      const token = (await page.getByRole("region", {name: "the token"}).textContent()) ?? "";
      const {body} = await t.call("GET", "/api/whoami", {token});
      expect(body).toMatchObject({principal: {name: "Nightly"}, scopes: ["read"], orgRole: "member"});
      await page.reload();
      await page.getByRole("cell", {name: "Nightly", exact: true}).waitFor();
      expect(await page.content()).not.toContain(token);
    });
  });

  test("offboarding: an application, a service account, the person and a team are removed", async () => {
    const leaving = await addUser(t);
    await tokensOf(t, leaving);
    const org = `/api/orgs/${t.org.id}`;
    await t.call("POST", `${org}/service-accounts`, {body: {name: "Old job", scopes: ["read"]}});
    await t.call("POST", `${org}/teams`, {body: {name: "Old team"}});
    const mine = async (path: string) => (await t.call("GET", `${org}/${path}`)).body;
    const {name} = await mine(`members/${leaving.id}`);
    const complaints = await visit("/applications", 390, async page => {
      const confirmed = async (act: string) => {
        await page.getByRole("dialog").getByRole("button", {name: act, exact: true}).click();
        await page.getByRole("dialog").waitFor({state: "detached"});
      };
      await page.getByRole("button", {name: "End an access …"}).click();
      await page.getByLabel("Token").fill(t.org.admin.token);
      await page.getByRole("button", {name: "Use this token"}).click();
      await page.getByRole("button", {name: `End the access of Test client for ${name}`}).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      await confirmed("End it");
      await page.getByText("No application has access").waitFor();

      await page.getByRole("link", {name: "Service accounts"}).click();
      await page.getByRole("button", {name: "Delete Old job"}).click();
      await confirmed("Delete it");
      await page.getByRole("cell", {name: "Old job"}).waitFor({state: "detached"});

      await page.getByRole("link", {name: "Teams"}).click();
      await page.getByRole("link", {name: "Old team"}).click();
      await page.getByRole("button", {name: "Delete the team"}).click();
      await confirmed("Delete it");
      await page.waitForURL("**/teams");

      await page.getByRole("link", {name: "Members"}).click();
      await page.getByRole("link", {name}).click();
      await page.getByRole("button", {name: "Remove the member"}).click();
      await page.getByRole("combobox", {name: "New owner of their content"}).selectOption(admin.id);
      expect(await accessibilityFaults(page)).toEqual([]);
      await confirmed("Remove");
      await page.waitForURL("**/members");
    });
    expect(complaints).toEqual([]);
    const names = async (path: string) => (await mine(path)).map((one: {name: string}) => one.name);
    expect(await mine("oauth-grants")).toEqual([]);
    expect(await names("service-accounts")).not.toContain("Old job");
    expect(await names("teams")).not.toContain("Old team");
    expect(await names("members")).not.toContain(name);
  });

  test("expired accounts are hidden until requested", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const account = {name: "Ada in a browser", scopes: ["read"], expiresAt: soon};
    const path = `/api/orgs/${t.org.id}/service-accounts`;
    const {body} = await t.call("POST", path, {body: account});
    await t.db
      .updateTable("principals")
      .set({expires_at: new Date(Date.now() - 1000)})
      .where("id", "=", body.serviceAccount.id)
      .execute();
    await visit("/service-accounts", 1400, async page => {
      const ended = page.getByRole("cell", {name: "Ada in a browser", exact: true});
      await page.getByRole("region", {name: "Service accounts"}).waitFor();
      expect(await ended.count()).toBe(0);
      await page.getByRole("checkbox", {name: "Include expired accounts"}).check();
      await ended.waitFor();
    });
  });

  test("the audit log is filtered by actor, action and time, in its address, and names the subjects", async () => {
    const newcomer = await addUser(t);
    const made = await t.call("POST", `/api/orgs/${t.org.id}/teams`, {body: {name: "Narrow"}});
    await t.call("PUT", `/api/orgs/${t.org.id}/teams/${made.body.id}/members/${newcomer.id}`, {
      body: {role: "lead"},
    });
    const {name} = (await t.call("GET", `/api/orgs/${t.org.id}/members/${newcomer.id}`)).body;
    await t.call("POST", "/api/dashboards", {body: {name: "Wide"}});
    const complaints = await visit("/audit-log", 1400, async page => {
      await page.getByRole("row", {name: /dashboard: create Wide/}).waitFor();
      await page.getByLabel("Object").selectOption("team");
      await page.getByRole("row", {name: /dashboard: create/}).waitFor({state: "detached"});
      const row = page.getByRole("row", {name: /team member: put Narrow/});
      await row.getByText(`role: lead, principal: ${name}`).waitFor();
      expect(await row.textContent()).not.toContain(newcomer.id);
      expect(await accessibilityFaults(page)).toEqual([]);
      await row.getByRole("link", {name: "Narrow"}).waitFor();
      await page.reload();
      await row.waitFor();
      expect(await page.getByLabel("Object").inputValue()).toBe("team");
      await page.getByLabel("Who").selectOption(newcomer.id);
      await page.getByText("No matching entry").waitFor();
      await page.getByRole("button", {name: "Show all"}).click();
      await page.getByRole("row", {name: /dashboard: create Wide/}).waitFor();
      await page.getByLabel("Until").fill("2020-01-31");
      await page.getByText("No matching entry").waitFor();
      expect(new URL(page.url()).search).toBe("?to=2020-01-31");
      await page.getByLabel("Until").fill("");
      await page.getByLabel("From", {exact: true}).fill("2020-01-31");
      await page.getByRole("row", {name: /dashboard: create Wide/}).waitFor();
      await page.getByLabel("Until").fill("2020-01-30");
      await page.getByText("This day is before the one in “From”.").waitFor();
      expect(await page.getByRole("row").count()).toBe(0);
      await page.reload();
      await page.getByText("This day is before the one in “From”.").waitFor();
    });
    expect(complaints).toEqual([]);
  });

  test("embed tokens are listed by what they open, and can be revoked", async () => {
    const {body: dashboard} = await t.call("POST", "/api/dashboards", {body: {name: "For partners"}});
    const tokens = `/api/orgs/${t.org.id}/embed-tokens`;
    const body = {resourceType: "dashboard", resourceId: dashboard.id, attributes: {region: ["EU", "US"]}};
    const {body: token} = await t.call("POST", tokens, {body});
    const complaints = await visit("/embed-tokens", 390, async page => {
      const row = page.getByRole("row", {name: /For partners/});
      await row.getByText("region: EU, US").waitFor();
      await page.getByRole("button", {name: "Revoke a token …"}).click();
      await page.getByRole("textbox", {name: "Token"}).fill(t.org.admin.token);
      await page.getByRole("button", {name: "Use this token"}).click();
      await page.getByRole("button", {name: "Revoke the token of For partners"}).click();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole("dialog").getByRole("button", {name: "Revoke it"}).click();
      await page.getByText("No embed token is open").waitFor();
      await page.getByRole("checkbox", {name: "Include expired and revoked tokens"}).check();
      await row.getByText("revoked").waitFor();
    });
    expect(complaints).toEqual([]);
    const open = await t.app.handle(
      new Request(`${base}/api/embed/resource`, {headers: {authorization: `Bearer ${token.token}`}}),
    );
    expect(open.status).toBe(401);
  });

  test("the budget of agents can be set and removed", async () => {
    const budget = async () => (await t.call("GET", `/api/orgs/${t.org.id}/llm-budget`)).body.tokensPerMonth;
    const complaints = await visit("/budget", 1400, async page => {
      const bounded = page.getByRole("checkbox", {name: "Limit the tokens per month"});
      await bounded.check();
      await page.getByLabel("Tokens per month").last().fill("250000");
      await page.getByRole("button", {name: "Save"}).click();
      await page.getByText("0 of 250,000 tokens").waitFor();
      expect(await budget()).toBe(250_000);
      await bounded.uncheck();
      await page.getByRole("button", {name: "Save"}).click();
      await page.getByText("0 tokens", {exact: true}).waitFor();
      expect(await budget()).toBe(null);
    });
    expect(complaints).toEqual([]);
  });

  test("the usage of people's questions is not shown as a deleted agent's", async () => {
    await sql`
      insert into llm_usage (org_id, month, agent_id, model, calls, input_tokens)
      select ${t.org.id}, date_trunc('month', now() at time zone 'UTC'), agent_id, 'anthropic/test', 1, 20
      from unnest(array['', 'agent_gone']) as u (agent_id)`.execute(t.db);
    const complaints = await visit("/budget", 1400, async page => {
      const rows = page.getByRole("region", {name: "Usage by month and agent"}).getByRole("row");
      await rows.getByText("deleted since").waitFor();
      expect(await rows.getByText("questions of people").count()).toBe(1);
      expect(await rows.getByText("deleted since").count()).toBe(1);
    });
    expect(complaints).toEqual([]);
  });

  test("a person whose address cannot get mail sees a message that says so, with a remedy", async () => {
    const made = await t.call("POST", "/api/dashboards", {body: {name: "Sent"}});
    const resources = [{resourceType: "dashboard", resourceId: made.body.id}];
    const schedule = {name: "Weekly", resources, recipients: ["di@example.com"], cron: "0 8 * * 1"};
    const {body} = await t.call("POST", "/api/schedules", {body: schedule});
    await visit("/members", 1400, async page => {
      await page.route("**/api/whoami", async route => {
        const answer = await route.fetch();
        const me = await answer.json();
        await route.fulfill({json: {...me, principal: {...me.principal, email: "admin@localhost"}}});
      });
      await page.goto(`${base}/schedules/${body.id}`);
      await page.getByRole("button", {name: "Send me a test"}).click();
      await page.getByText("No mail reaches your own address, admin@localhost.").waitFor();
    });
  });

  test("its pages fit on a narrow and on a wide screen, and axe-core finds nothing", async () => {
    const complaints = await visit("/members", 390, async page => {
      for (const path of [
        "/members",
        "/teams",
        "/service-accounts",
        "/applications",
        "/billing",
        "/budget",
        "/embed-tokens",
        "/audit-log",
      ]) {
        await page.setViewportSize({width: 390, height: 800});
        await follow(page, path);
        await page.locator("h1").waitFor();
        await page.locator("table, .empty, .facts").first().waitFor();
        expect([path, await faultsIn(page, [{width: 390}, {width: 1400}])]).toEqual([path, []]);
      }
    });
    expect(complaints).toEqual([]);
  });

  test("everything can be found by its name with the keyboard alone", async () => {
    await visit("/members", 1400, async page => {
      await page.locator("#search button").waitFor();
      await page.keyboard.press("/");
      await page.getByRole("combobox", {name: "Search everything"}).fill("audit");
      await page.getByRole("option", {name: /Audit log/}).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${base}/audit-log`);
    });
  });

  test("a name that is typed and entered at once opens its own page, and not the result listed before", async () => {
    await visit("/members", 1400, async page => {
      await page.locator("#search button").waitFor();
      await page.keyboard.press("/");
      await page.getByRole("option").first().waitFor();
      await page.getByRole("combobox", {name: "Search everything"}).fill("audit");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${base}/audit-log`);
    });
  });

  test("a member who is not an org-admin is not led to the pages of the organization, and is told why", async () => {
    const member = await addUser(t);
    await visitAs(browser, base, member, "/members", async page => {
      expect(await page.getByRole("navigation", {name: "Main"}).getByText("Organization").count()).toBe(0);
      await page.getByRole("alert").getByText("This call needs an org-admin.").waitFor();
    });
  });
});
