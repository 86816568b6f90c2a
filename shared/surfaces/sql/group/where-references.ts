import type {Block, RelationColumn} from "../names/relations.ts";
import type {Planner} from "../planner.ts";
import {SqlError} from "../sql-error.ts";
import {isNode, walk} from "../statement/nodes.ts";
import {type Chain, columnBehind, isOfChain} from "./chain.ts";
import type {Collected} from "./collect.ts";

export interface WhereReferences {
  /** The table's own columns. */
  raw: Collected["raw"];
  /** Columns that a select between the block and the table computes. */
  computed: RelationColumn[];
  hasMeasures: boolean;
}

/**
 * The columns of the chain that the condition of a block names. Throws 42803 for a measure if the block must be grouped:
 * such a condition belongs in `having`.
 */
export function whereReferences(
  planner: Planner,
  block: Block,
  chain: Chain,
  mustGroup: boolean,
): WhereReferences {
  const raw: Collected["raw"] = [];
  const computed: RelationColumn[] = [];
  const where = block.select.whereClause;
  if (where === undefined) return {raw, computed, hasMeasures: false};
  walk(where, part => {
    if (isNode(part, "ColumnRef")) {
      const found = planner.analysis.columns.get(part.ColumnRef);
      const column =
        found && isOfChain(chain, found.relation) ? columnBehind(chain, found.column) : undefined;
      const name = found?.relation === chain.relation ? found.column.name : (column?.name ?? "");
      if (found !== undefined && isOfChain(chain, found.relation) && column === undefined)
        computed.push(found.column);
      if (found !== undefined && column !== undefined)
        raw.push({column, name, ref: part.ColumnRef, isInAggregate: true});
    }
    return true;
  });
  const measure = raw.find(({column}) => column.kind === "measure");
  if (measure !== undefined && mustGroup)
    throw new SqlError("42803", `a measure of a group cannot stand in WHERE: "${measure.name}"`, {
      hint: "Write the condition as HAVING.",
      position: planner.source.position(measure.ref.location),
    });
  return {raw, computed, hasMeasures: measure !== undefined};
}
