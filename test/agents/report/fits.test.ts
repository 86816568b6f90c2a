import {describe, expect, test} from "bun:test";
import type {Figure} from "../../../shared/automation/agents/report/answer.ts";
import {checkFigures} from "../../../shared/automation/agents/report/check-figures.ts";
import type {Evidence} from "../../../shared/automation/agents/report/evidence.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";
import {BASE, check, dice, figure} from "./support.ts";

const compare = (as: NonNullable<Figure["of"]>["as"], column = "orders.total") => ({
  row: 2,
  column,
  of: {as, queryRunId: "run_months", row: 1, column},
});

function statusOf(text: string, one: Figure): string {
  const [checked, ...others] = check(text, [one]).figures;
  if (!checked || others.length > 0) throw new Error(`not one figure in "${text}"`);
  return checked.status;
}

describe("a figure is verified if it is its cell, rounded to the written digits", () => {
  test.each([
    ["1,234,567.89", true],
    ["1 234 567.89", true],
    ["1'234'567.9", true],
    ["12,34,568", true],
    ["1,234,568", true],
    ["1,234,567", false],
    ["1,235,000", false],
    ["1234568", true],
    ["€1,234,568", true],
    ["1,234,567.89 EUR", true],
    ["US$1.23M", true],
    ["€1.2M", true],
    ["€1.3M", false],
    ["1.2 million", true],
    ["1.23 mio", true],
    ["1.2 Millionen", true],
    ["1,235k", true],
    ["1,234k", false],
    ["1.2bn", false],
    ["0.00123bn", true],
    ["0.001bn", false],
    ["0bn", false],
    ["0.0012 billion", true],
    ["12.3 lakh", true],
    ["123.5万", true],
    ["1,23 млн", true],
    ["1.23 مليون", true],
    ["1.23 miljoner", true],
    ["1,235 тысяч", true],
    ["1,235 tisíc", true],
    ["1,235 ezer", true],
    ["1.23 millió", true],
    ["1.23 εκατομμύρια", true],
    ["1,234,568 ezer", false],
    ["1,234,568 mii", false],
    ["1,234,568 χιλιάδες", false],
    ["1,234,568 אלף", false],
    ["1,234,568 هزار", false],
    ["-1,234,568", false],
    ["+1,234,568", true],
    ["1,234,568%", false],
    ["1.2e6", false],
    ["1,2345,67", false],
    ["01,234,568", false],
    ["1,234,568+", false],
    ["±1,234,568", false],
    ["1.2M5", false],
    ["2", false],
  ])("1234567.89 as %s: %s", (value, isVerified) => {
    expect(statusOf("It is {{a}}.", figure("a", value))).toBe(isVerified ? "verified" : "unverified");
  });

  test.each([
    ["12.34%", "orders.return_rate", true],
    ["12.3 %", "orders.return_rate", true],
    ["12 percent", "orders.return_rate", true],
    ["13%", "orders.return_rate", false],
    ["0.12", "orders.return_rate", true],
    ["0.12%", "orders.return_rate", false],
    ["123‰", "orders.return_rate", true],
    ["1,234 bps", "orders.return_rate", true],
    // The column's name says that it has percents.
    ["23.5%", "orders.margin_pct", true],
    ["23.4%", "orders.margin_pct", true],
    ["2345%", "orders.margin_pct", false],
    // A count is no percentage, whatever follows it.
    ["1200%", "orders.count", false],
    ["1,200x", "orders.count", true],
    ["1,200 orders", "orders.count", true],
    ["1.2k", "orders.count", true],
    ["1,200 kg", "orders.count", true],
    ["1,200 thousand", "orders.count", false],
    ["two thousand", "orders.count", false],
  ])("%s of %s: %s", (value, column, isVerified) => {
    expect(statusOf("It is {{a}}.", figure("a", value, {column}))).toBe(
      isVerified ? "verified" : "unverified",
    );
  });

  test.each([
    ["-4,321.5", true],
    ["−4.3k", true],
    ["–4,322", true],
    ["-€4.3k", true],
    ["€-4.3k", true],
    ["minus 4,322", true],
    ["Minus 4,322", true],
    ["Negative 4,322", true],
    ["meno 4,322", true],
    ["4,322", false],
    ["+4,322", false],
  ])("-4321.5 as %s: %s", (value, isVerified) => {
    expect(statusOf("It is {{a}}.", figure("a", value, {row: 3}))).toBe(
      isVerified ? "verified" : "unverified",
    );
  });

  test.each(["Minus {{a}}.", "NEGATIVE {{a}}", "Moins {{a}}", "Menos {{a}}", "Meno {{a}}"])(
    "a word for minus makes the number negative, in any case: %s",
    text => {
      expect(statusOf(text, figure("a", "1,200", {column: "orders.count"}))).toBe("unverified");
      expect(statusOf(text, figure("a", "4,321.5", {row: 3}))).toBe("verified");
    },
  );

  test.each([
    "Net: − {{a}}.",
    "Net: −\u00a0{{a}}.",
    "Net: − €{{a}}.",
    "⁻{{a}}",
    "|Net|\n|-|\n|- {{a}}|",
    "|Net|\n|-|\n|– €{{a}}|",
    "|Net|\n|-|\n|$({{a}})|",
    "|Net|\n|-|\n|({{a}}) €|",
  ])("a minus with a space behind it, and an accountant's brackets, make a figure negative: %j", text => {
    expect(statusOf(text, figure("a", "1,200", {column: "orders.count"}))).toBe("unverified");
    expect(statusOf(text, figure("a", "4,321.5", {row: 3}))).toBe("verified");
  });

  test.each(["Orders - {{a}} of them.", "Orders – {{a}} of them.", "It is high ($ {{a}}).", "- {{a}}"])(
    "a dash that is no minus leaves a figure positive: %s",
    text => {
      expect(statusOf(text, figure("a", "1,200", {column: "orders.count"}))).toBe("verified");
    },
  );

  test("an accountant's brackets may hold the full stop of an abbreviated scale", () => {
    const cell = "|Net|\n|-|\n|({{a}} Mio. €)|";
    expect(statusOf(cell, figure("a", "1,23"))).toBe("unverified");
    expect(statusOf(cell, figure("a", "-1,23"))).toBe("unverified");
  });

  test("a minus between two figures subtracts", () => {
    const two = [
      figure("a", "1,260", {column: "orders.count", row: 2}),
      figure("b", "1,200", {column: "orders.count"}),
    ];
    expect(check("{{a}} − {{b}} orders", two).figures.map(({status}) => status)).toEqual([
      "verified",
      "verified",
    ]);
  });

  test("brackets make a number negative only if nothing is next to them", () => {
    const cell = "|Month|Total|\n|-|-|\n|July|({{a}})|";
    expect(statusOf(cell, figure("a", "4,321.5", {row: 3}))).toBe("verified");
    expect(statusOf(cell, figure("a", "1,234,568"))).toBe("unverified");
    expect(statusOf("It is high ({{a}}).", figure("a", "1,234,568"))).toBe("verified");
    expect(statusOf("It is high ({{a}}).", figure("a", "4,321.5", {row: 3}))).toBe("unverified");
  });

  test("zero, null, text and numbers as text are compared as what they are", () => {
    expect(statusOf("{{a}}", figure("a", "0", {row: 3, column: "orders.count"}))).toBe("verified");
    expect(statusOf("{{a}}", figure("a", "0", {row: 3, column: "orders.return_rate"}))).toBe("unverified");
    expect(statusOf("{{a}}", figure("a", "12.5%", {row: 3, column: "orders.margin_pct"}))).toBe("verified");
    expect(statusOf("{{a}}", figure("a", "66", {column: "products.name"}))).toBe("unverified");
  });
});

describe("a figure of two cells", () => {
  test.each([
    ["difference", "orders.count", "It is {{a}}.", "60", true],
    ["difference", "orders.count", "It is {{a}}.", "+60", true],
    ["difference", "orders.count", "It is {{a}}.", "-60", false],
    ["difference", "orders.count", "It is {{a}}.", "60%", false],
    ["difference", "orders.return_rate", "Up {{a}}.", "3 pp", true],
    ["difference", "orders.return_rate", "Up {{a}}.", "3.0 percentage points", true],
    ["difference", "orders.return_rate", "Up {{a}}.", "300 bps", true],
    ["difference", "orders.return_rate", "Up {{a}}.", "3%", false],
    ["difference", "orders.return_rate", "Plus {{a}}.", "3 %-Punkte", true],
    ["difference", "orders.return_rate", "Plus {{a}}.", "300 Basispunkte", true],
    ["difference", "orders.return_rate", "De {{a}}.", "3 points de pourcentage", true],
    ["difference", "orders.return_rate", "De {{a}}.", "3 puntos porcentuales", true],
    ["difference", "orders.return_rate", "Di {{a}}.", "3 punti percentuali", true],
    ["difference", "orders.return_rate", "De {{a}}.", "3 pontos percentuais", true],
    ["difference", "orders.return_rate", "Met {{a}}.", "3 procentpunten", true],
    ["difference", "orders.count", "De {{a}}.", "60 points de pourcentage", false],
    ["difference", "orders.margin_pct", "Up {{a}}.", "1.6 points", true],
    ["difference", "orders.margin_pct", "Up {{a}}.", "1.6 pp", true],
    ["change", "orders.count", "It grew by {{a}}.", "5%", true],
    ["change", "orders.count", "It grew by {{a}}.", "5.0 %", true],
    ["change", "orders.count", "It grew by {{a}}.", "5 pp", false],
    ["change", "orders.count", "It grew by {{a}}.", "4.8%", false],
    ["change", "orders.count", "It grew by {{a}}.", "€0.05", false],
    ["change", "orders.total", "It changed by {{a}}.", "-19%", true],
    ["change", "orders.total", "It changed by {{a}}.", "−19.0%", true],
    ["ratio", "orders.count", "It is {{a}} as many.", "1.05x", true],
    ["ratio", "orders.count", "It is {{a}} as many.", "1.05 times", true],
    ["ratio", "orders.count", "It is {{a}} of May.", "105%", true],
    ["ratio", "orders.count", "It is {{a}} as many.", "1.2×", false],
    ["share", "orders.total", "It is {{a}} of it.", "81%", true],
    ["share", "orders.total", "It is {{a}} of it.", "82%", false],
    // A share cannot exceed its whole.
    ["share", "orders.count", "It is {{a}} of it.", "105%", false],
  ] as const)("%s of %s: %s %s: %s", (as, column, text, value, isVerified) => {
    expect(statusOf(text, figure("a", value, compare(as, column)))).toBe(
      isVerified ? "verified" : "unverified",
    );
  });

  test("may lack the sign of a fall if the words call it a fall", () => {
    const fall = figure("a", "19%", compare("change"));
    expect(statusOf("Revenue fell by {{a}} in June.", fall)).toBe("verified");
    expect(statusOf("Revenue was {{a}} lower in June.", fall)).toBe("verified");
    expect(statusOf("Revenue changed by {{a}} in June.", fall)).toBe("unverified");
  });

  test("is not verified if the words call a fall a rise, or a rise a fall", () => {
    const [fall, rise] = [
      figure("a", "19%", compare("change")),
      figure("a", "5%", compare("change", "orders.count")),
    ];
    expect(statusOf("Revenue rose by {{a}}.", fall)).toBe("unverified");
    expect(statusOf("After a long decline revenue rose by {{a}}.", fall)).toBe("unverified");
    expect(statusOf("Costs fell. Revenue changed by {{a}}.", fall)).toBe("unverified");
    expect(statusOf("Orders fell by {{a}}.", rise)).toBe("unverified");
    expect(statusOf("Orders are down {{a}}.", rise)).toBe("unverified");
    expect(statusOf("Orders fell to {{a}}.", figure("a", "1,200", {column: "orders.count"}))).toBe(
      "verified",
    );
  });

  test("is not verified if a cell is compared with itself, which would verify 100% of anything", () => {
    for (const [as, value] of [
      ["ratio", "1"],
      ["share", "100%"],
      ["change", "0%"],
      ["difference", "0"],
    ] as const) {
      const of = {as, queryRunId: "run_months", row: 1, column: "orders.total"};
      expect(statusOf("{{a}}", figure("a", value, {of}))).toBe("unverified");
    }
  });

  test("is not verified if it divides by zero", () => {
    const of = {as: "change", queryRunId: "run_months", row: 3, column: "orders.count"} as const;
    expect(statusOf("{{a}}", figure("a", "5%", {column: "orders.count", of}))).toBe("unverified");
  });
});

function checkOne(text: string, value: string, evidence: Evidence): string | undefined {
  const figures = [{id: "a", value, queryRunId: "r", row: 1, column: "n"}];
  return checkFigures({title: "Report", sections: [{text}], figures}, [evidence], {base: BASE}).figures[0]
    ?.status;
}

/** Rounds the text of digits half up: `1999`, dropping 2, is `20`. */
function roundedText(digits: string, dropped: number): string {
  const kept = [...`0${digits.slice(0, digits.length - dropped)}`].map(Number);
  if (dropped > 0 && Number(digits.at(-dropped)) >= 5) {
    let at = kept.length - 1;
    while (kept[at] === 9) kept[at--] = 0;
    kept[at] = (kept[at] ?? 0) + 1;
  }
  return kept.join("").replace(/^0+(?=\d)/, "");
}

test(
  "any number is verified if rounded, and not if its last digit is one more",
  () => {
    const throwDice = dice(16);
    for (let i = 0; i < inLongRun(1500, 1_000_000); i++) {
      const length = 4 + throwDice(14);
      const digits = `${1 + throwDice(9)}${Array.from({length: length - 1}, () => throwDice(10)).join("")}`;
      const scale = throwDice(4);
      const dropped = throwDice(scale + 1);
      const decimals = scale - dropped;
      const exact = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
      const rounded = roundedText(digits, dropped);
      const next = String(BigInt(rounded) + 1n);
      const write = (text: string) => {
        const whole = decimals === 0 ? text : text.slice(0, -decimals);
        const grouped = whole.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ",");
        return decimals === 0 ? grouped : `${grouped}.${text.slice(-decimals)}`;
      };
      const evidence = {queryRunId: "r", columns: [{name: "n", type: "number"}], rows: [[exact]]};
      // A number with a point or two separators, so that the separators are unambiguous.
      const text = `{{a}} 0.5`;
      const status = (value: string) => checkOne(text, value, evidence);
      expect({exact, value: write(rounded), status: status(write(rounded))}).toEqual({
        exact,
        value: write(rounded),
        status: "verified",
      });
      // Exactly half may be rounded up or down.
      const isTie = dropped > 0 && /^50*$/.test(digits.slice(-dropped));
      if (!isTie)
        expect({exact, value: write(next), status: status(write(next))}).toMatchObject({
          status: "unverified",
        });
    }
  },
  longTimeoutMs(),
);
