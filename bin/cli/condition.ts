import type {FilterCondition} from "../../shared/semantic/documents.ts";
import {OPERATORS, operatorNamed} from "../../shared/semantic/vocabulary.ts";
import {UsageError} from "./errors.ts";

const FIELD = /^\s*([^\s=!<>]+)\s*(.*)$/s;
const SIGN = /^(==|=|!=|<>|>=|<=|>|<)\s*(.*)$/s;
const MAX_WORDS = 6;
const PERIOD = /^(\d+)\s+([a-z]+?)s?(\s+completed)?$/i;
const CURRENT = /^([a-z]+)$/i;

/**
 * A condition as it is written on a command line: `orders.status = paid`, `orders.status in paid, open`,
 * `orders.placed_at between 2026-01-01, 2026-03-31`, `orders.placed_at in_past 3 months`, `orders.status is null`.
 * Values are texts; the service converts them to the field's type.
 */
export function readCondition(text: string): FilterCondition {
  const [, field = "", rest = ""] = FIELD.exec(text) ?? [];
  const found = readOperator(rest.trim());
  if (field === "" || found === undefined) {
    throw new UsageError(
      `"${text}" is not a condition. A condition is a field, an operator and a value, such as "orders.status = paid". ` +
        `Operators: ${OPERATORS.join(", ")}.`,
    );
  }
  const {op, value} = found;
  switch (op) {
    case "is_null":
    case "is_not_null":
      if (value !== "") throw new UsageError(`"${text}": "${op}" takes no value.`);
      return {field, op};
    case "in":
    case "not_in":
    case "has_any":
    case "has_all":
    case "has_none":
      return {field, op, value: listOf(value)};
    case "between":
    case "not_between":
      return {field, op, value: pairOf(value, text)};
    case "in_past":
    case "in_next":
    case "in_current":
      return {field, op, value: periodOf(value, op, text)};
    default:
      return {field, op, value: unquoted(value)};
  }
}

/** The operator at the start of the text; the longest match wins: `is not null` before `is not` before `is`. */
function readOperator(text: string) {
  const [, sign, behind = ""] = SIGN.exec(text) ?? [];
  const comparison = operatorNamed(sign ?? "");
  if (comparison !== undefined) return {op: comparison, value: behind.trim()};
  for (let words = MAX_WORDS; words > 0; words--) {
    const [, name = "", value = ""] =
      new RegExp(`^((?:\\S+\\s+){${words - 1}}\\S+)(?:\\s+(.*))?$`, "s").exec(text) ?? [];
    const op = name === "" ? undefined : operatorNamed(name);
    if (op !== undefined) return {op, value: value.trim()};
  }
  return undefined;
}

/** Values separated by commas; a value that contains a comma is quoted. */
function listOf(text: string): string[] {
  if (text === "") return [];
  const parts = text.match(/\s*(?:"[^"]*"|'[^']*'|[^,]*)\s*(?:,|$)/g) ?? [];
  // The pattern matches the end of the text once more as an empty value, which only counts after a comma.
  const values = text.endsWith(",") ? parts : parts.slice(0, -1);
  return values.map(part => unquoted(part.replace(/,$/, "").trim()));
}

function pairOf(text: string, condition: string): string[] {
  const pair = text.includes(",") ? listOf(text) : text.split(/\s+and\s+/i).map(unquoted);
  if (pair.length === 2) return pair;
  throw new UsageError(`"${condition}": two values are needed, such as "between 1 and 5".`);
}

function periodOf(text: string, op: string, condition: string): object {
  const [, count, unit, completed] = PERIOD.exec(text) ?? [];
  if (op !== "in_current" && count !== undefined && unit !== undefined) {
    return {unit: unit.toLowerCase(), count: Number(count), ...(completed ? {completed: true} : {})};
  }
  const current = CURRENT.exec(text)?.[1];
  if (op === "in_current" && current !== undefined) return {unit: current.toLowerCase()};
  const example = op === "in_current" ? "in_current month" : `${op} 3 months`;
  throw new UsageError(`"${condition}": a period is needed, such as "${example}".`);
}

function unquoted(text: string): string {
  return /^"([^"]*)"$/.exec(text)?.[1] ?? /^'([^']*)'$/.exec(text)?.[1] ?? text;
}
