import type {CheckedFigure} from "../../deliveries/checked-figure.ts";
import type {AgentAnswer, Figure} from "./answer.ts";
import {bindFigures} from "./bind-figures.ts";
import {yearsOf} from "./dates.ts";
import type {Evidence} from "./evidence.ts";
import {FlatText} from "./flat-text.ts";
import {judgeFigure} from "./judge-figure.ts";
import {namesOf} from "./names.ts";
import {type PlacedText, placeFigures} from "./place-figures.ts";
import {decimalMarkOf} from "./read-number.ts";
import {type Block, printMarkdown, readTree} from "./report-tree.ts";
import {type Known, scanNumbers} from "./scan-numbers.ts";

/** The parts of an answer that are checked. */
export interface UncheckedReport extends Pick<AgentAnswer, "sections" | "figures"> {
  /** Absent in the answer to a question. */
  readonly title?: string;
  readonly charts?: readonly {readonly name: string}[];
  /** Texts that are not part of the report's sections. */
  readonly lines?: readonly string[];
}

export interface CheckedReport {
  /** The title as plain text, with unverified figures marked; empty if there is no title. */
  title: string;
  /** The whole report, with the title as its first heading. */
  markdown: string;
  /** The names of the answer's charts as plain text, with unverified figures marked. */
  chartNames: string[];
  /** The texts of `lines` as plain text, with unverified figures marked. */
  lines: string[];
  figures: CheckedFigure[];
}

/** The mark after a figure that was not found in the result of a query. */
const MARK = " (unverified)";
const LEGEND = "Figures marked as unverified were not found in the results of the queries.";

/**
 * The report of an answer, with every number in it checked against the results of the queries that the agent ran.
 *
 * A number is verified if it is a declared figure whose value, rounded to the digits that are written, is exactly what
 * the report says. The value is that of the figure's cell, or the difference, change, ratio or share of its two cells.
 * Sign, scale (k, M, bn, million) and unit (%, points, currency) must match too, including those that stand right
 * beside the number in the text. A figure stands where the text has `{{id}}`. A figure without such a place stands
 * wherever its value is written, if that is in as many places as there are such figures. "1,234" and "1.234" are read
 * with the decimal mark of the report's other numbers, and are not read at all if these disagree.
 *
 * Every other number is unverified and followed by "(unverified)", whether in a heading, a table, code, a link or the
 * name of a chart, in digits of any script, in fractions, or in words of English (and of five other languages, where
 * common). These do not count as numbers: list markers; dates, periods and times of day that are written as such ("6 July
 * 2026", "Q3", "08:00", "the last 7 days"), if their year is in the evidence or is that of the run; a year after a word
 * such as "in" or "since"; ranks ("3rd", "top 5"); names in the evidence ("Route 66"), for digits that could not be an
 * amount; names of a few letters and two digits ("B2B"); labels ("step 1"); ids of this service; small number words
 * that refer to something named before ("the two regions"). The words around a figure are not checked, except that a
 * fall must not be called a rise, nor a rise a fall.
 *
 * The Markdown has no image, no raw HTML and no link that leaves `base`. `now` is the start of the run.
 */
export function checkFigures(
  answer: UncheckedReport,
  evidence: readonly Evidence[],
  {base, now}: {base: string; now?: Date},
): CheckedReport {
  const {title, blocks} = treeOf(answer, base);
  const names = (answer.charts ?? []).map(({name}) => headingOf(2, name));
  const lines = (answer.lines ?? []).map(line => headingOf(2, line));
  const declared = declaredIn(answer.figures);
  const texts = FlatText.ofTree([...title, ...blocks, ...names, ...lines]).map(flat =>
    placeFigures(flat, declared, base),
  );
  const known = knownFrom(evidence, texts, now);
  const scanned = texts.map(one => ({...one, tokens: scanNumbers(one.text, known, one.placed)}));
  const bound = bindFigures(scanned, declared);
  const judging = {
    mark: decimalMarkOf(scanned.flatMap(({tokens}) => tokens.flatMap(({body}) => body ?? []))),
    results: new Map(evidence.map(result => [result.queryRunId, result])),
  };
  const figures = scanned.flatMap(({flat, text, tokens, placed}) => {
    const judged = tokens.map(token => judgeFigure(judging, text, token, bound.get(token)));
    flat.edit(
      tokens.flatMap(({end}, i) =>
        judged[i]?.status === "unverified" ? [{start: end, end, text: MARK}] : [],
      ),
    );
    return [...judged, ...placed.filter(({figure}) => !figure).map(missing)];
  });
  const legend: Block[] = figures.some(({status}) => status === "unverified")
    ? [{type: "paragraph", children: [{type: "emphasis", children: [{type: "text", value: LEGEND}]}]}]
    : [];
  const beside = texts.slice(texts.length - names.length - lines.length).map(({flat}) => flat.text);
  return {
    title: title.length > 0 ? (texts[0]?.flat.text ?? "") : "",
    markdown: printMarkdown([...title, ...blocks, ...legend]),
    chartNames: beside.slice(0, names.length),
    lines: beside.slice(names.length),
    figures,
  };
}

/**
 * A text as a plain line, with the values of its figures and without addresses outside of the service. Nothing is
 * checked.
 */
export function plainLine(text: string, figures: readonly Figure[], base: string): string {
  const declared = declaredIn(figures);
  return FlatText.ofTree([headingOf(2, text)])
    .map(flat => placeFigures(flat, declared, base).text)
    .join("");
}

function treeOf(answer: UncheckedReport, base: string): {title: Block[]; blocks: Block[]} {
  const blocks = answer.sections.flatMap(({heading, text}) => [
    ...(heading === undefined || heading.trim() === "" ? [] : [headingOf(2, heading)]),
    ...readTree(text, base, 3),
  ]);
  return {title: answer.title === undefined ? [] : [headingOf(1, answer.title)], blocks};
}

function headingOf(depth: 1 | 2, value: string): Block {
  return {type: "heading", depth, children: [{type: "text", value}]};
}

/** The figures by id. An id that two figures share is ambiguous and left out. */
function declaredIn(figures: readonly Figure[]): Map<string, Figure> {
  const byId = Map.groupBy(figures, ({id}) => id);
  return new Map(
    [...byId].flatMap(([id, [figure, ...others]]) => (figure && others.length === 0 ? [[id, figure]] : [])),
  );
}

function knownFrom(
  evidence: readonly Evidence[],
  texts: readonly PlacedText[],
  now: Date | undefined,
): Known {
  const years = yearsOf(evidence);
  if (now) years.add(String(now.getUTCFullYear()));
  const all = texts.map(({text}) => text).join("\n");
  return {names: new Set([...namesOf(evidence)].filter(name => all.includes(name))), years};
}

function missing({id}: {id: string}): CheckedFigure {
  return {text: `{{${id}}}`, value: null, status: "unverified", reason: "No figure of that id is declared."};
}
