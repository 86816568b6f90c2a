import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {onPostgres, type ShopDatabase, shopInPostgres} from "../support/warehouse.ts";
import {type TestService, testService} from "../support/worker.ts";
import {accessibilityFaults, drawn, faultsIn, fits, type Visit, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

/** What the browser's console logs for an answer that a page expects, such as a refused connection. */
const REFUSED =
  "error: Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)";
const HOSTILE = `<img src=x onerror="document.title='broken out'">`;

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("the first hour and the layer, in a real browser", () => {
  let t: TestService;
  let shop: ShopDatabase;
  let browser: Browser;
  let admin: User;
  let member: User;
  let viewer: User;
  let base = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    shop = await shopInPostgres();
    await onPostgres(shop.url, [
      "alter table customers add column joined_on text",
      "update customers set joined_on = to_char(date '2026-01-01' + id, 'YYYY-MM-DD')",
      `comment on table customers is ${quoted(HOSTILE)}`,
      "create table schema_migrations (version text primary key)",
      `create table ${JSON.stringify(HOSTILE).replaceAll('\\"', '""')} (id integer primary key)`,
    ]);
    admin = await addUser(t, {role: "admin"});
    member = await addUser(t);
    viewer = await addUser(t, {seat: "viewer"});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.stop();
    await shop?.drop();
  });

  const visit = (user: User, ...asked: Parameters<Visit>) => visitAs(browser, base, user, ...asked);

  async function unlock(page: Page): Promise<void> {
    await page.getByRole("button", {name: "Unlock for this browser"}).click();
  }

  /** The findings of axe-core, and whether the page is wider than the window. */
  async function findings(page: Page): Promise<unknown> {
    return [...(await accessibilityFaults(page)), ...((await fits(page)) ? [] : ["too wide"])];
  }

  async function projectId(): Promise<string> {
    return (await t.call("GET", "/api/projects")).body[0].id;
  }

  test("signing in to an empty organization leads to a first answer from one's own Postgres", async () => {
    const address = new URL(`${shop.url}?sslmode=disable`);
    const wrong = new URL(address);
    wrong.pathname = "/no_such_database";
    const complaints = await visit(admin, "/sign-in?to=%2F", async page => {
      await page.waitForURL("**/start");
      await drawn(page);
      expect(await findings(page)).toEqual([]);
      // The choice creates the account that connects.
      await page.getByText("Your choice creates a service account for you and this browser").waitFor();
      await page.getByRole("button", {name: "PostgreSQL"}).click();
      const paste = page.getByRole("textbox", {name: "Paste an address"});
      await paste.fill("my database");
      await page.getByText("This is not a readable address.").waitFor();
      // A text of the same length is read as well, and so is a manual edit when the field is left.
      await paste.fill("postgres:/x");
      await paste.fill("postgres://x");
      expect(await paste.inputValue()).toBe("");
      await paste.fill("postgres:/x");
      await paste.press("ArrowLeft");
      await paste.press("/");
      expect(await paste.inputValue()).toBe("postgres://x");
      await paste.blur();
      expect(await paste.inputValue()).toBe("");
      await paste.fill(wrong.href);
      expect(await paste.inputValue()).toBe("");
      expect(await page.getByText("This is not a readable address.").count()).toBe(0);
      await paste.press("Enter");
      // Enter is pressed above the error that it causes.
      const fault = page.getByText('There is no database "no_such_database"');
      await fault.waitFor();
      const box = await fault.boundingBox();
      expect(box && box.y + box.height <= 800).toBe(true);
      await paste.fill(address.href);
      await page.getByRole("button", {name: "Test and connect"}).click();
      // With a single schema there is nothing to choose.
      const models = page.getByRole("list", {name: "Proposed models"});
      await models.waitFor();
      await models.locator("summary", {hasText: "customers"}).click();
      await page.getByRole("button", {name: "Make it a date: joined_on"}).click();
      await page.getByRole("textbox", {name: "Label of the model"}).fill(HOSTILE);
      await page.getByRole("checkbox", {name: "Include numbers"}).uncheck();
      // A table in which a program tracks schema changes is not selected by default.
      expect(await page.getByRole("checkbox", {name: "Include schema_migrations"}).isChecked()).toBe(false);
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", {name: "Apply"}).click();
      await page.getByRole("link", {name: "How many orders by month?"}).click();
      await page.getByRole("img", {name: "orders: line of Placed at (month), Count, 3 rows."}).waitFor();
    });
    expect(complaints).toEqual([REFUSED]);
    const {body} = await t.call("GET", `/api/projects/${await projectId()}/layer`);
    const names = body.models.map(({name}: {name: string}) => name);
    // A dot would separate a model from its field.
    expect(names.toSorted()).toEqual([HOSTILE.replace(".", "_"), "customers", "orders"]);
    const customers = body.models.find(({name}: {name: string}) => name === "customers");
    expect(customers.label).toBe(HOSTILE);
    expect(customers.dimensions).toContainEqual(
      expect.objectContaining({name: "joined_on", type: "date", sql: expect.stringContaining("joined_on")}),
    );
  });

  test("a measure is added with live feedback from the compiler, and an earlier version undoes it", async () => {
    const id = await projectId();
    const complaints = await visit(admin, `/projects/${id}/models/orders`, async page => {
      await page.getByRole("heading", {name: "orders"}).waitFor();
      await page.getByRole("img", {name: "A row of orders has"}).or(page.getByText("has no joins")).waitFor();
      await page.getByRole("button", {name: "Add a measure"}).click();
      await unlock(page);
      const dialog = page.getByRole("dialog", {name: "Add a measure"});
      await dialog.getByLabel("Name").fill("paid");
      await dialog.getByLabel("Also called").fill("income, takings , ");
      await dialog.getByLabel("Column").fill("amuont");
      await dialog.getByRole("status").getByText("amuont").waitFor();
      await dialog.getByLabel("Column").fill("amount");
      await dialog.getByLabel("Only where").fill("${status} = 'paid' and ${id} = 9007199254740993");
      await dialog.getByRole("status").getByText("The layer compiles").waitFor();
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole("button", {name: "Save"}).click();
      await page.getByText("paid is saved as version 2").waitFor();
      const {body: model} = await t.call("GET", `/api/projects/${id}/models/orders`);
      const paid = model.measures.find((measure: {name: string}) => measure.name === "orders.paid");
      expect(paid.synonyms).toEqual(["income", "takings"]);
      // The paid order with that id in the shop has 10.50.
      const rows = page.getByRole("region", {name: "Rows of orders"});
      await rows.getByText("10.5").waitFor();
      expect(await rows.getByRole("cell").allTextContents()).toEqual(["10.5"]);
      await page.goto(`${base}/projects/${id}/versions`);
      await page.getByRole("button", {name: "Changes of version 2"}).click();
      await page.getByRole("list", {name: "Differences"}).getByText("orders.paid").waitFor();
      await page.getByRole("button", {name: "Close"}).click();
      // The tab remains unlocked on another document.
      await page.getByRole("button", {name: "Restore version 1"}).click();
      await page.getByRole("button", {name: "Restore it"}).click();
      await page.getByRole("cell", {name: "Restored version 1"}).waitFor();
      expect(await findings(page)).toEqual([]);
    });
    expect(complaints).toEqual([REFUSED]);
    const {body} = await t.call("GET", `/api/projects/${id}/models/orders`);
    expect(body.measures.map(({name}: {name: string}) => name)).not.toContain("orders.paid");
  });

  test("what a layer would break is shown before it is applied", async () => {
    const id = await projectId();
    const before = (await t.call("GET", `/api/projects/${id}`)).body.layerVersion;
    const query = {model: "customers", dimensions: ["customers.region"], projectId: id};
    const saved = await t.call("POST", "/api/charts", {body: {name: HOSTILE, type: "table", query}});
    expect(saved.status).toBe(201);
    await visit(admin, `/projects/${id}/layer`, async page => {
      await unlock(page);
      const models = page.getByRole("list", {name: "Proposed models"});
      await models.locator("summary", {hasText: "customers"}).click();
      const names = page.getByRole("list", {name: "Dimensions of customers"}).getByLabel("Name");
      await names.nth(2).fill("area");
      await page.getByRole("button", {name: "Apply"}).click();
      const dialog = page.getByRole("dialog", {name: "This would break saved content"});
      await dialog.getByText(HOSTILE).waitFor();
      await dialog.getByText("customers.region").waitFor();
      await dialog.getByRole("button", {name: "Go back"}).click();
    });
    expect((await t.call("GET", `/api/projects/${id}`)).body.layerVersion).toBe(before);
  });

  test("a connection is tested and changed, and its secrets are not shown again", async () => {
    const [connection] = (await t.call("GET", "/api/connections")).body;
    const complaints = await visit(admin, `/connections/${connection.id}`, async page => {
      await unlock(page);
      await page.getByRole("button", {name: "Test the connection"}).click();
      await page.getByText("The warehouse answers").waitFor();
      expect(await page.getByLabel("Password").inputValue()).toBe("");
      const save = page.getByRole("button", {name: "Test and save"});
      await page.getByLabel("Name").fill("Ours");
      // Somebody else has changed it first.
      await t.call("PATCH", `/api/connections/${connection.id}`, {body: {name: "Theirs"}});
      await save.click();
      await page.getByText("Somebody has changed this connection").waitFor();
      expect(await page.getByLabel("Name").inputValue()).toBe("Ours");
      await page.getByRole("button", {name: "Load the current version"}).click();
      await page.getByRole("heading", {name: "Theirs"}).waitFor();
      expect(await findings(page)).toEqual([]);
    });
    expect(complaints.filter(one => !one.includes("412"))).toEqual([]);
  });

  test("a connection that no project uses is deleted, with a token that has the right", async () => {
    const {hostname: host, port, username: user, password, pathname} = new URL(shop.url);
    const config = {host, port: Number(port), user, password, database: pathname.slice(1)};
    const body = {name: "Idle", type: "postgres", config};
    const {body: idle} = await t.call("POST", "/api/connections", {body});
    const complaints = await visit(admin, `/connections/${idle.id}`, async page => {
      await unlock(page);
      await page.getByRole("button", {name: "Delete the connection …"}).click();
      await page.getByLabel("Token").fill(t.org.admin.token);
      await page.getByRole("button", {name: "Use this token"}).click();
      await page.getByRole("button", {name: "Delete the connection", exact: true}).click();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", {name: "Delete it"}).click();
      await page.waitForURL(`${base}/connections`);
      await page.getByRole("heading", {name: "Connections"}).waitFor();
    });
    expect(complaints).toEqual([]);
    expect((await t.call("GET", `/api/connections/${idle.id}`)).status).toBe(404);
  });

  test("a CSV file becomes a dataset that can be queried at once", async () => {
    const complaints = await visit(member, "/datasets?new", async page => {
      const csv = `day,${HOSTILE.replaceAll('"', "")},amount\n2026-01-01,"a,b",1.5\n2026-01-02,c,2\n`;
      await page
        .getByLabel("CSV file")
        .locator("input")
        .setInputFiles({name: "sales.csv", mimeType: "text/csv", buffer: Buffer.from(csv)});
      const rows = page.getByRole("region", {name: "First rows"});
      await rows.getByText("a,b").waitFor();
      expect(await rows.getByRole("cell").allTextContents()).toEqual([
        ...["2026-01-01", "a,b", "1.5"],
        ...["2026-01-02", "c", "2"],
      ]);
      await page.getByRole("button", {name: "Upload", exact: true}).click();
      await page.getByRole("heading", {name: "sales has 2 rows"}).waitFor();
      const types = await page.getByRole("list", {name: "Columns"}).locator(".badge").allTextContents();
      expect(types).toEqual(["date", "string", "number"]);
      expect(await findings(page)).toEqual([]);
      await page.getByRole("link", {name: "Open"}).click();
      await page.getByRole("region", {name: "First rows"}).getByText("a,b").waitFor();
      expect(await findings(page)).toEqual([]);
      await page.goto(`${base}/datasets`);
      await page.getByRole("link", {name: "sales"}).waitFor();
    });
    expect(complaints).toEqual([]);
  });

  test("ambiguous formats of a CSV file are chosen next to its first rows", async () => {
    const complaints = await visit(member, "/datasets?new", async page => {
      const csv = 'day,amount\n1/2/2026,"1,234"\n3/4/2026,"5,678"\n';
      await page
        .getByLabel("CSV file")
        .locator("input")
        .setInputFiles({name: "open.csv", mimeType: "text/csv", buffer: Buffer.from(csv)});
      const types = page.getByRole("list", {name: "Columns by the first rows"}).locator(".badge");
      await page.getByText("the column stays text").first().waitFor();
      expect(await types.allTextContents()).toEqual(["string", "string"]);
      await page.getByLabel("Dates such as 1/2/2026").selectOption("begin with the month");
      await page.getByLabel("Numbers such as 1,234").selectOption("are 1234");
      await page.getByText("“1/2/2026” is read as January 2, 2026.").waitFor();
      expect(await types.allTextContents()).toEqual(["date", "number"]);
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", {name: "Upload", exact: true}).click();
      await page.getByRole("heading", {name: "open has 2 rows"}).waitFor();
      const stored = page.getByRole("list", {name: "Columns"}).locator(".badge");
      expect(await stored.allTextContents()).toEqual(["date", "number"]);
    });
    expect(complaints).toEqual([]);
  });

  test("members and viewers see models and connections, and whom to ask for more", async () => {
    const id = await projectId();
    for (const user of [member, viewer]) {
      const complaints = await visit(user, "/start", async page => {
        await page.getByText("Only an org-admin can connect a warehouse").waitFor();
        await page.goto(`${base}/connections`);
        await page.getByRole("cell", {name: "PostgreSQL"}).waitFor();
        await page.goto(`${base}/projects`);
        await page.getByRole("searchbox", {name: "Search models"}).fill("custom");
        await page.getByRole("link", {name: HOSTILE}).waitFor();
        await page.goto(`${base}/projects/${id}/models/orders`);
        await page.getByText("Only an org-admin can change the model: ask one of yours.").waitFor();
        expect(await page.getByRole("button", {name: "Edit count"}).count()).toBe(0);
      });
      expect(complaints).toEqual([]);
    }
  });

  test("everything fits, narrow and light, and wide and dark, and axe-core finds nothing", async () => {
    const id = await projectId();
    const [connection] = (await t.call("GET", "/api/connections")).body;
    const paths = [
      "/projects",
      `/projects/${id}`,
      `/projects/${id}/models/orders`,
      `/projects/${id}/versions`,
    ];
    const looks = [{width: 390}, {width: 1400, dark: true}];
    const others = ["/connections", `/connections/${connection.id}`, "/datasets?new", "/start"];
    await visit(
      admin,
      "/projects",
      async page => {
        for (const path of [...paths, ...others]) {
          await page.setViewportSize({width: 390, height: 800});
          await page.goto(base + path);
          await page.getByRole("heading", {level: 1}).waitFor();
          await page.waitForLoadState("networkidle");
          expect([path, await faultsIn(page, looks)]).toEqual([path, []]);
          expect(await page.title()).not.toContain("broken out");
        }
      },
      {width: 390},
    );
  });
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
