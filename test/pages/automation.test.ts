import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {sql} from "../../shared/core/db.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {type AgentService, agentService, answer, BY_STATUS, GOOD} from "../agents/service.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {
  accessibilityFaults,
  drawn,
  fits,
  machineTexts,
  type Visit,
  visitAs,
  withoutLanguageModel,
} from "./visit.ts";

const CHROMIUM = chromiumPath();
const HOSTILE = '<img src=x onerror="alert(1)"> & Co';

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("automation in a real browser", () => {
  let t: AgentService;
  let browser: Browser;
  let admin: User;
  let member: User;
  let base = "";
  let chartId = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await agentService({environment: {BASE_URL: base}});
    t.app.listen({port, hostname: "127.0.0.1"});
    [admin, member] = [await addUser(t, {role: "admin"}), await addUser(t)];
    const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    chartId = (await t.made("/api/charts", {name: `Orders ${HOSTILE}`, type: "bar", query})).id;
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, admin, ...asked);

  /** The findings of axe-core, and whether the page is wider than its window. */
  async function findings(page: Page): Promise<unknown> {
    const found = await accessibilityFaults(page);
    return [...found, ...((await fits(page)) ? [] : ["too wide"]), ...(await machineTexts(page))];
  }

  async function accessible(page: Page): Promise<void> {
    for (const width of [1400, 390]) {
      await page.setViewportSize({width, height: 900});
      expect([page.url(), width, await findings(page)]).toEqual([page.url(), width, []]);
    }
    await page.setViewportSize({width: 1200, height: 800});
  }

  test("a chart is watched, and its action is tried, run, paused, and found among the runs", async () => {
    const complaints = await visit(`/charts/${chartId}`, async page => {
      await drawn(page);
      await page.getByRole("link", {name: "Tell me when …"}).click();
      const dialog = page.getByRole("dialog", {name: "Tell me when …"});
      await dialog.locator('[role="img"]').waitFor();
      await dialog.getByRole("spinbutton", {name: "Value"}).fill("2");
      await dialog.getByRole("checkbox", {name: "For each Status"}).check();
      await dialog.getByText("You get one mail when Count is above 2, for each Status").waitFor();
      expect(await dialog.getByLabel("Recipients").inputValue()).toBe(admin.email);
      await dialog.getByLabel("Name, and subject of the mail").fill(HOSTILE);
      await accessible(page);
      await dialog.getByRole("button", {name: "Start watching"}).click();
      await page.getByRole("heading", {name: HOSTILE, level: 1}).waitFor();
      await page.getByRole("button", {name: "Try it"}).click();
      const tried = page.getByRole("row", {name: /a dry run/});
      await tried.getByText("succeeded").waitFor();
      await tried.getByText("1 row met the condition.").waitFor();
      expect(t.mailTo(admin.email)).toEqual([]);
      await page.getByRole("button", {name: "Run now"}).click();
      const ran = page.getByRole("row", {name: /somebody/});
      await ran.getByText("succeeded").waitFor();
      await ran.getByText("Rows", {exact: true}).click();
      await ran.locator("table td").first().waitFor();
      expect(await ran.locator("table td").allTextContents()).toEqual(["paid", "3"]);
      await page.locator('[role="img"]').first().waitFor();
      // The dry run and the run have measured the same: two groups and the threshold, twice each.
      const history = page.getByRole("region", {name: "History"});
      await history.getByRole("img", {name: /line of Checked, What, Count, 6 rows/}).waitFor();
      await history.getByText("The last 2 checks").waitFor();
      await history.getByText("Show data").click();
      await history.locator("tbody tr td").first().waitFor();
      const cells = await history.locator("tbody tr td:not(:first-child)").allTextContents();
      expect(cells.slice(0, 6)).toEqual(["paid", "3", "open", "1", "Threshold", "2"]);
      await accessible(page);
      await page.getByRole("button", {name: "Pause"}).click();
      await page.getByText("The action is paused: nothing is checked.").waitFor();
      await page.getByRole("button", {name: "Edit"}).click();
      const change = page.getByRole("dialog", {name: "Change the action"});
      await change.getByRole("spinbutton", {name: "Value"}).fill("2.5");
      await change.getByLabel("Measure").selectOption("orders.total");
      await change.getByLabel("Message").fill("More than usual.");
      await accessible(page);
      await change.getByRole("button", {name: "Save"}).click();
      await page.getByText("When Total is above 2.5, for each Status").waitFor();
      await page.goto(`${base}/runs?show=actions`);
      await page.getByRole("link", {name: HOSTILE}).first().waitFor();
      await accessible(page);
      await page.goto(`${base}/actions`);
      await page.getByRole("row", {name: /paused/}).waitFor();
      await accessible(page);
    });
    expect(complaints).toEqual([]);
    const [action] = (await t.call("GET", "/api/actions")).body;
    expect(action.trigger).toMatchObject({
      type: "threshold",
      query: {model: "orders", dimensions: ["orders.status"], measures: ["orders.count", "orders.total"]},
      measure: "orders.total",
      op: ">",
      value: 2.5,
    });
    expect(action).toMatchObject({active: false, runAs: admin.id});
    expect(action.effects).toMatchObject([
      {type: "email", recipients: [admin.email], message: "More than usual.", chartId},
    ]);
  });

  test("a schedule that cannot be sent as it is shows the reason when it is saved, the first time and later, as an action does", async () => {
    // The person has no value of the attribute that restricts the rows of customers.
    const query = {model: "customers", measures: ["customers.count"]};
    const {id} = await t.made("/api/charts", {name: `Reach ${HOSTILE}`, type: "big_number", query});
    const trigger = {
      type: "threshold",
      cron: "0 8 * * *",
      query,
      measure: "customers.count",
      op: ">",
      value: 1,
      mode: "became_true",
    };
    const effects = [{type: "email", recipients: [admin.email], subject: "Reach", message: "More."}];
    const action = await t.made("/api/actions", {name: "Reach", trigger, effects});
    const warning = `Reach ${HOSTILE}: Its rows depend on`;
    const complaints = await visit(`/schedules?new=chart:${id}`, async page => {
      const dialog = page.getByRole("dialog", {name: "Send regularly"});
      await dialog.getByLabel("Recipients").fill("di@example.com");
      await dialog.getByRole("button", {name: "Start sending"}).click();
      await dialog.getByText(warning).waitFor();
      await accessible(page);
      await dialog.getByRole("button", {name: "Open the schedule"}).click();
      await page.getByRole("heading", {name: `Reach ${HOSTILE}`, level: 1}).waitFor();
      await page.getByLabel("Message above the report").fill("How many there are.");
      await page.getByRole("button", {name: "Save"}).click();
      await page.getByText(warning).waitFor();
      await page.getByText("Saved.").waitFor();
      await accessible(page);
      await page.goto(`${base}/actions/${action.id}`);
      await page.getByRole("button", {name: "Edit"}).click();
      await page.getByLabel("Message").fill("How many there are.");
      await page.getByRole("button", {name: "Save"}).click();
      await page.getByText("The trigger: Its rows depend on").waitFor();
      await accessible(page);
    });
    expect(complaints).toEqual([]);
  });

  test("a recipient who is not a member can be invited, even if the first attempt was refused", async () => {
    const email = "cleo.stone@example.com";
    const {id} = await t.made("/api/schedules", {
      resourceType: "chart",
      resourceId: chartId,
      cron: "0 8 * * 1",
      recipients: [email],
    });
    const complaints = await visit(`/schedules/${id}`, async (page, context) => {
      let asked = 0;
      await context.route("**/api/grants", route => {
        asked++;
        if (asked > 1) return route.continue();
        return route.fulfill({status: 403, json: {code: "missing_privilege", detail: "Not now."}});
      });
      const press = page.getByRole("button", {name: `Let ${email} in as a viewer`});
      await press.click();
      const section = page.getByRole("region", {name: "Recipients who are not members"});
      await section.getByText("Not now.").waitFor();
      await section.getByText("is a member now, but cannot open what the mail shows yet.").waitFor();
      await press.click();
      await page.getByRole("region", {name: "the link"}).waitFor();
      expect(asked).toBe(2);
    });
    // The browser logs the refused call.
    expect(complaints.filter(one => !one.includes("403"))).toEqual([]);
    const {rows} = await sql<{permission: string}>`
      select g.permission from principals p join grants g on g.grantee_user_id = p.id
      where p.email = ${email} and g.content_id = ${chartId}`.execute(t.db);
    expect(rows).toEqual([{permission: "view"}]);
  });

  test("an agent is created from a question, runs as an account of its own, and reports figures with their rows", async () => {
    const instructions = "How many orders are paid?";
    t.provider.script(instructions, GOOD);
    const complaints = await visit("/agents", async page => {
      await page.getByText("No agent yet").waitFor();
      await page.getByRole("button", {name: "New agent"}).click();
      const form = page.getByRole("dialog", {name: "New agent"});
      await form.getByLabel("Name").fill(`Paid ${HOSTILE}`);
      await form.getByLabel("What should the agent find out?").fill(instructions);
      await form.getByLabel("Language model").fill("anthropic/test");
      await form.getByRole("checkbox", {name: "orders (shop duckdb)"}).check();
      await accessible(page);
      await form.getByRole("button", {name: "Create the agent"}).click();
      await page.getByRole("heading", {name: `Paid ${HOSTILE}`, level: 1}).waitFor();
      await page.getByRole("button", {name: "Run or pause"}).click();
      await page.getByRole("button", {name: "Run now"}).click();
      await page.getByText("1 verified").waitFor();
      await accessible(page);
      await page.getByRole("region", {name: "Runs"}).getByRole("link").click();
      const report = page.getByRole("article", {name: "Report"});
      await report.getByText("Paid are 3 orders.").waitFor();
      await accessible(page);
      await report.getByRole("button", {name: "3", exact: true}).click();
      const rows = page.getByRole("dialog").getByRole("region", {name: "The rows of the query"});
      await rows.waitFor();
      expect(await rows.locator("tbody tr").allTextContents()).toEqual(["1open1", "2paid3"]);
      expect(await rows.locator("mark").allTextContents()).toEqual(["3"]);
      await accessible(page);
      await page.keyboard.press("Escape");
      await page.goto(`${base}/runs?show=agents`);
      await page.getByRole("link", {name: `Paid ${HOSTILE}`}).click();
      await page.waitForURL(/\/agents\/agent_\w+/);
      await page.goto(/^.*\/agents\/\w+/.exec(page.url())?.[0] ?? "");
      await page.getByRole("button", {name: "Edit"}).click();
      const change = page.getByRole("dialog", {name: "Change the agent"});
      expect(await change.getByRole("checkbox", {name: "orders (shop duckdb)"}).isChecked()).toBe(true);
      await change.getByLabel("What should the agent find out?").fill("How many orders are open?");
      await change.getByRole("checkbox", {name: "Run on a schedule"}).check();
      await accessible(page);
      await change.getByRole("button", {name: "Save"}).click();
      await page.getByText("How many orders are open?").waitFor();
      await page.getByText(/every Monday at 08:00/).waitFor();
      // The agent's account has no value of the attribute that restricts the rows of customers.
      await page.getByRole("button", {name: "Edit"}).click();
      await change.getByRole("checkbox", {name: "customers (shop duckdb)"}).check();
      await change.getByRole("button", {name: "Save"}).click();
      await page.getByText("customers: Its rows depend on").waitFor();
      await accessible(page);
      await page.goto(`${base}/agents?new`);
      await form.getByLabel("Name").fill("Customers");
      await form.getByLabel("What should the agent find out?").fill("How many customers are there?");
      await form.getByLabel("Language model").fill("anthropic/test");
      await form.getByRole("checkbox", {name: "customers (shop duckdb)"}).check();
      await form.getByRole("button", {name: "Create the agent"}).click();
      await form.getByText("customers: Its rows depend on").waitFor();
      await accessible(page);
      await form.getByRole("button", {name: "Open the agent"}).click();
      await page.getByRole("heading", {name: "Customers", level: 1}).waitFor();
    });
    expect(complaints).toEqual([]);
    const agents = (await t.call("GET", "/api/agents")).body;
    const {runAs, instructions: changed} = agents.find(
      (agent: {name: string}) => agent.name === `Paid ${HOSTILE}`,
    );
    expect(changed).toBe("How many orders are open?");
    const accounts = (await t.call("GET", `/api/orgs/${t.org.id}/service-accounts`)).body;
    // The change created no further account.
    expect(accounts.filter(({name}: {name: string}) => name === `Paid ${HOSTILE}`)).toHaveLength(1);
    expect(accounts.find(({id}: {id: string}) => id === runAs)).toMatchObject({
      name: `Paid ${HOSTILE}`,
      orgRole: "admin",
      scopes: ["read", "write"],
      expiresAt: null,
    });
  });

  test("figures without a query are marked, and a report runs nothing and links nowhere outside", async () => {
    const report = {
      title: HOSTILE,
      sections: [
        {
          heading: "Paid & open",
          text: `{{paid}} of 77 orders, <script>alert(1)</script> [out](https://evil.example/?d=3) ![pic](https://evil.example/p.png)\n\n| a | b |\n|---|---|\n| 5 &amp; 6 | {{wrong}} |`,
        },
      ],
      figures: [
        {id: "paid", value: "3", queryRunId: "$run1", row: 2, column: "orders.count"},
        {id: "wrong", value: "9", queryRunId: "$run1", row: 1, column: "orders.count"},
      ],
    };
    const {id} = await t.agent([{calls: [BY_STATUS]}, answer(report)]);
    const run = await t.ran(id);
    const complaints = await visit(`/agents/${id}/runs/${run.id}`, async page => {
      const article = page.getByRole("article", {name: "Report"});
      await article.waitFor();
      expect(await article.locator("a, img, script").count()).toBe(0);
      expect(await article.getByRole("heading").first().textContent()).toContain("<img src=x onerror=");
      const verified = await article.locator("button.verified").allTextContents();
      expect(verified).toEqual(["3"]);
      const unverified = await article.locator("button.unverified").allTextContents();
      expect(unverified).toContain("77");
      expect(unverified).toContain("9");
      await article.getByRole("button", {name: "9", exact: true}).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/The figure is not verified/).waitFor();
      expect(await dialog.locator("mark").allTextContents()).toEqual(["1"]);
      await page.keyboard.press("Escape");
      await accessible(page);
    });
    expect(complaints).toEqual([]);
  });

  test("a dashboard that a run created without one of its charts is linked, with a note on the missing chart", async () => {
    const chart = {name: "Right", type: "bar", query: BY_STATUS.arguments};
    const wrong = {
      name: "Wrong",
      type: "bar",
      query: {...BY_STATUS.arguments, dimensions: ["orders.statsu"]},
    };
    const report = {title: "Charts", sections: [{text: "None."}], figures: [], charts: [chart, wrong]};
    const outputs = [
      {type: "report"},
      {type: "dashboard", name: "Made"},
      {type: "email", recipients: ["di@example.com"]},
    ];
    const {id} = await t.agent([{calls: [BY_STATUS]}, answer(report), answer(report)], {outputs});
    const run = await t.ran(id);
    const complaints = await visit(`/agents/${id}/runs/${run.id}`, async page => {
      const facts = page.locator("dl.facts").first();
      await facts
        .getByText(/Without the chart "Wrong"/)
        .first()
        .waitFor();
      const href = await facts.getByRole("link", {name: "Open the dashboard"}).getAttribute("href");
      expect(href).toBe(`/dashboards/${run.outputs[1].id}`);
      await facts.getByText(/Sent to its recipients\. Without the chart "Wrong"/).waitFor();
      await accessible(page);
    });
    expect(complaints).toEqual([]);
  });

  test("deliveries and queries are listed as runs, and kinds without a run explain what to do", async () => {
    const resources = [{resourceType: "chart", resourceId: chartId}];
    const schedule = {name: "Weekly", resources, recipients: ["di@example.com"], cron: "0 8 * * 1"};
    const {id} = await t.made("/api/schedules", schedule);
    await t.sent(id);
    const complaints = await visit("/runs", async page => {
      const row = page.getByRole("row", {name: /Weekly/});
      await row.getByText("succeeded").waitFor();
      await row.getByText("di@example.com").waitFor();
      await accessible(page);
      await page.getByRole("link", {name: "Syncs"}).click();
      await page.getByText("No project is synced with a repository").waitFor();
      await page.getByRole("link", {name: "My queries"}).click();
      expect(new URL(page.url()).search).toBe("?show=queries");
      await page
        .getByRole("region", {name: "My queries"})
        .or(page.getByText("You have run no query yet"))
        .waitFor();
      await accessible(page);
    });
    expect(complaints).toEqual([]);
  });

  test("a member who is not an org-admin can read agents, and is told who can create them", async () => {
    const complaints = await visitAs(browser, base, member, "/agents?new", async page => {
      await page.getByText("Only an org-admin can create an agent.").waitFor();
      await page.keyboard.press("Escape");
      expect(await page.getByRole("button", {name: "New agent"}).count()).toBe(0);
      await accessible(page);
    });
    expect(complaints).toEqual([]);
  });

  test("without a language model the page names the variable to set", async () => {
    const models = {
      providers: [{prefix: "anthropic/", configured: false, variable: "ANTHROPIC_API_KEY"}],
      models: [],
    };
    await visit("/dashboards", async page => {
      await page.route("**/api/agents/models", route => route.fulfill({json: models}));
      await withoutLanguageModel(page, "**/agents");
      await page.goto(`${base}/agents`);
      await page.getByRole("heading", {name: "No language model is configured"}).waitFor();
      await page.getByText("ANTHROPIC_API_KEY").waitFor();
      expect(await page.getByRole("button", {name: "New agent"}).count()).toBe(0);
    });
  });
});
