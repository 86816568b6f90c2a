import type {ColumnRef, FuncCall, Node} from "libpg-query";
import {MEASURE_FUNCTIONS} from "../allowed/check.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Block, RelationColumn} from "../names/relations.ts";
import type {Planner} from "../planner.ts";
import {SqlError} from "../sql-error.ts";
import {childrenOf, functionName, isNode, jsonAggregateOf, stringsOf, walk} from "../statement/nodes.ts";
import {isAggregate, isIdempotent} from "./aggregates.ts";
import {type Chain, columnBehind, expressionBehind, isMeasureItself, isOfChain} from "./chain.ts";
import {type GrainExpression, grainOf} from "./grains.ts";
import {type PartialAggregate, partialAggregateOf} from "./partial-aggregate.ts";
import {refuseAggregate} from "./refuse-aggregate.ts";
import {type RowAggregateCall, rowAggregateOf} from "./row-aggregate.ts";

/** The measures, aggregates and dimensions of a table that a block uses. */
export interface Collected {
  /**
   * The measures: `MEASURE(m)`, `sum(m)` of a sum, or a bare `m`. `isOfGroup` marks a measure that must not be computed from
   * values of rows.
   */
  measures: {column: CatalogColumn; node: FuncCall | ColumnRef; isCall: boolean; isOfGroup: boolean}[];
  aggregates: RowAggregateCall[];
  /** Aggregates whose conditions stay in the statement, over groups by the columns that the conditions name. */
  partials: PartialAggregate[];
  /** Whether one of the aggregates needs whole groups, because it cannot be combined from parts of them. */
  needsGroups: boolean;
  grains: {expression: GrainExpression; node: Node}[];
  /** Dimensions that are named by themselves. */
  raw: {column: CatalogColumn; name: string; ref: ColumnRef; isInAggregate: boolean}[];
  /** The first aggregate that cannot be computed from groups. */
  obstacle: FuncCall | undefined;
  hasAggregates: boolean;
  /** The first aggregate that stays over finer groups, because of its conditions or because repeated values do not matter. */
  idempotent: FuncCall | undefined;
  hasWindows: boolean;
  /** Whether measures are keys of `group by`, where they are values of rows. */
  hasMeasureKeys: boolean;
  /** Columns that a derived table computes, which the table does not have. */
  computed: RelationColumn[];
}

/** With `needsWholeGroups`, also collects aggregates that need whole groups. */
export function collect(planner: Planner, block: Block, chain: Chain, needsWholeGroups: boolean): Collected {
  const collector = new Collector(planner, block, chain, needsWholeGroups);
  const {select} = block;
  for (const node of select.groupClause ?? []) collector.key(node);
  for (const node of select.targetList ?? []) collector.visit(node, false);
  if (select.havingClause !== undefined) collector.visit(select.havingClause, false);
  for (const node of [
    ...(select.sortClause ?? []),
    ...(select.windowClause ?? []),
    ...(select.distinctClause ?? []),
  ])
    collector.visit(node, false);
  return collector.found;
}

class Collector {
  readonly found: Collected = {
    measures: [],
    aggregates: [],
    partials: [],
    needsGroups: false,
    grains: [],
    raw: [],
    obstacle: undefined,
    hasAggregates: false,
    idempotent: undefined,
    hasWindows: false,
    hasMeasureKeys: false,
    computed: [],
  };
  readonly #isGrouped: boolean;

  constructor(
    readonly planner: Planner,
    readonly block: Block,
    readonly chain: Chain,
    readonly needsWholeGroups: boolean,
  ) {
    this.#isGrouped = block.select.groupClause !== undefined;
  }

  key(node: Node): void {
    if ("GroupingSet" in node) {
      for (const part of node.GroupingSet.content ?? []) this.key(part);
      return;
    }
    if ("ColumnRef" in node && this.#own(node.ColumnRef)?.column.kind === "measure")
      this.found.hasMeasureKeys = true;
    this.visit(node, false);
  }

  visit(part: object, isInAggregate: boolean): void {
    // `json_array(select …)` has a select that is in no `SubLink`.
    if (isNode(part, "SelectStmt")) return;
    if (isNode(part, "SubLink")) {
      if (part.SubLink.testexpr !== undefined) this.visit(part.SubLink.testexpr, isInAggregate);
      return;
    }
    if (isNode(part, "ColumnRef")) {
      this.#reference(part.ColumnRef, isInAggregate);
      return;
    }
    if (isNode(part, "TypeCast") || isNode(part, "FuncCall")) {
      const expression = grainOf(part, {
        ...this.planner.options,
        columnOf: ref => {
          const own = this.#own(ref);
          return own?.column.kind === "dimension" ? own.column : undefined;
        },
      });
      if (expression !== undefined && !isInAggregate) {
        this.found.grains.push({expression, node: part});
        return;
      }
    }
    const json = jsonAggregateOf(part);
    if (json?.over !== undefined) this.found.hasWindows = true;
    else if (json !== undefined) {
      this.found.hasAggregates = true;
      this.found.obstacle ??= {location: json.location};
    }
    if (isNode(part, "FuncCall")) this.#call(part.FuncCall, isInAggregate);
    else for (const child of childrenOf(part)) this.visit(child, isInAggregate);
  }

  /** The column of the chain's table that a reference of this block means. */
  #own(ref: ColumnRef): {column: CatalogColumn; name: string; isItself: boolean} | undefined {
    const found = this.planner.analysis.columns.get(ref);
    if (found === undefined || !isOfChain(this.chain, found.relation)) return undefined;
    const column = columnBehind(this.chain, found.column);
    // A column of a joined table is known by its name in the first table.
    const name = found.relation === this.chain.relation ? found.column.name : (column?.name ?? "");
    return column && {column, name, isItself: isMeasureItself(found.column)};
  }

  #reference(ref: ColumnRef, isInAggregate: boolean): void {
    const own = this.#own(ref);
    if (own === undefined) {
      this.#computed(ref, isInAggregate);
      return;
    }
    if (own.column.kind === "measure") {
      if (!own.isItself || (isInAggregate && !this.#isGrouped))
        this.found.obstacle ??= {location: ref.location ?? 0};
      const isOfGroup = own.isItself && !isInAggregate && this.#isGrouped;
      this.found.measures.push({column: own.column, node: ref, isCall: false, isOfGroup});
      return;
    }
    this.found.raw.push({column: own.column, name: own.name, ref, isInAggregate});
  }

  /** Collects a column of a derived table, which may be a grain of the table's time. */
  #computed(ref: ColumnRef, isInAggregate: boolean): void {
    const found = this.planner.analysis.columns.get(ref);
    if (found === undefined || !isOfChain(this.chain, found.relation)) return;
    const inner = expressionBehind(found.column);
    const expression =
      inner && !isInAggregate
        ? grainOf(inner, {
            ...this.planner.options,
            columnOf: one => {
              const column = this.planner.analysis.columns.get(one)?.column;
              const base = column && columnBehind(this.chain, column);
              return base?.kind === "dimension" ? base : undefined;
            },
          })
        : undefined;
    if (expression === undefined) this.found.computed.push(found.column);
    else this.found.grains.push({expression: {...expression, ref}, node: {ColumnRef: ref}});
  }

  #call(call: FuncCall, isInAggregate: boolean): void {
    const name = functionName(call);
    if (MEASURE_FUNCTIONS.has(name)) {
      this.#measure(call, name);
      return;
    }
    if (call.over !== undefined) {
      this.found.hasWindows = true;
      for (const child of childrenOf(call)) this.visit(child, isInAggregate);
      return;
    }
    if (!isAggregate(name)) {
      for (const child of childrenOf(call)) this.visit(child, isInAggregate);
      return;
    }
    if (this.#isOfOuter(call)) {
      this.found.obstacle ??= call;
      return;
    }
    this.found.hasAggregates = true;
    const [only] = call.args ?? [];
    const own =
      call.args?.length === 1 && only !== undefined && "ColumnRef" in only
        ? this.#own(only.ColumnRef)
        : undefined;
    if (own?.column.kind === "measure") {
      const isPlain =
        call.agg_filter === undefined && call.agg_order === undefined && call.agg_within_group !== true;
      this.#aggregateOfMeasure(call, name, own, isPlain);
      return;
    }
    const aggregate = rowAggregateOf(this.planner, this.chain, call, name, this.needsWholeGroups);
    if (aggregate !== undefined) {
      this.found.aggregates.push(aggregate);
      if (typeof aggregate.aggregate !== "string") this.found.needsGroups = true;
      return;
    }
    const partial = partialAggregateOf(this.planner, this.chain, call, name);
    if (partial !== undefined) {
      this.found.partials.push(partial);
      this.found.idempotent ??= call;
      for (const condition of partial.conditions) this.visit(condition, true);
      return;
    }
    if (isIdempotent(name, call.agg_distinct === true)) this.found.idempotent ??= call;
    else this.found.obstacle ??= call;
    for (const child of childrenOf(call)) this.visit(child, true);
  }

  /** Whether an aggregate belongs to an outer select, because all of its columns do. */
  #isOfOuter(call: FuncCall): boolean {
    let [own, outer] = [false, false];
    walk(call, part => {
      if (!isNode(part, "ColumnRef")) return true;
      const relation = this.planner.analysis.columns.get(part.ColumnRef)?.relation;
      if (relation === undefined || this.block.relations.includes(relation)) own = true;
      else outer = true;
      return true;
    });
    return outer && !own;
  }

  #measure(call: FuncCall, name: string): void {
    const {source} = this.planner;
    const position = source.position(call.location);
    const word = name.toUpperCase();
    const [only] = call.args ?? [];
    if (call.args?.length !== 1 || only === undefined || !("ColumnRef" in only))
      throw new SqlError("42883", `${word} takes one measure: ${word}("name").`, {position});
    if (call.over !== undefined || call.agg_filter !== undefined || call.agg_distinct === true)
      throw new SqlError("0A000", `${word} takes no FILTER, DISTINCT or OVER`, {
        hint: `Write a condition as WHERE, and a window over it around it: sum(${word}("name")) OVER (…).`,
        position,
      });
    const own = this.#own(only.ColumnRef);
    if (own?.column.kind !== "measure") throw notMeasure(this.planner, call, only.ColumnRef, word);
    this.found.measures.push({column: own.column, node: call, isCall: true, isOfGroup: true});
  }

  #aggregateOfMeasure(
    call: FuncCall,
    name: string,
    own: {column: CatalogColumn; isItself: boolean},
    isPlain: boolean,
  ): void {
    const {column} = own;
    const isSame =
      isPlain &&
      (column.aggregate === "count_distinct"
        ? name === "count"
        : name === column.aggregate && call.agg_distinct !== true);
    if (isSame) {
      const isOfRows = column.isAdditive === true && name !== "count";
      this.found.measures.push({column, node: call, isCall: true, isOfGroup: !isOfRows});
      return;
    }
    if (!own.isItself) {
      this.found.obstacle ??= call;
      return;
    }
    throw refuseAggregate(this.planner, column, call);
  }
}

function notMeasure(planner: Planner, call: FuncCall, ref: ColumnRef, word: string): SqlError {
  const name = stringsOf(ref.fields).at(-1) ?? "";
  return new SqlError("42809", `"${name}" is not a measure of a table in this FROM`, {
    hint: `${word} takes a measure of a table that this SELECT reads directly, or through selects that only pick columns and rows.`,
    position: planner.source.position(call.location),
  });
}
