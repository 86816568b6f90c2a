import {afterAll, beforeAll, describe, expect, test} from "bun:test";
import {type Browser, chromium} from "playwright-core";
import {htmlOf} from "../../../worker/email/html.ts";
import {BROWSER_FLAGS, chromiumPath} from "../../support/chromium.ts";
import {REPORT, tableSection} from "./reports.ts";

const executablePath = chromiumPath();
let browser: Browser;
let html: string;

beforeAll(async () => {
  if (executablePath === undefined) return;
  browser = await chromium.launch({executablePath, args: BROWSER_FLAGS});
  const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnungen".repeat(3);
  const [first, ...others] = REPORT.resources;
  if (!first) throw new Error("the report has resources");
  html = await htmlOf({
    ...REPORT,
    title: long,
    message: `${long}\nAnn`,
    resources: [
      {
        ...first,
        title: long,
        sections: [{kind: "number", title: long, value: "€12,345,678,901.25"}, ...first.sections],
      },
      {title: "Wide", notes: [], sections: [tableSection(20, 3), {...tableSection(1, 1), rows: [[long]]}]},
      {
        title: "Report",
        notes: [],
        sections: [
          {kind: "text", title: "Text", markdown: textOf(long), base: "https://analytics.example.com"},
        ],
      },
      ...others,
    ],
  });
});

afterAll(async () => {
  await browser?.close();
});

/** A text with each element that a section may have, and with a word that is too long for a line. */
function textOf(long: string): string {
  const link = "[link](https://analytics.example.com/charts/chart_1)";
  const table = `| A | B |\n| - | - |\n| ${long} | 12 (unverified) |`;
  return `### ${long}\n\n*${long}* **strong** ~~gone~~ \`${long}\` ${link} 5 (unverified)\n\n- ${long}\n\n1. ${long}\n\n> ${long}\n\n\`\`\`\n${long}\n\`\`\`\n\n---\n\n${table}`;
}

/** A script that returns the colours of all elements with text. */
const INKS = `[...document.querySelectorAll("h1, h2, h3, h4, p, li, pre, code, del, .mark, th, td, a, .soft div, .fault div")]
  .filter(element => element.textContent.trim() !== "")
  .map(element => getComputedStyle(element).color)`;

/** Perceived lightness of a colour, from 0 to 255. */
function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

describe.skipIf(executablePath === undefined)("a mail in a browser", () => {
  test.each([360, 1200])("that is %i pixels wide fits into it, and loads nothing", async width => {
    const page = await browser.newPage({viewport: {width, height: 800}});
    const asked: string[] = [];
    page.on("request", request => asked.push(request.url()));
    await page.setContent(html);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    expect(asked.filter(url => !url.startsWith("cid:"))).toEqual([]);
    await page.close();
  });

  test.each(["light", "dark"] as const)("has readable contrast in %s mode", async colorScheme => {
    const page = await browser.newPage({colorScheme});
    await page.setContent(html);
    const paper = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const inks = await page.evaluate<string[]>(INKS);
    expect(inks.length).toBeGreaterThan(20);
    for (const ink of new Set(inks)) {
      expect(Math.abs(lightness(ink) - lightness(paper))).toBeGreaterThan(80);
    }
    await page.close();
  });
});
