import type {SelectStmt} from "libpg-query";
import {asksCatalog, checkAllowed, isAbout, selectOf} from "./allowed/check.ts";
import {checkSize} from "./allowed/size.ts";
import type {SqlCatalog} from "./catalog-types.ts";
import {groupBlock} from "./group/group-block.ts";
import {analyze} from "./names/analyze.ts";
import {outputName} from "./names/output-name.ts";
import type {Block} from "./names/relations.ts";
import {wholeGroups, wholeRows} from "./passthrough-query.ts";
import type {SqlPlan} from "./plan.ts";
import {type Planner, type PlanOptions, quoteIdentifier, quoteLiteral} from "./planner.ts";
import {pushConditions} from "./rows/push-down.ts";
import {readRows} from "./rows/row-input.ts";
import {endOfItem, extentOfCall, extentOfNames, extentOfToken} from "./statement/extents.ts";
import {functionName, isNode, isStar, walk} from "./statement/nodes.ts";
import {parseStatement} from "./statement/parse.ts";
import {applyEdits} from "./statement/source.ts";

/**
 * Plans one statement; a pure function. Throws an `SqlError` as Postgres would for a statement that cannot be parsed, names
 * something that does not exist, or is not allowed. Throws 0A000, with what to write instead, for a statement that the
 * layer cannot answer.
 */
export function planSql(statement: string, catalog: SqlCatalog, options: PlanOptions): SqlPlan {
  const {source, node} = parseStatement(statement);
  if (node === undefined)
    return {
      kind: "rest",
      inputs: [],
      sql: "",
      edits: [],
      readsCatalog: false,
      explain: [],
      dependsOnParameters: false,
      dependsOnNow: false,
    };
  const select = selectOf(node);
  checkSize(select);
  checkAllowed(source, select);
  const analysis = analyze(source, catalog, select);
  const planner: Planner = {
    source,
    catalog,
    options,
    analysis,
    edits: [],
    inputs: [],
    inputsByText: new Map(),
    explain: [],
    grouped: new Set(),
    dependsOnParameters: false,
    dependsOnNow: false,
  };
  const {pushed, exact} = pushConditions(planner);
  const whole = wholeRows(planner, pushed, exact);
  if (whole !== undefined) return whole;
  const covered = new Set<Block>();
  for (const block of outermostFirst(analysis.blocks)) {
    if (covered.has(block)) continue;
    const grouped = groupBlock(planner, block);
    const only = grouped && wholeGroups(planner, grouped);
    if (only !== undefined) return only;
    for (const inner of grouped?.chain.between ?? []) covered.add(inner);
  }
  for (const use of analysis.uses) {
    if (!planner.grouped.has(use)) readRows(planner, use, pushed.get(use), exact);
  }
  replaceNames(planner, select);
  keepNames(planner);
  const sql = applyEdits(statement, planner.edits);
  const readsCatalog = analysis.readsCatalog || asksCatalog(select);
  planner.explain.push(
    planner.inputs.length === 0 ? "The statement, as it is" : "The rest of the statement over these rows",
  );
  return {
    kind: "rest",
    inputs: planner.inputs,
    sql,
    edits: planner.edits,
    readsCatalog,
    explain: planner.explain,
    dependsOnParameters: planner.dependsOnParameters,
    dependsOnNow: planner.dependsOnNow,
  };
}

/** Blocks in an order in which each comes before the blocks in its `from`, but after those in its `with`. */
function outermostFirst(blocks: readonly Block[]): Block[] {
  const order: Block[] = [];
  const seen = new Set<Block>();
  const add = (block: Block): void => {
    if (seen.has(block)) return;
    seen.add(block);
    order.push(block);
  };
  const derived = new Set(blocks.flatMap(({relations}) => relations.flatMap(one => one.derived ?? [])));
  for (const block of blocks) if (!derived.has(block)) add(block);
  for (let at = 0; at < order.length; at++) {
    for (const {derived: inner} of order[at]!.relations) if (inner !== undefined) add(inner);
  }
  for (const block of blocks) add(block);
  return order;
}

/** Replaces `current_user` and the like by the caller's values, and writes references without their schema. */
function replaceNames(planner: Planner, select: SelectStmt): void {
  const {source, options, edits} = planner;
  walk(select, part => {
    // Functions about the rights of a role stay: Postgres answers them for the role that runs the statement.
    if (isNode(part, "FuncCall") && /^(?:has_|pg_has_role$)/.test(functionName(part.FuncCall))) return false;
    for (const [kind, name] of [
      ["user", options.user],
      ["database", options.database],
    ] as const) {
      if (!isAbout(part, kind)) continue;
      const extent = isNode(part, "FuncCall")
        ? extentOfCall(source, part.FuncCall)
        : isNode(part, "SQLValueFunction")
          ? extentOfToken(source, part.SQLValueFunction.location)
          : undefined;
      if (extent !== undefined) edits.push({...extent, text: `${quoteLiteral(name)}::name`});
    }
    return true;
  });
  for (const {ref, names} of planner.analysis.qualified) {
    const text = names.map(quoteIdentifier).join(".") + (isStar(ref) ? ".*" : "");
    edits.push({...extentOfNames(source, ref), text});
  }
}

/** Keeps the name that Postgres gives a column by its expression, where an edit replaces the expression. */
function keepNames(planner: Planner): void {
  const {source, analysis, edits} = planner;
  const edited = edits.map(({start, end}) => ({start, end})).sort((a, b) => a.start - b.start);
  /** The first edit that begins at a position or after it. */
  const firstFrom = (position: number) => {
    let [low, high] = [0, edited.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (edited[middle]!.start < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (const {select} of analysis.blocks) {
    for (const node of select.targetList ?? []) {
      if (!("ResTarget" in node) || node.ResTarget.name !== undefined) continue;
      const {location} = node.ResTarget;
      const start = source.at(location);
      let at = firstFrom(start);
      if (at === edited.length) continue;
      const end = endOfItem(source, location);
      // Edits within a column do not reach beyond it, but a larger edit may contain the whole column.
      while (at < edited.length && edited[at]!.start < end && edited[at]!.end > end) at += 1;
      const isEdited = at < edited.length && edited[at]!.end <= end;
      const name = isEdited ? outputName(node.ResTarget) : undefined;
      if (name !== undefined) edits.push({start: end, end, text: ` as ${quoteIdentifier(name)}`});
    }
  }
}
