import type {Report, Resource, Section} from "../../shared/core/wire/mail-report.ts";
import {headlineOf} from "./headline.ts";
import {markdownToText} from "./markdown-text.ts";
import {stripControlCharacters} from "./strip-control-characters.ts";
import {tableLines} from "./table-lines.ts";
import {notesOfTable} from "./table-note.ts";

const RULE = "-".repeat(40);
const MAX_COLUMN_WIDTH = 40;

/** The text version of the mail: the same numbers in the same order. */
export function reportToText(report: Report): string {
  const {title, period, message, filters, asOf, resources, notes, reason, openUrl, unsubscribeUrl} = report;
  const headline = headlineOf(report);
  const parts = [
    [
      ...headed(title, "="),
      ...(headline?.url === undefined ? [] : [headline.url]),
      ...(period === undefined ? [] : [period]),
      asOf,
      ...filters.map(filter => `Filtered: ${filter}`),
    ],
    ...(message === undefined ? [] : [[message]]),
    ...resources.flatMap(one => resourceOf(one, one !== headline)),
    ...(notes.length > 0 ? [notes] : []),
    ...(openUrl === undefined ? [] : [[`Open it in the browser: ${openUrl}`]]),
    [RULE, reason, `Stop it: ${unsubscribeUrl}`],
  ];
  return `${stripControlCharacters(parts.map(lines => lines.join("\n")).join("\n\n"))}\n`;
}

function resourceOf({title, url, notes, sections}: Resource, isNamed: boolean): string[][] {
  const name = isNamed ? [...headed(title, "="), ...(url === undefined ? [] : [url])] : [];
  const head = [...name, ...notes];
  const [first, ...others] = sections.map(section => sectionOf(section, url));
  // A section without a title follows its resource's heading directly.
  if (first && sections[0]?.title === undefined) return [[...head, ...first], ...others];
  return [...(head.length > 0 ? [head] : []), ...(first ? [first] : []), ...others];
}

function sectionOf(section: Section, resourceUrl: string | undefined): string[] {
  const head = section.title === undefined ? [] : headed(section.title, "-");
  return [...head, ...bodyOf(section, resourceUrl)];
}

function bodyOf(section: Section, resourceUrl: string | undefined): string[] {
  const note = section.note === undefined ? [] : [section.note];
  switch (section.kind) {
    case "picture":
      return [section.alt, ...note];
    case "number":
      return [section.value, ...(section.change === undefined ? [] : [section.change]), ...note];
    case "table":
      return [...tableLines(section, MAX_COLUMN_WIDTH), ...notesOfTable(section, resourceUrl)];
    case "text":
      return [markdownToText(section.markdown, section.base), ...note];
    case "failure":
      return [section.reason, ...note];
  }
}

function headed(title: string, rule: "=" | "-"): string[] {
  const line = title.replaceAll(/\s+/g, " ");
  return [line, rule.repeat(Math.max(1, Math.min(40, Bun.stringWidth(line))))];
}
