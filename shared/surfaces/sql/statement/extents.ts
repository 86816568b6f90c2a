import type {ColumnRef, FuncCall, RangeVar} from "libpg-query";
import type {Source} from "./source.ts";

/** The place of a part of a statement, in UTF-16 code units. */
export interface Extent {
  start: number;
  end: number;
}

/** Words that begin a clause, or end a select. None of them occurs in an expression, except within parentheses. */
const CLAUSES = [
  "from",
  "where",
  "group",
  "having",
  "window",
  "order",
  "limit",
  "offset",
  "fetch",
  "for",
  "union",
  "intersect",
  "except",
];

/** The extent of a call with its arguments, and of `filter`, `within group` and `over` after them. */
export function extentOfCall(source: Source, call: FuncCall): Extent {
  const start = source.indexAt(source.at(call.location));
  let open = start;
  while (open < source.tokens.length && !source.isSymbol(open, "(")) open += 1;
  let last = source.closing(open);
  for (;;) {
    if (source.isWord(last + 1, "within")) last = source.closing(last + 3);
    else if (source.isWord(last + 1, "filter")) last = source.closing(last + 2);
    else if (source.isWord(last + 1, "over"))
      last = source.isSymbol(last + 2, "(") ? source.closing(last + 2) : last + 2;
    else break;
  }
  return between(source, start, last);
}

/** The extent of a name of one or several parts. */
export function extentOfNames(source: Source, node: ColumnRef | RangeVar): Extent {
  const start = source.indexAt(source.at(node.location));
  let last = start;
  while (source.isSymbol(last + 1, ".")) last += 2;
  return between(source, start, last);
}

export function extentOfToken(source: Source, location: number | undefined): Extent {
  const index = source.indexAt(source.at(location));
  return between(source, index, index);
}

/** The end of the list item that begins at this position in bytes. */
export function endOfItem(source: Source, location: number | undefined): number {
  const start = source.indexAt(source.at(location));
  let last = start;
  for (let at = start; at < source.tokens.length; at++) {
    if (source.isSymbol(at, ",") || source.isSymbol(at, ")") || source.isSymbol(at, ";")) break;
    if (at > start && isClause(source, at)) break;
    if (source.isSymbol(at, "(") || source.isSymbol(at, "[")) at = source.closing(at);
    last = at;
  }
  return source.tokens[last]?.end ?? source.text.length;
}

/** Whether a token begins a clause: the words of `is distinct from` and `within group` do not. */
function isClause(source: Source, index: number): boolean {
  if (!source.isWord(index, ...CLAUSES) || source.isSymbol(index - 1, ".")) return false;
  if (source.isWord(index, "from")) return !source.isWord(index - 1, "distinct");
  return !source.isWord(index - 1, "within");
}

/** The index of the word `select` of the select whose first column begins at this position in bytes. */
export function selectIndex(source: Source, firstColumn: number | undefined): number {
  let depth = 0;
  for (let at = source.indexAt(source.at(firstColumn)) - 1; at >= 0; at--) {
    if (source.isSymbol(at, ")")) depth += 1;
    else if (source.isSymbol(at, "(")) depth -= 1;
    else if (depth === 0 && source.isWord(at, "select")) return at;
  }
  return 0;
}

/** The extent of the clause of a select that begins with this word. */
export function extentOfClause(source: Source, select: number, word: string): Extent | undefined {
  let start: number | undefined;
  let at = select + 1;
  for (; at < source.tokens.length; at++) {
    if (source.isSymbol(at, ")") || source.isSymbol(at, ";")) break;
    if (isClause(source, at)) {
      if (start !== undefined) break;
      if (source.isWord(at, word)) start = at;
    }
    if (source.isSymbol(at, "(") || source.isSymbol(at, "[")) at = source.closing(at);
  }
  return start === undefined ? undefined : between(source, start, at - 1);
}

/** The extent of the parentheses around a select; of the outermost pair if there are several. */
export function extentOfParentheses(source: Source, select: number): Extent | undefined {
  let open = source.opening(select);
  if (open === undefined) return undefined;
  while (source.isSymbol(open - 1, "(") && source.closing(open - 1) === source.closing(open) + 1) open -= 1;
  return between(source, open, source.closing(open));
}

function between(source: Source, first: number, last: number): Extent {
  const {tokens, text} = source;
  return {start: tokens[first]?.start ?? text.length, end: tokens[last]?.end ?? text.length};
}
