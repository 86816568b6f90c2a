import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium} from "playwright-core";
import {QUESTIONS, QUESTIONS_LAYER} from "../../row-access/questions.ts";
import {BROWSER_FLAGS, chromiumPath} from "../../support/chromium.ts";
import {addPerson, addTeam} from "../../support/people.ts";
import {shopProjects} from "../../support/shop.ts";
import {type TestService, testService} from "../../support/worker.ts";
import {PICTURES} from "./pictures-in-words.ts";

const CHROMIUM = chromiumPath();

/** Each table with its labels, written by hand from the rows of the region north. `*` marks bold cells. */
const TABLES: Record<string, string[]> = {
  "aggregates of groups": [
    "Day (month) | Usual customer | Best customer | Customers",
    "Jan 2024 | 20.0 | 35 | 3",
    "Feb 2024 | 57.5 | 75 | 2",
    "Mar 2024 | 52.5 | 90 | 2",
  ],
  "values of groups": ["Purchases | Customers", "1 | 2", "2 | 1", "3 | 1"],
  bins: ["Amount from | Count", "0 | 5", "50 | 2"],
  "bins with labels": ["Size | Count | Total", "0–20 | 2 | 25", "20–100 | 5 | 260"],
  "compared fields": ["Customer | Total | Received", "Bo | 20 | 5", "Flo | 15 | 0"],
  "the bottom two with the rest": ["Customer | Total", "Flo | 15", "Eve | 35", "The rest | 235"],
  "calculations of calculations": [
    "Customer | Total | Share | So far",
    "Ada | 140 | 49.1% | 49.1%",
    "Bo | 95 | 33.3% | 82.5%",
    "Eve | 35 | 12.3% | 94.7%",
    "Flo | 15 | 5.3% | 100.0%",
  ],
  subtotals: [
    "Region | Day (month) | Total",
    "north | Jan 2024 | 65",
    "north | Feb 2024 | 115",
    "north | Mar 2024 | 105",
    "north* | All* | 285*",
  ],
  "compared with an earlier month": [
    "Customer | Total | Total (before) | Total (change)",
    "Ada | 40 | 10 | 300.0%",
    "Bo | 75 | 20 | 275.0%",
    "Eve | (none) | 35 | (none)",
  ],
  "retention with measures": [
    "Cohort (month) | Period | Share | Retained | Cohort size | Total",
    "Jan 2024 | 0 | 100.0% | 3 | 3 | 65",
    "Jan 2024 | 1 | 66.7% | 2 | 3 | 115",
    "Jan 2024 | 2 | 33.3% | 1 | 3 | 90",
    "Mar 2024 | 0 | 100.0% | 1 | 1 | 15",
  ],
  "a funnel with its timing": [
    "Step | Entities | Share of first | Share of previous | Median time",
    "seen | 3 | 100.0% | (none) | (none)",
    "asked | 2 | 66.7% | 66.7% | 35m",
    "bought | 1 | 33.3% | 50.0% | 2d",
  ],
};
/** A script that returns the text of each table row in the browser. */
const ROWS = `[...document.querySelectorAll("table.rows tr")].map(row =>
  [...row.querySelectorAll("th, td")]
    .map(cell => cell.textContent + (cell.matches("td") && getComputedStyle(cell).fontWeight >= 600 ? "*" : ""))
    .join(" | "))`;
const IMAGES = `[...document.images].map(image => [image.naturalWidth > 0, image.alt])`;

// Mails show questions of groups, bins, earlier spans, cohorts and steps with the sender's rows.
describe.skipIf(CHROMIUM === undefined)("a mail in a browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let teamId: string;
  let token: string;

  beforeAll(async () => {
    t = await testService();
    shops = await shopProjects(t);
    const path = `/api/projects/${shops.duckdb.projectId}/introspect`;
    expect((await t.call("POST", path, {body: {graph: QUESTIONS_LAYER}})).status).toBe(201);
    teamId = await addTeam(t, "senders");
    const teams = [{id: teamId, role: "member" as const}];
    ({token} = await addPerson(t, {teams, attributes: {region: ["north"]}}));
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.stop();
    await shops?.drop();
  });

  async function made(path: string, body: object): Promise<string> {
    const answer = await t.call("POST", path, {body, token});
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body.id;
  }

  test.each(Object.keys(QUESTIONS))("shows %s, as a table and in pictures", async name => {
    const {query, charts} = QUESTIONS[name]!;
    const tiles: object[] = [];
    for (const [i, type] of (["table", ...charts] as const).entries()) {
      const body = {name: type, type, query: {...query, projectId: shops.duckdb.projectId}, teamId};
      tiles.push({chartId: await made("/api/charts", body), x: 0, y: i * 10, w: 18, h: 10});
    }
    const resourceId = await made("/api/dashboards", {name, teamId});
    await t.call("PUT", `/api/dashboards/${resourceId}/layout`, {body: {tiles}, token});
    const answer = await t.call("POST", "/api/schedules/preview", {
      body: {resourceType: "dashboard", resourceId},
      headers: {accept: "text/html"},
      token,
    });
    expect(answer.status).toBe(200);
    const page = await browser.newPage({viewport: {width: 700, height: 800}});
    await page.setContent(answer.text);
    expect(await page.evaluate<string[]>(ROWS)).toEqual(TABLES[name] ?? []);
    const images = await page.evaluate<[boolean, string][]>(IMAGES);
    expect(images.map(([isDrawn]) => isDrawn)).toEqual(charts.map(() => true));
    expect(images[0]?.[1]).toBe(PICTURES[name] ?? "");
    await page.setViewportSize({width: 360, height: 800});
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(360);
    await page.close();
  });
});
