import type {FilterCondition} from "../../../../semantic/documents.ts";
import {FilterFault} from "./where-filter.ts";

const LITERAL = String.raw`'(?:[^']|'')*'|-?\d+(?:\.\d+)?|true|false`;
const OPERATOR = String.raw`=|!=|<>|<=|>=|<|>|is\s+not\s+null|is\s+null|not\s+in|in`;
const CONDITION = new RegExp(
  String.raw`^\s*\{\{([\s\S]*?)\}\}\s*(?:(${OPERATOR})\s*(\(\s*(?:${LITERAL})(?:\s*,\s*(?:${LITERAL}))*\s*\)|${LITERAL})?)?\s*(?:and\b|$)`,
  "i",
);
const OPERATORS: Record<string, FilterCondition["op"]> = {
  "=": "=",
  "!=": "!=",
  "<>": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  in: "in",
  "not in": "not_in",
  "is null": "is_null",
  "is not null": "is_not_null",
};

/** The conditions of a filter that compares dimensions with values, all of which hold. Throws `FilterFault`. */
export function readConditions(template: string, nameOf: (reference: string) => string): FilterCondition[] {
  const conditions: FilterCondition[] = [];
  let rest = template;
  while (rest.trim() !== "") {
    const [whole = "", reference = "", operator, given] = CONDITION.exec(rest) ?? [];
    if (whole === "") throw new FilterFault("it is more than comparisons with values, joined by AND");
    conditions.push(...conditionsOf(nameOf(reference.trim()), operator, given));
    rest = rest.slice(whole.length);
  }
  return conditions;
}

function conditionsOf(
  field: string,
  operator: string | undefined,
  given: string | undefined,
): FilterCondition[] {
  if (operator === undefined) return [{field, op: "=", value: true}];
  const op = OPERATORS[operator.toLowerCase().replaceAll(/\s+/g, " ")];
  const takesNone = op === "is_null" || op === "is_not_null";
  const isList = given?.startsWith("(") === true;
  if (op === undefined || takesNone !== (given === undefined) || isList !== (op === "in" || op === "not_in"))
    throw new FilterFault(`"${operator}" does not take this value`);
  if (given === undefined) return [{field, op}];
  const values = (given.match(new RegExp(LITERAL, "gi")) ?? []).map(valueIn);
  const condition: FilterCondition = {field, op, value: isList ? values : (values[0] ?? "")};
  // In SQL a null is neither equal nor unequal, in a query it is unequal.
  return op === "!=" || op === "not_in" ? [condition, {field, op: "is_not_null"}] : [condition];
}

function valueIn(literal: string): string | number | boolean {
  if (literal.startsWith("'")) return literal.slice(1, -1).replaceAll("''", "'");
  if (/^(true|false)$/i.test(literal)) return literal.toLowerCase() === "true";
  return Number(literal);
}
