import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import type {Turn} from "../agents/provider/script.ts";
import {answer, BY_STATUS} from "../agents/service.ts";
import {type AskService, askService} from "../ask/service.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {until} from "../support/until.ts";
import {
  accessibilityFaults,
  fits,
  layoutShifts,
  measureShifts,
  signIn,
  type Visit,
  visitAs,
  withoutLanguageModel,
} from "./visit.ts";

const CHROMIUM = chromiumPath();
const HOSTILE = '<img src=x onerror="alert(1)"> & Co';

/** An answer with one figure, a chart and a further question. */
const PAID = {
  text: "Paid are {{paid}} orders.",
  figures: [{id: "paid", value: "3", queryRunId: "$run1", row: 2, column: "orders.count"}],
  charts: [{name: `Orders ${HOSTILE}`, type: "bar", queryRunId: "$run1"}],
  followUps: [
    {
      question: "How much is that?",
      query: {model: "orders", measures: ["orders.total"], dimensions: []},
    },
  ],
};
const GOOD: readonly Turn[] = [{text: "I look.", calls: [BY_STATUS]}, answer(PAID)];
/** The turns of a model that thinks for longer than any test waits. */
const ENDLESS: readonly Turn[] = [{calls: [BY_STATUS]}, {...answer(PAID), delayMs: 200_000}];

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("questions in one's own words in a real browser", () => {
  let t: AskService;
  let browser: Browser;
  let admin: User;
  let viewer: User;
  let base = "";
  let projectId = "";
  let dashboardId = "";
  let asked = 0;

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await askService({environment: {BASE_URL: base}});
    t.app.listen({port, hostname: "127.0.0.1"});
    ({projectId} = t.shops.duckdb);
    [admin, viewer] = [await addUser(t, {role: "admin"}), await addUser(t, {seat: "viewer"})];
    const query = {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    const chart = await t.made("/api/charts", {name: "Orders", type: "bar", query});
    dashboardId = (await t.made("/api/dashboards", {name: HOSTILE})).id;
    const tiles = [{chartId: chart.id, x: 0, y: 0, w: 18, h: 12}];
    expect((await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}})).status).toBe(200);
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  const visit = (...given: Parameters<Visit>) => visitAs(browser, base, admin, ...given);

  /** A new question, for which the model has these turns. */
  function script(turns: readonly Turn[], words = "How many orders are paid?"): string {
    const question = `${words} (${++asked})`;
    t.provider.script(`The question:\n${question}`, turns);
    return question;
  }

  const field = (page: Page, name = "The next question") => page.getByRole("textbox", {name, exact: true});

  /** Asks on the page, and waits until the question is in a conversation. */
  async function ask(page: Page, question: string, name = "Your question"): Promise<void> {
    await field(page, name).fill(question);
    await page.keyboard.press("Enter");
    await turn(page, question).waitFor();
  }

  /** The number and compressed size of the scripts and style sheets that the page has loaded. */
  const loadedScripts = (page: Page): Promise<{count: number; kilobytes: number}> =>
    page.evaluate(`(() => {
      const loaded = performance.getEntriesByType("resource").filter(({name}) => /\\.(js|css)$/.test(name));
      return {count: loaded.length, kilobytes: loaded.reduce((sum, one) => sum + one.encodedBodySize, 0) / 1024};
    })()`);

  /** Records in each frame whether the page shows neither a question field nor a question. */
  const watchForGaps = (page: Page) =>
    page.evaluate(`{
      window.gaps = [];
      const look = () => {
        if (!document.querySelector("main .question textarea, main .turn"))
          gaps.push(document.querySelector("main").textContent);
        requestAnimationFrame(look);
      };
      look();
    }`);

  const turn = (page: Page, question: string) => page.getByRole("article", {name: question, exact: true});

  /** Checks with axe-core, and for a page wider than its window, on a wide and on narrow screens. */
  async function accessible(page: Page): Promise<void> {
    // At a width of 320 everything must be readable without scrolling sideways (WCAG 1.4.10). The same elements are
    // visible there as at 390.
    for (const width of [1400, 390, 320]) {
      await page.setViewportSize({width, height: 900});
      const findings = width === 390 ? [] : await accessibilityFaults(page);
      expect([page.url(), width, await fits(page), findings]).toEqual([page.url(), width, true, []]);
    }
    await page.setViewportSize({width: 1200, height: 800});
  }

  /** The API's answer to the person of the page, because only they can read their conversations. */
  const read = (page: Page, path: string): Promise<ReturnType<typeof JSON.parse>> =>
    page.evaluate(`(async () => {
      const {token} = await (await fetch("/session-token", {method: "POST"})).json();
      return (await fetch(${JSON.stringify(path)}, {headers: {authorization: "Bearer " + token}})).json();
    })()`);

  /** The questions of the page's conversation. */
  const runsAt = async (page: Page) =>
    (await read(page, `/api/conversations/${new URL(page.url()).pathname.split("/")[2]}`)).runs;

  test("progress is shown in the layer's words, and figures link to their rows", async () => {
    const gate = Promise.withResolvers<void>();
    const question = script([{calls: [BY_STATUS]}, {...answer(PAID), after: gate.promise}]);
    const complaints = await visit("/ask", async page => {
      await field(page, "Your question").waitFor();
      await accessible(page);
      await ask(page, question);
      const own = turn(page, question);
      await own.getByText("Count by Status").waitFor();
      await own.getByRole("button", {name: "Cancel"}).waitFor();
      gate.resolve();
      await own.getByText("Paid are 3 orders.").waitFor();
      expect(await own.getByRole("status").first().textContent()).toBe("The answer is ready.");
      await own.locator('[role="img"]').waitFor();
      await own.getByRole("button", {name: "3", exact: true}).click();
      const rows = page.getByRole("dialog").getByRole("region", {name: "The rows of the query"});
      await rows.waitFor();
      expect(await rows.locator("tbody tr").allTextContents()).toEqual(["1open1", "2paid3"]);
      expect(await rows.locator("mark").allTextContents()).toEqual(["3"]);
      await accessible(page);
      await page.keyboard.press("Escape");
      await accessible(page);
      await page
        .getByRole("navigation", {name: "Conversations"})
        .getByRole("link", {name: question})
        .waitFor();
    });
    expect(complaints).toEqual([]);
  });

  test("the scripts for answers are loaded when the person begins to type, and the page is never blank meanwhile", async () => {
    const question = script(GOOD);
    const complaints = await visit("/charts", async (_, context) => {
      const opened = await context.newPage();
      await measureShifts(opened);
      await opened.goto(`${base}/ask`);
      await field(opened, "Your question").waitFor();
      await opened.waitForLoadState("networkidle");
      const first = await loadedScripts(opened);
      // The target of `bench pages`; a page with answers has more.
      expect(first.kilobytes).toBeLessThan(60);
      await field(opened, "Your question").pressSequentially(question.slice(0, 1));
      await until(async () => (await loadedScripts(opened)).count > first.count);
      await opened.waitForLoadState("networkidle");
      await watchForGaps(opened);
      await ask(opened, question);
      await opened.getByRole("navigation", {name: "Conversations"}).getByText(question).waitFor();
      expect(await opened.evaluate("gaps")).toEqual([]);
      expect((await layoutShifts(opened)).filter(({value}) => value > 0.05)).toEqual([]);
    });
    expect(complaints).toEqual([]);
  });

  test("an answer's chart is saved on a dashboard and watched, and the question is asked every Monday", async () => {
    const question = script(GOOD);
    const complaints = await visit("/ask", async page => {
      await ask(page, question);
      await page.getByRole("button", {name: /^Save as a chart: Orders/}).click();
      let dialog = page.getByRole("dialog", {name: "Save as a chart"});
      await dialog.getByLabel("Name of the chart").fill("Kept");
      await dialog.getByLabel("A new dashboard").check();
      await dialog.getByLabel("Name of the dashboard").fill("Board of answers");
      await dialog.getByRole("button", {name: "Save"}).click();
      await page.getByRole("link", {name: "Open the dashboard"}).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", {name: "Ask this each Monday"}).click();
      dialog = page.getByRole("dialog", {name: "Ask this each Monday"});
      expect(await dialog.getByLabel("What should the agent find out?").inputValue()).toBe(question);
      expect(await dialog.getByLabel("Language model").inputValue()).toBe("anthropic/test");
      expect(await dialog.getByRole("checkbox", {name: "orders (shop duckdb)"}).isChecked()).toBe(true);
      await dialog.getByRole("button", {name: "Create the agent"}).click();
      await page.waitForURL(/\/agents\/agent_/);
      await page.getByRole("button", {name: "Run or pause"}).waitFor();
      await page.goBack();
      await page.getByRole("button", {name: /^Tell me when it crosses …: Orders/}).click();
      dialog = page.getByRole("dialog", {name: "Tell me when …"});
      await dialog.getByRole("spinbutton", {name: "Value"}).fill("2");
      await dialog.getByLabel("Name, and subject of the mail").fill("Too many");
      await accessible(page);
      await dialog.getByRole("button", {name: "Start watching"}).click();
      await page.getByRole("heading", {name: "Too many", level: 1}).waitFor();
    });
    expect(complaints).toEqual([]);
    const [chart] = (await t.call("GET", "/api/charts?q=Kept")).body;
    expect(chart).toMatchObject({type: "bar", query: {...BY_STATUS.arguments, projectId}});
    const agents = (await t.call("GET", "/api/agents")).body;
    expect(agents.find(({instructions}: {instructions: string}) => instructions === question)).toMatchObject({
      cadence: {cron: "0 8 * * 1"},
      grounding: t.orders,
    });
    const actions = (await t.call("GET", "/api/actions")).body;
    expect(actions.find(({name}: {name: string}) => name === "Too many")).toMatchObject({
      trigger: {type: "threshold", measure: "orders.count", value: 2},
      effects: [{type: "email", recipients: [admin.email]}],
    });
  });

  test("a query can be marked as right once, by a person with the right", async () => {
    const question = script(GOOD);
    const complaints = await visit("/ask", async page => {
      await ask(page, question);
      await page.getByRole("button", {name: "Mark as right"}).click();
      await page.getByRole("status").getByText("Marked as right").waitFor();
      expect(await page.getByRole("button", {name: "Mark as right"}).count()).toBe(0);
      await accessible(page);
    });
    expect(complaints).toEqual([]);
    const verified = (await t.call("GET", `/api/projects/${projectId}/verified-questions`)).body;
    expect(verified).toMatchObject([
      {question, query: {model: "orders", measures: ["orders.count"]}, verifiedBy: {id: admin.id}},
    ]);
  });

  test("an answer from a verified question names its author", async () => {
    const question = `How many orders were paid, of all orders? (${++asked})`;
    const query = {...BY_STATUS.arguments, projectId};
    const path = `/api/projects/${projectId}/verified-questions`;
    const {id, verifiedBy} = await t.made(path, {question, query});
    // A chart with an unverified number in its name, as PAID's has, is not verified.
    const charts = [{name: "Orders by status", type: "bar", queryRunId: "$run1"}];
    const made = answer({...PAID, charts, verifiedQuestionId: id});
    t.provider.script(`The question:\n${question}`, [{calls: [BY_STATUS]}, made]);
    const complaints = await visit("/ask", async page => {
      await ask(page, question);
      await page.locator(".verified-by").getByText(verifiedBy.name).waitFor();
      await page.locator(".verified-by").getByText(question).waitFor();
      expect(await page.getByRole("button", {name: "Mark as right"}).count()).toBe(0);
      await accessible(page);
    });
    expect(complaints).toEqual([]);
  });

  test("further questions and possible meanings of a word can be clicked, and are asked in the same conversation", async () => {
    const first = script(GOOD);
    const choices = ["How many orders of the north are there?", "How many orders of the shop are there?"];
    t.provider.script("The question:\nHow much is that?", [
      answer({text: "", figures: [], clarify: {text: "What is “that” to you?", choices}}),
    ]);
    t.provider.script(`The question:\n${choices[0]}`, [
      answer({text: "There is no region.", figures: [], cannotAnswer: "no_such_data"}),
    ]);
    const complaints = await visit("/ask", async page => {
      await ask(page, first);
      const next = page.getByRole("list", {name: "Further questions"});
      await next.getByRole("button", {name: "How much is that?"}).click();
      await page.getByText("What is “that” to you?").waitFor();
      // Earlier answers offer nothing more.
      expect(await next.count()).toBe(0);
      await accessible(page);
      const meant = page.getByRole("list", {name: "What you mean"});
      expect(await meant.getByRole("button").allTextContents()).toEqual(choices);
      await meant.getByRole("button").first().click();
      const last = turn(page, choices[0] ?? "");
      await last.getByText("There is no region.").waitFor();
      await last.getByText("No such data").waitFor();
      await accessible(page);
      const questions = (await runsAt(page)).map(({question}: {question: string}) => question);
      expect(questions).toEqual([first, "How much is that?", choices[0]]);
    });
    expect(complaints).toEqual([]);
  });

  test("an answer runs nothing and links nowhere outside, and numbers without a query are marked", async () => {
    const text = `{{paid}} of 77 orders <script>alert(1)</script> [out](https://evil.example/?d=3) [js](javascript:alert(1)) ![pic](https://evil.example/p.png)`;
    const question = script([{calls: [BY_STATUS]}, answer({...PAID, text})], HOSTILE);
    const complaints = await visit("/ask", async page => {
      await ask(page, question);
      const text = turn(page, question).locator(".answered .report");
      await text.waitFor();
      expect(await text.locator("a, img, script").count()).toBe(0);
      expect(await text.locator("button.verified").allTextContents()).toEqual(["3"]);
      expect(await text.locator("button.unverified").allTextContents()).toContain("77");
      await text.getByRole("button", {name: "77"}).click();
      await page
        .getByRole("dialog")
        .getByText(/The figure is not verified/)
        .waitFor();
      await page.keyboard.press("Escape");
      await accessible(page);
      await page.getByRole("button", {name: `Delete “${question}”`}).click();
      const dialog = page.getByRole("dialog", {name: "Delete the conversation"});
      await accessible(page);
      await dialog.getByRole("button", {name: "Delete it"}).click();
      await page.waitForURL(`${base}/ask`);
      await field(page, "Your question").waitFor();
      const left: {title: string}[] = await read(page, "/api/conversations");
      expect(left.map(({title}) => title)).not.toContain(question);
    });
    expect(complaints).toEqual([]);
  });

  test("a reload during a run continues with it, and the run can be cancelled and asked again", async () => {
    const question = script([...ENDLESS, answer(PAID), {calls: [BY_STATUS]}]);
    await visit("/ask", async page => {
      await ask(page, question);
      await page.getByText("Count by Status").waitFor();
      await page.reload();
      const own = turn(page, question);
      await own.getByText("Count by Status").waitFor();
      await field(page).fill("And last year?");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").getByText("Wait for the answer, or cancel it.").waitFor();
      await accessible(page);
      await own.getByRole("button", {name: "Cancel"}).click();
      await own.getByText("The question was cancelled.").first().waitFor();
      await accessible(page);
      t.provider.script(`The question:\n${question}`, GOOD);
      await own.getByRole("button", {name: "Ask again"}).click();
      await page.getByText("Paid are 3 orders.").waitFor();
      expect(await field(page).inputValue()).toBe("And last year?");
    });
  });

  test("a second tab must wait to ask in the same conversation, and shows the question of the first one", async () => {
    const [first, second] = [script(GOOD), script(ENDLESS)];
    await visit("/ask", async (page, context) => {
      await ask(page, first);
      await page.getByText("Paid are 3 orders.").waitFor();
      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByText("Paid are 3 orders.").waitFor();
      await ask(page, second, "The next question");
      await field(other).fill("And in May?");
      await other.keyboard.press("Enter");
      await other
        .getByRole("alert")
        .getByText(/is being answered/)
        .waitFor();
      await turn(other, second).getByRole("button", {name: "Cancel"}).click();
      await turn(page, second).getByText("The question was cancelled.").first().waitFor();
      expect(await field(other).inputValue()).toBe("And in May?");
    });
  });

  test("a person who is signed out meanwhile can sign in in another tab, and the typed question is asked", async () => {
    const [question, next] = [script(GOOD), script(GOOD, "And in May, of all?")];
    await visit("/ask", async (page, context) => {
      await ask(page, question);
      await page.getByText("Paid are 3 orders.").waitFor();
      await field(page).fill(next);
      const other = await context.newPage();
      await other.goto(base);
      await other.locator(".account summary").click();
      await other.getByRole("button", {name: "Sign out"}).click();
      await other.waitForURL(`${base}/sign-in`);
      await other.close();
      await field(page).press("Enter");
      const opened = context.waitForEvent("page");
      await page
        .getByRole("dialog", {name: "You are signed out"})
        .getByRole("link", {name: "Sign in"})
        .click();
      await signIn(await opened, admin);
      await turn(page, next).getByText("Paid are 3 orders.").waitFor();
    });
  });

  test("an error of the provider is shown with a remedy", async () => {
    const question = script([{fault: {status: 401}}]);
    await visit("/ask", async page => {
      await ask(page, question);
      const own = turn(page, question);
      await own.getByRole("note").waitFor();
      await own.getByRole("button", {name: "Ask again"}).waitFor();
      await accessible(page);
    });
  });

  test("a viewer asks and reads, and is offered no way to save", async () => {
    const question = script(GOOD);
    const complaints = await visitAs(browser, base, viewer, "/ask", async page => {
      await ask(page, question);
      await page.getByText("Paid are 3 orders.").waitFor();
      await page.locator('[role="img"]').waitFor();
      for (const name of [/^Save/, /^Tell me/, /^Mark as right/])
        expect(await page.getByRole("button", {name}).count()).toBe(0);
      await page.getByRole("button", {name: "Ask this each Monday"}).click();
      await page.getByText("Only an org-admin can create an agent").waitFor();
      await accessible(page);
      const own: {title: string}[] = await read(page, "/api/conversations");
      expect(own.map(({title}) => title)).toEqual([question]);
    });
    expect(complaints).toEqual([]);
  });

  test("the first page, a dashboard, a model and the search lead to an answer about their content", async () => {
    const questions = [script(GOOD), script(GOOD), script(GOOD), script(GOOD)] as const;
    const answered = async (page: Page, question: string) => {
      await page.keyboard.press("Enter");
      await turn(page, question).getByText("Paid are 3 orders.").waitFor();
    };
    const complaints = await visit("/sign-in?to=%2F", async page => {
      await field(page, "Ask in your own words").fill(questions[0]);
      await accessible(page);
      await answered(page, questions[0]);
      expect((await runsAt(page))[0].grounding).toBeUndefined();
      await page.goto(`${base}/dashboards/${dashboardId}`);
      await field(page, "Ask about this dashboard").fill(questions[1]);
      await accessible(page);
      await answered(page, questions[1]);
      await page.getByText(`The questions read only the dashboard “${HOSTILE}”.`).waitFor();
      await accessible(page);
      const dashboard = {resourceType: "dashboard", resourceId: dashboardId};
      expect((await runsAt(page))[0].grounding).toEqual([dashboard, ...t.orders]);
      await page.goto(`${base}/projects/${projectId}/models/orders`);
      await field(page, "Ask about orders").fill(questions[2]);
      await accessible(page);
      await answered(page, questions[2]);
      expect((await runsAt(page))[0].grounding).toEqual(t.orders);
      await page.goto(`${base}/charts`);
      await page.locator("#search button").click();
      await page.getByRole("combobox", {name: "Search everything"}).fill(questions[3]);
      await page.getByRole("option", {name: `${questions[3]} Ask`}).click();
      await field(page, "Your question").waitFor();
      expect(await field(page, "Your question").inputValue()).toBe(questions[3]);
      await field(page, "Your question").focus();
      await answered(page, questions[3]);
    });
    expect(complaints).toEqual([]);
  });

  test("without a language model the page names the variable to set, and other pages have no question field", async () => {
    const models = {
      providers: [{prefix: "local/", configured: false, variable: "LLM_BASE_URL"}],
      models: [],
    };
    await visit("/charts", async page => {
      await page.route("**/api/agents/models", route => route.fulfill({json: models}));
      for (const path of ["/ask", "/"]) await withoutLanguageModel(page, base + path);
      await page.goto(`${base}/ask`);
      await page.getByRole("heading", {name: "No language model is configured"}).waitFor();
      await page.getByText("LLM_BASE_URL").waitFor();
      expect(await page.getByRole("textbox").count()).toBe(0);
      await accessible(page);
      await page.goto(base);
      await page.getByRole("heading", {name: "What you can open"}).waitFor();
      expect(await page.getByRole("textbox").count()).toBe(0);
    });
  });

  test("everything is readable in dark mode", async () => {
    const question = script(GOOD);
    await visit(
      "/ask",
      async page => {
        await ask(page, question);
        await page.getByText("Paid are 3 orders.").waitFor();
        await accessible(page);
      },
      {dark: true},
    );
  });
});
