import {describe, expect, test} from "bun:test";
import {formulaFault, wordsOf} from "../../shared/content/sheets/formula.ts";
import {workbookFile} from "../../worker/formats/workbook-file.ts";
import {unzipped} from "../support/archives.ts";
import {processorMs} from "../support/processor-time.ts";

describe("a formula that reaches out, or may", () => {
  test.each([
    '=WEBSERVICE("https://example.com")',
    '=_xlfn.WEBSERVICE("x")',
    '=webservice ("x")',
    "=MAP(B1,_xleta.WEBSERVICE)",
    "=MAP(B1,WEBSERVICE)",
    '=LET(w,WEBSERVICE,w("x"))',
    '=LET(w,WEBSERVICE,1)+w("x")',
    '=LET(WEBSERVICE,WEBSERVICE,WEBSERVICE("x"))',
    "=LET(WEBSERVICE,1,0)+MAP(B1,WEBSERVICE)",
    "=LAMBDA(WEBSERVICE,1)(2)+MAP(B1,WEBSERVICE)",
    '=(WEBSERVICE)("x")',
    '=IF(1,WEBSERVICE,2)("x")',
    '=SQL.REQUEST("DSN=x","select 1")',
    '=HYPERLINK("file://server/share","x")',
    "=HYPERLINK(A1)",
    '=CALL("kernel32","Beep","JJJ",1,1)',
    '=REGISTER.ID("a","b")',
    '=RTD("a",,"b")',
    '=STOCKHISTORY("MSFT",1)',
    '=IMAGE("https://example.com/x.png")',
    '=IMPORTDATA("x")',
    '=CUBEVALUE("x")',
    '=PY("import os")',
    '=CELL("filename")',
    '=INFO("directory")',
    "=ＷＥＢＳＥＲＶＩＣＥ(1)",
    '=1WEBSERVICE("x")',
    `='a"b'!B1&WEBSERVICE("x")&'a"b'!B1`,
    "=cmd|'/c calc'!A1",
    "=SUM('cmd|x'!A1)",
    "='[book.xlsx]Sheet1'!A1",
    "=[1]Sheet1!A1",
    "='https://example.com/[book.xlsx]Sheet1'!A1",
    "=SUM(Totals)",
    "=EVALUATE(A1)",
    "=DDE(1,2,3)",
  ])("%s is found", formula => {
    expect(formulaFault(formula)).toEqual(expect.any(String));
  });

  test.each([
    "=SUM(A1:B2,$C$3,D:E,1:3,'My tab'!A1,Two!B2,LOG10(5))",
    '="WEBSERVICE(1) | [x]!"&UPPER("=cmd|x")',
    "=LET(rate,0.2,net,A1*(1-rate),ROUND(net,2))",
    "=LET(f,LAMBDA(x,y,x*y),f(2,3))",
    "=REDUCE(0,A1:A9,LAMBDA(total,v,total+v))",
    "=_xlfn.XLOOKUP(1,A1:A2,B1:B2)",
    "=SORT(FILTER(A1:A9,A1:A9>2E3))",
    "=IF(TRUE,#N/A,SUM({1,2;3,4}))",
    "=A1:INDEX(A1:A3,2)",
    "=BETA.DIST(0.5,2,3,TRUE)",
    "=cmd",
    "=A1#",
    "=1+",
  ])("%s is none", formula => {
    expect(formulaFault(formula)).toBeUndefined();
  });

  test("is looked for in no more time than the formula is long", () => {
    for (const text of [
      "LET(",
      "LET(a,1,",
      "((",
      '"',
      "'",
      "[",
      "a ",
      "A1 ",
      "{",
      "LAMBDA(a,b,",
      "_xlfn.",
      "1E",
    ]) {
      const before = processorMs();
      for (let i = 0; i < 20; i++) formulaFault(`=${text.repeat(8000 / text.length)}(`);
      expect(processorMs() - before).toBeLessThan(1000);
    }
  });
});

test("the kind of each name is decided by its place in the formula, not by its letters", () => {
  const kinds = wordsOf("=LET(sum,1,sum+SUM(sum))+sum").map(({text, kind}) => [text, kind]);
  expect(kinds).toEqual([
    ["LET", "function"],
    ["sum", "variable"],
    ["sum", "variable"],
    ["SUM", "function"],
    ["sum", "variable"],
    ["sum", "unknown"],
  ]);
});

describe("in a file", () => {
  async function formulaIn(formula: string): Promise<string | undefined> {
    const cells = [{cell: "A1", value: 1, formula}];
    const names = ["One", "It's", "2024", "A1"];
    const files = unzipped(
      await workbookFile(names.map(name => ({name, cells: name === "One" ? cells : []}))),
    );
    return /<c r="A1".*<\/c>/s.exec(files.get("xl/worksheets/sheet1.xml") ?? "")?.[0];
  }

  test("newer functions and names have the prefixes that the file format wants", async () => {
    expect(await formulaIn('=LET(a,2,f,LAMBDA(x,x*a),f(3))&"LET(a"')).toContain(
      '<f>_xlfn.LET(_xlpm.a,2,_xlpm.f,_xlfn.LAMBDA(_xlpm.x,_xlpm.x*_xlpm.a),_xlpm.f(3))&amp;"LET(a"</f>',
    );
    expect(await formulaIn("=sort(A1:A2)+sum(1)+BETA.DIST(1,2,3,TRUE)")).toContain(
      "<f>_xlfn._xlws.SORT(A1:A2)+sum(1)+_xlfn.BETA.DIST(1,2,3,TRUE)</f>",
    );
  });

  test("what spills from a cell, and names of tabs that look like others, are written as files have them", async () => {
    expect(await formulaIn("=SUM(B1#)+'It''s'!$C$2#&\"D1#\"")).toContain(
      "<f>SUM(_xlfn.ANCHORARRAY(B1))+_xlfn.ANCHORARRAY('It''s'!$C$2)&amp;\"D1#\"</f>",
    );
    expect(await formulaIn("=2024!A1+a1!B1+one!C1+'2024'!A2")).toContain(
      "<f>'2024'!A1+'a1'!B1+one!C1+'2024'!A2</f>",
    );
    expect(await formulaIn(`=LET(${"v".repeat(300)},1,${"v".repeat(300)}+1)`)).toContain("<f>");
  });

  test("a text of more than 255 characters is written in parts", async () => {
    const [x, y] = ["x".repeat(255), "y".repeat(45)];
    expect(await formulaIn(`=A2&"${x}${y}"`)).toContain(`<f>A2&amp;("${x}"&amp;"${y}")</f>`);
    const symbols = "🙂".repeat(200);
    expect(await formulaIn(`=A2&"${symbols}"`)).toContain(
      `("${symbols.slice(0, 254)}"&amp;"${symbols.slice(254)}")`,
    );
    expect(await formulaIn(`=A2&"${x}\ud83d"`)).toContain(`("${x}"&amp;"_xD83D_")`);
    expect(await formulaIn(`=A2&"${x}"`)).toContain(`<f>A2&amp;"${x}"</f>`);
    expect(await formulaIn(`=A2&"${x.slice(1)}""y"`)).toContain(`("${x.slice(1)}"""&amp;"y")`);
  });

  test.each([
    ["a tab that is not there", "=Missing!A1"],
    ["an error of the engine", "=IF(A1,#CIRC!,1)"],
    ["brackets that do not match", "=SUM(1"],
    ["more than 255 arguments", `=SUM(${"1,".repeat(255)}1)`],
    ["functions too deep in one another", `=${"ABS(".repeat(65)}1${")".repeat(65)}`],
    ["a long text in a constant", `=SUM({"${"x".repeat(256)}",1})`],
  ])("a formula with %s is a text, because spreadsheets refuse the file", async (_, formula) => {
    const cell = await formulaIn(formula);
    expect(cell).toContain('t="inlineStr"');
    expect(cell).not.toContain("<f>");
  });

  test("a formula at the limits of spreadsheets stays one", async () => {
    for (const formula of [
      `=SUM(${"1,".repeat(254)}1)`,
      `=SUM({${"1,".repeat(299)}1},"}{")`,
      `=${"ABS(".repeat(64)}1${")".repeat(64)}`,
      "=#REF!+A1/0",
      '=SUM({"x",1})&"Missing!A1 #CIRC!"',
    ])
      expect(await formulaIn(formula)).toContain("<f>");
  });

  test("a formula that reaches out, stored before such formulas were refused, is a text", async () => {
    for (const formula of ['=WEBSERVICE("x")', "=MAP(B1,_xleta.WEBSERVICE)", "=cmd|'/c calc'!A1"]) {
      const cell = await formulaIn(formula);
      expect(cell).toContain('t="inlineStr"');
      expect(cell).not.toContain("<f>");
    }
  });
});
