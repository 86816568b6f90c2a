import type {Node, ResTarget} from "libpg-query";
import {functionName, isStar, stringsOf} from "../statement/nodes.ts";

/** The name that Postgres gives a column of a result (`FigureColname`), `undefined` for `*`. */
export function outputName(target: ResTarget): string | undefined {
  if (target.name !== undefined) return target.name;
  const {val} = target;
  if (val === undefined) return "?column?";
  if ("ColumnRef" in val && isStar(val.ColumnRef)) return undefined;
  return nameOf(val)?.name ?? "?column?";
}

interface Figured {
  name: string;
  /** The stronger of two names is taken. */
  strength: 1 | 2;
}

function nameOf(node: Node): Figured | undefined {
  const strong = (name: string): Figured => ({name, strength: 2});
  if ("ColumnRef" in node) {
    const name = stringsOf(node.ColumnRef.fields).at(-1);
    return name === undefined ? undefined : strong(name);
  }
  if ("A_Indirection" in node) {
    const {arg, indirection} = node.A_Indirection;
    const field = stringsOf(indirection).at(-1);
    if (field !== undefined) return strong(field);
    return arg === undefined ? undefined : nameOf(arg);
  }
  if ("FuncCall" in node) {
    const name = functionName(node.FuncCall).split(".").at(-1);
    return name === undefined ? undefined : strong(name);
  }
  if ("A_Expr" in node) return node.A_Expr.kind === "AEXPR_NULLIF" ? strong("nullif") : undefined;
  if ("TypeCast" in node) {
    const {arg, typeName} = node.TypeCast;
    const inner = arg === undefined ? undefined : nameOf(arg);
    if (inner?.strength === 2) return inner;
    const type = stringsOf(typeName?.names).at(-1);
    return type === undefined ? inner : {name: type, strength: 1};
  }
  if ("CollateClause" in node) return node.CollateClause.arg && nameOf(node.CollateClause.arg);
  if ("CoalesceExpr" in node) return strong("coalesce");
  if ("MinMaxExpr" in node) return strong(node.MinMaxExpr.op === "IS_LEAST" ? "least" : "greatest");
  if ("GroupingFunc" in node) return strong("grouping");
  if ("A_ArrayExpr" in node) return strong("array");
  if ("RowExpr" in node) return strong("row");
  if ("CaseExpr" in node) {
    const otherwise = node.CaseExpr.defresult && nameOf(node.CaseExpr.defresult);
    return otherwise?.strength === 2 ? otherwise : {name: "case", strength: 1};
  }
  if ("SQLValueFunction" in node) return strong(valueFunctionName(node.SQLValueFunction.op));
  if ("SubLink" in node) return nameOfSublink(node.SubLink.subLinkType, node.SubLink.subselect);
  const [kind = ""] = Object.keys(node);
  const json = "JsonFuncExpr" in node ? JSON_FUNCTIONS[node.JsonFuncExpr.op ?? ""] : JSON_NODES[kind];
  return json === undefined ? undefined : strong(json);
}

/** Functions of SQL/JSON that are nodes of their own, by the kind of the node. */
const JSON_NODES: Readonly<Record<string, string>> = {
  JsonArrayAgg: "json_arrayagg",
  JsonArrayConstructor: "json_array",
  JsonArrayQueryConstructor: "json_array",
  JsonObjectAgg: "json_objectagg",
  JsonObjectConstructor: "json_object",
  JsonParseExpr: "json",
  JsonScalarExpr: "json_scalar",
  JsonSerializeExpr: "json_serialize",
};

const JSON_FUNCTIONS: Readonly<Record<string, string>> = {
  JSON_EXISTS_OP: "json_exists",
  JSON_QUERY_OP: "json_query",
  JSON_VALUE_OP: "json_value",
};

function nameOfSublink(type: string | undefined, subselect: Node | undefined): Figured | undefined {
  if (type === "EXISTS_SUBLINK") return {name: "exists", strength: 2};
  if (type === "ARRAY_SUBLINK") return {name: "array", strength: 2};
  if (type !== "EXPR_SUBLINK" || subselect === undefined || !("SelectStmt" in subselect)) return undefined;
  const first = subselect.SelectStmt.targetList?.[0];
  if (first === undefined || !("ResTarget" in first)) return undefined;
  if (first.ResTarget.name !== undefined) return {name: first.ResTarget.name, strength: 2};
  return first.ResTarget.val && nameOf(first.ResTarget.val);
}

function valueFunctionName(op: string | undefined): string {
  return (op ?? "")
    .replace(/^SVFOP_/, "")
    .replace(/_N$/, "")
    .toLowerCase();
}
