import type {Resource, Section} from "../../shared/core/wire/mail-report.ts";
import {escapeText, escapeUrl} from "../markup.ts";
import {htmlOfMarkdown} from "./markdown-html.ts";
import {stripControlCharacters} from "./strip-control-characters.ts";
import {notesOfTable} from "./table-note.ts";
import {textMarkup} from "./text-markup.ts";

/** The most big numbers in one row of a wide screen. */
const MAX_CONCURRENT = 3;
const HEAD = {2: "20px", 3: "16px"} as const;
type Level = keyof typeof HEAD;

export function block(content: string): string {
  return `<mj-section><mj-column>${content}</mj-column></mj-section>`;
}

export function soft(text: string): string {
  return `<mj-text font-size="13px" color="#57606a" css-class="soft" padding="0">${textMarkup(text)}</mj-text>`;
}

/** The resource's sections below its name. The name is left out where it is the report's heading already. */
export function resourceOf({title, url, notes, sections}: Resource, isNamed: boolean): string {
  const head = `${isNamed ? heading(2, {title, url}) : ""}${notes.map(soft).join("")}`;
  const level = isNamed ? 3 : 2;
  return [...(head ? [block(head)] : []), ...runsOf(sections).map(run => rowOf(run, url, level))].join("\n");
}

/**
 * Groups big numbers that follow each other into rows, and all other sections into one column: markup for each section
 * would cost a kilobyte.
 */
function runsOf(sections: readonly Section[]): Section[][] {
  const runs: Section[][] = [];
  for (const section of sections) {
    const run = runs.at(-1);
    const isNumber = section.kind === "number";
    const fits = isNumber ? (run?.length ?? 0) < MAX_CONCURRENT : true;
    if (run && fits && (run[0]?.kind === "number") === isNumber) run.push(section);
    else runs.push([section]);
  }
  return runs;
}

function rowOf(run: readonly Section[], resourceUrl: string | undefined, level: Level): string {
  if (run[0]?.kind !== "number") return block(run.map(one => sectionOf(one, resourceUrl, level)).join("\n"));
  // Columns of equal widths in every row, so that the numbers of two rows are below each other.
  const width = run.length > 1 ? ` width="${100 / MAX_CONCURRENT}%"` : "";
  const columns = run.map(
    number => `<mj-column${width}>${sectionOf(number, resourceUrl, level)}</mj-column>`,
  );
  return `<mj-section text-align="left">${columns.join("")}</mj-section>`;
}

function sectionOf(section: Section, resourceUrl: string | undefined, level: Level): string {
  const head = section.title === undefined ? "" : heading(level, {title: section.title, url: section.url});
  return `${head}${bodyOf(section, resourceUrl)}`;
}

/** A text that people have written, as a link where it has an address. */
export function linked(text: string, url: string | undefined): string {
  return url === undefined ? textMarkup(text) : `<a href="${escapeUrl(url)}">${textMarkup(text)}</a>`;
}

function heading(level: Level, {title, url}: {title: string; url?: string | undefined}): string {
  const padding = level === 2 ? "26px 0 2px" : "14px 0 4px";
  return `<mj-text font-size="${HEAD[level]}" font-weight="600" line-height="1.3" padding="${padding}"><h${level}>${linked(title, url)}</h${level}></mj-text>`;
}

function bodyOf(section: Section, resourceUrl: string | undefined): string {
  const note = section.note === undefined ? "" : soft(section.note);
  switch (section.kind) {
    case "picture":
      return `<mj-image css-class="paper" src="cid:${escapeText(section.cid)}" alt="${escapeText(stripControlCharacters(section.alt))}" />${note}`;
    case "number":
      return `<mj-text font-size="${sizeOf(section.value)}px" font-weight="600" line-height="1.3" padding="0">${textMarkup(section.value)}</mj-text>
        ${section.change === undefined ? "" : soft(section.change)}${note}`;
    case "table":
      return `${tableOf(section)}${notesOfTable(section, resourceUrl).map(soft).join("")}`;
    case "text":
      return `<mj-text padding="0" css-class="prose">${htmlOfMarkdown(section.markdown, section.base)}</mj-text>${note}`;
    case "failure":
      return `<mj-text color="#b42318" css-class="fault" padding="0">${textMarkup(section.reason)}</mj-text>${note}`;
  }
}

/** The font size of a big number, which must fit into one line in a third of the width. */
function sizeOf({length}: string): number {
  return length <= 10 ? 32 : length <= 14 ? 24 : length <= 20 ? 18 : 15;
}

/** A table in a box of its own, so that a table wider than a telephone scrolls without the rest of the mail. */
function tableOf({columns, rows, subtotals = []}: Extract<Section, {kind: "table"}>): string {
  const bold = new Set(subtotals);
  const cell = (tag: "th" | "td", text: string, i: number) =>
    `<${tag}${columns[i]?.isNumber ? ' class="n"' : ""}>${textMarkup(text)}</${tag}>`;
  const row = (tag: "th" | "td", cells: readonly string[], isBold = false) =>
    `<tr${isBold ? ' class="sum"' : ""}>${cells.map((text, i) => cell(tag, text, i)).join("")}</tr>`;
  const head = row(
    "th",
    columns.map(({label}) => label),
  );
  const body = rows.map((cells, i) => row("td", cells, bold.has(i))).join("");
  return `<mj-text padding="0 0 6px"><div class="wide"><table class="rows">${head}${body}</table></div></mj-text>`;
}
