import type {Break, Code, InlineCode, Nodes, Text} from "mdast";
import {cleanText} from "./clean-text.ts";

type Leaf = Text | InlineCode | Code | Break;

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A range of a text and what replaces it; an insertion where `start` is `end`. */
export interface Edit extends Range {
  readonly text: string;
}

/**
 * The text of one paragraph, heading, cell of a table or block of code, as a reader sees it: marks of style do not
 * divide it. So a number is seen as a whole in `1**2**34`.
 */
export class FlatText {
  private constructor(private readonly leaves: readonly Leaf[]) {}

  /** All texts of a tree, cleaned. What they are edited to is edited in the tree. */
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
    return this.leaves.map(shownIn).join("");
  }

  /** Replaces ranges that do not overlap. Text that is put in is plain text: no mark of style and no link. */
  edit(edits: readonly Edit[]): void {
    for (const edit of [...edits].sort((a, b) => b.start - a.start)) this.replace(edit);
  }

  private replace({start, end, text}: Edit): void {
    let from = 0;
    let isPut = false;
    for (const leaf of this.leaves) {
      const value = shownIn(leaf);
      const [first, last] = [Math.max(0, start - from), Math.min(value.length, end - from)];
      from += value.length;
      if (leaf.type === "break" || first > value.length || last < first) continue;
      // What is inserted belongs to the text before it, which a mark is about.
      const isHere: boolean = !isPut && (start < from || (start === end && start === from));
      if (!isHere && first >= last) continue;
      leaf.value = `${value.slice(0, first)}${isHere ? text : ""}${value.slice(Math.max(first, last))}`;
      isPut ||= isHere;
    }
  }
}

/** Spaces that group digits stay what they are. */
function oneSpace(spaces: string): string {
  return /^[\u00a0\u2007-\u2009\u202f]$/.test(spaces) ? spaces : " ";
}

function leavesOf(nodes: readonly Nodes[]): Leaf[] {
  return nodes.flatMap(node => {
    if (node.type === "text" || node.type === "inlineCode" || node.type === "break") return [node];
    return "children" in node ? leavesOf(node.children) : [];
  });
}

function shownIn(leaf: Leaf): string {
  return leaf.type === "break" ? "\n" : leaf.value;
}
