import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium, type Page} from "playwright-core";
import {BROWSER_FLAGS, chromiumPath} from "../support/chromium.ts";
import {inContext} from "./spare-pages.ts";

const CHROMIUM = chromiumPath();
const OPTIONS = {viewport: {width: 500, height: 400}, colorScheme: "dark", reducedMotion: "reduce"} as const;
/** All that an earlier visit could leave. */
const SEEN = `[
  document.cookie, {...localStorage}, {...sessionStorage}, history.length, innerWidth, innerHeight,
  ...["(prefers-color-scheme: dark)", "(prefers-reduced-motion)"].map(query => matchMedia(query).matches),
  document.body.textContent,
]`;

// Without an installed Chromium these tests are skipped, and counted as such.
describe.skipIf(CHROMIUM === undefined)("a page that has served a visit", () => {
  let server: ReturnType<typeof Bun.serve>;
  let browser: Browser;

  beforeAll(async () => {
    const html = {"content-type": "text/html"};
    server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("served", {headers: html}),
    });
    browser = await chromium.launch({executablePath: CHROMIUM ?? "", args: BROWSER_FLAGS});
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop(true);
  });

  const visit = (use: (page: Page) => Promise<void>) =>
    inContext(browser, server.url.origin, OPTIONS, use, false);

  /** Changes all that a visit may change. */
  async function change(page: Page): Promise<void> {
    await page.route("**/*", route => route.fulfill({contentType: "text/html", body: "routed"}));
    for (const path of ["one", "two"]) await page.goto(`${server.url.origin}/${path}`);
    await page.evaluate(`{
      document.cookie = "kept=1";
      localStorage.kept = sessionStorage.kept = "1";
      addEventListener("beforeunload", event => event.preventDefault());
    }`);
    await page.mouse.click(50, 50);
    await page.setViewportSize({width: 900, height: 700});
    await page.emulateMedia({colorScheme: "light", reducedMotion: "no-preference"});
  }

  test("serves the next one as a new page does", async () => {
    const pages: Page[] = [];
    const seen: unknown[] = [];
    const look = async (page: Page) => {
      pages.push(page);
      await page.goto(server.url.origin);
      seen.push(await page.evaluate(SEEN));
    };
    await visit(look);
    await visit(change);
    await visit(look);
    expect(pages[1]).toBe(pages[0]!);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]).toEqual(["", {}, {}, 2, 500, 400, true, true, "served"]);
  });

  test("reports nothing to the listeners of the visit", async () => {
    const said: string[] = [];
    await visit(async page => {
      page.on("console", message => said.push(message.text()));
      await page.goto(server.url.origin);
      await page.evaluate(`console.log("first")`);
    });
    await visit(async page => {
      await page.goto(server.url.origin);
      await page.evaluate(`console.log("second")`);
    });
    expect(said).toEqual(["first"]);
  });

  test("is not used again if the visit failed", async () => {
    const pages: Page[] = [];
    const fail = (page: Page) => {
      pages.push(page);
      return Promise.reject(new Error("failed"));
    };
    expect(await visit(fail).catch(String)).toBe("Error: failed");
    await visit(async page => void pages.push(page));
    expect(pages[1]).not.toBe(pages[0]!);
  });
});
