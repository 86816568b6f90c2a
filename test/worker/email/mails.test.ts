import {afterAll, describe, expect, test} from "bun:test";
import type {Report, Section} from "../../../shared/core/wire/mail-report.ts";
import {readRequest} from "../../../shared/core/workers/calls.ts";
import {mailChildren, renderMail} from "../../../worker/email/mails.ts";
import {leastOf} from "../../support/busy-machine.ts";
import {REPORT, tableSection, URL} from "./reports.ts";

const mails = mailChildren();
afterAll(() => mails.stop());

function rendered(report: Report): Promise<{html: string; text: string}> {
  return renderMail({mails}, "org_test", report, new AbortController().signal);
}

function withSections(sections: Section[]): Report {
  return {...REPORT, resources: [{title: "All", url: URL, notes: [], sections}]};
}

function picture(i: number, alt: string): Section {
  return {kind: "picture", title: `Chart ${i}`, cid: `chart-${i}`, alt};
}

/** The number of rows of each table in the HTML, without its head. */
function rowsIn(html: string): number[] {
  return [...html.matchAll(/<table class="rows">(.*?)<\/table>/gs)].map(
    ([, body = ""]) => body.split("<tr>").length - 2,
  );
}

describe("a mail", () => {
  test("is rendered in a child process, as HTML and as text", async () => {
    const {html, text} = await rendered(REPORT);
    expect(html).toStartWith("<!doctype html>");
    expect(html).toContain("312,907");
    expect(text).toStartWith("Monday's flights\n");
  });

  test("of twelve pictures and three tables of fifty rows has all of them", async () => {
    const alt = "Lines of Flights by Date. 365 days from 2001-01-01 to 2001-12-31.";
    const {html} = await rendered(
      withSections([
        ...Array.from({length: 12}, (_, i) => picture(i, alt)),
        ...Array.from({length: 3}, () => tableSection(8, 50)),
      ]),
    );
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(rowsIn(html)).toEqual([50, 50, 50]);
  });

  test("that would be too large has fewer rows of its longest tables, and says so", async () => {
    const small = tableSection(3, 6);
    const large = tableSection(20, 200, {attached: "large.csv"});
    const {html, text} = await rendered(withSections([small, large]));
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    const [few = 0, many = 0] = rowsIn(html);
    expect(few).toBe(6);
    expect(many).toBeGreaterThanOrEqual(25);
    expect(many).toBeLessThan(200);
    const note = `${many} of 200 rows: all are attached as large.csv`;
    expect(html).toContain(note);
    expect(text).toContain(note);
    expect(text).not.toContain(`value ${many * 1000} `);
  });

  test("of more parts than a mail can hold has fewer parts, and says so", async () => {
    const sections = Array.from({length: 200}, (_, i) => picture(i, "x".repeat(2000)));
    const {html, text} = await rendered(withSections(sections));
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    const shown = html.match(/src="cid:/g)?.length ?? 0;
    expect(shown).toBeGreaterThanOrEqual(50);
    const note = `${200 - shown} more parts did not fit into this mail. Open it to see them.`;
    expect(html).toContain(note);
    expect(text).toContain(note);
  });

  test("does not hold up the event loop", async () => {
    const report = withSections(Array.from({length: 3}, () => tableSection(20, 100)));
    await rendered(report);
    const share = await leastOf(0.1, async () => {
      const gaps: number[] = [];
      let before = performance.now();
      const beat = setInterval(() => {
        const now = performance.now();
        gaps.push(now - before);
        before = now;
      }, 2);
      const started = performance.now();
      for (let i = 0; i < 5; i++) await rendered(report);
      clearInterval(beat);
      // Five renderings could cause five long gaps. A busy machine alone causes one now and then, so the third longest counts.
      const [, , third = Number.POSITIVE_INFINITY] = gaps.toSorted((a, b) => b - a);
      return third / (performance.now() - started);
    });
    expect(share).toBeLessThan(0.1);
  });
});

test("an invalid report is refused by the worker's request schema", () => {
  expect(readRequest("render_mail", {orgId: "org_a", report: REPORT}).report).toEqual(REPORT);
  expect(() => readRequest("render_mail", {orgId: "org_a", report: {...REPORT, asOf: 3}})).toThrow("asOf");
});
