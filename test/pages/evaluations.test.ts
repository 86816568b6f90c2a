import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import type {Turn} from "../agents/provider/script.ts";
import {answer, BY_STATUS} from "../agents/service.ts";
import {ANSWER, type AskService, askService} from "../ask/service.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {until} from "../support/until.ts";
import {accessibilityFaults, faultsIn, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

const query = BY_STATUS.arguments;
const good: readonly Turn[] = [
  {calls: [BY_STATUS]},
  answer({text: "Paid are {{paid}} orders.", figures: ANSWER.figures}),
];
const back: readonly Turn[] = [
  answer({text: "", figures: [], clarify: {text: "Which?", choices: ["By amount?", "By count?"]}}),
];

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("the pages of evaluations", () => {
  let t: AskService;
  let browser: Browser;
  let user: User;
  let base = "";
  let projectId = "";
  let second = "";

  const scripted = (text: string, turns: readonly Turn[]) =>
    t.provider.script(`The question:\n${text}`, turns, {repeats: true});

  async function evaluated(body: object): Promise<string> {
    const {id} = await t.made(`/api/projects/${projectId}/evaluations`, body);
    await until(async () => {
      const {rows} = await sql`select from evaluations where id = ${id} and finished_at is not null`.execute(
        t.db,
      );
      return rows.length > 0;
    });
    return id;
  }

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await askService({environment: {BASE_URL: base}});
    t.app.listen({port, hostname: "127.0.0.1"});
    projectId = t.shops.duckdb.projectId;
    user = await addUser(t, {role: "admin"});
    const cases = ["How many orders are paid now?", "Which orders do people mean?"].map(question => ({
      question,
      query,
    }));
    for (const {question} of cases) scripted(question, good);
    await evaluated({name: "weekly", cases});
    scripted("How many orders are paid now?", good);
    scripted("Which orders do people mean?", back);
    second = await evaluated({name: "weekly", cases});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  test("list evaluations, and show the questions that became worse first, on a narrow and on a wide screen", async () => {
    const looks = [{width: 1400}, {width: 390}];
    const complaints = await visitAs(
      browser,
      base,
      user,
      `/projects/${projectId}`,
      async page => {
        await page.getByRole("link", {name: "Evaluations"}).click();
        await page.getByRole("table").waitFor();
        expect(await page.getByRole("row").nth(1).textContent()).toContain("1 of 2");
        expect(await faultsIn(page, looks)).toEqual([]);
        await page.getByRole("link", {name: "weekly"}).first().click();
        await page.waitForURL(url => url.pathname.endsWith(second));
        await page.getByRole("heading", {name: "Questions"}).waitFor();
        const first = await page.getByRole("row").nth(1).textContent();
        expect(first).toContain("Which orders do people mean?");
        expect(first).toContain("worse than before");
        expect(first).toContain("wrong: asked for clarification");
        expect(await page.getByRole("row").nth(2).textContent()).toContain("right");
        expect(await faultsIn(page, looks)).toEqual([]);
      },
      {width: 390},
    );
    expect(complaints).toEqual([]);
  });

  test("are found at the address that people guess", async () => {
    const complaints = await visitAs(browser, base, user, "/evaluations", async page => {
      const row = page.getByRole("row", {name: /shop duckdb/});
      await row.getByRole("link", {name: "Verified questions of shop duckdb"}).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await row.getByRole("link", {name: "shop duckdb", exact: true}).click();
      await page.getByRole("link", {name: "weekly"}).first().waitFor();
    });
    expect(complaints).toEqual([]);
  });

  test("are linked from the question field, including those of further projects", async () => {
    const {connectionId} = (await t.call("GET", `/api/projects/${projectId}`)).body;
    const made = Array.from({length: 6}, (_, i) =>
      t.made("/api/projects", {name: `Further ${i}`, connectionId}),
    );
    const ids = (await Promise.all(made)).map(({id}) => id);
    const {length} = (await t.call("GET", "/api/projects")).body;
    const complaints = await visitAs(browser, base, user, "/ask", async page => {
      const described = page.getByText(
        "Evaluations measure how well questions are answered. There are evaluations of",
      );
      await described.waitFor();
      expect(await described.getByRole("link").count()).toBe(7);
      await described.getByRole("link", {name: `${length - 6} more`}).click();
      await page.getByRole("row", {name: /shop duckdb/}).waitFor();
    });
    expect(complaints).toEqual([]);
    for (const id of ids) await t.call("DELETE", `/api/projects/${id}`);
  });

  test("start an evaluation from the verified questions", async () => {
    const question = "How many orders were paid so far?";
    await t.made(`/api/projects/${projectId}/verified-questions`, {question, query});
    scripted(question, good);
    const complaints = await visitAs(
      browser,
      base,
      user,
      `/projects/${projectId}/evaluations`,
      async page => {
        await page.getByRole("button", {name: "New evaluation"}).click();
        await page.getByRole("button", {name: "Unlock for this browser"}).click();
        await page.getByLabel("Name").fill("from the page");
        expect(await accessibilityFaults(page)).toEqual([]);
        await page.getByRole("button", {name: "Evaluate", exact: true}).click();
        await page.getByRole("heading", {name: "from the page"}).waitFor();
        await page.getByText("1 of 1").waitFor();
        expect(await page.getByRole("row").nth(1).textContent()).toContain(question);
      },
    );
    expect(complaints).toEqual([]);
  });

  test("are linked from the question page, and evaluations recur as an account that does not expire", async () => {
    const [question, name] = ["How many were paid until now?", "each week"];
    const {id} = await t.made(`/api/projects/${projectId}/verified-questions`, {question, query});
    scripted(question, good);
    const look = async (page: Page) =>
      expect(await faultsIn(page, [{width: 1400, dark: true}, {width: 390}])).toEqual([]);
    const use = async (page: Page) => {
      await page.getByText("Evaluations measure how well questions are answered").waitFor();
      await look(page);
      await page.locator(`a[href="/projects/${projectId}/evaluations"]`).click();
      await page.getByRole("button", {name: "New evaluation"}).click();
      await page.getByRole("button", {name: "Unlock for this browser"}).click();
      await page.getByLabel("Name").fill(name);
      await page.getByLabel("Repeat on a schedule").check();
      await page.getByLabel("How often", {exact: true}).waitFor();
      await look(page);
      await page.getByRole("button", {name: "Evaluate", exact: true}).click();
      await page.getByRole("heading", {name}).waitFor();
      await page.getByText("Next", {exact: true}).waitFor();
      await look(page);
      ended.push(new URL(page.url()).pathname.split("/").at(-1) ?? "");
    };
    const ended: string[] = [];
    expect(await visitAs(browser, base, user, "/ask", use, {width: 390})).toEqual([]);
    const {rows} = await sql`
      select p.name, p.expires_at from evaluations e join cadences k on k.id = e.id join principals p on p.id = e.run_as
      where e.name = ${name}`.execute(t.db);
    expect(rows).toEqual([{name: `Evaluation ${name}`, expires_at: null}]);
    const end = async (page: Page) => {
      await page.getByRole("button", {name: "End the cadence"}).click();
      await page.getByRole("button", {name: "Unlock for this browser"}).click();
      await page.getByRole("button", {name: "End it"}).waitFor();
      await look(page);
      await page.getByRole("button", {name: "End it"}).click();
      await page.getByText("Next", {exact: true}).waitFor({state: "detached"});
    };
    const path = `/projects/${projectId}/evaluations/${ended[0]}`;
    expect(await visitAs(browser, base, user, path, end, {width: 390})).toEqual([]);
    const left = await sql`select from cadences k where k.id = ${ended[0]}`.execute(t.db);
    expect(left.rows).toEqual([]);
    await t.call("DELETE", `/api/projects/${projectId}/verified-questions/${id}`);
  });

  test("work, as the question page does, in a browser that stores nothing", async () => {
    const use = async (page: Page) => {
      const get = `() => { throw new DOMException("The operation is insecure.", "SecurityError"); }`;
      const script = await page.addInitScript({
        content: `for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {get: ${get}});`,
      });
      await page.reload();
      await page.getByRole("button", {name: "New evaluation"}).click();
      await page.getByRole("button", {name: "Unlock for this browser"}).click();
      await page.getByLabel("Repeat on a schedule").check();
      await page.getByLabel("How often", {exact: true}).waitFor();
      await page.goto(`${base}/ask`);
      await page.getByRole("textbox").first().fill("How many?");
      await script.dispose();
    };
    expect(await visitAs(browser, base, user, `/projects/${projectId}/evaluations`, use)).toEqual([]);
  });

  test("create no account for a refused cadence, and list the verified questions", async () => {
    const question = "How many were paid once refused?";
    const {id} = await t.made(`/api/projects/${projectId}/verified-questions`, {question, query});
    scripted(question, good);
    const complaints = await visitAs(
      browser,
      base,
      user,
      `/projects/${projectId}/verified-questions`,
      async page => {
        await page.getByRole("row").filter({hasText: question}).waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
        await page.getByRole("link", {name: "Evaluations"}).click();
        await page.getByRole("button", {name: "New evaluation"}).click();
        await page.getByRole("button", {name: "Unlock for this browser"}).click();
        await page.getByLabel("Name").fill("refused");
        await page.getByLabel("Repeat on a schedule").check();
        const model = page.getByLabel("Model", {exact: true});
        const refused = async (none: string) => {
          await model.fill(none);
          await page.getByRole("button", {name: "Evaluate", exact: true}).click();
          await page.locator(".fault").first().waitFor();
        };
        await refused("openai/none");
        await refused("openai/other");
        const made = await sql`select from principals where name = 'Evaluation refused'`.execute(t.db);
        expect(made.rows).toEqual([]);
        await model.fill("");
        await page.getByRole("button", {name: "Evaluate", exact: true}).click();
        await page.getByRole("heading", {name: "refused"}).waitFor();
      },
    );
    // The browser logs refused calls.
    expect(complaints.filter(one => !one.includes("422"))).toEqual([]);
    const {rows} = await sql`select from principals where name = 'Evaluation refused'`.execute(t.db);
    expect(rows).toHaveLength(1);
    await t.call("DELETE", `/api/projects/${projectId}/verified-questions/${id}`);
  });

  test("start no evaluation as an account that expires soon, which the browser created hours ago", async () => {
    await sql`
      update principals set expires_at = now() + interval '10 minutes' where name like '% in a browser'`.execute(
      t.db,
    );
    const question = "How many had been paid?";
    await t.made(`/api/projects/${projectId}/verified-questions`, {question, query});
    scripted(question, good);
    const complaints = await visitAs(
      browser,
      base,
      user,
      `/projects/${projectId}/evaluations`,
      async page => {
        await page.getByRole("button", {name: "New evaluation"}).click();
        await page.getByRole("button", {name: "Unlock for this browser"}).click();
        await page.getByLabel("Name").fill("late");
        await page.getByRole("button", {name: "Evaluate", exact: true}).click();
        await page.getByRole("heading", {name: "late"}).waitFor();
      },
    );
    expect(complaints).toEqual([]);
    const {rows} = await sql`
      select p.expires_at > now() + interval '4 hours' as lasts from evaluations e join principals p on p.id = e.run_as
      where e.name = 'late'`.execute(t.db);
    expect(rows).toEqual([{lasts: true}]);
  });

  test("start no evaluation with a token that expires soon, however many newer accounts there are", async () => {
    const soon = {name: "Ends soon", scopes: ["read", "write"], orgRole: "admin"};
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const accounts = `/api/orgs/${t.org.id}/service-accounts`;
    const {token} = (await t.call("POST", accounts, {body: {...soon, expiresAt}})).body;
    const newer = Array.from({length: 500}, (_, i) => ({
      id: newId("svc"),
      org_id: t.org.id,
      kind: "service_account",
      name: `Newer ${i}`,
      org_role: "member",
    }));
    await t.db.insertInto("principals").values(newer).execute();
    await visitAs(browser, base, user, `/projects/${projectId}/evaluations`, async page => {
      await page.getByRole("button", {name: "New evaluation"}).click();
      await page.getByRole("button", {name: "Use a token that I have"}).click();
      await page.getByLabel("Token").fill(token);
      await page.getByRole("button", {name: "Use this token"}).click();
      await page.getByText("This token expires too soon.").waitFor();
      expect(await page.getByRole("button", {name: "Evaluate", exact: true}).count()).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });
});
