import type {Node} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import {outputName} from "../names/output-name.ts";
import type {Block, RelationColumn} from "../names/relations.ts";
import {type Planner, quoteIdentifier} from "../planner.ts";
import {hasVolatile} from "../rows/push-down.ts";
import {type Extent, endOfItem} from "../statement/extents.ts";
import {isNode, isStar, walk} from "../statement/nodes.ts";
import type {Chain} from "./chain.ts";

/** The selects between a block and its table that stay in the statement, over grouped rows. */
export interface InnerSelects {
  /** The dimensions of the table that these selects use. */
  dimensions: Set<CatalogColumn>;
  /** The edits by which these selects pass on columns with these names. */
  edits(names: readonly string[]): {extent: Extent; text: string}[];
}

/**
 * Keeps the selects between a block and its table, because they compute columns or choose rows by conditions that the
 * layer does not have. Columns that the block does not use are nulls, so that the table need not be grouped by them.
 */
export function keepBetween(
  planner: Planner,
  chain: Chain,
  used: readonly RelationColumn[],
): InnerSelects | undefined {
  if (chain.between.some(({select}) => select.sortClause !== undefined || hasVolatile(select)))
    return undefined;
  const dimensions = new Set<CatalogColumn>();
  const targets = new Set<Node>();
  const seen = new Set<RelationColumn>();
  const use = (column: RelationColumn): void => {
    if (seen.has(column)) return;
    seen.add(column);
    const {origin} = column;
    if (origin.kind === "table" && origin.use === chain.use && origin.column.kind === "dimension")
      dimensions.add(origin.column);
    if (origin.kind === "star") use(origin.inner);
    if (origin.kind !== "target") return;
    targets.add(origin.expression);
    useNames(origin.expression);
  };
  const useNames = (node: object): void => {
    walk(node, part => {
      const found = isNode(part, "ColumnRef") ? planner.analysis.columns.get(part.ColumnRef) : undefined;
      if (found !== undefined) use(found.column);
      return true;
    });
  };
  for (const column of used) use(column);
  for (const {select} of chain.between) if (select.whereClause !== undefined) useNames(select.whereClause);
  return {
    dimensions,
    edits: names => chain.between.flatMap(block => editsOf(planner, block, targets, names)),
  };
}

function editsOf(
  {source}: Planner,
  {select, relations}: Block,
  used: ReadonlySet<Node>,
  names: readonly string[],
): {extent: Extent; text: string}[] {
  const edits: {extent: Extent; text: string}[] = [];
  let passesAll = false;
  let end = 0;
  for (const node of select.targetList ?? []) {
    if (!("ResTarget" in node) || node.ResTarget.val === undefined) continue;
    const {val, location} = node.ResTarget;
    end = endOfItem(source, location);
    if ("ColumnRef" in val && isStar(val.ColumnRef)) {
      passesAll = true;
      continue;
    }
    if (used.has(val)) continue;
    const name = quoteIdentifier(outputName(node.ResTarget) ?? "?column?");
    edits.push({extent: {start: source.at(location), end}, text: `null as ${name}`});
  }
  if (passesAll || names.length === 0) return edits;
  const alias = relations[0]?.name;
  const prefix = alias === undefined ? "" : `${quoteIdentifier(alias)}.`;
  const added = names.map(name => `, ${prefix}${quoteIdentifier(name)} as ${quoteIdentifier(name)}`);
  return [...edits, {extent: {start: end, end}, text: added.join("")}];
}
