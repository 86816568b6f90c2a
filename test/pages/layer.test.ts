import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {lightdashFiles} from "../github/project-files.ts";
import {merge} from "../github/pulls.ts";
import {type GitService, gitService} from "../github/service.ts";
import {addUser, type User} from "../oauth/people.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {accessibilityFaults, signIn, visitAs} from "./visit.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("a layer edited in a real browser", () => {
  let t: GitService;
  let browser: Browser;
  let admin: User;
  let base = "";

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await gitService({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    admin = await addUser(t, {role: "admin"});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  const visit = (path: string, use: (page: Page) => Promise<void>) =>
    visitAs(browser, base, admin, path, use);
  const unlock = (page: Page) => page.getByRole("button", {name: "Unlock for this browser"}).click();

  async function accessible(page: Page): Promise<void> {
    for (const width of [1400, 390]) {
      await page.setViewportSize({width, height: 900});
      expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
    }
    await page.setViewportSize({width: 1200, height: 800});
  }

  /** A project without a repository, whose two models are not joined. */
  async function plainProject(): Promise<string> {
    const {id} = await t.made("/api/projects", {name: "Plain", connectionId: t.connectionId});
    const columns = (...names: [string, string][]) =>
      names.map(([name, type]) => ({name, type, column: name}));
    const orders = {
      name: "orders",
      table: {schema: "main", name: "orders"},
      primaryKey: ["id"],
      dimensions: columns(["id", "number"], ["customer_id", "number"], ["status", "string"]),
      measures: [{name: "count", type: "count"}],
    };
    const customers = {
      name: "customers",
      table: {schema: "main", name: "customers"},
      primaryKey: ["id"],
      dimensions: columns(["id", "number"], ["region", "string"]),
    };
    await t.made(`/api/projects/${id}/introspect`, {models: [orders, customers]});
    return id;
  }

  const names = (fields: {name: string}[]) => fields.map(({name}) => name);

  test("models are joined, rows restricted and fields removed, each after a preview of the effects", async () => {
    const id = await plainProject();
    const query = {projectId: id, model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    const chart = await t.made("/api/charts", {name: "By status", type: "bar", query});
    const complaints = await visit(`/projects/${id}/models/orders`, async page => {
      await page.getByRole("button", {name: "Add a join"}).click();
      await unlock(page);
      const join = page.getByRole("dialog", {name: "Add a join"});
      await join.getByRole("combobox", {name: "From orders to"}).selectOption("customers");
      await join.getByLabel("Role").fill("buyer");
      await join.getByLabel("Column of orders").fill("customer");
      await join.getByLabel("Column of customers").fill("id");
      await join.getByRole("status").getByText('"customer"').waitFor();
      await join.getByLabel("Column of orders").fill("customer_id");
      await join.getByRole("status").getByText("The layer compiles").waitFor();
      await accessible(page);
      await join.getByRole("button", {name: "Save"}).click();
      await page.getByText("The join buyer is saved as version 2").waitFor();
      await page.getByRole("img", {name: "A row of orders has one of customers as buyer."}).waitFor();

      await page.getByRole("button", {name: "Edit the row access"}).click();
      const rules = page.getByRole("dialog", {name: "Row access of orders"});
      await rules.getByRole("button", {name: "Add a rule"}).click();
      await rules.getByRole("combobox", {name: "Only rows whose"}).selectOption("status");
      await rules.getByLabel("is among their attribute").fill("states");
      await rules.getByText("among the values of their attribute “states”").waitFor();
      await rules.getByRole("status").getByText("The layer compiles").waitFor();
      await accessible(page);
      await rules.getByRole("button", {name: "Save"}).click();
      await page.getByText("Row access of orders is saved as version 3").waitFor();

      await page.getByRole("button", {name: "Edit status"}).click();
      await page.getByRole("button", {name: "Remove …"}).click();
      const removal = page.getByRole("dialog", {name: "Remove status"});
      await removal.getByRole("status").getByText("status").first().waitFor();
      await accessible(page);
      await removal.getByRole("button", {name: "Cancel"}).click();

      await page.getByRole("button", {name: "Edit count"}).click();
      await page.getByRole("button", {name: "Remove …"}).click();
      const broken = page.getByRole("dialog", {name: "Remove count"});
      await broken.getByText("This would break saved content:").waitFor();
      await broken.getByText("By status").waitFor();
      await broken.getByRole("button", {name: "Remove it anyway"}).click();
      await page.getByText("count is saved as version 4").waitFor();

      // Broken content would be reported again.
      await t.call("DELETE", `/api/charts/${chart.id}`);
      await page.getByRole("button", {name: "Remove the join buyer"}).click();
      const unjoin = page.getByRole("dialog", {name: "Remove the join buyer"});
      await unjoin.getByText("The layer compiles").waitFor();
      await unjoin.getByRole("button", {name: "Remove it", exact: true}).click();
      await page.getByText("The join buyer is saved as version 5").waitFor();
      await page.getByText("The model has no joins.").waitFor();
    });
    // The join over a missing column, and the removal of a dimension that a rule needs, are refused by the check alone.
    expect(complaints.filter(one => !/status of 4(00|22)/.test(one))).toEqual([]);
    const graphOf = async (version: number) =>
      (await t.call("GET", `/api/projects/${id}/layer?version=${version}`)).body;
    expect((await graphOf(2)).joins).toEqual([
      {
        from: "orders",
        name: "buyer",
        to: "customers",
        relationship: "many_to_one",
        on: [{from: "customer_id", to: "id"}],
      },
    ]);
    const {models, joins} = await t.layer(id);
    const orders = models.find(({name}: {name: string}) => name === "orders");
    expect(orders.rowAccess).toEqual([{dimension: "status", attribute: "states"}]);
    expect(orders.measures ?? []).toEqual([]);
    expect(names(orders.dimensions)).toEqual(["id", "customer_id", "status"]);
    expect(names(models).toSorted()).toEqual(["customers", "orders"]);
    expect(joins).toEqual([]);
  });

  test("editing remains unlocked in a reloaded tab, which stores no token, until the account is deleted", async () => {
    const id = await plainProject();
    const accounts = `/api/orgs/${(await t.call("GET", "/api/whoami")).body.orgId}/service-accounts`;
    const complaints = await visit(`/projects/${id}/models/orders`, async page => {
      const dialog = page.getByRole("dialog", {name: "Add a join"});
      const form = dialog.getByRole("combobox", {name: "From orders to"});
      const edit = () => page.getByRole("button", {name: "Add a join"}).click();
      await edit();
      await unlock(page);
      await form.waitFor();
      const before = (await t.call("GET", accounts)).body.length;
      await page.reload();
      await edit();
      await form.waitFor();
      expect((await t.call("GET", accounts)).body.length).toBe(before);
      const stored: string[] = await page.evaluate("Object.values(sessionStorage)");
      expect(stored.map(text => Number.isNaN(Date.parse(text)))).toEqual([false]);
      const own = (await t.call("GET", accounts)).body.find(({name}: {name: string}) =>
        name.endsWith(" in a browser"),
      );
      expect((await t.call("DELETE", `${accounts}/${own.id}`)).status).toBe(204);
      await page.reload();
      await edit();
      await dialog.getByRole("button", {name: "Unlock for this browser"}).waitFor();
      expect(await page.evaluate("sessionStorage.length")).toBe(0);
    });
    expect(complaints).toEqual([]);
  });

  test("a person who signs out and in again goes on editing, with another account that ends at the same time", async () => {
    const id = await plainProject();
    await t.web.pool.query("delete from principals where name like '% in a browser'");
    await visit(`/projects/${id}/models/orders`, async page => {
      await page.getByRole("button", {name: "Add a join"}).click();
      await unlock(page);
      const join = page.getByRole("dialog", {name: "Add a join"});
      await join.getByRole("combobox", {name: "From orders to"}).selectOption("customers");
      const tab = await page.context().newPage();
      await tab.goto(`${base}/sign-in`);
      await tab.getByRole("button", {name: "Sign out"}).click();
      await tab.locator("#email").waitFor();
      await tab.goto(`${base}/projects/${id}`);
      await signIn(tab, admin);
      await join.getByLabel("Column of orders").fill("customer_id");
      await join.getByLabel("Column of customers").fill("id");
      await join.getByRole("status").getByText("The layer compiles").waitFor();
    });
    const {rows: accounts} = await t.web.pool.query(
      "select expires_at > now() as lasts from principals where name like '% in a browser' order by id",
    );
    expect(accounts).toEqual([{lasts: false}, {lasts: true}]);
  });

  test("in a project that follows a repository, a change is a pull request, and is in the layer once that is merged", async () => {
    const shop = await t.shop({}, lightdashFiles());
    const {projectId, repository} = shop;
    const path = `/projects/${projectId}/models/orders`;
    const complaints = await visit(path, async page => {
      await page.getByRole("button", {name: "Edit status"}).click();
      await unlock(page);
      const dialog = page.getByRole("dialog", {name: "Change status"});
      await dialog.getByLabel("Label").fill("State of the order");
      await dialog.getByRole("status").getByText("The layer compiles").waitFor();
      await dialog.getByRole("button", {name: "Open a pull request"}).click();
      const link = page.getByRole("link", {name: "Pull request 1"});
      await link.waitFor();
      expect(await link.getAttribute("href")).toBe(`https://github.test/${repository.fullName}/pull/1`);
      await page.getByText("The layer changes when it is merged.").waitFor();
      await accessible(page);
      await page.goto(base + path);
      await page.getByRole("button", {name: "Edit status"}).waitFor();
      expect(await page.getByText("State of the order").count()).toBe(0);

      const stored = t.github.repositories.get(repository.id);
      if (!stored) throw new Error("the repository is gone");
      const before = (await t.syncs(projectId)).length;
      await t.tell(shop, await merge(stored, 1));
      await t.settled(projectId, before + 1);
      await page.goto(base + path);
      await page.getByText("State of the order").waitFor();
    });
    expect(complaints).toEqual([]);
    expect(await repository.store.read("main", "models/orders.yml")).toContain("State of the order");
  });

  test("verified questions are a pull request, and one that cannot be written is named with a remedy", async () => {
    const text = `verified_questions:
  - question: Shared?
    query: &counted {model: orders, measures: [orders.count]}
  - question: Plain?
    query: *counted
`;
    const {projectId} = await t.shop({}, {...lightdashFiles(), "verified-questions.yml": text});
    const at = `/api/projects/${projectId}/verified-questions`;
    for (const {id, question} of (await t.call("GET", at)).body) {
      const body =
        question === "Shared?" ? {query: {model: "orders", measures: ["orders.total"]}} : {note: "Said."};
      expect((await t.call("PATCH", `${at}/${id}`, {body})).status).toBe(200);
    }
    const complaints = await visit(`/projects/${projectId}/verified-questions`, async page => {
      await page.getByRole("button", {name: "Write into the repository"}).click();
      await unlock(page);
      await page.getByRole("button", {name: "Open a pull request"}).click();
      const dialog = page.getByRole("dialog", {name: "Write into the repository"});
      await dialog.getByRole("link", {name: "Pull request 1"}).waitFor();
      const item = dialog.getByRole("listitem");
      expect(await item.count()).toBe(1);
      const said = (await item.textContent()) ?? "";
      expect(said).toContain("Shared? verified-questions.yml:2");
      expect(said).toContain("Write it out, without anchors and aliases");
      await accessible(page);
    });
    expect(complaints).toEqual([]);
  });
});
