import {describe, expect, test} from "bun:test";
import {checkFigures} from "../../../shared/automation/agents/report/check-figures.ts";
import {BASE, body, check, EVIDENCE, figure} from "./support.ts";

describe("a report", () => {
  test("has its title, its sections, and the source of each figure", () => {
    const report = check("", [], {
      title: "Revenue of May: {{revenue}}",
      sections: [
        {heading: "What changed", text: "It fell by {{fall}}, from **{{revenue}}**."},
        {text: "- Orders: {{orders}}"},
      ],
      figures: [
        figure("revenue", "€1.2M"),
        figure("fall", "19%", {
          row: 2,
          of: {as: "change", queryRunId: "run_months", row: 1, column: "orders.total"},
        }),
        figure("orders", "1,300", {column: "orders.count"}),
      ],
    });
    expect(report.title).toBe("Revenue of May: €1.2M");
    expect(report.markdown).toBe(`# Revenue of May: €1.2M

## What changed

It fell by 19%, from **€1.2M**.

- Orders: 1,300 (unverified)

*Figures marked as unverified were not found in the results of the queries.*
`);
    const revenue = {queryRunId: "run_months", row: 1, column: "orders.total"};
    expect(report.figures).toEqual([
      {text: "€1.2M", value: 1_200_000, ...revenue, status: "verified"},
      {text: "19%", value: 19, ...revenue, row: 2, of: {as: "change", ...revenue}, status: "verified"},
      {text: "€1.2M", value: 1_200_000, ...revenue, status: "verified"},
      {
        text: "1,300",
        value: 1300,
        ...revenue,
        column: "orders.count",
        status: "unverified",
        reason: "It is not the value of its cell, rounded to these digits.",
      },
    ]);
  });

  test("has no legend without an unverified figure", () => {
    expect(check("Revenue was {{a}}.", [figure("a", "1,234,568")]).markdown).toBe(
      "# Report\n\nRevenue was 1,234,568.\n",
    );
  });
});

describe("a figure without a placeholder", () => {
  test("is found where its value is written", () => {
    expect(body(check("Revenue was €1.2M.", [figure("a", "€1.2M")]))).toBe("Revenue was €1.2M.");
  });

  test("is not found if it is unclear which number is meant", () => {
    const report = check("Revenue was €1.2M, costs were €1.2M.", [figure("a", "€1.2M")]);
    expect(body(report)).toBe("Revenue was €1.2M (unverified), costs were €1.2M (unverified).");
    expect(report.figures[0]?.reason).toContain("unclear");
  });

  test("does not cover a number that is written differently", () => {
    expect(body(check("Revenue was €1.3M.", [figure("a", "€1.2M")]))).toBe("Revenue was €1.3M (unverified).");
    expect(body(check("It was 1.2M and $1.2M.", [figure("a", "€1.2M")]))).toBe(
      "It was 1.2M (unverified) and $1.2M (unverified).",
    );
  });

  test("does not cover the number of another figure's placeholder", () => {
    const report = check("{{a}} of May, 1,200 of June.", [
      figure("a", "1,200", {column: "orders.count"}),
      figure("b", "1,200", {column: "orders.count", row: 2}),
    ]);
    expect(report.figures.map(({row, status}) => [row, status])).toEqual([
      [1, "verified"],
      [2, "unverified"],
    ]);
  });
});

describe("separators are read as the report uses them", () => {
  const thousand = figure("a", "1.234.568");
  test.each([
    ["1,234,568 and 1,200", "1,200", true],
    ["1.234.568 and 1.200", "1.200", true],
    ["1.234.568 and 1,200", "1,200", false],
    ["1,200", "1,200", true],
    ["1.200", "1.200", false],
    ["12.5 and 1.200", "1.200", false],
    ["12,5 and 1.200", "1.200", true],
    // A report that uses both: neither is accepted.
    ["12,5 and 12.5 and 1.200", "1.200", false],
    ["12,5 and 12.5 and 1,200", "1,200", false],
    ["12,5 and 12.5 and 1 200", "1 200", true],
    ["12,5 and 12.5 and 1200,0", "1200,0", true],
  ])("%s", (text, value, isVerified) => {
    const {figures} = check(text, [figure("b", value, {column: "orders.count"})]);
    expect(figures.find(one => one.text === value)?.status).toBe(isVerified ? "verified" : "unverified");
  });

  test("a German report is read as German", () => {
    expect(
      body(
        check("Der Umsatz war {{a}} €, {{b}} % davon.", [
          thousand,
          figure("b", "12,3", {column: "orders.return_rate"}),
        ]),
      ),
    ).toBe("Der Umsatz war 1.234.568 €, 12,3 % davon.");
  });
});

describe("no figures are", () => {
  test.each([
    "On 6 July 2026, July 6, 2026, 2026-07-06 and 06.07.2026 at 08:00.",
    "From May 12 to 3 June, in Q2 2026, H1 2026 and week 27.",
    "In June 2026, in 2026, since 2026, the end of 2026.",
    "Im Juni 2026, en juillet 2026.",
    "Over the last 7 days, with a 30-day average.",
    "The top 5 products, the 3rd largest.",
    "Route 66 sells best, Plan 9 less.",
    "B2B, CO2, COVID-19 and m².",
    "One of the regions, on the one hand.",
    "The second half of the year, the third region.",
    "See chart_01k1jxk9m0e7btn2v4s5q6r7t8.",
    "The column orders.margin_pct.",
    "The first two weeks were slow in these three regions.",
    "See section 3, step 1 and No. 2; 24/7, UTC+2.",
    "Im 3. Quartal 2026, au 2e trimestre 2026, 1. Platz.",
    "Das Viertel am Hafen, einmal, mehrfach, un quart d'heure, un cuarto grande, el quinto lugar.",
    "Often, someone attended to it; weight and height.",
  ])("%s", text => {
    expect(check(text).figures).toEqual([]);
  });

  test.each([
    ["1. one\n2. other", "1. one\n2. other"],
    ["1. one\n1. other", "1. one\n2. other"],
    ["1) one\n   1. in it\n2) other", "1. one\n   1. in it\n2. other"],
  ])("the numbers of lists that begin with 1: %j", (text, shown) => {
    const report = check(text);
    expect(report.figures).toEqual([]);
    expect(body(report)).toBe(shown);
  });

  test.each([
    ["6. Juli 2026 war gut.", "6\\. Juli 2026 war gut."],
    ["6. Juli 2026: gut.\n9. Juli 2026: besser.", "6\\. Juli 2026: gut.\n\n9\\. Juli 2026: besser."],
    ["1. Juli 2026: gut.\n15. Juli 2026: besser.", "1\\. Juli 2026: gut.\n\n15\\. Juli 2026: besser."],
    ["5. Platz: **Ohio**", "5\\. Platz: **Ohio**"],
    ["> - 31. Dezember 2026", "> - 31\\. Dezember 2026"],
    ["3. Ohio\n\n   - late\n4. Texas", "3\\. Ohio\n\n- late\n\n4\\. Texas"],
  ])("numbers that look like those of a list from another number, and stay unchanged: %j", (text, shown) => {
    const report = check(text);
    expect(report.figures).toEqual([]);
    expect(body(report)).toBe(shown);
  });

  test("the number of a list that continues after a paragraph, before a figure", () => {
    const orders = figure("a", "1,200", {column: "orders.count"});
    const report = check("1. Late.\n\nMore:\n\n2. **{{a}}** of May.", [orders]);
    expect(report.figures).toMatchObject([{text: "1,200", status: "verified"}]);
    expect(body(report)).toBe("1. Late.\n\nMore:\n\n2\\. **1,200** of May.");
  });

  test("the ordinals of headings", () => {
    expect(check("", [], {sections: [{heading: "2. Regions", text: "Text."}]}).figures).toEqual([]);
  });
});

describe("figures, although they look like none, are", () => {
  test.each([
    ["In 2019 it was lower.", ["2019"]],
    ["On 6 July 2019 it was lower.", ["6", "2019"]],
    ["Revenue rose to 2026.", ["2026"]],
    ["2026 orders came.", ["2026"]],
    ["May 12 customers leave?", ["12"]],
    ["In May 12 people left.", ["12"]],
    ["It took 7 days.", ["7"]],
    ["The last 300 customers.", ["300"]],
    ["The top 5%.", ["5%"]],
    ["Route 660, Route 66%", ["660", "66%"]],
    // A row has this name.
    ["Revenue: 5,000,000", ["5,000,000"]],
    ["SKU-1234567 and revenue1234567", ["1234567", "revenue1234567"]],
    ["EUR1234", ["EUR1234"]],
    ["3:1, 1/2, 5²", ["3", "1", "1/2", "5²"]],
    ["1O0 and l23", ["1O0", "l23"]],
    ["v123.456", ["v123.456"]],
    ["0x4d2", ["0x4d2"]],
    ["1e6", ["1e6"]],
    ["The two million customers", ["two million"]],
    ["The nine percent, the three times", ["nine", "three"]],
    ["Two regions", ["Two"]],
    // Not the number of a list.
    ["1200. one\n1201. other", ["1200", "1201"]],
    ["Ein Fünftel, ein Zehntel, ein Viertel", ["Fünftel", "Zehntel", "Viertel"]],
    ["Dreimal so viele, das Vierfache, doppelt so viele", ["Dreimal", "Vierfache", "doppelt so"]],
    ["Umsatz (in Tsd.), in Mio. € und in Mrd", ["in Tsd", "in Mio", "in Mrd"]],
    ["Un quart des vols, un cinquième des vols", ["quart", "cinquième"]],
    ["Un cuarto de los vuelos, la quinta parte, el doble", ["cuarto de", "quinta parte", "el doble"]],
    ["Rs50, kr50, R12, step 1.5, page 12%", ["Rs50", "kr50", "R12", "1.5", "12%"]],
  ])("%s", (text, found) => {
    expect(check(text).figures.map(one => one.text)).toEqual(found);
  });
});

test("a figure may be a date, which then counts as a date of the text", () => {
  expect(
    check("Until {{a}}.", [figure("a", "1 May 2026", {column: "orders.placed_at.month"})]).figures,
  ).toEqual([]);
});

test("a figure next to the name of a month is no day of it", () => {
  const {figures} = check("On May {{a}} people left.", [figure("a", "12", {column: "orders.count"})]);
  expect(figures).toMatchObject([{text: "12", status: "unverified"}]);
});

test("a year as a figure is an ordinary number", () => {
  const {figures} = check("In {{a}} orders.", [figure("a", "2026", {column: "orders.count"})]);
  expect(figures).toMatchObject([{text: "2026", status: "unverified"}]);
});

test("two figures with one id are both unverified, and a result of another run proves nothing", () => {
  const twice = [
    figure("a", "1,200", {column: "orders.count"}),
    figure("a", "1,260", {column: "orders.count"}),
  ];
  expect(check("{{a}}", twice).figures).toMatchObject([
    {status: "unverified", reason: "No figure of that id is declared."},
  ]);
  const {figures} = checkFigures(
    {title: "R", sections: [{text: "{{a}}"}], figures: [figure("a", "1,200", {column: "orders.count"})]},
    [{...EVIDENCE, queryRunId: "run_other"}],
    {base: BASE},
  );
  expect(figures).toMatchObject([
    {status: "unverified", reason: "No query of this run has that queryRunId."},
  ]);
});
