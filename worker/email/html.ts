import mjml2html from "mjml";
import type {Report, Section} from "../../shared/deliveries/report.ts";
import {escapeText, escapeUrl} from "../markup.ts";

const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** These colours are for light mode; those for dark mode are in `DARK`. */
const STYLE = `
.rows { border-collapse: collapse; width: 100%; font-size: 14px; }
.rows th { text-align: left; font-weight: 600; color: #57606a; border-bottom: 1px solid #d0d7de; padding: 6px 10px 6px 0; }
.rows td { border-bottom: 1px solid #eaeef2; padding: 6px 10px 6px 0; }
.rows .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.rows tr > :last-child { padding-right: 0; }
a { color: #0550ae; }`;

const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, .page, .page > div { background: #0d1117 !important; }
  .page div, .page td, .page th, .page p { color: #e6edf3 !important; }
  .page .soft, .page .soft div, .page .rows th { color: #9198a1 !important; }
  .page .rows th { border-color: #30363d !important; }
  .page .rows td { border-color: #21262d !important; }
  .page .fault div { color: #ff938a !important; }
  .page a { color: #79c0ff !important; }
  .page .paper img { background: #ffffff; border-radius: 6px; }
}`;

/**
 * The HTML of a mail, some tens of kilobytes. It loads nothing: pictures are attached, and fonts are the reader's own.
 */
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
  const {title, message, filters, asOf, sections, notes, reason, openUrl, unsubscribeUrl} = report;
  return `<mjml lang="en">
  <mj-head>
    <mj-title>${escapeText(title)}</mj-title>
    <mj-preview>${escapeText(previewOf(report))}</mj-preview>
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
    ${block(`<mj-text font-size="24px" font-weight="600" line-height="1.25" padding="20px 0 4px">${escapeText(title)}</mj-text>
      ${soft(asOf)}
      ${filters.map(filter => soft(`Filtered: ${filter}`)).join("\n")}
      ${message === undefined ? "" : `<mj-text padding="12px 0 4px">${lines(message)}</mj-text>`}`)}
    ${sections.map(section => block(sectionOf(section))).join("\n")}
    ${block(`${notes.map((note, i) => `<mj-text${i === 0 ? ' padding="20px 0 4px"' : ""}>${escapeText(note)}</mj-text>`).join("\n")}
      ${openUrl === undefined ? "" : `<mj-text padding="16px 0 4px"><a href="${escapeUrl(openUrl)}">Open it in the browser</a></mj-text>`}
      <mj-divider border-width="1px" border-color="#d0d7de" padding="20px 0 8px" />
      <mj-text font-size="13px" color="#57606a" css-class="soft" padding="0 0 24px">${escapeText(reason)}
        <a href="${escapeUrl(unsubscribeUrl)}">Stop it</a>.</mj-text>`)}
  </mj-body>
</mjml>`;
}

function block(content: string): string {
  return `<mj-section><mj-column>${content}</mj-column></mj-section>`;
}

function soft(text: string): string {
  return `<mj-text font-size="13px" color="#57606a" css-class="soft" padding="0">${escapeText(text)}</mj-text>`;
}

function heading({title, url}: {title: string; url?: string}): string {
  const text = url === undefined ? escapeText(title) : `<a href="${escapeUrl(url)}">${escapeText(title)}</a>`;
  return `<mj-text font-size="17px" font-weight="600" padding="20px 0 4px">${text}</mj-text>`;
}

function sectionOf(section: Section): string {
  switch (section.kind) {
    case "heading":
      return heading(section);
    case "picture":
      return `${heading(section)}
        <mj-image css-class="paper" src="cid:${escapeText(section.cid)}" alt="${escapeText(section.alt)}" />
        ${section.note === undefined ? "" : soft(section.note)}`;
    case "number":
      return `${heading(section)}
        <mj-text font-size="34px" font-weight="600" line-height="1.2" padding="0">${escapeText(section.value)}</mj-text>
        ${section.change === undefined ? "" : soft(section.change)}`;
    case "table":
      return `${heading(section)}
        <mj-table css-class="rows" padding="0 0 6px" table-layout="auto">${rowsOf(section)}</mj-table>
        ${section.note === undefined ? "" : soft(section.note)}`;
    case "failure":
      return `${heading(section)}
        <mj-text color="#b42318" css-class="fault" padding="0">${escapeText(section.reason)}</mj-text>`;
  }
}

function rowsOf({columns, rows}: Extract<Section, {kind: "table"}>): string {
  const cell = (tag: "th" | "td", text: string, i: number) =>
    `<${tag}${columns[i]?.isNumber ? ' class="n"' : ""}>${escapeText(text)}</${tag}>`;
  const row = (tag: "th" | "td", cells: readonly string[]) =>
    `<tr>${cells.map((text, i) => cell(tag, text, i)).join("")}</tr>`;
  const head = row(
    "th",
    columns.map(({label}) => label),
  );
  return head + rows.map(cells => row("td", cells)).join("");
}

/** The preview text that a list of mails shows after the subject. */
function previewOf({sections, asOf}: Report): string {
  const [first] = sections.filter(({kind}) => kind === "number");
  return first?.kind === "number" ? `${first.title}: ${first.value}. ${asOf}` : asOf;
}

function lines(text: string): string {
  return escapeText(text).replaceAll(/\r\n?|\n/g, "<br />");
}
