import type {Break, Code, InlineCode, Nodes, Text} from "mdast";
import {cleanText} from "./clean-text.ts";

type Leaf = Text | InlineCode | Code | Break;

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A range of a text and its replacement. If `start` equals `end`, the edit is an insertion. */
export interface Edit extends Range {
  readonly text: string;
}

/**
 * The text of one paragraph, heading, table cell or code block, as a reader sees it. Style marks do not separate text,
 * so that `1**2**34` is one number.
 */
export class FlatText {
  private constructor(private readonly leaves: readonly Leaf[]) {}

  /** The cleaned texts of a tree. Edits of a text change the tree. */
  static ofTree(nodes: readonly Nodes[]): FlatText[] {
    return nodes.flatMap(node => {
      if (node.type === "code") return [FlatText.of([node])];
      if (node.type === "paragraph" || node.type === "heading" || node.type === "tableCell") {
        return [FlatText.of(leavesOf(node.children))];
      }
      return "children" in node ? FlatText.ofTree(node.children) : [];
    });
  }

  private static of(leaves: readonly Leaf[]): FlatText {
    for (const leaf of leaves) {
      if (leaf.type === "code") leaf.value = cleanText(leaf.value);
      else if (leaf.type !== "break") leaf.value = cleanText(leaf.value).replaceAll(/[\s\p{Z}]+/gu, oneSpace);
    }
    return new FlatText(leaves);
  }

  get text(): string {
    return this.leaves.map(visibleTextOf).join("");
  }

  /** Replaces ranges, which must not overlap. The replacements are plain text, without style marks and links. */
  edit(edits: readonly Edit[]): void {
    for (const edit of [...edits].sort((a, b) => b.start - a.start)) this.replace(edit);
  }

  private replace({start, end, text}: Edit): void {
    let from = 0;
    let isInserted = false;
    for (const leaf of this.leaves) {
      const value = visibleTextOf(leaf);
      const [first, last] = [Math.max(0, start - from), Math.min(value.length, end - from)];
      from += value.length;
      if (leaf.type === "break" || first > value.length || last < first) continue;
      // An insertion belongs to the text before it, because the inserted mark refers to that text.
      const isHere: boolean = !isInserted && (start < from || (start === end && start === from));
      if (!isHere && first >= last) continue;
      leaf.value = `${value.slice(0, first)}${isHere ? text : ""}${value.slice(Math.max(first, last))}`;
      isInserted ||= isHere;
    }
  }
}

/** Replaces white space by one space, but leaves spaces that can group digits. */
function oneSpace(spaces: string): string {
  return /^[\u00a0\u2007-\u2009\u202f]$/.test(spaces) ? spaces : " ";
}

function leavesOf(nodes: readonly Nodes[]): Leaf[] {
  return nodes.flatMap(node => {
    if (node.type === "text" || node.type === "inlineCode" || node.type === "break") return [node];
    return "children" in node ? leavesOf(node.children) : [];
  });
}

function visibleTextOf(leaf: Leaf): string {
  return leaf.type === "break" ? "\n" : leaf.value;
}
