import {describe, expect, test} from "bun:test";
import type {Report} from "../../../shared/deliveries/report.ts";
import {htmlOf} from "../../../worker/email/html.ts";
import {textOf} from "../../../worker/email/text.ts";

const URL = "https://analytics.example.com";
const report: Report = {
  title: "Monday's flights",
  message: "Please look at San Francisco.\nAnn",
  filters: ["Origin state is CA"],
  asOf: "As of Monday, 6 July 2026, 08:00 (Europe/Berlin)",
  sections: [
    {kind: "number", title: "Flights", value: "312,907", change: "+4.1 % against the week before"},
    {
      kind: "picture",
      title: "Flights by state",
      url: `${URL}/charts/chart_1`,
      cid: "chart-1",
      alt: "A bar chart: CA 312,907; TX 267,011",
    },
    {
      kind: "table",
      title: "Latest",
      columns: [
        {label: "State", isNumber: false},
        {label: "Flights", isNumber: true},
      ],
      rows: [
        ["CA", "312,907"],
        ["TX", "7"],
      ],
      note: "1,234 rows in all: attached",
    },
    {kind: "failure", title: "Revenue", reason: "The chart was deleted."},
  ],
  notes: ["Attached: latest.csv"],
  reason: "You get this because Bob added ann@example.org to it.",
  openUrl: `${URL}/dashboards/dash_1`,
  unsubscribeUrl: `${URL}/unsubscribe?t=abc`,
};

describe("as HTML", () => {
  test("it has what the report has, and loads nothing", async () => {
    const html = await htmlOf(report);
    for (const text of [
      "312,907",
      "+4.1 % against",
      "cid:chart-1",
      "A bar chart: CA 312,907",
      "1,234 rows in all",
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
    expect(links).toEqual([`${URL}/charts/chart_1`, `${URL}/dashboards/dash_1`, `${URL}/unsubscribe?t=abc`]);
  });

  test("nothing that people write is markup", async () => {
    const evil = `<script>alert(1)</script><mj-include path="/etc/passwd" />"'&`;
    const html = await htmlOf({
      ...report,
      title: evil,
      message: evil,
      filters: [evil],
      notes: [evil],
      reason: evil,
      sections: [
        {kind: "picture", title: evil, cid: "c", alt: evil, note: evil},
        {kind: "number", title: evil, value: evil, change: evil},
        {kind: "table", title: evil, columns: [{label: evil, isNumber: false}], rows: [[evil]], note: evil},
        {kind: "failure", title: evil, reason: evil},
      ],
    });
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("root:");
    expect(html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)?.length).toBeGreaterThan(15);
  });

  test("an address that is not one of the web is refused", async () => {
    await expect(htmlOf({...report, openUrl: "javascript:alert(1)"})).rejects.toThrow("not one of the web");
  });

  test("twelve pictures and three tables of fifty rows are less than 100 KB", async () => {
    const columns = Array.from({length: 8}, (_, i) => ({label: `Column ${i}`, isNumber: i > 2}));
    const rows = Array.from({length: 50}, (_, r) => columns.map((_, c) => `value ${r * 1000 + c}`));
    const html = await htmlOf({
      ...report,
      sections: [
        ...Array.from({length: 12}, (_, i) => ({
          kind: "picture" as const,
          title: `Chart ${i}`,
          cid: `chart-${i}`,
          alt: "A line chart from 1 to 1,000,000 between January and December",
        })),
        ...Array.from({length: 3}, (_, i) => ({kind: "table" as const, title: `Table ${i}`, columns, rows})),
      ],
    });
    expect(Buffer.byteLength(html)).toBeLessThan(100 * 1024);
  });
});

test("as text it reads well", () => {
  expect(textOf(report)).toBe(`Monday's flights
================
As of Monday, 6 July 2026, 08:00 (Europe/Berlin)
Filtered: Origin state is CA

Please look at San Francisco.
Ann

Flights
-------
312,907
+4.1 % against the week before

Flights by state
----------------
A bar chart: CA 312,907; TX 267,011

Latest
------
State  Flights
CA     312,907
TX           7
1,234 rows in all: attached

Revenue
-------
The chart was deleted.

Attached: latest.csv

Open it in the browser: https://analytics.example.com/dashboards/dash_1

----------------------------------------
You get this because Bob added ann@example.org to it.
Stop it: https://analytics.example.com/unsubscribe?t=abc
`);
});
