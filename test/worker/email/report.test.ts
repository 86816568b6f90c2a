import {describe, expect, test} from "bun:test";
import {htmlOf} from "../../../worker/email/html.ts";
import {reportToText} from "../../../worker/email/plain-text-body.ts";
import {REPORT, tableSection, URL} from "./reports.ts";

describe("a report as HTML", () => {
  test("has all parts of the report, and loads nothing", async () => {
    const html = await htmlOf(REPORT);
    for (const text of [
      "29 June to 5 July 2026",
      "312,907",
      "▲ 4.1% against",
      "cid:chart-1",
      "Bars of Flights by State. CA: 313K",
      "2 of 1,234 rows: all are attached as latest.csv",
      "Revenue is not filtered by origin state",
    ])
      expect(html).toContain(text);
    expect(html).toContain("Please look at San Francisco.<br");
    expect(html).toContain("The chart was deleted.");
    const loaded = [...html.matchAll(/(?:src|background)="([^"]*)"|@import|url\(/g)].map(
      ([, source]) => source,
    );
    expect(loaded).toEqual(["cid:chart-1"]);
    expect(html).not.toContain("<link");
    expect(html).toContain("prefers-color-scheme: dark");
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    expect(links).toEqual([
      `${URL}/dashboards/dash_1`,
      `${URL}/charts/chart_1`,
      `${URL}/charts/chart_2`,
      `${URL}/dashboards/dash_1`,
      `${URL}/unsubscribe?t=abc`,
    ]);
  });

  test("has its sections below the name of their resource", async () => {
    const html = await htmlOf(REPORT);
    const heads = [...html.matchAll(/<h([123])>(?:<a [^>]*>)?([^<]*)/g)].map(([, level, text]) => [
      level,
      text,
    ]);
    expect(heads).toEqual([
      ["1", "Monday&#39;s flights"],
      ["2", "Airports"],
      ["3", "Flights"],
      ["3", "Flights by state"],
      ["3", "Revenue"],
      ["2", "Latest"],
    ]);
  });

  test("shows the name of its only resource once, even if the report has the same name", async () => {
    const [airports] = REPORT.resources;
    const report = {...REPORT, title: "Airports", resources: airports ? [airports] : []};
    const html = await htmlOf(report);
    expect([...html.matchAll(/<h([123])>(.*?)<\/h/g)].map(([, level, text]) => [level, text])).toEqual([
      ["1", `<a href="${URL}/dashboards/dash_1">Airports</a>`],
      ["2", "Flights"],
      ["2", `<a href="${URL}/charts/chart_1">Flights by state</a>`],
      ["2", "Revenue"],
    ]);
    expect(html).toContain("Revenue is not filtered by origin state");
    const text = reportToText(report);
    expect(text).toStartWith(`Airports\n========\n${URL}/dashboards/dash_1\n29 June to 5 July 2026\n`);
    expect(text.split("Airports\n")).toHaveLength(2);
    expect(text).toContain(
      "Ann\n\nRevenue is not filtered by origin state: it has no such field.\n\nFlights\n---",
    );
    const table = reportToText({...REPORT, title: "Latest", resources: REPORT.resources.slice(1)});
    expect(table).toContain("Ann\n\nState  Flights\n");
  });

  test("escapes all text that people write", async () => {
    const evil = `<script>alert(1)</script><mj-include path="/etc/passwd" />"'&`;
    const html = await htmlOf({
      ...REPORT,
      title: evil,
      period: evil,
      message: evil,
      filters: [evil],
      notes: [evil],
      reason: evil,
      resources: [
        {
          title: evil,
          notes: [evil],
          sections: [
            {kind: "picture", title: evil, cid: "c", alt: evil, note: evil},
            {kind: "number", title: evil, value: evil, change: evil, note: evil},
            {
              ...tableSection(1, 1),
              title: evil,
              columns: [{label: evil, isNumber: false}],
              rows: [[evil]],
              total: {rows: 2, truncated: false},
              attached: evil,
              note: evil,
            },
            {kind: "failure", title: evil, reason: evil, note: evil},
          ],
        },
      ],
    });
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("root:");
    expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)?.length).toBeGreaterThan(20);
  });

  test("isolates text from right to left, and removes characters that change the direction", async () => {
    const html = await htmlOf({...REPORT, title: "מכירות 2026", filters: ["\u202eevil\u0007"]});
    expect(html).toContain("<bdi>מכירות 2026</bdi>");
    expect(html).toContain("Filtered: evil<");
  });

  test("refuses an address that is neither http nor https", async () => {
    await expect(htmlOf({...REPORT, openUrl: "javascript:alert(1)"})).rejects.toThrow(
      "neither http nor https",
    );
  });
});

describe("below a table of a mail", () => {
  const saying = async (more: Parameters<typeof tableSection>[2], url?: string) => {
    const section = tableSection(2, 3, {total: {rows: 1234, truncated: false}, ...more});
    const report = {
      ...REPORT,
      resources: [{title: "Rows", notes: [], sections: [section], ...(url ? {url} : {})}],
    };
    const text = reportToText(report);
    const said = /(?<=value 2000 +value 2001\n)[\s\S]*?(?=\n\nAttached)/.exec(text)?.[0];
    expect(await htmlOf(report)).toContain(said?.split("\n")[0] ?? "");
    return said;
  };

  test("is the number of rows, and where to find them", async () => {
    expect(await saying({attached: "rows.csv"})).toBe("3 of 1,234 rows: all are attached as rows.csv");
    expect(await saying({url: URL})).toBe("3 of 1,234 rows: open it to see all");
    expect(await saying({})).toBe("3 of 1,234 rows");
    expect(await saying({}, URL)).toBe("3 of 1,234 rows: open it to see all");
    expect(await saying({total: {rows: 10_000, truncated: true}})).toBe(
      "3 of the first 10,000 rows: there are more",
    );
    const cut = {total: {rows: 10_000, truncated: true}, attached: "rows.csv"};
    expect(await saying(cut)).toBe("3 of the first 10,000 rows: more are attached as rows.csv");
    expect(await saying({...cut, isAttachedCut: true})).toBe(
      "3 of the first 10,000 rows: there are more, beyond the limit of the query. rows.csv, which is attached, has the first 10,000",
    );
    expect(await saying({...cut, total: {rows: 3, truncated: true}, isAttachedCut: true})).toBe(
      "The first 3 rows: there are more, beyond the limit of the query. rows.csv, which is attached, has the same",
    );
    expect(await saying({note: "Own"})).toBe("3 of 1,234 rows\nOwn");
  });

  test("is a note if the table has no rows", () => {
    const section = tableSection(2, 0);
    const text = reportToText({...REPORT, resources: [{title: "Rows", notes: [], sections: [section]}]});
    expect(text).toContain("Column 0  Column 1\nNo rows\n");
  });

  test("is nothing if all rows are shown", () => {
    const text = reportToText({
      ...REPORT,
      resources: [{title: "Rows", notes: [], sections: [tableSection(2, 3)]}],
    });
    expect(text).toContain("value 2000  value 2001\n\nAttached");
  });
});

test("a report as text has no control characters", () => {
  expect(reportToText({...REPORT, message: "a\u001b[2Jb\r\nc\u202ed\u0000"})).toContain("\n\na[2Jb\ncd\n\n");
});

test("a report as text is easy to read", () => {
  expect(reportToText(REPORT)).toBe(`Monday's flights
================
29 June to 5 July 2026
As of Monday, 6 July 2026, 08:00 (Europe/Berlin)
Filtered: Origin state is CA

Please look at San Francisco.
Ann

Airports
========
https://analytics.example.com/dashboards/dash_1
Revenue is not filtered by origin state: it has no such field.

Flights
-------
312,907
▲ 4.1% against 2026-06-22

Flights by state
----------------
Bars of Flights by State. CA: 313K; TX: 267K.

Revenue
-------
The chart was deleted.

Latest
======
https://analytics.example.com/charts/chart_2
State  Flights
CA     312,907
TX           7
2 of 1,234 rows: all are attached as latest.csv

Attached: latest.csv

Open it in the browser: https://analytics.example.com/dashboards/dash_1

----------------------------------------
You get this because Bob added ann@example.org to it.
Stop it: https://analytics.example.com/unsubscribe?t=abc
`);
});
