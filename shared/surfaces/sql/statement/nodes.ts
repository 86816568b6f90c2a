import type {ColumnRef, FuncCall, Node, SelectStmt} from "libpg-query";

type NodeKind = Node extends infer One ? (One extends unknown ? keyof One : never) : never;
export type Wrapped<Kind extends NodeKind> = Extract<Node, Record<Kind, unknown>>;

/** Whether a part of the tree is a node of this kind. */
export function isNode<Kind extends NodeKind>(value: object, kind: Kind): value is Wrapped<Kind> {
  return kind in value;
}

/** The direct parts of a part of the tree. */
export function childrenOf(value: object): object[] {
  const values: unknown[] = Object.values(value);
  return values.filter(child => typeof child === "object" && child !== null);
}

/** Visits a part of the tree and all below it, until `visit` returns false for a branch. */
export function walk(value: object, visit: (part: object) => boolean): void {
  if (!visit(value)) return;
  for (const child of childrenOf(value)) walk(child, visit);
}

/** The texts of a list of `String` nodes: `pg_catalog.extract` has two. */
export function stringsOf(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).flatMap(node => ("String" in node ? [node.String.sval ?? ""] : []));
}

/** A function's name without the schema `pg_catalog`, in lower case as Postgres folds it; with another schema, both. */
export function functionName(call: FuncCall): string {
  const names = stringsOf(call.funcname);
  return (names.length === 2 && names[0] === "pg_catalog" ? names.slice(1) : names).join(".");
}

/** The call of an aggregate with a syntax of its own, `json_arrayagg` or `json_objectagg`. */
export function jsonAggregateOf(part: object): {over?: object; location: number} | undefined {
  const call = isNode(part, "JsonArrayAgg")
    ? part.JsonArrayAgg
    : isNode(part, "JsonObjectAgg")
      ? part.JsonObjectAgg
      : undefined;
  if (call === undefined) return undefined;
  const {over, location = 0} = call.constructor ?? {};
  return {location, ...(over === undefined ? {} : {over})};
}

/** The name of a type without `pg_catalog`; `undefined` for arrays. */
export function typeNameOf(typeName: {names?: Node[]; arrayBounds?: Node[]} | undefined): string | undefined {
  if (typeName === undefined || typeName.arrayBounds !== undefined) return undefined;
  const names = stringsOf(typeName.names);
  return (names.length === 2 && names[0] === "pg_catalog" ? names.slice(1) : names).join(".");
}

export function isStar(ref: ColumnRef): boolean {
  const last = ref.fields?.at(-1);
  return last !== undefined && "A_Star" in last;
}

/** Whether a select is a set operation over two others. */
export function isSetOperation(select: SelectStmt): boolean {
  return select.op !== undefined && select.op !== "SETOP_NONE";
}

/** An expression as text, without positions: equal for expressions that are written alike. */
export function shapeOf(node: object): string {
  return JSON.stringify(node, (key, value: unknown) => (key === "location" ? undefined : value));
}

/** The parts of a condition that are ANDed. */
export function conjunctsOf(node: Node | undefined): Node[] {
  if (node === undefined) return [];
  if ("BoolExpr" in node && node.BoolExpr.boolop === "AND_EXPR")
    return (node.BoolExpr.args ?? []).flatMap(conjunctsOf);
  return [node];
}
