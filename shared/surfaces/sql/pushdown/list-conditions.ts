import type {Node} from "libpg-query";
import type {CatalogColumn} from "../catalog-types.ts";
import {binary} from "./comparisons.ts";
import {type Condition, type ConditionContext, columnIn, combine} from "./condition.ts";
import type {Constant} from "./constant.ts";
import {constantOf} from "./constants.ts";
import {valueFor} from "./filter-value.ts";

export function inList(
  left: Node,
  items: readonly Node[],
  isNegated: boolean,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  const column = columnIn(left, context);
  if (column === undefined) {
    const parts = items.map(item => binary("=", left, item, context, isNegated !== isFalse));
    return combine(parts, isNegated !== isFalse);
  }
  return among(
    column,
    items.map(item => constantOf(item, context)),
    isNegated !== isFalse,
    context,
  );
}

/** The condition `column in (…)`, or with `isNegated` `column not in (…)`. */
function among(
  column: CatalogColumn,
  constants: readonly (Constant | undefined)[],
  isNegated: boolean,
  context: ConditionContext,
): Condition | undefined {
  const values: (string | boolean)[] = [];
  let hasNull = false;
  // To Postgres all values of a list have one type: a decimal makes decimals of whole numbers.
  for (const constant of constants) {
    const value = constant && valueFor(column, constant, context);
    if (constant === undefined || value === undefined) return undefined;
    if (constant.text === null) hasNull = true;
    else values.push(value);
  }
  const types = new Set(constants.map(constant => constant?.type));
  if (types.size > 1 && types.has("unknown") && (types.has("integer") || types.has("numeric"))) {
    // Postgres would read `'1.5'` beside `2` as an integer, and fail.
    return undefined;
  }
  const {field} = column;
  if (!isNegated) return values.length === 0 ? false : {field, op: "in", value: values};
  if (hasNull) return false;
  return {
    and: [
      {field, op: "not_in", value: values},
      {field, op: "is_not_null"},
    ],
  };
}

export function inArray(
  left: Node,
  right: Node,
  context: ConditionContext,
  isFalse: boolean,
): Condition | undefined {
  const column = columnIn(left, context);
  if (column === undefined) return undefined;
  if ("A_ArrayExpr" in right) {
    const elements = right.A_ArrayExpr.elements ?? [];
    if (elements.length === 0) return undefined;
    const constants = elements.map(item => constantOf(item, context));
    // Postgres reads an array of only text literals as `text[]`, whatever the type of the compared column.
    if (column.type !== "text" && constants.some(constant => constant?.type === "unknown")) return undefined;
    return among(column, constants, isFalse, context);
  }
  const constant = constantOf(right, context);
  if (constant?.type !== "unknown" || constant.text === null) return undefined;
  const items = plainArray(constant.text);
  return (
    items &&
    among(
      column,
      items.map(text => ({type: "unknown", text})),
      isFalse,
      context,
    )
  );
}

/** The items of an array's text form; `undefined` if one is quoted, empty or null. */
export function plainArray(text: string): string[] | undefined {
  const inside = /^\{([^{}"\\\s]+)\}$/.exec(text)?.[1];
  const items = inside?.split(",");
  return items?.some(item => item === "" || item.toLowerCase() === "null") ? undefined : items;
}

export function distinctFrom(
  left: Node,
  right: Node,
  context: ConditionContext,
  isDistinct: boolean,
): Condition | undefined {
  const column = columnIn(left, context) ?? columnIn(right, context);
  const constant = constantOf(right, context) ?? constantOf(left, context);
  const value = column && constant && valueFor(column, constant, context);
  if (column === undefined || constant === undefined || value === undefined) return undefined;
  const {field} = column;
  if (constant.text === null) return {field, op: isDistinct ? "is_not_null" : "is_null"};
  return {field, op: isDistinct ? "!=" : "=", value};
}
