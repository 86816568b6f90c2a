import type {FuncCall} from "libpg-query";
import type {Block} from "../names/relations.ts";
import type {Planner} from "../planner.ts";
import {hasVolatile} from "../rows/push-down.ts";
import {SqlError} from "../sql-error.ts";
import {functionName, isNode, walk} from "../statement/nodes.ts";
import {type Chain, chainOf, isOfChain} from "./chain.ts";
import {type Collected, collect} from "./collect.ts";
import {GroupPlan} from "./group-plan.ts";
import type {GroupedBlock} from "./grouped-block.ts";
import {joinedChain} from "./joined-chain.ts";
import {refuseBeside} from "./refusals.ts";

/**
 * Plans a select over one table as a grouped query. The statement groups its rows once more: where a key or a condition is
 * an expression that the layer does not have, the query's groups are finer than the block's, and measures are added up.
 * `undefined` if the block selects rows. Throws 0A000 for a measure that cannot be computed in this way.
 */
export function groupBlock(planner: Planner, block: Block): GroupedBlock | undefined {
  return planGroups(planner, block, true);
}

/** With `needsWholeGroups`, the query computes aggregates that need whole groups, so its groups must be the block's. */
function planGroups(planner: Planner, block: Block, needsWholeGroups: boolean): GroupedBlock | undefined {
  const calls = measureCalls(block);
  const chain = chainOf(block) ?? joinedChain(planner, block);
  if (chain === undefined) {
    if (calls[0] !== undefined) throw notOverOneTable(planner, calls[0]);
    return undefined;
  }
  const found = collect(planner, block, chain, needsWholeGroups);
  const mustGroup =
    calls.length > 0 || found.measures.some(({isCall}) => isCall) || bareMeasures(block, found);
  if (!mustGroup && !mayGroup(block, found)) return undefined;
  const problem = problemOf(planner, block, chain, found);
  if (problem !== undefined) {
    if (calls[0] !== undefined || found.measures.some(({isOfGroup}) => isOfGroup)) throw problem;
    return undefined;
  }
  const plan = new GroupPlan(planner, block, chain, found, mustGroup);
  return plan.plan(() => planGroups(planner, block, false));
}

function bareMeasures(block: Block, {measures, hasMeasureKeys}: Collected): boolean {
  return block.select.groupClause !== undefined && !hasMeasureKeys && measures.length > 0;
}

function mayGroup(block: Block, found: Collected): boolean {
  const {select} = block;
  if (found.obstacle !== undefined || found.measures.length > 0) return false;
  const isGrouped = found.hasAggregates || select.groupClause !== undefined;
  const isDistinct = select.distinctClause !== undefined && !found.hasWindows;
  return (isGrouped || isDistinct) && !hasVolatile(select);
}

function problemOf(planner: Planner, block: Block, chain: Chain, found: Collected): SqlError | undefined {
  const refuse = (message: string, node: {location?: number} | undefined, hint?: string) =>
    new SqlError("0A000", message, {
      ...(hint === undefined ? {} : {hint}),
      ...(node === undefined ? {} : {position: planner.source.position(node.location)}),
    });
  if (found.obstacle !== undefined) return refuseBeside(planner, found.obstacle);
  const outside = [...planner.analysis.columns].find(
    ([, {relation, block: at}]) => isOfChain(chain, relation) && at !== block,
  );
  if (outside !== undefined)
    return refuse(
      "a subquery beside an aggregate cannot use columns of the table around it",
      outside[0],
      "Compare with the subquery in a select around this one.",
    );
  if (chain.relation.isRowUsed === true)
    return refuse(
      "a row of a table is used as a whole beside a measure",
      undefined,
      "Name the columns that are meant.",
    );
  return undefined;
}

const nameOf = (call: FuncCall): string =>
  call.funcname === undefined ? "this expression" : functionName(call);

/** The calls of `MEASURE` in a select itself. */
function measureCalls(block: Block): FuncCall[] {
  const {select} = block;
  const calls: FuncCall[] = [];
  const parts = [
    select.targetList,
    select.havingClause,
    select.sortClause,
    select.groupClause,
    select.distinctClause,
  ];
  for (const part of [...parts, select.windowClause]) {
    if (part === undefined) continue;
    walk(part, node => {
      if (isNode(node, "FuncCall") && ["measure", "aggregate"].includes(functionName(node.FuncCall)))
        calls.push(node.FuncCall);
      return !isNode(node, "SubLink") && !isNode(node, "SelectStmt");
    });
  }
  return calls;
}

function notOverOneTable(planner: Planner, call: FuncCall): SqlError {
  return new SqlError(
    "0A000",
    `${nameOf(call).toUpperCase()} needs a select that reads the rows of one table and nothing else`,
    {
      hint: 'Write it in a select over that table, and join the result. Columns of joined tables are in it as "role.field".',
      position: planner.source.position(call.location),
    },
  );
}
