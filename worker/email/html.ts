import mjml2html from "mjml";
import type {Report} from "../../shared/core/wire/mail-report.ts";
import {escapeText, escapeUrl} from "../markup.ts";
import {headlineOf} from "./headline.ts";
import {block, linked, resourceOf, soft} from "./sections.ts";
import {stripControlCharacters} from "./strip-control-characters.ts";
import {textMarkup} from "./text-markup.ts";
import {DARK, FONTS, STYLE} from "./theme.ts";

/** The HTML of a mail. It loads nothing: pictures are attached, and fonts are the reader's own. */
export async function htmlOf(report: Report): Promise<string> {
  const {html} = await mjml2html(templateOf(report), {
    validationLevel: "strict",
    fonts: {},
    minify: true,
    minifyOptions: {minifyCss: false},
  });
  return html;
}

function templateOf(report: Report): string {
  const {title, resources} = report;
  const headline = headlineOf(report);
  return `<mjml lang="en">
  <mj-head>
    <mj-title>${escapeText(stripControlCharacters(title))}</mj-title>
    <mj-preview>${escapeText(stripControlCharacters(previewOf(report)))}</mj-preview>
    <mj-attributes>
      <mj-all font-family="${FONTS}" />
      <mj-text font-size="15px" line-height="1.5" color="#1f2328" padding="4px 0" />
      <mj-section padding="0 20px" />
      <mj-column padding="0" />
      <mj-image padding="4px 0" />
    </mj-attributes>
    <mj-style>${STYLE}</mj-style>
    <mj-raw>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <style>${DARK}</style>
    </mj-raw>
  </mj-head>
  <mj-body width="680px" background-color="#ffffff" css-class="page">
    ${block(headOf(report))}
    ${resources.map(one => resourceOf(one, one !== headline)).join("\n")}
    ${block(footOf(report))}
  </mj-body>
</mjml>`;
}

function headOf(report: Report): string {
  const {title, period, message, filters, asOf} = report;
  const heading = linked(title, headlineOf(report)?.url);
  return `<mj-text font-size="24px" font-weight="600" line-height="1.25" padding="20px 0 4px"><h1>${heading}</h1></mj-text>
    ${period === undefined ? "" : `<mj-text padding="0 0 2px">${textMarkup(period)}</mj-text>`}
    ${soft(asOf)}
    ${filters.map(filter => soft(`Filtered: ${filter}`)).join("\n")}
    ${message === undefined ? "" : `<mj-text padding="12px 0 4px"><div dir="auto">${lines(message)}</div></mj-text>`}`;
}

function footOf({notes, openUrl, reason, unsubscribeUrl}: Report): string {
  return `${notes.map((note, i) => `<mj-text${i === 0 ? ' padding="20px 0 4px"' : ""}>${textMarkup(note)}</mj-text>`).join("\n")}
    ${openUrl === undefined ? "" : `<mj-text padding="16px 0 4px"><a href="${escapeUrl(openUrl)}">Open it in the browser</a></mj-text>`}
    <mj-divider css-class="rule" border-width="1px" border-color="#d0d7de" padding="20px 0 8px" />
    <mj-text font-size="13px" color="#57606a" css-class="soft" padding="0 0 24px">${textMarkup(reason)}
      <a href="${escapeUrl(unsubscribeUrl)}">Stop it</a>.</mj-text>`;
}

/** The preview text that a list of mails shows after the subject. */
function previewOf({resources, period, asOf}: Report): string {
  const first = resources.flatMap(({title, sections}) =>
    sections.flatMap(one => (one.kind === "number" ? [`${one.title ?? title}: ${one.value}`] : [])),
  )[0];
  return [first, period, asOf].filter(text => text !== undefined).join(". ");
}

function lines(text: string): string {
  return textMarkup(text).replaceAll("\n", "<br />");
}
