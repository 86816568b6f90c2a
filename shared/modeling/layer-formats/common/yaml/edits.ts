import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import {isPlainMap, type Plain} from "../document.ts";
import {
  blockEnd,
  colonOf,
  dashOf,
  endOf,
  isBlockScalar,
  isImplicitNull,
  lineEnd,
  lineStart,
  startOf,
} from "./ranges.ts";
import {flowText, itemText, pairText, type Spot, scalarText, valueText} from "./text.ts";

/** A replacement of some characters by others. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A replacement of a key's value, in the style of the old value. */
export function editValue(source: string, pair: Pair, value: Plain, holder: YAMLMap): Edit {
  const node = pair.value;
  const spot = spotIn(source, columnOf(source, startOf(pair.key)), holder.flow === true);
  const isNested = typeof value === "object" && value !== null;
  if (!isScalar(node) || isNested || isImplicitNull(node)) {
    const start = colonOf(pair);
    const end = isImplicitNull(node) ? start : endOf(node, source);
    const hasTail = tailAt(source, end);
    const text = isNested && hasTail ? ` ${flowText(value)}` : valueText(value, {...spot, hasTail});
    return {start, end: blockEnd(node, end, source), text};
  }
  const [start = 0, end = 0] = node.range ?? [];
  const style = node.type;
  if (!isBlockScalar(node))
    return {start, end, text: scalarText(value, {...spot, style, hasTail: tailAt(source, end)})};
  // A comment after the indicator of a block scalar stays there.
  const note = /^[|>][-+\d]*([^\r\n]*)/.exec(source.slice(start, end))?.[1]?.trimEnd() ?? "";
  const text = scalarText(value, {...spot, style});
  const noted = /^[|>]/.test(text) ? text.replace(/^[|>]-?/, mark => mark + note) : text + note;
  return {start, end: blockEnd(node, end, source), text: noted};
}

/** A new key, below the last existing one of `after`, otherwise below the last key. */
export function editKey(
  source: string,
  holder: YAMLMap,
  key: string,
  value: Plain,
  after: readonly string[],
): Edit {
  const before = holder.items.findLast(pair => isScalar(pair.key) && after.includes(String(pair.key.value)));
  if (holder.flow) return addInFlow(source, holder, `${flowText(key)}: ${flowText(value)}`, before);
  const column = columnOf(source, startOf(holder.items[0]?.key));
  const line = " ".repeat(column) + pairText(key, value, spotIn(source, column));
  const end = lineEnd(source, endOf(before ?? holder.items.at(-1), source));
  return addLines(source, pastComments(source, end, column), line);
}

/** New items at the end of a list, written like the one before them. */
export function editItems(source: string, list: YAMLSeq, items: readonly Plain[]): Edit {
  if (list.flow) return addInFlow(source, list, items.map(flowText).join(", "));
  const last = list.items.at(-1);
  const column = columnOf(source, list.range?.[0]);
  const isFlow = isCollection(last) && last.flow === true;
  const newline = newlineOf(source);
  const gap = isSpaced(source, list) ? newline : "";
  const texts = items.map(item =>
    isFlow && isPlainMap(item)
      ? `${" ".repeat(column)}- ${flowText(item)}`
      : itemText(item, {...spotIn(source, column), indent: column}),
  );
  const end = lineEnd(source, endOf(last, source));
  const lines = texts.map(text => gap + text).join(newline);
  return addLines(source, pastComments(source, end, column), lines);
}

/** The removal of a key or an item; `undefined` if it shares its line with something else. */
export function editOut(source: string, holder: YAMLMap | YAMLSeq, at: number): Edit | undefined {
  const [gone, next] = [holder.items[at], holder.items[at + 1]];
  if (holder.flow) {
    if (next !== undefined) return {start: beginOf(gone), end: beginOf(next), text: ""};
    return {start: endOf(holder.items[at - 1], source), end: endOf(gone, source), text: ""};
  }
  const start = isSeq(holder) ? dashOf(holder, at) : beginOf(gone);
  const line = lineStart(source, start);
  const end = endOf(gone, source);
  if (source.slice(line, start).trim() === "") return {start: line, end: lineEnd(source, end), text: ""};
  // The key follows the dash of an item: the next key takes its place.
  const isNext = isPair(next) && source.slice(end, beginOf(next)).trim() === "";
  return isNext ? {start, end: beginOf(next), text: ""} : undefined;
}

function addInFlow(source: string, holder: YAMLMap | YAMLSeq, text: string, after?: Pair): Edit {
  const last: Node | Pair | unknown = after ?? holder.items.at(-1);
  const [open = 0, close = 0] = holder.range ?? [];
  if (last === undefined) return {start: open + 1, end: close - 1, text};
  const begin = beginOf(last);
  const line = lineStart(source, begin);
  const hasLine = source.slice(line, begin).trim() === "";
  const end = endOf(last, source);
  const gap = hasLine ? `,${newlineOf(source)}${source.slice(line, begin)}` : ", ";
  return {start: end, end, text: gap + text};
}

/** An edit that adds whole lines before the line that begins at `at`. */
function addLines(source: string, at: number, lines: string): Edit {
  const newline = newlineOf(source);
  const isOpen = at === source.length && source !== "" && !source.endsWith("\n");
  return {start: at, end: at, text: isOpen ? newline + lines : lines + newline};
}

/** The end of the comments that follow and belong to the part before them, because they are indented further. */
function pastComments(source: string, at: number, column: number): number {
  const comment = new RegExp(`(?:[ \\t]*\\r?\\n)*[ ]{${column + 1},}#[^\\n]*(?:\\n|$)`, "y");
  let end = at;
  for (;;) {
    comment.lastIndex = end;
    const found = comment.exec(source);
    if (!found) return end;
    end += found[0].length;
  }
}

function beginOf(part: unknown): number {
  return startOf(isPair(part) ? part.key : part);
}

function spotIn(source: string, indent: number, inFlow = false): Spot {
  return {indent, inFlow, newline: newlineOf(source), dash: dashIndentOf(source)};
}

/** How far lists are indented below their keys in this file. */
function dashIndentOf(source: string): number {
  return /^( *)[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(source) ? 0 : 2;
}

function newlineOf(source: string): string {
  const breaks = source.split("\n").length - 1;
  return (source.match(/\r\n/g)?.length ?? 0) * 2 > breaks ? "\r\n" : "\n";
}

function columnOf(source: string, at = 0): number {
  return at - lineStart(source, at);
}

/** Whether something follows on the line. */
function tailAt(source: string, end: number): boolean {
  return source[end - 1] !== "\n" && (source.slice(end).split("\n", 1)[0] ?? "").trim() !== "";
}

/** Whether an empty line is between the last two items. */
function isSpaced(source: string, list: YAMLSeq): boolean {
  if (list.items.length < 2) return false;
  return /^[ \t]*\r?\n/.test(source.slice(lineEnd(source, endOf(list.items.at(-2), source))));
}

export function isHolder(node: unknown): node is YAMLMap | YAMLSeq {
  return isMap(node) || isSeq(node);
}
