import type {Node, RangeVar} from "libpg-query";
import type {Block} from "../names/relations.ts";
import {type Planner, quoteIdentifier} from "../planner.ts";
import {
  type Extent,
  extentOfCall,
  extentOfClause,
  extentOfNames,
  extentOfParentheses,
  selectIndex,
} from "../statement/extents.ts";
import type {Source} from "../statement/source.ts";
import type {Chain} from "./chain.ts";

/** Replaces the content of a `from` by an input. */
export function replaceFrom(
  planner: Planner,
  block: Block,
  chain: Chain,
  input: string,
  counted?: string,
): void {
  const [derived, ...below] = chain.between;
  const table = `pg_temp.${quoteIdentifier(input)}`;
  const where = counted === undefined ? "" : ` where ${quoteIdentifier(counted)} > 0`;
  if (chain.joined.length > 0) {
    const source = where === "" ? table : `(select * from ${table}${where})`;
    const text = `from ${source} as ${quoteIdentifier(chain.relation.name ?? "")} `;
    const extent = extentOfClause(planner.source, selectIndex(planner.source, firstColumn(block)), "from");
    if (extent !== undefined) planner.edits.push({...extent, text});
    return;
  }
  // A select that a `with` names stays there, but reads nothing any more.
  for (const inner of below) replaceSelect(planner, inner, "(select)");
  if (derived !== undefined) replaceSelect(planner, derived, `(select * from ${table}${where})`);
  else replaceWith(planner, chain.use.node, where === "" ? table : `(select * from ${table}${where})`);
}

/** Replaces a table by an input, under the same name. */
export function replaceTable(planner: Planner, node: RangeVar, input: string): void {
  replaceWith(planner, node, `pg_temp.${quoteIdentifier(input)}`);
}

function replaceWith(planner: Planner, node: RangeVar, text: string): void {
  const alias = node.alias === undefined ? ` as ${quoteIdentifier(node.relname ?? "")}` : "";
  const {source} = planner;
  const extent = extentOfNames(source, node);
  // `table t` takes no alias.
  const before = source.indexAt(extent.start) - 1;
  const [word] = source.isWord(before, "table") ? source.tokens.slice(before) : [];
  if (word === undefined) planner.edits.push({...extent, text: text + alias});
  else planner.edits.push({start: word.start, end: extent.end, text: `select * from ${text}${alias}`});
}

function firstColumn({select}: Block): number | undefined {
  const [first] = select.targetList ?? [];
  return first !== undefined && "ResTarget" in first ? first.ResTarget.location : undefined;
}

function replaceSelect(planner: Planner, block: Block, text: string): void {
  const {source} = planner;
  const extent = extentOfParentheses(source, selectIndex(source, firstColumn(block)));
  if (extent !== undefined) planner.edits.push({...extent, text});
}

/** The extent of `date_trunc('month', at)`, `extract(…)`, `at::date` or `cast(at as date)`. */
export function extentOfGrain(source: Source, node: Node): Extent {
  if ("FuncCall" in node) return extentOfCall(source, node.FuncCall);
  if ("ColumnRef" in node) return extentOfNames(source, node.ColumnRef);
  if (!("TypeCast" in node) || node.TypeCast.arg === undefined) return {start: 0, end: 0};
  const {arg, location} = node.TypeCast;
  const at = source.indexAt(source.at(location));
  if (source.isWord(at, "cast")) {
    const close = source.closing(at + 1);
    return {start: source.tokens[at]?.start ?? 0, end: source.tokens[close]?.end ?? 0};
  }
  const inner = "ColumnRef" in arg ? extentOfNames(source, arg.ColumnRef) : extentOfGrain(source, arg);
  // `(at)::date`
  const before = source.isSymbol(at - 1, ")")
    ? (source.tokens[source.closing(at - 1)]?.start ?? 0)
    : inner.start;
  let last = at + 2;
  while (source.isSymbol(last + 1, ".")) last += 2;
  return {start: Math.min(before, inner.start), end: source.tokens[last]?.end ?? inner.end};
}
