import type {FuncCall} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Planner} from "../planner.ts";
import {isDecomposable} from "./aggregates.ts";
import {type Arm, type Arms, armsOf} from "./case-branches.ts";
import type {Chain} from "./chain.ts";
import {chainColumn, chainCondition} from "./chain-condition.ts";
import {soleKey, type WholeAggregate, wholeAggregateOf} from "./whole-aggregates.ts";

/** An aggregate of rows that the layer computes. */
export interface RowAggregateCall extends Arms {
  call: FuncCall;
  /** The aggregate. An aggregate given by its name can be combined from parts of the group; a `WholeAggregate` cannot. */
  aggregate: "count" | "sum" | "avg" | "min" | "max" | WholeAggregate;
}

const DECOMPOSABLE = ["count", "sum", "avg", "min", "max"] as const;

/** The aggregate of the chain's table for a call; `undefined` if the layer cannot compute it. */
export function rowAggregateOf(
  planner: Planner,
  chain: Chain,
  call: FuncCall,
  name: string,
  needsWholeGroups: boolean,
): RowAggregateCall | undefined {
  const arms = filteredArms(planner, chain, call);
  if (arms === undefined) return undefined;
  const {dialect} = planner.catalog;
  const isPlain =
    call.agg_order === undefined && call.agg_within_group !== true && call.agg_distinct !== true;
  const aggregate = DECOMPOSABLE.find(one => one === name);
  if (isPlain && aggregate !== undefined) {
    const isAll = arms.arms.every(
      ({value}) => !("column" in value) || isDecomposable(dialect, aggregate, value.column),
    );
    return isAll && acceptsType(aggregate, arms) ? {call, aggregate, ...arms} : undefined;
  }
  const column = needsWholeGroups ? soleColumn(arms) : undefined;
  const whole = column && wholeAggregateOf(call, name, dialect, column);
  return whole && {call, aggregate: whole, ...arms};
}

/**
 * Whether the aggregate accepts values of this type: numbers always, other types for counts, and for `min` and `max` of one
 * column.
 */
function acceptsType(aggregate: RowAggregateCall["aggregate"], arms: Arms): boolean {
  const {type} = arms;
  if (type === "integer" || type === "bigint" || type === "numeric" || type === "double precision")
    return true;
  const isEnd = aggregate === "min" || aggregate === "max";
  return aggregate === "count" || (isEnd && soleColumn(arms) !== undefined);
}

/** The only column that an expression reads, if it returns the column's values unchanged. */
function soleColumn({arms: [arm, ...others], type}: Arms): CatalogColumn | undefined {
  if (arm === undefined || others.length > 0 || !("column" in arm.value)) return undefined;
  return arm.value.column.type === type ? arm.value.column : undefined;
}

/** The arms of the aggregated expression, for the rows that the call's `filter` lets through. */
function filteredArms(planner: Planner, chain: Chain, call: FuncCall): Arms | undefined {
  const found = argumentOf(planner, chain, call);
  if (found === undefined || call.agg_filter === undefined) return found;
  const condition = chainCondition(planner, chain, call.agg_filter);
  if (condition === undefined || condition === false) return undefined;
  if (condition === true) return found;
  const arms = found.arms.map((arm): Arm => ({...arm, where: [condition, ...arm.where]}));
  return {...found, arms, isTotal: false};
}

function argumentOf(planner: Planner, chain: Chain, call: FuncCall): Arms | undefined {
  if (call.agg_star === true)
    return {arms: [{where: [], value: {constant: "1"}}], type: "integer", isTotal: true};
  if (call.agg_within_group === true) {
    const key = soleKey(call);
    const column = key && chainColumn(planner, chain, {ColumnRef: key});
    return column && {arms: [{where: [], value: {column}}], type: column.type, isTotal: true};
  }
  const [only, ...others] = call.args ?? [];
  return only === undefined || others.length > 0 ? undefined : armsOf(planner, chain, only);
}
