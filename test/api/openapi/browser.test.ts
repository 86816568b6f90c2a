import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, errors} from "playwright-core";
import {freePort} from "../../../shared/core/postgres/server.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {BROWSER_FLAGS, chromiumPath, PAGE_WAIT_MS} from "../../support/chromium.ts";
import {until} from "../../support/until.ts";

const CHROMIUM = chromiumPath();
/** The time before a step is tried again: a click while an operation still opens would close it. */
const STEP_MS = 60_000;
/** The longest time in which the page is expected to draw an operation, before another page is opened. */
const MAX_DRAWING_MS = 40_000;

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("the documentation in a real browser", () => {
  let t: TestApp;
  let browser: Browser;
  let origin = "";

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    // The service has another address than the page, as behind a tunnel.
    t = await testApp({BASE_URL: "https://analytics.acme.test"});
    t.app.listen({port, hostname: "127.0.0.1"});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  test("is drawn from the service's own files alone, and sends trial calls to its own origin", async () => {
    let withinMs = 5000;
    const {answer, address, hosts, complaints} = await until(async () => {
      const tried = await tryCall(withinMs);
      withinMs = Math.min(2 * withinMs, MAX_DRAWING_MS);
      return tried;
    });
    expect(answer).toStartWith("200");
    expect(address).toContain(`${origin}/healthz`);
    expect(hosts).toEqual([origin]);
    expect(complaints).toEqual([]);
  });

  test("an operation shows its schemas by name, and those within it", async () => {
    const page = await browser.newPage({viewport: {width: 1200, height: 800}});
    page.setDefaultTimeout(PAGE_WAIT_MS);
    await page.goto(`${origin}/swagger#/Queries/runQuery`, {timeout: 0});
    const body = page.locator("#operations-Queries-runQuery .opblock-section-request-body");
    await body.getByRole("tab", {name: "Schema"}).click();
    const schema = body.locator(".json-schema-2020-12").first();
    await schema.getByText("Query", {exact: true}).first().waitFor();
    // The schema of a filter is referred to, and holds itself.
    const filters = schema.locator(".json-schema-2020-12", {hasText: /^filters/}).first();
    await filters.getByRole("button", {name: "Expand all"}).first().click();
    await filters.getByText("is_not_null").first().waitFor();
    await page.close();
  });

  /**
   * Tries an operation on a new page. Returns `undefined` if the page has not drawn the operation in time: the link scrolls to
   * it once, and misses it if the content above grows afterwards.
   */
  async function tryCall(withinMs: number) {
    const page = await browser.newPage({viewport: {width: 380, height: 800}});
    try {
      page.setDefaultTimeout(STEP_MS);
      const complaints: string[] = [];
      const hosts = new Set<string>();
      page.on("console", message => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", error => complaints.push(String(error)));
      page.on("request", request => {
        if (!request.url().startsWith("data:")) hosts.add(new URL(request.url()).origin);
      });
      // With so many operations, each is drawn only when it is visible: a link to it scrolls there.
      await page.goto(`${origin}/swagger#/Service/getLiveness`, {timeout: 0});
      const operation = page.locator("#operations-Service-getLiveness");
      if (!(await inTime(operation.waitFor({timeout: withinMs})))) return undefined;
      const execute = operation.locator(".execute");
      const status = operation.locator(".live-responses-table .response-col_status").last();
      // The link opens the operation some time after drawing it, so that a click may close it again. Each step is repeated
      // until there is an answer.
      await until(async () => {
        const isOpen = await inTime(execute.waitFor());
        if (!isOpen) await inTime(operation.locator(".opblock-summary-control").click());
        return isOpen && (await inTime(execute.click())) && (await inTime(status.waitFor()));
      });
      const answer = await status.textContent();
      const address = await operation.locator(".request-url").textContent();
      return {answer, address, hosts: [...hosts], complaints};
    } finally {
      await page.close();
    }
  }
});

/** Whether a step in the browser succeeds within its time. */
async function inTime(step: Promise<unknown>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}
