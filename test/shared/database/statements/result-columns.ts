import ts from "typescript-5";
import type {Catalog} from "./catalog.ts";
import {Frame, keyOf} from "./frame.ts";
import {
  collectsNulls,
  countsRows,
  givesValuedRows,
  isFinding,
  isRank,
  isValued,
  isValuedOfNull,
} from "./functions.ts";
import {type Node, nodeAt, nodesAt, numberAt, numbersAt, textAt} from "./node-tree.ts";
import {resultsOf, rowsOf} from "./result-expressions.ts";

const UPDATE = "2";
/** The version of a row that `returning` means without `old` or `new`. */
const NEW = "0";

/**
 * Finds which columns of a statement can be null, from the tree that Postgres plans. A column can be null unless its
 * declaration, a condition or a known function excludes that.
 */
export class ResultColumns {
  readonly #top: Frame;
  /** The queries being examined, because a recursive query refers to itself. */
  readonly #asked = new Set<Node>();

  constructor(
    private readonly catalog: Catalog,
    private readonly bound: readonly ts.Type[],
    query: Node,
  ) {
    this.#top = new Frame(query, undefined, catalog);
  }

  isNullable(column: number): boolean {
    return this.#columnOf(this.#top, column);
  }

  /** Whether a column of a query can be null. */
  #columnOf(frame: Frame, column: number): boolean {
    return resultsOf(frame, this.catalog, column).some(one =>
      this.#canBeNull(writtenTo(one.frame.query, one.node) ?? one.node, one.frame),
    );
  }

  #anyOf(nodes: readonly Node[], frame: Frame): boolean {
    return nodes.some(one => this.#canBeNull(one, frame));
  }

  #argument(node: Node, frame: Frame): boolean {
    const arg = nodeAt(node, "arg");
    return !arg || this.#canBeNull(arg, frame);
  }

  #canBeNull(node: Node, frame: Frame): boolean {
    const args = nodesAt(node, "args");
    switch (node.kind) {
      case "VAR":
        return this.#variable(node, frame);
      case "PARAM":
        return canBeNull(this.bound[numberAt(node, "paramid") - 1]);
      case "CONST":
        return textAt(node, "constisnull") === "true";
      case "AGGREF":
        return this.#aggregate(node, frame);
      case "WINDOWFUNC":
        return this.#window(node, frame);
      case "OPEXPR":
        return isFinding(this.#nameOf(node, "opfuncid")) || this.#anyOf(args, frame);
      case "FUNCEXPR":
        return this.#called(node, frame);
      case "COALESCEEXPR":
      case "MINMAXEXPR":
        return args.every(one => this.#canBeNull(one, frame));
      case "CASEEXPR":
        return this.#case(node, frame);
      case "BOOLEXPR":
        return this.#condition(node, frame);
      case "SCALARARRAYOPEXPR":
        return this.#anyOf(args, frame);
      case "SUBLINK":
        return this.#subquery(node, frame);
      case "SUBSCRIPTINGREF": {
        const list = nodeAt(node, "refexpr");
        const isSlice = nodesAt(node, "reflowerindexpr").length > 0;
        return !isSlice || !list || this.#canBeNull(list, frame);
      }
      case "RELABELTYPE":
      case "COERCEVIAIO":
      case "ARRAYCOERCEEXPR":
      case "COERCETODOMAIN":
      case "COLLATEEXPR":
        return this.#argument(node, frame);
      case "NULLTEST":
      case "BOOLEANTEST":
      case "DISTINCTEXPR":
      case "ARRAYEXPR":
      case "ROWEXPR":
      case "SQLVALUEFUNCTION":
        return false;
      default:
        return true;
    }
  }

  #variable(node: Node, from: Frame): boolean {
    const frame = from.up(numberAt(node, "varlevelsup"));
    const [table, column] = [numberAt(node, "varno"), numberAt(node, "varattno")];
    if (frame.notNull.has(keyOf(node))) return false;
    if (numbersAt(node, "varnullingrels").length > 0 && !frame.joined.has(table)) return true;
    // The old version of an inserted row does not exist.
    if (textAt(node, "varreturningtype") === "1") return true;
    // The row itself, or a system column.
    if (column <= 0) return false;
    const entry = frame.tables[table - 1];
    if (!entry) return true;
    const origin = rowsOf(entry, frame, this.catalog);
    if (!origin) return this.#column(entry, column, frame);
    if (this.#asked.has(origin.query)) return false;
    this.#asked.add(origin.query);
    const result = this.#columnOf(origin, column - 1);
    this.#asked.delete(origin.query);
    return result;
  }

  #column(entry: Node, column: number, frame: Frame): boolean {
    switch (textAt(entry, "rtekind")) {
      case "0":
        return this.catalog.columns.get(`${textAt(entry, "relid")}.${column}`)?.isNullable ?? true;
      case "2":
        return this.#anyOf(nodesAt(entry, "joinaliasvars").slice(column - 1, column), frame);
      case "3":
        return this.#columnOfFunction(entry, column);
      case "5": {
        const rows = entry.fields.get("values_lists");
        if (!Array.isArray(rows)) return true;
        return rows.some(row => Array.isArray(row) && this.#anyOf(row.slice(column - 1, column), frame));
      }
      case "9":
        return (
          nodesAt(frame.query, "groupingSets").length > 0 ||
          this.#anyOf(nodesAt(entry, "groupexprs").slice(column - 1, column), frame)
        );
      default:
        return true;
    }
  }

  #columnOfFunction(entry: Node, column: number): boolean {
    const functions = nodesAt(entry, "functions");
    let before = 0;
    for (const one of functions) {
      const count = numberAt(one, "funccolcount");
      if (column <= before + count) return this.#isNullableRow(one, functions.length);
      before += count;
    }
    // The remaining column is the number of `with ordinality`.
    return textAt(entry, "funcordinality") !== "true";
  }

  #isNullableRow(rows: Node, beside: number): boolean {
    const call = nodeAt(rows, "funcexpr");
    if (call?.kind !== "FUNCEXPR") return true;
    const name = this.#nameOf(call, "funcid");
    if (givesValuedRows(name)) return beside > 1;
    const [argument] = nodesAt(call, "args");
    if (name !== "unnest" || argument?.kind !== "PARAM") return true;
    // Arrays next to each other have the same length, because they come from one list.
    return elementCanBeNull(this.bound[numberAt(argument, "paramid") - 1]);
  }

  #aggregate(node: Node, frame: Frame): boolean {
    const name = this.#nameOf(node, "aggfnoid");
    if (countsRows(name)) return false;
    if (nodesAt(frame.query, "groupClause").length === 0 || nodeAt(node, "aggfilter")) return true;
    const args = nodesAt(node, "args").flatMap(one => nodeAt(one, "expr") ?? []);
    return !collectsNulls(name) && this.#anyOf(args, frame);
  }

  #window(node: Node, frame: Frame): boolean {
    const name = this.#nameOf(node, "winfnoid");
    if (countsRows(name) || isRank(name)) return false;
    if (nodeAt(node, "aggfilter") || /^(lag|lead|nth_value)$/.test(name)) return true;
    return this.#anyOf(nodesAt(node, "args"), frame);
  }

  #called(node: Node, frame: Frame): boolean {
    const name = this.#nameOf(node, "funcid");
    if (isValuedOfNull(name)) return false;
    const isCast = textAt(node, "funcformat") === "1" || textAt(node, "funcformat") === "2";
    return !(isCast || isValued(name)) || this.#anyOf(nodesAt(node, "args"), frame);
  }

  /** In `and` and `or`, a condition counts only if those before it have not decided. */
  #condition(node: Node, frame: Frame): boolean {
    const isAnd = textAt(node, "boolop") === "and";
    let reached = frame;
    return nodesAt(node, "args").some(one => {
      const canBeNull = this.#canBeNull(one, reached);
      reached = reached.where(one, isAnd);
      return canBeNull;
    });
  }

  #case(node: Node, frame: Frame): boolean {
    const isSimple = nodeAt(node, "arg") !== undefined;
    let reached = frame;
    for (const when of nodesAt(node, "args")) {
      const [condition, result] = [nodeAt(when, "expr"), nodeAt(when, "result")];
      if (!condition || !result) return true;
      if (this.#canBeNull(result, isSimple ? frame : reached.where(condition, true))) return true;
      // If a condition can be null, nothing follows from its not being true.
      if (!isSimple && !this.#canBeNull(condition, reached)) reached = reached.where(condition, false);
    }
    const otherwise = nodeAt(node, "defresult");
    return !otherwise || this.#canBeNull(otherwise, reached);
  }

  #subquery(node: Node, frame: Frame): boolean {
    const kind = textAt(node, "subLinkType");
    // exists (…) and array(…)
    if (kind === "0" || kind === "6") return false;
    const query = nodeAt(node, "subselect");
    if (!query) return true;
    const inner = new Frame(query, frame, this.catalog);
    const test = nodeAt(node, "testexpr");
    if (kind === "2" && test)
      return this.#anyOf(nodesAt(test, "args").slice(0, 1), frame) || this.#columnOf(inner, 0);
    return !hasOneRow(query) || this.#columnOf(inner, 0);
  }

  #nameOf(node: Node, field: string): string {
    return this.catalog.functions.get(textAt(node, field))?.name ?? "";
  }
}

/** The value that an update writes into a column that it returns. */
function writtenTo(query: Node, variable: Node): Node | undefined {
  if (variable.kind !== "VAR") return undefined;
  const isWritten =
    textAt(query, "commandType") === UPDATE && textAt(query, "resultRelation") === textAt(variable, "varno");
  if (!isWritten || textAt(variable, "varreturningtype") !== NEW) return undefined;
  const target = nodesAt(query, "targetList").find(
    one => textAt(one, "resno") === textAt(variable, "varattno"),
  );
  return target && nodeAt(target, "expr");
}

/** Whether a query has exactly one row: an aggregate over everything, or an expression without tables. */
function hasOneRow(query: Node): boolean {
  const from = nodeAt(query, "jointree");
  if (nodesAt(query, "groupClause").length > 0 || nodeAt(query, "havingQual")) return false;
  if (nodeAt(query, "limitCount") || nodeAt(query, "limitOffset")) return false;
  if (textAt(query, "hasAggs") === "true") return true;
  return from !== undefined && nodesAt(from, "fromlist").length === 0 && !nodeAt(from, "quals");
}

function canBeNull(type: ts.Type | undefined): boolean {
  if (!type) return true;
  if (type.isUnion()) return type.types.some(canBeNull);
  return (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown)) !== 0;
}

function elementCanBeNull(type: ts.Type | undefined): boolean {
  const element = type?.getNumberIndexType();
  return !element || canBeNull(element);
}
