import type {Node, RangeVar} from "libpg-query";
import type {Block} from "../names/relations.ts";
import {type Planner, quoteIdentifier} from "../planner.ts";
import {
  type Extent,
  endOfItem,
  extentOfCall,
  extentOfNames,
  extentOfParentheses,
  selectIndex,
} from "../statement/extents.ts";
import type {Source} from "../statement/source.ts";
import type {Chain} from "./chain.ts";

/** Puts an input in the place of what stands in a `from`. */
export function replaceFrom(planner: Planner, chain: Chain, input: string): void {
  const [derived] = chain.between;
  if (derived === undefined) replaceTable(planner, chain.use.node, input);
  else replaceSelect(planner, derived, input);
}

/** Puts an input in the place of a table, under the same name. */
export function replaceTable(planner: Planner, node: RangeVar, input: string): void {
  const alias = node.alias === undefined ? ` as ${quoteIdentifier(node.relname ?? "")}` : "";
  const extent = extentOfNames(planner.source, node);
  planner.edits.push({...extent, text: `pg_temp.${quoteIdentifier(input)}${alias}`});
}

function replaceSelect(planner: Planner, {select}: Block, input: string): void {
  const {source} = planner;
  const [first] = select.targetList ?? [];
  const location = first !== undefined && "ResTarget" in first ? first.ResTarget.location : 0;
  const extent = extentOfParentheses(source, selectIndex(source, location));
  if (extent !== undefined)
    planner.edits.push({...extent, text: `(select * from pg_temp.${quoteIdentifier(input)})`});
}

/** Where `date_trunc('month', at)`, `extract(…)`, `at::date` or `cast(at as date)` stands. */
export function extentOfGrain(source: Source, node: Node): Extent {
  if ("FuncCall" in node) return extentOfCall(source, node.FuncCall);
  if (!("TypeCast" in node) || node.TypeCast.arg === undefined) return {start: 0, end: 0};
  const {arg, location} = node.TypeCast;
  const at = source.indexAt(source.at(location));
  if (source.isWord(at, "cast")) {
    const close = source.closing(at + 1);
    return {start: source.tokens[at]?.start ?? 0, end: source.tokens[close]?.end ?? 0};
  }
  const inner = "ColumnRef" in arg ? extentOfNames(source, arg.ColumnRef) : extentOfGrain(source, arg);
  if (!source.isSymbol(at, ":")) {
    // `date 'x'` is of constants alone; what is left is `x::date`.
    return {start: inner.start, end: endOfItem(source, location)};
  }
  let last = at + 2;
  while (source.isSymbol(last + 1, ".")) last += 2;
  return {start: inner.start, end: source.tokens[last]?.end ?? inner.end};
}
