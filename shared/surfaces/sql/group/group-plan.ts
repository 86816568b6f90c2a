import type {ColumnRef, FuncCall, Node} from "libpg-query";
import type {Filter, Query} from "../../../semantic/documents.ts";
import {type CatalogColumn, type ColumnType, typeOf} from "../catalog-types.ts";
import type {Block} from "../names/relations.ts";
import {addInput, type Planner, quoteIdentifier} from "../planner.ts";
import {noRows} from "../pushdown/condition.ts";
import {type Extent, extentOfCall, extentOfClause, extentOfNames, selectIndex} from "../statement/extents.ts";
import {conjunctsOf} from "../statement/nodes.ts";
import {writeAggregate} from "./aggregate-text.ts";
import type {Chain} from "./chain.ts";
import {chainCondition} from "./chain-condition.ts";
import type {Collected} from "./collect.ts";
import {checkUngrouped, earlierSpellings, hasKeys, isExact, keysOf} from "./group-by-keys.ts";
import {firstGroups} from "./group-order.ts";
import type {GroupedBlock, InputColumn} from "./grouped-block.ts";
import {groupConditions} from "./having.ts";
import {inputColumns} from "./input-columns.ts";
import {type InnerSelects, keepBetween} from "./keep-subselects.ts";
import {MeasureColumns} from "./measure-columns.ts";
import {editsOfPartial, type PartialAggregate} from "./partial-aggregate.ts";
import {combined, markDoubles} from "./reaggregate.ts";
import {refuseJoin, refuseKeys, refuseTwice, refuseWhere} from "./refusals.ts";
import {extentOfGrain, replaceFrom, replaceTable} from "./rewrite-from.ts";
import type {RowAggregateCall} from "./row-aggregate.ts";
import {type WhereReferences, whereReferences} from "./where-references.ts";

export class GroupPlan {
  readonly #dimensions = new Map<string, {name: string} & ColumnType>();
  readonly #measures: MeasureColumns;
  readonly #edits: {extent: Extent; text: string}[] = [];
  readonly #plain = new Map<object, string>();
  readonly #sorted = new Map<object, string>();
  /** The column of the input that has the same numbers as an expression of the block, but another type. */
  readonly #equal = new Map<object, string>();
  readonly #filters: Filter[] = [];
  #isNever = false;

  constructor(
    readonly planner: Planner,
    readonly block: Block,
    readonly chain: Chain,
    readonly found: Collected,
    readonly mustGroup: boolean,
  ) {
    this.#measures = new MeasureColumns(chain);
  }

  /** The plan. `finer` plans the block again, for aggregates that need whole groups where the input's groups are finer. */
  plan(finer: () => GroupedBlock | undefined): GroupedBlock | undefined {
    const {planner, block, chain, found} = this;
    const {isInnerDone, isOuterDone} = this.#pushWhere();
    const conditions = whereReferences(planner, block, chain, this.mustGroup);
    const isComputed = found.computed.length + conditions.computed.length > 0;
    if (conditions.hasMeasures || (chain.joined.length > 0 && isComputed)) {
      if (!this.mustGroup) return undefined;
      throw refuseJoin();
    }
    const isInPlace =
      chain.between.length > 0 &&
      (!isInnerDone || found.computed.length > 0 || (!isOuterDone && conditions.computed.length > 0));
    const isWhereDone = isInnerDone && isOuterDone && !isInPlace;
    const inner = isInPlace ? this.#keepBetween(conditions) : undefined;
    if (isInPlace && inner === undefined) {
      if (!this.mustGroup) return undefined;
      throw refuseWhere();
    }
    if (inner === undefined && this.#addDimensions([...found.raw, ...(isOuterDone ? [] : conditions.raw)])) {
      if (!this.mustGroup) return undefined;
      throw refuseTwice();
    }
    const keys = keysOf(planner, block, found);
    // A query without dimensions has one row even without source rows. Aggregates of constants would count that row.
    const isOneRow = inner === undefined && this.#dimensions.size === 0 && found.grains.length === 0;
    const exact =
      isWhereDone && isExact(planner, keys, found) && !(isOneRow && found.idempotent !== undefined);
    if (!exact && found.needsGroups) return finer();
    if (this.mustGroup) checkUngrouped(planner, block, found, keys);
    if (!exact) {
      const measure = found.measures.find(({column}) => column.isAdditive !== true);
      if (measure !== undefined) {
        if (!isWhereDone) throw refuseWhere(measure.column);
        throw refuseKeys(planner, measure, keys, found);
      }
    }
    for (const {column, node, isCall} of found.measures) this.#replaceMeasure(column, node, isCall, exact);
    for (const aggregate of found.aggregates) this.#replaceAggregate(aggregate, exact);
    for (const partial of found.partials) this.#replacePartial(partial);
    for (const [at, {expression, node}] of inner === undefined ? found.grains.entries() : []) {
      const name = this.#grainColumn(expression);
      const copies = keys.isPlain ? 0 : earlierSpellings(planner, found, at);
      const quoted = "coalesce(".repeat(copies) + this.#quoted(name) + ")".repeat(copies);
      this.#edits.push({extent: extentOfGrain(planner.source, node), text: expression.write(quoted)});
      const key = "FuncCall" in node ? node.FuncCall : node;
      if (expression.write("x") === "x") this.#plain.set(key, name);
      if (expression.keepsOrder) this.#sorted.set(key, name);
    }
    if (chain.joined.length > 0)
      this.#nameInFirst(isWhereDone ? found.raw : [...found.raw, ...conditions.raw]);
    for (const {required} of chain.joined) {
      if (required !== undefined) this.#filters.push({field: required.field, op: "is_not_null"});
    }
    if (isWhereDone) this.#dropWhere();
    const groups = exact ? groupConditions(planner, block, this.#fields()) : undefined;
    this.#filters.push(...(groups?.filters ?? []));
    if (this.#isNever) this.#filters.splice(0, Infinity, this.#nothing());
    // Without dimensions, the query has a row even if there are no source rows, where `group by 'a'` has no group.
    const isGrouped = hasKeys(block) || this.#isDistinct() || found.idempotent !== undefined;
    const counted =
      isGrouped && this.#dimensions.size === 0 && inner === undefined
        ? this.#measures.add({name: "", agg: "count"}, "count", {type: "bigint"}, true)
        : undefined;
    const allGroups = this.#query();
    if (allGroups === undefined) return undefined;
    const columns = this.#columns();
    const isAll = groups?.isAll === true;
    const plain = this.#plain;
    const sorted = new Map([...this.#sorted, ...this.#equal, ...plain]);
    const grouped = {block, chain, columns, isExact: exact, isHavingDone: isAll, plain, sorted};
    const query =
      isAll && !found.hasWindows ? {...allGroups, ...firstGroups(planner, grouped, allGroups)} : allGroups;
    const input = addInput(
      planner,
      query,
      columns.map(({name, type}) => ({name, type})),
    );
    for (const {extent, text} of this.#edits) planner.edits.push({...extent, text});
    if (inner === undefined) replaceFrom(planner, block, chain, input.name, counted);
    else {
      replaceTable(planner, chain.use.node, input.name);
      for (const {extent, text} of inner.edits(this.#measures.all.map(({name}) => name)))
        planner.edits.push({...extent, text});
    }
    for (const {use} of [chain, ...chain.joined]) planner.grouped.add(use);
    planner.explain.push(
      `${input.name}: ${chain.use.table.model} grouped by ${[...this.#dimensions.keys()].join(", ") || "nothing"}` +
        `${exact ? "" : ", to be added up"}`,
    );
    return {...grouped, query, isCounted: counted !== undefined};
  }

  #columns(): InputColumn[] {
    return inputColumns(this.#dimensions, this.#measures, this.found);
  }

  /** Finds the field of the query for a reference or a call of the block. */
  #fields(): (node: ColumnRef | FuncCall) => CatalogColumn | undefined {
    const columns = new Map(this.#columns().map(column => [column.name, column]));
    return node => columns.get(this.#plain.get(node) ?? this.#equal.get(node) ?? "");
  }

  #isDistinct(): boolean {
    const {hasAggregates, measures} = this.found;
    return !hasAggregates && measures.length === 0;
  }

  #alias(): string {
    return this.chain.relation.name ?? "";
  }

  #quoted(name: string): string {
    const alias = this.#alias();
    return alias === "" ? quoteIdentifier(name) : `${quoteIdentifier(alias)}.${quoteIdentifier(name)}`;
  }

  /** Keeps the inner selects, over groups by all columns that they and this select use. */
  #keepBetween(conditions: WhereReferences): InnerSelects | undefined {
    const {planner, chain, found} = this;
    const refs = [...found.raw, ...conditions.raw, ...found.grains.map(({expression}) => expression)];
    const used = refs.flatMap(({ref}) => planner.analysis.columns.get(ref)?.column ?? []);
    const inner = keepBetween(planner, chain, [...used, ...found.computed, ...conditions.computed]);
    if (inner === undefined) return undefined;
    for (const column of inner.dimensions) {
      this.#dimensions.set(column.field, {name: column.name, ...typeOf(column)});
      this.#measures.names.add(column.name);
    }
    for (const {name} of chain.between.flatMap(({relations}) => relations.flatMap(({columns}) => columns)))
      this.#measures.names.add(name);
    return inner;
  }

  /** Makes the conditions of the chain filters of the query, as far as the layer has them. */
  #pushWhere(): {isInnerDone: boolean; isOuterDone: boolean} {
    const {block, chain} = this;
    const isOuterDone = conjunctsOf(block.select.whereClause)
      .map(node => this.#push(node))
      .every(Boolean);
    const isInnerDone = chain.conditions.map(node => this.#push(node)).every(Boolean);
    return {isInnerDone, isOuterDone};
  }

  #push(node: Node): boolean {
    const condition = chainCondition(this.planner, this.chain, node);
    if (condition === undefined) return false;
    if (condition === false) this.#isNever = true;
    else if (condition !== true) this.#filters.push(condition);
    return true;
  }

  /** Adds the dimensions. Returns whether a field has two names: a query can give a field only one name. */
  #addDimensions(raw: Collected["raw"]): boolean {
    for (const {column, name, ref} of raw) {
      const known = this.#dimensions.get(column.field);
      if (known !== undefined && known.name !== name) return true;
      this.#dimensions.set(column.field, {name, ...typeOf(column)});
      this.#plain.set(ref, name);
    }
    return false;
  }

  #grainColumn({column, grain, type}: Collected["grains"][number]["expression"]): string {
    const field = `${column.field}.${grain}`;
    const known = this.#dimensions.get(field);
    if (known !== undefined) return known.name;
    const name = this.#measures.fresh(`${column.name}.${grain}`);
    this.#dimensions.set(field, {name, type});
    return name;
  }

  #replaceMeasure(column: CatalogColumn, node: FuncCall | ColumnRef, isCall: boolean, exact: boolean): void {
    const {source} = this.planner;
    const isCount = column.aggregate === "count" && column.isAdditive === true;
    const name = this.#measures.add(column.field, column.name, column, isCount);
    const extent = isCall ? extentOfCall(source, node) : extentOfNames(source, node);
    const quoted = this.#quoted(name);
    const aggregate = column.aggregate === "count_distinct" ? "count" : (column.aggregate ?? "sum");
    const text = exact ? `any_value(${quoted})` : combined(aggregate, quoted, column.type);
    this.#edits.push({extent, text});
    this.#plain.set(node, name);
  }

  #replaceAggregate(aggregate: RowAggregateCall, isExact: boolean): void {
    const {call} = aggregate;
    const {sortClause, havingClause} = this.block.select;
    const grouping = {
      dialect: this.planner.catalog.dialect,
      measures: this.#measures,
      quoted: (name: string) => this.#quoted(name),
      isExact,
      hasRows: hasKeys(this.block),
      isCompared: (sortClause ?? havingClause) !== undefined,
    };
    const {text, plain, equal} = writeAggregate(grouping, aggregate);
    this.#edits.push({extent: extentOfCall(this.planner.source, call), text});
    if (plain !== undefined) this.#plain.set(call, plain);
    if (equal !== undefined) this.#equal.set(call, equal);
  }

  #replacePartial(partial: PartialAggregate): void {
    const edits = editsOfPartial(this.planner.source, partial, (agg, column, type) => {
      const isOfDoubles = markDoubles(this.planner.catalog.dialect, agg, column);
      const of = column === undefined ? {} : {of: column.field, ...isOfDoubles};
      const preferred = column === undefined ? "count" : `${agg} ${column.name}`;
      const columnType = agg === "count" || column === undefined ? {type} : typeOf({...column, type});
      return this.#quoted(this.#measures.add({name: "", agg, ...of}, preferred, columnType, agg === "count"));
    });
    this.#edits.push(...edits);
  }

  #dropWhere(): void {
    const {source} = this.planner;
    const {select} = this.block;
    if (select.whereClause === undefined) return;
    const [first] = select.targetList ?? [];
    const location = first !== undefined && "ResTarget" in first ? first.ResTarget.location : 0;
    const extent = extentOfClause(source, selectIndex(source, location), "where");
    if (extent !== undefined) this.#edits.push({extent, text: ""});
  }

  #nothing(): Filter {
    return noRows(this.chain.use.table.columns.filter(({kind}) => kind === "dimension"));
  }

  #query(): Query | undefined {
    const dimensions = [...this.#dimensions.keys()];
    const measures = this.#measures.all.map(({entry}) => entry);
    if (dimensions.length === 0 && measures.length === 0) return undefined;
    const {planner} = this;
    return {
      model: this.chain.use.table.model,
      projectId: planner.catalog.projectId,
      ...(dimensions.length === 0 ? {} : {dimensions}),
      ...(measures.length === 0 ? {} : {measures}),
      ...(this.#filters.length === 0 ? {} : {filters: this.#filters}),
      timezone: planner.options.timezone,
    };
  }

  /** Renames columns of joined tables to those of the first table, which is the only one left. */
  #nameInFirst(raw: Collected["raw"]): void {
    const {planner, chain} = this;
    for (const {ref, name} of raw) {
      if (planner.analysis.columns.get(ref)?.relation === chain.relation) continue;
      this.#edits.push({extent: extentOfNames(planner.source, ref), text: this.#quoted(name)});
    }
  }
}
