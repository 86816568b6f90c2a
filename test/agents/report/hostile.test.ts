import {afterAll, describe, expect, test} from "bun:test";
import {printMarkdown, readTree} from "../../../shared/automation/agents/report/report-tree.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {minProcessorMs, processorMs} from "../../support/processor-time.ts";
import {render} from "./rendered.ts";
import {BASE, body, check, dice, figure} from "./support.ts";

// This file leaves a gigabyte of garbage, for which the process would otherwise take new memory.
afterAll(() => Bun.gc(true));

/** The lines of the rendered text, with several spaces as one. */
async function linesOf(markdown: string): Promise<string[]> {
  return (await render(markdown)).lines.map(line => line.replaceAll(/\s+/g, " "));
}

const REVENUE = figure("a", "1,234,568");

describe("a number is marked however it is written", () => {
  test.each([
    ["in words", "two million, twenty-five, zwei Millionen, dos millones, a third of it", 5],
    ["in words of scale alone", "Revenue doubled; thousands left; half of them; tenfold", 4],
    ["in Arabic digits", "١٢٣٤", 1],
    ["in Devanagari with a percent sign", "१२٪", 1],
    ["in full-width digits", "１，２３４", 1],
    ["in mathematical digits", "𝟏𝟐𝟑", 1],
    ["in circles, fractions and Roman numerals", "① ½ Ⅻ", 3],
    ["in Han numerals", "二百万", 1],
    ["as entities", "&#49;&#50;&#x33;", 1],
    ["with invisible characters inside", "1\u200b2\u200d3\u00ad4\u2060", 1],
    ["with invisible characters as entities", "1&#8203;2&shy;3", 1],
    ["with marks of direction", "\u202e4321\u202c", 1],
    ["as keycaps", "1\ufe0f\u20e32\ufe0f\u20e3", 1],
    ["with strokes through it", "1\u03362\u0336", 1],
    ["half in bold", "1**2**3*4*", 1],
    ["around a comment", "12<!-- -->34", 1],
    ["around a tag", "12<b></b>34", 1],
    ["as code", "`1234`", 1],
    ["in a block of code", "```sql\nselect 1234\n```", 1],
    ["indented as code", "    1234", 1],
    ["as a heading", "# 1234", 1],
    ["as an underlined heading", "1234\n====", 1],
    ["in a table", "|1234|\n|-|\n|5678|", 2],
    ["in a quotation and a list", "> - 1234", 1],
    ["as the text of a link", `[1234](${BASE}/charts/chart_1)`, 1],
    ["as the text of a link that leaves", "[1234](https://evil.example/5678)", 1],
    ["as the description of a picture", "![1234](https://evil.example/5678)", 1],
    ["as a footnote", "text[^1]\n\n[^1]: 1234", 1],
    ["as a task", "- [ ] 1234", 1],
    ["escaped", "1\\234", 2],
    ["crossed out", "~~1234~~", 1],
    ["with spaces", "1 234 567", 1],
    ["with spaces that do not break", "1\u00a0234\u202f567", 1],
    ["as a hard break divides it", "12\\\n34", 2],
    ["glued to a word", "revenue1234", 1],
    ["glued to its currency", "EUR1234", 1],
    ["in powers", "10⁶ and 1e6 and 0x4d2 and 2^20", 4],
    ["as a version or an address", "12.34.56.78", 1],
    ["as the start of an ordered list in a line of its own", "-\n  1234", 1],
  ])("%s", async (_how, text, count) => {
    const report = check(text);
    expect(report.figures.map(({status}) => status)).toEqual(Array(count).fill("unverified"));
    const {lines} = await render(body(report));
    expect(lines.join(" ").match(/\(unverified\)/g)).toHaveLength(count);
  });
});

describe("a figure is unverified if the text changes its meaning", () => {
  test.each([
    ["a scale behind it", "{{a}} million"],
    ["a letter of scale behind it", "{{a}}M"],
    ["a scale in bold behind it", "{{a}}**bn**"],
    ["a percent sign behind it", "{{a}}%"],
    ["a minus before it", "-{{a}}"],
    ["minus in words before it", "minus {{a}}"],
    ["digits before it", "1{{a}}"],
    ["digits behind it", "{{a}}5"],
    ["decimals behind it", "{{a}}.5"],
    ["a group of digits behind it", "{{a}},000"],
    ["a group of digits behind it, as code", "{{a}}`,000`"],
    ["a group of digits behind it, with an invisible character", "{{a}}\u200b,000"],
    ["a fraction behind it", "{{a}}½"],
    ["a power behind it", "{{a}}²"],
    ["a plus behind it", "{{a}}+"],
    ["itself behind it", "{{a}}{{a}}"],
    ["a letter behind it", "{{a}}x1"],
  ])("with %s", (_how, text) => {
    const {figures} = check(text, [REVENUE]);
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.map(({status}) => status)).not.toContain("verified");
  });

  test.each([
    ["another value than the text shows", "It was 2,000,000.", REVENUE],
    ["a row that does not exist", "{{a}}", {...REVENUE, row: 4}],
    ["a column that does not exist", "{{a}}", {...REVENUE, column: "total"}],
    ["another run's id", "{{a}}", {...REVENUE, queryRunId: "run_other"}],
    ["a value of two numbers", "{{a}}", {...REVENUE, value: "1,234,568 of 9"}],
    ["a value with words of numbers", "{{a}}", {...REVENUE, value: "two million"}],
    ["a value with marks of style", "{{a}}", {...REVENUE, value: "**9**1,234,568"}],
    ["a value with another's place", "{{a}}", {...REVENUE, value: "9{{a}}"}],
    ["a value in another script", "{{a}}", {...REVENUE, value: "١٬٢٣٤٬٥٦٩"}],
  ])("declared with %s", (_how, text, declared) => {
    const {figures} = check(text, [declared]);
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.map(({status}) => status)).not.toContain("verified");
  });

  test("but not if it is written in another script, and then it is shown in European digits", () => {
    const report = check("{{a}}", [{...REVENUE, value: "١٬٢٣٤٬٥٦٨"}]);
    expect(body(report)).toBe("1,234,568");
    expect(report.figures).toMatchObject([{status: "verified"}]);
  });

  test("and its value cannot break out of the text", async () => {
    for (const value of [
      "](//e.com)",
      "<img src=x>",
      "`1",
      "|5|",
      "![x](//e.com/1)",
      "\n\n# 12",
      "www.e.com/1",
    ]) {
      const {foreignTags, links} = await render(
        check("[x {{a}}\n\n|a|\n|-|\n|{{a}}|", [{...REVENUE, value}]).markdown,
      );
      expect({value, foreignTags, links}).toEqual({value, foreignTags: [], links: []});
    }
  });
});

describe("nothing of a report leads out of the service", () => {
  test.each([
    "![x](https://evil.example/p.png)",
    "![x][y]\n\n[y]: https://evil.example/p.png",
    "[![x](https://evil.example/p.png)](https://evil.example)",
    "<img src=https://evil.example/p.png>",
    "<a href='https://evil.example'>x</a>",
    "<script>alert(1)</script>",
    "<svg/onload=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "[x](//evil.example/a)",
    "[x](/\\evil.example/a)",
    "[x](\\\\evil.example\\a)",
    "[x](https:evil.example)",
    "[x](http:/evil.example)",
    "[x](https://analytics.example.com@evil.example/app/)",
    "[x](https://user@analytics.example.com/app/)",
    "[x](https://analytics.example.com.evil.example/app/)",
    "[x](https://analytics.example.com:444/app/)",
    "[x](http://analytics.example.com/app/)",
    "[x](https://analytics.example.com/application)",
    "[x](https://analytics.example.com/app/../secret)",
    "[x](https://analytics.example.com/app/%2e%2e/secret)",
    "[x](https://analytics.example.com/app//evil.example)",
    "[x](https://analytics.еxample.com/app/)",
    "[x](https://analytics。example.com.evil.example/app/)",
    "[x](https://analytics.example.com/app/oauth/authorize?redirect_uri=https://evil.example&state=secret)",
    "https://analytics.example.com/app/oauth/authorize?state=secret",
    "[x](https://analytics.example.com/app/%6fauth/authorize?state=secret)",
    "[x][y]\n\n[y]: https://evil.example",
    "[y]\n\n[y]: //evil.example 'title'",
    "<https://evil.example/1>",
    "<mailto:a@evil.example>",
    "https://evil.example/?d=secret",
    "www.evil.example/?d=secret",
    "evil.com/?d=secret",
    "http://10.0.0.1/secret",
    "http://localhost/secret",
    "ftp://evil.example/secret",
    "slack://evil/secret",
    "h**tt**ps://evil.example/secret",
    "https://evil\u200b.example/secret",
    "https://evil.example/{{a}}",
    "{{b}}//evil.example/secret",
    "|https://evil.example/secret|\n|-|",
    "`https://evil.example/secret`",
    "[x]( https://evil.example )",
    "a@evil.example",
    '[x](#fragment "1234") text',
  ])("%s", async text => {
    const report = check(text, [REVENUE, figure("b", "https:")]);
    const {foreignTags, links, attributes} = await render(report.markdown);
    expect({foreignTags, attributes}).toEqual({foreignTags: [], attributes: []});
    for (const link of links)
      expect(link).toMatch(/^(https:\/\/analytics\.example\.com\/app(\/|$|#)|mailto:a@evil\.example$)/);
    expect(report.markdown).not.toMatch(/secret/);
  });

  test("and links within the service are kept, in full", async () => {
    const text = `[a](${BASE}/charts/chart_1?x=y) [b](charts/chart_2) [c][d] <${BASE}/dashboards/dash_1>\n\n[d]: ${BASE}/sheets/sheet_1`;
    const {links} = await render(check(text).markdown);
    expect(links).toEqual([
      `${BASE}/charts/chart_1?x=y`,
      `${BASE}/charts/chart_2`,
      `${BASE}/sheets/sheet_1`,
      `${BASE}/dashboards/dash_1`,
    ]);
  });

  test("and a word four times as long takes about four times as long to check", async () => {
    const value = "x".repeat(40);
    const word = (times: number) => () => check("{{a}}".repeat(times), [{...REVENUE, value}]);
    const [short, long] = await minProcessorMs([word(1000), word(4000)]);
    // Quadratic time would be sixteen times.
    expect(long / short).toBeLessThan(11);
  });

  test("and a name such as google.com is kept", () => {
    expect(body(check("Most came from google.com."))).toBe("Most came from google.com.");
  });
});

describe("whatever a model writes", () => {
  const PIECES = [
    ..."12 34 5,6 7.8 * ** _ ` ``` [ ] ( ) ![ ]( < > | # ~~ \\ & ; ! {{a}} {{b}} {{ }} - + 1. ü".split(" "),
    ..." \n\t\u200b",
    "\n\n",
    "\n| - | - |\n",
    "\n> ",
    "\n- ",
    "\n    ",
    "&#49;",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "http://evil.example/",
    "//evil.example",
    `${BASE}/charts/`,
    "javascript:",
    "[x]: ",
    "](http://evil.example)",
    "１",
    "٣",
    "½",
    "million",
    "%",
  ];
  /** Between a digit and its mark there is only the rest of the number, its unit and its scale. */
  const MARKED =
    /^(?:[^\s(]|[ \u00a0](?=\d{3}(?!\d))|[ ](?=million|%))*? ?(?:%|million)?[^\s(]*? \(unverified\)/u;

  test(
    "every digit is followed by its mark, and there is no foreign tag, attribute or link",
    async () => {
      const throwDice = dice(7);
      for (let i = 0; i < inLongRun(600, 400_000); i++) {
        const text = Array.from({length: 1 + throwDice(24)}, () => PIECES[throwDice(PIECES.length)]).join("");
        // Both are declared, with no cell behind them.
        const report = check(text, [figure("a", "77", {row: 9}), figure("b", "8%", {row: 9})], {
          title: "Report",
        });
        const {foreignTags, links, attributes, lines} = await render(body(report));
        const outside = links.filter(link => !link.startsWith(`${BASE}/`));
        expect({text, foreignTags, attributes, outside}).toEqual({
          text,
          foreignTags: [],
          attributes: [],
          outside: [],
        });
        // The number of a list is no figure.
        for (const line of lines.map(one => one.replace(/^\d{1,2}[.)] (?=\S)/u, ""))) {
          for (const {index} of line.matchAll(/\p{N}/gu)) {
            const rest = line.slice(index);
            if (!MARKED.test(rest)) throw new Error(`not marked: ${JSON.stringify({text, line, rest})}`);
          }
        }
        expect(report.figures.some(({status}) => status === "verified")).toBe(false);
      }
    },
    longTimeoutMs(),
  );

  test(
    "a checked text reads the same when it is checked and printed again",
    async () => {
      const throwDice = dice(8);
      for (let i = 0; i < inLongRun(500, 100_000); i++) {
        const text = Array.from({length: 1 + throwDice(24)}, () => PIECES[throwDice(PIECES.length)]).join("");
        const once = body(check(text.replaceAll(/\p{N}|million/gu, "ü")));
        // The rest of a removed address may look like another one.
        if (once.includes("(link removed)")) continue;
        const [first, again] = [await linesOf(once), await linesOf(body(check(once)))];
        expect({text, again}).toEqual({text, again: first});
      }
    },
    longTimeoutMs(),
  );
});

test("a paragraph of emphasis marks is checked quickly, and an excessive one is plain text", () => {
  const longest = (part: string, marks: number) => part.repeat(marks / 2);
  for (const part of ["~a~~b", "*a **b", "_a __b", "a**b*"]) {
    const before = processorMs();
    readTree(longest(part, 2000), BASE);
    expect(readTree(longest(part, 40_000), BASE)).toEqual([
      {type: "paragraph", children: [{type: "text", value: longest(part, 40_000)}]},
    ]);
    expect(processorMs() - before).toBeLessThan(3000);
  }
  const bold = "**a** and ~~b~~, ".repeat(100);
  expect(printMarkdown(readTree(bold, BASE))).toBe(`${bold.trimEnd()}\n`);
});
