import {describe, expect, test} from "bun:test";
import {checkFigures} from "../../../shared/automation/agents/report/check-figures.ts";
import {BASE, check, figure} from "./support.ts";

const COUNT = figure("a", "1,200", {column: "orders.count"});
/** The increase of orders by 5% from May to June. */
const ROSE = figure("a", "5%", {
  row: 2,
  column: "orders.count",
  of: {as: "change", queryRunId: "run_months", row: 1, column: "orders.count"},
});

const statuses = (text: string, figures = [COUNT]) => check(text, figures).figures.map(({status}) => status);

describe("a number is no date, label or name just because of the word before it", () => {
  test.each([
    "Last week 23 flights were late.",
    "Each week 40 flights are cancelled.",
    "Per page 40 visitors came.",
    "Please note 12 orders were lost.",
    "That resulted in 2026 orders.",
    "It made AUD12.",
    "It made SEK95 a day.",
    "Zero flights were late.",
    "Only one flight was late.",
    "Half were late.",
    "It was cut in half.",
    "Sales quintupled.",
    "Der Umsatz hat sich halbiert.",
    "Die Hälfte war verspätet.",
    "La moitié est en retard.",
    "There was a 45-minute average delay.",
    "A 12-day delay was seen.",
  ])("%s", text => {
    expect(statuses(text, [])).toEqual(["unverified"]);
  });

  test.each([
    "In week 27 sales rose.",
    "Step 2 is done.",
    "The 30-day average fell in the second half.",
    "A 24-hour view.",
    "In 2026 orders grew.",
    "It is one of them.",
  ])("but %s", text => {
    expect(statuses(text, [])).toEqual([]);
  });

  test("nor because the data contain a name that reads as an amount", () => {
    const evidence = {
      queryRunId: "run_names",
      columns: [{name: "name", type: "string"}],
      rows: [["Revenue fell 40 percent at once"], ["Route 66"]],
    };
    const sections = [{text: "Revenue fell 40 percent at once on Route 66."}];
    const report = checkFigures({title: "Report", sections, figures: []}, [evidence], {base: BASE});
    expect(report.figures.map(({text}) => text)).toEqual(["40 percent"]);
  });
});

describe("a separate scale or unit belongs to its number", () => {
  test.each([
    "{{a}} MM",
    "{{a}}MM",
    "{{a}} cr",
    "{{a}} lac",
    "{{a}} Mia.",
    "{{a}} bln",
    "{{a}} T€",
    "{{a}} TEUR",
    "{{a}} kEUR",
    "{{a}} EURm",
    "{{a}} €m",
    "{{a}} $bn",
    "k€ {{a}}",
    "mln EUR {{a}}",
    "USDm {{a}}",
    "$M {{a}}",
    "Revenue (€m): {{a}}",
    "{{a}} procent",
    "%{{a}}",
    "{{a}}‱",
    "{{a}} promille",
  ])("%s", text => {
    expect(statuses(text)).toEqual(["unverified"]);
  });

  test.each(["${{a}} m", "${{a}} b", "€{{a}} t", "${{a}} grand"])("money: %s", text => {
    expect(statuses(text)).toEqual(["unverified"]);
  });

  test.each(["{{a}} EUR", "US${{a}}", "{{a}} €", "{{a}} m", "{{a}} Mb", "(in EUR): {{a}}"])(
    "but %s",
    text => {
      expect(statuses(text)).toEqual(["verified"]);
    },
  );

  test("a minus behind the only number of a cell is its sign", () => {
    expect(statuses("|a|\n|-|\n|{{a}}-|")).toEqual(["unverified"]);
    const below = figure("a", "4,321.50", {row: 3});
    expect(statuses("|a|\n|-|\n|{{a}}-|", [below])).toEqual(["verified"]);
  });
});

describe("a value with a scale may be off by 5% at most", () => {
  test.each([
    ["1k", 1, false],
    ["1.2k", 1, true],
    ["1.3k", 2, true],
  ] as const)("%s for row %i: %s", (value, row, isVerified) => {
    const given = figure("a", value, {column: "orders.count", row});
    expect(statuses("{{a}}", [given])).toEqual([isVerified ? "verified" : "unverified"]);
  });

  test("and the reason says how to correct it", () => {
    const report = check("{{a}}", [figure("a", "1 million")]);
    expect(report.figures[0]?.reason).toContain("5%");
  });
});

test("a column with the format of percents contains fractions, whatever its name", () => {
  const evidence = (format?: string) => ({
    queryRunId: "run_late",
    columns: [{name: "flights.late_pct", type: "number", ...(format ? {format} : {})}],
    rows: [[0.214]],
  });
  const judged = (value: string, format?: string) => {
    const figures = [{id: "a", value, queryRunId: "run_late", row: 1, column: "flights.late_pct"}];
    const sections = [{text: "{{a}}"}];
    return checkFigures({title: "Report", sections, figures}, [evidence(format)], {base: BASE}).figures[0]
      ?.status;
  };
  expect(judged("21.4%", "percent")).toBe("verified");
  expect(judged("0.21%", "percent")).toBe("unverified");
  expect(judged("21.4%")).toBe("unverified");
  expect(judged("0.21%")).toBe("verified");
});

describe("a rise is not called a fall", () => {
  test.each([
    "They crashed by {{a}}.",
    "They were {{a}} weaker.",
    "They eased {{a}}.",
    "They plummeted {{a}}.",
    "Die Bestellungen sanken um {{a}}.",
    "Ein Rückgang um {{a}}.",
    "Une baisse de {{a}}.",
    "Bajaron un {{a}}.",
    "Un calo del {{a}}.",
    "Uma queda de {{a}}.",
    "Ze zijn {{a}} gedaald.",
  ])("%s", text => {
    expect(statuses(text, [ROSE])).toEqual(["unverified"]);
  });

  test.each(["Sie stiegen um {{a}}.", "Une hausse de {{a}}.", "They soared {{a}}.", "Un aumento del {{a}}."])(
    "but %s",
    text => {
      expect(statuses(text, [ROSE])).toEqual(["verified"]);
    },
  );

  test("and a fall may lack its sign in these languages, too", () => {
    const of = {as: "change", queryRunId: "run_months", row: 2, column: "orders.count"} as const;
    const fell = figure("a", "4.8%", {row: 1, column: "orders.count", of});
    expect(statuses("Die Zahl sank um {{a}}.", [fell])).toEqual(["verified"]);
    expect(statuses("Die Zahl stieg um {{a}}.", [fell])).toEqual(["unverified"]);
  });
});

describe("a scale that follows a figure belongs to it", () => {
  const COUNTS = {
    queryRunId: "run_counts",
    columns: [{name: "count", type: "number"}],
    rows: [[5], [500], [5000]],
  };
  const statusOf = (text: string, value: string, row: number) => {
    const answer = {
      sections: [{text}],
      figures: [{id: "a", value, queryRunId: "run_counts", row, column: "count"}],
    };
    return checkFigures(answer, [COUNTS], {base: BASE}).figures.map(figure => figure.status);
  };

  test.each([
    ["也就是 {{a}}。", "5千万", 3],
    ["也就是 {{a}}。", "5百万", 2],
    ["{{a}}万です", "5千", 3],
    ["{{a}}원", "5백만", 1],
    ["{{a}}원", "5천만", 3],
    ["{{a}} milhões", "5 mil", 3],
    ["São {{a}}", "5 mil milhões", 3],
    ["Son {{a}}", "5 mil millones", 3],
    ["{{a}} bilhões", "5", 1],
    ["{{a}} bin", "5", 1],
    ["{{a}} miliar", "5", 1],
    ["{{a}} triliun", "5", 1],
    ["{{a}} miljoonaa", "5", 1],
    ["{{a}} quadrillion", "5", 1],
    ["{{a}} ล้านบาท", "5", 1],
    ["{{a}}\u2009bn", "5", 1],
    ["{{a}}\u00a0m", "$5", 1],
    ["{{a}}\u2009€m", "5", 1],
  ])("%j with %s, although a cell has the digits", (text, value, row) => {
    expect(statusOf(text, value, row)).toEqual(["unverified"]);
  });

  test.each([
    ["5千", 3],
    ["5 mil", 3],
    ["5 bin", 3],
    ["5 tuhatta", 3],
    ["5천", 3],
    ["5백", 2],
    ["0.5万", 3],
  ])("%s is read with it", (value, row) => {
    expect(statusOf("{{a}}", value, row)).toEqual(["verified"]);
  });
});

describe("a word for minus belongs to the figure", () => {
  test.each(["minus\u00a0{{a}}", "минус {{a}}", "Минус {{a}}", "eksi {{a}}", "为负{{a}}", "マイナス{{a}}"])(
    "%j",
    text => {
      expect(statuses(text)).toEqual(["unverified"]);
      expect(statuses(text, [figure("a", "4,321.5", {row: 3})])).toEqual(["verified"]);
    },
  );
});

describe("per mille and basis points of a column with percents", () => {
  const MARGIN = {column: "orders.margin_pct"};
  const ROSE_BY = {
    ...MARGIN,
    row: 2,
    of: {as: "difference", queryRunId: "run_months", row: 1, ...MARGIN},
  } as const;
  test.each([
    [figure("a", "2,345 bps", MARGIN), "verified"],
    [figure("a", "234,500 bps", MARGIN), "unverified"],
    [figure("a", "235‰", MARGIN), "verified"],
    [figure("a", "23,450‰", MARGIN), "unverified"],
    [figure("a", "160 bps", ROSE_BY), "verified"],
    [figure("a", "16,000 bps", ROSE_BY), "unverified"],
  ] as const)("%j is %s", (one, status) => {
    expect(statuses("{{a}}", [one])).toEqual([status]);
  });
});
