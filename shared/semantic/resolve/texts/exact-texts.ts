import type {Test, Value} from "../../filters/predicates.ts";
import {partsOf, type ResolvedFilter, type ResolvedQuery} from "../resolved.ts";

/** The filter with all texts that it compares as exact ones. */
export function withExactTexts(filter: ResolvedFilter): ResolvedFilter {
  switch (filter.kind) {
    case "condition":
      return {...filter, test: exactTest(filter.test)};
    case "and":
    case "or":
    case "not":
      return {...filter, parts: filter.parts.map(withExactTexts)};
    default:
      return filter;
  }
}

/** The test with exact texts. Only moments have tests of the kind `any`, so it stays as it is. */
function exactTest(test: Test): Test {
  if (test.kind === "compare") return {...test, value: exactValue(test.value)};
  return test.kind === "in" ? {...test, values: test.values.map(exactValue)} : test;
}

function exactValue(value: Value): Value {
  return value.kind === "text" ? {...value, isExact: true} : value;
}

/** Whether a query groups by texts or compares some. */
export function isAboutTexts({dimensions, where}: ResolvedQuery): boolean {
  const compares = (filter: ResolvedFilter): boolean =>
    (filter.kind === "condition" && filter.reference.field.type === "string") ||
    partsOf(filter).some(compares);
  return dimensions.some(({reference}) => reference.field.type === "string") || where.some(compares);
}
