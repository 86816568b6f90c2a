import type {CaseExpr, Node} from "libpg-query";
import type {SqlType} from "../../../core/wire/sql-tables.ts";
import type {Filter} from "../../../semantic/documents.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Planner} from "../planner.ts";
import type {Condition} from "../pushdown/condition.ts";
import {typeNameOf} from "../statement/nodes.ts";
import type {Chain} from "./chain.ts";
import {chainColumn, chainCondition} from "./chain-condition.ts";

/** The value of an aggregated expression in some of the rows: a column of the table, or a constant as it is written. */
export interface Arm {
  /** Conditions that are ANDed; none for all rows. */
  where: Filter[];
  value: {column: CatalogColumn} | {constant: string};
}

/** An expression of a row as branches of a `case`. At most one branch applies to a row; if none does, it is null. */
export interface Arms {
  arms: Arm[];
  type: ArmType;
  /** Whether each row is in an arm. */
  isTotal: boolean;
}

export type ArmType = SqlType | "integer";

/** The value of an expression: a column, a constant or a null. */
export type Value = {type: ArmType | undefined} & (Arm["value"] | {isNull: true});

/** The most arms: each one is an aggregate that the warehouse computes. */
const MAX_ARMS = 6;
/**
 * The types of numbers. A `case` over several has the last of them:
 * https://www.postgresql.org/docs/18/typeconv-union-case.html
 */
const NUMBERS: readonly (ArmType | undefined)[] = ["integer", "bigint", "numeric", "double precision"];

/**
 * The arms of a `case`, of a condition cast to an integer, or of one value for all rows; `undefined` for other expressions.
 */
export function armsOf(planner: Planner, chain: Chain, node: Node): Arms | undefined {
  if ("CaseExpr" in node) return armsOfCase(planner, chain, node.CaseExpr);
  if ("TypeCast" in node && typeNameOf(node.TypeCast.typeName) === "int4" && node.TypeCast.arg)
    return armsOfTruth(planner, chain, node.TypeCast.arg);
  const value = readValue(planner, chain, node);
  if (value?.type === undefined || "isNull" in value) return undefined;
  return {arms: [{where: [], value}], type: value.type, isTotal: true};
}

/** The arms of a condition as a number: `(amount > 10)::integer`. */
function armsOfTruth(planner: Planner, chain: Chain, node: Node): Arms | undefined {
  const [is, not] = [
    chainCondition(planner, chain, node),
    chainCondition(planner, chain, {BoolExpr: {boolop: "NOT_EXPR", args: [node]}}),
  ];
  if (is === undefined || not === undefined || typeof is === "boolean" || typeof not === "boolean")
    return undefined;
  const arms: Arm[] = [
    {where: [is], value: {constant: "1"}},
    {where: [not], value: {constant: "0"}},
  ];
  return {arms, type: "integer", isTotal: false};
}

function armsOfCase(planner: Planner, chain: Chain, {arg, args = [], defresult}: CaseExpr): Arms | undefined {
  const arms: Arm[] = [];
  const values: Value[] = [];
  /** The negated conditions of the earlier arms: they hold for the remaining rows. */
  const before: Filter[] = [];
  let hasNull = false;
  let isAll = false;
  const add = (result: Node | undefined, condition: Condition): boolean => {
    const value: Value | undefined =
      result === undefined ? {isNull: true, type: undefined} : readValue(planner, chain, result);
    if (value === undefined) return false;
    values.push(value);
    if (condition === false || isAll) return true;
    if ("isNull" in value) hasNull = true;
    else arms.push({where: condition === true ? [...before] : [...before, condition], value});
    if (condition === true) isAll = true;
    else before.push({not: condition});
    return true;
  };
  for (const when of args) {
    if (!("CaseWhen" in when) || when.CaseWhen.expr === undefined) return undefined;
    const {expr, result} = when.CaseWhen;
    const condition = chainCondition(planner, chain, arg === undefined ? expr : equal(arg, expr));
    if (condition === undefined || !add(result, condition)) return undefined;
  }
  if (!add(defresult, true)) return undefined;
  const type = typeOfAll(values);
  if (type === undefined || arms.length === 0 || arms.length > MAX_ARMS) return undefined;
  return {arms, type, isTotal: !hasNull};
}

function equal(left: Node, right: Node): Node {
  return {A_Expr: {kind: "AEXPR_OP", name: [{String: {sval: "="}}], lexpr: left, rexpr: right}};
}

export function readValue(planner: Planner, chain: Chain, node: Node): Value | undefined {
  if ("A_Const" in node) {
    const {isnull, ival, fval, sval, boolval} = node.A_Const;
    if (isnull === true) return {isNull: true, type: undefined};
    if (ival !== undefined) return {constant: String(ival.ival ?? 0), type: "integer"};
    if (sval !== undefined) return {constant: "", type: "text"};
    if (boolval !== undefined) return {constant: "", type: "boolean"};
    const number = fval?.fval ?? "";
    // Numbers with more digits may have another type.
    return /^-?\d{0,15}\.\d{0,15}$/.test(number) ? {constant: number, type: "numeric"} : undefined;
  }
  const column = chainColumn(planner, chain, node);
  if (column !== undefined) return {column, type: column.type};
  if (!("TypeCast" in node) || node.TypeCast.arg === undefined) return undefined;
  const {arg, typeName} = node.TypeCast;
  const type = TYPES.get(typeNameOf(typeName) ?? "");
  const isNull = "A_Const" in arg && arg.A_Const.isnull === true;
  return isNull && type !== undefined && typeName?.typmods === undefined ? {isNull, type} : undefined;
}

const TYPES: ReadonlyMap<string, ArmType> = new Map([
  ["int4", "integer"],
  ["int8", "bigint"],
  ["numeric", "numeric"],
  ["float8", "double precision"],
  ["text", "text"],
  ["bool", "boolean"],
  ["date", "date"],
  ["timestamptz", "timestamp with time zone"],
]);

/**
 * The type of a `case` with these values; `undefined` if Postgres would refuse it, or if decimals would be added as
 * doubles.
 */
export function typeOfAll(values: readonly Value[]): ArmType | undefined {
  const types = new Set(values.flatMap(({type}) => type ?? []));
  const [first] = types;
  if (types.size <= 1) return first;
  const ranks = [...types].map(type => NUMBERS.indexOf(type));
  if (ranks.includes(-1)) return undefined;
  const type = NUMBERS[Math.max(...ranks)];
  const hasFractions = values.some(one => "constant" in one && /\.0*[1-9]/.test(one.constant));
  return type === "double precision" && hasFractions ? undefined : type;
}
