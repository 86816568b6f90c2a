import type {Link, ListItem, PhrasingContent} from "mdast";
import {type Block, blocksIn, readTree} from "../../shared/automation/agents/report/report-tree.ts";
import {inlineText} from "../../shared/automation/agents/report/text-of-inlines.ts";
import {numberColumns} from "./markdown-table.ts";
import {tableLines} from "./table-lines.ts";

const RULE = "-".repeat(20);

/** Markdown as plain text; the address of each link follows the link. */
export function markdownToText(markdown: string, base: string): string {
  return blocksToText(readTree(markdown, base), "\n\n");
}

function blocksToText(blocks: readonly Block[], between: string): string {
  return blocks.map(blockToText).join(between);
}

function blockToText(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return withAddresses(block.children);
    case "heading":
      return withAddresses(block.children).toUpperCase();
    case "code":
      return indented(block.value, "    ", "    ");
    case "thematicBreak":
      return RULE;
    case "blockquote":
      return indented(blocksToText(blocksIn(block.children), "\n\n"), "> ", "> ");
    case "list":
      return block.children
        .map((item, i) => listItemToText(item, block.ordered ? `${i + 1}. ` : "- "))
        .join("\n");
    case "table": {
      const isNumber = numberColumns(block);
      const [head = [], ...rows] = block.children.map(({children}) =>
        children.map(cell => withAddresses(cell.children)),
      );
      const columns = head.map((label, i) => ({label, isNumber: isNumber[i] === true}));
      // A cell is not cut, because `(unverified)` after a figure that no query gave could be cut off.
      return tableLines({columns, rows}, Number.POSITIVE_INFINITY).join("\n");
    }
  }
}

function listItemToText(item: ListItem, mark: string): string {
  return indented(blocksToText(blocksIn(item.children), "\n"), mark, " ".repeat(mark.length));
}

function indented(text: string, first: string, others: string): string {
  return text.replaceAll(/^/gm, (_, at: number) => (at === 0 ? first : others));
}

function withAddresses(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map(node => {
      if (node.type === "link") return linkText(node);
      return "children" in node ? withAddresses(node.children) : inlineText([node]);
    })
    .join("");
}

function linkText({url, children}: Link): string {
  const text = inlineText(children);
  return text === url ? url : `${text} (${url})`;
}
