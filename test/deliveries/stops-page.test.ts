import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium} from "playwright-core";
import {sql} from "../../shared/core/db.ts";
import {newId} from "../../shared/core/ids.ts";
import {freePort} from "../../shared/core/postgres/server.ts";
import {stoppedAddresses, stopToken} from "../../shared/core/recipients/unsubscribes.ts";
import {type TestApp, testApp} from "../support/app.ts";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";

const CHROMIUM = chromiumPath();

// Without an installed Chromium these are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("the link of a mail in a real browser", () => {
  let t: TestApp;
  let browser: Browser;
  let base = "";
  const id = newId("sched");

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    t = await testApp({BASE_URL: base});
    t.app.listen({port, hostname: "127.0.0.1"});
    await sql`
      insert into content (id, org_id, type, name, owner_id)
      values (${id}, ${t.org.id}, 'schedule', 'Weekly sales', ${t.org.member.id})`.execute(t.db);
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });
  afterAll(async () => {
    await browser?.close();
    await t?.app.stop();
    await t?.stop();
  });

  test.each([
    [360, "dark"],
    [1200, "light"],
  ] as const)(
    "stops the mail and resumes it by the keyboard and without scripts, at %d pixels in %s",
    async (width, colorScheme) => {
      const viewport = {width, height: 760};
      const context = await browser.newContext({javaScriptEnabled: false, colorScheme, viewport});
      try {
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on("console", message => complaints.push(message.text()));
        const stopped = () => stoppedAddresses(t.db, t.org.id, id);
        await page.goto(
          `${base}/unsubscribe?t=${stopToken(t.web.config.encryptionKeys, id, "Ada@example.com")}`,
        );
        expect(await page.locator("h1").textContent()).toBe("Stop this mail?");
        expect(await page.locator("main").textContent()).toContain("ada@example.com");
        expect(await stopped()).toEqual([]);
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", {name: "Done: no more of this mail"}).waitFor();
        expect(await stopped()).toEqual(["ada@example.com"]);
        const {right} = await page.locator("main").evaluate(main => main.getBoundingClientRect().toJSON());
        expect(right).toBeLessThanOrEqual(width);
        await page.getByRole("button", {name: "Send me this mail again"}).click();
        await page.getByRole("heading", {name: "You get this mail again"}).waitFor();
        expect(await stopped()).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});
