import type {Node} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import {type Planner, readingOf, rowCondition} from "../planner.ts";
import {type Condition, type ConditionContext, columnIn} from "../pushdown/condition.ts";
import {type Chain, columnBehind, expressionBehind} from "./chain.ts";

/** The expression as a condition on the rows of the chain's table; `undefined` if the layer has no such filter. */
export function chainCondition(planner: Planner, chain: Chain, node: Node): Condition | undefined {
  const {columnOf, expressionOf} = contextOf(planner, chain);
  return rowCondition(planner, node, columnOf, expressionOf);
}

/** The dimension of the chain's table that an expression reads, perhaps under a cast that changes nothing. */
export function chainColumn(planner: Planner, chain: Chain, node: Node): CatalogColumn | undefined {
  return columnIn(node, {...readingOf(planner), ...contextOf(planner, chain)});
}

function contextOf(planner: Planner, chain: Chain): Pick<ConditionContext, "columnOf" | "expressionOf"> {
  const {columns} = planner.analysis;
  return {
    columnOf: ref => {
      const found = columns.get(ref);
      const column = found && columnBehind(chain, found.column);
      return column?.kind === "dimension" ? column : undefined;
    },
    expressionOf: ref => {
      const found = columns.get(ref);
      return found && expressionBehind(found.column);
    },
  };
}
