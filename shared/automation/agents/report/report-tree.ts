import type {
  BlockContent,
  Definition,
  List,
  ListItem,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
  Table,
} from "mdast";
import {fromMarkdown} from "mdast-util-from-markdown";
import {gfmFromMarkdown, gfmToMarkdown} from "mdast-util-gfm";
import {toMarkdown} from "mdast-util-to-markdown";
import {gfm} from "micromark-extension-gfm";
import {linkWithin} from "./links.ts";

/**
 * The depth beyond which nested lists and quotations are flattened. No real report is nested deeper, and printing
 * deeper nesting would overflow the stack.
 */
const MAX_DEPTH = 12;

/**
 * A line with more nested containers or table columns than any real report has. Parsing such a line would take
 * quadratic time.
 */
const EXCESSIVE = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){20}|(?:\|[^|\n]*){100}/m;

/** More marks of emphasis than any real report has. Pairing the marks of one paragraph would take quadratic time. */
const MAX_MARKS = 2000;

/** The Markdown nodes (GitHub's dialect) that a report may have. Other nodes are left out or replaced by their text. */
export type Block = Extract<
  BlockContent,
  {type: "paragraph" | "heading" | "code" | "blockquote" | "list" | "table" | "thematicBreak"}
>;
export type Inline = Extract<
  PhrasingContent,
  {type: "text" | "emphasis" | "strong" | "delete" | "inlineCode" | "break" | "link"}
>;

const BLOCKS: ReadonlySet<string> = new Set<Block["type"]>([
  "paragraph",
  "heading",
  "code",
  "blockquote",
  "list",
  "table",
  "thematicBreak",
]);

interface Reading {
  readonly markdown: string;
  readonly base: string;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly lowestHeading: 1 | 3;
}

/**
 * Parses Markdown into a tree without images, raw HTML and links that leave `base`. An image becomes its description,
 * and a link that leaves `base` becomes its text. Titles of links are dropped, and so are languages of code blocks,
 * because some readers execute such code. Excessively nested or marked Markdown is read as plain text. Lists count from
 * 1. Items with other marks become paragraphs that contain the mark, so that no number hides in a mark and "6. Juli"
 * stays the sixth. Headings begin at `lowestHeading`.
 */
export function readTree(markdown: string, base: string, lowestHeading: 1 | 3 = 1): Block[] {
  if (isExcessive(markdown)) return [{type: "paragraph", children: [{type: "text", value: markdown}]}];
  const root = fromMarkdown(markdown, {extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()]});
  const definitions = new Map<string, Definition>();
  for (const node of walk(root)) {
    if (node.type === "definition" && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
  }
  return blocksOf(root.children, {markdown, base, definitions, lowestHeading}, 0);
}

function isExcessive(markdown: string): boolean {
  return EXCESSIVE.test(markdown) || (markdown.match(/[*_~]+/g)?.length ?? 0) > MAX_MARKS;
}

/** The blocks within a list item or quotation of a tree that `readTree` has returned. */
export function blocksIn(nodes: readonly RootContent[]): Block[] {
  return nodes.filter(isBlock);
}

function isBlock(node: RootContent): node is Block {
  return BLOCKS.has(node.type);
}

/** Prints a tree as Markdown that has the same meaning in CommonMark and in GitHub's dialect. */
export function printMarkdown(blocks: readonly Block[]): string {
  const root: Root = {type: "root", children: [...blocks]};
  return toMarkdown(root, {
    // The printer writes some characters as entities. A backslash before an entity would escape it, so every backslash
    // of a text is escaped, too.
    extensions: [
      gfmToMarkdown({tablePipeAlign: false}),
      {unsafe: [{character: "\\", inConstruct: "phrasing"}]},
    ],
    bullet: "-",
    emphasis: "*",
    fences: true,
    listItemIndent: "one",
    rule: "-",
    resourceLink: true,
  });
}

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ("children" in node) for (const child of node.children) yield* walk(child);
}

function blocksOf(nodes: readonly RootContent[], reading: Reading, depth: number): Block[] {
  return nodes.flatMap((node): Block[] => {
    switch (node.type) {
      case "paragraph": {
        const children = inlinesOf(node.children, reading);
        return children.length > 0 ? [{type: "paragraph", children}] : [];
      }
      case "heading": {
        const level = Math.min(6, Math.max(reading.lowestHeading, node.depth));
        const children = inlinesOf(node.children, reading);
        return children.length > 0 ? [{type: "heading", depth: depthOf(level), children}] : [];
      }
      case "code":
        return [{type: "code", value: node.value}];
      case "thematicBreak":
        return [{type: "thematicBreak"}];
      case "table":
        return [tableOf(node, reading)];
      case "blockquote":
      case "footnoteDefinition": {
        const children = blocksOf(node.children, reading, depth + 1);
        if (depth >= MAX_DEPTH || node.type === "footnoteDefinition") return children;
        return children.length > 0 ? [{type: "blockquote", children}] : [];
      }
      case "list":
        return listOf(node, reading, depth);
      default:
        return [];
    }
  });
}

function depthOf(level: number): 1 | 2 | 3 | 4 | 5 | 6 {
  const depths = [1, 2, 3, 4, 5, 6] as const;
  return depths[level - 1] ?? 6;
}

function listOf(list: List, reading: Reading, depth: number): Block[] {
  const items = list.children.map(item => blocksOf(item.children, reading, depth + 1));
  const marks = list.ordered === true ? list.children.map(item => markOf(item, reading)) : [];
  const isCounted = marks.every((mark, i) => Number.parseInt(mark, 10) === i + 1);
  const isUncounted = marks.every(mark => Number.parseInt(mark, 10) === 1);
  if (!isCounted && !isUncounted) return items.flatMap((blocks, i) => behindMark(marks[i] ?? "", blocks));
  if (depth >= MAX_DEPTH) return items.flat();
  const children = items.map((blocks): ListItem => ({type: "listItem", spread: false, children: blocks}));
  const ordered = list.ordered === true;
  return [{type: "list", ordered, ...(ordered ? {start: 1} : {}), spread: false, children}];
}

/** The mark of a list's item as it is written: "6.". */
function markOf({position}: ListItem, {markdown}: Reading): string {
  return /^\d+[.)]/.exec(markdown.slice(position?.start.offset ?? markdown.length))?.[0] ?? "";
}

function behindMark(mark: string, blocks: readonly Block[]): Block[] {
  const [first, ...others] = blocks;
  if (first?.type !== "paragraph")
    return [{type: "paragraph", children: [{type: "text", value: mark}]}, ...blocks];
  const children: PhrasingContent[] = [{type: "text", value: `${mark} `}, ...first.children];
  return [{type: "paragraph", children}, ...others];
}

function tableOf({align, children}: Table, reading: Reading): Table {
  return {
    type: "table",
    ...(align ? {align} : {}),
    children: children.map(row => ({
      type: "tableRow",
      children: row.children.map(cell => ({
        type: "tableCell",
        children: inlinesOf(cell.children, reading).map(one =>
          one.type === "break" ? {type: "text", value: " "} : one,
        ),
      })),
    })),
  };
}

function inlinesOf(nodes: readonly PhrasingContent[], reading: Reading): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    switch (node.type) {
      case "text":
        return [{type: "text", value: node.value}];
      case "inlineCode":
        return [{type: "inlineCode", value: node.value}];
      case "break":
        return [{type: "break"}];
      case "emphasis":
      case "strong":
      case "delete":
        return [{type: node.type, children: inlinesOf(node.children, reading)}];
      case "link":
        return linkOf(node.url, node.children, reading);
      case "linkReference":
        return linkOf(reading.definitions.get(node.identifier)?.url, node.children, reading);
      case "image":
      case "imageReference":
        return node.alt ? [{type: "text", value: node.alt}] : [];
      default:
        return [];
    }
  });
}

function linkOf(url: string | undefined, children: readonly PhrasingContent[], reading: Reading): Inline[] {
  const inlines = inlinesOf(children, reading);
  const target = url === undefined ? undefined : linkWithin(reading.base, url);
  return target === undefined ? inlines : [{type: "link", url: target, children: inlines}];
}
