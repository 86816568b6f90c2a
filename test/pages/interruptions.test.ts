import {afterAll, afterEach, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, type BrowserContext, chromium, type Page} from "playwright-core";
import {freePort} from "../../shared/core/postgres/server.ts";
import {addUser, type User} from "../oauth/people.ts";
import type {TestApp} from "../support/app.ts";
import {BROWSER_FLAGS, chromiumPath, PAGE_WAIT_MS} from "../support/chromium.ts";
import {shopProjects} from "../support/shop.ts";
import {type TestService, testService} from "../support/worker.ts";
import {accessibilityFaults, drawn, signIn} from "./visit.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("a person loses nothing by an interruption", () => {
  let t: TestService;
  /** The current web process. */
  let web: TestApp;
  let shops: Awaited<ReturnType<typeof shopProjects>>;
  let browser: Browser;
  let user: User;
  let base = "";
  let port = 0;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testService({BASE_URL: base});
    web = t;
    web.app.listen({port, hostname: "127.0.0.1"});
    shops = await shopProjects(t);
    user = await addUser(t, {role: "admin"});
    const query = {model: "orders", dimensions: ["orders.status"], measures: ["orders.count"]};
    for (const name of ["By status", "Other"]) await make("/api/charts", {name, type: "bar", query});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  afterAll(async () => {
    await browser?.close();
    await web?.app.stop();
    await t?.stop();
    await shops?.drop();
  });

  async function make(path: string, body: object) {
    const answer = await t.call("POST", path, {body});
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  }

  /** A page of a signed-in person, with everything that failed on it: requests, and errors on the console. */
  async function open(path: string, as = user): Promise<{page: Page; failed: string[]; errors: string[]}> {
    const context = await browser.newContext({viewport: {width: 1200, height: 800}});
    context.setDefaultTimeout(PAGE_WAIT_MS);
    contexts.push(context);
    const page = await context.newPage();
    const [failed, errors]: [string[], string[]] = [[], []];
    page.on("response", response => {
      if (response.status() >= 400) failed.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    page.on("requestfailed", request => {
      const reason = request.failure()?.errorText;
      // Requests that the page itself cancels do not count.
      if (reason !== "net::ERR_ABORTED") failed.push(`${reason} ${new URL(request.url()).pathname}`);
    });
    page.on("console", message => {
      const text = message.text();
      // The browser logs a line for each entry of `failed`. The sign-in form requests the focus, which a fast person has
      // already given to a field.
      if (!/^(Failed to load resource|Autofocus processing was blocked)/.test(text)) errors.push(text);
    });
    page.on("pageerror", error => errors.push(String(error)));
    await page.goto(base + path);
    await signIn(page, as);
    return {page, failed, errors};
  }

  /** Signs the person out in another tab of the same browser. */
  async function signOut(page: Page): Promise<void> {
    const tab = await page.context().newPage();
    await tab.goto(`${base}/sign-in`);
    await tab.getByRole("button", {name: "Sign out"}).click();
    await tab.locator("#email").waitFor();
    await tab.close();
  }

  /** Signs in where the page asks for it, in a tab of its own. */
  async function signInAgain(page: Page, as = user): Promise<Page> {
    const dialog = page.getByRole("dialog", {name: "You are signed out"});
    const opened = page.context().waitForEvent("page");
    await dialog.getByRole("link", {name: "Sign in"}).click();
    const tab = await opened;
    await tab.waitForLoadState();
    await signIn(tab, as);
    return tab;
  }

  const dashboards = async (name: string) => {
    const {body} = await web.call("GET", "/api/dashboards?limit=500");
    return body.filter((one: {name: string}) => one.name === name);
  };

  async function addChart(page: Page, name: string): Promise<void> {
    await page.getByRole("button", {name: "Add a chart"}).click();
    await page.getByRole("list", {name: "Charts"}).getByText(name).click();
    await page.getByRole("group", {name}).waitFor();
  }

  async function editorOf(name: string, as = user) {
    const {id} = await make("/api/dashboards", {name});
    await t.db.updateTable("content").set({owner_id: as.id}).where("id", "=", id).execute();
    const opened = await open(`/dashboards/${id}/edit`, as);
    await addChart(opened.page, "By status");
    return {...opened, id};
  }

  const save = (page: Page) => page.getByRole("button", {name: "Save", exact: true}).click();
  const isSaved = (page: Page) => page.getByText("Saved.", {exact: true}).waitFor();
  const unauthorized = (failed: readonly string[]) =>
    failed.filter(one => !/^401 \/(api\/|session-token)/.test(one));

  describe("if the session ends", () => {
    test("while they type into a dialog: they sign in in another tab, and the input is saved", async () => {
      const {page, failed, errors} = await open("/dashboards");
      await page.getByRole("button", {name: "New dashboard"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("Typed before");
      await signOut(page);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", {name: "You are signed out"}).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await signInAgain(page);
      await page.getByRole("button", {name: "Add a chart"}).waitFor();
      expect(await dashboards("Typed before")).toHaveLength(1);
      expect(failed.length).toBeGreaterThan(0);
      expect(unauthorized(failed)).toEqual([]);
      expect(errors).toEqual([]);
    });

    test("and they do not sign in again now: the input stays", async () => {
      const {page} = await open("/dashboards");
      await page.getByRole("button", {name: "New dashboard"}).click();
      const name = page.getByRole("textbox", {name: "Name"});
      await name.fill("Not yet");
      await signOut(page);
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", {name: "You are signed out"});
      await dialog.getByRole("button", {name: "Continue"}).click();
      await dialog.getByText("You are not signed in yet").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("alert").waitFor();
      expect(await name.inputValue()).toBe("Not yet");
      expect(await dashboards("Not yet")).toEqual([]);
    });

    test("while somebody else signs in: nothing is done in the other person's name", async () => {
      const other = await addUser(t);
      const {page} = await open("/dashboards");
      await page.getByRole("button", {name: "New dashboard"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("Not theirs");
      await signOut(page);
      await page.keyboard.press("Enter");
      await signInAgain(page, other);
      await page.getByRole("button", {name: "Continue"}).click();
      await page.getByText("You are not signed in yet, or somebody else has signed in.").waitFor();
      expect(await dashboards("Not theirs")).toEqual([]);
    });

    test("while a dashboard is being saved: it is saved after they have signed in", async () => {
      const {page, failed, errors, id} = await editorOf("Edited meanwhile");
      await signOut(page);
      await save(page);
      await signInAgain(page);
      await isSaved(page);
      expect((await web.call("GET", `/api/dashboards/${id}`)).body.tiles).toHaveLength(1);
      expect(unauthorized(failed)).toEqual([]);
      expect(errors).toEqual([]);
    });

    test("in the explorer: the question is still there when they return", async () => {
      const {page, errors} = await open(`/explore/orders?project=${shops.postgres.projectId}`);
      await page.getByRole("checkbox", {name: /^status\b/i}).waitFor();
      await signOut(page);
      await page.getByRole("checkbox", {name: /^status\b/i}).check();
      await page.getByText("You are signed out.").waitFor();
      await page.getByRole("link", {name: "Sign in again"}).click();
      await signIn(page, user);
      await drawn(page);
      expect(await page.getByRole("checkbox", {name: /^status\b/i}).isChecked()).toBe(true);
      expect(errors).toEqual([]);
    });
  });

  describe("if the server restarts", () => {
    /** Stops the web process, whose connections break, and starts another one on its port after `meanwhile`. */
    async function restart(meanwhile: () => Promise<void>): Promise<void> {
      await web.app.stop();
      await meanwhile();
      web = await t.another();
      web.app.listen({port, hostname: "127.0.0.1"});
    }

    const away = (page: Page) => page.getByText("The service cannot be reached. Trying again");

    test("while a dashboard is being saved: the page says so, and saves it once the server is back", async () => {
      const {page, failed, errors, id} = await editorOf("Through a restart");
      await restart(async () => {
        await save(page);
        await away(page).waitFor();
        expect(await accessibilityFaults(page)).toEqual([]);
      });
      await isSaved(page);
      await away(page).waitFor({state: "detached"});
      expect((await web.call("GET", `/api/dashboards/${id}`)).body.tiles).toHaveLength(1);
      expect(failed.filter(one => !one.startsWith("net::ERR_CONNECTION_REFUSED"))).toEqual([]);
      expect(errors).toEqual([]);
    });

    test("while they create one in a dialog: it is created once", async () => {
      const {page, errors} = await open("/dashboards");
      await page.getByRole("button", {name: "New dashboard"}).click();
      await page.getByRole("textbox", {name: "Name"}).fill("Made once");
      await restart(async () => {
        await page.keyboard.press("Enter");
        await away(page).waitFor();
      });
      await page.getByRole("button", {name: "Add a chart"}).waitFor();
      expect(await dashboards("Made once")).toHaveLength(1);
      expect(errors).toEqual([]);
    });

    test("in the explorer: the answer comes once the server is back", async () => {
      const {page, errors} = await open(`/explore/orders?project=${shops.postgres.projectId}`);
      await page.getByRole("checkbox", {name: /^status\b/i}).waitFor();
      await restart(async () => {
        await page.getByRole("checkbox", {name: /^status\b/i}).check();
        await away(page).waitFor();
      });
      await page.locator(".answer .tile td").first().waitFor();
      expect(errors).toEqual([]);
    });
  });

  test("if an answer is lost: their own change is no conflict, and nothing is created twice", async () => {
    const {page, id} = await editorOf("Lost answers");
    let lost = 0;
    const loseOnce = (method: string) => async (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
      if (lost > 0 || route.request().method() !== method) return route.continue();
      lost++;
      await route.fetch();
      await route.abort("connectionreset");
    };
    await page.route("**/layout", loseOnce("PUT"));
    await save(page);
    await isSaved(page);
    expect(lost).toBe(1);
    expect(await page.getByRole("dialog").count()).toBe(0);
    lost = 0;
    await page.route("**/api/dashboards", loseOnce("POST"));
    await page.getByRole("button", {name: "Duplicate"}).click();
    await page.waitForURL(url => !url.pathname.includes(id));
    expect(lost).toBe(1);
    expect(await dashboards("Copy of Lost answers")).toHaveLength(1);
  });

  test("if two people edit one dashboard: the second is told what the first has done, and neither loses anything", async () => {
    const second = await addUser(t, {role: "admin"});
    const {page: mine, errors, id} = await editorOf("Of two");
    const {page: theirs, errors: theirErrors} = await open(`/dashboards/${id}/edit`, second);
    await addChart(theirs, "Other");
    await save(mine);
    await isSaved(mine);
    await save(theirs);
    const dialog = theirs.getByRole("dialog", {name: "Somebody else has changed this dashboard"});
    await dialog.getByText("“By status” was added.").waitFor();
    await dialog.getByRole("button", {name: "Continue editing"}).click();
    expect(await theirs.getByRole("group", {name: "Other"}).count()).toBe(1);
    expect((await web.call("GET", `/api/dashboards/${id}`)).body.tiles).toHaveLength(1);
    expect([...errors, ...theirErrors]).toEqual([]);
  });

  test("if two people edit one action: the second keeps their input, and overwrites nothing", async () => {
    const second = await addUser(t, {role: "admin"});
    const {id} = await make("/api/actions", {
      name: "Watched by two",
      trigger: {type: "schedule", cron: "0 8 * * 1", timezone: "UTC"},
      effects: [
        {type: "email", recipients: ["ada@example.com"], subject: "Monday", message: "It is Monday."},
      ],
    });
    const edit = async (as: User) => {
      const opened = await open(`/actions/${id}`, as);
      await opened.page.getByRole("button", {name: "Edit"}).click();
      return opened;
    };
    const [first, other] = [await edit(user), await edit(second)];
    await first.page.getByRole("textbox", {name: "Subject"}).fill("Monday again");
    await first.page.getByRole("button", {name: "Save"}).click();
    await first.page.getByText("Saved.").waitFor();
    await other.page.getByRole("textbox", {name: "Message"}).fill("Typed at the same time.");
    await other.page.getByRole("button", {name: "Save"}).click();
    await other.page.getByText("Somebody else has changed this action since you opened it.").waitFor();
    expect(await other.page.getByRole("textbox", {name: "Message"}).inputValue()).toBe(
      "Typed at the same time.",
    );
    const {body} = await web.call("GET", `/api/actions/${id}`);
    expect(body.effects[0]).toMatchObject({subject: "Monday again", message: "It is Monday."});
    expect([...first.errors, ...other.errors]).toEqual([]);
  });
});
