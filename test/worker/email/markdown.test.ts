import {describe, expect, test} from "bun:test";
import {mailSections, sourceSection} from "../../../shared/automation/agents/report/mail-sections.ts";
import {htmlOf} from "../../../worker/email/html.ts";
import {htmlOfMarkdown} from "../../../worker/email/markdown-html.ts";
import {reportToText} from "../../../worker/email/plain-text-body.ts";
import {renderReport} from "../../../worker/email/render.ts";
import {BASE, check, dice, figure} from "../../agents/report/support.ts";
import {REPORT} from "./reports.ts";

const MARKDOWN = `# Title

First with *emphasis* and [a link](${BASE}/charts/chart_1) and 12 (unverified).

## By month

| Month | Revenue |
| - | - |
| May | €1,200 |
| A month of a name that is much longer than forty characters | 5 (unverified) |

## Why

1. one
2. other
   - below

> quoted

\`\`\`
select a
  from b
\`\`\`

---

### Next

Last\\
line`;

function mailed(markdown: string) {
  const sections = mailSections(markdown, BASE);
  return {...REPORT, resources: [{title: "Report", notes: [], sections}]};
}

describe("a report in a mail", () => {
  test("has a section for each second-level heading, and the report's title is no section", () => {
    expect(mailSections(MARKDOWN, BASE).map(({kind, title}) => [kind, title])).toEqual([
      ["text", undefined],
      ["text", "By month"],
      ["text", "Why"],
    ]);
  });

  test("reads well as text, with the mark of each figure in full", () => {
    const text = reportToText(mailed(MARKDOWN));
    expect(text).toContain(`Report
======
First with emphasis and a link (${BASE}/charts/chart_1) and 12 (unverified).

By month
--------
Month                                                               Revenue
May                                                                  €1,200
A month of a name that is much longer than forty characters  5 (unverified)

Why
---
1. one
2. other
   - below

> quoted

    select a
      from b

--------------------

NEXT

Last
line
`);
  });

  test("has the same in HTML", async () => {
    const html = await htmlOf(mailed(MARKDOWN));
    for (const part of [
      `First with <em>emphasis</em> and <a href="${BASE}/charts/chart_1">a link</a> and 12 <b class="mark">(unverified)</b>.`,
      "<h3>By month</h3>",
      '<td class="n">€1,200</td>',
      '<td class="n">5 <b class="mark">(unverified)</b></td>',
      "<blockquote><p>quoted</p></blockquote>",
      "<pre>select a\n  from b</pre>",
      "<h4>Next</h4>",
    ]) {
      expect(html).toContain(part);
    }
  });

  test("lists at its end the sources of verified figures", () => {
    const {figures} = check("{{a}} and {{a}} and {{b}} and 5.", [
      figure("a", "€1.2M"),
      figure("b", "19%", {
        row: 2,
        of: {as: "change", queryRunId: "run_months", row: 1, column: "orders.total"},
      }),
    ]);
    const [section] = sourceSection(figures);
    expect(section).toMatchObject({
      kind: "table",
      rows: [["€1.2M", "orders.total, row 1", "run_months"]],
    });
    expect(sourceSection([])).toEqual([]);
  });

  test("of many sections loses the last ones in the mail, which says how many", async () => {
    const sections = Array.from({length: 30}, (_, i) => `## Part ${i}\n\n${"word ".repeat(1800)}`).join(
      "\n\n",
    );
    const {html, text} = await renderReport(mailed(sections));
    expect(Buffer.byteLength(html)).toBeLessThan(98_000);
    expect(text).toMatch(/\d+ more parts did not fit into this mail\./);
  });
});

describe("Markdown in a section cannot add markup to the mail", () => {
  const HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](https://evil.example/p.png)",
    "[x](https://evil.example)",
    "[x](javascript:alert(1))",
    '<mj-include path="/etc/passwd" />',
    "</mj-text></mj-column>",
    "&lt;script&gt;",
    "{{x}} <%= x %>",
    "` <b> `",
    "```\n</pre><script>\n```",
    "|<b>|\n|-|\n|</td>|",
    "[<b>](/app/x)",
    "https://evil.example/",
    "\u202eabc",
  ];
  const TAGS = new Set(
    "div p h4 pre code hr blockquote ul ol li table tbody tr th td em strong del a br b bdi".split(" "),
  );

  async function inspect(html: string) {
    const found: string[] = [];
    const rewriter = new HTMLRewriter().on("*", {
      element({tagName, attributes}) {
        if (!TAGS.has(tagName)) found.push(tagName);
        for (const [name, value] of attributes) {
          const isOurs = ["class", "dir"].includes(name) || (name === "href" && value.startsWith(`${BASE}/`));
          if (!isOurs) found.push(`${tagName} ${name}=${value}`);
        }
      },
      comments({text}) {
        found.push(text);
      },
    });
    await rewriter.transform(new Response(html)).text();
    return found;
  }

  test("of hostile texts, alone and in random order", async () => {
    const throwDice = dice(3);
    const texts = [
      ...HOSTILE,
      ...Array.from({length: 500}, () =>
        Array.from({length: 6}, () => [...HOSTILE, "\n\n", "\n- ", "> "][throwDice(HOSTILE.length + 3)]).join(
          " ",
        ),
      ),
    ];
    for (const markdown of texts) {
      expect({markdown, found: await inspect(htmlOfMarkdown(markdown, BASE))}).toEqual({markdown, found: []});
    }
    const html = await htmlOf(mailed(HOSTILE.join("\n\n")));
    expect(html).not.toContain("root:");
    expect(html).not.toMatch(/<script|<img|evil\.example\/p\.png|javascript:/);
  });
});
