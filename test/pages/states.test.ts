import {afterAll, beforeAll, beforeEach, describe, expect, test} from "bun:test";
import {readdir} from "node:fs/promises";
import {type Browser, chromium, errors, type Locator, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, forgetThrottles, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {until} from "../support/until.ts";
import {type TestService, testService} from "../support/worker.ts";
import {
  accessibilityFaults,
  drawn,
  faultsIn,
  fits,
  follow,
  layoutShifts,
  machineTexts,
  measureShifts,
  type Visit,
  visitAs,
} from "./visit.ts";

const CHROMIUM = chromiumPath();
const BROKEN = {status: 500, json: {code: "internal_error", detail: "Something broke on our side."}};
/** The largest accepted layout shift: half of what counts as good (CLS), where nothing visibly harmful moves. */
const MAX_SHIFT = 0.05;
/** The widths of the narrowest and the widest window. Styles change at widths between 480 and 820 pixels only. */
const [NARROW, WIDE] = [360, 1600];
/** The pages with lists and the pages of the organization, as an org-admin sees them. */
const PATHS = [
  ...[
    "/dashboards",
    "/charts",
    "/sheets",
    "/datasets",
    "/connections",
    // Before the projects, whose page leaves the document the models, so that nothing of this page could fail.
    "/explore",
    "/projects",
    "/evaluations",
    "/schedules",
  ],
  ...[
    "/actions",
    "/agents",
    "/runs?show=queries",
    "/members",
    "/teams",
    "/service-accounts",
    "/applications",
    "/embed-tokens",
  ],
  ...["/audit-log", "/billing", "/budget"],
];

/** The time for clicking a button that may disappear while it is located. */
const PRESS_MS = 3000;

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("what a page shows while it loads, and when something fails", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let admin: User;
  let base = "";
  let dashboardId = "";
  let paths: readonly string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    admin = await addUser(t, {role: "admin"});
    const {projectId} = shops.duckdb;
    const query = {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    const none = {...query, filters: [{field: "orders.status", op: "=", value: "none has this"}]};
    const chartId = await make("/api/charts", {name: "By status", type: "bar", query});
    const emptyId = await make("/api/charts", {name: "No rows", type: "bar", query: none});
    dashboardId = await make("/api/dashboards", {name: "Shop"});
    const tiles = [chartId, emptyId].map((id, i) => ({chartId: id, x: 18 * i, y: 0, w: 18, h: 12}));
    await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}});
    const sheetId = await make("/api/sheets", {name: "Numbers", tabs: [{name: "One", cells: {A1: "1"}}]});
    const resources = [{resourceType: "dashboard", resourceId: dashboardId}];
    const schedule = {name: "Weekly", resources, recipients: ["di@example.com"], cron: "0 8 * * 1"};
    const scheduleId = await make("/api/schedules", schedule);
    const teamId = await make(`/api/orgs/${t.org.id}/teams`, {name: "Sales"});
    const snapshotCsv = "at,n\n2026-01-31T10:00:00Z,1\n";
    const datasetId = await make(`/api/projects/${projectId}/datasets`, {
      name: "Moments",
      kind: "snapshot",
      snapshotCsv,
    });
    const trigger = {
      ...{type: "threshold", query, measure: "orders.count", op: ">", value: 2},
      ...{mode: "became_true", cron: "0 8 * * 1"},
    };
    const mail = {type: "email", recipients: ["di@example.com"], subject: "Many", message: "Look.", chartId};
    const actionId = await make("/api/actions", {name: "Many", trigger, effects: [mail]});
    await make(`/api/actions/${actionId}/runs`, {dryRun: true}, 202);
    const project = `/projects/${projectId}`;
    paths = [
      ...["/", "/start", "/ask", ...PATHS, "/single-sign-on", "/github", "/nowhere"],
      ...[`/dashboards/${dashboardId}`, `/dashboards/${dashboardId}/edit`, `/charts/${chartId}`],
      ...[`/charts/${emptyId}`, `/sheets/${sheetId}`, "/datasets?new", "/connections?new", "/agents?new"],
      `/explore/orders?project=${projectId}&m=orders.count&d=orders.status`,
      ...[project, `${project}/layer`, `${project}/versions`, `${project}/evaluations`],
      ...[`${project}/models/orders`, `/connections/${shops.duckdb.connectionId}`],
      ...[`/schedules/${scheduleId}`, `/schedules?new=dashboard:${dashboardId}`, `/actions?new=${chartId}`],
      ...[`/members/${admin.id}`, `/teams/${teamId}`, "/runs"],
      ...[`/datasets/${datasetId}`, `/actions/${actionId}`, "/runs?show=actions"],
    ];
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  // No person opens so many pages in five minutes.
  beforeEach(() => forgetThrottles(t));

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
    await shops?.drop();
  });

  async function make(path: string, body: object, status = 201): Promise<string> {
    const answer = await t.call("POST", path, {body});
    if (answer.status !== status) throw new Error(`${path}: ${answer.text}`);
    return answer.body.id;
  }

  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, admin, ...asked);
  const again = (page: Page) => page.getByRole("button", {name: "Try again"});
  const pressIfThere = async (button: Locator) => {
    if ((await button.count()) === 0) return;
    await button.click({timeout: PRESS_MS}).catch(error => {
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
  };

  /** A part may fail after others, because its request was under way. And a button may disappear before the click. */
  const pressUntilLoaded = (page: Page) =>
    until(async () => {
      await pressIfThere(again(page).first());
      return (await page.getByText(BROKEN.json.detail).count()) === 0;
    });

  /** Checks the page in the current window, and its width in the narrowest and the widest window. */
  async function fitsEverywhere(page: Page, path: string): Promise<void> {
    expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
    expect([path, await machineTexts(page)]).toEqual([path, []]);
    const before = page.viewportSize() ?? {width: 0, height: 800};
    expect([path, before.width, await fits(page)]).toEqual([path, before.width, true]);
    // Resizing the page costs less than opening it again.
    for (const width of [NARROW, WIDE]) {
      await page.setViewportSize({...before, width});
      expect([path, width, await fits(page)]).toEqual([path, width, true]);
    }
    await page.setViewportSize(before);
  }

  test("a tile that failed retries on its own button, and a tile without rows says so", async () => {
    await visit(`/dashboards/${dashboardId}`, async page => {
      await drawn(page);
      await page.route("**/drawing", route => route.fulfill(BROKEN), {times: 2});
      await page.reload();
      await page.getByText(BROKEN.json.detail).nth(1).waitFor();
      await fitsEverywhere(page, "a failed tile");
      const first = page.getByRole("region", {name: "By status"});
      await first.getByRole("button", {name: "Try again"}).click();
      await first.getByRole("img", {name: "By status: bar of"}).waitFor();
      // The keyboard focus stays where the button was.
      expect(await page.evaluate("document.activeElement.textContent")).toBe("By status");
      expect(await again(page).count()).toBe(1);
      await again(page).click();
      await page.getByRole("img", {name: "No rows: bar of Status, Count, 0 rows."}).waitFor();
    });
  });

  test("every page that fails to load says so, narrow and dark, and wide and light, and loads after a click", async () => {
    await visit(
      "/dashboards",
      async page => {
        for (const path of PATHS) {
          await page.setViewportSize({width: NARROW, height: 800});
          await page.route(/\/api\/(?!whoami)/, route => route.fulfill(BROKEN));
          await follow(page, path);
          await page.getByText(BROKEN.json.detail).first().waitFor();
          const looks = [{width: NARROW, dark: true}, {width: WIDE}];
          expect([path, await faultsIn(page, looks)]).toEqual([path, []]);
          expect([path, await machineTexts(page)]).toEqual([path, []]);
          // Nothing covers the button in a wide window. It is pressed in a narrow one.
          await again(page).first().click({trial: true});
          await page.setViewportSize({width: NARROW, height: 800});
          await page.unroute(/\/api\/(?!whoami)/);
          await pressUntilLoaded(page);
        }
      },
      {width: NARROW},
    );
  });

  test("a dashboard, a chart and a sheet that fail to load say so, and load after a click", async () => {
    await visit("/dashboards", async page => {
      const own = paths.filter(path => /^\/(dashboards|charts|sheets)\/\w+$/.test(path));
      expect(own).toHaveLength(4);
      for (const path of own) {
        await page.route(/\/api\/(?!whoami)/, route => route.fulfill(BROKEN));
        await page.goto(base + path);
        await page.getByText(BROKEN.json.detail).first().waitFor();
        await fitsEverywhere(page, `${path}, failed`);
        await page.unroute(/\/api\/(?!whoami)/);
        await pressUntilLoaded(page);
        await page.getByRole("heading", {level: 1}).waitFor();
      }
    });
  });

  test("without a mail server, the page says that the mail is in the outbox, and where", async () => {
    const at = paths.find(path => path.startsWith("/schedules/")) ?? "";
    await visit(at, async page => {
      await page.getByRole("button", {name: "Send it now"}).click();
      const row = page.getByRole("region", {name: "Deliveries"}).getByRole("row", {name: /di@example.com/});
      await row.getByText("in the outbox").waitFor();
      await row.getByText("Not sent: no mail server is configured. The mail is in").waitFor();
      const folder = (await row.locator("code").textContent()) ?? "";
      expect(await readdir(folder)).toEqual(["di%40example.com.eml"]);
      await fitsEverywhere(page, at);
      await page.goto(`${base}/runs`);
      await page
        .getByRole("row", {name: /Weekly/})
        .getByText(folder)
        .waitFor();
      await fitsEverywhere(page, "/runs");
    });
  });

  test("a missing page offers no retry, under a heading that names what is missing", async () => {
    await visit("/dashboards", async page => {
      const missing = [
        [`/schedules/${dashboardId}`, "schedule"],
        ["/members/user_none", "member"],
        ["/projects/proj_none", "project"],
        ["/actions/act_none", "action"],
        ["/agents/agent_none", "agent"],
        ["/ask/conv_none", "conversation"],
      ] as const;
      for (const [path, what] of missing) {
        await follow(page, path);
        await page.getByRole("heading", {level: 1, name: `There is no such ${what}`}).waitFor();
        await until(async () => (await page.title()).includes(`There is no such ${what}`));
        await page.getByText("This does not exist, or is not shared with you.").first().waitFor();
        expect([path, await again(page).count()]).toEqual([path, 0]);
        expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
      }
    });
  });

  test("a refusal or an error is explained in a heading", async () => {
    const problem = (status: number) => ({
      status,
      contentType: "application/problem+json",
      json: {status, code: "forbidden", title: "No", detail: "Not now."},
    });
    await visit("/dashboards", async page => {
      for (const [answer, heading] of [
        [403, "You may not see this action"],
        [500, "This action could not be shown"],
      ] as const) {
        await page.route("**/api/actions/**", route => route.fulfill(problem(answer)));
        await page.goto(`${base}/actions/act_none`);
        await page.getByRole("heading", {level: 1, name: heading}).waitFor();
        await page.unroute("**/api/actions/**");
      }
    });
  });

  /** Opens the page. Returns its layout shifts, unless they are small. `measureShifts` must have been called. */
  async function openWithoutShift(page: Page, path: string): Promise<unknown[]> {
    await page.goto(base + path);
    await page.getByRole("heading", {level: 1}).waitFor();
    await page.waitForLoadState("networkidle");
    const shifts = await layoutShifts(page);
    return shifts.reduce((sum, {value}) => sum + value, 0) > MAX_SHIFT ? shifts : [];
  }

  test("in dark mode, every page fits a narrow window and does not move while it loads, axe-core finds nothing, and no text contains what only machines read", async () => {
    const complaints = await visit(
      "/dashboards",
      async page => {
        const endMeasuring = await measureShifts(page);
        for (const path of paths) {
          expect([path, await openWithoutShift(page, path)]).toEqual([path, []]);
          // The link to the current page is visible in its section.
          const hidden = await page.evaluate(
            "[...document.querySelectorAll('nav.section [aria-current]')].filter(link => " +
              "link.getBoundingClientRect().left < 0 || link.getBoundingClientRect().right > innerWidth).length",
          );
          expect([path, hidden]).toEqual([path, 0]);
          expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
          expect([path, await machineTexts(page)]).toEqual([path, []]);
          expect([path, await fits(page)]).toEqual([path, true]);
        }
        await endMeasuring();
      },
      {width: NARROW, dark: true},
    );
    expect(complaints.filter(one => !one.includes("404"))).toEqual([]);
  });

  test("the list of agents does not move when content above it is loaded after its rows", async () => {
    await visit(
      "/dashboards",
      async page => {
        const endMeasuring = await measureShifts(page);
        await page.route("**/api/agents/models", async route => {
          await listed;
          // An answer is drawn before the next one arrives.
          await page.evaluate("new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))");
          await route.continue();
        });
        const listed = page.waitForResponse(/\/api\/agents\?/);
        await page.goto(`${base}/agents`);
        await page.getByRole("heading", {name: "No language model is configured"}).waitFor();
        await page.getByText("No agent yet").waitFor();
        const shifts = await layoutShifts(page);
        expect(shifts.reduce((all, {value}) => all + value, 0)).toBeLessThanOrEqual(MAX_SHIFT);
        await endMeasuring();
      },
      {width: 390},
    );
  });

  test("every page fits a wide window, and does not move while it loads", async () => {
    await visit(
      "/dashboards",
      async page => {
        const endMeasuring = await measureShifts(page);
        for (const path of paths) {
          expect([path, await openWithoutShift(page, path)]).toEqual([path, []]);
          expect([path, await fits(page)]).toEqual([path, true]);
        }
        await endMeasuring();
      },
      {width: WIDE},
    );
  });
});
