import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {faultsIn, follow, visitAs, watchRequests} from "./visit.ts";

const CHROMIUM = chromiumPath();

/** Controls that only editors can use, on any page. */
const OF_EDITORS = [
  ...[
    "New dashboard",
    "New chart",
    "Save as a chart",
    "Upload a CSV file",
    "Choose a chart to watch",
    "Edit",
  ],
  ...["Share", "Send regularly", "Tell me when …", "Send it now", "Send me a test", "Run now", "Try it"],
];
/** Controls that only org-admins can use. */
const OF_ADMINS = [
  "Connect data",
  "New connection",
  "Connect more",
  "New agent",
  "Add a member",
  "Add a measure",
];
const runs = (show: string) => `/runs?show=${show}`;
const ORGANIZATION = ["/members", "/service-accounts", "/applications", "/audit-log", "/github"];

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("what each role sees and can press in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let people: Record<"viewer" | "member", User>;
  let base = "";
  let dashboardId = "";
  let chartId = "";
  let paths: readonly string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    people = {viewer: await addUser(t, {seat: "viewer"}), member: await addUser(t)};
    const {projectId, connectionId} = shops.duckdb;
    const query = {projectId, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    chartId = await make("/api/charts", {name: "By status", type: "bar", query});
    dashboardId = await make("/api/dashboards", {name: "Shared"});
    const tiles = [{chartId, x: 0, y: 0, w: 18, h: 12}];
    await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}});
    const grant = {resourceType: "dashboard", resourceId: dashboardId, permission: "view"};
    for (const {id} of Object.values(people))
      await make("/api/grants", {...grant, granteeUserId: id, cascadeChartsPermission: "view"});
    paths = [
      // Between two kinds of runs is another page, so that a link leads to each.
      ...[runs("deliveries"), "/dashboards", runs("actions"), "/charts", runs("agents"), "/sheets"],
      ...[runs("syncs"), "/datasets", runs("rollups"), "/explore", runs("queries"), "/connections"],
      ...["/projects", "/schedules", "/actions", "/agents", "/ask", "/start"],
      ...[`/projects/${projectId}`, `/projects/${projectId}/models/orders`, `/connections/${connectionId}`],
      // Each of these needs a document of its own.
      ...["/", `/dashboards/${dashboardId}`, `/charts/${chartId}`],
      `/explore/orders?project=${projectId}&m=orders.count&d=orders.status`,
    ];
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

  async function offered(page: Page): Promise<string[]> {
    const names = await page.locator("main button, main a.button").allTextContents();
    return names.map(name => name.trim());
  }

  test.each(["viewer", "member"] as const)(
    "a %s without a team is offered nothing that would be refused, on a narrow and on a wide screen",
    async who => {
      const complaints = await visitAs(
        browser,
        base,
        people[who],
        "/dashboards",
        async page => {
          const loaded = watchRequests(page);
          for (const path of paths) {
            await page.setViewportSize({width: 390, height: 800});
            await follow(page, path);
            await page.getByRole("heading", {level: 1}).waitFor();
            await loaded();
            const refused = who === "viewer" ? [...OF_EDITORS, ...OF_ADMINS] : OF_ADMINS;
            // All that is in the page, visible or not, so that the width of its window does not matter.
            const seen = await offered(page);
            expect([path, seen.filter(name => refused.includes(name))]).toEqual([path, []]);
            expect([path, await faultsIn(page, [{width: 390}, {width: 1400}])]).toEqual([path, []]);
          }
        },
        {width: 390},
      );
      expect(complaints).toEqual([]);
    },
  );

  test("neither role is led to the pages of the organization, and both are told whom these are for", async () => {
    for (const user of Object.values(people)) {
      await visitAs(browser, base, user, "/dashboards", async page => {
        const main = page.getByRole("navigation", {name: "Main"});
        expect(await main.getByText("Organization").count()).toBe(0);
        for (const path of ORGANIZATION) {
          await follow(page, path);
          await page.getByText("This call needs an org-admin.").waitFor();
          const seen = await offered(page);
          expect([path, seen.filter(name => OF_ADMINS.includes(name))]).toEqual([path, []]);
        }
      });
    }
  });

  test("a viewer sees the rows of shared content, and a member may create content", async () => {
    await visitAs(browser, base, people.viewer, `/dashboards/${dashboardId}`, async page => {
      await page.getByRole("img", {name: "By status: bar of Status, Count, 2 rows."}).waitFor();
    });
    await visitAs(browser, base, people.member, "/dashboards", async page => {
      await page.getByRole("button", {name: "New dashboard"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("Theirs");
      await page.keyboard.press("Enter");
      await page.getByRole("button", {name: "Add a chart"}).click();
      await page.getByRole("list", {name: "Charts"}).getByText("By status").click();
      await page.getByRole("button", {name: "Save", exact: true}).click();
      await page.getByText("Saved.", {exact: true}).waitFor();
    });
  });
});
