import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {hostSite} from "../embed/host-site.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {drawn, type Visit, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

const byName = {model: "towns", dimensions: ["towns.name"], measures: ["towns.people"]};
const byTwo = {...byName, dimensions: ["towns.name", "towns.country"]};
const overTime = {model: "towns", dimensions: ["towns.founded.year"], measures: ["towns.people"]};
const two = {...byName, measures: ["towns.people", "towns.count"]};
const alone = {model: "towns", measures: ["towns.people"]};
/** A query that suits each type of chart. */
const QUERIES: Readonly<Record<string, {model: string; dimensions?: string[]; measures: string[]}>> = {
  table: byName,
  big_number: alone,
  bar: byName,
  horizontal_bar: byName,
  line: overTime,
  area: overTime,
  scatter: two,
  pie: byName,
  mixed: two,
  funnel: byName,
  heatmap: byTwo,
  treemap: byName,
  gauge: alone,
  map: {...byName, dimensions: ["towns.name", "towns.lat", "towns.lon"]},
};
const TYPES = Object.keys(QUERIES);

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("every type of chart in a real browser", () => {
  let t: TestService;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let user: User;
  let host: ReturnType<typeof hostSite>;
  let base = "";
  let dashboardId = "";
  let embedUrl = "";
  const charts = new Map<string, string>();

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    user = await addUser(t, {role: "admin"});
    await addTowns();
    for (const type of TYPES)
      charts.set(type, await make("/api/charts", {name: `A ${type}`, type, query: QUERIES[type]}));
    dashboardId = await make("/api/dashboards", {name: "All"});
    const tiles = [...charts.values()].map((chartId, i) => ({
      chartId,
      x: (i % 3) * 12,
      y: Math.floor(i / 3) * 12,
      w: 12,
      h: 12,
    }));
    await t.call("PUT", `/api/dashboards/${dashboardId}/layout`, {body: {tiles}});
    const embed = async () => {
      const body = {resourceType: "dashboard", resourceId: dashboardId};
      return (await t.call("POST", `/api/orgs/${t.org.id}/embed-tokens`, {body})).body;
    };
    embedUrl = (await embed()).url;
    host = hostSite(
      base,
      () => embedUrl,
      async () => (await embed()).token,
    );
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await host?.stop(true);
    await t?.app.stop();
    await t?.stop();
    await shops?.drop();
  });

  async function make(path: string, body: object): Promise<string> {
    const answer = await t.call("POST", path, {body});
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.body.id;
  }

  async function addTowns(): Promise<void> {
    const sql =
      "select * from (values ('Aa', 'Norden', 53.1, 8.2, 20, date '2020-01-01'), ('Be', 'Norden', 53.9, 9.4, 35, date '2021-01-01'), " +
      "('Ce', 'Sueden', 48.2, 11.5, 50, date '2022-01-01')) as t(name, country, lat, lon, people, founded)";
    const dimensions = [
      {name: "name", type: "string", column: "name"},
      {name: "country", type: "string", column: "country"},
      {name: "lat", type: "number", column: "lat"},
      {name: "lon", type: "number", column: "lon"},
      {name: "founded", type: "date", column: "founded"},
    ];
    const measures = [
      {name: "people", type: "sum", column: "people"},
      {name: "count", type: "count"},
    ];
    const model = {name: "towns", table: {sql}, dimensions, measures};
    await make(`/api/projects/${shops.duckdb.projectId}/introspect`, {graph: {models: [model]}});
  }

  const visit = (...asked: Parameters<Visit>) => visitAs(browser, base, user, ...asked);

  /** The number of visible parts of the tile's chart: marks with some extent, or a table's cells, inside the tile. */
  async function seenOf(page: Page, type: string): Promise<number> {
    const tile = page.locator(`.tile.type-${type}`);
    const marks = type === "table" ? "td" : "svg .role-mark path, svg .role-mark text";
    await tile.locator(marks).first().waitFor({state: "attached"});
    return tile.evaluate((root, selector) => {
      const {left, top, right, bottom} = root.getBoundingClientRect();
      return [...root.querySelectorAll(selector)].filter(mark => {
        const box = mark.getBoundingClientRect();
        const x = (box.left + box.right) / 2;
        const y = (box.top + box.bottom) / 2;
        return box.width * box.height > 4 && x > left && x < right && y > top && y < bottom;
      }).length;
    }, marks);
  }

  /** The types whose charts show nothing. */
  async function unseen(page: Page): Promise<string[]> {
    const blank: string[] = [];
    for (const type of TYPES) if ((await seenOf(page, type)) === 0) blank.push(type);
    return blank;
  }

  test("is drawn on a dashboard, and on a narrow screen too", async () => {
    for (const width of [1400, 390]) {
      const complaints = await visit(
        `/dashboards/${dashboardId}`,
        async page => {
          await drawn(page);
          expect(await unseen(page)).toEqual([]);
        },
        {width},
      );
      expect(complaints).toEqual([]);
    }
  });

  test("is drawn on a page of its own", async () => {
    await visit("/sign-in?to=%2F", async page => {
      await drawn(page);
      for (const [type, id] of charts) {
        await page.goto(`${base}/charts/${id}`);
        await drawn(page);
        expect([type, (await seenOf(page, type)) > 0]).toEqual([type, true]);
      }
    });
  });

  test("is drawn in the explorer", async () => {
    await visit("/explore/towns", async page => {
      await drawn(page);
      const offered = await page
        .locator("#type option")
        .evaluateAll(all => all.flatMap(one => one.getAttribute("value") || []));
      expect(offered).toContain("bar");
      for (const type of offered) {
        const {dimensions = [], measures} = QUERIES[type]!;
        const asked = new URLSearchParams({type});
        for (const name of dimensions) asked.append("d", name);
        for (const name of measures) asked.append("m", name);
        await page.goto(`${base}/explore/towns?${asked}`);
        await drawn(page);
        expect([type, (await seenOf(page, type)) > 0]).toEqual([type, true]);
      }
    });
  });

  test("is drawn in a frame and by a script of another page", async () => {
    const context = await browser.newContext({viewport: {width: 1400, height: 900}});
    try {
      const page = await context.newPage();
      await page.goto(embedUrl);
      await drawn(page);
      expect(await unseen(page)).toEqual([]);
      await page.goto(`http://127.0.0.1:${host.port}/mounted?`);
      await page.locator(".root:not([aria-busy]) .tile:not([aria-busy]) svg").first().waitFor();
      expect(await unseen(page)).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
