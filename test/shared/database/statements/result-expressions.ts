import type {Catalog} from "./catalog.ts";
import {Frame} from "./frame.ts";
import {type Node, nodeAt, nodesAt, numberAt, textAt} from "./node-tree.ts";

const SELECT = "1";
/** `except` returns rows of its left side only. */
const EXCEPT = "3";

/** The expressions from which a column of a query comes, each with its query: one for each side of a `union`. */
export function resultsOf(frame: Frame, catalog: Catalog, column: number): {node: Node; frame: Frame}[] {
  const {query} = frame;
  const sides = nodeAt(query, "setOperations");
  if (sides) return sidesOf(sides).flatMap(side => resultsOf(sideOf(frame, side, catalog), catalog, column));
  const list = textAt(query, "commandType") === SELECT ? "targetList" : "returningList";
  const target = nodesAt(query, list).filter(one => textAt(one, "resjunk") !== "true")[column];
  const node = target && nodeAt(target, "expr");
  if (!node) throw new Error(`The query has no column ${column}`);
  return [{node, frame}];
}

function sidesOf(node: Node): number[] {
  if (node.kind === "RANGETBLREF") return [numberAt(node, "rtindex")];
  const [left, right] = [nodeAt(node, "larg"), nodeAt(node, "rarg")];
  const isExcept = textAt(node, "op") === EXCEPT;
  return [...(left ? sidesOf(left) : []), ...(right && !isExcept ? sidesOf(right) : [])];
}

function sideOf(frame: Frame, side: number, catalog: Catalog): Frame {
  const entry = frame.tables[side - 1];
  const subquery = entry && nodeAt(entry, "subquery");
  if (!subquery) throw new Error("A side of a union is no query");
  return new Frame(subquery, frame, catalog);
}

/** The query behind a table of a query: one in parentheses, or one of `with`. */
export function rowsOf(table: Node, frame: Frame, catalog: Catalog): Frame | undefined {
  const kind = textAt(table, "rtekind");
  const subquery = nodeAt(table, "subquery");
  if (kind === "1" && subquery) return new Frame(subquery, frame, catalog);
  const view = kind === "0" ? catalog.views.get(textAt(table, "relid")) : undefined;
  if (view) return new Frame(view, undefined, catalog);
  if (kind !== "6") return undefined;
  const within = frame.up(numberAt(table, "ctelevelsup"));
  const cte = nodesAt(within.query, "cteList").find(
    one => textAt(one, "ctename") === textAt(table, "ctename"),
  );
  const query = cte && nodeAt(cte, "ctequery");
  return query && new Frame(query, within, catalog);
}
