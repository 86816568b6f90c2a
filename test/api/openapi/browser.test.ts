import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium} from "playwright-core";
import {freePort} from "../../../shared/ground/postgres/server.ts";
import {type TestApp, testApp} from "../../support/app.ts";
import {BROWSER_FLAGS, chromiumPath, PAGE_WAIT_MS} from "../../support/chromium.ts";
import {until} from "../../support/until.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("the documentation in a real browser", () => {
  let t: TestApp;
  let browser: Browser;
  let origin = "";

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    // The service's address is another one than the page is opened at, as behind a tunnel.
    t = await testApp({BASE_URL: "https://analytics.acme.test"});
    t.app.listen({port, hostname: "127.0.0.1"});
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  test("is drawn of our own files alone, and tries calls where it came from", async () => {
    const page = await browser.newPage({viewport: {width: 380, height: 800}});
    page.setDefaultTimeout(PAGE_WAIT_MS);
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on("console", message => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", error => complaints.push(String(error)));
    page.on("request", request => {
      if (!request.url().startsWith("data:")) hosts.add(new URL(request.url()).origin);
    });
    // So many operations are drawn only where they are looked at: a link to one scrolls there.
    await page.goto(`${origin}/swagger#/Service/getLiveness`);
    const operation = page.locator("#operations-Service-getLiveness");
    // On a busy machine what stands above may still grow after it has scrolled: a reload scrolls again, and draws
    // everything again, for which it gets the longer the longer it took.
    let drawsWithinMs = 30_000;
    await until(async () => {
      const isDrawn = await operation.waitFor({timeout: drawsWithinMs}).then(
        () => true,
        () => false,
      );
      if (!isDrawn) await page.reload();
      drawsWithinMs *= 2;
      return isDrawn;
    });
    // The link opens the operation some time after it has drawn it, or not at all: a click meanwhile would close it.
    const execute = operation.locator(".execute");
    await until(async () => {
      const isOpen = (await operation.getAttribute("class"))?.split(" ").includes("is-open");
      if (isOpen !== true) await operation.locator(".opblock-summary-control").click();
      return execute.waitFor({timeout: 5000}).then(
        () => true,
        () => false,
      );
    });
    await execute.click();
    const answer = operation.locator(".live-responses-table .response-col_status").last();
    await answer.waitFor();
    expect(await answer.textContent()).toStartWith("200");
    expect(await operation.locator(".request-url").textContent()).toContain(`${origin}/healthz`);
    expect([...hosts]).toEqual([origin]);
    expect(complaints).toEqual([]);
  });
});
