import type {FuncCall, Node} from "libpg-query";
import type {SqlType} from "../../../core/wire/sql-tables.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Planner} from "../planner.ts";
import {type Extent, extentOfCall, extentOfNames, extentOfToken} from "../statement/extents.ts";
import type {Source} from "../statement/source.ts";
import {isDecomposable} from "./aggregates.ts";
import {type ArmType, readValue, typeOfAll, type Value} from "./case-branches.ts";
import type {Chain} from "./chain.ts";
import {sumTypeOf} from "./reaggregate.ts";

/**
 * An aggregate with conditions that the layer cannot express. The input is grouped by all columns that the conditions name.
 * The conditions stay in the statement, and the aggregated values are replaced by those of the groups.
 */
export interface PartialAggregate {
  call: FuncCall;
  aggregate: "count" | "sum" | "min" | "max";
  /** The conditions, which stay in the statement and name columns of rows. */
  conditions: Node[];
  /** The aggregated columns, and constants of each row. */
  values: {node: Node; column?: CatalogColumn}[];
  /** The type of the aggregated values. */
  type: ArmType;
}

/** Reads a call as a `PartialAggregate`; `undefined` if it has no conditions, or aggregates other expressions. */
export function partialAggregateOf(
  planner: Planner,
  chain: Chain,
  call: FuncCall,
  name: string,
): PartialAggregate | undefined {
  if (name !== "count" && name !== "sum" && name !== "min" && name !== "max") return undefined;
  if (call.agg_order !== undefined || call.agg_distinct === true || call.agg_within_group === true)
    return undefined;
  const conditions: Node[] = call.agg_filter === undefined ? [] : [call.agg_filter];
  if (call.agg_star === true)
    return conditions.length === 0
      ? undefined
      : {call, aggregate: "count", conditions, values: [], type: "integer"};
  const [argument, ...others] = call.args ?? [];
  if (argument === undefined || others.length > 0) return undefined;
  const results = resultsOf(argument, conditions);
  if (results === undefined || conditions.length === 0) return undefined;
  const read = results.map(node => ({node, value: readValue(planner, chain, node)}));
  const type = typeOfAll(read.flatMap(({value}) => value ?? []));
  if (type === undefined) return undefined;
  const values: PartialAggregate["values"] = [];
  for (const {node, value} of read) {
    if (value === undefined || !fits(planner, name, node, value, type)) return undefined;
    if (!("isNull" in value)) values.push({node, ...("column" in value ? {column: value.column} : {})});
  }
  return {call, aggregate: name, conditions, values, type};
}

/** The results of a `case`, whose conditions are added to `conditions`, or the expression itself. */
function resultsOf(argument: Node, conditions: Node[]): Node[] | undefined {
  if (!("CaseExpr" in argument)) return [argument];
  const {arg, args = [], defresult} = argument.CaseExpr;
  if (arg !== undefined) conditions.push(arg);
  const results: Node[] = [];
  for (const when of args) {
    if (!("CaseWhen" in when)) return undefined;
    const {expr, result} = when.CaseWhen;
    if (expr === undefined || result === undefined) return undefined;
    conditions.push(expr);
    results.push(result);
  }
  return defresult === undefined ? results : [...results, defresult];
}

/** Whether an aggregate of the group can replace this value. */
function fits(
  {catalog}: Planner,
  name: PartialAggregate["aggregate"],
  node: Node,
  value: Value,
  type: ArmType,
) {
  // A null with a type is refused: beside it stands the group's number of rows, which may have another type.
  if ("isNull" in value) return "A_Const" in node;
  if ("constant" in value) return !value.constant.startsWith("-") && (name === "count" || type !== "text");
  return "ColumnRef" in node && isDecomposable(catalog.dialect, name, value.column);
}

type Ask = (agg: PartialAggregate["aggregate"], column: CatalogColumn | undefined, type: SqlType) => string;

/** The edits by which a call aggregates the groups of an input. `ask` adds a column to the input and returns its text. */
export function editsOfPartial(
  source: Source,
  {call, aggregate, values, type}: PartialAggregate,
  ask: Ask,
): {extent: Extent; text: string}[] {
  const whole = extentOfCall(source, call);
  const open = source.indexAt(whole.start) + opening(source, source.indexAt(whole.start));
  const arguments_ = {
    start: source.tokens[open]?.end ?? 0,
    end: source.tokens[source.closing(open)]?.start ?? 0,
  };
  const edits = values.flatMap(({node, column}) => {
    if ("ColumnRef" in node)
      return {
        extent: extentOfNames(source, node.ColumnRef),
        text: ask(aggregate, column, typeIn(aggregate, column)),
      };
    const location = "A_Const" in node ? node.A_Const.location : undefined;
    const extent = extentOfToken(source, location);
    const written = source.text.slice(extent.start, extent.end);
    if (aggregate === "count") return {extent, text: ask("count", undefined, "bigint")};
    const isSum = aggregate === "sum" && Number(written) !== 0;
    return isSum ? {extent, text: `${written} * ${ask("count", undefined, "bigint")}`} : [];
  });
  if (call.agg_star === true) edits.push({extent: arguments_, text: ask("count", undefined, "bigint")});
  if (aggregate === "min" || aggregate === "max") return edits;
  const name = {start: whole.start, end: source.tokens[open]?.start ?? whole.start};
  const end = {start: whole.end, end: whole.end};
  if (aggregate === "count")
    return [{extent: name, text: "coalesce(sum"}, ...edits, {extent: end, text: ", 0)::bigint"}];
  const result = type === "integer" ? "bigint" : type === "double precision" ? type : "numeric";
  return [{extent: name, text: "(sum"}, ...edits, {extent: end, text: `)::${result}`}];
}

function opening(source: Source, start: number): number {
  let at = start;
  while (at < source.tokens.length && !source.isSymbol(at, "(")) at += 1;
  return at - start;
}

function typeIn(aggregate: PartialAggregate["aggregate"], column: CatalogColumn | undefined): SqlType {
  if (aggregate === "count" || column === undefined) return "bigint";
  return aggregate === "sum" ? sumTypeOf(column) : column.type;
}
