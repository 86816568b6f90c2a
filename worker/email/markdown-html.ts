import type {PhrasingContent, Table} from "mdast";
import {type Block, blocksIn, readTree} from "../../shared/automation/agents/report/report-tree.ts";
import {escapeText, escapeUrl} from "../markup.ts";
import {numberColumns} from "./markdown-table.ts";
import {textMarkup} from "./text-markup.ts";

/** The mark of a figure that no query gave. It is set apart so that readers notice it. */
const MARK = /\(unverified\)/g;
const TAGS = {emphasis: "em", strong: "strong", delete: "del"} as const;

/** Markdown as HTML of the elements that a report may have. Other elements are left out or shown as text. */
export function htmlOfMarkdown(markdown: string, base: string): string {
  return `<div dir="auto">${htmlOfBlocks(readTree(markdown, base))}</div>`;
}

function htmlOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(htmlOfBlock).join("");
}

function htmlOfBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return `<p>${htmlOfInlines(block.children)}</p>`;
    case "heading":
      // The headings of the mail, its resource and its section come before this one.
      return `<h4>${htmlOfInlines(block.children)}</h4>`;
    case "code":
      return `<pre>${marked(block.value)}</pre>`;
    case "thematicBreak":
      return "<hr />";
    case "blockquote":
      return `<blockquote>${htmlOfBlocks(blocksIn(block.children))}</blockquote>`;
    case "list": {
      const tag = block.ordered ? "ol" : "ul";
      const items = block.children.map(({children}) => `<li>${htmlOfBlocks(blocksIn(children))}</li>`);
      return `<${tag}>${items.join("")}</${tag}>`;
    }
    case "table":
      return htmlOfTable(block);
  }
}

function htmlOfTable(table: Table): string {
  const isNumber = numberColumns(table);
  const rows = table.children.map(({children}, r) => {
    const tag = r === 0 ? "th" : "td";
    const cells = children.map(
      (cell, i) => `<${tag}${isNumber[i] ? ' class="n"' : ""}>${htmlOfInlines(cell.children)}</${tag}>`,
    );
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<div class="wide"><table class="rows">${rows.join("")}</table></div>`;
}

function htmlOfInlines(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map(node => {
      switch (node.type) {
        case "text":
          return marked(node.value);
        case "inlineCode":
          return `<code>${marked(node.value)}</code>`;
        case "break":
          return "<br />";
        case "emphasis":
        case "strong":
        case "delete":
          return `<${TAGS[node.type]}>${htmlOfInlines(node.children)}</${TAGS[node.type]}>`;
        case "link":
          return `<a href="${escapeUrl(node.url)}">${htmlOfInlines(node.children)}</a>`;
        default:
          return "";
      }
    })
    .join("");
}

function marked(text: string): string {
  return textMarkup(text).replaceAll(MARK, found => `<b class="mark">${escapeText(found)}</b>`);
}
